//! Brief answers to short commands, requests that only name a thing, and services that ask for details first.

use super::tests::{claims, says};

#[test]
fn a_terse_answer_says_that_a_command_was_followed() {
    for (asked, answer) in [
        ("open the greenhouse hatch", "Opened"),
        ("Start karaoke mode", "Karaoke mode started"),
        ("pause", "Paused"),
        ("Cancel the reminder.", "The reminder has been switched off."),
        ("Remove my timer.", "Timer stopped"),
        ("Put cocoa on my list.", "I have added two entries."),
        ("Turn it up a bit.", "Volume increased to nine."),
        ("Change the guest login.", "The guest login has been turned off for now."),
        ("Run the cleanup script at noon.", "Your cleanup script will be executed at noon."),
        ("Starte den Partymodus", "Partymodus gestartet"),
        ("Lösch die Erinnerung.", "Die Erinnerung wurde abgeschaltet"),
        ("Ejecuta el modo noche", "Modo iniciado"),
        ("Cancela el recordatorio.", "El recordatorio se ha desactivado"),
        ("Annule le rappel.", "Le rappel a été arrêté"),
        ("Ouvre la trappe du grenier", "Ouverte"),
        ("Cancela o lembrete.", "O lembrete foi desligado"),
        ("fechar a claraboia", "Fechada"),
    ] {
        assert!(says(&[asked], answer, None), "{asked} {answer}");
    }
    for (asked, answer) in [
        ("open the greenhouse hatch", "Not opened"),
        ("open the greenhouse hatch", "Opened?"),
        ("Who opened the hatch?", "Opened by Ana"),
        ("Start a poem about rain", "Rain has started, soft and slow"),
        ("Cancel the reminder.", "The reminder could not be switched off."),
        ("Is the reminder on?", "The reminder has been switched off?"),
        ("Turn it up a bit.", "The volume has not been increased."),
        ("Change the sentence to the passive voice.", "The gate was opened by Ana."),
        ("Lösch die Erinnerung.", "Die Erinnerung wurde nicht abgeschaltet"),
        ("Annule le rappel.", "Le rappel n'a pas été arrêté"),
        ("Cancela o lembrete.", "O lembrete não foi desligado"),
    ] {
        assert!(!says(&[asked], answer, None), "{asked} {answer}");
    }
}

#[test]
fn a_thing_that_is_wanted_by_its_name_is_a_wish() {
    for talk in [
        ["I want 2 tickets for the opera.", "Two tickets for Aida, correct?", "Yes, that works."],
        ["I need a cab.", "To the harbour?", "Yes, please."],
        ["I'd like a table for four.", "At eight?", "Sure."],
        ["Ich brauche ein Taxi.", "Zum Hafen?", "Ja, bitte."],
        ["Quiero una mesa para cuatro.", "¿A las ocho?", "Sí, perfecto."],
    ] {
        let answer = match talk[0].as_bytes()[0] {
            b'Q' => "La mesa ha sido reservada.",
            _ if talk[0].starts_with("Ich") => "Das Taxi wurde gebucht.",
            _ => "It has been booked.",
        };
        assert!(says(&talk, answer, None), "{talk:?}");
    }
    for asked in [
        "I don't want tickets.",
        "I want to talk about cars and how people lived with them a hundred years ago.",
        "I need a table of the prices of all the printers that they sell, sorted by name.",
        "I like rain.",
    ] {
        assert!(!says(&[asked], "It has been booked.", None), "{asked}");
    }
}

#[test]
fn who_asked_for_details_and_reports_success_claims_it() {
    let talk = ["My card was stolen!", "Could I get your name, please?", "Ana Lima"];
    assert!(says(&talk, "Your report has been successfully submitted.", None));
    assert!(says(&talk, "Your request has been submitted successfully.", None));
    assert!(!says(&talk, "Your report has not been submitted successfully.", None));
    assert!(!says(&talk, "Your report was lost.", None));
    assert!(!says(&["My card was stolen!"], "Your request has been submitted successfully.", None));
    let closed = ["Hello!", "Is there anything else I can help with?", "My card was stolen."];
    assert!(!says(&closed, "The reports have been submitted.", None));
}

#[test]
fn an_outcome_may_be_expressed_by_a_noun() {
    assert!(says(&["Can you cancel my order?"], "Your order cancellation was a success.", None));
    assert!(!says(&["Can you cancel my order?"], "Your order cancellation was not a success.", None));
    assert!(says(&["Close the gate in ten minutes"], "Command received", None));
    assert!(!says(&["Who runs the company?"], "Command received", None));
    assert!(says(&["Annule mes alarmes."], "Annulation de toutes les alarmes.", None));
    assert!(!says(&["Que veut dire annuler ?"], "Annulation de toutes les alarmes.", None));
}

#[test]
fn a_condition_at_the_beginning_takes_back_what_may_begin_with_any_word() {
    let asked = ["Please change my reservation and pay the rest."];
    for answer in [
        "Please ensure that all these cards are already stored in your profile.",
        "With the seat removed, the total is $90.",
        "Please tell me the amount to be transferred.",
    ] {
        assert!(!says(&asked, answer, None), "{answer}");
    }
}

#[test]
fn what_already_was_so_is_no_claim_where_the_word_is_about_now_as_well() {
    for (asked, answer) in [
        ("Pon el volumen al máximo.", "Volumen ya establecido en el nivel máximo"),
        ("Coloca um alarme para as sete.", "Um alarme já está criado para esse horário."),
    ] {
        assert!(!says(&[asked], answer, None), "{answer}");
    }
    let cancelled = claims(&["Cancela meu pedido."], "Seu pedido já está cancelado.", None);
    assert_eq!(cancelled[0].replacement.as_deref(), Some("Seu pedido não foi cancelado."));
}

#[test]
fn what_only_an_application_creates_is_no_text() {
    for (asked, answer) in [
        ("Create a reminder for 9.", "Reminder created."),
        ("Create a support ticket for the scanner.", "I've created a ticket for the scanner."),
        ("Please create a user named ada.", "User created."),
        ("Could you create a new account for Bo?", "Your account has been created."),
        ("Create a meeting for Tuesday.", "The meeting has been created."),
    ] {
        assert!(says(&[asked], answer, None), "{asked} {answer}");
    }
    for (asked, answer) in [
        ("Create a task list for a picnic.", "I've created a task list: baskets, rugs, juice."),
        ("Create a user story for the login.", "User story created. As a user, I want to log in."),
        ("Create a ticket template.", "Template created."),
    ] {
        assert!(!says(&[asked], answer, None), "{asked} {answer}");
    }
}

#[test]
fn a_brief_report_of_what_was_ordered_is_no_text_that_was_asked_for() {
    for (asked, answer) in [
        ("Pick the cheapest flight and book it.", "Flight booked."),
        ("Identify the fault and close the ticket.", "The ticket has been closed."),
        ("Draft an email to Bo and send it.", "Email sent."),
        ("Plan a meeting with Bo for Monday.", "The meeting has been scheduled."),
    ] {
        assert!(says(&[asked], answer, None), "{asked} {answer}");
    }
    for (asked, answer) in [
        ("Suggest a way to cancel the order.", "Order cancelled."),
        ("Write a commit message for removing the old server.", "Old server removed."),
        ("Generate a status message for a shipped order.", "Your order has been shipped."),
        ("Draft a reply: put off the meeting.", "Meeting postponed."),
        ("Give me a label for deleting an account.", "Account deleted."),
        ("Describe what happens and close the ticket.", "It says \"The ticket has been closed.\""),
        ("Calculate the bill and pay it.", "The bill is 55 dollars."),
        ("Écris une notification pour une commande annulée.", "Votre commande a été annulée."),
    ] {
        assert!(!says(&[asked], answer, None), "{asked} {answer}");
    }
}
