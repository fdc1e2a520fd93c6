//! Composes the statements from a profile and the columns that exist.

use std::path::Path;

use rusqlite::Connection;

use super::{MessageSql, RowRangeSql};
use crate::source::profile::{ColumnName, EvidenceSource, Messages, OwnerPlaces, Profile};
use crate::source::quoting::literals;
use crate::source::sqlite::conditions::RowConditions;
use crate::source::sqlite::conversation::ConversationSql;
use crate::source::sqlite::joined::{JoinedSql, OwnerColumns};
use crate::source::sqlite::required_columns::check_columns;
use crate::source::sqlite::row_range::SPOKEN_BY_TOOL;
use crate::source::sqlite::sample::SampleSql;
use crate::source::sqlite::sql_parts::{SqlParts, ValueType};
use crate::source::sqlite::table_join::{TableJoin, joined};
use crate::source::{Columns, SourceError, is_row_number, quote, row_number, sqlite_error};

/// White space, for SQL's `trim`, which by itself removes only spaces.
const WHITE_SPACE: &str = "char(9, 10, 11, 12, 13, 32, 133, 160, 8203, 8232, 8233, 12288, 65279)";

impl MessageSql {
    /// Composes the statements, and checks that the database accepts them.
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
        let mut pieces = SqlParts::new(messages, columns);
        let own = pieces.own_rows();
        let joins = pieces.joins();
        let conditions = RowConditions::check(connection, profile, columns, &joined(&own, &joins))?;
        pieces.notes.extend(conditions.notes);
        let cells = MessageCells::new(&mut pieces, profile);
        let owners = OwnerColumns::new(&mut pieces, profile, &cells.owner);
        let hidden = conditions.hidden.filter(|_| !include_hidden);
        let filter = filter(&pieces, messages, &cells.role, hidden.as_deref());
        let order = ReadOrder::new(path, connection, &pieces, messages, &cells)?;
        // A duplicate row of a joined table would duplicate messages, so tables are joined only if their columns are
        // needed.
        let needed_joins = if pieces.reads_joined_tables() { joins.clone() } else { Vec::new() };
        let persons = UserTexts::new(&pieces, profile, &cells);
        let hides = conditions.hides.map_or("NULL".to_owned(), |condition| format!("({condition})"));
        let composer = Composer {
            profile,
            pieces,
            own,
            joins,
            needed_joins,
            cells,
            owners,
            filter,
            hidden,
            order,
            persons,
            hides,
        };
        Ok(composer.statements())
    }
}

/// The expressions for the fields of a message; `NULL` if the database lacks one.
struct MessageCells {
    keys: String,
    role: String,
    /// The role as stored, by which databases are identified.
    role_cell: String,
    owner: String,
    conversation: String,
    time: String,
    model: String,
    /// The user's words, if messages hold them.
    asked: String,
    plan: String,
    text: String,
    tools: String,
    /// The order of the messages of a conversation, if the rows hold it.
    ordered_by: Vec<String>,
}

impl MessageCells {
    fn new(pieces: &mut SqlParts<'_>, profile: &Profile) -> Self {
        let messages = &profile.messages;
        let keys = pieces.key_columns().join(", ");
        let role = pieces.role();
        let mut scalar = |place| pieces.value(place, ValueType::Scalar);
        let owners: Vec<String> =
            messages.owner.iter().flat_map(OwnerPlaces::places).map(|place| scalar(Some(place))).collect();
        let conversation = scalar(messages.conversation.as_ref());
        let role_cell = scalar(messages.role.as_ref());
        let time = scalar(messages.time.as_ref());
        let model = scalar(messages.model.as_ref());
        let asked = scalar(messages.asked.as_ref());
        let owner = together(&owners);
        let plan = pieces.value(messages.plan.as_ref(), ValueType::Any);
        let text = pieces.value(Some(&messages.text), ValueType::Text);
        let ordered_by = match &messages.order {
            Some(order) => std::iter::once(pieces.column(order)).chain(pieces.part_order()).collect(),
            None => Vec::new(),
        };
        let tools = pieces.optional(tools_column(profile));
        Self { keys, role, role_cell, owner, conversation, time, model, asked, plan, text, tools, ordered_by }
    }
}

/// The condition for the messages that are read.
fn filter(pieces: &SqlParts<'_>, messages: &Messages, role: &str, hidden: Option<&str>) -> String {
    let mut conditions: Vec<String> = Vec::new();
    if messages.role.is_some() {
        conditions.push(format!("{role} IN ({})", literals(&messages.assistant)));
    }
    conditions.extend(messages.condition.iter().map(|condition| format!("({condition})")));
    conditions.extend(pieces.part_condition());
    conditions.extend(hidden.map(|condition| format!("({condition}) IS NOT TRUE")));
    if conditions.is_empty() { "TRUE".to_owned() } else { conditions.join(" AND ") }
}

/// The order in which messages are read.
struct ReadOrder {
    /// The row number, if rows have one.
    number: Option<String>,
    /// Whether the row numbers order the messages of a conversation.
    is_ordered_by_row: bool,
    /// The order of all messages.
    order: String,
}

impl ReadOrder {
    fn new(
        path: &Path,
        connection: &Connection,
        pieces: &SqlParts<'_>,
        messages: &Messages,
        cells: &MessageCells,
    ) -> Result<Self, SourceError> {
        let failed = |error: rusqlite::Error| sqlite_error(path, &error);
        let number = row_number(connection, &messages.table).map_err(failed)?;
        let number = number.map(|name| format!("{}.{}", quote(&messages.table), quote(&name)));
        // Without an order and times, keys order the messages of a conversation.
        let ordering_column = match (&messages.order, cells.time.as_str(), messages.key.columns()) {
            (Some(order), ..) => Some(order),
            (None, "NULL", [only]) => Some(only),
            _ => None,
        };
        let is_number = |ordering: &ColumnName| is_row_number(connection, &messages.table, &ordering.column);
        let is_ordered_by_row = ordering_column.map_or(Ok(false), is_number).map_err(failed)?;
        let order = number.clone().unwrap_or_else(|| cells.keys.clone());
        let order = pieces.part_order().map_or(order.clone(), |part| format!("{order}, {part}"));
        Ok(Self { number, is_ordered_by_row, order })
    }
}

/// The expressions for what users wrote.
struct UserTexts {
    by_persons: String,
    /// Whether a user's row holds tool results, and whether it also holds the user's own words.
    answers: String,
    /// The expression for the user's words; `NULL` if it is unknown which of two texts counts.
    said: String,
    knows_who_asks: bool,
}

impl UserTexts {
    fn new(pieces: &SqlParts<'_>, profile: &Profile, cells: &MessageCells) -> Self {
        let MessageCells { role, text, asked, .. } = cells;
        let user = literals(&profile.messages.user);
        let (mut by_persons, mut answers) = ("NULL".to_owned(), "NULL".to_owned());
        if role != "NULL" {
            by_persons = format!("CASE WHEN {role} IN ({user}) THEN {text} END");
            // A text that is the whole document has no words of its own.
            let says = if pieces.reads_words(&profile.evidence) {
                format!("trim(coalesce({text}, ''), {WHITE_SPACE}) <> ''")
            } else {
                "0".to_owned()
            };
            if let Some(holds) = pieces.holds_results(&profile.evidence) {
                answers = format!("CASE WHEN {role} IN ({user}) AND ({holds}) THEN 1 + ({says}) END");
            }
        }
        // With two texts, it is unknown which one counts.
        let knows_who_asks = (by_persons == "NULL") != (asked == "NULL");
        let said = match (knows_who_asks, asked.as_str()) {
            (false, _) => "NULL",
            (true, "NULL") => by_persons.as_str(),
            (true, asked) => asked,
        };
        Self { said: said.to_owned(), by_persons, answers, knows_who_asks }
    }
}

/// The parts of all statements.
struct Composer<'a> {
    profile: &'a Profile,
    pieces: SqlParts<'a>,
    /// The messages' own rows.
    own: String,
    joins: Vec<TableJoin>,
    /// The tables to join in statements that read no owner.
    needed_joins: Vec<TableJoin>,
    cells: MessageCells,
    owners: OwnerColumns,
    filter: String,
    /// Whether a message is left out because its conversation is discarded.
    hidden: Option<String>,
    order: ReadOrder,
    persons: UserTexts,
    /// Whether a list of tools hides the message.
    hides: String,
}

impl Composer<'_> {
    fn statements(self) -> MessageSql {
        let MessageCells { keys, role, time, text, asked, tools, .. } = &self.cells;
        let Self { pieces, own, joins, needed_joins, filter, order, persons, .. } = &self;
        let messages = &self.profile.messages;
        let is_there = |expression: &String| (expression.as_str() != "NULL").then(|| expression.clone());
        let (from, whole) = (joined(own, joins), joined(&quote(&messages.table), joins));
        let rows = joined(own, needed_joins);
        let read = |column: &str| JoinedSql::without_owner(format!("SELECT {column} FROM {own}"), needed_joins);
        let overview = format!(
            "0, {}, {}, NULL, NULL, NULL, {}, {}",
            self.cells.conversation,
            persons.said,
            self.no_json(),
            self.seen_tools()
        );
        MessageSql {
            key_width: messages.key_width(),
            names_parts: messages.unfolding().is_some(),
            tools: is_there(tools),
            role: is_there(role),
            knows_who_asks: persons.knows_who_asks,
            is_ordered_by_row: order.is_ordered_by_row,
            rows: self.select_all_rows(&overview, String::new()).plain_text(),
            all: self.select(format!(" WHERE {filter} ORDER BY {}", order.order)).plain_text(),
            one: self.select(format!(" WHERE {filter} AND ")),
            text: read(text),
            asked: is_there(asked).map(|asked| read(&asked)),
            conversation: self.conversation(),
            time: is_there(time),
            times_of_answers: [time.clone(), format!(" FROM {from} WHERE {filter}"), format!("{text} <> ''")],
            hidden: self.hidden.clone(),
            row: format!(" FROM {whole} WHERE {} LIMIT 1", pieces.is_row()),
            keys: format!("SELECT {keys} FROM {rows} WHERE "),
            is_key: pieces.is_key(),
            sample: self.sample(&rows),
            row_ranges: order.number.as_ref().map(|number| self.row_ranges(number)),
            rows_of_messages: rows,
            notes: self.pieces.notes.clone(),
        }
    }

    /// Selects messages with all that is read of them; `rest` ends the statement.
    fn select(&self, rest: String) -> JoinedSql {
        let OwnerColumns { name, exists, enabled, .. } = &self.owners;
        let MessageCells { keys, owner, conversation, time, model, plan, text, tools, .. } = &self.cells;
        let (own, hides) = (&self.own, &self.hides);
        let select = format!(
            "SELECT {keys}, {conversation}, {owner}, {name}, {exists}, {enabled}, {text}, {time}, {model}, {tools}, \
             {hides}, {plan} FROM {own}"
        );
        JoinedSql::new(select, &self.owners, &self.joins, rest)
    }

    /// Selects columns of all rows, because conversations include rows without a message.
    fn select_all_rows(&self, columns: &str, rest: String) -> JoinedSql {
        let select = format!("SELECT {columns} FROM {}", self.pieces.all_rows());
        JoinedSql::new(select, &self.owners, &self.joins, rest)
    }

    /// Whether the document of a message is invalid JSON, so that its role is unknown.
    fn no_json(&self) -> String {
        self.pieces.no_json(&self.cells.text, self.profile.messages.condition.as_deref())
    }

    /// The tools of a message, or a mark if it is a tool's.
    fn seen_tools(&self) -> String {
        let MessageCells { role, tools, .. } = &self.cells;
        let tool_roles: Vec<String> = self.profile.tool_roles().cloned().collect();
        if role == "NULL" || tool_roles.is_empty() {
            return tools.clone();
        }
        format!("CASE WHEN {role} IN ({}) THEN {SPOKEN_BY_TOOL} ELSE {tools} END", literals(&tool_roles))
    }

    /// The statements that read the messages in a range of rows.
    fn row_ranges(&self, number: &str) -> RowRangeSql {
        let Self { filter, order: ReadOrder { order, .. }, persons: UserTexts { said, .. }, .. } = self;
        let MessageCells { keys, conversation, time, plan, text, ordered_by, .. } = &self.cells;
        let plan = if plan == "NULL" { plan.clone() } else { format!("CASE WHEN {filter} THEN {plan} END") };
        let ordering = if ordered_by.is_empty() { time.as_str() } else { "NULL" };
        let (no_json, seen_tools) = (self.no_json(), self.seen_tools());
        let seen = format!(
            "{number}, {conversation}, {said}, CASE WHEN {filter} THEN {text} END, {plan}, {ordering}, {no_json}, \
             {seen_tools}, {keys}"
        );
        let table = quote(&self.profile.messages.table);
        RowRangeSql {
            rows: self.select_all_rows(&seen, format!(" WHERE {number} BETWEEN ?1 AND ?2 ORDER BY {order}")),
            row: self.select(format!(" WHERE {filter} AND {number} = ?1 ORDER BY {order}")),
            // With both aggregates in one SELECT, SQLite would read all rows.
            ends: format!("SELECT (SELECT min({number}) FROM {table}), (SELECT max({number}) FROM {table})"),
            within: format!(" AND {number} BETWEEN ?2 AND ?3"),
        }
    }

    /// The statements that read a conversation; `None` if messages have none.
    fn conversation(&self) -> Option<ConversationSql> {
        let MessageCells { role, owner, conversation, time, asked, tools, ordered_by, .. } = &self.cells;
        (conversation != "NULL").then(|| ConversationSql {
            value: conversation.clone(),
            keys: self.pieces.row_keys(),
            cells: [role, owner, time, tools, asked, &self.persons.answers].map(Clone::clone),
            said: self.persons.by_persons.clone(),
            order: ordered_by.clone(),
            rows: self.pieces.all_rows(),
            joins: self.needed_joins.clone(),
        })
    }

    /// The statements that sample the whole database.
    fn sample(&self, rows: &str) -> SampleSql {
        let MessageCells { keys, conversation, role_cell, time, .. } = &self.cells;
        let part = self.pieces.part_condition().map(|condition| format!("{condition} AND ")).unwrap_or_default();
        SampleSql {
            messages: format!("SELECT {keys}, {conversation}, {role_cell}, {time} FROM {rows} WHERE {part}"),
            key: self.pieces.key_columns().into_iter().next().unwrap_or_default(),
            number: self.order.number.clone(),
            table: quote(&self.profile.messages.table),
            keys: keys.clone(),
        }
    }
}

/// The expression that identifies an owner: one part, or several as the text of a key; NULL if any part is.
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

/// The column that lists the tools of a message.
fn tools_column(profile: &Profile) -> Option<&ColumnName> {
    profile.evidence.iter().find_map(|source| match source {
        EvidenceSource::Column { column, .. } => Some(column),
        _ => None,
    })
}
