//! The events of a review file as stored: who did what, when, and with which version.

use rusqlite::{OptionalExtension as _, Row, params};
use serde::Serialize;
use serde_json::Value;

use super::event::MADE_WITH;
use super::{ReviewError, ReviewFile};
use crate::source::Key;

/// What an event did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// A finding was accepted.
    Accept,
    /// A finding was rejected.
    Reject,
    /// A finding was skipped.
    Skip,
    /// A finding was made pending again.
    Reset,
    /// A reviewer approved another reviewer's acceptance of a finding.
    Approve,
    /// A note was written; an empty one removes the note.
    Note,
    /// A finding was flagged for another look.
    Flag,
    /// The flag was removed.
    Unflag,
    /// A step was undone.
    UndoDecision,
    /// A step was redone.
    RedoDecision,
    /// The event was written by a later version.
    Unknown,
}

impl EventKind {
    fn of(action: &str, edit: Option<&Value>) -> Self {
        match action {
            "accept" => Self::Accept,
            "reject" => Self::Reject,
            "skip" => Self::Skip,
            "reset" => Self::Reset,
            "approve" => Self::Approve,
            "note" => Self::Note,
            "mark" if edit.and_then(Value::as_str) == Some("on") => Self::Flag,
            "mark" => Self::Unflag,
            "undo" => Self::UndoDecision,
            "redo" => Self::RedoDecision,
            _ => Self::Unknown,
        }
    }

    fn is_decision(self) -> bool {
        matches!(self, Self::Accept | Self::Reject | Self::Skip | Self::Reset)
    }
}

/// An event of a review.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReviewEvent {
    /// The kind of event, such as a decision, a note or an undo.
    pub kind: EventKind,
    /// When it happened (RFC 3339).
    pub at: String,
    /// The name of the reviewer.
    pub reviewer: String,
    /// The key of the message.
    pub message: Key,
    /// The number of the event, in the order in which events were stored.
    pub seq: i64,
    /// The number of the undo step that it is part of: one key press or bulk action.
    pub gesture: i64,
    /// For a decision or approval: the SHA-256 of the text that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_digest: Option<String>,
    /// For a decision: the reviewer's changes to the proposal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<Value>,
    /// For a note: its text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// For a decision: the last journal row at that time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub journal_head: Option<i64>,
    /// For an undo or redo: the step that was undone or redone. For an approval: the event of the decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<i64>,
    /// The version of ghostcall; `None` for events from before versions were stored.
    pub program: Option<String>,
    /// The digest of the patterns in use; `None` like `program`.
    pub patterns: Option<String>,
    /// For a decision: the finding as it was shown, with its claims and their evidence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finding: Option<Value>,
}

impl ReviewFile {
    /// Records the patterns, by their digest, and the version of ghostcall with which all following decisions are made.
    pub fn made_with(&self, patterns: &str) -> Result<(), ReviewError> {
        self.database.check_not_replaced()?;
        let program = env!("CARGO_PKG_VERSION");
        let write = || -> rusqlite::Result<()> {
            self.database.connection.execute_batch(MADE_WITH)?;
            let last = "SELECT program, patterns FROM made_with ORDER BY since DESC LIMIT 1";
            let last: Option<(String, String)> =
                self.database.connection.query_row(last, [], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
            if last.is_some_and(|last| last == (program.to_owned(), patterns.to_owned())) {
                return Ok(());
            }
            // If nothing was decided with the previous ones, this replaces them.
            let sql = "INSERT OR REPLACE INTO made_with VALUES (?1, ?2, ?3)";
            self.database.connection.execute(sql, params![self.history.last_seq() + 1, program, patterns]).map(drop)
        };
        write().map_err(self.database.sqlite())
    }

    /// Up to `count` events after the event `seq`, in order.
    pub fn events_after(&self, seq: i64, count: usize) -> Result<Vec<ReviewEvent>, ReviewError> {
        let read = || -> rusqlite::Result<Vec<ReviewEvent>> {
            let with = |column: &str| {
                format!(
                    "(SELECT {column} FROM made_with WHERE since <= event.seq ORDER BY since DESC LIMIT 1) AS {column}"
                )
            };
            let (program, patterns) = if self.database.connection.table_exists(None, "made_with")? {
                (with("program"), with("patterns"))
            } else {
                ("NULL AS program".to_owned(), "NULL AS patterns".to_owned())
            };
            let sql = format!("SELECT *, {program}, {patterns} FROM event WHERE seq > ?1 ORDER BY seq LIMIT ?2");
            let mut statement = self.database.connection.prepare_cached(&sql)?;
            let rows = statement.query_map(params![seq, i64::try_from(count).unwrap_or(i64::MAX)], read_event)?;
            rows.collect()
        };
        read().map_err(self.database.sqlite())
    }
}

fn read_event(row: &Row<'_>) -> rusqlite::Result<ReviewEvent> {
    let json = |column: &str| -> rusqlite::Result<Option<Value>> {
        let text: Option<String> = row.get(column)?;
        Ok(text.map(|text| serde_json::from_str(&text).unwrap_or(Value::String(text))))
    };
    let (action, message): (String, String) = (row.get("action")?, row.get("message")?);
    let edit = json("edit")?;
    let kind = EventKind::of(&action, edit.as_ref());
    Ok(ReviewEvent {
        kind,
        at: row.get("at")?,
        reviewer: row.get("reviewer")?,
        message: Key::from_json(&message).unwrap_or(Key::Text(message)),
        seq: row.get("seq")?,
        gesture: row.get("gesture")?,
        text_digest: row.get("text_digest")?,
        edit: edit.filter(|_| kind.is_decision()),
        note: row.get("note")?,
        journal_head: row.get("journal_head")?,
        target: row.get("target")?,
        program: row.get("program")?,
        patterns: row.get("patterns")?,
        finding: json("finding")?,
    })
}
