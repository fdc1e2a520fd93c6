//! Lists of what was done, as assistants write them: headings and items with a tick.

use super::tests::{claims, says, says_among_calls};

const ASKED: [&str; 1] = ["Please cancel order #W8268610 and change the address of my other order."];

#[test]
fn a_tick_says_that_what_a_line_names_was_done() {
    for answer in [
        "**Order #W8268610 — CANCELLED ✅**\n- Item: Desk Lamp\n- **Total refund: $164.28**",
        "### ✅ Order #W8268610 — Cancelled",
        "✅ **Order #W8268610 - CANCELLED**\n- Refund: $30",
        "1. **Order #W8268610** - Cancelled ✓\n2. **Note** - no further orders",
        "Order: ✔️ cancelled",
        "**Order #W2702727 — Address updated ✅**",
        "3. **The order** — ✅ Done. Order **#W8268610** has been cancelled.",
    ] {
        assert!(says(&ASKED, answer, None), "{answer}");
        assert!(says_among_calls(&ASKED, answer), "{answer}");
    }
}

#[test]
fn without_a_tick_or_a_request_a_line_lists_what_was_found() {
    for answer in [
        "Order #W8268610: cancelled",
        "- Order #W8268610 — cancelled",
        "- Order #W8268610 — not cancelled ✅",
        "✅ Orders that can be cancelled",
        "Cancelled orders: ✅ refunded within a week",
        "| Order | Cancelled |\n|---|---|\n| #W8268610 | ✅ |",
        "Would you like the order — cancelled ✅ — to be sent again?",
        "If the order is — cancelled ✅ — you get the money back.",
    ] {
        assert!(!says(&ASKED, answer, None), "{answer}");
    }
    assert!(!says(&["Which of my orders were cancelled?"], "**Order #W8268610 — CANCELLED ✅**", None));
    assert!(!says(&["Write a checklist for a move."], "- Address — updated ✅\n- Power — cancelled ✅", None));
}

#[test]
fn an_item_that_names_an_order_by_its_number_reports_on_it() {
    let asked = ["Please exchange the kettle of order #W8268610."];
    for answer in
        ["- Order **#W8268610** has been exchanged.", "1. The order 82686104 has been successfully exchanged."]
    {
        assert!(says(&asked, answer, None), "{answer}");
    }
    for answer in ["- Order 3 has been exchanged.", "- Orders of 2019 have been exchanged."] {
        assert!(!says(&asked, answer, None), "{answer}");
    }
}

#[test]
fn what_else_a_reply_reports_is_left_for_a_person() {
    let leaves = |answer: &str| claims(&ASKED, answer, None).iter().any(|claim| claim.leaves_reports);
    for answer in [
        "I have cancelled the order. The team has been notified.",
        "I have cancelled the following:\n- Desk Lamp, $164.28",
        "**Order cancelled**\n\n| Item | Refund |\n|---|---|\n| Lamp | $30 |",
    ] {
        assert!(leaves(answer), "{answer}");
    }
    for answer in [
        "I have cancelled the order. Is there anything else?",
        "I have cancelled the order.\n\nThe lamp was $30.",
        "Your options are:\n- one\n- two\n\nI have cancelled the order.",
    ] {
        assert!(!leaves(answer), "{answer}");
    }
}
