//! The SQL of the reading side, made once from a profile and the columns that are there.

use std::path::Path;

use rusqlite::{Connection, Row};

use super::conditions::Conditions;
use super::conversation::ConversationSql;
use super::essential::check_columns;
use super::joined::{JoinedSql, OwnerColumns, joined};
use super::pieces::{Pieces, ValueType};
use super::sample::SampleSql;
use crate::source::profile::{ColumnName, EvidenceSource, OwnerPlaces, Profile};
use crate::source::{Columns, Key, SourceError, row_number, sqlite_error};

/// An identifier in quotes.
#[must_use]
pub fn quote(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

pub(super) fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// What says nothing, as SQL: its own `trim` takes blanks only.
const WHITE_SPACE: &str = "char(9, 10, 11, 12, 13, 32, 133, 160, 8203, 8232, 8233, 12288, 65279)";

/// Texts as SQL, with commas between them.
pub(super) fn literals(texts: &[String]) -> String {
    texts.iter().map(|text| literal(text)).collect::<Vec<_>>().join(", ")
}

/// What identifies an owner: an expression, or several as the text of a key; NULL where any of them is.
fn together(parts: &[String]) -> String {
    match parts {
        [] => "NULL".to_owned(),
        [one] => one.clone(),
        several => {
            let known: Vec<_> = several.iter().map(|part| format!("{part} IS NOT NULL")).collect();
            format!("CASE WHEN {} THEN json_array({}) END", known.join(" AND "), several.join(", "))
        }
    }
}

/// Statements that read the messages in a range of rows.
#[derive(Clone, Debug)]
pub(super) struct RowRangeSql {
    /// Number, conversation, a person's text, the assistant's text, its plan, the time where conversations are ordered by it,
    /// whether its document is no JSON, its tools, and key, of all rows between `?1` and `?2`, whatever their role.
    pub(super) rows: JoinedSql,
    /// As [`MessageSql::all`], of the row `?1`.
    pub(super) row: JoinedSql,
    /// The numbers of the first row and of the last.
    pub(super) ends: String,
    /// Restricts a query to the rows between `?2` and `?3`.
    pub(super) within: String,
}

/// Statements that read messages.
#[derive(Clone, Debug)]
pub struct MessageSql {
    key_width: usize,
    /// Whether the last column of the key distinguishes the messages of one row.
    names_parts: bool,
    /// The list of tools of a message: an expression.
    tools: Option<String>,
    /// Who speaks: an expression.
    role: Option<String>,
    /// The rows in which messages stand.
    rows_of_messages: String,
    knows_who_asks: bool,
    all: String,
    rows: String,
    one: JoinedSql,
    text: JoinedSql,
    asked: Option<JoinedSql>,
    keys: String,
    is_key: String,
    row: String,
    conversation: Option<ConversationSql>,
    sample: SampleSql,
    /// When something was said: an expression.
    time: Option<String>,
    times_of_answers: [String; 3],
    stretches: Option<RowRangeSql>,
    notes: Vec<String>,
}

impl MessageSql {
    /// Makes the statements, and checks that the database can answer them.
    #[allow(clippy::too_many_lines, reason = "each statement is one of the lines")]
    pub fn new(
        path: &Path,
        connection: &Connection,
        profile: &Profile,
        columns: &Columns,
        include_hidden: bool,
    ) -> Result<Self, SourceError> {
        columns.check_readable(path, profile)?;
        check_columns(path, profile, columns)?;
        let messages = &profile.messages;
        let mut pieces = Pieces::new(messages, columns);
        let own = pieces.own_rows();
        let joins = pieces.joins();
        let (from, all) = (joined(&own, &joins), pieces.all_rows());
        let whole = joined(&quote(&messages.table), &joins);
        let Conditions { hidden, hides, notes } = Conditions::check(connection, profile, columns, &from)?;
        pieces.notes.extend(notes);

        let keys = pieces.key_columns().join(", ");
        let role = pieces.role();
        let mut scalar = |place| pieces.value(place, ValueType::Scalar);
        let owners: Vec<String> =
            messages.owner.iter().flat_map(OwnerPlaces::places).map(|place| scalar(Some(place))).collect();
        let conversation = scalar(messages.conversation.as_ref());
        // Databases are recognised by their columns.
        let role_cell = scalar(messages.role.as_ref());
        let time = scalar(messages.time.as_ref());
        let model = scalar(messages.model.as_ref());
        let asked = scalar(messages.asked.as_ref());
        let owner = together(&owners);
        let plan = pieces.value(messages.plan.as_ref(), ValueType::Any);
        let text = pieces.value(Some(&messages.text), ValueType::Text);
        let ordered_by: Vec<String> = match &messages.order {
            Some(order) => std::iter::once(pieces.column(order)).chain(pieces.part_order()).collect(),
            None => Vec::new(),
        };
        let tools_column = tools_column(profile);
        let tools = pieces.optional(tools_column);
        let is_there = |expression: &String| (expression.as_str() != "NULL").then(|| expression.clone());
        let owners = OwnerColumns::new(&mut pieces, profile, &owner);
        let hides = hides.map_or("NULL".to_owned(), |condition| format!("({condition})"));

        let mut conditions: Vec<String> = Vec::new();
        if messages.role.is_some() {
            conditions.push(format!("{role} IN ({})", literals(&messages.assistant)));
        }
        conditions.extend(messages.condition.iter().map(|condition| format!("({condition})")));
        // Its role is unknown.
        let no_json = pieces.no_json(&text, messages.condition.as_deref());
        conditions.extend(pieces.part_condition());
        if !include_hidden {
            conditions.extend(hidden.map(|condition| format!("({condition}) IS NOT TRUE")));
        }
        let filter = if conditions.is_empty() { "TRUE".to_owned() } else { conditions.join(" AND ") };

        let table = quote(&messages.table);
        let OwnerColumns { name, exists, enabled, .. } = &owners;
        let select =
            |columns: &str, rest: String| JoinedSql::new(format!("SELECT {columns} FROM {own}"), &owners, &joins, rest);
        // Conversations reach to the rows in which no message stands.
        let look_over =
            |columns: &str, rest: String| JoinedSql::new(format!("SELECT {columns} FROM {all}"), &owners, &joins, rest);
        let message = format!(
            "{keys}, {conversation}, {owner}, {name}, {exists}, {enabled}, {text}, {time}, {model}, {tools}, {hides}, {plan}"
        );
        let number = row_number(connection, &messages.table).map_err(|error| sqlite_error(path, &error))?;
        let number = number.map(|name| format!("{table}.{}", quote(&name)));
        let order = number.clone().unwrap_or_else(|| keys.clone());
        let order = pieces.part_order().map_or(order.clone(), |part| format!("{order}, {part}"));
        let is_key = pieces.is_key();
        // A doubled row of a joined table would double messages: it is joined only where something stands in it.
        let needed_joins = if pieces.reads_joined_tables() { joins.as_slice() } else { &[] };
        let rows = joined(&own, needed_joins);
        let by_persons = match role.as_str() {
            "NULL" => role.clone(),
            role => format!("CASE WHEN {role} IN ({}) THEN {text} END", literals(&messages.user)),
        };
        let answers = match role.as_str() {
            "NULL" => "NULL".to_owned(),
            role => {
                let holds = pieces.holds_results(&profile.evidence);
                // A text that is the document itself says nothing of its own.
                let says = if pieces.reads_words(&profile.evidence) {
                    format!("trim(coalesce({text}, ''), {WHITE_SPACE}) <> ''")
                } else {
                    "0".to_owned()
                };
                holds.map_or("NULL".to_owned(), |holds| {
                    format!("CASE WHEN {role} IN ({}) AND ({holds}) THEN 1 + ({says}) END", literals(&messages.user))
                })
            }
        };
        // Of two texts, it is unknown which one will count.
        let knows_who_asks = (by_persons == "NULL") != (asked == "NULL");
        let said = match (knows_who_asks, asked.as_str()) {
            (false, _) => "NULL",
            (true, "NULL") => by_persons.as_str(),
            (true, asked) => asked,
        };
        let plan = if plan == "NULL" { plan } else { format!("CASE WHEN {filter} THEN {plan} END") };
        let ordering = if ordered_by.is_empty() { time.as_str() } else { "NULL" };
        let seen = format!(
            "{conversation}, {said}, CASE WHEN {filter} THEN {text} END, {plan}, {ordering}, {no_json}, \
             {tools}, {keys}"
        );
        let part = pieces.part_condition().map(|condition| format!("{condition} AND ")).unwrap_or_default();
        let stretches = number.as_ref().map(|number| RowRangeSql {
            rows: look_over(
                &format!("{number}, {seen}"),
                format!(" WHERE {number} BETWEEN ?1 AND ?2 ORDER BY {order}"),
            ),
            row: select(&message, format!(" WHERE {filter} AND {number} = ?1 ORDER BY {order}")),
            // Asked for both at once, SQLite would read all rows.
            ends: format!("SELECT (SELECT min({number}) FROM {table}), (SELECT max({number}) FROM {table})"),
            within: format!(" AND {number} BETWEEN ?2 AND ?3"),
        });
        Ok(Self {
            key_width: messages.key_width(),
            names_parts: messages.unfolding().is_some(),
            tools: is_there(&tools),
            role: is_there(&role),
            rows_of_messages: rows.clone(),
            knows_who_asks,
            rows: look_over(&format!("0, {conversation}, {said}, NULL, NULL, NULL, {no_json}, {tools}"), String::new())
                .plain_text(),
            all: select(&message, format!(" WHERE {filter} ORDER BY {order}")).plain_text(),
            one: select(&message, format!(" WHERE {filter} AND ")),
            text: JoinedSql::without_owner(format!("SELECT {text} FROM {own}"), needed_joins),
            asked: (asked != "NULL")
                .then(|| JoinedSql::without_owner(format!("SELECT {asked} FROM {own}"), needed_joins)),
            conversation: (conversation != "NULL").then(|| ConversationSql {
                value: conversation.clone(),
                keys: pieces.row_keys(),
                cells: [role.clone(), owner.clone(), time.clone(), tools, asked.clone(), answers],
                said: by_persons.clone(),
                order: ordered_by,
                rows: all.clone(),
                joins: needed_joins.to_vec(),
            }),
            time: is_there(&time),
            times_of_answers: [time.clone(), format!(" FROM {from} WHERE {filter}"), format!("{text} <> ''")],
            row: format!(" FROM {whole} WHERE {} LIMIT 1", pieces.is_row()),
            keys: format!("SELECT {keys} FROM {rows} WHERE "),
            is_key,
            sample: SampleSql {
                messages: format!("SELECT {keys}, {conversation}, {role_cell}, {time} FROM {rows} WHERE {part}"),
                key: pieces.key_columns().into_iter().next().unwrap_or_default(),
                number,
                table,
                keys,
            },
            stretches,
            notes: pieces.notes,
        })
    }

    /// The number of columns of the key; the first ones of each row.
    #[must_use]
    pub fn key_width(&self) -> usize {
        self.key_width
    }

    /// Whether messages have a column that lists tools.
    #[must_use]
    pub fn has_tools(&self) -> bool {
        self.tools.is_some()
    }

    /// The list of tools of a message, as an expression; `None` where there is no such column.
    pub(super) fn tools(&self) -> Option<&str> {
        self.tools.as_deref()
    }

    /// These columns of the messages in which one of these roles speaks; `None` where no column holds the role.
    pub(super) fn of_roles(&self, columns: &str, roles: &[String]) -> Option<String> {
        Some(format!("SELECT {columns} FROM {} WHERE {}", self.rows_of_messages, self.is_of_roles(roles)?))
    }

    /// The condition for the messages in which one of these roles speaks; `None` where no column holds the role.
    pub(super) fn is_of_roles(&self, roles: &[String]) -> Option<String> {
        Some(format!("{} IN ({})", self.role.as_ref()?, literals(roles)))
    }

    /// Time, an expression and key of the messages for which a condition holds, whatever their role, ordered by time; `None`
    /// where they have none.
    pub(super) fn earliest_first(&self, expression: &str, condition: &str) -> Option<String> {
        let (time, keys, rows) = (self.time.as_ref()?, &self.sample.keys, &self.rows_of_messages);
        Some(format!(
            "SELECT {time}, {expression}, {keys} FROM {rows} WHERE ({condition}) AND {time} IS NOT NULL ORDER BY {time}"
        ))
    }

    /// The latest times of the conversations in which a condition holds for a message that has no time, in their order.
    pub(super) fn latest_beside_untimed(&self, condition: &str) -> Option<String> {
        let (time, rows) = (self.time.as_ref()?, &self.rows_of_messages);
        let conversation = &self.conversation.as_ref()?.value;
        Some(format!(
            "SELECT max({time}) AS latest FROM {rows} WHERE {conversation} IN \
             (SELECT {conversation} FROM {rows} WHERE ({condition}) AND {time} IS NULL) \
             GROUP BY {conversation} HAVING latest IS NOT NULL ORDER BY latest"
        ))
    }

    /// What names the row in which a message stands, as an expression; `None` where several columns do.
    pub(super) fn row_key(&self) -> Option<&str> {
        let width = self.key_width - usize::from(self.names_parts);
        (width == 1).then_some(self.sample.key.as_str())
    }

    /// All values of an expression, each once.
    pub(super) fn distinct(&self, expression: &str) -> String {
        format!("SELECT DISTINCT {expression} FROM {}", self.rows_of_messages)
    }

    /// All assistant messages: key, conversation, owner, owner's name, whether it exists, its tools, text, time,
    /// model, tools, whether tools hide the message, recorded plan.
    #[must_use]
    pub fn all(&self) -> &str {
        &self.all
    }

    /// Where the text stands in them.
    pub(super) fn text_column(&self) -> usize {
        self.key_width + 5
    }

    /// Where the plan does.
    pub(super) fn plan_column(&self) -> usize {
        self.key_width + 10
    }

    /// All rows, whatever their role: 0, conversation, a person's text; NULL for the three columns of the answer in
    /// [`RowRangeSql::rows`]; whether the document is no JSON; and the tools.
    pub(super) fn rows(&self) -> &str {
        &self.rows
    }

    /// Whether rows may stand in a person's name in which nothing but results of tools does.
    #[must_use]
    pub fn hands_results_over(&self) -> bool {
        self.conversation.as_ref().is_some_and(ConversationSql::hands_results_over)
    }

    /// Whether rows hold what people say.
    #[must_use]
    pub fn knows_who_asks(&self) -> bool {
        self.knows_who_asks
    }

    /// A message with the columns of [`Self::all`], for the key that the condition after it selects.
    pub(super) fn one(&self) -> &JoinedSql {
        &self.one
    }

    /// The text of the key that the condition after it selects.
    pub(super) fn text(&self) -> &JoinedSql {
        &self.text
    }

    /// What a person had said before the key that the condition after it selects, where its row holds that.
    pub(super) fn asked(&self) -> Option<&JoinedSql> {
        self.asked.as_ref()
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

    /// What conversations are looked up with; `None` where messages belong to none.
    #[must_use]
    pub(super) fn conversation(&self) -> Option<&ConversationSql> {
        self.conversation.as_ref()
    }

    /// These expressions of the row in which a message stands, and of those that it is joined with: `?1`, `?2` … are the
    /// columns of its key.
    #[must_use]
    pub fn row(&self, expressions: &str) -> String {
        format!("SELECT {expressions}{}", self.row)
    }

    /// The times of answers that say something, and an expression, of those for which a condition holds.
    pub(super) fn times_of_answers(&self, expression: &str, condition: &str) -> String {
        let [time, rows, says_something] = &self.times_of_answers;
        format!("SELECT {time} AS at, {expression}{rows} AND ({condition}) AND {says_something}")
    }

    /// What a database is recognised by.
    pub(super) fn sample(&self) -> &SampleSql {
        &self.sample
    }

    /// How the table of messages is read in stretches, if it can be.
    #[must_use]
    pub(super) fn stretches(&self) -> Option<&RowRangeSql> {
        self.stretches.as_ref()
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
        self.key_at(row, 0)
    }

    /// The key that begins at a column of a row.
    pub(super) fn key_at(&self, row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Key>> {
        if self.key_width == 1 {
            return Ok(Key::from_cell(row.get_ref(column)?));
        }
        let columns = column..column + self.key_width;
        let parts: rusqlite::Result<Vec<_>> = columns.map(|index| Ok(Key::from_cell(row.get_ref(index)?))).collect();
        Ok(parts?.into_iter().collect::<Option<Box<[_]>>>().map(Key::Composite))
    }
}

/// The column that lists the tools of a message.
fn tools_column(profile: &Profile) -> Option<&ColumnName> {
    profile.evidence.iter().find_map(|source| match source {
        EvidenceSource::Column { column, .. } => Some(column),
        _ => None,
    })
}
