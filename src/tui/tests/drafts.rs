//! Text typed in the editor is stored during typing.

use super::support::*;
use crate::proposal::{Edit, Status};
use crate::tui::{Action, Effect};

fn content(edit: &Edit) -> &str {
    edit.claims.get(&0).and_then(|change| change.fields.get("content")).map_or("", String::as_str)
}

fn stored(host: &FakeHost) -> Vec<&str> {
    host.drafts.iter().map(|(_, edit)| content(edit)).collect()
}

#[test]
fn what_was_typed_is_stored_at_the_next_tick_and_once() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "je");
    // The tick after a movement stores the view.
    act(&mut model, &mut host, Action::Tick);
    host.effects.clear();
    assert!(!model.needs_ticks());
    press(&mut model, &mut host, "<end>!?");
    assert!(model.needs_ticks());
    assert_eq!(host.effects, []);
    act(&mut model, &mut host, Action::Tick);
    assert_eq!(stored(&host), ["Ana prefers short answers.!?"]);
    assert!(!model.needs_ticks());
    act(&mut model, &mut host, Action::Tick);
    press(&mut model, &mut host, "<left><right>");
    act(&mut model, &mut host, Action::Tick);
    assert_eq!(host.drafts.len(), 1, "the same draft is stored once");
    press(&mut model, &mut host, "<esc>");
    assert_eq!(host.drafts.len(), 1, "and so when the editor is left");
    assert_eq!(content(model.selected().unwrap().edit()), "Ana prefers short answers.!?");
}

#[test]
fn who_types_without_a_pause_loses_little() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, &format!("je<end>{}", "x".repeat(59)));
    assert_eq!(stored(&host).iter().map(|text| text.matches('x').count()).max(), Some(59));
    assert_eq!(host.drafts.len(), 2);
}

#[test]
fn what_is_typed_back_takes_the_stored_draft_back() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "je<end>!");
    act(&mut model, &mut host, Action::Tick);
    press(&mut model, &mut host, "<bs><esc>");
    assert_eq!(stored(&host), ["Ana prefers short answers.!", ""]);
    assert!(host.drafts[1].1.is_empty() && model.selected().unwrap().edit().is_empty());
    assert_eq!(toast(&model), "");
}

#[test]
fn a_draft_is_stored_before_the_review_is_suspended() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "je<end>!<c-z>");
    assert!(matches!(&host.effects[..], [Effect::SaveDraft { .. }, Effect::Suspend]), "{:?}", host.effects);
    press(&mut model, &mut host, "?<c-s>");
    assert_eq!(content(&host.last().edit), "Ana prefers short answers.!?");
}

#[test]
fn what_is_not_stored_is_typed_only_once() {
    let (mut model, mut host) = (model(), FakeHost::default());
    host.broken = Some("the disk is full");
    press(&mut model, &mut host, "je<end>!<c-s><esc>");
    assert_eq!((status(&model, 1042), at(&model)), (Status::Pending, 1042));
    host.broken = None;
    press(&mut model, &mut host, "e<c-s>");
    assert_eq!(content(&host.last().edit), "Ana prefers short answers.!");
}

#[test]
fn a_note_that_is_typed_outlives_a_resize_and_a_suspension() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, ";ask ");
    act(&mut model, &mut host, Action::Resize(40, 10));
    press(&mut model, &mut host, "Ana<c-z>");
    act(&mut model, &mut host, Action::Resize(1, 1));
    press(&mut model, &mut host, "x<enter>");
    act(&mut model, &mut host, Action::Resize(20, 5));
    press(&mut model, &mut host, "!<enter>");
    assert_eq!(model.selected().unwrap().note(), Some("ask Ana!"));
}
