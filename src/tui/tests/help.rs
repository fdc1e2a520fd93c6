//! The help with all keys: searched, and opened from any screen.

use ratatui::style::Modifier;

use super::support::*;
use crate::tui::{Action, KeyMap, KeyPress, Model, Theme, view};

fn shown(written: &str) -> String {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), written);
    screen(&mut model, 120, 30)
}

#[test]
fn it_is_found_by_words_by_names_and_by_keys() {
    let words = shown("?/undecided<enter>");
    assert!(words.contains("next undecided finding") && !words.contains("search in texts"), "{words}");
    let name = shown("?/switch_cl");
    assert!(name.contains("include or exclude the claim") && !name.contains("undecided"), "{name}");
    let key = shown("?/x");
    assert!(key.contains("include or exclude the claim") && key.contains("switch the choice"), "{key}");
    assert!(!key.contains("next"), "a single character is a key: {key}");
    let case = shown("?/Ctrl-R");
    assert!(case.contains("redo what was undone"), "{case}");
    assert!(shown("?/nonsense").contains("No key fits."));
}

#[test]
fn what_is_found_is_listed_under_where_it_holds() {
    insta::assert_snapshot!(shown("?/undo<enter>"));
}

#[test]
fn a_search_is_kept_by_enter_and_ended_by_escape() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "?/qu");
    assert_eq!(model.context().name, "help_search", "`q` is text here");
    press(&mut model, &mut host, "<enter>");
    assert_eq!(model.context().name, "help");
    assert!(screen(&mut model, 80, 24).contains("Keys with `qu`"));
    press(&mut model, &mut host, "/<esc>");
    assert_eq!(model.context().name, "help");
    assert!(screen(&mut model, 80, 24).contains("accept, and go to the next undecided"));
    press(&mut model, &mut host, "q");
    assert_eq!(model.context().name, "review");
    assert_eq!(host.gestures(), 0);
}

#[test]
fn every_place_has_a_key_for_it_and_where_nothing_is_typed_that_is_the_question_mark() {
    let keys = KeyMap::default();
    for context in KeyMap::default().contexts() {
        let key = if context.takes_text() { KeyPress::parse("F1").unwrap() } else { KeyPress::char('?') };
        let expected = match context.name {
            "help" => Some(Action::Leave),
            "help_search" => None,
            _ => Some(Action::Help),
        };
        assert_eq!(keys.resolve(context, key), expected, "{context:?}");
    }
}

#[test]
fn it_begins_with_the_keys_of_where_it_was_asked_for() {
    for (written, heading) in [
        ("?", "Review"),
        ("F?", "Filter choices"),
        ("w?", "Write back"),
        ("l?", "Journal"),
        ("c?", "Conversation"),
        ("m?", "Remedy"),
        ("A?", "Accept all"),
    ] {
        let shown = shown(written);
        let first = shown.lines().nth(2).unwrap();
        assert!(first.contains(heading), "{written}: {first}");
    }
}

#[test]
fn it_closes_onto_what_was_open() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "je<end>!");
    act(&mut model, &mut host, Action::Key(KeyPress::parse("F1").unwrap()));
    assert_eq!(model.context().name, "help");
    press(&mut model, &mut host, "q");
    assert_eq!(model.context().name, "editor");
    press(&mut model, &mut host, "<c-s>");
    assert_eq!(host.last().edit.claims[&0].fields["content"], "Ana prefers short answers.!");
}

/// Whether the row that holds a text is dim.
fn is_dim(model: &Model, text: &str) -> bool {
    let mut terminal = ratatui::Terminal::new(ratatui::backend::TestBackend::new(120, 60)).unwrap();
    terminal.draw(|frame| view(model, &Theme::plain(), frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let rows = buffer.content().chunks(120);
    let text_of = |row: &[ratatui::buffer::Cell]| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>();
    let row = rows.map(|row| (text_of(row), row)).find(|(shown, _)| shown.contains(text)).unwrap();
    let start = row.0[..row.0.find(text).unwrap()].chars().count();
    row.1[start].modifier.contains(Modifier::DIM)
}

#[test]
fn what_cannot_be_done_now_is_dim() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "?");
    crate::tui::update(&mut model, Action::Resize(120, 60));
    assert!(is_dim(&model, "next match of the search"));
    assert!(!is_dim(&model, "next undecided finding"));
    press(&mut model, &mut host, "q/hour<enter>?");
    assert!(!is_dim(&model, "next match of the search"));
}
