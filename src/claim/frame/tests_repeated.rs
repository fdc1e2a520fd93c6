//! Replies that tell again what was told before, next to new claims in the same words.

use super::tests::{says, says_among_calls};

/// An order and its report.
const RETURNED: [&str; 2] =
    ["Please return the sneakers of order W7449508", "I've started the return for the sneakers of order W7449508."];

fn after_return(asked: &str, answer: &str) -> bool {
    says_among_calls(&[RETURNED[0], RETURNED[1], asked], answer)
}

#[test]
fn a_deed_that_is_told_again_is_no_new_claim() {
    for (asked, answer) in [
        ("No, thank you. That will be all.", "The return for the sneakers has been processed."),
        ("No, thank you. That will be all.", "You're all set. Have a great day!"),
        ("How long does the refund take?", "Your return has been initiated, so about five days."),
        ("Is the return of the sneakers under way?", "Yes. The return of the sneakers has been initiated."),
        (
            "Please go ahead with the return of the sneakers from order W7449508.",
            "Done. Your return has been initiated.",
        ),
    ] {
        assert!(!after_return(asked, answer), "{asked} {answer}");
    }
}

#[test]
fn a_new_order_for_the_same_is_a_new_claim() {
    for (asked, answer) in [
        ("Please return order W5555555 as well", "Your return has been initiated."),
        ("Please return the boots too", "I've started the return for the boots."),
        ("Now cancel order W5555555", "Your order has been cancelled."),
        ("Let me know once the return is done", "Your return has been processed."),
        ("Please cancel my subscription", "Done. Your subscription has been cancelled."),
    ] {
        assert!(after_return(asked, answer), "{asked} {answer}");
    }
    let offered = "I've cancelled order W1111111. Shall I cancel order W2222222 as well?";
    let talk = ["Cancel my orders", offered, "Yes, please"];
    assert!(says(&talk, "Order W2222222 has been cancelled.", None));
    assert!(says(&talk, "Your order has been cancelled.", None));
}

#[test]
fn more_of_the_same_is_a_new_claim() {
    for (asked, answer) in [
        ("The other one too", "I've started the other return as well."),
        ("Another one, please", "I've started another return."),
        ("And the same for my wife", "I've started the return."),
    ] {
        assert!(after_return(asked, answer), "{asked} {answer}");
    }
    for (asked, answer) in [
        ("Another question: when do I get the money?", "Your return has been initiated, so in about five days."),
        ("Is that the same for the other one?", "No. Your return has been initiated for the sneakers alone."),
        ("Thank you too", "Your return has been initiated. Have a great day!"),
    ] {
        assert!(!after_return(asked, answer), "{asked} {answer}");
    }
}

#[test]
fn a_general_report_answers_a_new_order() {
    let told = "I've updated your reservation to the noon flight.";
    let after = |asked: &str, answer: &str| {
        says_among_calls(&["Please change my reservation to the noon flight", told, asked], answer)
    };
    assert!(after("Please add two bags", "Your reservation has been updated."));
    assert!(!after("When does it leave?", "At noon. Your reservation has been updated."));
}

#[test]
fn what_the_user_tells_as_done_is_no_claim() {
    for (asked, answer) in [
        ("Your return has been initiated. Is there anything else?", "Thank you! Your return has been initiated."),
        ("Thank you for processing the return request.", "You're welcome! Your return request has been processed."),
        ("Thanks for cancelling my order.", "You're welcome, your order has been cancelled."),
        (
            "The return has been initiated. You will get instructions on how to return it. Anything else?",
            "All set — your return has been initiated.",
        ),
        ("I paid the bill of $65 just now. What next?", "Your payment has been processed. Restart the phone."),
        ("Okay, I turned roaming on. It says roaming is enabled.", "Roaming is now enabled. Next, restart the phone."),
    ] {
        assert!(!says_among_calls(&[asked], answer), "{asked} {answer}");
    }
    for (asked, answer) in [
        ("My return has been refused. Please return the lamp again", "Your return has been initiated."),
        ("Thanks for cancelling my order. Please cancel the hotel, too.", "Your hotel has been cancelled."),
        ("Thanks for the quick reply. Cancel my order.", "Your order has been cancelled."),
        ("Thanks for the order. I'd like a refund for the lamp.", "Your refund for the lamp has been issued."),
        ("I paid the bill of $65 just now. Please unlock my line", "I've unlocked your line."),
        ("I cancelled the flight. Please cancel the hotel too", "I've cancelled your hotel."),
    ] {
        assert!(says_among_calls(&[asked], answer), "{asked} {answer}");
    }
}

#[test]
fn a_deed_that_is_told_again_by_its_noun_or_with_thanks_is_no_new_claim() {
    for (asked, answer) in [
        ("Thanks for getting that started. What about the label?", "I've started the return. The label comes by mail."),
        (
            "Please send me an email about the return",
            "The return of the sneakers has been started. I can't send emails.",
        ),
    ] {
        assert!(!after_return(asked, answer), "{asked} {answer}");
    }
    assert!(after_return(
        "Thanks for getting that started. Please return the boots too.",
        "I've started the return of the boots."
    ));
    let booked = |asked, answer| says_among_calls(&["Book flight 12", "I've booked flight 12.", asked], answer);
    assert!(!booked("What did I pay, and how?", "Your booking has been processed with your Visa."));
    assert!(booked("Book flight 14 too", "Your booking for flight 14 has been processed."));
    assert!(booked("Please book it for my wife as well", "The booking was successful."));
}
