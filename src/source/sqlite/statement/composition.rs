//! Composes the statements from a profile and the columns that exist.

use std::path::Path;

use rusqlite::Connection;

use super::{MessageSql, RowRangeSql, literals, quote};
use crate::source::profile::{ColumnName, EvidenceSource, OwnerPlaces, Profile};
use crate::source::sqlite::conditions::RowConditions;
use crate::source::sqlite::conversation::ConversationSql;
use crate::source::sqlite::essential::check_columns;
use crate::source::sqlite::joined::{JoinedSql, OwnerColumns, joined};
use crate::source::sqlite::pieces::{SqlParts, ValueType};
use crate::source::sqlite::row_range::SPOKEN_BY_TOOL;
use crate::source::sqlite::sample::SampleSql;
use crate::source::{Columns, SourceError, is_row_number, row_number, sqlite_error};

/// What says nothing, as SQL: its own `trim` takes blanks only.
const WHITE_SPACE: &str = "char(9, 10, 11, 12, 13, 32, 133, 160, 8203, 8232, 8233, 12288, 65279)";

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
        let mut pieces = SqlParts::new(messages, columns);
        let own = pieces.own_rows();
        let joins = pieces.joins();
        let (from, all) = (joined(&own, &joins), pieces.all_rows());
        let whole = joined(&quote(&messages.table), &joins);
        let RowConditions { hidden, hides, notes } = RowConditions::check(connection, profile, columns, &from)?;
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
        // Conversations include rows without a message.
        let look_over =
            |columns: &str, rest: String| JoinedSql::new(format!("SELECT {columns} FROM {all}"), &owners, &joins, rest);
        let message = format!(
            "{keys}, {conversation}, {owner}, {name}, {exists}, {enabled}, {text}, {time}, {model}, {tools}, {hides}, {plan}"
        );
        let number = row_number(connection, &messages.table).map_err(|error| sqlite_error(path, &error))?;
        let number = number.map(|name| format!("{table}.{}", quote(&name)));
        // Without an order and times, keys put the messages of a conversation in order.
        let ordering_column = match (&messages.order, time.as_str(), messages.key.columns()) {
            (Some(order), ..) => Some(order),
            (None, "NULL", [only]) => Some(only),
            _ => None,
        };
        let is_ordered_by_row = ordering_column
            .map_or(Ok(false), |ordering| is_row_number(connection, &messages.table, &ordering.column))
            .map_err(|error| sqlite_error(path, &error))?;
        let order = number.clone().unwrap_or_else(|| keys.clone());
        let order = pieces.part_order().map_or(order.clone(), |part| format!("{order}, {part}"));
        let is_key = pieces.is_key();
        // A doubled row of a joined table would double messages: it is joined only where it holds something.
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
        let tool_roles: Vec<String> = profile.tool_roles().cloned().collect();
        let seen_tools = if role == "NULL" || tool_roles.is_empty() {
            tools.clone()
        } else {
            format!("CASE WHEN {role} IN ({}) THEN {SPOKEN_BY_TOOL} ELSE {tools} END", literals(&tool_roles))
        };
        let ordering = if ordered_by.is_empty() { time.as_str() } else { "NULL" };
        let seen = format!(
            "{conversation}, {said}, CASE WHEN {filter} THEN {text} END, {plan}, {ordering}, {no_json}, \
             {seen_tools}, {keys}"
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
            is_ordered_by_row,
            rows: look_over(
                &format!("0, {conversation}, {said}, NULL, NULL, NULL, {no_json}, {seen_tools}"),
                String::new(),
            )
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

/// The column that lists the tools of a message.
fn tools_column(profile: &Profile) -> Option<&ColumnName> {
    profile.evidence.iter().find_map(|source| match source {
        EvidenceSource::Column { column, .. } => Some(column),
        _ => None,
    })
}
