//! The footer: the keys available now.

use super::support::*;
use crate::tui::Model;

/// The last row after some keys.
fn footer_of(model: &mut Model, width: u16) -> String {
    screen(model, width, 24).lines().last().unwrap().trim().to_owned()
}

fn footer(written: &str) -> String {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), written);
    footer_of(&mut model, 160)
}

#[test]
fn undo_and_write_back_show_where_there_is_something_to_do() {
    assert!(!footer("").contains("undo") && !footer("").contains("write back"));
    let decided = footer("a");
    assert!(decided.contains("u undo") && decided.contains("w write back"), "{decided}");
    let rejected = footer("r");
    assert!(rejected.contains("u undo") && !rejected.contains("write back"), "{rejected}");
    let taken_back = footer("au");
    assert!(!taken_back.contains("undo"), "{taken_back}");
}

#[test]
fn what_the_finding_does_not_allow_does_not_show() {
    let doubtful = footer("jjj");
    assert!(!doubtful.contains("accept") && doubtful.contains("m remedy") && doubtful.contains("x exclude"));
    assert!(footer("jjjx").contains("x include"), "{}", footer("jjjx"));
    let several = footer("jjjjj");
    assert!(several.contains(". next claim"), "{several}");
    let written = footer("awy<esc>g");
    assert!(written.starts_with("l journal (undo)") && !written.contains("u undo"), "{written}");
    let mut nothing = model_of(Vec::new());
    let shown = footer_of(&mut nothing, 160);
    assert!(shown.starts_with("f filter"), "{shown}");
}

#[test]
fn with_marks_it_says_on_how_many_the_keys_act() {
    let marked = footer("<space><space>");
    assert!(marked.starts_with("a accept 2  r reject 2  s skip 2  Esc unmark  Space mark"), "{marked}");
    // Hidden findings are not decided.
    let filtered = footer("<space><space>fagent:juno<enter>");
    assert!(filtered.starts_with("a accept 1"), "{filtered}");
}

#[test]
fn a_search_and_a_zoom_show_how_they_go_on_and_end() {
    assert!(footer("/hour<enter>").contains("n next match  Esc end search"));
    assert!(footer("z").contains("Esc all panes"));
}

#[test]
fn a_dialog_shows_only_what_it_can_do_now() {
    assert!(!footer("l").contains("undo"));
    assert!(footer("awy<esc>l").contains("U undo"));
    // The top row is an undo, which cannot be undone.
    assert!(!footer("awy<esc>lUy").contains("undo"));
}

#[test]
fn a_key_that_can_do_nothing_says_why() {
    for (written, message) in [
        ("u", "nothing to undo"),
        ("<c-r>", "nothing to redo"),
        ("n", "no search; / starts one"),
        (".", "this finding has only one claim"),
        ("awy<esc>ga", "1038 is already written · l journal, U there to undo"),
        ("awy<esc>ge", "1038 is already written · l journal, U there to undo"),
        ("fagent:nobody<enter>a", "the filter hides all findings (f)"),
        ("fagent:nobody<enter>j", "the filter hides all findings (f)"),
        ("fagent:nobody<enter>;", "the filter hides all findings (f)"),
    ] {
        let (mut model, mut host) = (model(), FakeHost::default());
        press(&mut model, &mut host, written);
        assert_eq!(toast(&model), message, "{written}");
        assert!(model.dialogs.is_empty(), "{written}");
    }
}

#[test]
fn the_way_to_all_keys_is_at_the_right_of_any_width() {
    for width in 20..=200 {
        let shown = footer_of(&mut model(), width);
        assert!(shown.ends_with("? help"), "{width}: {shown}");
    }
}
