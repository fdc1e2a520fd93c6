//! The tables joined with messages, and their owners: looked up quickly for each message, with or without an index.

use rusqlite::Connection;

use super::sql_parts::{PART, SqlParts};
use super::table_join::{RowLookup, TableJoin, joined};
use crate::source::profile::{ColumnName, Profile};
use crate::source::quote;

/// Marks the position in a statement for a condition that narrows the rows of owners.
const OWNER_FOUND: &str = "/*ghostcall: owner found*/";

/// The expressions for the owner of a message.
pub(super) struct OwnerColumns {
    pub(super) name: String,
    pub(super) exists: String,
    pub(super) enabled: String,
    found_by: Option<RowLookup>,
}

impl OwnerColumns {
    /// Uses sub-queries, so that a duplicate owner does not duplicate messages; `owner` is the expression that
    /// identifies it.
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
            found_by: Some(RowLookup {
                table: owners.table.clone(),
                column: owners.key.column.clone(),
                value: owner.to_owned(),
            }),
        }
    }
}

/// A statement that reads messages with the tables that they are joined with.
#[derive(Clone, Debug)]
pub(super) struct JoinedSql {
    /// `SELECT … FROM …`, with a mark at each look-up of an owner.
    select: String,
    owner: Option<RowLookup>,
    joins: Vec<TableJoin>,
    /// ` WHERE …`
    rest: String,
}

impl JoinedSql {
    pub(super) fn new(select: String, owner: &OwnerColumns, joins: &[TableJoin], rest: String) -> Self {
        Self { select, owner: owner.found_by.clone(), joins: joins.to_vec(), rest }
    }

    /// A statement without columns of owners; `select` may be followed by more.
    pub(super) fn without_owner(select: String, joins: &[TableJoin]) -> Self {
        Self { select, owner: None, joins: joins.to_vec(), rest: " WHERE ".to_owned() }
    }

    /// The SQL. `narrow` returns the condition that finds the rows where SQLite would otherwise scan all of them.
    pub(super) fn text<E>(&self, narrow: impl Fn(&RowLookup) -> Result<Option<String>, E>) -> Result<String, E> {
        let narrowed = |found_by: &Option<RowLookup>| {
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

    /// The SQL for reading all rows, for which SQLite builds one index itself if needed.
    pub(super) fn plain_text(&self) -> String {
        joined(&self.select.replace(OWNER_FOUND, ""), &self.joins) + &self.rest
    }
}

/// Whether a statement finds a row, and everything joined with it, without scanning a table.
pub(super) fn reads_rows_at_once(connection: &Connection, sql: &str) -> bool {
    let steps = || -> rusqlite::Result<Vec<String>> {
        let mut plan = connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}"))?;
        plan.query_map([Some(0)], |row| row.get(3))?.collect()
    };
    // The members of one JSON value are not a table.
    let is_small = |step: &str| step == "SCAN CONSTANT ROW" || step.starts_with(&format!("SCAN {PART} VIRTUAL TABLE"));
    let reads_all = |step: &String| (step.starts_with("SCAN") && !is_small(step)) || step.contains("AUTOMATIC");
    steps().is_ok_and(|steps| !steps.iter().any(reads_all))
}
