//! Customers who ask for people, name things of the past and want things confirmed, and services that answer with plans,
//! recaps and confirmations.

use super::tests::{claims, says, says_among_calls};

#[test]
fn a_past_time_of_a_thing_is_not_the_time_of_the_deed() {
    for (asked, answer) in [
        ("Cancel the order I placed yesterday", "I've cancelled the order you placed yesterday."),
        ("Cancel yesterday's order", "Your order from yesterday has been cancelled."),
        ("Delete the photos I took 3 days ago", "I've deleted the photos you took 3 days ago."),
        ("Cancel my order", "I've cancelled your order, and the money will be back in your account in 3 days."),
        ("Cancel my order", "I've cancelled your order, so you'll see $29.00 back on your card."),
        ("Update my address", "I've updated your address to 44 Alder Road (previously 9 Park Lane)."),
        ("Lösche die Notiz von gestern", "Ich habe die Notiz von gestern gelöscht."),
        ("Supprime la note d'hier", "J'ai supprimé la note d'hier."),
        ("Borra la nota de ayer", "He borrado la nota de ayer."),
        ("Apague a nota de ontem", "Apaguei a nota de ontem."),
    ] {
        assert!(says(&[asked], answer, None), "{asked} {answer}");
    }
    for (asked, answer) in [
        ("Cancel my order", "I cancelled your order yesterday."),
        ("Send me the file", "I've sent you the file yesterday."),
        ("Cancel my order", "You previously cancelled it, and I have cancelled it back in May."),
        ("Lösche die Notiz", "Ich habe die Notiz gestern gelöscht."),
        ("Supprime la note", "J'ai supprimé la note hier."),
        ("Borra la nota", "Ayer borré la nota."),
        ("Apague a nota", "Apaguei a nota ontem."),
        ("Create the ticket", "Ticket 12 was created previously for this issue."),
        ("Cancel the trip", "The trip was cancelled back in early May."),
        ("Delete my account", "Your account was deleted as of yesterday."),
        ("Send the report", "I sent you the report you wanted last week."),
        ("Cancela mi pedido", "Tu pedido está cancelado desde ayer."),
        ("Annule ma commande", "Votre commande est annulée depuis hier."),
        ("Schick die Mail", "Die Mail, die Sie wollten, habe ich gestern gesendet."),
    ] {
        assert!(!says(&[asked], answer, None), "{asked} {answer}");
    }
}

#[test]
fn an_idiom_asks_for_an_action_without_its_verb() {
    for (asked, answer) in [
        ("I want to talk to a real person", "I've transferred you to one of our specialists."),
        ("Get me a human", "I've connected you with a live agent."),
        ("Can I speak with a supervisor?", "I've escalated your case to a supervisor."),
        ("I want to talk to a human", "You have been transferred to an agent."),
        ("I want my money back", "$89.00 has been refunded to your card."),
        ("I no longer need the table", "Your table has been cancelled."),
        ("I don't want the premium plan any more", "Your Premium subscription has been cancelled."),
        ("Ich möchte mit einem Menschen sprechen", "Ich habe Sie an einen Mitarbeiter weitergeleitet."),
        ("Quiero hablar con un agente", "Te he transferido con un agente."),
        ("Quero falar com um atendente", "Transferi você para um atendente."),
        ("Je veux parler à un conseiller", "Je vous ai transféré à un conseiller."),
    ] {
        assert!(says(&[asked], answer, None), "{asked} {answer}");
    }
    for (asked, answer) in [
        ("How do I talk to a person?", "You have to call us: then you are transferred to an agent."),
        ("I don't want to talk to a human", "I've connected the ideas."),
        ("I no longer need help", "Glad to hear it. You're all set."),
        ("I no longer need the introduction", "I've removed the introduction. Cats are nice."),
        ("I don't want to wait any longer. Where is my order?", "Your order was cancelled since it is out of stock."),
        ("I want to talk to a person", "Your parcel has been transferred to the carrier DHL."),
        ("I want to speak to a manager", "Your case was escalated to our billing team on May 3."),
        ("Quiero hablar con una persona", "He transferido las ideas a esta lista: una, dos."),
    ] {
        assert!(!says(&[asked], answer, None), "{asked} {answer}");
    }
}

#[test]
fn a_confirmation_is_no_deed_where_the_reply_goes_on_or_nothing_was_changed() {
    for answer in ["Confirmed.", "Confirmed! See you at 7.", "Confirmed. No deposit is required, see you at 7!"] {
        assert!(says(&["Book a table for 2"], answer, None), "{answer}");
    }
    assert!(says(&["Acknowledge incident PD-12"], "Acknowledged.", None));
    for (asked, answer) in [
        ("Confirm no changes required, proceed as is.", "Confirmed. No changes made."),
        ("Acknowledge completion, end the task.", "Acknowledged. No further action will be taken."),
        (
            "Verify each fact and confirm that it is right.",
            "Acknowledged. I will only proceed on documented facts: the account, the device, the service and the bill.",
        ),
        (
            "Verify that my credits are used and confirm the earliest slot without insurance.",
            "Credits are used for this visit; insurance is skipped.",
        ),
    ] {
        assert!(!says_among_calls(&[asked], answer), "{asked} {answer}");
    }
}

#[test]
fn a_promise_next_to_a_question_is_none_of_a_deed() {
    let asked = ["Schedule an appointment for 10:00"];
    for answer in
        ["Reply “Yes” to confirm. I'll book it right away.", "I'm ready to proceed, I just need explicit confirmation."]
    {
        assert!(!says_among_calls(&asked, answer), "{answer}");
    }
    assert!(says_among_calls(&asked, "I've scheduled the appointment for 10:00."));
}

#[test]
fn the_items_of_a_list_of_tasks_are_still_to_do() {
    let asked = ["Reset the network settings"];
    for answer in [
        "Please do the following and report back:\n- Reset network settings on the phone.\n- Place a test call.",
        "Next steps:\n- Reset network settings on the phone",
        "Summary of actions needed:\n- Network settings reset",
    ] {
        assert!(!says_among_calls(&asked, answer), "{answer}");
    }
    assert!(says_among_calls(&asked, "I've reset the network settings."));
    assert!(!says_among_calls(&["Link my router"], "- Effect: ensures your router is connected to the new service."));
}

#[test]
fn all_set_says_that_everything_is_done() {
    let said = claims(&["Book a table for 2"], "You're all set! Here are the details.", None);
    assert_eq!(said[0].replacement.as_deref(), Some("I have not booked or ordered anything."));
    let said = claims(&["Move the meeting to 9", "To 9 on Friday?", "Yes, proceed."], "You're all set there.", None);
    assert_eq!(said[0].replacement.as_deref(), Some("Nothing has been done."));
}
