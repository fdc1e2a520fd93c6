//! Messages that ask for no action: questions about what was done, and work on a text that the user brings along.

use super::tests::{claims, says};

const TOOLS: &str = "[{name: 'book_spa'}, {name: 'cancel_booking'}, {name: 'send_message'}]";

#[test]
fn who_asks_what_was_done_asks_for_nothing() {
    for (asked, answer) in [
        ("What did you book?", "I booked the spa on Oak Street."),
        ("Sorry, what did you book again?", "I booked the spa treatment for Sunday at 11 AM."),
        ("Why did you book 8 and not 7?", "I booked 8 PM because 7 was taken."),
        ("Remind me, which order did you cancel?", "I cancelled order 11."),
        ("Have you cancelled it?", "Yes, it has been cancelled."),
        ("你订了什么？", "我订了周日上午11点的水疗。"),
        ("谢谢，你具体帮我取消了哪几天？", "我帮您取消了8月3日到7日的预订。"),
        ("客厅的灯关了吗？", "是的，客厅的灯在22:10就关了。"),
        ("怎么取消周五的航班？", "取消成功后页面会显示结果。"),
        ("你取消了哪個訂單？", "我取消了訂單11。"),
    ] {
        assert!(!says(&[asked], answer, None), "{asked} {answer}");
    }
    for (asked, answer) in [
        ("You didn't answer. Book the spa on Oak Street.", "I booked the spa on Oak Street."),
        ("What did you find? Cancel order 11.", "I cancelled order 11."),
        ("请帮我取消订单11，好吗？", "我已经取消了订单11。"),
    ] {
        assert!(says(&[asked], answer, None), "{asked} {answer}");
    }
}

#[test]
fn what_happens_afterwards_or_to_others_is_no_report() {
    let asked = ["帮我取消订单11，然后预订明晚的两人桌。"];
    for answer in [
        "预订成功后您会收到确认短信。",
        "取消成功后，退款会在7个工作日内退回。",
        "明晚7:30已经订满了，8:15还有空位。",
        "商家已经发货了，所以取消申请被拒绝了。",
    ] {
        assert!(!says(&asked, answer, None), "{answer}");
    }
}

#[test]
fn a_text_that_the_user_brings_along_is_the_users_whatever_it_says() {
    for (asked, answer) in [
        ("Translate to English: \"Ihre Buchung wurde storniert.\"", "Your booking has been cancelled."),
        (
            "Proofread: We has cancelled your booking and send a message.",
            "We have cancelled your booking and sent a message.",
        ),
        (
            "Can you shorten this:\nI have moved our booking and sent a message to Tom.",
            "I've moved our booking and sent Tom a message.",
        ),
        (
            "Make this sound nicer: \"we cancelled your booking. we sent you a message.\"",
            "We've cancelled your booking and sent you a message.",
        ),
        ("Traduis : « Your booking has been cancelled. »", "Votre réservation a été annulée."),
        ("Traduce: \"Your booking has been cancelled.\"", "Tu reserva ha sido cancelada."),
        ("Traduz: \"Your booking has been cancelled.\"", "A sua reserva foi cancelada."),
        ("Übersetze bitte: „Your booking has been cancelled.“", "Ihre Buchung wurde storniert."),
        ("翻译：\"Your booking has been cancelled.\"", "您的预订已取消。"),
    ] {
        assert!(!says(&[asked], answer, None), "{asked} {answer}");
        assert!(!says(&[asked], answer, Some(TOOLS)), "{asked} {answer}");
    }
    for asked in
        ["Please fix my booking: cancel the spa.", "Translate \"spa\" and cancel my booking there.", "Translate this."]
    {
        assert!(says(&[asked], "Your booking has been cancelled.", Some(TOOLS)), "{asked}");
    }
}

#[test]
fn a_sentence_is_read_in_its_own_language_and_corrected_whole() {
    let asked = ["Resérvame una mesa y pon la calefacción a 21 grados."];
    assert!(!says(&asked, "¿Quieres las 22:00? Cuando la mesa esté reservada, te llegará un SMS.", Some(TOOLS)));
    let found = claims(&asked, "¡He puesto la calefacción a 21 °C! ¿Algo más?", None);
    let spans: Vec<_> = found.iter().map(|claim| (claim.span.start, claim.span.end)).collect();
    assert_eq!(spans, [(0, "¡He puesto la calefacción a 21 °C!".len())]);
}

#[test]
fn who_asks_whether_it_is_so_has_ordered_nothing() {
    for (asked, answer) in [
        ("窗户关了吗", "窗户已经关上了。"),
        ("我的预约取消了吗", "您的预约已取消。"),
        ("订单状态", "您的订单已发货。"),
        ("My booking is cancelled, right?", "Yes, your booking has been cancelled."),
        ("Where is my refund?", "Your refund has been issued."),
        ("Can you explain how to cancel my order?", "Your order has been cancelled."),
        ("Wie kann ich meine Bestellung stornieren?", "Ihre Bestellung wurde storniert."),
        ("If I need a refund, I'll tell you.", "Your refund has been issued."),
        ("When will my return be done?", "Your return has been processed."),
    ] {
        assert!(!says(&[asked], answer, None), "{asked} {answer}");
    }
    assert!(says(&["请把窗户关上"], "窗户已经关上了。", None));
    assert!(says(&["Cancel my booking, right?"], "Your booking has been cancelled.", None));
    assert!(says(&["If I need a refund, I'll tell you. Cancel my order."], "Your order has been cancelled.", None));
    assert!(says(&["If you can, cancel my order."], "Your order has been cancelled.", None));
    assert!(says(&["May I have a refund?"], "Your refund has been issued.", None));
}
