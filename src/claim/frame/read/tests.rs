//! Deeds of which the verb comes after its object, and messages sent.

use super::super::tests::{claims, says, says_among_calls};

#[test]
fn an_author_has_or_gets_something_done() {
    let asked = ["Please book it for 3."];
    let replies = [
        "Okay, I have you booked on that train.",
        "I got that booked for you.",
        "I've got 4 tickets booked.",
        "I have it booked now.",
    ];
    for reply in replies {
        assert!(says(&asked, reply, None), "{reply}");
    }
    assert!(says(&["Also modify it by adding a lamp."], "I have it modified for you: buy a lamp on Monday.", None));
    // What is so, and what others did.
    let told = [
        "I have your address saved as 5 Main Street.",
        "I've got 4 tickets reserved in your cart.",
        "He got it booked.",
    ];
    for reply in told {
        assert!(!says_among_calls(&["What do you have for me?"], reply), "{reply}");
    }
}

#[test]
fn what_an_author_has_done_is_denied_in_its_number() {
    let denied = |reply| claims(&["Please book my rooms."], reply, None)[0].replacement.clone();
    assert_eq!(denied("Okay, I have your room booked now.").as_deref(), Some("Your room has not been booked."));
    assert_eq!(denied("Okay, I have the rooms booked now.").as_deref(), Some("The rooms have not been booked."));
    assert_eq!(denied("I got that booked for you.").as_deref(), Some("I have not booked that."));
}

#[test]
fn an_author_may_follow_any_word_that_opens_a_sentence() {
    let asked = ["That is perfect. Please book it."];
    assert!(says(&asked, "Alright I have booked the train for you.", None));
    assert!(!says(&asked, "The train I have booked before is late.", None));
}

#[test]
fn a_message_is_sent_without_an_article() {
    let asked = ["Send a message to Ana that I'm on break."];
    for reply in
        ["Sent Ana a message.", "Sent message to Ana.", "Got it, sent Ana Diaz a message that you're on break."]
    {
        assert!(says(&asked, reply, None), "{reply}");
    }
    for reply in ["Delivered orders on file", "Sent items: 5", "Sent parcels to collect"] {
        assert!(!says(&asked, reply, None), "{reply}");
    }
}

#[test]
fn a_time_after_a_perfect_belongs_to_the_thing() {
    let asked = ["Cancel my call.", "Is this what you want me to cancel?", "Yes"];
    assert!(says_among_calls(&asked, "I've deleted your event yesterday at 2:00."));
    assert!(!says_among_calls(&asked, "I deleted your event yesterday at 2:00."));
}

#[test]
fn what_a_user_wants_to_have_created_cannot_be_looked_up() {
    let says = |asked| says_among_calls(&[asked], "The meeting with a client is scheduled for Monday.");
    assert!(says("Schedule a meeting with a client"));
    assert!(!says("Show me the meeting with a client"));
}

#[test]
fn a_noun_of_doing_may_succeed() {
    let booked = ["请帮我预订2位客人。"];
    for reply in ["您的预订成功。", "好的，您的预订成功！"] {
        assert!(says(&booked, reply, None), "{reply}");
    }
    for reply in [
        "如果您的预订成功，会收到短信。",
        "如果您的订单预订成功，会收到短信。",
        "您的预订成功后会收到短信。",
        "您的预订成功了吗？",
    ] {
        assert!(!says(&booked, reply, None), "{reply}");
    }
    assert!(says(&["Buche mir ein Zimmer."], "Die Buchung war erfolgreich.", None));
    assert!(says(&["Resérvame una habitación."], "Su reserva ha sido un éxito.", None));
    assert!(!says(&["Buche mir ein Zimmer."], "Die Buchung war erfolgreicher als die Suche.", None));
}
