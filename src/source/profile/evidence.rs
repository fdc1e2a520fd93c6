//! Where an application shows that a tool ran.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{ColumnName, ColumnPath};
use crate::source::ListEncoding;

/// A place where it shows that a tool ran. Asked in the order of design.md, not in that of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "from", rename_all = "snake_case", deny_unknown_fields)]
pub enum EvidenceSource {
    /// A column of the message that lists tools.
    Column {
        /// The column that holds it.
        column: ColumnName,
        /// How the list is written, where a cell alone does not show it.
        #[serde(default)]
        encoding: Encoding,
        /// Tool → other names under which it is recorded.
        #[serde(default)]
        aliases: BTreeMap<String, Vec<String>>,
        /// What NULL means.
        #[serde(default)]
        absent: AbsenceMeaning,
    },
    /// A table with a row for each call, or for each result.
    Table {
        /// The table that holds it.
        table: String,
        /// The column that refers to the message.
        message: ColumnName,
        /// The tool's name; without it `call` says of which call a row is the result.
        #[serde(default)]
        name: Option<ColumnPath>,
        /// What comes before the tool's name, and is cut: a name without it is none of a tool.
        #[serde(default)]
        name_prefix: Option<String>,
        /// The arguments, as JSON text, or where they are in one.
        #[serde(default)]
        arguments: Option<ColumnPath>,
        /// What identifies the call: a result with the same value is its own.
        #[serde(default)]
        call: Option<ColumnPath>,
        /// What the tool answered.
        #[serde(default)]
        result: Option<ColumnPath>,
        /// Holds something, and not `false`, where the call failed.
        #[serde(default)]
        error: Option<ColumnPath>,
        /// The messages whose rows count.
        #[serde(default)]
        within: Within,
        /// A condition in SQL: other rows are calls of something else.
        #[serde(default, rename = "where")]
        condition: Option<String>,
        /// Whether only some versions of the application have the table, or the columns next to the call itself.
        #[serde(default)]
        optional: bool,
    },
    /// Messages of tools: each is the answer of one that ran.
    Messages {
        /// The roles that are a tool's.
        #[serde(default = "tool")]
        roles: Vec<String>,
        /// What names the tool; without it, and without `call`, the tool is unknown.
        #[serde(default)]
        name: Option<ColumnPath>,
        /// What comes before the tool's name, and is cut.
        #[serde(default)]
        name_prefix: Option<String>,
        /// The call that it answers: the value of `call` of another source.
        #[serde(default)]
        call: Option<ColumnPath>,
        /// What the tool answered.
        #[serde(default)]
        result: Option<ColumnPath>,
        /// Holds something, and not `false`, where the call failed.
        #[serde(default)]
        error: Option<ColumnPath>,
        /// What a turn without one means.
        #[serde(default)]
        absent: AbsenceMeaning,
        /// Whether only some versions of the application have all of these columns.
        #[serde(default)]
        optional: bool,
    },
    /// Calls, or results, that are in the rows of messages, as values in JSON.
    Parts {
        /// The place of a call, or of a result: `output->$[*|type=function_call]`.
        calls: ColumnPath,
        /// The tool's name in it, as a JSON Pointer; without it `call` says of which call it is the result.
        #[serde(default)]
        name: Option<String>,
        /// What comes before the tool's name, and is cut: a name without it is none of a tool.
        #[serde(default)]
        name_prefix: Option<String>,
        /// Its arguments, as a JSON Pointer to an object, or to the text of one.
        #[serde(default)]
        arguments: Option<String>,
        /// What identifies the call, as a JSON Pointer: a result with the same value is its own.
        #[serde(default)]
        call: Option<String>,
        /// What the tool answered, as a JSON Pointer.
        #[serde(default)]
        result: Option<String>,
        /// Holds something, and not `false`, where the call failed, as a JSON Pointer.
        #[serde(default)]
        error: Option<String>,
        /// The messages whose values count.
        #[serde(default)]
        within: Within,
        /// What NULL means.
        #[serde(default)]
        absent: AbsenceMeaning,
    },
    /// An equal record of the same owner.
    Records {
        /// What it means where there is no such record.
        #[serde(default)]
        absent: AbsenceMeaning,
    },
    /// A table that keeps earlier states of records, as JSON.
    History {
        /// The table that holds it.
        table: String,
        /// The column with the JSON document.
        json: ColumnName,
        /// Where texts are in it: JSON Pointers, `*` for every element.
        texts: Vec<String>,
        /// Whether only some versions of the application have the table.
        #[serde(default)]
        optional: bool,
    },
    /// Tools of messages of the same owner in the same conversation, close in time.
    Neighbours {
        /// The maximum distance in seconds.
        seconds: i64,
    },
}

/// The messages whose rows of a source count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Within {
    /// Of all in the turn: a call may be in a row of its own.
    #[default]
    Turn,
    /// Those of the message alone.
    Message,
}

fn tool() -> Vec<String> {
    vec!["tool".to_owned()]
}

impl EvidenceSource {
    /// What kind of source it is, as people know it.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Column { .. } => "tools_used",
            Self::Table { .. } | Self::Parts { .. } => "tool calls",
            Self::Messages { .. } => "tool messages",
            Self::Records { .. } => "records",
            Self::History { .. } => "history",
            Self::Neighbours { .. } => "neighbours",
        }
    }

    /// The source by its place, as messages name it: `table tool_calls`.
    #[must_use]
    pub fn label(&self) -> String {
        match self {
            Self::Column { column, .. } => format!("column {column}"),
            Self::Table { table, .. } => format!("table {table}"),
            Self::Parts { calls, .. } => format!("parts {calls}"),
            Self::Messages { roles, .. } => format!("messages of {}", roles.join(", ")),
            Self::Records { .. } => "records".to_owned(),
            Self::History { table, .. } => format!("history {table}"),
            Self::Neighbours { .. } => "neighbours".to_owned(),
        }
    }
}

/// What it means where a source has nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AbsenceMeaning {
    /// That no tool ran: the application writes down each one that does.
    #[default]
    NothingRan,
    /// Nothing: it may not have been written down.
    Unknown,
    /// Nothing, nor does it where the cell is there and holds no call: other things are kept in it.
    SaysNothing,
}

/// How a list of tools is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Encoding {
    /// Told from each cell.
    #[default]
    Auto,
    /// A JSON array.
    Json,
    /// The text of a PostgreSQL array.
    PgArray,
    /// The text of a DuckDB list.
    #[serde(rename = "duckdb")]
    DuckDb,
    /// Names with commas between them.
    Comma,
    /// A name on each line.
    Lines,
}

impl Encoding {
    /// The encoding, if it is the same in every cell.
    #[must_use]
    pub fn fixed(self) -> Option<ListEncoding> {
        match self {
            Self::Auto => None,
            Self::Json => Some(ListEncoding::Json),
            Self::PgArray => Some(ListEncoding::Postgres),
            Self::DuckDb => Some(ListEncoding::DuckDb),
            Self::Comma => Some(ListEncoding::Comma),
            Self::Lines => Some(ListEncoding::Lines),
        }
    }
}
