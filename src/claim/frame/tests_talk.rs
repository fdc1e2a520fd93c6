//! Ordinary talk between several turns, in which nothing is ordered.

use super::tests::{claims, says};

#[test]
fn who_answers_a_question_of_ordinary_talk_orders_nothing() {
    for (talk, answer) in [
        (["How do I bake bread?", "Is the oven hot?", "Yes"], "Great, you're all set!"),
        (["Do I need a visa?", "Where are you from?", "France"], "Then you're all set."),
        (["I want to hike.", "Do you have boots?", "Yes"], "Great, then you're all set."),
        (["How do I prepare for a trip?", "Do you have a bag?", "Yes"], "Then you're all set to go!"),
    ] {
        assert!(!says(&talk, answer, None), "{answer}");
    }
    for (talk, answer) in [
        (["Book me a flight to Rome.", "At 10?", "Yes"], "You're all set!"),
        (["I need two seats.", "There is a plane at 10 and one at 11.", "I'll take the 10."], "You're all set to go."),
        (["Do you have a room for two?", "For when?", "May 5"], "You're booked!"),
        (["I'm at the station.", "The van is $12, the car $9. Which one?", "The van"], "Your van is confirmed."),
    ] {
        assert!(says(&talk, answer, None), "{answer}");
    }
}

#[test]
fn what_there_is_was_not_booked() {
    let talk = ["I need to fly to France.", "When?", "Next Tuesday"];
    for answer in ["I've got three flights for you to choose from.", "We've got two flights next Tuesday."] {
        assert!(!says(&talk, answer, None), "{answer}");
    }
    for answer in ["I've got you two seats on the flight.", "You've got two seats on the 9:30 flight."] {
        assert!(says(&talk, answer, None), "{answer}");
    }
}

#[test]
fn a_question_in_the_middle_of_a_long_answer_asks_for_nothing() {
    let essay = "Is your house dry? That depends on its age. ".to_owned()
        + &"Look at the walls and the floor first. ".repeat(80);
    let asked_at_the_end = essay.clone() + "Shall I order a test?";
    let reply = "Ordered.";
    assert!(says(&["Order a water test.", &asked_at_the_end, "The small one"], reply, None));
    assert!(!says(&["Order a water test.", &essay, "The small one"], reply, None));
}

#[test]
fn a_request_may_go_on_with_what_the_thing_has() {
    let talk = ["I need to book a room on the second floor and has two beds.", "What day?", "Saturday"];
    assert!(says(&talk, "The room has been booked for Saturday.", None));
}

#[test]
fn an_ellipsis_with_an_adverb_is_denied_by_its_object() {
    let found = claims(&["I need a trip to Tonga.", "For how many?", "2"], "OK, just booked you a trip for two.", None);
    let denials: Vec<_> = found.iter().filter_map(|claim| claim.replacement.as_deref()).collect();
    assert_eq!(denials, ["I have not booked you a trip."]);
}

#[test]
fn who_considers_an_action_orders_nothing() {
    for (asked, answer) in [
        ("If I delete a customer from the CRM, what happens?", "The customer has been deleted."),
        ("If I block my card, what happens?", "Then your card has been blocked."),
        ("Si j'annule ma commande, que se passe-t-il ?", "Votre commande a été annulée."),
    ] {
        assert!(!says(&[asked], answer, None), "{answer}");
    }
    for (asked, answer) in [
        ("When I get home, turn on the light.", "The light has been turned on."),
        ("If I may, cancel order 5.", "Order 5 has been cancelled."),
    ] {
        assert!(says(&[asked], answer, None), "{answer}");
    }
}
