//! The profile: where an application keeps messages, tools, memories and the traces of what ran. Data only.

mod builtin;
mod check;
mod column;
mod evidence;
mod json_path;
mod messages;
mod records;
mod used;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use builtin::{all, chat_log, gateway, named};
pub use column::{ColumnName, ColumnPath};
pub use evidence::{AbsenceMeaning, Encoding, EvidenceSource, Within};
pub use json_path::{JsonPath, PathFilter, PathStep, sqlite_path};
pub use messages::{Join, KeyColumns, Messages, OwnerPlaces, Snapshots, Unfolding};
pub use records::{EditStyle, Expiry, NewKey, RecordField, Records, Trim};
pub use used::UsedProfile;

use super::ListEncoding;
use crate::document::{self, AnyValue, DocumentError};

/// The version of the profile format that this program reads.
const VERSION: u32 = 1;

/// The JSON Schema (2020-12) of profiles.
pub const SCHEMA: &str = include_str!("profile.schema.json");

/// What may be written to a database of this kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WriteMode {
    /// Texts, tools and records.
    Full,
    /// Only texts are changed.
    Strip,
    /// Nothing is written.
    None,
}

/// An application's schema.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Where editors find the schema of such files.
    #[serde(rename = "$schema", default, skip_serializing)]
    pub schema: Option<String>,
    /// The file that it was read from, to show where in it something is asked for.
    #[serde(skip)]
    pub origin: Origin,
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
    /// Columns that no database of this kind has: they distinguish it from a similar one.
    #[serde(default)]
    pub without: Vec<ColumnName>,
    /// Where messages are stored.
    pub messages: Messages,
    /// Who speaks for the assistant, and which tools are enabled there.
    #[serde(default)]
    pub owners: Option<Owners>,
    /// Where it shows that a tool ran.
    #[serde(default)]
    pub evidence: Vec<EvidenceSource>,
    /// Forms that the application itself writes into texts for calls that ran: such a call is no finding.
    #[serde(default)]
    pub renders: Vec<Rendered>,
    /// Where a recovered tool is recorded.
    #[serde(default)]
    pub tools_written: Option<ToolsWritten>,
    /// Record type → where such records are kept.
    #[serde(default)]
    pub records: BTreeMap<String, Records>,
}

/// The owners of messages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Owners {
    /// The name of the table.
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

/// The file that a profile was read from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The path of the file, as it was given.
    pub file: String,
    /// What it says.
    pub text: Arc<str>,
    /// Whether a database was reviewed with it when it said something else: then it is good for reading only.
    pub has_changed: bool,
}

impl Origin {
    /// The place of a part of the file, as `file:line:column`.
    #[must_use]
    pub fn place(&self, pointer: &str) -> String {
        let DocumentError { file, line, column, .. } = DocumentError::at(&self.file, &self.text, pointer, "");
        format!("{file}:{line}:{column}")
    }
}

/// A form by which an application shows calls that ran in the text itself.
///
/// A profile writes the name of its syntax alone, or an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "RenderedText")]
pub struct Rendered {
    /// The name of its syntax.
    pub syntax: String,
    /// What each that the application wrote contains: one that lacks any of it is invented.
    pub always: Vec<String>,
}

/// The two ways in which a profile writes such a form.
#[derive(Deserialize)]
#[serde(untagged)]
enum RenderedText {
    Syntax(String),
    Form {
        syntax: String,
        #[serde(default)]
        always: Vec<String>,
    },
}

impl From<RenderedText> for Rendered {
    fn from(text: RenderedText) -> Self {
        match text {
            RenderedText::Syntax(syntax) => Self { syntax, always: Vec::new() },
            RenderedText::Form { syntax, always } => Self { syntax, always },
        }
    }
}

/// Where the name of a recovered tool goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordTool {
    /// Into the message's own list.
    #[default]
    SameRow,
    /// Into a blank assistant message next to it.
    SiblingRow,
    /// The tool is not recorded.
    None,
}

/// The type of a list of names in PostgreSQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ArrayType {
    /// An array of texts.
    #[serde(rename = "text[]")]
    Array,
    /// JSON, in PostgreSQL's binary form.
    #[serde(rename = "jsonb")]
    Json,
    /// A text, as the export has it.
    #[serde(rename = "text")]
    Text,
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
    /// The type of the column in PostgreSQL: read for profiles that say it, while a script asks the database.
    #[serde(default)]
    pub postgres: Option<ArrayType>,
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
    /// The text of that message.
    pub content: String,
    /// Its time, relative to the message.
    pub seconds: i64,
}

impl Profile {
    /// The tables that it reads, or writes.
    pub fn tables(&self) -> impl Iterator<Item = &str> {
        let joined = self.messages.joins.iter().map(|join| &join.table);
        let of_evidence = self.evidence.iter().filter_map(|source| match source {
            EvidenceSource::Table { table, .. } | EvidenceSource::History { table, .. } => Some(table),
            _ => None,
        });
        let owners = self.owners.iter().map(|owners| &owners.table);
        let records = self.records.values().map(|records| &records.table);
        let needed = self.needs.iter().filter_map(|column| column.table.as_ref());
        let snapshots = self.messages.snapshots.iter().map(|snapshots| &snapshots.table);
        let joined = joined.chain(snapshots);
        let all = std::iter::once(&self.messages.table).chain(joined).chain(of_evidence).chain(owners).chain(records);
        all.chain(needed).map(String::as_str)
    }

    /// Reads a profile; `file` is the name that errors show.
    pub fn parse(file: &str, text: &str) -> Result<Self, DocumentError> {
        // The check of its form locates the error more precisely.
        let more_precise = |error| Self::mistakes(file, text).into_iter().next().unwrap_or(error);
        let mut profile: Self = document::parse(file, text).map_err(more_precise)?;
        if profile.version > VERSION {
            return Err(DocumentError::at(file, text, "/version", newer(u64::from(profile.version))));
        }
        profile.origin = Origin { file: file.to_owned(), text: text.into(), has_changed: false };
        match check::mistakes(&profile).first() {
            Some((place, reason)) => Err(DocumentError::at(file, text, place, reason)),
            None => Ok(profile),
        }
    }

    /// Every mistake of a profile that does not depend on a database, in the order of the file.
    #[must_use]
    pub fn mistakes(file: &str, text: &str) -> Vec<DocumentError> {
        let at = |(place, reason): (String, String)| DocumentError::at(file, text, &place, reason);
        let value = match document::parse::<AnyValue>(file, text) {
            Ok(AnyValue(value)) => value,
            Err(error) => return vec![error],
        };
        let version = value.get("version").and_then(serde_json::Value::as_u64).unwrap_or_default();
        if version > u64::from(VERSION) {
            return vec![at(("/version".to_owned(), newer(version)))];
        }
        let form = document::faults_of_form(file, text, &value, SCHEMA);
        if !form.is_empty() {
            return form;
        }
        let paths = check::unreadable_paths(&value);
        if !paths.is_empty() {
            return paths.into_iter().map(at).collect();
        }
        match document::parse::<Self>(file, text) {
            Ok(profile) => check::mistakes(&profile).into_iter().map(at).collect(),
            Err(error) => vec![error],
        }
    }

    /// What a person must do after records were written to these tables, each once.
    #[must_use]
    pub fn afterwards(&self, tables: &BTreeSet<&str>) -> Vec<String> {
        let mut steps: Vec<String> = Vec::new();
        for records in self.records.values().filter(|records| tables.contains(records.table.as_str())) {
            steps.extend(records.afterwards.iter().filter(|text| !steps.contains(text)).cloned().collect::<Vec<_>>());
        }
        steps
    }

    /// The roles in which tools speak.
    pub fn tool_roles(&self) -> impl Iterator<Item = &String> {
        let roles = self.evidence.iter().filter_map(|source| match source {
            EvidenceSource::Messages { roles, .. } => Some(roles),
            _ => None,
        });
        roles.flatten()
    }

    /// What it means where a message's list of tools is NULL.
    #[must_use]
    pub fn absent_tools(&self) -> AbsenceMeaning {
        let listed = self.evidence.iter().find_map(|source| match source {
            EvidenceSource::Column { absent, .. } => Some(*absent),
            _ => None,
        });
        listed.unwrap_or_default()
    }

    /// How the message's own list of tools is written, if that is the same in every cell.
    #[must_use]
    pub fn tools_encoding(&self) -> Option<ListEncoding> {
        self.evidence.iter().find_map(|source| match source {
            EvidenceSource::Column { encoding, .. } => encoding.fixed(),
            _ => None,
        })
    }

    /// The column with recorded plans, where a corrected one may be written: a column of the messages that holds nothing else.
    #[must_use]
    pub fn writable_plan(&self) -> Option<&ColumnName> {
        let ColumnPath { column, path } = self.messages.plan.as_ref()?;
        let is_own = column.table_or(&self.messages.table) == self.messages.table;
        (path.is_none() && is_own && self.write == WriteMode::Full).then_some(column)
    }

    /// Tool → other names under which it is recorded, from every place of the profile that lists some.
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

fn newer(version: u64) -> String {
    format!("version {version} is newer than this ghostcall reads ({VERSION})")
}
