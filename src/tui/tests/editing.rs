//! The editor.

use super::support::*;
use crate::proposal::{Choice, Status};
use crate::source::Outcome;
use crate::tui::{Action, Effect};

#[test]
fn a_memory_is_edited_and_accepted() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "je<end> Always.<tab><space><tab>So noted. <c-s>");
    assert_eq!(host.decisions(), ["1042 accept"]);
    let edit = &host.last().edit;
    assert_eq!(edit.claims[&0].fields["content"], "Ana prefers short answers. Always.");
    assert_eq!(edit.claims[&0].fields["memory_type"], "journal");
    assert_eq!(edit.claims[&0].choice, None);
    assert_eq!(edit.cleaned.as_deref(), Some("So noted. Noted."));
    assert_eq!((status(&model, 1042), at(&model)), (Status::Edited, 1047));
    assert!(toast(&model).starts_with("1042 accepted with changes"));
}

#[test]
fn what_was_typed_outlives_an_undo() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "je<end>!<c-s>u");
    assert_eq!((at(&model), status(&model, 1042)), (1042, Status::Pending));
    assert_eq!(host.drafts.len(), 1);
    press(&mut model, &mut host, "a");
    assert_eq!(host.last().edit.claims[&0].fields["content"], "Ana prefers short answers.!");
}

#[test]
fn no_key_does_anything_else_while_it_is_open() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "je<end> arsuqxwAf/?[]jkG");
    assert_eq!(host.effects, []);
    assert_eq!(at(&model), 1042);
    press(&mut model, &mut host, "<c-s>");
    assert_eq!(host.last().edit.claims[&0].fields["content"], "Ana prefers short answers. arsuqxwAf/?[]jkG");
}

#[test]
fn what_is_typed_back_is_no_change() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "e<end>x<bs><tab><space><space><c-s>");
    assert!(host.last().edit.is_empty());
    assert_eq!(status(&model, 1038), Status::Accepted);
}

#[test]
fn what_the_application_would_refuse_is_not_saved() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "je");
    press(&mut model, &mut host, &format!("<end>{}", "<bs>".repeat(40)));
    assert!(screen(&mut model, 80, 24).contains("content: is empty"));
    press(&mut model, &mut host, "<c-s>");
    assert_eq!(host.gestures(), 0);
    assert!(screen(&mut model, 80, 24).contains("not saved: content: is empty"));
    act(&mut model, &mut host, Action::Paste("x".repeat(10_001)));
    assert!(screen(&mut model, 80, 24).contains("10001/10000"));
    press(&mut model, &mut host, "<bs><c-s>");
    assert_eq!(host.decisions(), ["1042 accept"]);
}

#[test]
fn a_record_that_was_invalid_is_edited_into_shape() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "jjjje");
    assert!(screen(&mut model, 80, 24).contains("`diary` is not one of core, journal"));
    press(&mut model, &mut host, "<tab><right><c-s>");
    let change = &host.last().edit.claims[&0];
    assert_eq!((change.choice, change.fields["memory_type"].as_str()), (Some(Choice::Recover), "core"));
    assert_eq!(host.last().finding.records.len(), 1);
}

#[test]
fn a_doubtful_claim_is_not_accepted_by_its_cleaned_text_alone() {
    let draft = Draft { outcome: Outcome::Other, ..Draft::new(1, LOST_CORE) };
    let (mut model, mut host) = (model_of(vec![draft.item()]), FakeHost::default());
    press(&mut model, &mut host, "e<tab><tab>So. <c-s>");
    assert_eq!(host.gestures(), 0);
    assert!(screen(&mut model, 120, 24).contains("no remedy chosen for this save_memory"));
}

#[test]
fn escape_keeps_a_draft_and_decides_nothing() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "je<end>!<esc>");
    assert_eq!(host.drafts.len(), 1);
    assert_eq!((host.gestures(), status(&model, 1042)), (0, Status::Pending));
    press(&mut model, &mut host, "e<end>?<c-s>");
    assert_eq!(host.last().edit.claims[&0].fields["content"], "Ana prefers short answers.!?");
    press(&mut model, &mut host, "e<esc>");
    assert_eq!(host.drafts.len(), 1, "nothing was typed");
}

#[test]
fn a_draft_leaves_what_was_accepted_as_it_is() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "jake<end>!<esc>");
    assert_eq!(status(&model, 1042), Status::Accepted);
    assert!(toast(&model).contains("what was accepted still applies"));
    let item = model.selected().unwrap();
    assert!(item.edit().is_empty() && item.draft().is_some());
    press(&mut model, &mut host, "e<c-s>");
    assert_eq!(status(&model, 1042), Status::Edited);
    assert_eq!(host.last().edit.claims[&0].fields["content"], "Ana prefers short answers.!");
}

#[test]
fn quitting_keeps_what_was_typed() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "je!<c-c>");
    assert!(matches!(&host.effects[..], [Effect::SaveDraft { .. }, Effect::Quit]), "{:?}", host.effects);
}

#[test]
fn without_a_record_only_the_text_is_edited() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "jje");
    let shown = screen(&mut model, 80, 24);
    assert!(shown.contains("cleaned text") && !shown.contains("memory_type"));
    press(&mut model, &mut host, "Well. <c-s>");
    assert_eq!(host.last().edit.cleaned.as_deref(), Some("Well. Done, have a look."));
}

#[test]
fn a_message_of_nothing_but_a_payload_gets_a_text() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "jjjjjj");
    assert!(screen(&mut model, 120, 40).contains("The message is only a"));
    // The text would stay, so the editor begins with it. An empty text counts as well.
    press(&mut model, &mut host, "e<tab><tab><c-k><c-s>");
    assert_eq!(host.last().finding.new_text(), Some(""));
    press(&mut model, &mut host, "ue<tab><tab><c-k>Kept.<c-s>");
    assert_eq!(host.last().finding.new_text(), Some("Kept."));
}

#[test]
fn the_claim_that_is_looked_at_is_edited() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "jjjjj.e<end>!<c-s>");
    let edit = &host.last().edit;
    assert_eq!(edit.claims.len(), 1);
    assert_eq!(edit.claims[&1].fields["content"], "Second thing.!");
}

#[test]
fn a_paste_keeps_its_lines() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "je<end>");
    act(&mut model, &mut host, Action::Paste("\rtwo\r\nthree".to_owned()));
    press(&mut model, &mut host, "<c-s>");
    assert_eq!(host.last().edit.claims[&0].fields["content"], "Ana prefers short answers.\ntwo\nthree");
}

#[test]
fn what_the_editor_cannot_show_is_named() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "Ge");
    let shown = screen(&mut model, 120, 40);
    assert!(shown.contains("unseen here: ␛ ×1 ⟨U+202E⟩ ×1 ⟨U+200B⟩ ×1 ␇ ×1"), "{shown}");
}
