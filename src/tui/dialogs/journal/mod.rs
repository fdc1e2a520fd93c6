//! The journal as a reviewer reads it: what was written, by whom, and whether it was undone. Findings that were written
//! together form one batch that unfolds.

pub(crate) mod update;
mod view;

use std::collections::{BTreeSet, HashMap};

use crate::proposal::{Edit, Status};
use crate::session::{Session, SessionError};
use crate::source::{EntryKind, JournalBatch, JournalEntry, Key, last_entries, sqlite_error};
use crate::tui::input::action::{Action, Motion};
use crate::tui::input::context::KeyContext;
use crate::tui::input::effect::Effect;
use crate::tui::review::model::Model;
use crate::tui::screen;
use crate::visible;
use crate::writeback::{UndoDifference, WriteReport};

use super::dialog::{Dialog, DialogOutcome};
use super::sheet::{self, Sheet, SheetContext, SheetLines};

/// The most rows loaded; `ghostcall log` lists all.
const MOST: usize = 1_000;
/// The most characters kept of a text.
const EXCERPT: usize = 160;

/// What a journal row did, and whether it was undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JournalRowKind {
    /// A write-back in force.
    Write,
    /// A write-back undone by the row with this ID.
    Undone(i64),
    /// An undo of the row with this ID.
    Undo(i64),
}

/// A row of the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalRow {
    /// The number of the row.
    pub id: i64,
    /// The number of its batch.
    pub batch: i64,
    /// When it was written, as RFC 3339.
    pub at: String,
    /// Who approved it.
    pub reviewer: String,
    /// What it did.
    pub did: JournalRowKind,
    /// The key of the message.
    pub message: Key,
    /// The inserted or removed rows, such as `agent_memories 12`.
    pub records: Vec<String>,
    /// Excerpts of the text before and after; `None` if the text was not changed.
    pub texts: Option<(String, String)>,
    /// Whether the recorded plan was changed.
    pub plan_changed: bool,
}

impl JournalRow {
    pub(crate) fn of(entry: JournalEntry) -> Self {
        let did = match (entry.kind, entry.undoes) {
            (EntryKind::Undo, Some(write)) => JournalRowKind::Undo(write),
            _ => JournalRowKind::Write,
        };
        let records = entry.records.iter().map(|record| format!("{} {}", record.table, record.key)).collect();
        let excerpt = |text: &String| visible::excerpt(text, EXCERPT);
        let texts = entry.before.text.as_ref().zip(entry.after.text.as_ref());
        let plan_changed = entry.after.plan.is_some();
        Self {
            id: entry.id,
            batch: entry.batch,
            at: entry.written_at,
            reviewer: entry.reviewer,
            did,
            message: entry.message,
            records,
            texts: texts.map(|(before, after)| (excerpt(before), excerpt(after))),
            plan_changed,
        }
    }
}

/// The journal as the dialog shows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoadedJournal {
    /// Its rows, the latest first.
    pub rows: Vec<JournalRow>,
    /// The batches by ID.
    pub batches: HashMap<i64, JournalBatch>,
    /// The number of earlier rows that are not loaded.
    pub earlier: usize,
}

/// Reads the journal of the session's database.
pub(crate) fn load(session: &Session) -> Result<LoadedJournal, SessionError> {
    let (entries, earlier) = last_entries(session.audit().source().connection(), MOST)
        .map_err(|error| sqlite_error(&session.setup().database, &error))?;
    // An undo comes after the row it undoes, so it is loaded too.
    let undone: HashMap<i64, i64> =
        entries.iter().filter_map(|entry| entry.undoes.map(|write| (write, entry.id))).collect();
    let mut rows: Vec<JournalRow> = entries.into_iter().map(JournalRow::of).collect();
    for row in &mut rows {
        if let (JournalRowKind::Write, Some(undo)) = (row.did, undone.get(&row.id)) {
            row.did = JournalRowKind::Undone(*undo);
        }
    }
    let batches = session.batches()?.into_iter().map(|batch| (batch.batch, batch)).collect();
    Ok(LoadedJournal { rows, batches, earlier })
}

/// Reports the outcome of undoing a write-back, with the reloaded journal.
pub(crate) fn taken_back(session: &Session, write: i64, report: &WriteReport) -> Result<Vec<Action>, SessionError> {
    let mut news = vec![Action::Journal(load(session)?)];
    for done in &report.done {
        let (status, edit) = session.state_of(&done.message)?;
        news.push(Action::TakenBack { write, message: done.message.clone(), status, edit });
    }
    news.extend(report.differs.iter().map(|UndoDifference { message, what, .. }| {
        Action::Failed(format!("message {message} is not all as it was, though its write-back was undone: {what}"))
    }));
    news.extend(report.left_out.iter().map(|left| Action::NotTakenBack { write, reason: left.reason.to_string() }));
    Ok(news)
}

/// Reports the outcome of undoing a batch, with the reloaded journal.
pub(crate) fn batch_taken_back(
    session: &Session,
    batch: i64,
    report: &WriteReport,
) -> Result<Vec<Action>, SessionError> {
    let mut changes = Vec::with_capacity(report.done.len());
    for done in &report.done {
        let (status, edit) = session.state_of(&done.message)?;
        changes.push(Restored { message: done.message.clone(), status, edit });
    }
    let left_out = report.left_out.iter().map(|left| {
        let message = left.message.as_ref().map(|message| format!("message {message}: ")).unwrap_or_default();
        format!("{message}{}", left.reason)
    });
    let differs = report.differs.iter().map(|UndoDifference { message, what, .. }| {
        format!("message {message} is not all as it was, though its write-back was undone: {what}")
    });
    let problems = left_out.chain(differs).collect();
    Ok(vec![Action::Journal(load(session)?), Action::BatchTakenBack { batch, changes, problems }])
}

/// A finding whose write-back was undone.
#[derive(Clone, Debug, PartialEq)]
pub struct Restored {
    /// The key of the message.
    pub message: Key,
    /// The status of its finding now.
    pub status: Status,
    /// The edit it was accepted with, kept as a draft.
    pub edit: Edit,
}

/// The journal dialog.
#[derive(Clone, Debug, Default)]
pub struct JournalDialog {
    pub(crate) what: LoadedJournal,
    /// The IDs of unfolded batches.
    pub(crate) unfolded: BTreeSet<i64>,
    pub(crate) cursor: usize,
}

/// An item of the list: a batch, or a row of one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum JournalItem<'a> {
    /// Findings that were written together.
    Batch(&'a JournalBatch),
    /// A row on its own, or of an unfolded batch.
    Row(&'a JournalRow),
}

impl JournalItem<'_> {
    /// Its batch ID and row ID, which identify it in a reloaded journal.
    fn name(self) -> (i64, Option<i64>) {
        match self {
            Self::Batch(batch) => (batch.batch, None),
            Self::Row(row) => (row.batch, Some(row.id)),
        }
    }
}

impl JournalDialog {
    pub(crate) fn of(what: LoadedJournal) -> Self {
        Self { what, ..Self::default() }
    }

    /// The items from top to bottom. A batch of one finding is shown as its row.
    pub(crate) fn parts(&self) -> impl Iterator<Item = JournalItem<'_>> {
        let mut last = None;
        self.what.rows.iter().flat_map(move |row| {
            let batch = self.what.batches.get(&row.batch).filter(|batch| batch.findings > 1);
            let heading = batch.filter(|_| last.replace(row.batch) != Some(row.batch)).map(JournalItem::Batch);
            let is_shown = batch.is_none() || self.unfolded.contains(&row.batch);
            heading.into_iter().chain(is_shown.then_some(JournalItem::Row(row)))
        })
    }

    pub(crate) fn selected(&self) -> Option<JournalItem<'_>> {
        self.parts().nth(self.cursor)
    }

    /// Replaces the journal and keeps the selection.
    pub(crate) fn renew(&mut self, now: LoadedJournal) {
        let name = self.selected().map(JournalItem::name);
        self.what = now;
        let cursor = self.parts().position(|part| Some(part.name()) == name);
        self.cursor = cursor.unwrap_or(0);
    }

    fn go(&mut self, motion: Motion, page: usize) {
        let count = self.parts().count();
        self.cursor = motion.from(self.cursor, page, count);
    }

    /// Whether the selected item is a finding that was written alone.
    fn holds_one(&self) -> bool {
        let batch = self.selected().and_then(|part| self.what.batches.get(&part.name().0));
        batch.is_none_or(|batch| batch.findings < 2)
    }

    /// Unfolds the selected batch, or folds it again.
    fn unfold(&mut self) {
        let Some((batch, _)) = self.selected().map(JournalItem::name) else { return };
        if !self.unfolded.remove(&batch) {
            self.unfolded.insert(batch);
        }
        let heading = self.parts().position(|part| part.name() == (batch, None));
        self.cursor = heading.unwrap_or(self.cursor);
    }
}

impl Dialog for JournalDialog {
    fn context(&self) -> KeyContext {
        KeyContext::Journal
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        match action {
            Action::Move(motion) => {
                let rows = screen::dialog_extent(model, self).rows;
                self.go(motion, (rows / view::ROWS).max(1));
            }
            Action::Choose => self.unfold(),
            Action::TakeBack => return update::ask(model, self),
            _ => {}
        }
        DialogOutcome::stays()
    }

    fn obstacle(&self, model: &Model, action: &Action) -> Option<String> {
        match action {
            Action::TakeBack => update::undo_obstacle(model, self),
            Action::Choose => self.holds_one().then(|| "there is nothing to unfold".to_owned()),
            _ => None,
        }
    }

    fn sheet<'a>(&'a self, room: SheetContext<'a>) -> Option<Sheet<'a>> {
        let width = room.whole_width();
        let items = view::items(self, width, room.theme);
        let above: usize = items.iter().take(self.cursor).map(Vec::len).sum();
        let top = sheet::centred(above, 1, room.rows());
        let lines = items.into_iter().flatten().chain(view::remark(self, width, room.theme)).collect();
        Some(Sheet::full("Journal, the latest first", SheetLines::All(lines), top, room.theme))
    }

    fn choice_in(&self, model: &Model, line: usize) -> Option<usize> {
        let theme = model.plain_theme();
        let width = screen::room(model, &theme)?.whole_width();
        let mut below = 0;
        view::items(self, width, &theme).iter().position(|item| {
            below += item.len();
            line < below
        })
    }

    fn point_at(&mut self, _model: &mut Model, choice: usize) -> DialogOutcome {
        self.cursor = choice;
        DialogOutcome::stays()
    }
}

/// The question before a write-back, or the rest of a batch, is undone.
#[derive(Clone, Debug, PartialEq)]
pub enum UndoQuestion {
    /// A row for a single write-back.
    Write(JournalRow),
    /// A row for all write-backs of a batch.
    Batch(JournalBatch),
}

impl Dialog for UndoQuestion {
    fn context(&self) -> KeyContext {
        KeyContext::TakeBack
    }

    fn act(&mut self, _model: &mut Model, action: Action) -> DialogOutcome {
        if action == Action::Confirm {
            return DialogOutcome::closes(vec![match self {
                Self::Write(row) => Effect::UndoWrite(row.id),
                Self::Batch(batch) => Effect::UndoBatch(batch.batch),
            }]);
        }
        DialogOutcome::stays()
    }

    fn close(&mut self, model: &mut Model) -> Vec<Effect> {
        model.notify(match self {
            Self::Write(row) => format!("write-back {} was not undone", row.id),
            Self::Batch(batch) => format!("batch {} was not undone", batch.batch),
        });
        Vec::new()
    }

    fn sheet<'a>(&'a self, room: SheetContext<'a>) -> Option<Sheet<'a>> {
        let lines = view::question(room.model, self, room.width(), room.theme);
        Some(Sheet::new("Undo", lines, room.theme))
    }
}

/// The status of a finding after its write-back was undone, in words.
pub(crate) fn status_text(status: Status, has_changes: bool) -> String {
    let changes = if has_changes { ", its changes kept as a draft" } else { "" };
    format!("it is {} again{changes}", status.name())
}
