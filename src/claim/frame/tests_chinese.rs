//! Chinese sentences that report something as done, and similar ones that do not.

use super::tests::{claims, says};

#[test]
fn what_is_said_as_done_is_a_claim_and_what_is_not_meant_is_none() {
    let asked = ["请帮我取消酒店订单。"];
    for answer in [
        "已为您取消订单。",
        "我已经取消了您的订单。",
        "您的订单已取消。",
        "我把订单取消了。",
        "已将您的订单取消。",
        "订单已被取消。",
        "订单取消成功。",
        "好的，订单取消好了！",
        "您的订单已成功取消。还需要别的吗？",
    ] {
        assert!(says(&asked, answer, None), "{answer}");
    }
    for answer in [
        "我没有取消您的订单。",
        "订单尚未取消。",
        "订单还没取消。",
        "您的订单取消了吗？",
        "如果订单已取消，您会收到邮件。",
        "您可以取消订单。",
        "我将为您取消订单。",
        "他已经取消了订单。",
        "已取消的订单不能恢复。",
        "订单已被商家取消。",
        "已收到您取消订单的请求。",
        "她说：“我已经取消了您的订单。”",
        "订单取消后，您会收到邮件。",
    ] {
        assert!(!says(&asked, answer, None), "{answer}");
    }
}

#[test]
fn both_scripts_are_read_and_corrected_in_their_own() {
    for (asked, answer, correction) in [
        ("取消我的订单", "已为您取消订单。", "我没有取消订单。"),
        ("取消我的訂單", "已為您取消訂單。", "我沒有取消訂單。"),
        ("取消我的订单", "您的订单已取消。", "您的订单尚未取消。"),
        ("取消我的訂單", "您的訂單已取消。", "您的訂單尚未取消。"),
        ("取消我的订单", "我们已将订单取消。", "我们没有取消订单。"),
        ("取消我的订单", "已取消。", "尚未取消。"),
        ("创建一个9点的提醒。", "提醒已创建。", "提醒尚未创建。"),
    ] {
        let found = claims(&[asked], answer, None);
        let said = found.first().and_then(|claim| claim.replacement.as_deref());
        assert_eq!(said, Some(correction), "{answer}");
        assert!(!says(&[asked], correction, None), "{correction}");
    }
}

#[test]
fn an_offer_that_is_taken_up_was_asked_for() {
    let talk = ["我周二来不了。", "要为您取消预约吗？", "好的，麻烦了。"];
    assert!(says(&talk, "预约已取消。", None));
    assert!(!says(&["你好吗？", "很好，你呢？", "我也是。"], "预约已取消。", None));
}

#[test]
fn what_others_did_and_what_is_written_is_no_claim() {
    assert!(!says(&["发票是怎么回事？"], "小王周三寄了发票，财务付了款。", None));
    assert!(!says(&["写一个关于酒店的故事"], "经理取消了订单。", None));
}
