//! Flags, and reasons to skip.

use super::support::*;
use crate::proposal::Status;
use crate::source::Key;
use crate::tui::{Effect, Model, ToastLevel};

fn flagged(model: &Model) -> Vec<i64> {
    let keys = model.items().iter().filter(|item| item.is_flagged()).map(|item| match item.key {
        Key::Integer(key) => key,
        _ => 0,
    });
    keys.collect()
}

fn note(model: &Model, key: i64) -> Option<&str> {
    model.items().iter().find(|item| item.key == Key::Integer(key))?.note()
}

#[test]
fn a_flag_is_a_gesture_of_its_own() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "!");
    assert_eq!((flagged(&model), toast(&model)), (vec![1038], "1038 flagged for a later look · u undo"));
    assert_eq!(host.effects, [Effect::Flag { messages: vec![Key::Integer(1038)], flagged: true }]);
    assert_eq!(at(&model), 1038, "another look begins here");
    press(&mut model, &mut host, "ak!");
    assert_eq!((flagged(&model), toast(&model)), (vec![], "1038 unflagged · u undo"));
    assert_eq!(status(&model, 1038), Status::Accepted);
    for (key, now, message) in [
        ("u", vec![1038], "undone: 1038 is flagged now"),
        ("u", vec![1038], "undone: 1038 is pending now"),
        ("u", vec![], "undone: 1038 is not flagged now"),
        ("<c-r>", vec![1038], "redone: 1038 is flagged now"),
    ] {
        press(&mut model, &mut host, key);
        assert_eq!((flagged(&model), toast(&model)), (now, message));
    }
}

#[test]
fn all_that_is_marked_is_flagged_as_one_gesture() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "!<space><space><space>!");
    assert_eq!(flagged(&model), [1038, 1042, 1047]);
    assert_eq!(toast(&model), "2 flagged for a later look, and still marked · u undo");
    assert_eq!(host.gestures(), 2);
    press(&mut model, &mut host, "!");
    assert_eq!(flagged(&model), [0; 0], "all were flagged");
    press(&mut model, &mut host, "uu");
    assert_eq!((flagged(&model), toast(&model)), (vec![1038], "undone: 2 findings are not flagged now"));
    // Hidden findings are left unchanged, and reported.
    press(&mut model, &mut host, "<c-r><esc>g<space><space>fjuno<enter>!");
    assert_eq!(flagged(&model), [1038, 1047]);
    assert_eq!(toast(&model), "1042 unflagged · u undo · 1038 left out: hidden by the filter");
}

#[test]
fn the_undo_of_a_flag_keeps_a_draft() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "ake<end>!<esc>!u");
    assert!(model.selected().unwrap().draft().is_some());
}

#[test]
fn a_flag_that_is_not_stored_does_not_show() {
    let (mut model, mut host) = (model(), FakeHost::default());
    host.broken = Some("the disk is full");
    press(&mut model, &mut host, "vj!");
    assert_eq!(flagged(&model), [0; 0]);
    assert!(screen(&mut model, 80, 24).contains("the disk is full"));
}

#[test]
fn what_a_reviewer_did_besides_is_asked_for() {
    for (query, places) in [
        ("is:flagged", &[1038, 1042][..]),
        ("-is:flagged is:noted", &[1047]),
        ("is:noted,flagged", &[1038, 1042, 1047]),
        ("is:changed", &[1051]),
        ("is:undecided", &[1042, 1047, 1060, 1066, 1071, 1080]),
    ] {
        let (mut model, mut host) = (model(), FakeHost::default());
        press(&mut model, &mut host, "!aj;x<enter>k!jjmj<enter>a");
        press(&mut model, &mut host, &format!("f{query}<enter>"));
        let shown: Vec<_> = model.list.shown().iter().map(|place| model.items()[*place].key.clone()).collect();
        assert_eq!(shown, places.iter().copied().map(Key::Integer).collect::<Vec<_>>(), "{query}");
    }
}

#[test]
fn a_skip_carries_its_reason() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "Wask Ana");
    assert_eq!((model.context().name, host.gestures()), ("skip_with_reason", 0));
    press(&mut model, &mut host, "<enter>");
    assert_eq!((status(&model, 1038), note(&model, 1038), at(&model)), (Status::Skipped, Some("ask Ana"), 1042));
    assert_eq!(toast(&model), "1038 skipped with a note · u undo");
    assert_eq!((host.gestures(), host.last().note.as_deref()), (1, Some("ask Ana")));
    press(&mut model, &mut host, "u");
    assert_eq!((status(&model, 1038), note(&model, 1038)), (Status::Pending, None));
    press(&mut model, &mut host, "<c-r>");
    assert_eq!((status(&model, 1038), note(&model, 1038)), (Status::Skipped, Some("ask Ana")));
}

#[test]
fn a_skip_without_a_reason_is_just_one_and_an_escape_is_none() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "Wask Ana<esc>");
    assert_eq!((host.gestures(), at(&model), note(&model, 1038)), (0, 1038, None));
    press(&mut model, &mut host, ";see 1042<enter>W<enter>");
    assert_eq!((status(&model, 1038), note(&model, 1038)), (Status::Skipped, Some("see 1042")));
    assert_eq!(host.last().note, None, "it is noted already");
    press(&mut model, &mut host, "W<enter>");
    assert_eq!((status(&model, 1042), toast(&model)), (Status::Skipped, "1042 skipped · u undo"));
}

#[test]
fn all_that_is_marked_is_skipped_with_one_reason_and_keeps_its_notes() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, ";first<enter>vjW");
    let shown = screen(&mut model, 80, 24);
    assert!(shown.contains("skip 2 marked, because:"), "{shown}");
    press(&mut model, &mut host, "ask Ana<enter>");
    assert_eq!((note(&model, 1038), note(&model, 1042)), (Some("first · ask Ana"), Some("ask Ana")));
    assert_eq!((model.counts().of_status(Status::Skipped), host.gestures()), (2, 2));
    press(&mut model, &mut host, "u");
    assert_eq!((note(&model, 1038), note(&model, 1042)), (Some("first"), None));
}

#[test]
fn what_is_written_is_not_skipped() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "awy<esc>gW");
    assert_eq!((model.context().name, model.toast().unwrap().tone), ("review", ToastLevel::Refused));
    assert!(toast(&model).contains("is already written"));
}

#[test]
fn the_skipped_are_a_queue_of_their_own() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "ssrrrrrr");
    assert!(toast(&model).ends_with("all decided but 2 skipped (f status:skipped) · w preview write-back"));
    press(&mut model, &mut host, "<esc>]");
    assert!(screen(&mut model, 80, 24).contains("2 skipped: f with status:skipped shows them again"));
    press(&mut model, &mut host, "<esc>fstatus:skipped<enter>ga");
    assert_eq!((at(&model), model.shown()), (1042, 1), "the next one comes by itself");
}

#[test]
fn flags_show_in_list_evidence_and_header() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "!j;ask Ana<enter>!jj;x<enter>kkk");
    let narrow = screen(&mut model, 120, 40);
    for line in ["1038⚑", "1042⚑", "1051¶", "⚑ flagged for a later look (!)", " ⚑2 "] {
        assert!(narrow.contains(line), "{line}:\n{narrow}");
    }
    let wide = screen(&mut model, 80, 24);
    for line in ["1038⚑save_memory  ", "1042⚑save_memory ¶", "1051¶unknown"] {
        assert!(wide.contains(line), "{line}:\n{wide}");
    }
}

#[test]
fn what_is_flagged_is_not_accepted_in_bulk_but_where_it_is_marked() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "!j!A");
    assert!(screen(&mut model, 80, 24).contains("2 × flagged for a later look"));
    press(&mut model, &mut host, "y");
    assert_eq!((status(&model, 1038), status(&model, 1042)), (Status::Pending, Status::Pending));
    assert_eq!(status(&model, 1047), Status::Accepted);
    press(&mut model, &mut host, "fis:flagged<enter>gvGa");
    assert_eq!((status(&model, 1038), status(&model, 1042)), (Status::Accepted, Status::Accepted));
}
