//! Outcomes reported without a verb of action, and requests in other words.

use super::tests::says;

#[test]
fn an_outcome_says_that_what_was_asked_for_was_done() {
    for (asked, answer) in [
        ("Play the next song in the kitchen.", "Enjoy listening to your music!"),
        ("Please play that song.", "Have a great time listening."),
        ("Book me a cab to the station.", "Your cab is on the way!"),
        ("Book me a cab to the station.", "It's on its way."),
        ("Turn the volume down to three.", "The volume is now three."),
        ("Mute the sound.", "The sound will be muted."),
        ("Stell die Lautstärke auf drei.", "Lautstärke ist jetzt drei."),
        ("Pon el volumen al máximo.", "Volumen a máximo nivel."),
        ("Mets le volume à six.", "Le volume est passé à six."),
        ("Baixa o volume para seis.", "O volume agora é seis."),
    ] {
        assert!(says(&[asked], answer, None), "{asked} {answer}");
    }
    for (asked, answer) in [
        ("What is jazz?", "Enjoy the music!"),
        ("Please play that song.", "Enjoy the rest of your day!"),
        ("Please play that song.", "You will not enjoy listening to it."),
        ("Book me a cab to the station.", "Is your cab on the way?"),
        ("Book me a cab to the station.", "Your cab is not on the way."),
        ("Book me a cab to the station.", "If your cab is on the way, wait outside."),
        ("How far is the station?", "Your cab is on the way!"),
        ("Turn the volume down to three.", "Is the volume now three?"),
        ("Turn the volume down to three.", "The volume is not three."),
        ("Stell die Lautstärke auf drei.", "Ist die Lautstärke jetzt drei?"),
        ("Pon el volumen al máximo.", "El volumen no está al máximo."),
        ("Mets le volume à six.", "Le volume n'est pas passé à six."),
        ("Baixa o volume para seis.", "O volume não está em seis."),
    ] {
        assert!(!says(&[asked], answer, None), "{asked} {answer}");
    }
}

#[test]
fn what_was_agreed_to_came_out_as_well() {
    let talk = ["Play that song.", "Shall I play it in the kitchen?", "Yes, that's right."];
    assert!(says(&talk, "Enjoy the music.", None));
    assert!(!says(&["Hello!", "Do you like jazz?", "Yes, I do."], "Enjoy the music.", None));
}

#[test]
fn a_reminder_is_what_was_wanted_by_who_wants_to_be_reminded() {
    assert!(says(&["Remind me to call Ana at seven."], "Sure, saving a reminder for 7 pm.", None));
    assert!(says(&["Lembra-me de ligar à Ana às sete."], "Certo, salvando um lembrete para as 7.", None));
    assert!(!says(&["Remind me to call Ana at seven."], "Saving a reminder will take a moment.", None));
    assert!(!says(&["Remind me to call Ana at seven."], "No reminder was saved.", None));
}

#[test]
fn a_list_that_is_somewhere_else_is_of_the_world() {
    assert!(says(&["Ajoute du pain à la liste."], "J'ai ajouté le pain à ta liste.", None));
    assert!(!says(&["Make a list of birds."], "I have made a list of birds:", None));
}

#[test]
fn a_german_participle_comes_after_what_is_said_between_commas() {
    let asked = ["Ich möchte meinen Flug nach Wien umbuchen."];
    assert!(says(&asked, "Ihr Flug nach Wien ist nun auf Freitag, 14:30 Uhr, umgebucht.", None));
    assert!(!says(&asked, "Ihr Flug nach Wien ist nicht auf Freitag, 14:30 Uhr, umgebucht.", None));
}

#[test]
fn what_a_service_says_once_it_booked_is_a_claim_for_who_chose() {
    let talk =
        ["I would like to book a cab.", "Which would you prefer, the van or the minivan?", "The van will be fine"];
    for answer in [
        "I have confirmed the van for you for 3 pm.",
        "Your van ride was confirmed.",
        "You'll be picked up at 1 pm.",
        "The van will pick you up at 6.",
    ] {
        assert!(says(&talk, answer, None), "{answer}");
    }
    for answer in [
        "Will the van pick you up at 6?",
        "If you confirm, you'll be picked up at 1 pm.",
        "You will not be picked up.",
        "The driver will call you.",
    ] {
        assert!(!says(&talk, answer, None), "{answer}");
    }
    assert!(!says(&["How far is the station?"], "The van will be there at 6.", None));
}

#[test]
fn who_wishes_a_good_film_after_a_yes_has_booked() {
    let talk = ["I want to see Aida.", "2 tickets for Aida at 7. Is that correct?", "yes"];
    assert!(says(&talk, "Enjoy the show!", None));
    assert!(says(&["I need 2 tickets for Aida"], "You've got 2 tickets for Aida at 8.", None));
    assert!(!says(&talk, "Will you enjoy the show?", None));
    assert!(!says(&["Is Aida good?"], "Enjoy the show!", None));
    assert!(!says(&["How many tickets do I have?"], "You've got 2 tickets for Aida.", None));
}

#[test]
fn a_device_reports_what_it_is_doing() {
    for (asked, answer) in [
        ("Mute the sound.", "Muting the volume."),
        ("Open the blinds.", "The blinds are opening."),
        ("Restart the device.", "The system will restart now."),
        ("Clear my list.", "The list is empty now."),
        ("Cierra las cortinas.", "Las cortinas se están cerrando."),
        ("Coupe la lumière.", "Tout est éteint."),
        ("Aumenta o volume.", "O volume subiu para seis."),
        ("Schick den Staubsauger zur Basis.", "Der Staubsauger kehrt zur Basis zurück."),
        ("计时10分钟", "收到命令"),
        ("返回基站", "开始返回"),
    ] {
        assert!(says(&[asked], answer, None), "{asked} {answer}");
    }
    for (asked, answer) in [
        ("Mute the sound.", "Muting the volume takes a second."),
        ("Open the blinds.", "Are the blinds opening?"),
        ("How do blinds work?", "The blinds are opening."),
        ("What is on my list?", "The list is empty now."),
        ("Cierra las cortinas.", "¿Se están cerrando las cortinas?"),
        ("Coupe la lumière.", "Tout n'est pas éteint."),
        ("Aumenta o volume.", "O volume não subiu para seis."),
        ("Schick den Staubsauger zur Basis.", "Der Staubsauger kehrt nicht zur Basis zurück."),
        ("计时10分钟", "没有收到命令"),
        ("返回基站", "没有开始返回"),
    ] {
        assert!(!says(&[asked], answer, None), "{asked} {answer}");
    }
}

#[test]
fn what_a_service_does_next_shows_that_it_booked() {
    let talk = ["I need 2 tickets for Aida.", "2 tickets for Aida at 7. Is that correct?", "yes"];
    for answer in [
        "Your tickets are confirmed and they've been sent to your email.",
        "Your tickets will be emailed to you immediately.",
        "You have 2 tickets for Aida at 7.",
    ] {
        assert!(says(&talk, answer, None), "{answer}");
    }
    for answer in [
        "Once you pay, your tickets will be emailed to you.",
        "Will your tickets be emailed to you?",
        "Your tickets are not confirmed yet.",
        "You have 2 questions for me.",
    ] {
        assert!(!says(&talk, answer, None), "{answer}");
    }
    assert!(!says(&["How many tickets do I have?"], "You have 2 tickets for Aida.", None));
}

#[test]
fn what_an_assistant_has_set_up_was_set_up() {
    let asked = ["Set a reminder for the conference.", "When is it?", "On August 14th at 4pm"];
    assert!(says(&asked, "Okay, I have that all set for you.", None));
    assert!(says(&asked, "I have that conference set up for you.", None));
    assert!(!says(&asked, "I don't have that set up for you.", None));
    assert!(!says(&["What is a conference?"], "I have that all set for you.", None));
}

#[test]
fn that_a_thing_is_now_as_it_was_ordered_says_that_the_order_was_carried_out() {
    for (asked, answer) in [
        ("Move OPS-12 to Testing please", "✅ OPS-12 is now in Testing. Anything else?"),
        ("Assign the ticket to Nora", "Nora now owns the ticket."),
        (
            "Please change the delivery address of order 77-C to 4 Elm Road.",
            "Your order 77-C will now go to 4 Elm Road.",
        ),
        ("Can you add Ida as an authorised contact?", "Ida is now an authorised contact."),
        ("Setz OPS-12 auf Testing", "OPS-12 ist jetzt in Testing."),
        ("Passe mon compte en Premium", "Votre compte est maintenant en Premium."),
        ("Put my subscription on hold until May", "Your subscription is on hold until May."),
        ("Please message the landlord that I will be late", "I've let the landlord know."),
        ("Start the import of the contacts", "The import is running now."),
    ] {
        assert!(says(&[asked], answer, None), "{asked} {answer}");
    }
    let talk = ["Could you put me on the annual rate?", "It is $99. Shall I put you on the annual rate?", "Yes please"];
    assert!(says(&talk, "You're now on the annual rate.", None));
    for (asked, answer) in [
        ("What is the state of OPS-12?", "OPS-12 is now in Testing."),
        ("Move OPS-12 to Testing", "Is OPS-12 now in Testing?"),
        ("Move OPS-12 to Testing", "OPS-12 is not in Testing now."),
        ("Move OPS-12 to Testing", "Once you press the button, OPS-12 is now in Testing."),
        ("Move the visit to Monday", "Monday is now a holiday, so the visit has to wait."),
        ("Order the blue coat", "The blue coat is now sold out."),
        ("Make this formal: hi Bob", "Your greeting is now formal: Dear Bob"),
        ("Rename the variable a to b in `a = 1`", "The variable is now b."),
        ("Write a poem about my account", "My account is now a poem."),
        ("Who owns the ticket?", "Nora now owns the ticket."),
        ("Taxi options in Porto", "The taxi service is now open in Porto."),
    ] {
        assert!(!says(&[asked], answer, None), "{asked} {answer}");
    }
}

#[test]
fn what_was_so_anyway_is_no_report() {
    for (asked, answer) in [
        ("Close the gate.", "The gate is already closed."),
        ("Cierra la puerta del garaje", "La puerta del garaje ya está cerrada."),
        ("Ferme le portail", "Le portail est déjà fermé."),
        ("Le chauffage est-il éteint", "Le chauffage est éteint."),
    ] {
        assert!(!says(&[asked], answer, None), "{asked} {answer}");
    }
    assert!(says(&["Cierra la puerta del garaje"], "La puerta del garaje está cerrada.", None));
    assert!(says(&["Close the gate."], "The gate is closed.", None));
}

#[test]
fn a_question_within_a_quotation_and_an_offer_of_more_take_nothing_back() {
    for (asked, answer) in [
        ("Email Ida about lunch", "I've sent an email to Ida with the subject 'Free on Monday?' and your text."),
        (
            "Cancel my visit on Friday",
            "I have cancelled your visit. Please confirm if you need any other visits cancelled.",
        ),
        ("Send the vacuum home", "Roberta Upstairs is returning to its dock."),
    ] {
        assert!(says(&[asked], answer, None), "{asked} {answer}");
    }
    assert!(!says(&["Cancel my visit"], "I have cancelled your visit. Please confirm the details.", None));
}

#[test]
fn what_a_user_is_now_on_was_changed() {
    assert!(says(&["Put me on the waitlist"], "You're on the waitlist.", None));
    assert!(says(&["Change my seat"], "You're now in 2A.", None));
    assert!(says(&["Activate my SIM"], "Your SIM is active now.", None));
    for asked in ["Am I on the waitlist?", "Which seat do I have?", "Is my SIM broken?"] {
        for reply in ["You're on the waitlist.", "You're now in 2A.", "Your SIM is active now."] {
            assert!(!says(&[asked], reply, None), "{asked} {reply}");
        }
    }
}
