//! Notes.

use super::support::*;
use crate::source::Key;
use crate::tui::{Effect, Model, Pane};

fn note(model: &Model, key: i64) -> Option<&str> {
    model.items().iter().find(|item| item.key == Key::Integer(key))?.note()
}

#[test]
fn a_note_is_a_gesture_of_its_own() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, ";ask Ana<enter>");
    assert_eq!((note(&model, 1038), toast(&model)), (Some("ask Ana"), "1038: note saved · u undo"));
    assert_eq!(host.effects, [Effect::Note { message: Key::Integer(1038), note: "ask Ana".to_owned() }]);
    press(&mut model, &mut host, "ak; again<enter>");
    assert_eq!(note(&model, 1038), Some("ask Ana again"));
    press(&mut model, &mut host, "u");
    assert_eq!((note(&model, 1038), toast(&model)), (Some("ask Ana"), "undone: the note of 1038, now ask Ana"));
    press(&mut model, &mut host, "u");
    assert_eq!((note(&model, 1038), model.counts().decided()), (Some("ask Ana"), 0));
    press(&mut model, &mut host, "u");
    assert_eq!((note(&model, 1038), toast(&model)), (None, "undone: the note of 1038, now none"));
    press(&mut model, &mut host, "<c-r><c-r>");
    assert_eq!((note(&model, 1038), model.counts().decided()), (Some("ask Ana"), 1));
}

#[test]
fn a_note_that_is_emptied_is_none_and_an_escape_keeps_it() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "; <enter>");
    assert_eq!(host.effects, []);
    press(&mut model, &mut host, ";see 1042<enter>;!<esc>;<enter>");
    assert_eq!((note(&model, 1038), host.effects.len()), (Some("see 1042"), 1));
    press(&mut model, &mut host, ";<c-u><enter>");
    assert_eq!((note(&model, 1038), toast(&model)), (None, "1038: note removed · u undo"));
}

#[test]
fn a_note_that_is_not_stored_does_not_show() {
    let (mut model, mut host) = (model(), FakeHost::default());
    host.broken = Some("the disk is full");
    press(&mut model, &mut host, ";lost<enter>");
    assert_eq!(note(&model, 1038), None);
    assert!(screen(&mut model, 80, 24).contains("the disk is full"));
}

#[test]
fn the_undo_of_a_note_keeps_a_draft() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "ake<end>!<esc>;x<enter>u");
    assert!(model.selected().unwrap().draft().is_some());
}

#[test]
fn notes_are_asked_for() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "jj;Ana knows<enter>fnote:ana<enter>");
    assert_eq!((model.shown(), at(&model)), (1, 1047));
    press(&mut model, &mut host, "u");
    assert_eq!((model.shown(), at(&model)), (8, 1047));
}

#[test]
fn the_prompt_of_a_note_at_80() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), ";ask Ana<enter>j;the board was moved");
    insta::assert_snapshot!(row(&mut model, -2, 80, 24));
}

#[test]
fn a_note_next_to_the_evidence_at_120() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), ";ask Ana<enter>");
    insta::assert_snapshot!(pane(&mut model, Pane::Evidence, 120, 40));
}
