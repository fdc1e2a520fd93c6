//! Verbs with particles, verbs in the names of tools, and the corrections of sentences with them.

use super::tests::{claims, says};

/// The corrections of an answer, one for each claim.
fn corrections(asked: &str, answer: &str) -> Vec<String> {
    claims(&[asked], answer, None).into_iter().filter_map(|claim| claim.replacement).collect()
}

#[test]
fn a_correction_keeps_the_particle_of_its_verb() {
    for (asked, answer, corrected) in [
        ("Turn the heater off", "I have turned the heater off.", "I have not turned the heater off."),
        ("Turn off the heater", "The heater has been turned off.", "The heater has not been turned off."),
        ("Turn the radio on", "The radio has been turned on at last.", "The radio has not been turned on."),
        ("Log me out of the portal", "I've logged you out of the portal.", "I have not logged you out."),
        ("Sign me up for pottery", "You're signed up for pottery.", "You have not been signed up."),
        ("Opt me out of the letter", "You have been opted out of the letter.", "You have not been opted out."),
        ("Put the order on hold", "The order has been put on hold.", "Nothing has been put on hold."),
    ] {
        assert_eq!(corrections(asked, answer), [corrected], "{answer}");
    }
}

#[test]
fn what_was_done_to_none_of_many_is_said_of_none() {
    for (asked, answer, corrected) in [
        ("Delete all alarms", "I have deleted all the alarms.", "I have not deleted any of the alarms."),
        ("Delete all alarms", "All alarms have been deleted.", "None of the alarms have been deleted."),
        ("Cancel both orders", "Both orders have been cancelled.", "Neither of the orders have been cancelled."),
        ("Lösch alle Wecker", "Ich habe alle Wecker gelöscht.", "Ich habe keine Wecker gelöscht."),
    ] {
        assert_eq!(corrections(asked, answer), [corrected], "{answer}");
    }
}

#[test]
fn a_correction_names_nothing_where_only_a_preposition_follows() {
    assert_eq!(corrections("Book a table for six", "I have booked for six."), ["Nothing has been booked."]);
    assert_eq!(corrections("Add it to my cart", "You got it, adding now."), ["Nothing has been added."]);
}

#[test]
fn a_correction_fits_the_verb_and_the_number_of_its_sentence() {
    for (asked, answer, corrected) in [
        ("Turn on the fan upstairs", "I've turned on the fan upstairs.", "I have not turned on the fan upstairs."),
        ("Reply to Ben's email", "I have replied to Ben's last email.", "I have not replied."),
        ("Book me a table for 4", "Great, you are all set.", "I have not booked or ordered anything."),
        ("Add both coats", "I have added both these coats to your cart.", "I have not added either of these coats."),
        ("Add them both to my cart", "I have added them both to your cart.", "I have not added either."),
        (
            "Cancel both orders",
            "Both orders #W81724 and #W81725 have been cancelled.",
            "Neither of the orders #W81724 and #W81725 have been cancelled.",
        ),
        (
            "Cancel the orders",
            "Orders #5, #6 and #7 have been cancelled.",
            "Orders #5, #6 and #7 have not been cancelled.",
        ),
        ("Turn on both lamps", "I've turned on the lamp and the radio.", "Nothing has been turned on."),
        ("Cancel order 5 and order 6", "I have cancelled order 5 and order 6.", "Nothing has been cancelled."),
        (
            "Cancel order 5 and tell Ben",
            "I have cancelled order 5 and Ben has been told.",
            "I have not cancelled order 5.",
        ),
        (
            "Cancel the boots and the kettle",
            "The boots and kettle from order 5 have been cancelled.",
            "Nothing has been cancelled.",
        ),
        (
            "Return the cup and saucer",
            "**Cup & saucer** from order 5 have been returned.",
            "Nothing has been returned.",
        ),
        ("Refund me", "A refund of **$3.50** has been issued.", "A refund of $3.50 has not been issued."),
    ] {
        assert_eq!(corrections(asked, answer), [corrected], "{answer}");
    }
    assert_eq!(corrections("Ouvre la porte", "Ouverture en cours"), ["Rien n'a été ouvert."]);
}

#[test]
fn a_particle_far_from_its_verb_belongs_to_another() {
    assert!(!says(&["Book me a seat"], "I checked the plan, and the front row is sold out.", None));
    assert!(!says(&["Book me a seat"], "I've checked in our system: there are seats.", None));
}

#[test]
fn a_tool_is_named_after_what_it_does() {
    let tools = "[{name: 'impound_vehicle'}, {name: 'kiosk.adopt'}, {name: 'get_status'}]";
    for answer in ["The van has been impounded.", "I've impounded the van for you.", "The parrot has been adopted."] {
        let asked = if answer.contains("van") { "Please impound the van." } else { "Please adopt the parrot." };
        assert!(says(&[asked], answer, Some(tools)), "{answer}");
        assert!(!says(&[asked], answer, None), "{answer}");
    }
    for answer in ["The van cannot be impounded.", "Shall I impound the van?", "Impounded vans are kept for a week."] {
        assert!(!says(&["Please impound the van."], answer, Some(tools)), "{answer}");
    }
}

#[test]
fn a_need_that_was_told_is_met_by_a_tool_of_the_application() {
    let tools = "[{name: 'set_thermostat', parameters: ['zone: string']}, {name: 'find_zone'}]";
    let asked = ["It's freezing in the attic!"];
    assert!(says(&asked, "I've turned the attic up to 21 degrees.", Some(tools)));
    for (asked, answer, tools) in [
        ("It's freezing in the attic!", "I've turned the attic up to 21 degrees.", None),
        ("It's freezing in the attic!", "Attics are often cold, since warm air leaks out.", Some(tools)),
        ("Write a story about an attic.", "I turned the attic upside down.", Some(tools)),
    ] {
        assert!(!says(&[asked], answer, tools), "{asked} {answer}");
    }
}

#[test]
fn an_item_of_a_list_is_a_claim_where_the_user_asked_for_just_that() {
    assert!(says(&["Move the invoice 5 deal to Won."], "- Deal of invoice 5 moved to Won", None));
    for (asked, answer) in [
        ("What do we pay?", "- Total paid: $20"),
        ("Which deals did they move?", "- Deal moved to Won"),
        ("Book a flight", "- Flights booked within a day can be refunded"),
    ] {
        assert!(!says(&[asked], answer, None), "{answer}");
    }
}

#[test]
fn a_name_or_a_question_next_to_an_order_leaves_it_an_order() {
    let tools = Some("[{name: 'reserve_room'}, {name: 'add_list_item'}]");
    for (asked, answer) in [
        ("Book the loft from May 3, name is Ada Berg.", "The loft has been booked for you."),
        ("Add flour to the list and tell me what else is on it", "I've added flour to your list."),
        ("can u book the loft?", "I've booked the loft."),
    ] {
        assert!(says(&[asked], answer, tools), "{asked}");
    }
    assert!(!says(&["Name three lofts in Rome"], "I've booked the loft.", None));
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

#[test]
fn each_action_of_a_sentence_is_denied() {
    for (asked, answer, correction) in [
        (
            "Merge the request and delete the branch",
            "I merged the request and deleted the branch.",
            "I have not merged the request. I have not deleted the branch.",
        ),
        (
            "Cancel my order",
            "Your order has been cancelled and your refund has been processed.",
            "Your order has not been cancelled. Your refund has not been processed.",
        ),
    ] {
        assert_eq!(corrections(asked, answer), [correction], "{answer}");
    }
}

#[test]
fn a_correction_names_no_noun_without_its_article_and_no_part_of_a_date() {
    for (asked, answer, correction) in [
        ("Cancela el temporizador", "Temporizador cancelado.", "No se ha cancelado nada."),
        ("Apaga la luz del pasillo", "Luz del pasillo apagada.", "No se ha apagado nada."),
        ("Cancela o lembrete", "Cancelei lembrete.", "Nada foi cancelado."),
        ("Starte die Wiedergabe", "Ich habe Wiedergabe gestartet.", "Es wurde nichts gestartet."),
        (
            "Verschieben Sie bitte meinen Termin",
            "Ich habe Ihren Termin auf Freitag, den 13. März um 10:30 Uhr verschoben.",
            "Es wurde nichts verschoben.",
        ),
        ("Mach das Licht im Flur aus", "Das Licht im Flur ist aus.", "Das Licht im Flur wurde nicht ausgeschaltet."),
    ] {
        assert_eq!(corrections(asked, answer), [correction], "{answer}");
    }
}

#[test]
fn a_short_answer_is_corrected_in_the_language_of_its_question() {
    let asked = "Pausar o temporizador da pizza e todos os alarmes";
    assert_eq!(corrections(asked, "Temporizador pausado"), ["Temporizador não pausado."]);
}

#[test]
fn a_pronoun_may_name_who_was_added() {
    let denial = |answer| {
        let found = claims(&["Please add Sam Lee to the yoga course."], answer, None);
        found.first().and_then(|claim| claim.replacement.clone())
    };
    assert_eq!(denial("He's been added to the yoga course.").as_deref(), Some("He has not been added."));
    assert_eq!(denial("She has been added to the yoga course.").as_deref(), Some("She has not been added."));
    assert_eq!(denial("He's added to it every week."), None);
    assert_eq!(denial("He has been working on the yoga course."), None);
    assert_eq!(denial("Who has been added to the yoga course?"), None);
    assert_eq!(denial("He has added her to the yoga course."), None);
}

#[test]
fn who_went_ahead_did_it() {
    let asked = "Please cancel my order.";
    assert_eq!(corrections(asked, "I have cancelled the order that you placed."), ["I have not cancelled the order."]);
    assert_eq!(corrections(asked, "I went ahead and cancelled your order."), ["I have not cancelled your order."]);
    assert_eq!(corrections(asked, "Let me know if I should go ahead and have it cancelled."), [""; 0]);
}

#[test]
fn who_looked_something_up_and_went_on_did_that_too() {
    let asked = "Please make the payment for my lease.";
    for (answer, correction) in [
        ("I reviewed the lease and made the payment.", "I have not made the payment."),
        ("I checked the lease and then made the payment.", "I have not made the payment."),
        ("I looked at the lease and completed the payment.", "I have not completed the payment."),
    ] {
        assert_eq!(corrections(asked, answer), [correction], "{answer}");
    }
    for answer in [
        "I found the lease and confirmed the payment.",
        "I checked the lease you sent and made payments are listed.",
        "I verified that the lease is open and made in May.",
        "I checked all payments, made and open.",
        "I checked the list and made payments cannot be restored.",
        "I reviewed the payments received and made in May.",
        "I checked, the bank reviewed the lease and made the payment.",
        "I found that the payment was cancelled and made once more.",
        "I checked and your payment has been cancelled and made again by the bank.",
        "I reviewed the lease, which the bank updated and made valid.",
    ] {
        assert_eq!(corrections(asked, answer), [""; 0], "{answer}");
    }
}

#[test]
fn who_was_to_handle_a_request_submitted_it() {
    let asked = "Please handle the refund request for my tent.";
    assert_eq!(corrections(asked, "I submitted the request."), ["I have not submitted the request."]);
    assert_eq!(corrections("Please confirm the refund request.", "The request was submitted in May."), [""; 0]);
    assert_eq!(corrections("Please handle the refund for my tent.", "I submitted a poem."), [""; 0]);
    let tips = "I've included some tips to help ensure that your pie turns out.";
    assert_eq!(corrections("I am going to make a pie. Can you help me?", tips), [""; 0]);
}
