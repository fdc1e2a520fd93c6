//! The profile: where an application keeps messages, tools, memories and the traces of what ran. Data only.

mod builtin;
mod column;
mod records;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use builtin::{all, gateway, named};
pub use column::{ColumnName, ColumnPath};
pub use records::{EditStyle, Expiry, Field, NewKey, Records, Trim};

use crate::document::{self, DocumentError};

/// The version of the profile format that this program reads.
const VERSION: u32 = 1;

/// What may be written to a database of this kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WriteMode {
    /// Texts, tools and records.
    Full,
    /// Texts only.
    Strip,
    /// Nothing.
    None,
}

/// An application's schema.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The version of the format.
    pub version: u32,
    /// The name by which people choose it.
    pub name: String,
    /// What may be written.
    pub write: WriteMode,
    /// Why no more may be written.
    #[serde(default)]
    pub why: Option<String>,
    /// The columns that a database of this kind has: detection, checked before use.
    pub needs: Vec<ColumnName>,
    /// Columns that no database of this kind has: they tell it from a similar one.
    #[serde(default)]
    pub without: Vec<ColumnName>,
    /// Where messages stand.
    pub messages: Messages,
    /// Who speaks for the assistant, and which tools are enabled there.
    #[serde(default)]
    pub owners: Option<Owners>,
    /// Where it shows that a tool ran.
    #[serde(default)]
    pub evidence: Vec<EvidenceSource>,
    /// Forms, by the names of their syntaxes, that the application itself writes for calls that ran: such a call is no finding.
    #[serde(default)]
    pub renders: Vec<String>,
    /// Where a recovered tool is recorded.
    #[serde(default)]
    pub tools_written: Option<ToolsWritten>,
    /// Record type → where such records are kept.
    #[serde(default)]
    pub records: BTreeMap<String, Records>,
}

/// Where messages stand. Columns without a table belong to `table`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Messages {
    /// The table.
    pub table: String,
    /// The column, or columns, that tell rows apart.
    pub key: KeyColumns,
    /// The conversation that a message belongs to.
    #[serde(default)]
    pub conversation: Option<ColumnName>,
    /// Who speaks: an agent, a user of the application.
    #[serde(default)]
    pub owner: Option<ColumnName>,
    /// The role of the speaker; without it every row is the assistant's.
    #[serde(default)]
    pub role: Option<ColumnName>,
    /// The roles that are the assistant's.
    #[serde(default = "assistant")]
    pub assistant: Vec<String>,
    /// The roles that are a person's: what they asked for counts.
    #[serde(default = "user")]
    pub user: Vec<String>,
    /// The text.
    pub text: ColumnName,
    /// The plan that is recorded with the message: a column, which can be corrected, or a place in the JSON of one
    /// (`metadata->$.plan`), which is only read.
    #[serde(default)]
    pub plan: Option<ColumnPath>,
    /// What a person had said before it, where the same row tells that: a turn begins there.
    #[serde(default)]
    pub asked: Option<ColumnPath>,
    /// When it was written.
    #[serde(default)]
    pub time: Option<ColumnName>,
    /// The model that wrote it.
    #[serde(default)]
    pub model: Option<ColumnName>,
    /// A condition in SQL, for reading only: other rows are no messages yet.
    #[serde(default, rename = "where")]
    pub condition: Option<String>,
    /// Tables whose columns the conditions use.
    #[serde(default)]
    pub joins: Vec<Join>,
    /// A condition in SQL: such messages are read only with `--include-discarded`.
    #[serde(default)]
    pub hidden: Option<String>,
    /// Time columns that an honest write moves along.
    #[serde(default)]
    pub touch: Vec<ColumnName>,
}

fn assistant() -> Vec<String> {
    vec!["assistant".to_owned()]
}

fn user() -> Vec<String> {
    vec!["user".to_owned()]
}

/// One column, or several together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum KeyColumns {
    /// One column.
    One(ColumnName),
    /// Several columns.
    Several(Vec<ColumnName>),
}

impl KeyColumns {
    /// The columns in order.
    #[must_use]
    pub fn columns(&self) -> &[ColumnName] {
        match self {
            Self::One(column) => std::slice::from_ref(column),
            Self::Several(columns) => columns,
        }
    }
}

/// A table that belongs to a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The table.
    pub table: String,
    /// `table.column = messages.column`.
    pub on: String,
}

/// The owners of messages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Owners {
    /// The table.
    pub table: String,
    /// The column that messages refer to.
    pub key: ColumnName,
    /// The name that people know.
    #[serde(default)]
    pub name: Option<ColumnName>,
    /// The tools that an owner may use.
    #[serde(default)]
    pub enabled: Option<Enabled>,
}

/// The column that lists the tools of an owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Enabled {
    /// The column: a list in any encoding.
    pub column: ColumnName,
    /// The name in the list → the tool's name.
    #[serde(default)]
    pub names: BTreeMap<String, String>,
}

/// A place where it shows that a tool ran. Asked in the order of design.md, not in that of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "from", rename_all = "snake_case", deny_unknown_fields)]
pub enum EvidenceSource {
    /// A column of the message that lists tools.
    Column {
        /// The column.
        column: ColumnName,
        /// How the list is written; only `auto` (told from each cell) is needed.
        #[serde(default)]
        encoding: Encoding,
        /// Tool → other names under which it is recorded.
        #[serde(default)]
        aliases: BTreeMap<String, Vec<String>>,
    },
    /// A table with a row for each call.
    Table {
        /// The table.
        table: String,
        /// The column that refers to the message.
        message: ColumnName,
        /// The tool's name.
        name: ColumnName,
        /// The arguments, as JSON text.
        #[serde(default)]
        arguments: Option<ColumnName>,
        /// A condition in SQL: other rows are calls of something else.
        #[serde(default, rename = "where")]
        condition: Option<String>,
    },
    /// Messages of tools: each is the answer of one that ran.
    Messages {
        /// The roles that are a tool's.
        #[serde(default = "tool")]
        roles: Vec<String>,
        /// The column that names the tool; without it nobody knows which one it was.
        #[serde(default)]
        name: Option<ColumnName>,
    },
    /// An equal record of the same owner.
    Records,
    /// A table that keeps earlier states of records, as JSON.
    History {
        /// The table.
        table: String,
        /// The column with the JSON document.
        json: ColumnName,
        /// Where texts stand in it: JSON Pointers, `*` for every element.
        texts: Vec<String>,
    },
    /// Tools of messages of the same owner in the same conversation, close in time.
    Neighbours {
        /// How close.
        seconds: i64,
    },
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
            Self::Table { .. } => "tool calls",
            Self::Messages { .. } => "tool messages",
            Self::Records => "records",
            Self::History { .. } => "history",
            Self::Neighbours { .. } => "neighbours",
        }
    }
}

/// How a list of tools is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Encoding {
    /// Told from each cell.
    #[default]
    Auto,
}

/// Where the name of a recovered tool goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordTool {
    /// Into the message's own list.
    #[default]
    SameRow,
    /// Into a blank assistant message beside it.
    SiblingRow,
    /// Nowhere.
    None,
}

/// How a recovered tool is recorded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolsWritten {
    /// The column that lists tools.
    pub column: ColumnName,
    /// Where, unless the reviewer chose otherwise.
    #[serde(default, rename = "where")]
    pub place: RecordTool,
    /// The blank message of `sibling_row`.
    #[serde(default)]
    pub sibling: Option<Sibling>,
    /// A condition in SQL: here a list that is not empty takes the message out of other agents' sight.
    #[serde(default)]
    pub hides_in: Option<String>,
}

/// The message that `sibling_row` inserts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sibling {
    /// Its text.
    pub content: String,
    /// Its time, relative to the message.
    pub seconds: i64,
}

impl Profile {
    /// Reads a profile; `file` is the name that an error tells.
    pub fn parse(file: &str, text: &str) -> Result<Self, DocumentError> {
        let profile: Self = document::parse(file, text)?;
        if profile.version > VERSION {
            let reason = format!("version {} is newer than this program reads ({VERSION})", profile.version);
            return Err(DocumentError::whole(file, reason));
        }
        for (kind, records) in &profile.records {
            let known = |name: &String| name == "owner" || records.fields.contains_key(name);
            if let Some(name) = records.same.iter().find(|name| !known(name)) {
                let reason = format!("records.{kind}.same: there is no field `{name}`");
                return Err(DocumentError::whole(file, reason));
            }
        }
        Ok(profile)
    }

    /// The column with recorded plans, where a corrected one may be written: a column of the messages that holds nothing else.
    #[must_use]
    pub fn writable_plan(&self) -> Option<&ColumnName> {
        let ColumnPath { column, path } = self.messages.plan.as_ref()?;
        let is_own = column.table_or(&self.messages.table) == self.messages.table;
        (path.is_none() && is_own && self.write == WriteMode::Full).then_some(column)
    }

    /// Tool → other names under which it is recorded, from every place of the profile that tells some.
    #[must_use]
    pub fn tool_aliases(&self) -> Vec<(&str, &str)> {
        let columns = self.evidence.iter().filter_map(|source| match source {
            EvidenceSource::Column { aliases, .. } => Some(aliases),
            _ => None,
        });
        let listed =
            columns.flatten().flat_map(|(tool, names)| names.iter().map(move |name| (tool.as_str(), name.as_str())));
        let enabled = self.owners.iter().filter_map(|owners| owners.enabled.as_ref());
        let classes = enabled.flat_map(|enabled| &enabled.names).map(|(name, tool)| (tool.as_str(), name.as_str()));
        listed.chain(classes).collect()
    }
}
