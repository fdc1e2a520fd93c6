//! Writes and reads the rows of a review file.

use jiff::Timestamp;
use rusqlite::{Connection, Row, params};
use serde::Serialize;

use super::{Decision, DecisionKind, History, MessageChange, NewDecision};
use crate::proposal::Edit;
use crate::source::Key;

/// The tables of a review file.
pub(super) const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS event (
        seq INTEGER PRIMARY KEY,
        gesture INTEGER NOT NULL,   -- one key press or bulk action: the unit of undo
        at TEXT NOT NULL,
        reviewer TEXT NOT NULL,
        message TEXT NOT NULL,      -- key as JSON
        text_digest TEXT,
        action TEXT NOT NULL,       -- accept, reject, skip, reset, approve, note, mark, undo, redo
        edit TEXT,                  -- of a mark: on or off, as JSON
        finding TEXT,
        note TEXT,
        journal_head INTEGER,       -- the last journal row when it was decided
        target INTEGER,             -- undo, redo: the gesture, approve: the event of the decision
        restores INTEGER            -- undo, redo: the event that counts again for this message
    );
    CREATE TABLE IF NOT EXISTS draft (message TEXT PRIMARY KEY, text_digest TEXT NOT NULL, edit TEXT NOT NULL);";

/// Table with the version of ghostcall and of the patterns that decisions were made with, from an event on.
pub(super) const MADE_WITH: &str = "
    CREATE TABLE IF NOT EXISTS made_with (
        since INTEGER PRIMARY KEY,  -- seq of the first event
        program TEXT NOT NULL,
        patterns TEXT NOT NULL      -- digest of the registry
    );";

/// The `edit` of an event that sets a flag, as JSON.
const FLAG_ON: &str = "\"on\"";
/// The `edit` of an event that removes a flag, as JSON.
const FLAG_OFF: &str = "\"off\"";

/// A value as JSON. An error becomes one of the statement that stores the value.
pub(super) fn json(value: &impl Serialize) -> rusqlite::Result<String> {
    serde_json::to_string(value).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}

/// Stores a decision, and deletes the message's draft.
pub(super) fn insert_decision(
    connection: &Connection,
    gesture: i64,
    new: &NewDecision,
    decision: &Decision,
) -> rusqlite::Result<()> {
    let finding = json(&new.finding)?;
    connection
        .prepare_cached(
            "INSERT INTO event (seq, gesture, at, reviewer, message, text_digest, action, edit, finding, journal_head)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        )?
        .execute(params![
            decision.seq,
            gesture,
            decision.at.to_string(),
            decision.reviewer,
            new.message.to_json(),
            decision.text_digest,
            decision.kind.name(),
            json(&decision.edit)?,
            finding,
            decision.journal_head,
        ])?;
    connection.prepare_cached("DELETE FROM draft WHERE message = ?1")?.execute([new.message.to_json()])?;
    Ok(())
}

/// Stores a note on a message as an event; an empty note removes the one before it.
pub(super) fn insert_note(
    connection: &Connection,
    (seq, gesture): (i64, i64),
    message: &Key,
    note: &str,
    (reviewer, now): (&str, Timestamp),
) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO event (seq, gesture, at, reviewer, message, action, note) VALUES (?1, ?2, ?3, ?4, ?5, 'note', ?6)",
        )?
        .execute(params![seq, gesture, now.to_string(), reviewer, message.to_json(), note])
        .map(drop)
}

/// Stores that a flag was set or removed.
pub(super) fn insert_flag(
    connection: &Connection,
    (seq, gesture): (i64, i64),
    message: &Key,
    flagged: bool,
    (reviewer, now): (&str, Timestamp),
) -> rusqlite::Result<()> {
    let edit = if flagged { FLAG_ON } else { FLAG_OFF };
    connection
        .prepare_cached(
            "INSERT INTO event (seq, gesture, at, reviewer, message, action, edit) VALUES (?1, ?2, ?3, ?4, ?5, 'mark', ?6)",
        )?
        .execute(params![seq, gesture, now.to_string(), reviewer, message.to_json(), edit])
        .map(drop)
}

/// Stores the approval of a decision.
pub(super) fn insert_approval(
    connection: &Connection,
    (seq, gesture): (i64, i64),
    message: &Key,
    decision: &Decision,
    (reviewer, now): (&str, Timestamp),
) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO event (seq, gesture, at, reviewer, message, text_digest, action, target)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'approve', ?7)",
        )?
        .execute(params![
            seq,
            gesture,
            now.to_string(),
            reviewer,
            message.to_json(),
            decision.text_digest,
            decision.seq
        ])
        .map(drop)
}

/// The part of an undo or redo that is about one message.
pub(super) struct UndoRedo {
    pub(super) seq: i64,
    pub(super) gesture: i64,
    /// The name of the event's action: `undo` or `redo`.
    pub(super) action: &'static str,
    /// The step that is undone or redone.
    pub(super) target: i64,
    /// The event that is in effect again, if any.
    pub(super) restores: Option<i64>,
}

/// Stores an undo or redo.
pub(super) fn insert_undo_redo(
    connection: &Connection,
    turn: &UndoRedo,
    message: &Key,
    (reviewer, now): (&str, Timestamp),
) -> rusqlite::Result<()> {
    let UndoRedo { seq, gesture, action, target, restores } = turn;
    connection
        .prepare_cached(
            "INSERT INTO event (seq, gesture, at, reviewer, message, action, target, restores)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![seq, gesture, now.to_string(), reviewer, message.to_json(), action, target, restores])
        .map(drop)
}

/// Deletes the draft of a message if it equals the decision of `event`, which was redone. The draft would otherwise
/// hide the changes of the next decision.
pub(super) fn drop_decided_draft(connection: &Connection, event: i64, message: &Key) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "DELETE FROM draft WHERE message = ?1
             AND (text_digest, edit) = (SELECT text_digest, edit FROM event WHERE seq = ?2)",
        )?
        .execute(params![message.to_json(), event])
        .map(drop)
}

/// Adds a stored event to the history. Returns the message of a decision that cannot be read.
pub(super) fn read_event(row: &Row<'_>, history: &mut History) -> rusqlite::Result<Option<Key>> {
    let (seq, gesture): (i64, i64) = (row.get("seq")?, row.get("gesture")?);
    let message: String = row.get("message")?;
    // Whatever the event holds, its numbers must not be used again.
    history.advance(seq, gesture);
    let Some(message) = Key::from_json(&message) else { return Ok(None) };
    let action: String = row.get("action")?;
    let kind = match action.as_str() {
        "accept" => DecisionKind::Accept,
        "reject" => DecisionKind::Reject,
        "skip" => DecisionKind::Skip,
        "reset" => DecisionKind::Reset,
        "note" => {
            history.change(seq, gesture, message, MessageChange::Noted(row.get("note")?));
            return Ok(None);
        }
        "mark" => {
            let flagged = row.get::<_, Option<String>>("edit")?.as_deref() == Some(FLAG_ON);
            history.change(seq, gesture, message, MessageChange::Flagged(flagged));
            return Ok(None);
        }
        "approve" => {
            let decision = row.get::<_, Option<i64>>("target")?.unwrap_or_default();
            history.change(seq, gesture, message, MessageChange::Approved { decision, reviewer: row.get("reviewer")? });
            return Ok(None);
        }
        "undo" | "redo" => {
            history.undo_or_redo(seq, gesture, row.get("target")?, action == "undo");
            return Ok(None);
        }
        // An event of a later version decides nothing.
        _ => return Ok(None),
    };
    let at: String = row.get("at")?;
    let edit: Option<String> = row.get("edit")?;
    let edit = edit.map_or_else(|| Ok(Edit::default()), |text| serde_json::from_str(&text));
    let (Ok(edit), Ok(at)) = (edit, at.parse()) else { return Ok(Some(message)) };
    let decision = Decision {
        seq,
        kind,
        edit,
        text_digest: row.get::<_, Option<String>>("text_digest")?.unwrap_or_default(),
        journal_head: row.get::<_, Option<i64>>("journal_head")?.unwrap_or_default(),
        reviewer: row.get("reviewer")?,
        at,
    };
    history.change(seq, gesture, message, MessageChange::Decided(decision));
    Ok(None)
}
