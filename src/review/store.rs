//! The review file: an SQLite database next to the reviewed one. Its events are only ever appended.

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension as _, Transaction};

use super::database::{ReviewDatabase, SET_META};
use super::event::{
    UndoRedo, drop_decided_draft, insert_approval, insert_flag, insert_note, insert_undo_redo, json, read_event,
};
use super::{Decision, History, Holder, MessageChange, NewDecision, ReviewError};
use crate::proposal::Edit;
use crate::source::{Key, SourceError, SqliteSource, text_digest};

/// The greatest number of an event or step. At one decision a microsecond, it is reached after 285 years.
const MAX_NUMBER: i64 = 1 << 53;

pub(super) const SET_DRAFT: &str = "INSERT OR REPLACE INTO draft VALUES (?1, ?2, ?3)";

/// The default path of a database's review file.
#[must_use]
pub fn review_path(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(".review");
    PathBuf::from(name)
}

/// An open review file.
pub struct ReviewFile {
    pub(super) database: ReviewDatabase,
    pub(super) history: History,
    pub(super) reviewer: String,
    /// The reviewer's view settings, stored with the next write.
    pub(super) view: Option<String>,
    /// The step that is being stored in parts, if any.
    pub(super) begun: Option<OpenGesture>,
}

/// An undo step that is not completely stored yet.
pub(super) struct OpenGesture {
    pub(super) gesture: i64,
    pub(super) seq: i64,
    pub(super) changes: Vec<(i64, Key, MessageChange)>,
}

impl ReviewFile {
    /// Reads the review file of a database; `None` if there is none yet. Takes no lock and changes nothing.
    pub fn read(path: &Path, source: &SqliteSource) -> Result<Option<Self>, ReviewError> {
        let Some(database) = ReviewDatabase::open(path)? else { return Ok(None) };
        database.check(source)?;
        let mut file = Self::of(database, String::new());
        file.load()?;
        Ok(Some(file))
    }

    /// Opens the review file of a database for deciding, creates it if needed, and locks it. The database is opened by
    /// `open` after that, since the last holder may have written to it.
    pub fn open_locked(
        path: &Path,
        open: impl FnOnce() -> Result<SqliteSource, SourceError>,
        reviewer: &str,
        now: Timestamp,
    ) -> Result<(Self, SqliteSource), ReviewError> {
        let (mut database, source) = ReviewDatabase::open_locked(path, open)?;
        database.initialise(&source)?;
        let mut file = Self::of(database, reviewer.to_owned());
        file.load()?;
        file.database.keep_identity(&source, &file.history)?;
        let holder = Holder { reviewer: reviewer.to_owned(), process: std::process::id(), since: now.to_string() };
        file.database.set_meta("holder", &file.database.json(&holder)?)?;
        Ok((file, source))
    }

    fn of(database: ReviewDatabase, reviewer: String) -> Self {
        Self { database, history: History::default(), reviewer, view: None, begun: None }
    }

    /// The error that the decision about a message cannot be read.
    pub(crate) fn unreadable_decision(&self, message: &Key) -> ReviewError {
        ReviewError::UnreadableDecision { path: self.database.path.clone(), message: message.to_string() }
    }

    fn load(&mut self) -> Result<(), ReviewError> {
        let error = self.database.sqlite();
        let mut history = History::default();
        let mut unreadable = None;
        let mut read = || -> rusqlite::Result<()> {
            let mut statement = self.database.connection.prepare(
                "SELECT seq, gesture, at, reviewer, message, text_digest, action, edit, note, journal_head, target
                 FROM event ORDER BY seq",
            )?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                unreadable = read_event(row, &mut history)?.or(unreadable.take());
            }
            Ok(())
        };
        read().map_err(error)?;
        let number = history.last_seq().max(history.last_gesture());
        if number > MAX_NUMBER {
            return Err(ReviewError::Altered { path: self.database.path.clone(), number });
        }
        if let Some(message) = unreadable {
            return Err(self.unreadable_decision(&message));
        }
        for gesture in self.selected_gestures()? {
            history.select(gesture);
        }
        self.history = history;
        Ok(())
    }

    /// The decisions so far.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The path of the review file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.database.path
    }

    /// Stores decisions as one undo step, and deletes the drafts of their messages.
    pub fn decide(&mut self, decisions: &[NewDecision], journal_head: i64, now: Timestamp) -> Result<(), ReviewError> {
        if decisions.is_empty() {
            return Ok(());
        }
        self.decide_with(decisions, journal_head, now, |_| Ok(()))
    }

    /// Writes in one transaction, together with the view settings.
    pub(super) fn transact(
        &mut self,
        write: impl FnOnce(&Connection) -> rusqlite::Result<()>,
    ) -> Result<(), ReviewError> {
        self.database.check_not_replaced()?;
        let error = self.database.sqlite();
        let transaction = self.database.connection.transaction().map_err(&error)?;
        write(&transaction).map_err(&error)?;
        write_view(&transaction, &self.reviewer, self.view.as_deref()).map_err(&error)?;
        transaction.commit().map_err(error)?;
        self.view = None;
        Ok(())
    }

    /// Remembers the reviewer's view settings. They are stored with the next write.
    pub fn keep_view(&mut self, view: String) {
        self.view = Some(view);
    }

    /// Stores the remembered view settings, if they are not stored yet.
    pub fn store_view(&mut self) -> Result<(), ReviewError> {
        if self.view.is_none() { Ok(()) } else { self.transact(|_| Ok(())) }
    }

    /// The view settings that this reviewer stored last.
    pub fn view(&self, reviewer: &str) -> Result<Option<String>, ReviewError> {
        self.database.meta(&view_of(reviewer))
    }

    /// Stores a note as its own undo step. An empty note removes the note.
    pub fn note(&mut self, message: &Key, note: &str, now: Timestamp) -> Result<(), ReviewError> {
        let (seq, gesture) = (self.history.last_seq() + 1, self.history.last_gesture() + 1);
        let reviewer = self.reviewer.clone();
        self.transact(|connection| insert_note(connection, (seq, gesture), message, note, (&reviewer, now)))?;
        self.history.change(seq, gesture, message.clone(), MessageChange::Noted(note.to_owned()));
        Ok(())
    }

    /// Flags messages for another look, or removes their flags, as one undo step.
    pub fn flag(&mut self, messages: &[Key], flagged: bool, now: Timestamp) -> Result<(), ReviewError> {
        if messages.is_empty() {
            return Ok(());
        }
        let (first, gesture) = (self.history.last_seq() + 1, self.history.last_gesture() + 1);
        let reviewer = self.reviewer.clone();
        self.transact(|connection| {
            let mut numbered = (first..).zip(messages);
            numbered.try_for_each(|(seq, message)| {
                insert_flag(connection, (seq, gesture), message, flagged, (&reviewer, now))
            })
        })?;
        for (seq, message) in (first..).zip(messages) {
            self.history.change(seq, gesture, message.clone(), MessageChange::Flagged(flagged));
        }
        Ok(())
    }

    /// Approves the decisions about messages, as one undo step. Messages without a decision are ignored.
    pub fn approve(&mut self, messages: &[Key], now: Timestamp) -> Result<(), ReviewError> {
        let history = &self.history;
        let decided = messages.iter().filter_map(|message| Some((message, history.decision(message)?)));
        let decided: Vec<(&Key, Decision)> = decided.map(|(message, decision)| (message, decision.clone())).collect();
        if decided.is_empty() {
            return Ok(());
        }
        let (first, gesture) = (self.history.last_seq() + 1, self.history.last_gesture() + 1);
        let reviewer = self.reviewer.clone();
        self.transact(|connection| {
            (first..).zip(&decided).try_for_each(|(seq, (message, decision))| {
                insert_approval(connection, (seq, gesture), message, decision, (&reviewer, now))
            })
        })?;
        for (seq, (message, decision)) in (first..).zip(decided) {
            let approved = MessageChange::Approved { decision: decision.seq, reviewer: reviewer.clone() };
            self.history.change(seq, gesture, message.clone(), approved);
        }
        Ok(())
    }

    /// Undoes a step. Returns its messages.
    pub fn undo(&mut self, step: i64, now: Timestamp) -> Result<Vec<Key>, ReviewError> {
        self.undo_or_redo(step, true, now)
    }

    /// Redoes the step that was undone last. Returns its messages, or `None` if there was nothing to redo.
    pub fn redo(&mut self, now: Timestamp) -> Result<Option<Vec<Key>>, ReviewError> {
        let step = self.history.redoable();
        step.map(|step| self.undo_or_redo(step, false, now)).transpose()
    }

    fn undo_or_redo(&mut self, target: i64, is_undo: bool, now: Timestamp) -> Result<Vec<Key>, ReviewError> {
        let (first, gesture) = (self.history.last_seq() + 1, self.history.last_gesture() + 1);
        let action = if is_undo { "undo" } else { "redo" };
        let events = self.history.events(target);
        let reviewer = self.reviewer.clone();
        self.transact(|connection| {
            (first..).zip(&events).try_for_each(|(seq, (event, message, replaced))| {
                let restores = if is_undo { *replaced } else { Some(*event) };
                let turn = UndoRedo { seq, gesture, action, target, restores };
                insert_undo_redo(connection, &turn, message, (&reviewer, now))?;
                if is_undo { Ok(()) } else { drop_decided_draft(connection, *event, message) }
            })
        })?;
        for (seq, _) in (first..).zip(&events) {
            self.history.undo_or_redo(seq, gesture, target, is_undo);
        }
        Ok(self.history.messages(target))
    }

    /// The reviewer who took a step.
    pub fn reviewer_of_step(&self, step: i64) -> Result<Option<String>, ReviewError> {
        let Some((event, ..)) = self.history.events(step).into_iter().next() else { return Ok(None) };
        self.database
            .connection
            .query_row("SELECT reviewer FROM event WHERE seq = ?1", [event], |row| row.get(0))
            .optional()
            .map_err(self.database.sqlite())
    }

    /// The stored finding of a decision, as JSON.
    pub fn finding_text(&self, decision: &Decision) -> Result<Option<String>, ReviewError> {
        let text = self
            .database
            .connection
            .prepare_cached("SELECT finding FROM event WHERE seq = ?1")
            .and_then(|mut statement| statement.query_row([decision.seq], |row| row.get(0)).optional());
        Ok(text.map_err(self.database.sqlite())?.flatten())
    }

    /// Starts a read transaction that lasts until the result is dropped, so that many reads lock the file once. `None`
    /// while a step is being stored, whose transaction is open already.
    pub fn snapshot(&self) -> Result<Option<Transaction<'_>>, ReviewError> {
        let begin = || self.database.connection.unchecked_transaction();
        self.database.connection.is_autocommit().then(begin).transpose().map_err(self.database.sqlite())
    }

    /// Stores an undecided edit as a draft. An empty edit deletes the draft, unless the decision has changes: then the
    /// draft is what removes them.
    pub fn set_draft(&self, message: &Key, text: &str, edit: &Edit) -> Result<(), ReviewError> {
        self.database.check_not_replaced()?;
        let is_decided = self.history().decision(message).is_some_and(|decision| !decision.edit.is_empty());
        let message = message.to_json();
        let done = if edit.is_empty() && !is_decided {
            self.database.connection.execute("DELETE FROM draft WHERE message = ?1", [message])
        } else {
            json(edit).and_then(|edit| self.database.connection.execute(SET_DRAFT, [message, text_digest(text), edit]))
        };
        done.map(drop).map_err(self.database.sqlite())
    }

    /// The draft for a message with this text.
    pub fn draft(&self, message: &Key, text: &str) -> Result<Option<Edit>, ReviewError> {
        let edit: Option<String> = self
            .database
            .connection
            .query_row(
                "SELECT edit FROM draft WHERE message = ?1 AND text_digest = ?2",
                [message.to_json(), text_digest(text)],
                |row| row.get(0),
            )
            .optional()
            .map_err(self.database.sqlite())?;
        edit.map(|edit| self.database.parse(&edit, || format!("the draft for message {message}"))).transpose()
    }
}

/// Stores the view settings, if there are any to store.
pub(super) fn write_view(connection: &Connection, reviewer: &str, view: Option<&str>) -> rusqlite::Result<()> {
    view.map_or(Ok(()), |view| connection.execute(SET_META, [&view_of(reviewer), view]).map(drop))
}

/// Key in `meta` of a reviewer's view settings.
fn view_of(reviewer: &str) -> String {
    format!("view:{reviewer}")
}
