//! Written findings are shown as the database holds them, with how to undo them.

use super::storing::{SessionFixture, act as act_at, options, press as press_at};
use super::support::*;
use crate::proposal::{Edit, Status};
use crate::session::{Access, Setup};
use crate::source::Key;
use crate::tui::dialogs::conversation::ConversationDialog;
use crate::tui::panes::written::written_now;
use crate::tui::{Action, DecisionState, Effect, Item, Model, Pane, ScanState, update};
use crate::verdict::Remedy;

/// A review whose first finding is written and selected.
fn written() -> (Model, FakeHost) {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "awy<esc>g");
    assert_eq!(status(&model, 1038), Status::Written);
    (model, host)
}

#[test]
fn a_written_finding_shows_its_current_state() {
    let (mut model, host) = written();
    assert_eq!(host.effects.last(), Some(&Effect::ReadWritten(Key::Integer(1038))));
    let message = pane(&mut model, Pane::Message, 120, 40);
    assert!(message.contains("You saw right through me.") && !message.contains("success"), "{message}");
    let evidence = pane(&mut model, Pane::Evidence, 120, 40);
    for line in [
        "written 2026-02-03 09:01 by ana · row 1 of the journal",
        "+ agent_memories 41",
        "tools_used [save_memory]",
        "l journal, U there to undo",
    ] {
        assert!(evidence.contains(line), "{line}\n{evidence}");
    }
    let record = pane(&mut model, Pane::Record, 120, 40);
    assert!(record.contains("Written memory") && !record.contains("Proposed"), "{record}");
    let proposal = pane(&mut model, Pane::Proposal, 80, 24);
    assert!(proposal.contains("⤓w written") && proposal.contains("─ current text ─"), "{proposal}");
}

#[test]
fn the_current_state_is_read_for_the_selected_finding_only() {
    let (mut model, mut host) = written();
    let Some(Ok(now)) = written_now(&model).cloned() else { panic!("it is not read") };
    press(&mut model, &mut host, "j");
    assert!(written_now(&model).is_none());
    let late = Action::WrittenNow { message: Key::Integer(1038), now: Box::new(Ok(now)) };
    act(&mut model, &mut host, late);
    assert!(written_now(&model).is_none(), "1042 is not written");
    let message = pane(&mut model, Pane::Message, 120, 40);
    assert!(message.contains("Ana prefers short answers."), "{message}");
}

#[test]
fn what_changed_since_is_reported_and_what_cannot_be_read_too() {
    let (mut model, mut host) = written();
    let Some(Ok(mut now)) = written_now(&model).cloned() else { panic!("it is not read") };
    (now.present.text, now.present.changed) = (Some("Mine.".to_owned()), Some("its text".to_owned()));
    now.present.record_changed = Some("agent_memories 41".to_owned());
    let found_now = |now| Action::WrittenNow { message: Key::Integer(1038), now: Box::new(now) };
    act(&mut model, &mut host, found_now(Ok(now)));
    let shown = screen(&mut model, 120, 40);
    assert!(shown.contains("Mine.") && shown.contains("⚠ changed since written: its text"), "{shown}");
    assert!(shown.contains("⚠ changed since written: agent_memories 41"), "{shown}");
    act(&mut model, &mut host, found_now(Err("the disk is gone".to_owned())));
    let shown = screen(&mut model, 120, 40);
    assert!(shown.contains("the current text cannot be shown: the disk is gone"), "{shown}");
}

#[test]
fn undo_at_a_written_finding_says_who_takes_it_back_and_undoes_nothing_else() {
    let (mut model, mut host) = written();
    press(&mut model, &mut host, "jrgu");
    assert_eq!(toast(&model), "1038 is already written · l journal, U there to undo");
    assert_eq!(status(&model, 1042), Status::Rejected);
    assert!(!host.effects.contains(&Effect::Undo));
    press(&mut model, &mut host, "ju");
    assert_eq!(status(&model, 1042), Status::Pending, "elsewhere it takes the last decision back");
}

#[test]
fn a_last_decision_that_is_written_is_not_undone_silently() {
    let (mut model, mut host) = written();
    act(&mut model, &mut host, Action::NotUndone(vec![Key::Integer(1038)]));
    assert_eq!(toast(&model), "1038 is already written · l journal, U there to undo");
    act(&mut model, &mut host, Action::NotUndone(vec![Key::Integer(1038), Key::Integer(1042)]));
    assert!(toast(&model).starts_with("all 2 last decided are already written"), "{}", toast(&model));
}

#[test]
fn taken_back_it_shows_as_it_was_found() {
    let (mut model, mut host) = written();
    press(&mut model, &mut host, "lUy<esc>");
    assert_eq!(status(&model, 1038), Status::Pending);
    let message = pane(&mut model, Pane::Message, 120, 40);
    assert!(message.contains("{success: true"), "{message}");
}

/// Changes a message so that it is searched again; returns the number of that search, which the host answers later.
fn look_for_anew(model: &mut Model, key: i64) -> u64 {
    let effects = update(model, Action::Statuses(vec![(Key::Integer(key), Status::Stale)]));
    let search = effects.into_iter().find_map(|effect| match effect {
        Effect::FindAgain { search, messages } if messages == [Key::Integer(key)] => Some(search),
        _ => None,
    });
    search.expect("it is looked for")
}

fn found_again(search: u64, key: i64, text: &str) -> Action {
    Action::FoundAgain { search, items: vec![Draft::new(key, text).item()] }
}

#[test]
fn what_an_older_search_found_is_not_taken_in() {
    let (mut model, mut host) = (model(), FakeHost::default());
    let (first, second) = (look_for_anew(&mut model, 1042), look_for_anew(&mut model, 1042));
    let other = look_for_anew(&mut model, 1047);
    update(&mut model, found_again(first, 1042, ECHO));
    press(&mut model, &mut host, "ja");
    assert_eq!(toast(&model), "1042 changed since the scan; searching it again");
    update(&mut model, found_again(second, 1042, LOST));
    // An outdated search, and one that did not look for it.
    update(&mut model, found_again(first, 1042, ECHO));
    update(&mut model, found_again(other, 1042, UNKNOWN));
    let text = |model: &Model, place: usize| model.items()[place].finding().unwrap().message.text.clone();
    assert_eq!((at(&model), text(&model, 1).as_str(), text(&model, 2).as_str()), (1042, LOST, ECHO));
    press(&mut model, &mut host, "a");
    assert_eq!(host.decisions(), ["1042 accept"]);
    press(&mut model, &mut host, "gjja");
    assert_eq!(toast(&model), "1047 changed since the scan: it was deleted, or has no claims now");
}

#[test]
fn what_was_found_by_older_patterns_is_not_taken_in() {
    let mut model = model();
    let search = look_for_anew(&mut model, 1042);
    update(&mut model, Action::PatternSaved { names: vec!["mood".to_owned()], path: "mine.json5".to_owned() });
    update(&mut model, found_again(search, 1042, LOST));
    assert_eq!((model.items().len(), model.counts().total), (0, 0));
    update(&mut model, Action::NotFoundAgain { search, reason: "the disk is gone".to_owned() });
    assert!(model.dialogs.is_empty(), "nobody waits for it any more");
    assert!(look_for_anew(&mut model, 1047) > search, "no number is given twice");
}

#[test]
fn a_search_that_fails_is_reported_and_tried_again_where_its_finding_is_looked_at() {
    let (mut model, mut host) = (model(), FakeHost::default());
    let (search, other) = (look_for_anew(&mut model, 1042), look_for_anew(&mut model, 1047));
    for search in [search, other] {
        update(&mut model, Action::NotFoundAgain { search, reason: "cannot look for changes: no disk".into() });
        assert!(screen(&mut model, 120, 40).contains("no disk"));
        press(&mut model, &mut host, "<esc>");
    }
    host.unreadable = Some("no disk");
    press(&mut model, &mut host, "j");
    let asked =
        |host: &FakeHost| host.effects.iter().filter(|effect| matches!(effect, Effect::FindAgain { .. })).count();
    assert_eq!(asked(&host), 1, "once, and for all that failed");
    assert!(screen(&mut model, 120, 40).contains("no disk"));
    press(&mut model, &mut host, "<esc>a");
    assert!(
        toast(&model).starts_with("1042 changed since the scan and could not be searched again"),
        "{}",
        toast(&model)
    );
    host.unreadable = None;
    host.findable = vec![Draft::new(1042, LOST).item(), Draft::new(1047, LOST).item()];
    press(&mut model, &mut host, "kja");
    assert_eq!((asked(&host), host.decisions()), (2, vec!["1042 accept".to_owned()]));
    assert_eq!(model.items()[2].finding().unwrap().message.text, LOST);
}

#[test]
fn where_all_is_written_that_is_reported_and_where_it_is_seen() {
    let (mut model, mut host) = (Model::new(settings()), FakeHost::default());
    let mut all = items();
    for (place, item) in all.iter_mut().enumerate() {
        item.set_status(Status::Written, Some(if place < 6 { "ana" } else { "ben" }.to_owned().into()));
    }
    let last = Some("2026-02-03T09:12:00Z".parse().unwrap());
    act(&mut model, &mut host, Action::WrittenBefore { items: all, last });
    act(&mut model, &mut host, Action::ScanDone("212 messages read".to_owned()));
    assert!(matches!(model.scan, ScanState::Done(_)));
    for (width, height) in [(80, 24), (120, 40), (159, 50)] {
        let shown = screen(&mut model, width, height);
        for line in [
            "nothing to review · ⤓w8",
            "nothing left to review",
            "l shows the journal, U there undoes a",
            "S shows the statistics",
        ] {
            assert!(shown.contains(line), "{line}\n{shown}");
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
    assert!(model.dialogs.top_as::<ConversationDialog>().is_some());
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
    // The other one has no claim any more, so it cannot be decided.
    press(&mut model, &mut host, "ja");
    host.findable.clear();
    act(&mut model, &mut host, Action::Statuses(vec![(Key::Integer(1042), Status::Stale)]));
    for keys in ["gja", "gje", "gjm"] {
        press(&mut model, &mut host, keys);
        let expected = "1042 changed since the scan: it was deleted, or has no claims now";
        assert_eq!((toast(&model), model.dialogs.is_empty()), (expected, true), "{keys}");
    }
    assert!(screen(&mut model, 120, 40).contains("⚠ 1042 changed since the scan"));
}

#[test]
fn of_a_gesture_that_is_undone_in_part_the_rest_is_reported() {
    let (mut model, mut host) = (model(), FakeHost::default());
    let state = |key, status| DecisionState {
        message: Key::Integer(key),
        status,
        edit: Edit::default(),
        note: None,
        flagged: false,
        reviewer: None,
        approved_by: None,
        in_bulk: false,
    };
    let changes = vec![state(1038, Status::Written), state(1042, Status::Pending)];
    act(&mut model, &mut host, Action::Restored { description: "undone".to_owned(), changes });
    assert_eq!(toast(&model), "undone: 2 findings, 1 of them stay written");
}

/// A value of the database.
fn value(fixture: &SessionFixture, sql: &str) -> String {
    let connection = rusqlite::Connection::open(fixture.folder.path().join("export.db")).unwrap();
    connection.query_row(sql, [], |row| row.get(0)).unwrap()
}

#[test]
fn pane_and_conversation_show_what_the_database_has() {
    let fixture = SessionFixture::new();
    let (mut model, mut host) = fixture.open(Access::Hold);
    press_at(&mut model, &mut host, "a");
    act_at(&mut model, &mut host, Action::PlanWriteBack);
    press_at(&mut model, &mut host, "y<esc>g");
    let key = at(&model);
    assert_eq!(status(&model, key), Status::Written);
    let text = value(&fixture, &format!("SELECT content FROM messages WHERE id = {key}"));
    let shown = written_now(&model).and_then(|now| now.as_ref().ok()).expect("it is read");
    assert_eq!(shown.present.text.as_deref(), Some(text.as_str()));
    assert_eq!(shown.present.tools, Some(vec!["save_memory".to_owned()]));
    press_at(&mut model, &mut host, "c");
    let shown = overlay(&mut model, 120, 40);
    assert!(shown.contains("written · tools_used [save_memory]"), "{shown}");
    let first = text.split_whitespace().take(5).collect::<Vec<_>>().join(" ");
    assert!(
        shown.contains(&first) && !shown.contains("success: true, memory_type: \"journal\", content: \"Hanna hummed"),
        "{shown}"
    );
    // Somebody else changes it: the current text is shown.
    let connection = rusqlite::Connection::open(fixture.folder.path().join("export.db")).unwrap();
    connection.execute("UPDATE messages SET content = 'Mine.' WHERE id = ?1", [key]).unwrap();
    press_at(&mut model, &mut host, "<esc>jg");
    let shown = screen(&mut model, 120, 40);
    assert!(shown.contains("Mine.") && shown.contains("changed since written: its text"), "{shown}");
}

#[test]
fn an_undo_skips_what_is_written_and_what_was_written_and_undone() {
    let fixture = SessionFixture::new();
    let (mut model, mut host) = fixture.open(Access::Hold);
    press_at(&mut model, &mut host, "ra");
    let [rejected, accepted] = [0, 1].map(|place: usize| model.items()[place].key.clone());
    act_at(&mut model, &mut host, Action::PlanWriteBack);
    press_at(&mut model, &mut host, "y<esc>u");
    assert_eq!(toast(&model), format!("undone (what is written stays): {rejected} is pending now"));
    assert_eq!((model.items()[0].status, model.items()[1].status), (Status::Pending, Status::Written));
    press_at(&mut model, &mut host, "u");
    assert_eq!(toast(&model), format!("{accepted} is already written · l journal, U there to undo"));
    press_at(&mut model, &mut host, "<c-r>");
    assert_eq!((model.items()[0].status, model.items()[1].status), (Status::Rejected, Status::Written));
    // After the write-back is undone in the journal, its decision no longer counts, and its undo would change nothing.
    press_at(&mut model, &mut host, "lUy<esc>u");
    assert_eq!((model.items()[0].status, model.items()[1].status), (Status::Pending, Status::Pending));
    press_at(&mut model, &mut host, "u");
    assert_eq!(toast(&model), "nothing to undo");
}

#[test]
fn an_undo_says_whose_decision_it_undid() {
    let fixture = SessionFixture::new();
    let setup = Setup::new(fixture.folder.path().join("export.db"), "ben", options());
    let (mut model, mut host, _) = SessionFixture::listen_as(setup, Access::Hold);
    press_at(&mut model, &mut host, "r");
    drop(host);
    let (mut model, mut host) = fixture.open(Access::Hold);
    press_at(&mut model, &mut host, "u");
    let key = &model.items()[0].key;
    assert_eq!(toast(&model), format!("undone (was by ben): {key} is pending now"));
}

/// Changes the database as another program would.
fn change(fixture: &SessionFixture, sql: &str, key: &Key) {
    let connection = rusqlite::Connection::open(fixture.folder.path().join("export.db")).unwrap();
    let Key::Integer(key) = key else { panic!("{key}") };
    connection.pragma_update(None, "foreign_keys", false).unwrap();
    assert_eq!(connection.execute(sql, [key]).unwrap(), 1);
}

#[test]
fn the_preview_marks_a_finding_whose_evidence_changed() {
    let fixture = SessionFixture::new();
    let (mut model, mut host) = fixture.open(Access::Hold);
    let is_recovered = |item: &Item| item.finding().unwrap().remedy == Some(Remedy::Recover);
    let place = model.items().iter().position(is_recovered).unwrap();
    let key = model.items()[place].key.clone();
    press_at(&mut model, &mut host, &format!("g{}a", "j".repeat(place)));
    assert_eq!(model.items()[place].status, Status::Accepted);
    change(&fixture, "UPDATE messages SET tools_used = '[\"save_memory\"]' WHERE id = ?1", &key);
    act_at(&mut model, &mut host, Action::PlanWriteBack);
    assert_eq!(model.items()[place].status, Status::Stale);
    let shown = overlay(&mut model, 120, 40);
    assert!(shown.contains("1 × left out: changed since decided: save_memory was recorded with it"), "{shown}");
}

#[test]
fn a_message_that_was_deleted_is_not_decided() {
    let fixture = SessionFixture::new();
    let (mut model, mut host) = fixture.open(Access::Hold);
    press_at(&mut model, &mut host, "a");
    let [accepted, deleted] = [0, 1].map(|place: usize| model.items()[place].key.clone());
    change(&fixture, "DELETE FROM messages WHERE id = ?1", &deleted);
    press_at(&mut model, &mut host, "a");
    let shown = overlay(&mut model, 120, 40);
    assert!(shown.contains(&format!("message {deleted} was changed or deleted since the scan")), "{shown}");
    assert_eq!(model.items()[1].status, Status::Stale);
    // One that was decided before is marked when the preview opens.
    change(&fixture, "DELETE FROM messages WHERE id = ?1", &accepted);
    press_at(&mut model, &mut host, "<esc>");
    act_at(&mut model, &mut host, Action::PlanWriteBack);
    assert_eq!(model.items()[0].status, Status::Stale);
}

#[test]
fn what_changes_in_a_database_that_nobody_has_open_shows_in_the_conversation() {
    let fixture = SessionFixture::new();
    let connection = || rusqlite::Connection::open(fixture.folder.path().join("export.db")).unwrap();
    // Without its log the database is read as immutable.
    connection().pragma_update(None, "journal_mode", "wal").unwrap();
    let (mut model, mut host) = fixture.open(Access::Hold);
    press_at(&mut model, &mut host, "gc<esc>");
    let key = at(&model);
    connection().execute("UPDATE messages SET content = 'Changed by somebody.' WHERE id = ?1", [key]).unwrap();
    press_at(&mut model, &mut host, "c");
    let shown = overlay(&mut model, 120, 40);
    assert!(shown.contains("Changed by somebody."), "{shown}");
}

#[test]
fn what_was_written_before_and_is_taken_back_comes_back_to_the_list() {
    let fixture = SessionFixture::new();
    let (mut model, mut host) = fixture.open(Access::Hold);
    press_at(&mut model, &mut host, "a");
    act_at(&mut model, &mut host, Action::PlanWriteBack);
    press_at(&mut model, &mut host, "y<esc>q");
    let found = model.items().len();
    drop(host);
    let (mut model, mut host, news) = fixture.listen(Access::Hold);
    assert_eq!((model.items().len(), model.findings.written().count()), (found - 1, 1));
    press_at(&mut model, &mut host, "lUy<esc>");
    act_at(&mut model, &mut host, news.recv().unwrap());
    assert_eq!((model.items().len(), model.findings.written().count()), (found, 0));
    assert_eq!(model.counts().undecided(), found);
}
