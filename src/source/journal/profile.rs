//! The profile that a database was written with, read from the last row of its journal.

use rusqlite::Connection;
use serde::Deserialize;

use super::{JOURNAL_TABLE, JournalEntry, has_journal};
use crate::source::profile::UsedProfile;

/// The member of a row's `finding` that names the profile: the columns are fixed, and rows of earlier versions lack it.
pub const PROFILE_MEMBER: &str = "profile";

#[derive(Deserialize)]
struct ProfileMember {
    profile: Option<UsedProfile>,
}

/// The profile that the last intact row was written with; altered rows and rows by others are ignored. `None` if no row
/// is intact, or the row names no profile.
///
/// The database gives only the name of a profile, never a file to read.
pub fn written_with(connection: &Connection) -> rusqlite::Result<Option<UsedProfile>> {
    if !has_journal(connection)? {
        return Ok(None);
    }
    let sql = format!("SELECT {} FROM {JOURNAL_TABLE} ORDER BY id DESC", JournalEntry::COLUMNS);
    let mut statement = connection.prepare(&sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        // ghostcall did not write a damaged row.
        if let Some(entry) = JournalEntry::read(row).ok().filter(JournalEntry::is_intact) {
            let kept = serde_json::from_str::<ProfileMember>(entry.finding.get()).ok();
            return Ok(kept.and_then(|kept| kept.profile).map(UsedProfile::without_file));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{EntryKind, Key, RowChange};

    #[test]
    fn the_last_row_shows_the_profile_and_no_row_shows_a_file() {
        let connection = Connection::open_in_memory().unwrap();
        assert_eq!(written_with(&connection).unwrap(), None);
        connection.execute_batch(&format!("CREATE TABLE {JOURNAL_TABLE} ({})", JournalEntry::COLUMNS)).unwrap();
        assert_eq!(written_with(&connection).unwrap(), None);
        let own = r#"{"claims": [], "profile": {"name": "mine", "file": "/etc/passwd", "digest": "d"}}"#;
        let mine = UsedProfile { name: "mine".to_owned(), file: None, digest: Some("d".to_owned()) };
        for (finding, profile) in [
            (own, Some(mine)),
            ("{}", None),
            (r#"{"profile": "mine"}"#, None),
            (r#"{"profile": {"name": "plain"}}"#, Some(plain())),
        ] {
            append(&connection, finding);
            assert_eq!(written_with(&connection).unwrap(), profile, "{finding}");
        }
    }

    #[test]
    fn a_row_that_somebody_else_put_there_or_changed_is_not_believed() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(&format!("CREATE TABLE {JOURNAL_TABLE} ({})", JournalEntry::COLUMNS)).unwrap();
        let planted = format!(
            "INSERT INTO {JOURNAL_TABLE} (id, finding) \
             SELECT count(*), '{{\"profile\": {{\"name\": \"x\", \"digest\": \"d\"}}}}' FROM {JOURNAL_TABLE}"
        );
        connection.execute_batch(&planted).unwrap();
        assert_eq!(written_with(&connection).unwrap(), None);
        append(&connection, r#"{"profile": {"name": "plain"}}"#);
        connection.execute_batch(&planted).unwrap();
        assert_eq!(written_with(&connection).unwrap(), Some(plain()));
        append(&connection, r#"{"profile": {"name": "llm-legacy"}}"#);
        let changed = format!("UPDATE {JOURNAL_TABLE} SET finding = replace(finding, 'llm-legacy', 'helix-kit')");
        connection.execute_batch(&changed).unwrap();
        assert_eq!(written_with(&connection).unwrap(), Some(plain()));
    }

    fn plain() -> UsedProfile {
        UsedProfile { name: "plain".to_owned(), file: None, digest: None }
    }

    /// Appends a row as ghostcall writes it.
    fn append(connection: &Connection, finding: &str) {
        let sql = format!("SELECT count(*) FROM {JOURNAL_TABLE}");
        let id = connection.query_row(&sql, [], |row| row.get(0)).unwrap();
        let mut entry = JournalEntry {
            id,
            batch: 1,
            kind: EntryKind::Write,
            undoes: None,
            message: Key::Integer(1),
            before: RowChange::default(),
            after: RowChange::default(),
            records: Vec::new(),
            finding: serde_json::value::RawValue::from_string(finding.to_owned()).unwrap(),
            reviewer: "alice".to_owned(),
            written_at: "2026-01-05T09:00:00Z".to_owned(),
            program: "0".to_owned(),
            patterns: String::new(),
            previous: String::new(),
            digest: String::new(),
        };
        entry.digest = entry.computed_digest();
        let cells = entry.cells().map(std::borrow::Cow::into_owned);
        let sql = format!(
            "INSERT INTO {JOURNAL_TABLE} ({}) VALUES (?1+0, ?2+0, ?3, NULLIF(?4, ''), ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
            JournalEntry::COLUMNS
        );
        connection
            .execute(&sql, rusqlite::params_from_iter(cells.iter().map(String::as_str).chain([entry.digest.as_str()])))
            .unwrap();
    }
}
