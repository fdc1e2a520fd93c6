//! Approving what a colleague accepted.

use std::sync::Arc;

use super::support::*;
use crate::proposal::Status;
use crate::tui::{Effect, Model};

/// The findings of a review in which a colleague accepted the first ones, and this reviewer another one.
fn accepted_by_others(count: usize) -> Model {
    let mut items = items();
    for (place, item) in items.iter_mut().enumerate() {
        let by = if place == count { "ana" } else { "bo" };
        if place <= count {
            item.set_status(Status::Accepted, Some(Arc::new(by.to_owned())));
        }
    }
    model_of(items)
}

#[test]
fn what_a_colleague_accepted_is_approved_with_a_key_each() {
    let (mut model, mut host) = (accepted_by_others(2), FakeHost::default());
    press(&mut model, &mut host, "fis:unapproved<enter>g");
    insta::assert_snapshot!("what_waits_for_an_approval_at_80", screen(&mut model, 80, 24));
    press(&mut model, &mut host, "V");
    assert_eq!(toast(&model), "1038, which bo accepted, is approved · u undo · 1 more to approve");
    assert_eq!(at(&model), 1042);
    press(&mut model, &mut host, "V");
    assert!(toast(&model).ends_with("no more to approve"), "{}", toast(&model));
    let approved = host.effects.iter().filter(|effect| matches!(effect, Effect::Approve(_))).count();
    assert_eq!((approved, host.gestures()), (2, 2));
    assert_eq!(model.items().iter().filter(|item| item.approved_by() == Some("ana")).count(), 2);
}

#[test]
fn an_approver_is_told_what_was_accepted_in_bulk() {
    let mut items = items();
    for (item, in_bulk) in items.iter_mut().zip([true, false]) {
        item.set_status(Status::Accepted, Some(Arc::new("bo".to_owned())));
        item.in_bulk = in_bulk;
    }
    let (mut model, mut host) = (model_of(items), FakeHost::default());
    press(&mut model, &mut host, "g");
    assert!(screen(&mut model, 80, 24).contains("✓ accepted by bo in bulk, not approved yet (V)"));
    assert!(screen(&mut model, 80, 24).contains(" V approve "), "the key is in the footer");
    press(&mut model, &mut host, "V");
    assert!(screen(&mut model, 80, 24).contains("✓ accepted by bo, not approved yet (V)"));
    press(&mut model, &mut host, "jj");
    assert!(!screen(&mut model, 80, 24).contains(" V approve "), "there is nothing to approve");
}

#[test]
fn a_decision_that_is_not_stored_leaves_the_approval() {
    let (mut model, mut host) = (accepted_by_others(1), FakeHost::default());
    press(&mut model, &mut host, "gV");
    host.broken = Some("the disk is full");
    press(&mut model, &mut host, "gr<esc>");
    let item = &model.items()[0];
    assert_eq!((item.status, item.approved_by()), (Status::Accepted, Some("ana")));
}

#[test]
fn nobody_approves_their_own_or_what_is_not_accepted() {
    let (mut model, mut host) = (accepted_by_others(1), FakeHost::default());
    press(&mut model, &mut host, "gjV");
    assert_eq!(toast(&model), "you accepted 1042 yourself; another reviewer must approve it");
    press(&mut model, &mut host, "jV");
    assert_eq!(toast(&model), "1047 is pending: only accepted findings can be approved");
    press(&mut model, &mut host, "gVV");
    assert_eq!(toast(&model), "1038 is already approved by ana");
    assert_eq!(host.gestures(), 1);
    // A repeated decision is not approved yet.
    press(&mut model, &mut host, "a");
    assert_eq!(model.items()[0].approved_by(), None);
    press(&mut model, &mut host, "gV");
    assert_eq!(toast(&model), "you accepted 1038 yourself; another reviewer must approve it");
}

#[test]
fn what_is_marked_is_approved_as_one_gesture_and_the_rest_is_counted() {
    let (mut model, mut host) = (accepted_by_others(3), FakeHost::default());
    press(&mut model, &mut host, "gvjjjjV");
    let expected = "3 findings approved · u undo · no more to approve";
    assert!(toast(&model).starts_with(expected), "{}", toast(&model));
    assert!(toast(&model).contains("2 left out: 1 accepted by yourself"), "{}", toast(&model));
    assert_eq!(host.gestures(), 1);
}

#[test]
fn more_than_fifty_want_a_typed_word() {
    let many = (0..60).map(|key| {
        let mut item = Draft::new(key, ECHO).item();
        item.set_status(Status::Accepted, Some(Arc::new("bo".to_owned())));
        item
    });
    let (mut model, mut host) = (model_of(many.collect()), FakeHost::default());
    press(&mut model, &mut host, "gvGV");
    let shown = overlay(&mut model, 80, 24);
    assert!(shown.contains("Approve 60 marked findings that others accepted?"), "{shown}");
    press(&mut model, &mut host, "accept<enter>");
    assert_eq!(host.gestures(), 0);
    press(&mut model, &mut host, "<esc>V");
    press(&mut model, &mut host, "approve<enter>");
    assert_eq!(host.gestures(), 1);
    assert!(model.items().iter().all(|item| item.approved_by() == Some("ana")));
}
