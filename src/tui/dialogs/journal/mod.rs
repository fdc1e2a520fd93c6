//! The journal as a reviewer reads it: what was written, by whom, and whether it still stands.

pub(crate) mod update;
mod view;

use std::collections::HashMap;

use crate::proposal::Status;
use crate::session::{Session, SessionError};
use crate::source::{Entry, EntryKind, Key, last_entries, sqlite_error};
use crate::tui::input::action::{Action, Motion};
use crate::tui::input::context::Context;
use crate::tui::input::effect::Effect;
use crate::tui::review::model::Model;
use crate::tui::screen;
use crate::visible;
use crate::writeback::{Difference, Report};

use super::dialog::{Dialog, Outcome};
use super::sheet::{self, Lines, Room, Sheet};

/// The most rows that are loaded; `ghostcall log` lists all.
const MOST: usize = 1_000;
/// The most characters of a text.
const EXCERPT: usize = 160;

/// What a row of the journal did, and what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Did {
    /// It wrote, and that stands.
    Write,
    /// It wrote, and that was taken back by another row.
    Undone(i64),
    /// It took another row back.
    Undo(i64),
}

/// A row of the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalRow {
    /// Its number.
    pub id: i64,
    /// When, RFC 3339.
    pub at: String,
    /// Who approved it.
    pub reviewer: String,
    /// What it did.
    pub did: Did,
    /// The message.
    pub message: Key,
    /// The rows that were inserted, or removed again, such as `agent_memories 12`.
    pub records: Vec<String>,
    /// The beginnings of the text before and after; `None` where the text was left alone.
    pub texts: Option<(String, String)>,
    /// Whether the recorded plan was changed.
    pub plan_changed: bool,
}

impl JournalRow {
    pub(crate) fn of(entry: Entry) -> Self {
        let did = match (entry.kind, entry.undoes) {
            (EntryKind::Undo, Some(write)) => Did::Undo(write),
            _ => Did::Write,
        };
        let records = entry.records.iter().map(|record| format!("{} {}", record.table, record.key)).collect();
        let excerpt = |text: &String| visible::excerpt(text, EXCERPT);
        let texts = entry.before.text.as_ref().zip(entry.after.text.as_ref());
        let plan_changed = entry.after.plan.is_some();
        Self {
            id: entry.id,
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

/// The journal, the latest row first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Journal {
    /// Its rows.
    pub rows: Vec<JournalRow>,
    /// How many earlier rows are left out.
    pub earlier: usize,
}

/// Reads the journal of the session's database.
pub(crate) fn load(session: &Session) -> Result<Journal, SessionError> {
    let (entries, earlier) = last_entries(session.audit().source().connection(), MOST)
        .map_err(|error| sqlite_error(&session.setup().database, &error))?;
    // What takes a row back comes after it: it is among the latest too.
    let undone: HashMap<i64, i64> =
        entries.iter().filter_map(|entry| entry.undoes.map(|write| (write, entry.id))).collect();
    let mut rows: Vec<JournalRow> = entries.into_iter().map(JournalRow::of).collect();
    for row in &mut rows {
        if let (Did::Write, Some(undo)) = (row.did, undone.get(&row.id)) {
            row.did = Did::Undone(*undo);
        }
    }
    Ok(Journal { rows, earlier })
}

/// What came of taking a write-back back, with the journal as it is now.
pub(crate) fn taken_back(session: &Session, write: i64, report: &Report) -> Result<Vec<Action>, SessionError> {
    let mut news = vec![Action::Journal(load(session)?)];
    for done in &report.done {
        let (status, edit) = session.state_of(&done.message)?;
        news.push(Action::TakenBack { write, message: done.message.clone(), status, edit });
    }
    news.extend(report.differs.iter().map(|Difference { message, what, .. }| {
        Action::Failed(format!("message {message} is not all as it was, though its write-back was taken back: {what}"))
    }));
    news.extend(report.left_out.iter().map(|left| Action::NotTakenBack { write, reason: left.reason.to_string() }));
    Ok(news)
}

/// The journal as it is looked at.
#[derive(Clone, Debug)]
pub struct JournalDialog {
    pub(crate) what: Journal,
    pub(crate) cursor: usize,
}

impl JournalDialog {
    pub(crate) fn selected(&self) -> Option<&JournalRow> {
        self.what.rows.get(self.cursor)
    }

    /// Takes in the journal as it is now; the row that is looked at stays so.
    pub(crate) fn renew(&mut self, now: Journal) {
        let id = self.selected().map(|row| row.id);
        self.what = now;
        self.cursor = self.what.rows.iter().position(|row| Some(row.id) == id).unwrap_or(0);
    }

    fn go(&mut self, motion: Motion, page: usize) {
        self.cursor = motion.from(self.cursor, page, self.what.rows.len());
    }
}

impl Dialog for JournalDialog {
    fn context(&self) -> Context {
        Context::Journal
    }

    fn act(&mut self, model: &mut Model, action: Action) -> Outcome {
        match action {
            Action::Move(motion) => {
                let rows = screen::dialog_extent(model, self).rows;
                self.go(motion, (rows / view::ROWS).max(1));
            }
            Action::TakeBack => return update::ask(model, self),
            _ => {}
        }
        Outcome::stays()
    }

    fn obstacle(&self, model: &Model, action: &Action) -> Option<String> {
        if *action == Action::TakeBack { update::why_it_stands(model, self) } else { None }
    }

    fn sheet<'a>(&'a self, room: Room<'a>) -> Option<Sheet<'a>> {
        let lines = view::lines(self, room.whole_width(), room.theme);
        let top = sheet::centred(self.cursor, view::ROWS, room.rows());
        Some(Sheet::full("Journal, the latest first", Lines::All(lines), top, room.theme))
    }

    fn choice_in(&self, _model: &Model, line: usize) -> Option<usize> {
        Some(line / view::ROWS).filter(|place| *place < self.what.rows.len())
    }

    fn point_at(&mut self, _model: &mut Model, choice: usize) -> Outcome {
        self.cursor = choice;
        Outcome::stays()
    }
}

/// The question before a write-back is taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndoQuestion {
    pub(crate) row: JournalRow,
}

impl Dialog for UndoQuestion {
    fn context(&self) -> Context {
        Context::TakeBack
    }

    fn act(&mut self, _model: &mut Model, action: Action) -> Outcome {
        if action == Action::Confirm {
            return Outcome::closes(vec![Effect::UndoWrite(self.row.id)]);
        }
        Outcome::stays()
    }

    fn close(&mut self, model: &mut Model) -> Vec<Effect> {
        model.tell(format!("write-back {} stands", self.row.id));
        Vec::new()
    }

    fn sheet<'a>(&'a self, room: Room<'a>) -> Option<Sheet<'a>> {
        let lines = view::question(room.model, self, room.width(), room.theme);
        Some(Sheet::new("Take back", lines, room.theme))
    }
}

/// What a finding is after its write-back was taken back, in words.
pub(crate) fn standing(status: Status, has_changes: bool) -> String {
    let changes = if has_changes { ", its changes kept as a draft" } else { "" };
    format!("it is {} again{changes}", status.name())
}
