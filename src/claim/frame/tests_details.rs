//! What is known of a claim besides its place and correction: which tools make it true, and what else it leaves for a
//! person. The files in `tests/cases/sentences` say which replies claim something.

use super::tests::{claims, says};

const TOOLS: &str = "[{name: 'k8s.scale_deployment'}, {name: 'merge_pull_request'}, {name: 'share_file'},
    {name: 'archive_email'}, {name: 'add_issue_comment'}, {name: 'issue_refund'}, {name: 'add_bonus'},
    {name: 'set_alert_threshold'}, {name: 'schedule_pickup'}, {name: 'start_cleaning'}, {name: 'book_hotel'},
    {name: 'unlock_account'}, {name: 'get_order'}, {name: 'stage_claim'}]";

#[test]
fn what_a_tool_looked_up_was_not_denied() {
    let may_be_read = |asked: &str, answer: &str| claims(&[asked], answer, Some(TOOLS))[0].may_be_read;
    assert!(may_be_read("Status of the bonus for Ravi please", "Ravi's bonus has been added."));
    // A tool may name its action as its object.
    assert!(says(&["I want my money back"], "$89.00 has been refunded to your payment method.", Some(TOOLS)));
}

#[test]
fn a_correction_takes_the_sign_of_a_number_along_and_keeps_the_letters_of_a_name() {
    let answer = "$300.00 has been moved from checking to savings.";
    let claim = &claims(&["Move 300 from checking to savings"], answer, Some(TOOLS))[0];
    assert_eq!(claim.span.of(answer), answer);
    let tools = "[{name: 'ban_player'}]";
    let claim = &claims(&["Ban xX_slayer_Xx"], "xX_slayer_Xx has been banned.", Some(tools))[0];
    assert_eq!(claim.replacement.as_deref(), Some("xX_slayer_Xx has not been banned."));
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

#[test]
fn done_with_a_deed_is_not_true_of_any_change() {
    let any_change = |answer: &str| claims(&["Please cancel my order"], answer, None)[0].any_change;
    assert!(any_change("Done."));
    assert!(!any_change(
        "Done, I've cancelled the order for the blue lamp and the two chairs with the number that you gave."
    ));
}

#[test]
fn a_customer_may_be_what_was_changed() {
    let asked = ["Please delete the customer Ana Berg."];
    for answer in [
        "The customer has been deleted successfully.",
        "Customer deleted successfully.",
        "Customer Ana Berg deleted.",
        "The customer with the number 00000003 has been deleted.",
    ] {
        let found = claims(&asked, answer, Some("[{name: 'delete_customer'}]"));
        let denial = found.first().and_then(|claim| claim.replacement.as_deref()).unwrap_or_default();
        assert!(denial.to_lowercase().contains("customer"), "{answer}: {denial}");
    }
    for answer in ["The customer has deleted her order.", "Customers delete such things themselves."] {
        assert!(!says(&asked, answer, Some("[{name: 'delete_customer'}]")), "{answer}");
    }
}

#[test]
fn what_was_to_be_made_is_no_state_that_a_tool_showed() {
    let made = "The line chart has been created. You can view it at plots/visits.png.";
    let found = claims(&["Make a line chart of the visits."], made, None);
    assert!(!found.is_empty() && found.iter().all(|claim| !claim.may_be_read));
    assert!(!says(&["Make a backup of the table."], made, None));
}

#[test]
fn a_sentence_is_read_in_its_own_language_and_corrected_whole() {
    let asked = ["Resérvame una mesa y pon la calefacción a 21 grados."];
    assert!(!says(
        &asked,
        "¿Quieres las 22:00? Cuando la mesa esté reservada, te llegará un SMS.",
        Some("[{name: 'book_spa'}, {name: 'cancel_booking'}, {name: 'send_message'}]")
    ));
    let found = claims(&asked, "¡He puesto la calefacción a 21 °C! ¿Algo más?", None);
    let spans: Vec<_> = found.iter().map(|claim| (claim.span.start, claim.span.end)).collect();
    assert_eq!(spans, [(0, "¡He puesto la calefacción a 21 °C!".len())]);
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
fn what_else_a_reply_reports_is_left_for_a_person() {
    let asked = ["Please cancel order #W8268610 and change the address of my other order."];
    let leaves = |answer: &str| claims(&asked, answer, None).iter().any(|claim| claim.leaves_reports);
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

#[test]
fn what_follows_from_a_false_report_is_left_for_a_person() {
    let leaves = |asked: &str, answer: &str| claims(&[asked], answer, None).iter().any(|claim| claim.leaves_reports);
    for (asked, answer) in [
        ("Cancel my order", "I have cancelled your order. You will receive a refund within a week."),
        ("Cancel my order", "I have cancelled your order. Your new balance is $20."),
        ("Cancel my order", "I have cancelled your order.\n- Refund of $20 issued"),
        ("Storniere die Bestellung", "Ich habe die Bestellung storniert. Sie erhalten in Kürze eine E-Mail."),
        ("Annule ma commande", "J'ai annulé votre commande. Le remboursement sera crédité sous 5 jours."),
        ("Cancela el pedido", "He cancelado tu pedido. Recibirás un correo."),
        ("Cancele o pedido", "Cancelei o seu pedido. Você receberá um e-mail."),
        ("取消订单", "我已取消您的订单。退款将在5天内退回。"),
    ] {
        assert!(leaves(asked, answer), "{answer}");
    }
    for (asked, answer) in [
        ("Cancel my order", "I have cancelled your order. Will you need anything else?"),
        ("Cancel my order", "I have cancelled your order. If you change your mind, let me know."),
        ("Storniere die Bestellung", "Ich habe die Bestellung storniert. Kann ich noch etwas tun?"),
    ] {
        assert!(!leaves(asked, answer), "{answer}");
    }
}
