//! The SQL fragments that the reading statements are composed of.

use super::table_join::{RowLookup, TableJoin};
use crate::source::profile::{ColumnName, ColumnPath, EvidenceSource, Messages, PathFilter, PathStep, sqlite_path};
use crate::source::quoting::literal;
use crate::source::{Columns, quote};

/// The alias of the member or element that is a message.
pub(super) const PART: &str = "ghostcall_part";

/// The index for a row without a message.
const NO_PART: i64 = -1;

/// The JSON types that a value may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueType {
    /// A string; numbers are ignored.
    Text,
    /// A string or a number.
    Scalar,
    /// Anything; an object or a list is returned as JSON.
    Any,
}

impl ValueType {
    /// SQL that is true if `kind`, a type as `json_type` names it, is allowed.
    fn allows(self, kind: &str) -> String {
        match self {
            Self::Text => format!("{kind} = 'text'"),
            Self::Scalar => format!("{kind} IN ('text', 'integer', 'real')"),
            Self::Any => "TRUE".to_owned(),
        }
    }
}

/// Builds SQL fragments for a profile and a database.
pub(super) struct SqlParts<'a> {
    messages: &'a Messages,
    pub(super) columns: &'a Columns,
    /// Notes on what the database lacks.
    pub(super) notes: Vec<String>,
}

impl<'a> SqlParts<'a> {
    pub(super) fn new(messages: &'a Messages, columns: &'a Columns) -> Self {
        Self { messages, columns, notes: Vec::new() }
    }

    /// The rows of messages, unfolded if a row holds several messages.
    pub(super) fn own_rows(&self) -> String {
        let table = quote(&self.messages.table);
        self.parts().map_or(table.clone(), |parts| format!("{table}, {parts}"))
    }

    /// The same, including rows without a message: a list that holds only calls unfolds to nothing else.
    pub(super) fn all_rows(&self) -> String {
        let table = quote(&self.messages.table);
        match (self.parts(), self.part_condition()) {
            (Some(parts), Some(condition)) => format!("{table} LEFT JOIN {parts} ON {condition}"),
            _ => table,
        }
    }

    /// The members or elements of the JSON value that holds several messages.
    fn parts(&self) -> Option<String> {
        let unfolding = self.messages.unfolding()?;
        let cell = self.column(unfolding.column);
        let path = literal(&sqlite_path(unfolding.before));
        // JSONB is not parsed a second time.
        Some(format!("jsonb_each(CASE WHEN json_valid({cell}) THEN {cell} END, {path}) AS \"{PART}\""))
    }

    /// The joins of messages with other tables, as far as these exist.
    pub(super) fn joins(&mut self) -> Vec<TableJoin> {
        let mut all = Vec::new();
        for join in &self.messages.joins {
            if !self.columns.has_table(&join.table) {
                self.notes.push(format!("no table {}; read without it", join.table));
                continue;
            }
            let text = format!(" LEFT JOIN {} ON ({})", quote(&join.table), join.on);
            let is_theirs = |column: &ColumnName| column.table_or("") == join.table;
            let sides = join.sides().and_then(|(left, right)| match (is_theirs(&left), is_theirs(&right)) {
                (true, false) => Some((left, right)),
                (false, true) => Some((right, left)),
                _ => None,
            });
            let found_by = sides.map(|(theirs, ours)| RowLookup {
                table: join.table.clone(),
                column: theirs.column,
                value: self.column(&ours),
            });
            all.push(TableJoin { text, found_by });
        }
        all
    }

    /// Whether a part of a message is in a joined table.
    pub(super) fn reads_joined_tables(&self) -> bool {
        let places = self.messages.places().map(|(_, place)| &place.column).chain(self.messages.key.columns());
        places.into_iter().any(|column| column.table_or(&self.messages.table) != self.messages.table)
    }

    /// A column with its table, quoted.
    pub(super) fn column(&self, name: &ColumnName) -> String {
        format!("{}.{}", quote(name.table_or(&self.messages.table)), quote(&name.column))
    }

    /// The column, or NULL with a note if it is missing.
    pub(super) fn optional(&mut self, name: Option<&ColumnName>) -> String {
        match name {
            Some(name) if self.columns.has(&self.messages.table, name) => self.column(name),
            Some(name) => {
                self.notes.push(format!("no column {name}; read without it"));
                "NULL".to_owned()
            }
            None => "NULL".to_owned(),
        }
    }

    /// The value of a column, of a path in it, or of the member that is the message.
    pub(super) fn value(&mut self, place: Option<&ColumnPath>, wanted: ValueType) -> String {
        let Some(ColumnPath { column, path }) = place else { return "NULL".to_owned() };
        let cell = self.optional(Some(column));
        let Some(path) = path.as_ref().filter(|_| cell != "NULL") else { return cell };
        let part = self.messages.unfolding().filter(|unfolding| unfolding.column == column);
        match part.and_then(|unfolding| path.after(unfolding.steps)) {
            Some([]) if wanted == ValueType::Any => {
                format!("coalesce(\"{PART}\".\"atom\", json(\"{PART}\".\"value\"))")
            }
            Some([]) => {
                let kind = wanted.allows(&format!("\"{PART}\".\"type\""));
                format!("CASE WHEN {kind} THEN \"{PART}\".\"atom\" END")
            }
            Some(rest) => {
                let holds = format!("\"{PART}\".\"type\" IN ('object', 'array')");
                inside(&holds, &format!("\"{PART}\".\"value\""), rest, wanted)
            }
            None => inside(&format!("json_valid({cell})"), &cell, &path.steps, wanted),
        }
    }

    /// The role as text: it may be stored as a number or a truth value.
    pub(super) fn role(&mut self) -> String {
        match self.value(self.messages.role.as_ref(), ValueType::Any) {
            role if role == "NULL" => role,
            role => format!("CAST({role} AS TEXT)"),
        }
    }

    /// SQL that is true for a row whose document should hold texts but is not valid JSON; `text` is the row's text
    /// otherwise. In unfolded rows, it is true once.
    pub(super) fn no_json(&self, text: &str, condition: Option<&str>) -> String {
        let ColumnPath { column, path: Some(_) } = &self.messages.text else { return "NULL".to_owned() };
        let cell = self.column(column);
        let nothing = match self.messages.unfolding() {
            Some(_) => format!("\"{PART}\".\"key\" IS NULL"),
            None => format!("({text}) IS NULL"),
        };
        let condition = condition.map(|condition| format!(" AND ({condition})")).unwrap_or_default();
        format!("CASE WHEN {nothing} THEN trim({cell}) <> '' AND NOT json_valid({cell}){condition} END")
    }

    /// The columns of the key, and what distinguishes the messages of one row.
    pub(super) fn key_columns(&self) -> Vec<String> {
        let part = self.messages.unfolding().map(|_| format!("\"{PART}\".\"key\""));
        self.messages.key.columns().iter().map(|column| self.column(column)).chain(part).collect()
    }

    /// The same, but a row without a message gets [`NO_PART`].
    pub(super) fn row_keys(&self) -> Vec<String> {
        let mut keys = self.key_columns();
        if let (Some(unfolding), Some(part)) = (self.messages.unfolding(), keys.last_mut())
            && *unfolding.wild != PathStep::Key
        {
            *part = format!("coalesce({part}, {NO_PART})");
        }
        keys
    }

    /// SQL that is true for one key.
    pub(super) fn is_key(&self) -> String {
        equal(&self.key_columns())
    }

    /// SQL that is true for the row of one key.
    pub(super) fn is_row(&self) -> String {
        let columns: Vec<_> = self.messages.key.columns().iter().map(|column| self.column(column)).collect();
        equal(&columns)
    }

    /// SQL that is true for the members or elements that are messages.
    pub(super) fn part_condition(&self) -> Option<String> {
        let unfolding = self.messages.unfolding()?;
        let kind = if *unfolding.wild == PathStep::Key { "text" } else { "integer" };
        let is_one = format!("typeof(\"{PART}\".\"key\") = '{kind}'");
        let PathStep::Each(Some(PathFilter { member, value: Some(value) })) = unfolding.wild else {
            return Some(is_one);
        };
        let step = [PathStep::Member(member.clone())];
        let found = inside(
            &format!("\"{PART}\".\"type\" = 'object'"),
            &format!("\"{PART}\".\"value\""),
            &step,
            ValueType::Scalar,
        );
        Some(format!("{is_one} AND {found} = {}", literal(value)))
    }

    /// SQL that is true for a row with tool results in its JSON; `None` if no source of evidence stores them there.
    pub(super) fn holds_results(&self, evidence: &[EvidenceSource]) -> Option<String> {
        let holds = evidence.iter().filter_map(|source| {
            let EvidenceSource::Parts { calls: ColumnPath { column, path: Some(path) }, result: Some(_), .. } = source
            else {
                return None;
            };
            let (before, PathStep::Each(Some(PathFilter { member, value: Some(value) })), _) = path.unfolded()? else {
                return None;
            };
            if !self.columns.has(&self.messages.table, column)
                || column.table_or(&self.messages.table) != self.messages.table
            {
                return None;
            }
            let cell = self.column(column);
            let before = literal(&sqlite_path(before));
            let member =
                inside("\"ghostcall_result\".type = 'object'", "\"ghostcall_result\".value", &[PathStep::Member(member.clone())], ValueType::Scalar);
            Some(format!(
                "EXISTS (SELECT 1 FROM json_each(CASE WHEN json_valid({cell}) THEN {cell} END, {before}) AS \"ghostcall_result\" \
                 WHERE {member} = {})",
                literal(value)
            ))
        });
        let holds: Vec<_> = holds.collect();
        (!holds.is_empty()).then(|| holds.join(" OR "))
    }

    /// Whether the text of a message is its own words, not a document that also holds tool results.
    pub(super) fn reads_words(&self, evidence: &[EvidenceSource]) -> bool {
        let ColumnPath { column, path } = &self.messages.text;
        let is_text = |source: &EvidenceSource| matches!(source, EvidenceSource::Parts { calls, result: Some(_), .. } if calls.column == *column);
        path.is_some() || !evidence.iter().any(is_text)
    }

    /// The order of the messages of one row.
    pub(super) fn part_order(&self) -> Option<String> {
        self.messages.unfolding().map(|_| format!("\"{PART}\".\"id\""))
    }
}

/// `a = ?1 AND b = ?2 …`
fn equal(columns: &[String]) -> String {
    let equal = |(index, column): (usize, &String)| format!("{column} = ?{}", index + 1);
    columns.iter().enumerate().map(equal).collect::<Vec<_>>().join(" AND ")
}

/// The value that `steps` lead to in `json`, which is valid JSON if `holds`. The nested CASE makes SQLite check that
/// first.
fn inside(holds: &str, json: &str, steps: &[PathStep], wanted: ValueType) -> String {
    let path = literal(&sqlite_path(steps));
    let kind = wanted.allows(&format!("json_type({json}, {path})"));
    format!("CASE WHEN {holds} THEN CASE WHEN {kind} THEN json_extract({json}, {path}) END END")
}
