//! Where an application keeps its messages.

use serde::{Deserialize, Serialize};

use super::{ColumnName, ColumnPath, PathStep};

/// The table and columns that hold messages. Columns without a table belong to `table`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Messages {
    /// The name of the table.
    pub table: String,
    /// The column, or columns, that identify a row.
    pub key: KeyColumns,
    /// The conversation that a message belongs to.
    #[serde(default)]
    pub conversation: Option<ColumnPath>,
    /// Who speaks: an agent, a user of the application. Several columns where one alone does not identify it.
    #[serde(default)]
    pub owner: Option<OwnerPlaces>,
    /// The role of the speaker; without it every row is the assistant's.
    #[serde(default)]
    pub role: Option<ColumnPath>,
    /// The roles that are the assistant's.
    #[serde(default = "assistant")]
    pub assistant: Vec<String>,
    /// The roles that are a person's: what they asked for counts.
    #[serde(default = "user")]
    pub user: Vec<String>,
    /// The text. In a path, `{key}` and `[*]` make a message of each member or element that they stand for, whose key is the
    /// row's together with its name or place: `chat->$.history.messages.{key}.content`, `parts->$[*|type=text].text`.
    pub text: ColumnPath,
    /// Places where the same text is again: all of them change together with it, or none. What is in a table of
    /// `joins` is named with it.
    #[serde(default)]
    pub copies: Vec<ColumnPath>,
    /// The same, in columns that not every version of the application has.
    #[serde(default)]
    pub optional_copies: Vec<ColumnPath>,
    /// Whether no part of a copy may become empty: it is sent again as it is, and a provider refuses an empty text.
    #[serde(default)]
    pub parts_not_empty: bool,
    /// Rows of other tables that hold the same text as it was at some time: those that say the same change with it, the others are
    /// left.
    #[serde(default)]
    pub snapshots: Vec<Snapshots>,
    /// An SQL expression for what `{key}` is in `copies` and in `evidence`, where the text itself is not found by it.
    #[serde(default)]
    pub member: Option<String>,
    /// The plan that is recorded with the message: a column, which can be corrected, or a place in the JSON of one
    /// (`metadata->$.plan`), which is only read.
    #[serde(default)]
    pub plan: Option<ColumnPath>,
    /// What a person had said before it, where the same row holds that: a turn begins there.
    #[serde(default)]
    pub asked: Option<ColumnPath>,
    /// When it was written.
    #[serde(default)]
    pub time: Option<ColumnPath>,
    /// The column that gives the order of the messages of a conversation; without it their times do, then their keys.
    #[serde(default)]
    pub order: Option<ColumnName>,
    /// The model that wrote it.
    #[serde(default)]
    pub model: Option<ColumnPath>,
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

impl Join {
    /// The two columns that are equal; `None` where the condition is another one, which is only read by.
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

/// Rows of another table in which the text of a message may be again, none or several of them: what was shared, or kept of an
/// older state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshots {
    /// The table; a database without it has no snapshots.
    pub table: String,
    /// The column that identifies its rows.
    pub key: String,
    /// `table.column = …`: an SQL expression of the columns of the message's row.
    pub on: String,
    /// The places of the text in it.
    pub copies: Vec<ColumnPath>,
}

impl Snapshots {
    /// The column of the table, and the expression that it equals; `None` where the condition is another one.
    #[must_use]
    pub fn sides(&self) -> Option<(&str, &str)> {
        let (left, expression) = self.on.split_once('=')?;
        let (table, column) = left.trim().split_once('.')?;
        (table == self.table && !column.is_empty()).then_some((column, expression.trim()))
    }
}

/// How the rows of a table are unfolded into messages: by the members, or elements, of a JSON value in one of its columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfolding<'a> {
    /// The column that holds the document.
    pub column: &'a ColumnName,
    /// The steps to the members, including the wildcard.
    pub steps: &'a [PathStep],
    /// The steps to the object, or list, of which they are.
    pub before: &'a [PathStep],
    /// The wildcard step, which matches all members.
    pub wild: &'a PathStep,
}

impl Messages {
    /// The places where the text is again, each with its name in the file.
    pub fn all_copies(&self) -> impl Iterator<Item = (String, &ColumnPath)> {
        let named = |name: &'static str| move |(place, copy)| (format!("/messages/{name}/{place}"), copy);
        let copies = self.copies.iter().enumerate().map(named("copies"));
        copies.chain(self.optional_copies.iter().enumerate().map(named("optional_copies")))
    }

    /// How rows are unfolded into messages; `None` where each row is one.
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

    /// The places in a message's own row, or in one that it is joined with, each with its name in the file.
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

/// The place of an owner, or several together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OwnerPlaces {
    /// An owner identified by one value.
    One(ColumnPath),
    /// Several places: the owner's key has as many parts.
    Several(Vec<ColumnPath>),
}

impl OwnerPlaces {
    /// The places in order.
    #[must_use]
    pub fn places(&self) -> &[ColumnPath] {
        match self {
            Self::One(place) => std::slice::from_ref(place),
            Self::Several(places) => places,
        }
    }
}

/// A table that belongs to a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The name of the table.
    pub table: String,
    /// `table.column = messages.column`.
    pub on: String,
}
