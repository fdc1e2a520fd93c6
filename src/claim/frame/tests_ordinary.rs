//! Ordinary conversations that no tool takes part in: code, role play, praise.

use super::tests::{says, says_among_calls};

const CODE: &str = "Fix this function, please:\n\ndef total(items):\n    for item in items:\n        add(item.price())\n    \
                    return round(sum(items))";

#[test]
fn what_was_done_in_code_that_the_user_brought_is_in_the_reply() {
    for answer in
        ["I've removed the list of items.", "2. Added a list of prices to the order.", "I corrected the order."]
    {
        assert!(!says(&[CODE], answer, None), "{answer}");
    }
    let spanish = "¿Ordenar esto? ```python def f(x): return g(h(x)) if f(x) == 1 else g(2)```";
    assert!(!says(&[spanish], "1. **Pedido**: Cambié la lista de pedidos.\n\nHe corregido el pedido.", None));
    // A file is elsewhere, and tools may have changed the code.
    assert!(says(&["Delete the file notes.md"], "I've deleted the file notes.md.", None));
    let asked = "Update the price in my account: total(f(x), g(y)) == h(z)";
    assert!(says_among_calls(&[asked], "I've updated the price in your account."));
}

#[test]
fn an_answer_that_shows_a_program_explains_it() {
    let asked = "Create a form for orders.";
    let program = "```html\n<form></form>\n```\n";
    for answer in [
        "Here we've created a form with one order.",
        "I've added a button to the order.",
        "Then we added the order to a list.",
    ] {
        assert!(!says(&[asked], &format!("{program}{answer}"), None), "{answer}");
    }
    for answer in ["I've cancelled your order.", "I've set a reminder for 9.", "I've added it to your calendar."] {
        let asked = "Cancel my order, remind me at 9 and add it to my calendar.";
        assert!(says(&[asked], &format!("{program}{answer}"), None), "{answer}");
    }
}

#[test]
fn what_a_person_in_a_play_did_is_part_of_the_play() {
    for (asked, answer) in [
        (
            "Imagine you are an angry guest who got the wrong dish. You ordered pasta.",
            "I ordered the pasta, not the fish.",
        ),
        ("Role-play as a sailor who booked a cabin.", "I booked a cabin on the ship."),
        ("Stell dir vor, du bist ein Gast, der Nudeln bestellt hat.", "Ich habe die Nudeln bestellt."),
        ("Imagina que eres un cliente que pidió una pizza.", "He pedido una pizza."),
        ("Imaginez que vous êtes un client qui a commandé une pizza.", "J'ai commandé une pizza."),
        ("Imagine que você é um cliente que pediu uma pizza.", "Eu pedi uma pizza."),
        ("请扮演一位预订了房间的客人。", "我已经预订了房间。"),
    ] {
        assert!(!says(&[asked], answer, None), "{answer}");
    }
    assert!(!says(&["Imagine you are a sailor.", "Aye!", "Did you book a cabin?"], "I have booked a cabin.", None));
    // An assistant in a role still has its tools.
    for (asked, answer) in [
        ("Imagine you are my assistant. Cancel order 5.", "I've cancelled order 5."),
        ("Stell dir vor, du bist mein Assistent. Storniere Bestellung 5.", "Ich habe Bestellung 5 storniert."),
        ("Imagina que eres mi asistente. Cancela el pedido 5.", "He cancelado el pedido 5."),
    ] {
        assert!(says(&[asked], answer, None), "{answer}");
    }
    assert!(says_among_calls(&["Play the role of a butler's guest. Cancel order 5."], "I've cancelled order 5."));
}

#[test]
fn what_stands_in_the_users_material_is_repeated() {
    let log = "Sort this log of orders into groups, and count them:\n".to_owned()
        + &"Order 5 has been cancelled. The bill was late.\n".repeat(12);
    assert!(!says(&[&log], "- Order 5 has been cancelled.\n- The bill was late.", None));
    assert!(says(&[&(log + "Then cancel order 6.")], "Order 6 has been cancelled.", None));
}

#[test]
fn praise_and_suppositions_report_nothing() {
    let talk = ["Book me a table.", "For how many?", "For 4, I think"];
    for answer in ["Well done!", "Good, well done.", "Very well done, great work!"] {
        assert!(!says(&talk, answer, None), "{answer}");
    }
    assert!(says(&talk, "The booking is done.", None));
    assert!(!says(&["Nimm den Antrag an und beweise es."], "Angenommen, x ist gerade. Dann gilt es.", None));
    assert!(says(&["Nimm den Antrag an."], "Angenommen.", None));
}

#[test]
fn a_changed_text_is_in_the_reply_that_holds_it() {
    let asked = "Could you remove the part about the opera from the list of sights, and add a reminder to book early?";
    let text = "\n\n# A day in Sydney\n\n".to_owned() + &"We walk along the harbour and see the old town. ".repeat(12);
    for said in ["I've also removed the part about the opera.", "I've added a paragraph about the harbour."] {
        assert!(!says(&[asked], &format!("{said}{text}"), None), "{said}");
    }
    for said in ["I've removed the event from your calendar.", "I've set a reminder for you.", "I've booked the table."]
    {
        let asked = "Write a guide to Sydney. Remove the event from my calendar, set a reminder and book a table.";
        assert!(says_among_calls(&[asked], &format!("{said}{text}")), "{said}");
    }
}

#[test]
fn what_others_did_and_how_somebody_fares_is_no_action() {
    for (talk, answer) in [
        (vec!["Complete the task about the bags."], "He's made 10 bags. She's completed the order."),
        (vec!["Do it for my order, please."], "I'm doing well, thanks."),
        (vec!["Do it for my order, please."], "We are all doing our best."),
        (vec!["Do my laundry order"], "Oh, I did like it!"),
    ] {
        assert!(!says(&talk, answer, None), "{answer}");
    }
    for (talk, answer) in [
        (vec!["Enrol Ana in the course."], "She's enrolled in the course."),
        (vec!["Please do the order."], "I did it."),
    ] {
        assert!(says(&talk, answer, None), "{answer}");
    }
}

#[test]
fn a_formula_is_explained_by_several() {
    for (asked, answer) in [
        ("Resuelve el pedido y fija el precio.", "Definimos el precio del pedido como \\(x = 3\\)."),
        ("Altere o pedido.", "Alteramos o pedido para \\(x = 3\\)."),
    ] {
        assert!(!says(&[asked], answer, None), "{answer}");
    }
    assert!(says(&["Altere o pedido."], "Alteramos o pedido.", None));
}
