//! Spanish sentences that report something as done, and similar ones that do not.

use super::tests::{claims, says};

#[test]
fn what_is_said_as_done_is_a_claim_and_what_is_not_meant_is_none() {
    let asked = ["Por favor, cancela mi reserva del hotel."];
    for answer in [
        "He cancelado tu reserva.",
        "Ya la he cancelado.",
        "Cancelé la reserva del hotel.",
        "Hemos cancelado su reserva.",
        "Tu reserva ha sido cancelada.",
        "Se ha cancelado la reserva.",
        "La reserva se canceló.",
        "Queda cancelada la reserva.",
        "Tu reserva ya está cancelada.",
        "Listo, cancelada.",
        "Reserva cancelada.",
        "Acabo de cancelar tu reserva.",
        "Te confirmo que he cancelado la reserva.",
    ] {
        assert!(says(&asked, answer, None), "{answer}");
    }
    for answer in [
        "No he cancelado tu reserva.",
        "La reserva no ha sido cancelada.",
        "Todavía no se ha cancelado nada.",
        "¿Se ha cancelado la reserva?",
        "Si se ha cancelado la reserva, recibirás un correo.",
        "Cuando la reserva haya sido cancelada, te avisarán.",
        "Usted ha cancelado la reserva.",
        "Ella ha cancelado su reserva.",
        "La reserva que he cancelado era otra.",
        "Dice: «He cancelado tu reserva».",
        "—He cancelado tu reserva.",
        "Puedes cancelar la reserva en la web.",
        "¿Quieres que la cancele?",
        "La reserva fue cancelada por el hotel.",
    ] {
        assert!(!says(&asked, answer, None), "{answer}");
    }
}

#[test]
fn an_offer_that_is_taken_up_was_asked_for() {
    let talk = ["No puedo ir el martes.", "¿Quieres que cancele la cita?", "Sí, adelante."];
    assert!(says(&talk, "He cancelado la cita.", None));
    assert!(!says(&["¿Qué tal?", "Bien, ¿y tú?", "También."], "He cancelado la cita.", None));
}

#[test]
fn a_text_that_was_asked_for_is_no_action() {
    let asked = ["Hazme una lista para la maleta."];
    assert!(!says(&asked, "He preparado una lista para la maleta:", None));
    assert!(!says(&["Escribe un cuento sobre un hotel."], "El conserje canceló la reserva.", None));
}

#[test]
fn a_correction_is_a_sentence_of_its_own() {
    let asked = ["Cancela mi reserva y mis pedidos."];
    for (answer, correction) in [
        ("He cancelado tu reserva.", "No he cancelado tu reserva."),
        ("Hemos cancelado su reserva.", "No hemos cancelado su reserva."),
        ("Cancelé tus pedidos.", "No he cancelado tus pedidos."),
        ("Tu reserva ha sido cancelada.", "No se ha cancelado tu reserva."),
        ("Tus pedidos han sido cancelados.", "No se han cancelado tus pedidos."),
        ("Se ha cancelado la reserva.", "No se ha cancelado la reserva."),
        ("Ya la he cancelado.", "No se ha cancelado nada."),
    ] {
        let found = claims(&asked, answer, None);
        let said = found.first().and_then(|claim| claim.replacement.as_deref());
        assert_eq!(said, Some(correction), "{answer}");
        assert!(!says(&asked, correction, None), "{correction}");
    }
}
