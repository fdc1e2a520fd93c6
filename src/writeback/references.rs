//! Rows that refer to rows that are not there, where the database minds that only at the end of a transaction.

use std::collections::{BTreeSet, HashMap, HashSet};

use rusqlite::Connection;
use rusqlite::ErrorCode::Unknown;
use rusqlite::ffi::SQLITE_CONSTRAINT_FOREIGNKEY;

use super::ExclusionReason;
use super::context::{PlanFailure, WriteContext};
use crate::source::quote;

/// What refers to other tables, by the name of the table in lower case.
pub(super) type References = HashMap<String, Referrer>;

/// A table that refers to others.
pub(super) struct Referrer {
    keys: Vec<ForeignKey>,
    /// The rows that referred to nothing before: their numbers, and by which of the keys.
    broken_before: HashSet<(i64, i64)>,
}

struct ForeignKey {
    id: i64,
    /// The table that it refers to.
    parent: String,
    /// Asks whether the row `?1` refers by it to nothing.
    is_broken: String,
}

/// Whether SQLite refuses something because a row would refer to nothing.
pub(super) fn is_broken_reference(error: &rusqlite::Error) -> bool {
    error.sqlite_error().is_some_and(|error| error.extended_code == SQLITE_CONSTRAINT_FOREIGNKEY)
}

/// What is wrong where a transaction cannot end as some row, that no finding is known to have changed, refers to nothing: a
/// trigger removed what it refers to, or it has no number.
pub(super) fn newly_broken(connection: &Connection, references: &References) -> rusqlite::Result<String> {
    for (table, Referrer { keys, broken_before }) in references {
        let broken = broken(connection, table)?;
        let id = broken.difference(broken_before).map(|(_, id)| *id).next();
        if let Some(key) = keys.iter().find(|key| Some(key.id) == id) {
            return Ok(would_refer(table, key));
        }
    }
    Ok("a row would refer to a row that is not there".to_owned())
}

fn would_refer(table: &str, key: &ForeignKey) -> String {
    format!("a row of {table} would refer to a row of {} that is not there", key.parent)
}

impl WriteContext<'_> {
    /// Has each finding asked, from now on, whether a row that it changed refers to nothing. What an export broke already does
    /// not count; all tables are looked through for that once.
    pub(super) fn ask_references(&mut self) -> rusqlite::Result<()> {
        let mut references = References::new();
        let sql = "SELECT DISTINCT t.name FROM sqlite_schema AS t, pragma_foreign_key_list(t.name)
                   WHERE t.type = 'table' AND t.rootpage > 0";
        let mut statement = self.connection.prepare(sql)?;
        let tables: Vec<String> = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        for table in tables {
            // A row without a number cannot be identified.
            let Some(number) = self.schema.row_number(self.connection, &table)? else { continue };
            let referrer = foreign_keys(self.connection, &table, &number)
                .and_then(|keys| Ok(Referrer { keys, broken_before: broken(self.connection, &table)? }));
            match referrer {
                // SQLite itself cannot resolve such a key: nothing can be asked of the table.
                Err(error) if error.sqlite_error_code() == Some(Unknown) => {}
                referrer => drop(references.insert(table.to_lowercase(), referrer?)),
            }
        }
        self.references = Some(references);
        Ok(())
    }

    /// Refuses what made a row refer to nothing.
    pub(super) fn check_references(&self) -> Result<(), PlanFailure> {
        let Some(references) = &self.references else { return Ok(()) };
        for (table, row) in self.rows_changed.all().into_iter().collect::<BTreeSet<_>>() {
            let Some(Referrer { keys, broken_before }) = references.get(&table) else { continue };
            for key in keys.iter().filter(|key| !broken_before.contains(&(row, key.id))) {
                if self.connection.prepare_cached(&key.is_broken)?.query_row([row], |found| found.get(0))? {
                    return Err(ExclusionReason::Refused { what: would_refer(&table, key) }.into());
                }
            }
        }
        Ok(())
    }
}

/// The foreign keys of a table whose rows have a number of this name.
fn foreign_keys(connection: &Connection, table: &str, number: &str) -> rusqlite::Result<Vec<ForeignKey>> {
    let sql = "SELECT k.id, k.\"table\", k.\"from\",
                      coalesce(k.\"to\", (SELECT p.name FROM pragma_table_xinfo(k.\"table\") AS p WHERE p.pk = k.seq + 1), '')
               FROM pragma_foreign_key_list(?1) AS k ORDER BY k.id, k.seq";
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.query([table])?;
    let mut keys: Vec<(i64, String, Vec<[String; 2]>)> = Vec::new();
    while let Some(row) = rows.next()? {
        let (id, columns) = (row.get(0)?, [row.get(2)?, row.get(3)?]);
        match keys.last_mut().filter(|(last, ..)| *last == id) {
            Some((_, _, all)) => all.push(columns),
            None => keys.push((id, row.get(1)?, vec![columns])),
        }
    }
    let key = |(id, parent, columns): (i64, String, Vec<[String; 2]>)| {
        let is_there = columns.iter().map(|[from, _]| format!("c.{} IS NOT NULL", quote(from)));
        // A foreign key compares as its parent does: the `+` takes the affinity of its own column away.
        let equal = columns.iter().map(|[from, to]| format!("p.{} = +c.{}", quote(to), quote(from)));
        let is_broken = format!(
            "SELECT EXISTS (SELECT 1 FROM main.{} AS c WHERE c.{} = ?1 AND {}
                            AND NOT EXISTS (SELECT 1 FROM main.{} AS p WHERE {}))",
            quote(table),
            quote(number),
            is_there.collect::<Vec<_>>().join(" AND "),
            quote(&parent),
            equal.collect::<Vec<_>>().join(" AND "),
        );
        connection.prepare(&is_broken)?;
        Ok(ForeignKey { id, parent, is_broken })
    };
    keys.into_iter().map(key).collect()
}

/// The rows of a table that refer to nothing, and by which of its foreign keys.
fn broken(connection: &Connection, table: &str) -> rusqlite::Result<HashSet<(i64, i64)>> {
    let sql = "SELECT rowid, fkid FROM pragma_foreign_key_check(?1) WHERE rowid IS NOT NULL";
    connection.prepare_cached(sql)?.query_map([table], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}
