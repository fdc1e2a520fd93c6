//! The profile: describes the tables with an application's messages, tools, records and evidence. It is data only.

mod builtin;
mod check;
mod column;
mod evidence;
mod json_path;
mod messages;
mod records;
mod used;
mod written;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use builtin::{all, built_in, chat_log, gateway, named};
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

/// What may be written to a database of this application.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WriteMode {
    /// Texts, tools and records.
    Full,
    /// Only texts: no record is recovered.
    Strip,
    /// Nothing: the database can be reviewed, but not written to.
    None,
}

/// Describes the tables of an application.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The URL or path of the JSON Schema, for editors.
    #[serde(rename = "$schema", default, skip_serializing)]
    pub schema: Option<String>,
    /// The file that it was read from, to locate its parts in messages.
    #[serde(skip)]
    pub origin: Origin,
    /// The version of the profile format.
    pub version: u32,
    /// The name to select it by.
    pub name: String,
    /// What may be written.
    pub write: WriteMode,
    /// Why no more may be written.
    #[serde(default)]
    pub why: Option<String>,
    /// The columns that every database of this application has. They are used for detection and checked before use.
    pub needs: Vec<ColumnName>,
    /// The columns that no database of this application has, which distinguish it from a similar one.
    #[serde(default)]
    pub without: Vec<ColumnName>,
    /// Where messages are stored.
    pub messages: Messages,
    /// The agents that speak for the assistant, with their enabled tools.
    #[serde(default)]
    pub owners: Option<Owners>,
    /// The sources that show whether a tool ran.
    #[serde(default)]
    pub evidence: Vec<EvidenceSource>,
    /// The call syntaxes in which the application itself renders calls that ran: such calls are not findings.
    #[serde(default)]
    pub renders: Vec<Rendered>,
    /// Where to record a recovered tool.
    #[serde(default)]
    pub tools_written: Option<ToolsWritten>,
    /// Record type → where such records are stored.
    #[serde(default)]
    pub records: BTreeMap<String, Records>,
}

/// The owners of messages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Owners {
    /// The name of the table.
    pub table: String,
    /// The column that messages reference.
    pub key: ColumnName,
    /// The column with the name that users know.
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
    /// Name in the list → the tool's name.
    #[serde(default)]
    pub names: BTreeMap<String, String>,
}

/// The file that a profile was read from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The path of the file as given.
    pub file: String,
    /// The text of the file.
    pub text: Arc<str>,
    /// Whether it is built in. Such a profile covers versions of an application that lack some of its columns; of a
    /// user's own profile, what is missing is an error.
    pub built_in: bool,
    /// Whether the file has changed since a database was reviewed with it; then it is used only for reading.
    pub has_changed: bool,
}

impl Origin {
    /// The location of a JSON Pointer in the file, as `file:line:column`.
    #[must_use]
    pub fn place(&self, pointer: &str) -> String {
        let DocumentError { file, line, column, .. } = DocumentError::at(&self.file, &self.text, pointer, "");
        format!("{file}:{line}:{column}")
    }
}

/// A syntax in which an application renders calls that ran into the text.
///
/// In a profile it is either the name of the syntax or an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "RenderedText")]
pub struct Rendered {
    /// The name of the syntax.
    pub syntax: String,
    /// Texts that each rendered call contains; a call that lacks one is invented.
    pub always: Vec<String>,
}

/// The two notations of a rendered syntax in a profile.
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

/// Where to record the name of a recovered tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordTool {
    /// In the message's own list.
    #[default]
    SameRow,
    /// In an empty assistant message next to it.
    SiblingRow,
    /// Nowhere: the recovery leaves no trace in the lists of tools.
    None,
}

/// The PostgreSQL type of a list of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ArrayType {
    /// An array of texts.
    #[serde(rename = "text[]")]
    Array,
    /// `jsonb`.
    #[serde(rename = "jsonb")]
    Json,
    /// A text, as in the export.
    #[serde(rename = "text")]
    Text,
}

/// How to record a recovered tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolsWritten {
    /// The column that lists tools.
    pub column: ColumnName,
    /// Where to record it, unless the reviewer chooses otherwise.
    #[serde(default, rename = "where")]
    pub place: RecordTool,
    /// The type of the column in PostgreSQL. Accepted for older profiles but unused: an SQL script asks the database.
    #[serde(default)]
    pub postgres: Option<ArrayType>,
    /// The empty message for `sibling_row`.
    #[serde(default)]
    pub sibling: Option<Sibling>,
    /// An SQL condition for rows in which a non-empty list hides the message from other agents.
    #[serde(default)]
    pub hides_in: Option<String>,
}

/// The message that `sibling_row` inserts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sibling {
    /// The text of that message.
    pub content: String,
    /// Its time relative to the message, in seconds.
    pub seconds: i64,
}

impl Profile {
    /// The tables that it reads or writes.
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

    /// Parses a profile; errors name it as `file`.
    pub fn parse(file: &str, text: &str) -> Result<Self, DocumentError> {
        let first = |mistakes: Vec<DocumentError>| mistakes.into_iter().next();
        let unreadable = || DocumentError::whole(file, "unreadable");
        Self::checked(file, text).map_err(|mistakes| first(mistakes).unwrap_or_else(unreadable))
    }

    /// Parses a built-in profile. A test checks them, so that no start has to.
    fn parse_own(file: &str, text: &str) -> Result<Self, DocumentError> {
        let parsed = document::parse_own::<Self>(file, text)?.read_from(file, text);
        Ok(Self { origin: Origin { built_in: true, ..parsed.origin }, ..parsed })
    }

    fn read_from(self, file: &str, text: &str) -> Self {
        Self { origin: Origin { file: file.to_owned(), text: text.into(), ..Origin::default() }, ..self }
    }

    /// All errors of a profile that do not depend on a database, in the order of the file.
    #[must_use]
    pub fn mistakes(file: &str, text: &str) -> Vec<DocumentError> {
        Self::checked(file, text).err().unwrap_or_default()
    }

    /// The profile, or all its errors.
    fn checked(file: &str, text: &str) -> Result<Self, Vec<DocumentError>> {
        let AnyValue(value) = document::parse(file, text).map_err(|error| vec![error])?;
        let version = value.get("version").and_then(serde_json::Value::as_u64).unwrap_or_default();
        if version > u64::from(VERSION) {
            return Err(vec![DocumentError::at(file, text, "/version", newer(version))]);
        }
        let form = document::faults_of_form(file, text, &value, SCHEMA);
        if !form.is_empty() {
            return Err(form);
        }
        let paths = check::unreadable_paths(&value);
        if !paths.is_empty() {
            return Err(document::mistakes_at(file, text, paths));
        }
        let profile: Self = document::parse(file, text).map_err(|error| vec![error])?;
        let mistakes = check::mistakes(&profile);
        if mistakes.is_empty() {
            Ok(profile.read_from(file, text))
        } else {
            Err(document::mistakes_at(file, text, mistakes))
        }
    }

    /// What the user must do after records were written to these tables, without duplicates.
    #[must_use]
    pub fn afterwards(&self, tables: &BTreeSet<&str>) -> Vec<String> {
        let mut steps: Vec<String> = Vec::new();
        for records in self.records.values().filter(|records| tables.contains(records.table.as_str())) {
            steps.extend(records.afterwards.iter().filter(|text| !steps.contains(text)).cloned().collect::<Vec<_>>());
        }
        steps
    }

    /// The roles of tools.
    pub fn tool_roles(&self) -> impl Iterator<Item = &String> {
        let roles = self.evidence.iter().filter_map(|source| match source {
            EvidenceSource::Messages { roles, .. } => Some(roles),
            _ => None,
        });
        roles.flatten()
    }

    /// What it means if a message's list of tools is NULL.
    #[must_use]
    pub fn absent_tools(&self) -> AbsenceMeaning {
        let listed = self.evidence.iter().find_map(|source| match source {
            EvidenceSource::Column { absent, .. } => Some(*absent),
            _ => None,
        });
        listed.unwrap_or_default()
    }

    /// The encoding of the message's list of tools, if it is the same in every cell.
    #[must_use]
    pub fn tools_encoding(&self) -> Option<ListEncoding> {
        self.evidence.iter().find_map(|source| match source {
            EvidenceSource::Column { encoding, .. } => encoding.fixed(),
            _ => None,
        })
    }

    /// The column to which a corrected plan can be written: a column of the messages that holds only plans.
    #[must_use]
    pub fn writable_plan(&self) -> Option<&ColumnName> {
        let ColumnPath { column, path } = self.messages.plan.as_ref()?;
        let is_own = column.table_or(&self.messages.table) == self.messages.table;
        (path.is_none() && is_own && self.write == WriteMode::Full).then_some(column)
    }

    /// All aliases of tools in the profile: tool, and another name under which it is recorded.
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
