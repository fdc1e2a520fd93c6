//! The SQL of the reading side, made once from a profile and the columns that are there.

use std::path::Path;

use rusqlite::{Connection, Row};

use crate::source::profile::{ColumnName, ColumnPath, EvidenceSource, Messages, Profile};
use crate::source::{Columns, Key, SourceError};

/// An identifier in quotes.
#[must_use]
pub fn quote(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// Statements that read messages.
#[derive(Clone, Debug)]
pub struct MessageSql {
    key_width: usize,
    has_tools: bool,
    all: String,
    one: String,
    text: String,
    asked: Option<String>,
    keys: String,
    is_key: String,
    conversation: Option<String>,
    sample: String,
    notes: Vec<String>,
}

/// The pieces from which the statements are put together.
struct Pieces<'a> {
    messages: &'a Messages,
    columns: &'a Columns,
    notes: Vec<String>,
}

impl Pieces<'_> {
    /// A column with its table, in quotes.
    fn column(&self, name: &ColumnName) -> String {
        format!("{}.{}", quote(name.table_or(&self.messages.table)), quote(&name.column))
    }

    /// The column, or NULL with a note where it is missing.
    fn optional(&mut self, name: Option<&ColumnName>) -> String {
        match name {
            Some(name) if self.columns.has(&self.messages.table, name) => self.column(name),
            Some(name) => {
                self.notes.push(format!("there is no column {name}: read without it"));
                "NULL".to_owned()
            }
            None => "NULL".to_owned(),
        }
    }

    /// What stands in a column, or in the JSON of one.
    fn path(&mut self, place: Option<&ColumnPath>) -> String {
        let Some(ColumnPath { column, path }) = place else { return "NULL".to_owned() };
        let cell = self.optional(Some(column));
        let Some(path) = path.as_ref().filter(|_| cell != "NULL") else { return cell };
        format!("CASE WHEN json_valid({cell}) THEN json_extract({cell}, {}) END", literal(path))
    }

    fn key_columns(&self) -> Vec<String> {
        self.messages.key.columns().iter().map(|column| self.column(column)).collect()
    }

    fn is_key(&self) -> String {
        let equal = |(index, column): (usize, String)| format!("{column} = ?{}", index + 1);
        self.key_columns().into_iter().enumerate().map(equal).collect::<Vec<_>>().join(" AND ")
    }
}

impl MessageSql {
    /// Makes the statements, and checks that the database can answer them.
    pub fn new(
        path: &Path,
        connection: &Connection,
        profile: &Profile,
        columns: &Columns,
        include_hidden: bool,
    ) -> Result<Self, SourceError> {
        check_columns(path, profile, columns)?;
        let messages = &profile.messages;
        let mut pieces = Pieces { messages, columns, notes: Vec::new() };
        let from = from_clause(&mut pieces);
        let usable = |condition: &str| -> Result<(), String> {
            let sql = format!("SELECT 1 FROM {from} WHERE ({condition}) LIMIT 0");
            connection.prepare(&sql).map(drop).map_err(|error| error.to_string())
        };
        if let Some(condition) = &messages.condition {
            usable(condition).map_err(|detail| SourceError::Condition {
                profile: profile.name.clone(),
                condition: condition.clone(),
                detail,
            })?;
        }
        let optional_condition = |condition: Option<&String>, notes: &mut Vec<String>| {
            let condition = condition?;
            if let Ok(()) = usable(condition) {
                Some(condition.clone())
            } else {
                notes.push(format!("`{condition}` cannot be asked of this database: read without it"));
                None
            }
        };
        let hidden = optional_condition(messages.hidden.as_ref(), &mut pieces.notes);
        let hides = profile.tools_written.as_ref().and_then(|tools| tools.hides_in.as_ref());
        let hides = optional_condition(hides, &mut pieces.notes);

        let keys = pieces.key_columns().join(", ");
        let owner = pieces.optional(messages.owner.as_ref());
        let conversation = pieces.optional(messages.conversation.as_ref());
        let role = pieces.optional(messages.role.as_ref());
        let time = pieces.optional(messages.time.as_ref());
        let model = pieces.optional(messages.model.as_ref());
        let tools_column = tools_column(profile);
        let tools = pieces.optional(tools_column);
        let has_tools = tools != "NULL";
        let text = pieces.column(&messages.text);
        let (owner_name, owner_exists, owner_enabled) = owner_columns(&mut pieces, profile, &owner);
        let plan = pieces.path(messages.plan.as_ref());
        let asked = pieces.path(messages.asked.as_ref());
        let hides = hides.map_or("NULL".to_owned(), |condition| format!("({condition})"));

        let mut conditions: Vec<String> = Vec::new();
        if messages.role.is_some() {
            let roles: Vec<_> = messages.assistant.iter().map(|role| literal(role)).collect();
            conditions.push(format!("{role} IN ({})", roles.join(", ")));
        }
        conditions.extend(messages.condition.iter().map(|condition| format!("({condition})")));
        if !include_hidden {
            conditions.extend(hidden.map(|condition| format!("({condition}) IS NOT TRUE")));
        }
        let filter = if conditions.is_empty() { "TRUE".to_owned() } else { conditions.join(" AND ") };

        let table = quote(&messages.table);
        let select = format!(
            "SELECT {keys}, {conversation}, {owner}, {owner_name}, {owner_exists}, {owner_enabled}, {text}, {time}, \
             {model}, {tools}, {hides}, {plan} FROM {from} WHERE {filter}"
        );
        let rowid = format!("{table}.rowid");
        let has_rowid = connection.prepare(&format!("SELECT {rowid} FROM {table} LIMIT 0")).is_ok();
        let order = if has_rowid { rowid } else { keys.clone() };
        let is_key = pieces.is_key();
        Ok(Self {
            key_width: messages.key.columns().len(),
            has_tools,
            all: format!("{select} ORDER BY {order}"),
            one: format!("{select} AND "),
            text: format!("SELECT {text} FROM {table} WHERE "),
            asked: (asked != "NULL").then(|| format!("SELECT {asked} FROM {table} WHERE ")),
            conversation: (conversation != "NULL")
                .then(|| format!("SELECT {keys}, {role}, {owner}, {time}, {tools}, {asked} FROM {table} WHERE ")),
            keys: format!("SELECT {keys} FROM {table} WHERE "),
            is_key,
            sample: format!("SELECT {keys}, {conversation}, {role}, {time} FROM {table} ORDER BY {keys} LIMIT "),
            notes: pieces.notes,
        })
    }

    /// How many columns the key has; the first ones of each row.
    #[must_use]
    pub fn key_width(&self) -> usize {
        self.key_width
    }

    /// Whether messages have a column that lists tools.
    #[must_use]
    pub fn has_tools(&self) -> bool {
        self.has_tools
    }

    /// All assistant messages: key, conversation, owner, owner's name, whether it exists, its tools, text, time,
    /// model, tools, whether tools hide the message, recorded plan.
    #[must_use]
    pub fn all(&self) -> &str {
        &self.all
    }

    /// The same for the key for which `condition` holds.
    #[must_use]
    pub fn one(&self, condition: &str) -> String {
        format!("{}{condition}", self.one)
    }

    /// The text of the key for which `condition` holds.
    #[must_use]
    pub fn text(&self, condition: &str) -> String {
        format!("{}{condition}", self.text)
    }

    /// What a person had said before the key for which `condition` holds, where its row tells that.
    #[must_use]
    pub fn asked(&self, condition: &str) -> Option<String> {
        self.asked.as_ref().map(|select| format!("{select}{condition}"))
    }

    /// The keys of the rows for which `condition` holds.
    #[must_use]
    pub fn keys(&self, condition: &str) -> String {
        format!("{}{condition}", self.keys)
    }

    /// Holds for one key: its columns are `?1`, `?2` …
    #[must_use]
    pub fn is_key(&self) -> &str {
        &self.is_key
    }

    /// The messages for which `condition` holds, of a conversation: key, role, owner, time, tools, what was asked.
    #[must_use]
    pub fn conversation(&self, condition: &str) -> Option<String> {
        self.conversation.as_ref().map(|select| format!("{select}{condition}"))
    }

    /// The first rows: key, conversation, role, time.
    #[must_use]
    pub fn sample(&self, rows: usize) -> String {
        format!("{}{rows}", self.sample)
    }

    /// What the profile names and the database lacks.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Adds something that a person should know about the reading.
    pub(super) fn note(&mut self, note: String) {
        self.notes.push(note);
    }

    /// The key at the start of a row.
    pub fn key(&self, row: &Row<'_>) -> rusqlite::Result<Option<Key>> {
        if self.key_width == 1 {
            return Ok(Key::from_cell(row.get_ref(0)?));
        }
        let parts: rusqlite::Result<Vec<_>> =
            (0..self.key_width).map(|index| Ok(Key::from_cell(row.get_ref(index)?))).collect();
        Ok(parts?.into_iter().collect::<Option<Vec<_>>>().map(Key::Composite))
    }
}

/// The column that lists the tools of a message.
fn tools_column(profile: &Profile) -> Option<&ColumnName> {
    profile.evidence.iter().find_map(|source| match source {
        EvidenceSource::Column { column, .. } => Some(column),
        _ => None,
    })
}

/// All that the profile cannot do without is there.
fn check_columns(path: &Path, profile: &Profile, columns: &Columns) -> Result<(), SourceError> {
    let messages = &profile.messages;
    let essential = messages.key.columns().iter().chain([&messages.text]).chain(&messages.role);
    let missing: Vec<String> = essential
        .chain(&profile.needs)
        .filter(|column| !columns.has(&messages.table, column))
        .map(|column| format!("{}.{}", column.table_or(&messages.table), column.column))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(SourceError::Mismatch {
        path: path.display().to_string(),
        profile: profile.name.clone(),
        missing: missing.join(", "),
    })
}

fn from_clause(pieces: &mut Pieces<'_>) -> String {
    let mut from = quote(&pieces.messages.table);
    for join in &pieces.messages.joins {
        if pieces.columns.has_table(&join.table) {
            from.push_str(&format!(" LEFT JOIN {} ON {}", quote(&join.table), join.on));
        } else {
            pieces.notes.push(format!("there is no table {}: read without it", join.table));
        }
    }
    from
}

/// Name, existence and tools of the owner: as sub-queries, so that a doubled owner doubles no message.
fn owner_columns(pieces: &mut Pieces<'_>, profile: &Profile, owner: &str) -> (String, String, String) {
    let Some(owners) = &profile.owners else {
        return ("NULL".to_owned(), format!("{owner} IS NOT NULL"), "NULL".to_owned());
    };
    let table = quote(&owners.table);
    let key = format!("{table}.{}", quote(&owners.key.column));
    if !pieces.columns.has(&owners.table, &owners.key) {
        pieces.notes.push(format!("there is no table {}: owners have no names", owners.table));
        return ("NULL".to_owned(), format!("{owner} IS NOT NULL"), "NULL".to_owned());
    }
    let mut look_up = |column: Option<&ColumnName>| match column {
        Some(column) if pieces.columns.has(&owners.table, column) => {
            format!("(SELECT {table}.{} FROM {table} WHERE {key} = {owner})", quote(&column.column))
        }
        Some(column) => {
            pieces.notes.push(format!("there is no column {}.{}: read without it", owners.table, column.column));
            "NULL".to_owned()
        }
        None => "NULL".to_owned(),
    };
    let name = look_up(owners.name.as_ref());
    let enabled = look_up(owners.enabled.as_ref().map(|enabled| &enabled.column));
    (name, format!("EXISTS (SELECT 1 FROM {table} WHERE {key} = {owner})"), enabled)
}
