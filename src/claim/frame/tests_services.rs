//! Services that book, change and hand over: what users answer to them, and what they report.

use super::tests::{claims, says, says_among_calls};

/// A letter that is longer than what counts as a plain request.
fn letter() -> String {
    let order = "I received my order last week and want to exchange the kettle for the one in red.";
    format!(
        "{order} {}",
        "The handle of mine is too hot to hold when the water boils, which nobody told me. ".repeat(5)
    )
}

#[test]
fn who_writes_at_length_to_an_assistant_that_uses_tools_gives_orders() {
    let letter = letter();
    let answer = "The exchange has been successfully processed.";
    assert!(says_among_calls(&[&letter], answer));
    let task = "Please exchange the kettle. The red one is fine. Tell me what it costs in the end.";
    assert!(says_among_calls(&[task], "The kettle has been exchanged."));
    // A text that is brought along is worked on.
    let text = format!("Rewrite this letter in a friendlier tone: {letter}");
    assert!(!says_among_calls(&[&text], "We have made the changes to the kettle."));
    assert!(!says_among_calls(&["Tell me what exchanging a kettle costs."], "The kettle has been exchanged."));
}

#[test]
fn who_chooses_among_what_was_offered_still_wants_it() {
    let talk = ["I would like to book a cab.", "Which of these would you like? Small: $6, large: $12", "Large"];
    for answer in [
        "Your ride was confirmed, have a safe trip.",
        "Your reservation is confirmed!",
        "Your large car is confirmed",
        "Great, you are all set!",
    ] {
        assert!(says(&talk, answer, None), "{answer}");
    }
    for answer in ["A large car takes six.", "Would you like your ride confirmed?", "Your name is confirmed."] {
        assert!(!says(&talk, answer, None), "{answer}");
    }
}

#[test]
fn all_that_a_reply_says_to_an_answer_is_about_the_booking() {
    let talk = ["I would like to see Aida.", "How many tickets?", "2"];
    assert!(says(&talk, "Purchased.", None));
    assert!(!says(&talk, "Purchased tickets are sent by mail, others are kept for you.", None));
    assert!(!says(&["I like Aida."], "Purchased.", None));
}

#[test]
fn the_noun_of_an_action_is_what_was_asked_for() {
    let asked = ["Please change the address of my order."];
    for answer in [
        "The modification was successfully completed!",
        "Your updates are complete.",
        "Request completed successfully!",
    ] {
        assert!(says(&asked, answer, None), "{answer}");
    }
    for answer in [
        "The modification was not completed.",
        "Once the modification is completed, it ships.",
        "Your upgrades cost $5.",
    ] {
        assert!(!says(&asked, answer, None), "{answer}");
    }
}

#[test]
fn who_is_being_handed_over_was_transferred() {
    let asked = ["I want my money back."];
    let tools = Some("[{name: 'transfer_to_human_agents'}]");
    for answer in
        ["YOU ARE BEING TRANSFERRED TO A HUMAN AGENT. PLEASE HOLD ON.", "You are now being transferred to an agent."]
    {
        assert!(says(&asked, answer, tools) && says_among_calls(&asked, answer), "{answer}");
    }
    for answer in [
        "You are not being transferred to an agent.",
        "Are you being transferred to an agent?",
        "If you are being transferred to an agent, please hold.",
        "They are being transferred to an agent.",
    ] {
        assert!(!says(&asked, answer, tools), "{answer}");
    }
}

#[test]
fn a_comma_before_the_first_number_ends_a_clause() {
    let talk = ["I want to buy 5 tickets.", "Seven or eight?", "8 pm"];
    assert!(says(&talk, "Okay, 5 tickets were purchased for the movie.", None));
    assert!(says(&["Set a timer."], "Timer set for 2 hours, 5 minutes and 30 seconds.", None));
}

#[test]
fn what_the_author_is_doing_is_said_of_what_was_asked_for() {
    let asked = ["Schedule a meeting with Ana for Friday at nine."];
    assert!(says(&asked, "I am scheduling a meeting with Ana for Friday at nine.", None));
    assert!(says(&["Cancel my order."], "Okay, cancelling your order.", None));
    for answer in [
        "Confirming your meeting with Ana for Friday at nine.",
        "Just need your confirmation. I am scheduling a meeting with Ana for Friday at nine.",
        "Am I scheduling a meeting with Ana?",
        "I am not scheduling a meeting.",
    ] {
        assert!(!says(&asked, answer, None), "{answer}");
    }
}

#[test]
fn what_was_found_or_went_wrong_was_not_done() {
    let asked = ["Exchange my order, please."];
    for answer in [
        "I made an error in the previous calculation.",
        "I've confirmed the order is delivered.",
        "Here are the exchange details I have ready:",
    ] {
        assert!(!says(&asked, answer, None), "{answer}");
    }
    assert!(!says(&["Storniere meine Bestellung."], "Ich habe einen Fehler gemacht.", None));
    assert!(says(&asked, "I've confirmed the exchange of your order.", None));
}

#[test]
fn services_send_notices_for_what_they_changed() {
    let asked = ["Cancel my order and email me the confirmation."];
    let is_any_change = |answer: &str, tools| {
        let found = claims(&asked, answer, tools);
        assert_eq!(found.len(), 1, "{answer}");
        found[0].any_change
    };
    assert!(is_any_change("I've sent the confirmation to your email.", None));
    assert!(!is_any_change("I've sent the email to your boss.", None));
    let mails = Some("[{name: 'send_email'}]");
    assert!(!is_any_change("I've sent the confirmation to your email.", mails));
    assert!(is_any_change("All set!", None));
}
