//! The journal of the fake host: write-backs and their undo.

use std::collections::HashMap;

use super::FakeHost;
use crate::proposal::Status;
use crate::review::DecisionKind;
use crate::source::{EntryKind, JournalBatch, Key, Selection};
use crate::tui::{Action, Effect, JournalRow, JournalRowKind, LoadedJournal, Restored, WrittenNow};
use crate::writeback::CurrentMessage;

impl FakeHost {
    pub(in crate::tui::tests) fn append(&mut self, did: JournalRowKind, message: Key) {
        let id = i64::try_from(self.journal.len()).unwrap() + 1;
        let texts =
            Some(("{success: true, content: \"I lost track\"}You saw\u{1b} me.".to_owned(), "You saw me.".to_owned()));
        let records = vec![format!("agent_memories {}", 40 + id)];
        let at = format!("2026-02-03T09:{id:02}:00Z");
        self.journal.push(JournalRow {
            id,
            batch: self.batch.unwrap_or(id),
            at,
            reviewer: "ana".to_owned(),
            did,
            message,
            records,
            texts,
            plan_changed: false,
        });
    }

    pub(super) fn journal(&self) -> Action {
        Action::Journal(LoadedJournal {
            rows: self.journal.iter().rev().cloned().collect(),
            batches: self.batches(),
            earlier: 0,
        })
    }

    pub(super) fn written_now(&self, message: Key) -> Action {
        let row = self.journal.iter().rev().find(|row| row.message == message && row.did == JournalRowKind::Write);
        let approved = self.decided().filter(|decision| decision.message == message).last();
        let now = row.zip(approved).map(|(row, approved)| {
            let (text, tools) = (approved.finding.text_left().to_owned(), approved.finding.tools_used_after.clone());
            WrittenNow {
                row: row.clone(),
                present: CurrentMessage { text: Some(text), tools, changed: None, record_changed: None },
            }
        });
        let now = now.ok_or_else(|| "the journal has no write-back of it in effect".to_owned());
        Action::WrittenNow { message, now: Box::new(now) }
    }

    pub(super) fn write_back(&mut self) -> Vec<Action> {
        let written = self.decided().filter(|decision| decision.kind == DecisionKind::Accept);
        let written: Vec<_> = written.map(|decision| (decision.message.clone(), Status::Written)).collect();
        self.begin_batch();
        for (message, _) in &written {
            self.append(JournalRowKind::Write, message.clone());
        }
        self.batch = None;
        let lines = vec![format!("{} messages written", written.len())];
        vec![Action::Statuses(written), Action::Wrote(lines)]
    }

    pub(super) fn undo_write(&mut self, write: i64) -> Vec<Action> {
        if let Some(reason) = self.refuses {
            return vec![self.journal(), Action::WriteNotUndone { write, reason: reason.to_owned() }];
        }
        let undo = i64::try_from(self.journal.len()).unwrap() + 1;
        let row = self.journal.iter_mut().find(|row| row.id == write).unwrap();
        row.did = JournalRowKind::Undone(undo);
        let message = row.message.clone();
        self.append(JournalRowKind::Undo(write), message.clone());
        let (_, edit) = self.status(&message);
        vec![self.journal(), Action::WriteUndone { write, message, status: Status::Pending, edit }]
    }

    /// Puts all rows appended from now on into one batch.
    fn begin_batch(&mut self) {
        self.batch = Some(i64::try_from(self.journal.len()).unwrap() + 1);
    }

    fn batches(&self) -> HashMap<i64, JournalBatch> {
        let mut batches: HashMap<i64, JournalBatch> = HashMap::new();
        for row in &self.journal {
            let batch = batches.entry(row.batch).or_default();
            (batch.batch, batch.written_at, batch.reviewer) = (row.batch, row.at.clone(), row.reviewer.clone());
            batch.kind = if matches!(row.did, JournalRowKind::Undo(_)) { EntryKind::Undo } else { EntryKind::Write };
            batch.findings += 1;
            batch.in_effect += usize::from(row.did == JournalRowKind::Write);
            if batch.kind == EntryKind::Write {
                batch.decided_by = vec!["bo".to_owned()];
                *batch.remedies.entry("recover".to_owned()).or_default() += 1;
                batch.selections = self.selections();
            }
        }
        batches
    }

    /// How the findings of all bulk actions were selected.
    fn selections(&self) -> Vec<Selection> {
        let selection = |effect: &Effect| match effect {
            Effect::Select(selection) => Some(selection.clone()),
            _ => None,
        };
        self.effects.iter().filter_map(selection).collect()
    }

    pub(super) fn undo_batch(&mut self, batch: i64) -> Vec<Action> {
        self.begin_batch();
        let in_effect = self.journal.iter().filter(|row| row.batch == batch && row.did == JournalRowKind::Write);
        let mut changes = Vec::new();
        for id in in_effect.map(|row| row.id).collect::<Vec<_>>() {
            let answers = self.undo_write(id);
            changes.extend(answers.into_iter().filter_map(|action| match action {
                Action::WriteUndone { message, status, edit, .. } => Some(Restored { message, status, edit }),
                _ => None,
            }));
        }
        self.batch = None;
        let problems = self.refuses.iter().map(|reason| (*reason).to_owned()).collect();
        vec![self.journal(), Action::BatchUndone { batch, changes, problems }]
    }
}
