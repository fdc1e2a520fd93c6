//! Replies of service desks, with traps beside them: written carelessly, handed over to a person, or general.

use super::tests::{claims, says, says_among_calls};

#[test]
fn a_sentence_in_small_letters_is_read_by_itself() {
    for answer in ["okay. its done. is there anything else?", "ok. i cancelled your order. anything else?"] {
        assert!(says(&["cancel my order"], answer, None), "{answer}");
    }
    for answer in ["okay. shall i do it. is there anything else?", "its cancelled orders page is here"] {
        assert!(!says(&["cancel my order"], answer, None), "{answer}");
    }
    assert!(says(&["cancel my order"], "okay the cancellation is processed.", None));
}

#[test]
fn who_goes_on_to_do_it_is_waited_for() {
    let talk = [
        "Please exchange my boots for size 12",
        "okay. let me proceed.",
        "Thank you! I hope you have all that you need.",
    ];
    for answer in ["okay, it's done.", "Its exchanged. anything else?"] {
        assert!(says_among_calls(&talk, answer), "{answer}");
    }
    let talk = ["Why are the boots late?", "okay. let me check.", "Thank you! Tell me if you need more."];
    assert!(!says_among_calls(&talk, "okay, it's done."));
}

#[test]
fn an_action_is_taken_up_by_the_noun_for_it() {
    let asked = ["Please proceed with the exchange of my boots"];
    for answer in [
        "Exchange request placed successfully.",
        "Exchange placed.",
        "Your exchange request is set up.",
        "Exchange requests submitted: boots and laces",
        "All set!",
    ] {
        assert!(says_among_calls(&asked, answer), "{answer}");
    }
    for answer in [
        "Thanks for asking. Exchange requests are placed under Settings, and that takes you two minutes at most.",
        "Summary of exchanges placed",
        "What's completed",
    ] {
        assert!(!says_among_calls(&asked, answer), "{answer}");
    }
}

#[test]
fn a_handover_needs_no_request() {
    for answer in [
        "Okay, your request has been transferred to a human agent. They will be in touch with you shortly.",
        "I have escalated your request to a human agent.",
        "You're being transferred to a human agent, please hold on.",
        "I'm transferring you to a human agent for help with it.",
        "You're now connected to a human agent.",
    ] {
        assert!(says_among_calls(&["Where is my parcel right now?"], answer), "{answer}");
    }
    for answer in [
        "Would you like to be transferred to a human agent?",
        "Your phone is connected to a 2G network.",
        "Requests are escalated to a human agent within a day.",
        "If that fails, you'll be transferred to a human agent.",
    ] {
        assert!(!says_among_calls(&["Where is my parcel right now?"], answer), "{answer}");
    }
}

#[test]
fn where_a_case_went_is_an_answer_to_who_asks_about_it() {
    let asked = ["Who handles my request?"];
    assert!(!says_among_calls(&asked, "Your request has been escalated to a human agent, who will call you."));
    for answer in ["You've been transferred to a human agent.", "I've escalated your request to a human agent."] {
        assert!(says_among_calls(&asked, answer), "{answer}");
    }
}

#[test]
fn a_single_word_above_a_list_answers_an_order() {
    let lists = |asked: &str, answer: &str| says_among_calls(&[asked], answer);
    assert!(lists("Please cancel both orders", "Cancelled:\n- order 5\n- order 6"));
    assert!(!lists("Which orders are open?", "Cancelled:\n- order 6"));
    assert!(!lists("Please cancel both orders", "Already cancelled:\n- order 6\nShall I cancel order 5?"));
}

#[test]
fn a_deed_on_what_is_the_users_counts_next_to_a_question() {
    let asked = ["Can you help me with my phone? What should I check first?"];
    for answer in ["I've enabled roaming on your line.", "I did enable roaming on your line."] {
        assert!(says_among_calls(&asked, answer), "{answer}");
    }
    assert!(says_among_calls(&["My phone gets no data in France."], "I have now enabled roaming."));
    assert!(!says_among_calls(&["help me with the order"], "I've opened your order. What should I change?"));
    for answer in ["I've adjusted the text for your line.", "I did not enable roaming on your line."] {
        assert!(!says_among_calls(&asked, answer), "{answer}");
    }
    assert!(!says(&asked, "I've now enabled you to see it.", None));
}

#[test]
fn praise_and_general_rules_are_no_deeds() {
    let asked = ["Please refund the order and tell me how long it takes"];
    for answer in [
        "Well done! Now restart the phone.",
        "You've done all the steps beautifully.",
        "Thanks for waiting. I understand the urgency, but refunds to the card are processed within 5 to 7 business days.",
        "Your photos are kept, and I'll confirm you're fully restored.",
    ] {
        assert!(!says_among_calls(&asked, answer), "{answer}");
    }
    for answer in ["Done!", "Your refund is processed.", "I've refunded the order."] {
        assert!(says_among_calls(&asked, answer), "{answer}");
    }
}

#[test]
fn an_order_for_a_file_is_none_for_a_text() {
    let asked = ["Analyze the visits and list the ten best. Please save this table as `result.md` in the workspace."];
    for answer in ["I have created the file with all visits.", "The file has been created successfully."] {
        assert!(says_among_calls(&asked, answer), "{answer}");
    }
    let asked = ["Analyze the visits and list the ten best in a table."];
    assert!(!says_among_calls(&asked, "I have created the table with all visits."));
}

#[test]
fn done_with_a_deed_is_not_true_of_any_change() {
    let any_change = |answer: &str| claims(&["Please cancel my order"], answer, None)[0].any_change;
    assert!(any_change("Done."));
    assert!(!any_change(
        "Done, I've cancelled the order for the blue lamp and the two chairs with the number that you gave."
    ));
}

#[test]
fn what_was_noted_in_a_place_is_kept_there() {
    for answer in ["I've noted that you prefer chat, not mail.", "I've noted your preference."] {
        assert!(!says_among_calls(&["Cancel order 5. I prefer chat."], answer), "{answer}");
    }
    assert!(says_among_calls(&["I prefer chat."], "I have noted your preference in your profile."));
}

#[test]
fn plans_headings_and_means_of_payment_are_no_deeds() {
    let asked = ["Please refund the order and change the address"];
    for answer in [
        "Updated itinerary:\n- May 19: LAS to IAH",
        "This order was paid with a Visa.",
        "The refund is ready to go once you confirm.",
        "**Wait for your cycle to reset** - it ends on May 28.",
    ] {
        assert!(!says_among_calls(&asked, answer), "{answer}");
    }
    for answer in ["I've changed your address.", "Your address has been changed."] {
        assert!(says_among_calls(&asked, answer), "{answer}");
    }
}
