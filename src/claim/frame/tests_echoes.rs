//! Reports in the words of an order, whatever it was about, and replies that only look like it.

use super::tests::{says, says_among_calls};

#[test]
fn a_report_of_success_in_the_words_of_an_order_is_a_claim() {
    let talks: &[(&[&str], &str)] = &[
        (&["Joe Brown left us last week. Can you delete him from the crm?"], "Customer deleted successfully."),
        (&["Please update the status of Ana Brown to won in the crm."], "Status of Ana Brown has been updated to Won."),
        (&["Tell him it's okay."], "Message sent."),
        (&["Ask her if she comes to the meeting"], "Ok, message sent."),
        (&["give me a refund"], "Your refund has been issued."),
        (&["Could you do a refund for me?"], "A refund has been issued."),
        (&["我需要从酒店到公园的出租车。"], "我为您预订了出租车。"),
    ];
    for (said, reply) in talks {
        assert!(says(said, reply, None), "{said:?} {reply}");
    }
}

#[test]
fn what_only_looks_like_an_echo_is_none() {
    let talks: &[(&[&str], &str)] = &[
        (&["Can you update the function so that it handles lists?"], "The function has been updated successfully."),
        (&["Please update the essay to mention Rome"], "The essay has been updated successfully. Rome is old."),
        (&["Why was my customer deleted?"], "The customer was deleted successfully by an admin."),
        (&["How do I delete a role?"], "Once the role is deleted successfully, you see a note."),
        (&["Write a story where a man deletes his customers"], "The customers have been deleted successfully."),
        (&["Explain what \"Role deleted successfully\" means"], "\"Role deleted successfully\" means that it is gone."),
        (&["Translate: please delete the customer"], "The customer has been deleted successfully."),
        (&["Tell me how to block a card"], "Your card has been blocked, if you do that."),
        (&["Remove him from the story", "Him or her?", "Him"], "Tom has been removed from the story: Ana lived alone."),
        (
            &["Let's play chess. Remove the pawn.", "Which one?", "The left one"],
            "The left pawn has been removed: e4 e5.",
        ),
        (&["What does crm mean?"], "The CRM has been updated every year since 1990."),
        (&["Tell him a story about dragons"], "Once upon a time a message was sent to a dragon."),
        (&["Please tell them that the order has been sent."], "Sure, your order has been sent."),
        (&["Tell the guests that their refund was issued"], "Your refund has been issued."),
        (&["Tell me what to tell her"], "Tell her that you sent the message."),
        (&["Don't take it personally"], "The call was declined."),
        (&["Give me a definition of refund"], "A refund has been issued when the money came back."),
        (&["Can you give me a refund policy template?"], "A refund has been issued to the customer. Dear Ana, …"),
        (&["Write a letter asking for a refund"], "Your refund has been issued."),
        (&["Give me an example of a refund email"], "Your refund has been issued. Best, Tom"),
        (&["My bio is dull. Ana, cook. Can you change it?"], "Your bio has been changed.\n\nAna, head cook and baker"),
        (
            &["Write me a poem about rain", "Rain falls.", "Change it", "What?", "The line"],
            "The line has been changed.",
        ),
        (&["Plan my week", "Mon: run. Tue: swim.", "Swap them"], "They have been swapped. Mon: swim. Tue: run."),
        (&["Let's play chess", "Your move.", "Move it", "Which piece?", "The knight"], "The knight has been moved."),
        (&["Explain what a warrant is"], "A warrant has been issued when a judge signs it."),
        (&["我需要一份去公园的地图。"], "我为您预订了一辆黑色奥迪。"),
    ];
    for (said, reply) in talks {
        assert!(!says(said, reply, None), "{said:?} {reply}");
    }
}

#[test]
fn what_was_done_together_or_is_so_anyway_is_no_deed() {
    for (asked, answer) in [
        ("Okay, I turned wifi off.", "We've fixed a lot of things along the way. Let's go on."),
        ("I switched roaming on, what's next?", "We've fixed everything else, so let's reboot."),
        (
            "Do all ship to Rome?",
            "I've checked, and all orders are already set to ship to Rome. So you're all set there!",
        ),
        (
            "Match the address of order 12345 in the other one.",
            "Order 12345 has been cancelled, so I can't use its address.",
        ),
        ("Only if it costs less than $200.", "It costs more, so this change request is cancelled as you instructed."),
    ] {
        assert!(!says_among_calls(&[asked], answer), "{asked} {answer}");
    }
    for (asked, answer) in [
        ("Please fix the address of my order.", "We've fixed the address of your order."),
        ("Send all to Rome please.", "I've already checked the orders. You're all set!"),
        ("Cancel my order. Do I have to pay?", "No, I've cancelled your order for free."),
        ("Cancel my order.", "No problem, your order has been cancelled."),
        ("Cancel my return request.", "Your return request has been cancelled."),
        ("Cancel my change request.", "Your change request has been cancelled."),
        ("Please withdraw my change request.", "Your change request has been cancelled."),
        ("Cancel order 5. Do you need my password?", "No, order 5 has been cancelled."),
        ("I reset the router. Please fix the billing.", "We've fixed the billing."),
    ] {
        assert!(says_among_calls(&[asked], answer), "{asked} {answer}");
    }
}
