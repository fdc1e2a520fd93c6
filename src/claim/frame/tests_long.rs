//! Messages and replies that are too long to be written down: letters, material that a user brings along, essays.

use super::tests::{says, says_among_calls};

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
fn an_order_may_bring_its_material_along() {
    let order =
        format!("I need to send an email to Ana saying '{}'", "we meet on Monday and talk about it. ".repeat(14));
    let tools = Some("[{name: 'send_email'}]");
    assert!(says(&[&order], "Email sent successfully.", tools));
    assert!(!says(&[&order], "Email sent successfully.", Some("[{name: 'play_music'}]")));
    assert!(!says(&[&order], "Your email could be sent on Monday.", tools));
    let text = format!("Write a friendlier version of this: {}", "we meet on Monday and talk about it. ".repeat(14));
    assert!(!says(&[&text], "Email sent successfully.", tools));
}

#[test]
fn what_was_written_to_a_file_is_not_in_the_reply() {
    let material = "Compare the prices of the five shops and keep to the format of the template, please. ".repeat(6);
    let task = [&*format!("{material} Save the results in `prices.md`.")];
    for answer in [
        "Perfect! The results have been written to `prices.md`. Let me check it.",
        "I have written the table to prices.md.",
        "Everything is there. The comparison has been saved to `prices.md`.",
    ] {
        assert!(says_among_calls(&task, answer), "{answer}");
    }
    for answer in [
        "Now let me write the results to `prices.md`.",
        "I have written the comparison below.",
        "The results could be written to `prices.md`.",
        "I have read `prices.md`.",
    ] {
        assert!(!says_among_calls(&task, answer), "{answer}");
    }
    // A user who writes at length about what others want orders nothing.
    let story = [&*format!("{material} The guests want to cancel the rooms. What do you think?")];
    assert!(!says_among_calls(&story, "I have successfully completed the analysis."));
    for asked in ["Write a poem about rain.", "Write an email to Ana."] {
        assert!(!says(&[asked], "I've written it for you, with two verses.", None), "{asked}");
    }
}

#[test]
fn what_is_in_the_users_material_is_repeated() {
    let log = "Sort this log of orders into groups, and count them:\n".to_owned()
        + &"Order 5 has been cancelled. The bill was late.\n".repeat(12);
    assert!(!says(&[&log], "- Order 5 has been cancelled.\n- The bill was late.", None));
    assert!(says(&[&(log + "Then cancel order 6.")], "Order 6 has been cancelled.", None));
}

#[test]
fn a_changed_text_is_in_the_reply_that_holds_it() {
    let asked = "Could you remove the part about the opera from the list of sights, and add a reminder to book early?";
    let text = "\n\n# A day in Sydney\n\n".to_owned() + &"We walk along the harbour and see the old town. ".repeat(12);
    for said in ["I've also removed the part about the opera.", "I've added a paragraph about the harbour."] {
        assert!(!says(&[asked], &format!("{said}{text}"), None), "{said}");
    }
    for said in ["I've removed the event from your calendar.", "I've set a reminder for you.", "I've booked the table."]
    {
        let asked = "Write a guide to Sydney. Remove the event from my calendar, set a reminder and book a table.";
        assert!(says_among_calls(&[asked], &format!("{said}{text}")), "{said}");
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
