//! The user's request comes first, then the message, and the text before and after side by side.

use super::support::*;
use crate::source::Outcome;
use crate::tui::{Action, Pane};

#[test]
fn the_message_begins_with_what_the_user_had_asked() {
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        let (mut model, mut host) = (model(), FakeHost::default());
        press(&mut model, &mut host, "jk");
        let shown = screen(&mut model, width, height);
        assert!(shown.contains("The user had asked: Do you remember what"), "{shown}");
        // The request of the next finding is unknown.
        press(&mut model, &mut host, "j");
        assert!(!screen(&mut model, width, height).contains("The user had asked"));
    }
}

#[test]
fn a_long_request_leaves_the_message_its_room() {
    let (mut model, mut host) = (model(), FakeHost::default());
    host.requests.insert(crate::source::Key::Integer(1038), "Tell me about the tides, and do not forget the moon.\n\n\tThen the rest of it, please. And on it goes, for a long while, until nobody reads it any more, since it never ends, as it were.");
    press(&mut model, &mut host, "jk");
    let message = pane(&mut model, Pane::Message, 120, 40);
    let asked: Vec<_> = message.lines().take_while(|line| !line.contains("{success: true")).collect();
    assert_eq!(asked.len(), 3, "the frame and two rows\n{message}");
    assert!(asked[2].contains('…') && asked[1].contains("the moon. Then the rest"), "{message}");
}

#[test]
fn an_answer_that_comes_late_is_for_its_message_only() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "j");
    let message = crate::source::Key::Integer(1038);
    act(&mut model, &mut host, Action::Request { message, said: Ok(Some("Something else.".to_owned())) });
    assert_eq!(model.current.as_ref().unwrap().request(), None);
}

#[test]
fn a_request_that_cannot_be_read_says_why() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "jk");
    let (message, why) = (model.selected().unwrap().key.clone(), "the database is gone".to_owned());
    model.current.as_mut().unwrap().set_request(&message, Err(why));
    let shown = pane(&mut model, Pane::Message, 120, 40);
    assert!(shown.contains("The user had asked: unreadable: the database is gone"), "{shown}");
}

#[test]
fn before_and_after_are_side_by_side_where_there_is_room() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "jk");
    insta::assert_snapshot!("side_by_side_at_160", screen(&mut model, 160, 44));
    let shown = screen(&mut model, 200, 60);
    for line in ["┌ Before · Message 1038", "┌ After · Cleaned text", "01-20 17:03 gemini-2.5-pro You saw right"]
    {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
    let narrower = screen(&mut model, 140, 40);
    assert!(!narrower.contains("Before ·") && narrower.contains("Cleaned text"), "{narrower}");
}

#[test]
fn the_evidence_takes_blank_rows_of_the_other_panes() {
    let evidence: Vec<String> = (0..16).map(|line| format!("source {line} says so")).collect();
    let lines: Vec<&str> = evidence.iter().map(String::as_str).collect();
    let draft = Draft { evidence: &lines, outcome: Outcome::None, ..Draft::new(1, LOST_CORE) };
    for (width, height) in [(120, 40), (200, 60)] {
        let mut model = model_of(vec![draft.item()]);
        let shown = screen(&mut model, width, height);
        assert!(shown.contains("source 15 says so") && !shown.contains(" more "), "{shown}");
    }
}

#[test]
fn every_tab_says_which_message_it_is_of() {
    for (width, height) in [(60, 24), (80, 24), (99, 30)] {
        let (mut model, mut host) = (model(), FakeHost::default());
        for tab in "123456".chars() {
            press(&mut model, &mut host, &tab.to_string());
            let shown = screen(&mut model, width, height);
            let frame = shown.lines().rev().nth(2).unwrap();
            assert!(frame.contains("1038"), "{tab}\n{shown}");
        }
    }
}

#[test]
fn only_the_pane_that_the_key_scrolls_names_it() {
    let text = format!("{LOST_CORE} {}", "word ".repeat(900));
    let mut model = model_of(vec![Draft::new(1, &text).item()]);
    let shown = screen(&mut model, 120, 40);
    assert_eq!(shown.matches("more (J)").count(), 1, "{shown}");
    assert!(pane(&mut model, Pane::Message, 120, 40).contains("more (J)"));
    assert!(pane(&mut model, Pane::Cleaned, 120, 40).contains(" more ┘"), "{shown}");
}

#[test]
fn the_editor_keeps_what_is_changed_next_to_what_is_typed() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "e<tab><tab><end> And so on.");
    insta::assert_snapshot!("the_editor_at_120", overlay(&mut model, 120, 40));
    let narrow = overlay(&mut model, 100, 30);
    assert!(!narrow.contains("Difference"), "{narrow}");
}

#[test]
fn what_is_typed_is_undone_and_redone() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "je<end>!<c-u>");
    assert!(!overlay(&mut model, 80, 24).contains("answers.!"));
    press(&mut model, &mut host, "<c-r>");
    assert!(overlay(&mut model, 80, 24).contains("answers.!"));
}
