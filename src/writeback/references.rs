//! Rows that refer to rows that are not there, where the database minds that only at the end of a transaction.

use std::collections::HashSet;

use rusqlite::ffi::SQLITE_CONSTRAINT_FOREIGNKEY;

use super::Reason;
use super::place::{NoPlan, Place};

/// A row that refers to nothing: its table, its number, the table that it refers to, and by which of its foreign keys.
pub(super) type Broken = (String, Option<i64>, String, i64);

/// Whether SQLite refuses something because a row would refer to nothing.
pub(super) fn is_broken_reference(error: &rusqlite::Error) -> bool {
    error.sqlite_error().is_some_and(|error| error.extended_code == SQLITE_CONSTRAINT_FOREIGNKEY)
}

impl Place<'_> {
    /// Has each finding asked, from now on, whether it breaks a reference. What an export broke already does not count.
    pub(super) fn ask_references(&mut self) -> rusqlite::Result<()> {
        self.broken_before = Some(self.broken()?);
        Ok(())
    }

    fn broken(&self) -> rusqlite::Result<HashSet<Broken>> {
        let sql = "SELECT \"table\", rowid, parent, fkid FROM pragma_foreign_key_check";
        let mut statement = self.connection.prepare_cached(sql)?;
        statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?.collect()
    }

    /// Refuses what broke a reference.
    pub(super) fn check_references(&self) -> Result<(), NoPlan> {
        let Some(before) = &self.broken_before else { return Ok(()) };
        match self.broken()?.difference(before).next() {
            None => Ok(()),
            Some((table, _, parent, _)) => {
                let what = format!("a row of {table} would refer to a row of {parent} that is not there");
                Err(Reason::Refused { what }.into())
            }
        }
    }
}
