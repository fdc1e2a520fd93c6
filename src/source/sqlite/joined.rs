//! What messages are joined with, and who owns them: found at once for each message, with and without an index.

use rusqlite::Connection;

use super::pieces::{PART, SqlParts};
use super::statement::quote;
use crate::source::profile::{ColumnName, Profile};

/// Marks the place in a statement for a condition that narrows the rows of owners.
const OWNER_FOUND: &str = "/*ghostcall: owner found*/";

/// Selects rows of a table: those whose column holds the value of an expression.
#[derive(Clone, Debug)]
pub(super) struct FoundBy {
    pub(super) table: String,
    pub(super) column: String,
    pub(super) value: String,
}

/// A table that the rows of messages are joined with.
#[derive(Clone, Debug)]
pub(super) struct TableJoin {
    /// ` LEFT JOIN "a" ON (…)`.
    pub(super) text: String,
    /// `None` where the condition names no column.
    pub(super) found_by: Option<FoundBy>,
}

/// Rows with all that they are joined with.
pub(super) fn joined(rows: &str, joins: &[TableJoin]) -> String {
    joins.iter().fold(rows.to_owned(), |from, join| from + &join.text)
}

/// What is selected of the owner of a message.
pub(super) struct OwnerColumns {
    pub(super) name: String,
    pub(super) exists: String,
    pub(super) enabled: String,
    found_by: Option<FoundBy>,
}

impl OwnerColumns {
    /// Sub-queries, so that a doubled owner doubles no message; `owner` is the expression that identifies it.
    pub(super) fn new(pieces: &mut SqlParts<'_>, profile: &Profile, owner: &str) -> Self {
        let unknown = || Self {
            name: "NULL".to_owned(),
            exists: format!("{owner} IS NOT NULL"),
            enabled: "NULL".to_owned(),
            found_by: None,
        };
        let Some(owners) = &profile.owners else { return unknown() };
        let table = quote(&owners.table);
        let key = format!("{table}.{}", quote(&owners.key.column));
        if !pieces.columns.has(&owners.table, &owners.key) {
            pieces.notes.push(format!("no table {}; owners have no names", owners.table));
            return unknown();
        }
        let is_owner = format!("FROM {table} WHERE {key} = {owner}{OWNER_FOUND}");
        let mut look_up = |column: Option<&ColumnName>| match column {
            Some(column) if pieces.columns.has(&owners.table, column) => {
                format!("(SELECT {table}.{} {is_owner})", quote(&column.column))
            }
            Some(column) => {
                pieces.notes.push(format!("no column {}.{}; read without it", owners.table, column.column));
                "NULL".to_owned()
            }
            None => "NULL".to_owned(),
        };
        Self {
            name: look_up(owners.name.as_ref()),
            enabled: look_up(owners.enabled.as_ref().map(|enabled| &enabled.column)),
            exists: format!("EXISTS (SELECT 1 {is_owner})"),
            found_by: Some(FoundBy {
                table: owners.table.clone(),
                column: owners.key.column.clone(),
                value: owner.to_owned(),
            }),
        }
    }
}

/// A statement that reads messages together with the tables that they are joined with.
#[derive(Clone, Debug)]
pub(super) struct JoinedSql {
    /// `SELECT … FROM …`, with a mark where an owner is looked up.
    select: String,
    owner: Option<FoundBy>,
    joins: Vec<TableJoin>,
    /// ` WHERE …`
    rest: String,
}

impl JoinedSql {
    pub(super) fn new(select: String, owner: &OwnerColumns, joins: &[TableJoin], rest: String) -> Self {
        Self { select, owner: owner.found_by.clone(), joins: joins.to_vec(), rest }
    }

    /// A statement without columns of owners; more may follow it.
    pub(super) fn without_owner(select: String, joins: &[TableJoin]) -> Self {
        Self { select, owner: None, joins: joins.to_vec(), rest: " WHERE ".to_owned() }
    }

    /// Its text. `narrow` returns the condition for the rows that are found, where SQLite would scan all of them.
    pub(super) fn text<E>(&self, narrow: impl Fn(&FoundBy) -> Result<Option<String>, E>) -> Result<String, E> {
        let narrowed = |found_by: &Option<FoundBy>| {
            let condition = found_by.as_ref().map(&narrow).transpose()?.flatten();
            Ok(condition.map(|condition| format!(" AND {condition}")).unwrap_or_default())
        };
        let mut sql = self.select.replace(OWNER_FOUND, &narrowed(&self.owner)?);
        for TableJoin { text, found_by } in &self.joins {
            sql.push_str(text);
            sql.push_str(&narrowed(found_by)?);
        }
        Ok(sql + &self.rest)
    }

    /// Its text where all rows are read, and one index for all of them is SQLite's own business.
    pub(super) fn plain_text(&self) -> String {
        joined(&self.select.replace(OWNER_FOUND, ""), &self.joins) + &self.rest
    }
}

/// Whether a row, and all that is joined with it, is found without reading a table.
pub(super) fn reads_rows_at_once(connection: &Connection, sql: &str) -> bool {
    let steps = || -> rusqlite::Result<Vec<String>> {
        let mut plan = connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}"))?;
        plan.query_map([Some(0)], |row| row.get(3))?.collect()
    };
    // The members of one value are no table.
    let is_small = |step: &str| step == "SCAN CONSTANT ROW" || step.starts_with(&format!("SCAN {PART} VIRTUAL TABLE"));
    let reads_all = |step: &String| (step.starts_with("SCAN") && !is_small(step)) || step.contains("AUTOMATIC");
    steps().is_ok_and(|steps| !steps.iter().any(reads_all))
}
