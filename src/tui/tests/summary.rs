//! The summary at the end of a review.

use super::support::*;
use crate::proposal::Status;
use crate::tui::{Action, Effect, Model, ReviewSettings};

#[test]
fn the_summary_opens_once_when_nothing_waits_any_more() {
    let (mut model, mut host) = (model(), FakeHost::default());
    for (keys, context) in [
        ("aaarrsa", "review"),
        ("a", "summary"),
        // Continued typing decides nothing.
        ("a", "summary"),
        ("<enter>", "review"),
        // A decided finding can be decided differently.
        ("r", "review"),
        ("kas", "review"),
        ("uuuu", "review"),
        ("a", "summary"),
        ("u", "review"),
        ("a", "summary"),
        ("w", "write_back"),
        ("<esc>", "review"),
        ("ua", "summary"),
    ] {
        press(&mut model, &mut host, keys);
        assert_eq!(model.context().name, context, "{keys}");
    }
    press(&mut model, &mut host, "q");
    assert_eq!(host.effects.last(), Some(&Effect::Quit));
}

#[test]
fn what_was_decided_while_the_scan_went_on_is_summed_up_at_its_end() {
    for (keys, then, at_the_end, later) in [
        ("aa", "", "summary", "review"),
        // Typed keys do not reach the summary.
        ("aa", "e", "editor", "summary"),
        ("aa", "u", "review", "review"),
        ("a", "", "review", "review"),
    ] {
        let mut model = Model::new(settings());
        let mut host = FakeHost::default();
        act(&mut model, &mut host, Action::Found(items()[..2].to_vec()));
        press(&mut model, &mut host, keys);
        assert_eq!(model.context().name, "review", "more may come");
        press(&mut model, &mut host, then);
        act(&mut model, &mut host, Action::ScanDone("212 messages read".to_owned()));
        assert_eq!(model.context().name, at_the_end, "{keys}{then}");
        press(&mut model, &mut host, "<esc>");
        assert_eq!(model.context().name, later, "{keys}{then}");
    }
}

#[test]
fn a_scan_that_finds_more_sums_nothing_up() {
    let mut model = Model::new(settings());
    let mut host = FakeHost::default();
    act(&mut model, &mut host, Action::Found(items()[..1].to_vec()));
    press(&mut model, &mut host, "a");
    act(&mut model, &mut host, Action::Found(items()[1..2].to_vec()));
    act(&mut model, &mut host, Action::ScanDone("212 messages read".to_owned()));
    assert_eq!(model.context().name, "review");
    press(&mut model, &mut host, "]a");
    assert_eq!(model.context().name, "summary");
}

#[test]
fn a_review_in_which_all_was_decided_before_begins_without_a_summary() {
    let mut decided = Draft::new(1, LOST).item();
    decided.status = Status::Rejected;
    let mut model = model_of(vec![decided]);
    assert_eq!(model.context().name, "review");
    press(&mut model, &mut FakeHost::default(), "]");
    assert_eq!(model.context().name, "summary", "it can be asked for");
}

#[test]
fn the_summary_comes_again_where_nothing_is_left_to_go_to() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, ";ask Ana<enter>aaarrsaa<esc>");
    for key in ["]", "["] {
        press(&mut model, &mut host, key);
        assert_eq!(model.context().name, "summary", "{key}");
        let shown = overlay(&mut model, 80, 30);
        assert!(shown.contains("¶     1 with a note"), "{shown}");
        press(&mut model, &mut host, "<esc>");
    }
    press(&mut model, &mut host, "u]");
    assert_eq!((model.context().name, at(&model)), ("review", 1080), "there is something to go to");
}

#[test]
fn a_decision_that_was_not_stored_is_not_summed_up() {
    let mut model = model_of(items()[..1].to_vec());
    let mut host = FakeHost::default();
    host.broken = Some("the disk is full");
    press(&mut model, &mut host, "a<esc>");
    assert_eq!((model.context().name, status(&model, 1038)), ("review", Status::Pending));
}

#[test]
fn the_summary_at_80() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "e!<c-s>aarrsaa");
    insta::assert_snapshot!(overlay(&mut model, 80, 24));
}

#[test]
fn the_summary_at_120() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "rrrrrrrr");
    insta::assert_snapshot!(overlay(&mut model, 120, 40));
}

#[test]
fn where_nothing_can_be_written_back_it_is_said_from_the_start_and_in_the_summary() {
    let why = "profile `logs` is read-only: the application rewrites them".to_owned();
    let mut model = model();
    model.settings = ReviewSettings { write_back_obstacle: Some(why), ..settings() };
    assert!(screen(&mut model, 80, 24).lines().next().is_some_and(|line| line.contains("no write-back")));
    press(&mut model, &mut FakeHost::default(), "aaarrsaa");
    let shown = overlay(&mut model, 80, 24).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(shown.contains("Writing back: not possible: profile `logs` is read-only"), "{shown}");
}
