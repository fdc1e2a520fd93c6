//! Finds rows that reference missing rows, if the database would report that only at the end of a transaction.

use std::collections::{BTreeSet, HashMap, HashSet};

use rusqlite::Connection;
use rusqlite::ErrorCode::Unknown;
use rusqlite::ffi::SQLITE_CONSTRAINT_FOREIGNKEY;

use super::ExclusionReason;
use super::database::Database;
use super::failure::PlanFailure;
use crate::source::quote;

/// Table in lower case → its foreign keys.
pub(super) struct References(HashMap<String, Referrer>);

/// A table that references others.
struct Referrer {
    keys: Vec<ForeignKey>,
    /// The rows with an already broken reference: row number and foreign key.
    broken_before: HashSet<(i64, i64)>,
}

struct ForeignKey {
    id: i64,
    /// The name of the referenced table.
    parent: String,
    /// The query for whether this foreign key of the row `?1` is broken.
    is_broken: String,
}

/// Whether the error means that a row would reference a missing row.
pub(super) fn is_broken_reference(error: &rusqlite::Error) -> bool {
    error.sqlite_error().is_some_and(|error| error.extended_code == SQLITE_CONSTRAINT_FOREIGNKEY)
}

fn would_refer(table: &str, key: &ForeignKey) -> String {
    format!("a row of {table} would refer to a row of {} that is not there", key.parent)
}

impl References {
    /// Finds the references to check. Those that are already broken do not count; finding them scans all tables once.
    pub(super) fn find(database: &Database<'_>) -> rusqlite::Result<Self> {
        let (connection, mut references) = (database.connection, HashMap::new());
        let sql = "SELECT DISTINCT t.name FROM sqlite_schema AS t, pragma_foreign_key_list(t.name)
                   WHERE t.type = 'table' AND t.rootpage > 0";
        let mut statement = connection.prepare(sql)?;
        let tables: Vec<String> = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        for table in tables {
            // A row without a number cannot be identified.
            let Some(number) = database.schema.row_number(&table)? else { continue };
            let referrer = foreign_keys(connection, &table, &number)
                .and_then(|keys| Ok(Referrer { keys, broken_before: broken(connection, &table)? }));
            match referrer {
                // SQLite itself cannot resolve such a key, so the table cannot be checked.
                Err(error) if error.sqlite_error_code() == Some(Unknown) => {}
                referrer => drop(references.insert(table.to_lowercase(), referrer?)),
            }
        }
        Ok(Self(references))
    }

    /// Refuses changes of these rows that broke a reference.
    pub(super) fn check(&self, database: &Database<'_>, rows: Vec<(String, i64)>) -> Result<(), PlanFailure> {
        for (table, row) in rows.into_iter().collect::<BTreeSet<_>>() {
            let Some(Referrer { keys, broken_before }) = self.0.get(&table) else { continue };
            for key in keys.iter().filter(|key| !broken_before.contains(&(row, key.id))) {
                if database.connection.prepare_cached(&key.is_broken)?.query_row([row], |found| found.get(0))? {
                    return Err(ExclusionReason::Refused { what: would_refer(&table, key) }.into());
                }
            }
        }
        Ok(())
    }

    /// Why a transaction cannot be committed because of a broken reference that no finding is known to have made: a
    /// trigger removed the referenced row, or the row has no number.
    pub(super) fn newly_broken(&self, connection: &Connection) -> rusqlite::Result<String> {
        for (table, Referrer { keys, broken_before }) in &self.0 {
            let broken = broken(connection, table)?;
            let id = broken.difference(broken_before).map(|(_, id)| *id).next();
            if let Some(key) = keys.iter().find(|key| Some(key.id) == id) {
                return Ok(would_refer(table, key));
            }
        }
        Ok("a row would refer to a row that is not there".to_owned())
    }
}

/// The foreign keys of a table; `number` is its name for the row number.
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
        // A foreign key is compared as in its parent: the `+` removes the affinity of its own column.
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

/// The rows of a table with broken references: row number and foreign key.
fn broken(connection: &Connection, table: &str) -> rusqlite::Result<HashSet<(i64, i64)>> {
    let sql = "SELECT rowid, fkid FROM pragma_foreign_key_check(?1) WHERE rowid IS NOT NULL";
    connection.prepare_cached(sql)?.query_map([table], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}
