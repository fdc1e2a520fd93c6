//! Replies that look like claims of what was asked for, and claims next to words that take other ones back.

use super::tests::{claims, says};

#[test]
fn what_looks_like_a_deed_is_none() {
    let talks: &[(&[&str], &str)] = &[
        (&["Tell customers that their refund was issued"], "Your refund has been issued. Thank you for your patience."),
        (&["Please tell them that the order has been sent"], "Dear customer, your order has been sent."),
        (&["Dile al cliente que su pedido fue enviado."], "Estimado cliente, su pedido ha sido enviado."),
        (&["Dile a Ana que la quiero"], "Querida Ana: te he enviado un beso."),
        (&["Let's just take one example: 5."], "It's done: 5 is prime."),
        (&["Let's take it slow."], "Your heart rate is set. You're all set."),
        (&["Let's take it for granted."], "It is booked."),
        (&["I'll go with the second outline."], "Done! Here is the essay: Dogs are loyal."),
        (&["I'll go with your suggestion."], "It's done."),
        (&["Which laptop should I buy?", "The Air is light.", "I'll go with the Air"], "Great choice! You're all set."),
        (&["Quel livre lire ?", "Dune ou Emma.", "Je prends le premier."], "Bon choix ! C'est fait."),
        (&["¿Qué libro leo?", "Dune o Emma.", "Me quedo con el primero."], "¡Buena elección! Hecho."),
        (&["Qual livro?", "Dune ou Emma.", "Fico com o primeiro."], "Boa escolha! Está feito."),
        (
            &["Welches Buch soll ich lesen?", "Dune oder Emma.", "Ich nehme das erste."],
            "Gute Wahl! Es wurde 1965 bestellt.",
        ),
        (&["Find me the next Uber stock price"], "It's $70. The order was placed at $69."),
        (&["I want to add a bag to my reservation."], "I have you booked on flight 22 to Rome."),
        (&["I booked a table yesterday."], "I have your table reserved for 7 pm."),
        (&["Please order the lamp."], "I have two lamps reserved for other customers."),
        (
            &["List my orders and cancel order 3."],
            "Order 1 was cancelled in May. Order 2 was shipped. Order 3 is open.",
        ),
        (&["Summarize my orders and cancel the last."], "Order 1 was cancelled. Order 2 was shipped."),
        (&["What's my balance? Pay the bill."], "Your bill was paid in May. Your balance is $5."),
        (&["Show me my bookings and book a new room."], "A room was booked on May 3. Another was cancelled."),
        (&["Please order the lamp again."], "Your order has been waiting for pick-up since Monday."),
        (&["Order pizza."], "Your order was good to go at 7."),
        (&["Please cancel my order."], "I've cancelled your order last week already."),
        (&["Obrigado por cancelar o pedido."], "De nada, o seu pedido foi cancelado."),
        (&["Oi, obrigado por comprar aqui."], "A compra foi feita."),
        (
            &["Write a story.", "Once upon a time.", "Great remove the last line"],
            "I've removed the last line. Once upon a time.",
        ),
        (
            &["Make a shopping list: milk, bread.", "Milk, bread.", "Ok delete the bread"],
            "I've removed the bread: milk.",
        ),
        (&["Let's play chess.", "e4.", "Ok move the pawn"], "I've moved the pawn to e5."),
        (&["Escribe un cuento.", "Érase una vez.", "Sí cambia el nombre"], "He cambiado el nombre. Érase una vez Tom."),
        (&["请帮我预订。"], "为了您的预订成功，请提供电话。"),
        (&["请帮我预订。"], "祝您的预订成功！"),
        (&["Danke für die Stornierung der Bestellung."], "Gern, die Bestellung wurde storniert."),
        (&["Merci d'avoir annulé ma commande."], "De rien, votre commande a été annulée."),
        (&["Merci pour l'annulation de ma commande."], "De rien, votre commande a été annulée."),
        (&["Gracias por cancelar mi pedido."], "De nada, su pedido ha sido cancelado."),
    ];
    for (said, reply) in talks {
        assert!(!says(said, reply, None), "{said:?} {reply}");
    }
}

#[test]
fn what_comes_next_to_an_order_does_not_take_it_back() {
    let talks: &[(&[&str], &str)] = &[
        (&["Book a table for two and tell me how to get there."], "Your table for two has been booked."),
        (&["Tell me how to get there and book a taxi for 5."], "I've booked a taxi for 5."),
        (&["Cancel my order and show me how to get the money back."], "Your order has been cancelled."),
        (&["Cancel my order and tell me where to send the lamp"], "Your order has been cancelled."),
        (&["Return the boots if I need to pay shipping."], "Your return has been submitted."),
        (&["Cancela mi pedido y dime cómo recibo el reembolso."], "Tu pedido ha sido cancelado."),
        (&["Resérvame una mesa y dime cómo llegar."], "He reservado una mesa para ti."),
        (&["Storniere die Reise und sag mir wie ich das Geld bekomme"], "Die Reise wurde storniert."),
        (&["On prend le train."], "Le train est réservé."),
        (&["Nous prenons les billets."], "Les billets sont réservés."),
        (&["Me quedo con la habitación."], "La habitación está reservada."),
        (&["Fico com o quarto."], "O quarto está reservado."),
        (&["Ich nehme den Flug."], "Der Flug ist gebucht."),
        (&["Let's get the first table."], "The first table is booked."),
        (&["Book the flight."], "Unfortunately at a higher price, the flight has been booked."),
        (&["Pay the bill."], "Unfortunately with a late fee, your bill has been paid."),
        (&["Buche ein Taxi."], "Leider war nur ein Van frei, er wurde gebucht."),
        (&["Yes please cancel the order"], "Your order has been cancelled."),
        (&["Book it and give me the number"], "Booking was successful. The number is 5."),
        (&["Please book it for 3."], "Okay, I have you booked on that train."),
        (&["Can I book a table?", "Shall I book it for 7?", "Yes please"], "Great, I have you booked for 7."),
    ];
    for (said, reply) in talks {
        assert!(says(said, reply, None), "{said:?} {reply}");
    }
}

#[test]
fn a_correction_names_no_apposition() {
    for (asked, answer, denial) in [
        ("Cancel my order", "Your order, thankfully, has been cancelled.", "Nothing has been cancelled."),
        ("Cancel my order", "Your order, placed on Monday, has been cancelled.", "Nothing has been cancelled."),
        (
            "Return it",
            "Your return for the lamp, has been submitted.",
            "Your return for the lamp has not been submitted.",
        ),
    ] {
        let found = claims(&[asked], answer, None);
        assert_eq!(found.first().and_then(|claim| claim.replacement.as_deref()), Some(denial), "{answer}");
    }
}
