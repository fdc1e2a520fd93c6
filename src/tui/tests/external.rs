//! `$EDITOR`, replaced by a script.

use super::support::*;
use crate::proposal::{Edit, Status};
use crate::tui::{Action, EditorOutcome, Effect, Model};

fn content(edit: &Edit) -> &str {
    edit.claims.get(&0).and_then(|change| change.fields.get("content")).map_or("", String::as_str)
}

/// Goes to the core memory finding, with a queue of editor outcomes.
fn with_editors(edits: &[(&'static str, &'static str)]) -> (Model, FakeHost) {
    let (mut model, mut host) = (model(), FakeHost::default());
    for (from, to) in edits.iter().copied() {
        host.edits(move |given| {
            assert!(given.contains(from), "{given}");
            given.replace(from, to)
        });
    }
    press(&mut model, &mut host, "j");
    (model, host)
}

#[test]
fn what_is_changed_outside_is_a_draft_that_shows_and_is_accepted_here() {
    let (mut model, mut host) = with_editors(&[("short answers.", "tea.")]);
    press(&mut model, &mut host, "o");
    assert_eq!((host.gestures(), status(&model, 1042)), (0, Status::Pending));
    assert_eq!(toast(&model), "1042: your changes are a draft · a accept");
    assert!(screen(&mut model, 120, 40).contains("Ana prefers tea."));
    assert_eq!(content(&host.drafts[0].1), "Ana prefers tea.");
    press(&mut model, &mut host, "a");
    assert_eq!(content(&host.last().edit), "Ana prefers tea.");
}

#[test]
fn remedies_texts_and_notes_are_changed_too() {
    let (mut model, mut host) = with_editors(&[]);
    host.edits(|given| {
        let noted = given.replace("note: \"\"", "note: 'ask Ana'");
        noted.replace("\"recover\"", "'strip'").replace("\"Noted.\"", "\"So\", \"noted.\"")
    });
    press(&mut model, &mut host, "o");
    let item = model.selected().unwrap();
    assert_eq!((item.note(), item.edit().cleaned.as_deref()), (Some("ask Ana"), Some("So\nnoted.")));
    assert_eq!(host.gestures(), 1, "the note");
    press(&mut model, &mut host, "a");
    assert!(host.last().finding.records.is_empty());
    assert_eq!(host.last().finding.new_text(), Some("So\nnoted."));
}

#[test]
fn what_is_not_changed_or_emptied_changes_nothing() {
    for (left, message) in [
        ("same", "nothing was changed"),
        ("", "empty file; nothing was changed"),
        (" \n// only a comment\n", "empty file; nothing was changed"),
        ("{}", "nothing was changed"),
    ] {
        let (mut model, mut host) = with_editors(&[]);
        host.edits(move |given| if left == "same" { given.to_owned() } else { left.to_owned() });
        press(&mut model, &mut host, "o");
        assert_eq!((toast(&model), host.effects.len(), host.kept.len()), (message, 1, 0), "{left:?}");
    }
}

#[test]
fn a_mistake_comes_back_with_its_place_until_it_is_corrected() {
    let (mut model, mut host) =
        with_editors(&[("\"core\"", "\"corre\""), ("\"corre\"", "\"core"), ("\"core,", "\"journal\",")]);
    press(&mut model, &mut host, "o");
    let [_, second, third] = &host.given[..] else { panic!("three rounds") };
    for (given, reason, there) in [
        (second, "memory_type: `corre` is not one of core, journal", "\"corre\""),
        (third, "a string must end on its line", ",\n"),
    ] {
        let first = given.lines().next().unwrap();
        assert!(first.ends_with(&format!(": {reason}.")), "{first}");
        assert_eq!(given.matches("//! Not taken").count(), 1, "{given}");
        // The position refers to the document as handed over.
        let number =
            |name| first.split_once(name).unwrap().1.split([',', ':']).next().unwrap().parse::<usize>().unwrap();
        let line = given.lines().nth(number("line ") - 1).unwrap();
        let rest: String = line.chars().skip(number("column ") - 1).chain(['\n']).collect();
        assert!(rest.starts_with(there) || rest == "\n", "{rest:?}");
    }
    assert_eq!(model.selected().unwrap().edit().claims[&0].fields["memory_type"], "journal");
    assert_eq!(host.kept.len(), 0);
}

#[test]
fn who_gives_up_keeps_what_can_be_read() {
    for empties in [false, true] {
        let (mut model, mut host) = with_editors(&[("\"Ana prefers short answers.\"", "\"\"")]);
        host.edits(move |given| if empties { String::new() } else { format!("\u{feff}{given}\n") });
        press(&mut model, &mut host, "o");
        assert_eq!(model.selected().unwrap().edit().claims[&0].fields["content"], "");
        assert_eq!((host.given.len(), host.kept.len()), (2, 0));
        // It is a draft like any other, and cannot be accepted while it is invalid.
        press(&mut model, &mut host, "a");
        assert_eq!(host.gestures(), 0);
    }
}

#[test]
fn what_cannot_be_read_is_kept_in_a_file() {
    let (mut model, mut host) = with_editors(&[("note: \"\"", "notes: 'ask Ana', note: 'later'"), ("", "")]);
    press(&mut model, &mut host, "o");
    assert_eq!(model.selected().unwrap().note(), Some("later"));
    assert!(host.kept[0].contains("notes: 'ask Ana'") && !host.kept[0].contains("//! "), "{}", host.kept[0]);
    let shown = screen(&mut model, 120, 40);
    assert!(shown.contains("What you typed is kept in a file") && shown.contains("/tmp/kept.json5"), "{shown}");

    let (mut model, mut host) = with_editors(&[("note: \"\",", "note: \"ask"), ("", "")]);
    press(&mut model, &mut host, "o");
    assert!(model.selected().unwrap().edit().is_empty());
    assert!(host.kept[0].contains("note: \"ask"));
    assert!(screen(&mut model, 120, 40).contains("nothing was changed; the text is kept as typed"));
}

#[test]
fn an_editor_that_fails_changes_nothing_and_loses_nothing() {
    let failed = |text: Option<&'static str>| {
        move |_: &str| EditorOutcome::Failed {
            reason: "`vi` ended with status 1".to_owned(),
            text: text.map(str::to_owned),
        }
    };
    let (mut model, mut host) = with_editors(&[]);
    host.ends(failed(None));
    press(&mut model, &mut host, "o");
    assert_eq!((toast(&model), host.kept.len()), ("`vi` ended with status 1: nothing was changed", 0));

    host.ends(failed(Some("{note: 'typed'}")));
    press(&mut model, &mut host, "o");
    assert_eq!(host.kept, ["{note: 'typed'}"]);
    assert_eq!(model.selected().unwrap().note(), None);

    // Text typed before the failure is not lost.
    let (mut model, mut host) = with_editors(&[("note: \"\"", "note: typed")]);
    host.ends(failed(None));
    press(&mut model, &mut host, "o");
    assert!(host.kept[0].contains("note: typed"));
    let (mut model, mut host) = with_editors(&[("note: \"\"", "note: typed")]);
    host.ends(failed(Some("")));
    press(&mut model, &mut host, "o");
    assert!(host.kept[0].contains("note: typed"));
}

#[test]
fn the_editor_goes_on_outside_and_back() {
    let (mut model, mut host) = with_editors(&[("short answers.!\"", "tea.\", \"Always.\"")]);
    press(&mut model, &mut host, "e<end>!<tab><c-e>");
    assert_eq!((model.context().name, host.gestures()), ("editor", 0));
    assert_eq!(toast(&model), "1042: your changes are a draft · Ctrl-S accept");
    // The focused field is focused again.
    press(&mut model, &mut host, "<space><c-s>");
    let fields = &host.last().edit.claims[&0].fields;
    assert_eq!((fields["content"].as_str(), fields["memory_type"].as_str()), ("Ana prefers tea.\nAlways.", "journal"));
}

#[test]
fn what_is_typed_in_the_editor_is_stored_before_another_editor_has_it() {
    let (mut model, mut host) = with_editors(&[("", "")]);
    press(&mut model, &mut host, "e<end>!<c-e>");
    assert!(matches!(&host.effects[..], [Effect::SaveDraft { .. }, Effect::EditExternally(_)]), "{:?}", host.effects);
    assert_eq!((model.context().name, toast(&model)), ("editor", "nothing was changed"));
    press(&mut model, &mut host, "?<c-s>");
    assert_eq!(content(&host.last().edit), "Ana prefers short answers.!?");
}

#[test]
fn what_was_accepted_applies_until_the_changes_are_accepted() {
    let (mut model, mut host) = with_editors(&[("short answers.", "tea.")]);
    press(&mut model, &mut host, "ako");
    assert_eq!((status(&model, 1042), model.context().name), (Status::Accepted, "editor"));
    assert_eq!(toast(&model), "1042: your changes are a draft; what was accepted still applies · Ctrl-S accept");
    press(&mut model, &mut host, "<c-s>");
    assert_eq!(content(&host.last().edit), "Ana prefers tea.");
}

#[test]
fn what_is_written_is_not_edited() {
    let (mut model, mut host) = with_editors(&[]);
    press(&mut model, &mut host, "awy<esc>ko");
    assert_eq!(host.given.len(), 0);
    assert!(toast(&model).contains("is already written"));
}

#[test]
fn only_the_review_and_the_editor_lead_outside() {
    let (mut model, mut host) = with_editors(&[]);
    press(&mut model, &mut host, "?");
    act(&mut model, &mut host, Action::EditExternally);
    assert_eq!((model.context().name, host.given.len()), ("help", 0));
}

#[test]
fn a_paste_over_the_review_is_no_key() {
    let (mut model, mut host) = with_editors(&[]);
    act(&mut model, &mut host, Action::Paste("aaa".to_owned()));
    assert_eq!((host.effects.len(), model.counts().decided()), (0, 0));
    assert_eq!(toast(&model), "pasted text ignored");
}
