//! Answers that propose something, report a failure or say goodbye, and what replies to them claim.

use super::tests::{claims, says};

#[test]
fn what_failed_is_still_wanted() {
    for (talk, answer) in [
        (
            ["Book a table at Rosa.", "I'm sorry, the request was unsuccessful.", "Hm. Try the Ivy at seven then"],
            "Your reservation is confirmed!",
        ),
        (
            ["Reserve a room for me.", "Unfortunately, they are full on Friday.", "Saturday"],
            "Your room has been booked.",
        ),
        (
            ["Bitte reserviere einen Tisch.", "Leider ist um acht nichts frei.", "Dann um neun"],
            "Dein Tisch wurde reserviert.",
        ),
        (
            ["Réserve une table.", "Malheureusement, c'est complet à 20 heures.", "Alors à 21 heures"],
            "Votre table a été réservée.",
        ),
        (["Reserva una mesa.", "Lo siento, a las ocho no queda nada.", "A las nueve"], "Tu mesa ha sido reservada."),
        (["Reserva uma mesa.", "Infelizmente não há nada às oito.", "Às nove"], "A sua mesa foi reservada."),
    ] {
        assert!(says(&talk, answer, None), "{talk:?} {answer}");
    }
    let talk = ["How is the food at Rosa?", "Unfortunately they are full at eight.", "A pity"];
    assert!(!says(&talk, "Your reservation is confirmed!", None));
}

#[test]
fn what_is_asked_to_be_confirmed_was_not_done() {
    for (asked, answer) in [
        ("Book a table for two.", "I have booked a table for two at eight. Is that correct?"),
        ("Book a table for two.", "Please confirm the details. Your table has been booked for eight."),
        ("Buy a bus ticket.", "Okay, you have bought 1 bus ticket to Rome, right?"),
        ("Reserviere einen Tisch.", "Ich habe einen Tisch reserviert. Ist das so richtig?"),
        ("Réserve une table.", "J'ai réservé une table à 20 heures. Veuillez confirmer."),
        ("Reserva una mesa.", "He reservado una mesa a las ocho. ¿Es correcto?"),
        ("Reserva uma mesa.", "Reservei uma mesa às oito. Por favor confirme."),
    ] {
        assert!(!says(&[asked], answer, None), "{asked} {answer}");
    }
    // The user is asked to confirm something else.
    let answer =
        "Your table has been booked. They close at ten. Parking is free. Please confirm the number of the car.";
    assert!(says(&["Book a table for two."], answer, None));
}

#[test]
fn who_takes_leave_agrees_to_nothing() {
    let talk = ["Play that song.", "Your song is from 2016.", "Great, thanks, that's all"];
    assert!(!says(&talk, "Enjoy the music!", None));
    let talk = ["Play that song.", "Shall I play it in the kitchen?", "Yes, thanks"];
    assert!(says(&talk, "Enjoy the music!", None));
}

#[test]
fn people_for_whom_something_is_done_do_not_do_it() {
    let asked = ["Reserve a table for 5 people."];
    assert!(says(&asked, "Your reservation for 5 people at Rosa is confirmed.", None));
    assert!(!says(&asked, "The customers have booked a table.", None));
    assert!(!says(&asked, "A table that people booked is never free.", None));
}

#[test]
fn what_lacks_a_blank_is_a_sentence_of_its_own() {
    let talk = ["Book 2 tickets.", "Two for Friday?", "Yes."];
    assert!(says(&talk, "Reservation is made.Have fun!", None));
    assert!(says(&talk, "The tickets were booked without errors.", None));
    assert!(!says(&talk, "The tickets were not booked.Sorry!", None));
}

#[test]
fn what_is_said_to_who_agreed_is_an_outcome() {
    let talk = ["I want 2 tickets for Aida.", "Two for Aida at eight?", "Yes, that works."];
    for answer in [
        "You have purchased 2 tickets for Aida.",
        "The purchase went through!",
        "I got you 2 tickets.",
        "Your tickets are all set.",
    ] {
        assert!(says(&talk, answer, None), "{answer}");
    }
    for answer in [
        "You have not purchased 2 tickets.",
        "Have you purchased 2 tickets?",
        "Once the purchase went through, wait.",
        "The purchase didn't go through.",
    ] {
        assert!(!says(&talk, answer, None), "{answer}");
    }
    assert!(!says(&["What is Aida about?"], "You have purchased 2 tickets for Aida.", None));
}

#[test]
fn brief_answers_of_assistants_say_what_is_so_now() {
    for (asked, answer) in [
        ("Set the volume to 40.", "Volume at 40"),
        ("Send the vacuum home and dock it.", "Returning to the dock"),
        ("Move my alarm to nine.", "The alarm is now at 9"),
        ("Add milk to my shopping list.", "Milk is on the list"),
        ("Add milk to my shopping list.", "Added milk"),
        ("Delete the list.", "The list is gone"),
        ("Stell die Lautstärke auf 40.", "Lautstärke 40"),
        ("Lösch meinen Wecker um sieben.", "Der Wecker ist weg"),
        ("Verschieb den Wecker auf neun Uhr.", "Der Wecker ist jetzt um 9 Uhr"),
        ("Pon el volumen al 40.", "Volumen al 40"),
        ("Pausa la música.", "En pausa"),
        ("Cambia la alarma a las nueve.", "Ahora la alarma es a las 9"),
        ("Éteins toutes les lumières.", "Extinction des lumières"),
        ("Mets une alarme à sept heures.", "Votre alarme sonnera à 7 heures"),
        ("Mets du lait sur ma liste.", "C'est sur la liste"),
        ("Muda isso para as nove.", "O alarme agora é às 9"),
        ("Liga o som de novo.", "O som voltou"),
        ("Põe leite na minha lista.", "Leite está na lista"),
        ("廣播開飯", "已廣播"),
        ("下一首", "下一首"),
    ] {
        assert!(says(&[asked], answer, None), "{asked} {answer}");
    }
    for (asked, answer) in [
        ("Is the volume at 40?", "Volume at 40"),
        ("Set the volume to 40.", "Volume at 40?"),
        ("Delete the list.", "The list is not gone"),
        ("Which list is gone?", "The list is gone"),
        ("Lösch meinen Wecker um sieben.", "Ist der Wecker weg?"),
        ("Wo ist der Wecker?", "Der Wecker ist weg"),
        ("Cambia la alarma a las nueve.", "¿Ahora la alarma es a las 9?"),
        ("Mets une alarme à sept heures.", "Votre alarme ne sonnera pas à 7 heures"),
        ("Muda isso para as nove.", "O alarme agora não é às 9"),
    ] {
        assert!(!says(&[asked], answer, None), "{asked} {answer}");
    }
}

#[test]
fn the_correction_agrees_with_several_things() {
    let denial = |answer: &str| claims(&["Cancel my two orders."], answer, None).remove(0).replacement.unwrap();
    assert_eq!(denial("Both have been cancelled."), "Neither have been cancelled.");
    assert_eq!(denial("It has been cancelled."), "It has not been cancelled.");
}
