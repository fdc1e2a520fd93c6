//! The sources in which an application shows that a tool ran.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{ColumnName, ColumnPath};
use crate::source::ListEncoding;

/// A source of evidence. Sources are queried in order of reliability, not in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "from", rename_all = "snake_case", deny_unknown_fields)]
pub enum EvidenceSource {
    /// A column of the message that lists its tools.
    Column {
        /// The column with the list.
        column: ColumnName,
        /// The encoding of the list, if a cell alone does not show it.
        #[serde(default)]
        encoding: Encoding,
        /// Tool → other names under which it is recorded.
        #[serde(default)]
        aliases: BTreeMap<String, Vec<String>>,
        /// What NULL in the column says about the tools that ran.
        #[serde(default)]
        absent: AbsenceMeaning,
    },
    /// A table with a row for each call or result.
    Table {
        /// The name of the table.
        table: String,
        /// The column that references the message.
        message: ColumnName,
        /// The tool's name; without it, `call` says which call a row is the result of.
        #[serde(default)]
        name: Option<ColumnPath>,
        /// The prefix to cut from a tool's name; a name without it is not a tool's.
        #[serde(default)]
        name_prefix: Option<String>,
        /// The arguments: JSON text, or a path in it.
        #[serde(default)]
        arguments: Option<ColumnPath>,
        /// The id of the call; a result with the same value belongs to it.
        #[serde(default)]
        call: Option<ColumnPath>,
        /// The tool's result, if the table stores it.
        #[serde(default)]
        result: Option<ColumnPath>,
        /// A value that is neither empty nor `false` if the call failed.
        #[serde(default)]
        error: Option<ColumnPath>,
        /// The messages whose rows count.
        #[serde(default)]
        within: Within,
        /// An SQL condition that selects the rows with calls.
        #[serde(default, rename = "where")]
        condition: Option<String>,
        /// Whether only some versions of the application have the table, or the optional columns.
        #[serde(default)]
        optional: bool,
    },
    /// Messages with the results of tools.
    Messages {
        /// The roles of tools.
        #[serde(default = "tool")]
        roles: Vec<String>,
        /// The tool's name; without it and `call`, the tool is unknown.
        #[serde(default)]
        name: Option<ColumnPath>,
        /// The prefix to cut from a tool's name.
        #[serde(default)]
        name_prefix: Option<String>,
        /// The id of the call that it answers: the value of `call` of another source.
        #[serde(default)]
        call: Option<ColumnPath>,
        /// The tool's result, if the message stores it.
        #[serde(default)]
        result: Option<ColumnPath>,
        /// A value that is neither empty nor `false` if the call failed.
        #[serde(default)]
        error: Option<ColumnPath>,
        /// What a turn without such a message means.
        #[serde(default)]
        absent: AbsenceMeaning,
        /// Whether only some versions of the application have all of these columns.
        #[serde(default)]
        optional: bool,
    },
    /// Calls or results stored as JSON values in the rows of messages.
    Parts {
        /// The path to the calls or results: `output->$[*|type=function_call]`.
        calls: ColumnPath,
        /// JSON Pointer to the tool's name; without it, `call` says which call the value is the result of.
        #[serde(default)]
        name: Option<String>,
        /// The prefix to cut from a tool's name; a name without it is not a tool's.
        #[serde(default)]
        name_prefix: Option<String>,
        /// JSON Pointer to the arguments: an object, or the text of one.
        #[serde(default)]
        arguments: Option<String>,
        /// JSON Pointer to the id of the call; a result with the same value belongs to it.
        #[serde(default)]
        call: Option<String>,
        /// JSON Pointer to the tool's result.
        #[serde(default)]
        result: Option<String>,
        /// JSON Pointer to a value that is neither empty nor `false` if the call failed.
        #[serde(default)]
        error: Option<String>,
        /// The messages whose values count.
        #[serde(default)]
        within: Within,
        /// What NULL in `calls` says about the calls that were made.
        #[serde(default)]
        absent: AbsenceMeaning,
    },
    /// An equal record of the same owner.
    Records {
        /// What the lack of such a record means.
        #[serde(default)]
        absent: AbsenceMeaning,
    },
    /// A table that stores earlier states of records as JSON.
    History {
        /// The name of the table.
        table: String,
        /// The column with the JSON document.
        json: ColumnName,
        /// JSON Pointers to the texts in it, with `*` for every element.
        texts: Vec<String>,
        /// Whether only some versions of the application have the table.
        #[serde(default)]
        optional: bool,
    },
    /// Tools of neighbouring messages: of the same owner and conversation, close in time.
    Neighbours {
        /// The maximum distance, in seconds.
        seconds: i64,
    },
}

/// The messages of a turn whose rows of a source count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Within {
    /// All messages: a call may be in a row of its own.
    #[default]
    Turn,
    /// Only the message in question, not the others of its turn.
    Message,
}

fn tool() -> Vec<String> {
    vec!["tool".to_owned()]
}

impl EvidenceSource {
    /// The kind of source, in words.
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

    /// Names the source in output: `table tool_calls`.
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

/// What it means if a source has nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AbsenceMeaning {
    /// No tool ran: the application records every call.
    #[default]
    NothingRan,
    /// Unknown: a call may not have been recorded.
    Unknown,
    /// Unknown, even if the cell exists without a call: it is used for other data too.
    SaysNothing,
}

/// How a list of tools is encoded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Encoding {
    /// Detected in each cell.
    #[default]
    Auto,
    /// A JSON array of names: `["a", "b"]`.
    Json,
    /// The text of a PostgreSQL array.
    PgArray,
    /// The text of a DuckDB list.
    #[serde(rename = "duckdb")]
    DuckDb,
    /// Names separated by commas.
    Comma,
    /// One name on each line.
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
