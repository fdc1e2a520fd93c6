//! Snapshots of four whole screens and of all overlays.

use super::support::*;
use crate::tui::{Action, Model};

/// A review in progress.
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
fn the_review_at_40_by_12() {
    insta::assert_snapshot!(screen(&mut model(), 40, 12));
}

#[test]
fn a_screen_that_is_too_small_says_so() {
    insta::assert_snapshot!(screen(&mut model(), 19, 3), @"min. 20×5 · q quit");
}

#[test]
fn the_editor() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "e<end>!");
    insta::assert_snapshot!(overlay(&mut model, 80, 24));
}

#[test]
fn the_choices_of_the_filter() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "F<space>");
    insta::assert_snapshot!(overlay(&mut model, 60, 18));
}

#[test]
fn the_question_before_all_are_accepted() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "rA");
    insta::assert_snapshot!(overlay(&mut model, 80, 20));
}

#[test]
fn the_question_before_a_write_back() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "w");
    insta::assert_snapshot!(overlay(&mut model, 80, 20));
}

#[test]
fn the_remedies_of_a_claim() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "m");
    insta::assert_snapshot!(overlay(&mut model, 80, 16));
}

#[test]
fn the_help() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "?");
    insta::assert_snapshot!(overlay(&mut model, 80, 50));
}

#[test]
fn a_failure() {
    let mut model = model();
    act(&mut model, &mut FakeHost::default(), Action::Failed("the disk is full\ndetails: \u{1b}[31m".to_owned()));
    insta::assert_snapshot!(overlay(&mut model, 60, 14));
}
