//! The rows of a review file: events as they are written down, and read back.

use jiff::Timestamp;
use rusqlite::{Connection, Row, params};

use super::{Act, Change, Decision, History, NewDecision};
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
        action TEXT NOT NULL,       -- accept, reject, skip, reset, note, undo, redo
        edit TEXT,
        finding TEXT,
        note TEXT,
        journal_head INTEGER,       -- the last journal row when it was decided
        target INTEGER,             -- undo, redo: the gesture
        restores INTEGER            -- undo, redo: the event that counts again for this message
    );
    CREATE TABLE IF NOT EXISTS draft (message TEXT PRIMARY KEY, text_digest TEXT NOT NULL, edit TEXT NOT NULL);";

/// The JSON of an edit.
pub(super) fn edit_json(edit: &Edit) -> String {
    serde_json::to_string(edit).unwrap_or_default()
}

/// Writes a decision down.
pub(super) fn insert_decision(
    connection: &Connection,
    gesture: i64,
    new: &NewDecision,
    decision: &Decision,
) -> rusqlite::Result<()> {
    let finding = serde_json::to_string(&new.finding).unwrap_or_default();
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
            decision.act.name(),
            edit_json(&decision.edit),
            finding,
            decision.journal_head,
        ])?;
    connection.prepare_cached("DELETE FROM draft WHERE message = ?1")?.execute([new.message.to_json()])?;
    Ok(())
}

/// Writes a note down.
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

/// Takes an event that was written down into the history.
pub(super) fn read_event(row: &Row<'_>, history: &mut History) -> rusqlite::Result<()> {
    let (seq, gesture): (i64, i64) = (row.get("seq")?, row.get("gesture")?);
    let message: String = row.get("message")?;
    let Some(message) = Key::from_json(&message) else { return Ok(()) };
    let action: String = row.get("action")?;
    let act = match action.as_str() {
        "accept" => Act::Accept,
        "reject" => Act::Reject,
        "skip" => Act::Skip,
        "reset" => Act::Reset,
        "note" => {
            history.change(seq, gesture, message, Change::Noted(row.get("note")?));
            return Ok(());
        }
        "undo" | "redo" => {
            history.turn(seq, gesture, row.get("target")?, action == "undo");
            return Ok(());
        }
        // Of a later minor version: it decides nothing.
        _ => return Ok(()),
    };
    let at: String = row.get("at")?;
    let edit: Option<String> = row.get("edit")?;
    let decision = Decision {
        seq,
        act,
        edit: edit.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default(),
        text_digest: row.get::<_, Option<String>>("text_digest")?.unwrap_or_default(),
        journal_head: row.get::<_, Option<i64>>("journal_head")?.unwrap_or_default(),
        reviewer: row.get("reviewer")?,
        at: at.parse().unwrap_or(Timestamp::UNIX_EPOCH),
    };
    history.change(seq, gesture, message, Change::Decided(decision));
    Ok(())
}
