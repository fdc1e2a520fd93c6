//! Findings that propose the same, decided together.

use super::support::*;
use crate::proposal::Status;
use crate::tui::{Action, Item, Order};

/// Three findings of one kind, two of another, and a single one. 6 has another text around the same payload, 2 another
/// agent.
fn twins() -> Vec<Item> {
    let other_text = LOST_CORE.replace("Noted.", "As you wish.");
    let drafts = [
        Draft::new(1, ECHO),
        Draft::new(2, LOST_CORE),
        Draft { agent: "Juno", at: "2026-01-30T08:12:00Z", ..Draft::new(3, LOST_CORE) },
        Draft::new(4, LOST),
        Draft::new(5, ECHO),
        Draft::new(6, &other_text),
    ];
    drafts.map(Draft::item).into()
}

fn order(model: &crate::tui::Model) -> Vec<String> {
    model.list.shown().iter().map(|place| model.items()[*place].key.to_string()).collect()
}

#[test]
fn all_that_propose_the_same_are_marked_and_decided_as_one_gesture() {
    let (mut model, mut host) = (model_of(twins()), FakeHost::default());
    press(&mut model, &mut host, "j=");
    assert_eq!(toast(&model), "3 with the same proposal marked: a, r and s decide them · Esc clear marks");
    press(&mut model, &mut host, "a");
    assert_eq!(host.decisions(), ["2 accept", "3 accept", "6 accept"]);
    assert_eq!(host.gestures(), 1);
    press(&mut model, &mut host, "u");
    assert_eq!(model.counts().decided(), 0);
}

#[test]
fn the_same_key_takes_the_marks_away() {
    let (mut model, mut host) = (model_of(twins()), FakeHost::default());
    press(&mut model, &mut host, "<space>==");
    assert_eq!(toast(&model), "3 unmarked");
    assert_eq!(model.marks.chosen(&model.findings, &model.list).count_ones(..), 1, "what was marked otherwise stays");
}

#[test]
fn what_was_decided_otherwise_is_left_alone_and_reported() {
    for (keys, marked, message) in [
        ("jjj=", 0, "no other finding shown has the same proposal"),
        (
            "jrgjj=",
            2,
            "2 with the same proposal marked: a, r and s decide them · Esc clear marks · 2 left out: already rejected",
        ),
        ("jjfagent:juno<enter>=", 0, "no other finding shown has the same proposal · 2 left out: hidden by the filter"),
        (
            "je<end>!<esc>j=",
            2,
            "2 with the same proposal marked: a, r and s decide them · Esc clear marks · \
             2 left out: with changes not yet accepted",
        ),
    ] {
        let (mut model, mut host) = (model_of(twins()), FakeHost::default());
        press(&mut model, &mut host, keys);
        assert_eq!(
            (model.marks.chosen(&model.findings, &model.list).count_ones(..), toast(&model)),
            (marked, message),
            "{keys}"
        );
    }
}

#[test]
fn how_many_are_alike_is_shown_next_to_the_list_and_the_evidence() {
    let (mut model, mut host) = (model_of(twins()), FakeHost::default());
    press(&mut model, &mut host, "j");
    let shown = screen(&mut model, 120, 40);
    assert!(shown.contains("Findings 2/6 · 3 alike") && shown.contains("≡ 3 with the same proposal (=)"), "{shown}");
    press(&mut model, &mut host, "r");
    let shown = screen(&mut model, 120, 40);
    assert!(shown.contains("Findings 3/6 · 2 alike"), "{shown}");
    press(&mut model, &mut host, "j");
    let shown = screen(&mut model, 120, 40);
    assert!(shown.contains("Findings 4/6 ─") && !shown.contains("with the same proposal"), "{shown}");
}

#[test]
fn the_largest_group_comes_first() {
    let (mut model, mut host) = (model_of(twins()), FakeHost::default());
    press(&mut model, &mut host, "OOOOO");
    assert_eq!((model.list.order(), toast(&model)), (Order::Alike, "sorted alike together · O: as found"));
    assert_eq!(order(&model), ["2", "3", "6", "1", "5", "4"]);
    press(&mut model, &mut host, "gs");
    assert_eq!(order(&model), ["2", "3", "6", "1", "5", "4"], "a list that moves with each decision tires the eye");
}

#[test]
fn what_comes_in_while_the_list_is_sorted_by_likeness_finds_its_place() {
    let mut found = twins();
    let rest = found.split_off(3);
    let (mut model, mut host) = (crate::tui::Model::new(settings()), FakeHost::default());
    act(&mut model, &mut host, Action::Found(found));
    press(&mut model, &mut host, "OOOOO");
    assert_eq!(order(&model), ["2", "3", "1"]);
    act(&mut model, &mut host, Action::Found(rest));
    assert_eq!(order(&model), ["2", "3", "6", "1", "5", "4"]);
    act(&mut model, &mut host, Action::ScanDone("6 messages read".to_owned()));
    assert_eq!(order(&model), ["2", "3", "6", "1", "5", "4"]);
}

#[test]
fn a_finding_that_is_found_anew_changes_its_group() {
    let (mut model, mut host) = (model_of(twins()), FakeHost::default());
    act(&mut model, &mut host, Action::Found(vec![Draft::new(6, LOST).item()]));
    press(&mut model, &mut host, "j");
    assert_eq!(model.list.alike(&model.findings), [1, 2]);
    press(&mut model, &mut host, "Gr");
    assert_eq!((status(&model, 6), model.list.alike(&model.findings)), (Status::Rejected, vec![0, 4]));
}
