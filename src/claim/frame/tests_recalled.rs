//! Replies that only repeat what was so, what the user said, or what was looked into, next to claims in the same words.

use super::tests::{says, says_among_calls};

#[test]
fn what_the_user_is_to_state_is_not_said_of_the_user() {
    for answer in [
        "Please state your relationship and confirm you're authorized to act for her.",
        "I need a statement that you're authorized.",
        "Your name, and a confirmation that you are authorized",
    ] {
        assert!(!says_among_calls(&["Open the account of my mother"], answer), "{answer}");
    }
    for answer in ["You're signed up for the class.", "I'm happy to confirm you're signed up for the class."] {
        assert!(says(&["Sign me up for the class"], answer, None), "{answer}");
    }
}

#[test]
fn to_look_into_something_is_no_change() {
    for answer in [
        "I have confirmed the order details.",
        "I did find the order, and it is late.",
        "I ran into an error while looking at it.",
        "We've made good progress with it.",
    ] {
        assert!(!says_among_calls(&["Check and cancel my order"], answer), "{answer}");
    }
    for answer in ["I've completed the cancellation.", "I've completed your check-in and cancelled the order."] {
        assert!(says_among_calls(&["Check and cancel my order"], answer), "{answer}");
    }
    assert!(says_among_calls(&["Check and cancel my order"], "I looked it up and cancelled your order."));
}

#[test]
fn a_state_that_the_user_reports_is_no_claim() {
    for (asked, answer) in [
        ("Okay. Mobile data: enabled. What now?", "Mobile data is now enabled. Now restart the phone."),
        ("Why is it slow?", "You're connected to a 2G network."),
        ("Why is my refund on the card?", "This order was paid with a Visa."),
        ("Please confirm that 500 and 150 make 650", "Confirmed: 500 + 150 = 650."),
    ] {
        assert!(!says_among_calls(&[asked], answer), "{asked} {answer}");
    }
    for (asked, answer) in [
        ("Enable mobile data", "Mobile data is now enabled."),
        ("The order was not paid yet. Pay it", "This order was paid with your Visa."),
        ("I want to talk to an agent", "You're now connected to an agent."),
        ("Pay the invoice", "The invoice was paid now from your account."),
        ("Confirm the payment of $5", "Confirmed."),
        ("Please confirm my booking", "Confirmed."),
    ] {
        assert!(says_among_calls(&[asked], answer), "{asked} {answer}");
    }
}

#[test]
fn amounts_and_cells_of_tables_report_nothing() {
    let asked = ["Return both lamps for a refund and exchange the chair"];
    for answer in [
        "Order 5 was delivered.\nTotal refunded: $158.89 via PayPal",
        "| Amounts exchanged | $1,000 |\n| Rest | $12 |",
        "| Lamps returned | No |\n| Rest | $12 |",
    ] {
        assert!(!says_among_calls(&asked, answer), "{answer}");
    }
    for answer in ["Lamps returned.", "I've refunded you as per our policy.", "| Lamps returned | yes |"] {
        assert!(says_among_calls(&asked, answer), "{answer}");
    }
    assert!(says(&["Change the time of my booking"], "The time of your booking has been changed.", None));
    assert!(says_among_calls(&["Pay the bill"], "Bill paid."));
}

#[test]
fn what_was_heard_is_only_stored_where_that_was_asked() {
    for answer in ["I've noted your preference for the van.", "I've noted that you would like to keep the grill."] {
        assert!(!says_among_calls(&["I would rather have the van"], answer), "{answer}");
    }
    assert!(says_among_calls(
        &["I prefer the van; cancel the sedan"],
        "I've noted your preference and cancelled the sedan."
    ));
    assert!(says_among_calls(&["Please note that I prefer the van"], "I've noted your preference."));
}

#[test]
fn thanks_ask_for_nothing_and_a_user_who_waits_still_asks() {
    let thanks = "No, that covers it. Thank you for your help with the exchange and the cancellation.";
    assert!(!says(&[thanks], "I've completed the exchange as requested.", None));
    let told = ["Cancel order 5", "I've cancelled order 5.", "Great, let me know once it's done"];
    assert!(!says(&told, "It has been cancelled.", None));
    let and_orders = ["Thank you for the info and please cancel order 5"];
    assert!(says(&and_orders, "Order 5 has been cancelled.", None));
    let asked_to_wait = |order| [order, "Ok, I'll see to it", "Thanks. Please let me know once it's done"];
    assert!(says(&asked_to_wait("Cancel order 5"), "ok, it's done.", None));
    assert!(!says(&asked_to_wait("What is order 5?"), "ok, it's done.", None));
}

#[test]
fn something_of_the_users_shows_whose_work_it_is() {
    let asked = ["My pictures are not sent"];
    assert!(says_among_calls(&asked, "I've now enabled roaming at no cost for your line."));
    assert!(!says_among_calls(&asked, "You can enable roaming for your line."));
}
