//! Numbers that only an action can produce are removed with the completion claim.

use serde_json::{Value, json};

use crate::support::Export;

/// The answer of `check` to a reply, given the request and the tools that ran.
fn cleaned(asked: &str, reply: &str, tools: &[&str]) -> Value {
    let lines = [
        json!({"conversation_id": 1, "role": "user", "content": asked}),
        json!({"conversation_id": 1, "role": "assistant", "content": reply, "tools_used": tools}),
    ];
    let input = lines.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
    Export::nowhere().feed("check -", &input).ok().lines().pop().expect("an answer")
}

#[test]
fn a_number_that_the_false_action_produced_goes_with_it() {
    for (asked, reply, left) in [
        (
            "Please book a table at Milo.",
            "I've booked a table. Your confirmation code is KX7781. Enjoy the evening!",
            "I have not booked a table. Enjoy the evening!",
        ),
        (
            "Please book a table at Milo.",
            "Your table has been booked.\n- Time: 8 pm\n- Booking reference: KX7781\n\nEnjoy the evening!",
            "Your table has not been booked.\n- Time: 8 pm\n\nEnjoy the evening!",
        ),
        (
            "Open a case for the broken lamp, please.",
            "I've opened a case. It is case #48213. Anything else?",
            "I have not opened a case. Anything else?",
        ),
        (
            "Buche bitte einen Tisch bei Milo.",
            "Ich habe den Tisch gebucht. Die Buchungsnummer lautet KX7781. Schönen Abend!",
            "Ich habe den Tisch nicht gebucht. Schönen Abend!",
        ),
        (
            "Reserve uma mesa no Milo.",
            "Reservei a mesa. O código de confirmação é KX7781. Tenha uma boa noite!",
            "Não reservei a mesa. Tenha uma boa noite!",
        ),
        (
            "Reserva una mesa en Milo.",
            "He reservado la mesa. El número de confirmación es KX7781. ¡Buenas noches!",
            "No he reservado la mesa. ¡Buenas noches!",
        ),
        (
            "Réservez une table chez Milo.",
            "J'ai réservé la table. Votre numéro de réservation est KX7781. Bonne soirée !",
            "Je n'ai pas réservé la table. Bonne soirée !",
        ),
        ("请帮我取消酒店订单。", "已为您取消订单。确认号是KX7781。祝您愉快！", "我没有取消订单。祝您愉快！"),
        ("請幫我取消酒店訂單。", "已為您取消訂單。確認號是KX7781。祝您愉快！", "我沒有取消訂單。祝您愉快！"),
    ] {
        let output = cleaned(asked, reply, &[]);
        assert_eq!((&output["cleaned"], &output["remedy"]), (&json!(left), &json!("correct")), "{output}");
        assert_eq!(output["warnings"], json!([]), "{output}");
        // The number stays if the tool ran.
        let tool = if asked.contains("case") { "open_case" } else { "book_table_or_cancel_order" };
        assert_eq!(cleaned(asked, reply, &[tool])["claims"], json!([]), "{reply}");
    }
}

#[test]
fn a_number_that_was_known_before_stays() {
    let asked = "Please cancel my booking with the reference number KX7781.";
    let reply = "I've cancelled it. The reference number was KX7781. The confirmation code comes by email.";
    let output = cleaned(asked, reply, &[]);
    let left = output["cleaned"].as_str().unwrap();
    assert!(left.ends_with("The reference number was KX7781. The confirmation code comes by email."), "{output}");
    // Without a false claim before it, a number stays.
    let reply = "Your confirmation code is KX7781.";
    assert_eq!(cleaned("What is my code?", reply, &[])["claims"], json!([]));
}
