//! Requests over several turns: offers that were accepted, and what is still wanted.

use super::tests::{claims, says, says_among_calls};

#[test]
fn who_answers_was_asked_in_whatever_words() {
    let read_back = |answer| ["I need a table tonight.", "Booking a table for two at Milo at 8 pm.", answer];
    for answer in ["Yes, that's right. Do they have parking?", "At 9, please", "Sounds good."] {
        assert!(says(&read_back(answer), "Your reservation is booked. They have no parking.", None), "{answer}");
    }
    // A user who asks something else has not accepted, and a report is no offer.
    assert!(!says(&read_back("What is the weather like in Rome today?"), "The match is booked out.", None));
    let talk = ["Hello", "The museum was opened in 1890.", "Great!"];
    assert!(!says(&talk, "Your hotel is booked out.", None));
}

#[test]
fn what_failed_may_be_tried_again() {
    let failed = |answer| ["Please book flight 12.", "I'm sorry, but your request was unsuccessful.", answer];
    assert!(says(&failed("Try it again"), "Right, your flight is now reserved!", None));
    assert!(says(&failed("Could you try flight 13?"), "Right, your flight is now reserved!", None));
}

#[test]
fn what_was_wanted_may_have_another_name() {
    let asked = ["I want to schedule a visit with Dr. Lee.", "At what time?", "At noon."];
    assert!(says(&asked, "Great, your appointment with Dr. Lee is booked for you!", None));
    assert!(!says(&asked, "I'm sorry, Dr. Lee is booked all day.", None));
    assert!(says(&["Please modify my appointment."], "The modification of the appointment is complete.", None));
}

#[test]
fn what_is_asked_for_while_something_is_booked_is_no_text() {
    let asked = ["Please cancel my subscription.", "What is the code in your letter?", "The code is 4411."];
    assert!(says(&asked, "Your subscription has been cancelled.", None));
    let poem = ["I want a poem.", "What about?", "Write it about a letter that was sent too late."];
    assert!(!says(&poem, "Love letter sent, fifty years too late.", None));
    // A user who brings a text to work on asks for that alone, whatever the assistant asked.
    let claims_payment =
        |said: &str| says(&["Please pay my invoice.", "Invoice 12?", said], "I paid my balance late.", None);
    assert!(claims_payment("Correct, thank you."));
    assert!(!claims_payment("Correct the transcription of an excerpt.\n\nI payed my balance late."));
}

#[test]
fn a_word_of_doing_may_belong_to_another() {
    let asked = ["Find a cheap restaurant, and call my mother."];
    for answer in ["I did not find a restaurant with these details.", "A song for a wedding is called a hymn."] {
        assert!(!says(&asked, answer, None), "{answer}");
    }
    assert!(says(&["Set an alarm for 7."], "Setting an alarm for 7.", None));
    assert!(!says(&["What's new?"], "Setting an alarm for 7 wakes you at 7.", None));
}

#[test]
fn an_outcome_needs_no_participle() {
    let asked = ["Please book a room for two nights."];
    for answer in ["Your booking was a success.", "Booking is successful.", "You're all set."] {
        assert!(says(&asked, answer, None), "{answer}");
    }
    for answer in ["Was your booking a success?", "Your booking was no success.", "The hotel is a success story."] {
        assert!(!says(&asked, answer, None), "{answer}");
    }
}

#[test]
fn a_read_back_is_no_report() {
    let asked = ["Add an alarm for 7 and book a ticket."];
    for answer in [
        "Confirming your 7 am alarm.",
        "Confirm this please: I will book one ticket for you.",
        "I'll book you one ticket for Friday, is that right?",
        "Setting an alarm for 7, is that right?",
    ] {
        assert!(!says(&asked, answer, None), "{answer}");
    }
}

#[test]
fn what_was_done_before_a_tool_may_have_shown() {
    for (asked, answer) in [
        ("Can I return the skates as well?", "The return of the skates has already been processed."),
        ("Cancel my order.", "Your order has already been delivered."),
        ("Swap the helmet, too.", "We have already exchanged the helmet."),
        ("Bitte storniere die Bestellung.", "Die Bestellung wurde bereits storniert."),
    ] {
        assert!(!says_among_calls(&[asked], answer), "{answer}");
    }
    assert!(says_among_calls(&["Cancel my order."], "Your order has been cancelled."));
    assert!(says(&["Cancel my order."], "Your order has already been cancelled.", None));
}

#[test]
fn what_the_user_did_and_what_a_thing_is_made_of_is_no_report() {
    let agreed = ["Change the boots.", "Would you like to go ahead?", "Yes."];
    for answer in [
        "Your boots are made of leather.",
        "You have requested the refund.",
        "Since you've confirmed that you'd like the refund, let me look.",
        "Next, we have to look for boots.",
    ] {
        assert!(!says_among_calls(&agreed, answer), "{answer}");
    }
    assert!(says_among_calls(&agreed, "You have successfully booked the flight."));
    assert!(says_among_calls(&agreed, "Your request is completed now."));
}

#[test]
fn what_nobody_asked_for_a_tool_that_reads_may_have_shown() {
    let may_be_read = |asked: &[&str], answer: &str| claims(asked, answer, None).iter().all(|claim| claim.may_be_read);
    let asks = ["Which of my orders has the tablet?"];
    for answer in ["Your order #42 has been delivered.", "I've confirmed your profile."] {
        assert!(may_be_read(&asks, answer), "{answer}");
    }
    assert!(may_be_read(&["Cancel the order."], "Your order has already been cancelled."));
    assert!(may_be_read(&["Where is my order?"], "It is on its way."));
    for (asked, answer) in [
        (&["Cancel my order."][..], "Your order has been cancelled."),
        (&["Which orders?", "Shall I cancel the order?", "Yes."], "Your order has been cancelled."),
        (&["Cancel the order that you found."], "I have cancelled your order."),
        (&["Cancel the order that you found."], "Your order has now been cancelled."),
    ] {
        let found = claims(asked, answer, Some("[{name: 'cancel_order'}]"));
        assert!(!found.is_empty() && found.iter().all(|claim| !claim.may_be_read), "{answer}");
    }
}
