//! Groups of similar findings, and one remedy for a group or for all marked findings.

use super::support::*;
use crate::proposal::Status;
use crate::tui::Model;

/// Twenty-five unknown payloads with different numbers, between two known ones.
fn unknowns() -> Model {
    let texts: Vec<String> =
        (0..25).map(|number| format!("{{\"id\": {number}, \"ok\": true}} Here you are.")).collect();
    let mut items = vec![Draft::new(1, LOST).item()];
    items.extend((100..).zip(&texts).map(|(key, text)| Draft::new(key, text).item()));
    items.push(Draft::new(2, ECHO).item());
    model_of(items)
}

fn count(model: &Model, status: Status) -> usize {
    model.items().iter().filter(|item| item.status == status).count()
}

#[test]
fn twenty_five_unknown_payloads_are_stripped_with_four_keys() {
    let (mut model, mut host) = (unknowns(), FakeHost::default());
    press(&mut model, &mut host, "C");
    insta::assert_snapshot!(overlay(&mut model, 80, 24));
    press(&mut model, &mut host, "m<enter>");
    let shown = overlay(&mut model, 80, 24);
    assert!(shown.contains("Accept 25 findings as strip?"), "{shown}");
    press(&mut model, &mut host, "y");
    assert_eq!((count(&model, Status::Edited), count(&model, Status::Pending)), (25, 2));
    assert_eq!(host.gestures(), 1, "and one key takes them back");
    press(&mut model, &mut host, "u");
    assert_eq!(count(&model, Status::Pending), 27);
}

#[test]
fn a_remedy_that_writes_no_record_says_how_many_are_lost() {
    let items = (100..).zip([LOST, LOST_CORE, ECHO]).map(|(key, text)| Draft::new(key, text).item()).collect();
    let (mut model, mut host) = (model_of(items), FakeHost::default());
    press(&mut model, &mut host, "gvGm<enter>");
    let shown = overlay(&mut model, 80, 24);
    assert!(shown.contains("Accept 3 marked findings as strip?"), "{shown}");
    assert!(shown.contains("2 × ⚠ the lost record is not written"), "{shown}");
}

#[test]
fn the_spread_of_a_group_over_weeks_fits_80_columns() {
    let at = |key: i64, at| Draft { at, ..Draft::new(key, ECHO) }.item();
    let items = vec![at(1, "2026-01-05T08:00:00Z"), at(2, "2026-01-06T08:00:00Z"), at(3, "2026-01-20T08:00:00Z")];
    let (mut model, mut host) = (model_of(items), FakeHost::default());
    press(&mut model, &mut host, "C");
    let shown = overlay(&mut model, 80, 24);
    assert!(shown.contains("undecided · gemini-2.5-pro · Paulina · 2026-01-05 ▕█ ▄▏ 01-19 "), "{shown}");
}

#[test]
fn a_remedy_can_be_chosen_for_all_that_is_marked() {
    let (mut model, mut host) = (unknowns(), FakeHost::default());
    press(&mut model, &mut host, "gv<pgdn><pgdn>m<enter>");
    let shown = overlay(&mut model, 80, 24);
    assert!(shown.contains("marked findings as strip?"), "{shown}");
    press(&mut model, &mut host, "y");
    assert!(count(&model, Status::Edited) > 5, "{}", toast(&model));
    press(&mut model, &mut host, "u");
    press(&mut model, &mut host, "g m<esc>");
    assert_eq!(model.context().name, "review");
}

#[test]
fn a_group_is_decided_as_one_gesture_and_says_what_it_leaves() {
    let (mut model, mut host) = (unknowns(), FakeHost::default());
    press(&mut model, &mut host, "Ca");
    assert!(toast(&model).starts_with("nothing here can be accepted in bulk"), "{}", toast(&model));
    assert_eq!(model.context().name, "groups");
    press(&mut model, &mut host, "r");
    assert!(overlay(&mut model, 80, 24).contains("Reject 25 findings?"));
    press(&mut model, &mut host, "y");
    assert_eq!(count(&model, Status::Rejected), 25);
    press(&mut model, &mut host, "CGa");
    assert_eq!(toast(&model), "this group has nothing undecided");
    press(&mut model, &mut host, "gay");
    assert_eq!(count(&model, Status::Accepted), 1);
}

#[test]
fn a_group_can_be_looked_at_in_the_list() {
    let (mut model, mut host) = (unknowns(), FakeHost::default());
    press(&mut model, &mut host, "C<enter>");
    assert_eq!((model.context().name, at(&model)), ("review", 100));
    assert!(toast(&model).starts_with("25 marked"), "{}", toast(&model));
    press(&mut model, &mut host, "s");
    assert_eq!(count(&model, Status::Skipped), 25);
}

#[test]
fn a_group_unfolds_and_shows_what_varies_the_odd_one_out_first() {
    let mut texts: Vec<String> =
        (0..7).map(|number| format!("{{\"id\": {number}, \"ok\": true}} Here you are.")).collect();
    texts.push("{\"id\": 9, \"ok\": false} Here you are.".to_owned());
    let items = (100..).zip(&texts).map(|(key, text)| Draft::new(key, text).item()).collect();
    let (mut model, mut host) = (model_of(items), FakeHost::default());
    press(&mut model, &mut host, "C");
    let groups = overlay(&mut model, 80, 24);
    press(&mut model, &mut host, "<space>");
    insta::assert_snapshot!("a_group_that_is_unfolded_at_80", overlay(&mut model, 80, 24));
    // An excluded finding is not decided with its group.
    press(&mut model, &mut host, "j<space>m<enter>");
    let shown = overlay(&mut model, 80, 24);
    assert!(shown.contains("1 excluded"), "{shown}");
    press(&mut model, &mut host, "y");
    let out: Vec<_> = model.items().iter().filter(|item| item.status == Status::Pending).collect();
    assert_eq!(out.len(), 1, "{groups}\n{}", toast(&model));
    press(&mut model, &mut host, "C<space>j<enter>");
    assert_eq!((model.context().name, model.marks.len()), ("review", 0));
}

#[test]
fn a_finding_of_a_group_can_be_gone_to() {
    let (mut model, mut host) = (unknowns(), FakeHost::default());
    press(&mut model, &mut host, "C<space>jjj<enter>");
    assert_eq!((model.context().name, at(&model)), ("review", 102));
    // With all findings excluded there is nothing to decide.
    press(&mut model, &mut host, "CG<space>j<space>a");
    assert_eq!(toast(&model), "all findings of this group are excluded");
}
