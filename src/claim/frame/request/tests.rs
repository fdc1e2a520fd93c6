//! Orders after words that open a message, and next to questions.

use super::super::tests::{says, says_among_calls};

#[test]
fn an_order_may_follow_words_that_open_a_message() {
    let orders =
        ["Yes please cancel the order.", "Yes cancel the order", "Oh please cancel my order!", "Hi cancel my order"];
    for order in orders {
        assert!(says(&[order], "Your order is cancelled.", None), "{order}");
    }
    for other in ["Great book!", "Yes the order", "Hi my order is late", "Sure I love to read about the order"] {
        assert!(!says(&[other], "Your order is cancelled as soon as nobody pays for it.", None), "{other}");
    }
    let other_languages = [
        ("Ja bitte storniere die Bestellung.", "Deine Bestellung ist storniert."),
        ("Oui annulez la commande.", "Votre commande est annulée."),
        ("Hola cancela mi pedido.", "Tu pedido está cancelado."),
        ("Sim cancele o pedido.", "O seu pedido está cancelado."),
    ];
    for (order, reply) in other_languages {
        assert!(says(&[order], reply, None), "{order}");
    }
}

#[test]
fn a_fact_asked_for_next_to_an_order_is_no_text() {
    let orders = [
        "Can you book the train for all of us and give me the booking number please?",
        "I'd like to book the room. Please provide me with the number.",
        "How much is it? Oh never mind, just book it.",
    ];
    for order in orders {
        let reply = "Booking was successful, the total is 80 euros. The number is: K7QX2.";
        assert!(says(&[order], reply, None), "{order}");
    }
    // A text, and an explanation of what happens.
    let asks = "Write a poem about a trip, and book a table.";
    assert!(!says(&[asks], "The booking was made:\n\"A table by the sea\"", None));
    let explains = "What happens if I cancel my order, and can I book again?";
    assert!(!says(&[explains], "Your order is cancelled at once, and you can book again.", None));
}

#[test]
fn who_has_a_message_for_somebody_asks_to_send_it() {
    for order in ["Tell Kim that I can't wait until June.", "Let my sister know that the oil is low"] {
        assert!(says(&[order], "Got it, message sent.", None), "{order}");
    }
    assert!(says(&["Dile a Ana que llego tarde."], "Mensaje enviado.", None));
    assert!(!says(&["Dime que me quieres."], "Mensaje enviado demasiado tarde.", None));
    assert!(says(&["Avisa a Ana que vou atrasar."], "Mensagem enviada.", None));
    for other in ["Tell me that you love me", "Let the dough rest to rise", "Tell the story that you know"] {
        assert!(!says(&[other], "A message sent too late is no message.", None), "{other}");
    }
}

#[test]
fn what_is_chosen_is_wanted() {
    assert!(says(&["Great, lets take that package"], "Perfect, its booked.", None));
    assert!(says(&["I'll go with that package"], "Great! This package is booked!", None));
    assert!(says(&["Can you find me a taxi to the park?"], "You are booked. The car is black.", None));
    assert!(says(&["Ich nehme das erste Zimmer."], "Super, das Zimmer ist gebucht.", None));
    assert!(says(&["Je prends la première chambre."], "Parfait, c'est réservé.", None));
    for other in ["Let's take the bus question apart", "I'll go with you to Rome", "Find me a taxi company"] {
        assert!(!says(&[other], "Rome is booked out in May.", None), "{other}");
    }
}

#[test]
fn what_a_user_did_is_not_what_the_user_orders() {
    let says = |asked| says_among_calls(&[asked], "Roaming is now enabled.");
    assert!(says("I turned on data. Now enable roaming"));
    assert!(!says("I turned on roaming. Is it working now?"));
}
