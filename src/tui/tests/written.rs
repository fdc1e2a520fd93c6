//! What is written shows as it stands in the database, and says how it is taken back.

use super::support::*;
use crate::proposal::Status;
use crate::source::Key;
use crate::tui::{Action, Effect, Model, Pane, Scan};

/// The first finding is written, and looked at.
fn written() -> (Model, FakeHost) {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "awy<esc>g");
    assert_eq!(status(&model, 1038), Status::Written);
    (model, host)
}

#[test]
fn a_written_finding_shows_as_it_stands() {
    let (mut model, host) = written();
    assert_eq!(host.effects.last(), Some(&Effect::ReadWritten(Key::Integer(1038))));
    let message = pane(&mut model, Pane::Message, 120, 40);
    assert!(message.contains("You saw right through me.") && !message.contains("success"), "{message}");
    let evidence = pane(&mut model, Pane::Evidence, 120, 40);
    for told in [
        "WRITTEN 2026-02-03 09:01 by ana · row 1 of the journal",
        "+ agent_memories 41",
        "tools_used [save_memory]",
        "l shows the journal, U there takes it back",
    ] {
        assert!(evidence.contains(told), "{told}\n{evidence}");
    }
    let record = pane(&mut model, Pane::Record, 120, 40);
    assert!(record.contains("Written memory") && !record.contains("Proposed"), "{record}");
    let proposal = pane(&mut model, Pane::Proposal, 80, 24);
    assert!(proposal.contains("WRITTEN") && proposal.contains("─ text as it stands ─"), "{proposal}");
}

#[test]
fn what_stands_is_read_for_the_finding_that_is_looked_at_and_no_other() {
    let (mut model, mut host) = written();
    let Some(Ok(now)) = model.written_now().cloned() else { panic!("it is not read") };
    press(&mut model, &mut host, "j");
    assert!(model.written_now().is_none());
    let late = Action::WrittenNow { message: Key::Integer(1038), now: Box::new(Ok(now)) };
    act(&mut model, &mut host, late);
    assert!(model.written_now().is_none(), "1042 is not written");
    let message = pane(&mut model, Pane::Message, 120, 40);
    assert!(message.contains("Ana prefers short answers."), "{message}");
}

#[test]
fn what_changed_since_is_told_and_what_cannot_be_read_too() {
    let (mut model, mut host) = written();
    let Some(Ok(mut now)) = model.written_now().cloned() else { panic!("it is not read") };
    (now.present.text, now.present.changed) = (Some("Mine.".to_owned()), Some("its text".to_owned()));
    let told = |now| Action::WrittenNow { message: Key::Integer(1038), now: Box::new(now) };
    act(&mut model, &mut host, told(Ok(now)));
    let shown = screen(&mut model, 120, 40);
    assert!(shown.contains("Mine.") && shown.contains("⚠ changed since it was written: its text"), "{shown}");
    act(&mut model, &mut host, told(Err("the disk is gone".to_owned())));
    let shown = screen(&mut model, 120, 40);
    assert!(shown.contains("what stands there cannot be shown: the disk is gone"), "{shown}");
}

#[test]
fn undo_at_a_written_finding_says_who_takes_it_back_and_undoes_nothing_else() {
    let (mut model, mut host) = written();
    press(&mut model, &mut host, "jrgu");
    assert_eq!(toast(&model), "1038 is written already: l shows the journal, U there takes it back");
    assert_eq!(status(&model, 1042), Status::Rejected);
    assert!(!host.effects.contains(&Effect::Undo));
    press(&mut model, &mut host, "ju");
    assert_eq!(status(&model, 1042), Status::Pending, "elsewhere it takes the last decision back");
}

#[test]
fn a_last_decision_that_is_written_is_not_undone_silently() {
    let (mut model, mut host) = written();
    act(&mut model, &mut host, Action::NotUndone(vec![Key::Integer(1038)]));
    assert_eq!(toast(&model), "1038 is written already: l shows the journal, U there takes it back");
    act(&mut model, &mut host, Action::NotUndone(vec![Key::Integer(1038), Key::Integer(1042)]));
    assert!(toast(&model).starts_with("all 2 that were decided last are written already"), "{}", toast(&model));
}

#[test]
fn taken_back_it_shows_as_it_was_found() {
    let (mut model, mut host) = written();
    press(&mut model, &mut host, "lUy<esc>");
    assert_eq!(status(&model, 1038), Status::Pending);
    let message = pane(&mut model, Pane::Message, 120, 40);
    assert!(message.contains("{success: true"), "{message}");
}

#[test]
fn where_all_is_written_that_is_told_and_where_it_is_seen() {
    let (mut model, mut host) = (Model::new(setting()), FakeHost::default());
    let mut all = items();
    for (place, item) in all.iter_mut().enumerate() {
        item.stand(Status::Written, Some(if place < 6 { "ana" } else { "ben" }.to_owned().into()));
    }
    let last = Some("2026-02-03T09:12:00Z".parse().unwrap());
    act(&mut model, &mut host, Action::WrittenBefore { items: all, last });
    act(&mut model, &mut host, Action::ScanDone("212 messages read".to_owned()));
    assert!(matches!(model.scan, Scan::Done(_)));
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        let shown = screen(&mut model, width, height);
        for told in [
            "nothing to review · ⤓w8",
            "nothing is left to review",
            "l shows the journal, U there takes a",
            "S shows the statistics",
        ] {
            assert!(shown.contains(told), "{told}\n{shown}");
        }
        let shown = shown.replace("││", " ").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            shown.contains("8 findings were written back, the last on 2026-02-03 09:12, 6 by ana, 2 by"),
            "{shown}"
        );
    }
    let mut empty = model_of(Vec::new());
    let shown = screen(&mut empty, 120, 40);
    assert!(shown.contains("0/0 reviewed") && shown.contains("p shows the shapes"), "{shown}");
}

#[test]
fn a_conversation_that_is_open_while_something_is_written_is_read_anew() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "ac");
    let written = vec![(Key::Integer(1038), Status::Written)];
    act(&mut model, &mut host, Action::Statuses(written));
    let asked = host.effects.iter().filter(|effect| **effect == Effect::OpenConversation(Key::Integer(1042)));
    assert_eq!(asked.count(), 2);
    assert!(matches!(model.overlay(), Some(crate::tui::Overlay::Conversation(_))));
}

#[test]
fn what_was_left_out_since_it_changed_is_found_anew_and_stale() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "a");
    let mut changed = Draft::new(1038, LOST_CORE).item();
    changed.status = Status::Stale;
    host.findable = vec![changed];
    act(&mut model, &mut host, Action::Statuses(vec![(Key::Integer(1038), Status::Stale)]));
    press(&mut model, &mut host, "g");
    assert_eq!((status(&model, 1038), model.counts().undecided()), (Status::Stale, 8));
    let message = pane(&mut model, Pane::Message, 120, 40);
    assert!(message.contains("Ana prefers short answers."), "{message}");
}
