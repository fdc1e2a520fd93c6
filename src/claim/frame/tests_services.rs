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
    // A text that the user provides is worked on, and is not a request itself.
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

#[test]
fn what_an_assistant_is_doing_for_an_order_is_a_claim_where_it_repeats_the_order() {
    let asked = ["Schedule a conference with the owner of the mill for the 15th at 9am."];
    for answer in [
        "Okay, scheduling a conference with the owner of the mill for the 15th at 9am.",
        "I am scheduling a conference with the owner of the mill for the 15th of this month at 9am.",
    ] {
        assert!(says(&asked, answer, None), "{answer}");
    }
    for answer in [
        "Scheduling a conference for 5 people takes 10 minutes.",
        "Scheduling a conference at 9am for the 15th, is that right?",
        "Scheduling a conference with 5 people is up to the owner.",
    ] {
        assert!(!says(&asked, answer, None), "{answer}");
    }
    let asked = ["Set a reminder for the swimming lessons at 7."];
    assert!(says(&asked, "I am setting a reminder for swimming lessons at 7 pm on the 1st.", None));
    let talk = ["I would like to book a table.", "In which town?", "In Bonn."];
    assert!(!says(&talk, "Booking a table at the Old Mill in Bonn for 2 people on the 1st at 1:30 pm.", None));
    assert!(!says(&["How long is the film?"], "Booking 2 tickets for it at 9 pm.", None));
}

#[test]
fn all_that_a_reply_says_to_a_yes_is_about_what_was_agreed() {
    let talk = ["I want to see Aida.", "2 tickets for Aida at 7:05 pm. Is that correct?", "yes"];
    assert!(says(&talk, "Okay. The tickets have been booked.", None));
    assert!(!says(&talk, "Okay. The doors have been painted.", None));
    assert!(!says(&["Is Aida popular?"], "Yes. The tickets have been booked.", None));
}

#[test]
fn a_search_changes_nothing() {
    let asked = ["Find a flight to Oslo for me and my cat."];
    for answer in ["I ran the search again.", "I've started searching for flights to Oslo."] {
        assert!(!says_among_calls(&asked, answer), "{answer}");
    }
    assert!(says_among_calls(&["Start the mower."], "I've started the mower."));
}

#[test]
fn what_was_chosen_is_confirmed_in_any_words_for_it() {
    let talk =
        ["I would like to book a cab.", "Van: $12, minivan: $20. Which one do you prefer?", "The minivan will be fine"];
    for answer in
        ["Your minivan is confirmed, enjoy the ride.", "Thank you, I have confirmed the minivan for you for 3 pm."]
    {
        assert!(says(&talk, answer, None), "{answer}");
    }
    for answer in ["Your minivan is large.", "Can I confirm your minivan?", "Your driver is confirmed to be a person."]
    {
        assert!(!says(&talk, answer, None), "{answer}");
    }
    let talk = ["I would like to book a cab.", "Van: $12, minivan: $20.", "The minivan please"];
    assert!(says(&talk, "Your minivan is confirmed", None));
    let talk = ["I would like to book a cab.", "What is your name?", "My name is Ana"];
    assert!(!says(&talk, "Your name is confirmed.", None));
}

#[test]
fn several_changes_are_confirmed_without_a_verb_of_their_own() {
    let asked = ["Please change the address of my order and of my account."];
    for answer in ["Both changes confirmed.", "All updates completed.", "All three actions have been completed."] {
        assert!(says_among_calls(&asked, answer), "{answer}");
    }
    for answer in [
        "Address updates requested:",
        "Address updates requested\n- of the account",
        "The customer confirmed.",
        "No actions have been completed.",
    ] {
        assert!(!says_among_calls(&asked, answer), "{answer}");
    }
}

#[test]
fn a_subject_may_say_in_what_state_it_was() {
    let asked = ["Move all my tasks in review to done, and reassign the oldest one to Ana."];
    for answer in [
        "All tasks that were in review have been moved to done.",
        "The task previously assigned to Ben has been reassigned to Ana.",
        "The task from Ben last week about the visits has been successfully reassigned to Ana.",
    ] {
        assert!(says(&asked, answer, None), "{answer}");
    }
    for answer in [
        "All tasks that were in review have not been moved to done.",
        "All tasks that have been moved to done were in review.",
        "Ben says that the task was in review and has been moved to done.",
        "It seems that all tasks that were in review have been moved to done by Ben.",
        "Previously the task has been reassigned to Ana.",
        "In the last week all tasks have been moved to done.",
    ] {
        assert!(!says(&asked, answer, None), "{answer}");
    }
}
