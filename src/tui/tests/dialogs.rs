//! Overlays: a stack whose top receives the keys.

use super::support::*;
use crate::tui::{Action, KeyMap};

#[test]
fn a_failure_lies_over_the_editor_and_loses_nothing() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "je<end>!");
    act(&mut model, &mut host, Action::Failed("the scan broke off".to_owned()));
    assert_eq!(model.context().name, "notice");
    press(&mut model, &mut host, "<esc>");
    assert_eq!(model.context().name, "editor");
    press(&mut model, &mut host, "<c-s>");
    assert_eq!(host.last().edit.claims[&0].fields["content"], "Ana prefers short answers.!");
}

#[test]
fn the_help_shows_every_binding() {
    let mut model = model();
    let mut host = FakeHost::default();
    press(&mut model, &mut host, "?");
    let mut shown = screen(&mut model, 100, 30);
    for _ in 0..14 {
        press(&mut model, &mut host, "<space>");
        shown.push_str(&screen(&mut model, 100, 30));
    }
    for row in KeyMap::default().rows() {
        let tells = |line: &str| line.contains(&row.keys_text()) && line.contains(row.binding.help);
        assert!(shown.lines().any(tells), "{row:?}");
    }
    press(&mut model, &mut host, "?");
    assert_eq!(model.context().name, "review");
}

#[test]
fn each_dialog_is_left_without_a_trace() {
    for keys in ["?", "F<space>", "fagent:", ";note", "Swhy", "A", "mj", "e", "w", "/x", "c<tab>j", "lj"] {
        let (mut model, mut host) = (model(), FakeHost::default());
        let before = screen(&mut model, 80, 24);
        press(&mut model, &mut host, keys);
        assert_ne!(screen(&mut model, 80, 24), before, "{keys}");
        press(&mut model, &mut host, "<esc>");
        assert!(model.dialogs.is_empty());
        // The next key removes the toast.
        press(&mut model, &mut host, "<esc>");
        assert_eq!(screen(&mut model, 80, 24), before, "{keys}");
        assert_eq!(host.gestures(), 0);
    }
}

#[test]
fn the_chosen_row_of_the_filter_is_always_on_the_screen() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "!F");
    assert!(screen(&mut model, 60, 12).contains("[ ] recover"));
    press(&mut model, &mut host, &"j".repeat(11));
    let shown = screen(&mut model, 60, 12);
    assert!(shown.contains("[ ] flagged         1"), "{shown}");
    press(&mut model, &mut host, "<space><enter>");
    assert_eq!((model.filter().to_string(), model.shown()), ("is:flagged".to_owned(), 1));
}
