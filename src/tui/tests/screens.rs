//! Pictures: three whole screens, and smaller ones where a word matters.

use super::support::*;
use crate::tui::{Action, Model};

/// A review in the middle of its work.
fn busy(then: &str) -> Model {
    let mut model = model();
    let mut host = FakeHost::default();
    press(&mut model, &mut host, "jasr");
    press(&mut model, &mut host, then);
    model
}

#[test]
fn the_review_at_80_by_24() {
    insta::assert_snapshot!(screen(&mut busy("g"), 80, 24));
}

#[test]
fn the_review_at_120_by_40() {
    insta::assert_snapshot!(screen(&mut busy("g"), 120, 40));
}

#[test]
fn the_review_at_200_by_60() {
    insta::assert_snapshot!(screen(&mut busy("G"), 200, 60));
}

#[test]
fn the_review_at_50_by_12() {
    insta::assert_snapshot!(screen(&mut model(), 50, 12));
}

#[test]
fn a_screen_that_is_too_small_says_so() {
    insta::assert_snapshot!(screen(&mut model(), 19, 3), @"too small: 20×5 at…");
}

#[test]
fn a_claim_switched_off_at_100_by_30() {
    insta::assert_snapshot!(screen(&mut busy("jjjjjx<tab>"), 100, 30));
}

#[test]
fn the_editor() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "e<end>!");
    insta::assert_snapshot!(screen(&mut model, 80, 24));
}

#[test]
fn the_choices_of_the_filter() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "F<space>");
    insta::assert_snapshot!(screen(&mut model, 60, 18));
}

#[test]
fn the_question_before_all_are_accepted() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "rA");
    insta::assert_snapshot!(screen(&mut model, 80, 20));
}

#[test]
fn the_question_before_a_write_back() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "w");
    insta::assert_snapshot!(screen(&mut model, 80, 20));
}

#[test]
fn the_remedies_of_a_claim() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "m");
    insta::assert_snapshot!(screen(&mut model, 80, 16));
}

#[test]
fn the_help() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "?");
    insta::assert_snapshot!(screen(&mut model, 80, 50));
}

#[test]
fn a_failure() {
    let mut model = model();
    act(&mut model, &mut FakeHost::default(), Action::Failed("the disk is full\ndetails: \u{1b}[31m".to_owned()));
    insta::assert_snapshot!(screen(&mut model, 60, 14));
}

#[test]
fn the_evidence_of_a_record_that_must_be_edited() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "jjjj<s-tab><s-tab>z");
    insta::assert_snapshot!(screen(&mut model, 60, 14));
}

#[test]
fn the_payload_of_a_doubtful_claim() {
    let text = "{success: True, 'memory_type': \"core\", content: \"Half a tho";
    let mut model = model_of(vec![Draft::new(1, text).item()]);
    press(&mut model, &mut FakeHost::default(), "<tab>z");
    insta::assert_snapshot!(screen(&mut model, 60, 14));
}

#[test]
fn what_is_claimed_is_marked_in_the_message() {
    use ratatui::style::Modifier;
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "jjjjj.xz");
    let mut terminal = ratatui::Terminal::new(ratatui::backend::TestBackend::new(120, 24)).unwrap();
    terminal.draw(|frame| crate::tui::view(&model, &crate::tui::Theme::plain(), frame)).unwrap();
    let marked = |modifier: Modifier| -> String {
        let cells = terminal.backend().buffer().content().iter().skip(240);
        cells.filter(|cell| cell.modifier.contains(modifier)).map(ratatui::buffer::Cell::symbol).collect()
    };
    let claims = TWO.split_once("}{").unwrap();
    assert_eq!(marked(Modifier::UNDERLINED), format!("{}}}", claims.0));
    assert_eq!(marked(Modifier::CROSSED_OUT), format!("{{{}", claims.1.split_once("Both").unwrap().0));
}
