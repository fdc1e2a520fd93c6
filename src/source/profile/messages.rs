//! Where an application stores its messages.

use serde::{Deserialize, Serialize};

use super::{ColumnName, ColumnPath, PathStep};

/// The table and columns of messages. Columns without a table belong to `table`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Messages {
    /// The name of the table.
    pub table: String,
    /// The column or columns that identify a row.
    pub key: KeyColumns,
    /// The conversation that a message belongs to.
    #[serde(default)]
    pub conversation: Option<ColumnPath>,
    /// The agent, or the user of the application, that the message belongs to; several columns if one alone does not
    /// identify it.
    #[serde(default)]
    pub owner: Option<OwnerPlaces>,
    /// The role; without it, every row is the assistant's.
    #[serde(default)]
    pub role: Option<ColumnPath>,
    /// The roles of the assistant.
    #[serde(default = "assistant")]
    pub assistant: Vec<String>,
    /// The roles of users, whose requests count.
    #[serde(default = "user")]
    pub user: Vec<String>,
    /// The text. A wildcard in its path, `{key}` or `[*]`, makes a message of each member or element. Its key is that
    /// of the row plus its name or index: `chat->$.history.messages.{key}.content`, `parts->$[*|type=text].text`.
    pub text: ColumnPath,
    /// Other copies of the text, which change together with it, or not at all. Columns of a table in `joins` are
    /// prefixed with its name.
    #[serde(default)]
    pub copies: Vec<ColumnPath>,
    /// More such copies, in columns that not every version of the application has.
    #[serde(default)]
    pub optional_copies: Vec<ColumnPath>,
    /// Whether no part of a copy may become empty: the application sends copies to the provider again, which rejects
    /// empty texts.
    #[serde(default)]
    pub parts_not_empty: bool,
    /// Rows of other tables with the text as it was at some time. Equal texts change with it; others are left alone.
    #[serde(default)]
    pub snapshots: Vec<Snapshots>,
    /// An SQL expression for `{key}` in `copies` and `evidence`, if the path of the text does not give it.
    #[serde(default)]
    pub member: Option<String>,
    /// The plan recorded with the message: a column, which can be corrected, or a path in one (`metadata->$.plan`),
    /// which is only read.
    #[serde(default)]
    pub plan: Option<ColumnPath>,
    /// The user's words before the message, if the same row holds them; such a row begins a turn.
    #[serde(default)]
    pub asked: Option<ColumnPath>,
    /// The time at which it was written.
    #[serde(default)]
    pub time: Option<ColumnPath>,
    /// The column that orders the messages of a conversation; without it, they are ordered by time, then by key.
    #[serde(default)]
    pub order: Option<ColumnName>,
    /// The model that wrote it.
    #[serde(default)]
    pub model: Option<ColumnPath>,
    /// An SQL condition for reading only: other rows are not messages yet.
    #[serde(default, rename = "where")]
    pub condition: Option<String>,
    /// The tables with columns that the profile uses besides those of `table`.
    #[serde(default)]
    pub joins: Vec<Join>,
    /// An SQL condition for messages that are read only with `--include-discarded`.
    #[serde(default)]
    pub hidden: Option<String>,
    /// The time columns that a write must update, as the application would.
    #[serde(default)]
    pub touch: Vec<ColumnName>,
}

fn assistant() -> Vec<String> {
    vec!["assistant".to_owned()]
}

fn user() -> Vec<String> {
    vec!["user".to_owned()]
}

impl Join {
    /// The two columns of the equality; `None` if the condition has another form, which works only for reading.
    #[must_use]
    pub fn sides(&self) -> Option<(ColumnName, ColumnName)> {
        let (left, right) = self.on.split_once('=')?;
        let column = |side: &str| -> Option<ColumnName> {
            let (table, column) = side.trim().split_once('.')?;
            let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
            let is_both = is_name(table) && is_name(column);
            is_both.then(|| ColumnName { table: Some(table.to_owned()), column: column.to_owned() })
        };
        Some((column(left)?, column(right)?))
    }
}

/// Rows of another table that may hold the text of a message again: for example shared copies, or earlier states.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshots {
    /// The table; a database without it has no snapshots.
    pub table: String,
    /// The column that identifies its rows.
    pub key: String,
    /// The condition `table.column = …`, with an SQL expression over the columns of the message's row.
    pub on: String,
    /// The copies of the text in a row.
    pub copies: Vec<ColumnPath>,
}

impl Snapshots {
    /// The column of the table, and the expression that it equals; `None` if the condition has another form.
    #[must_use]
    pub fn sides(&self) -> Option<(&str, &str)> {
        let (left, expression) = self.on.split_once('=')?;
        let (table, column) = left.trim().split_once('.')?;
        (table == self.table && !column.is_empty()).then_some((column, expression.trim()))
    }
}

/// How a row unfolds into several messages: the members or elements of a JSON value in one of its columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfolding<'a> {
    /// The column with the document.
    pub column: &'a ColumnName,
    /// The steps to the messages, including the wildcard.
    pub steps: &'a [PathStep],
    /// The steps to the object or list with the messages.
    pub before: &'a [PathStep],
    /// The wildcard step, which leads to each message in an object or a list.
    pub wild: &'a PathStep,
}

impl Messages {
    /// All copies of the text, each with the JSON Pointer of its entry in the profile.
    pub fn all_copies(&self) -> impl Iterator<Item = (String, &ColumnPath)> {
        let named = |name: &'static str| move |(place, copy)| (format!("/messages/{name}/{place}"), copy);
        let copies = self.copies.iter().enumerate().map(named("copies"));
        copies.chain(self.optional_copies.iter().enumerate().map(named("optional_copies")))
    }

    /// How rows unfold into messages; `None` if each row is one message.
    #[must_use]
    pub fn unfolding(&self) -> Option<Unfolding<'_>> {
        let path = self.text.path.as_ref()?;
        let (before, wild, _) = path.unfolded()?;
        let steps = path.steps.get(..=before.len())?;
        Some(Unfolding { column: &self.text.column, steps, before, wild })
    }

    /// The number of cells that identify a message.
    #[must_use]
    pub fn key_width(&self) -> usize {
        self.key.columns().len() + usize::from(self.unfolding().is_some())
    }

    /// The paths into a message's own row and those joined with it, each with its name in the profile.
    pub fn places(&self) -> impl Iterator<Item = (&'static str, &ColumnPath)> {
        let optional = [
            ("conversation", &self.conversation),
            ("role", &self.role),
            ("plan", &self.plan),
            ("asked", &self.asked),
            ("time", &self.time),
            ("model", &self.model),
        ];
        let named = optional.into_iter().filter_map(|(name, place)| Some((name, place.as_ref()?)));
        let owner = self.owner.iter().flat_map(OwnerPlaces::places).map(|place| ("owner", place));
        std::iter::once(("text", &self.text)).chain(named).chain(owner)
    }
}

/// One column, or several together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum KeyColumns {
    /// A key of one column.
    One(ColumnName),
    /// A key of several columns, in this order.
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

/// The column or columns of an owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OwnerPlaces {
    /// An owner identified by one value.
    One(ColumnPath),
    /// Several paths, one for each part of the owner's key.
    Several(Vec<ColumnPath>),
}

impl OwnerPlaces {
    /// The paths in order.
    #[must_use]
    pub fn places(&self) -> &[ColumnPath] {
        match self {
            Self::One(place) => std::slice::from_ref(place),
            Self::Several(places) => places,
        }
    }
}

/// A table that is joined with the messages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The name of the table.
    pub table: String,
    /// `table.column = messages.column`.
    pub on: String,
}
