//! The messages of a conversation, without their texts.

use std::cell::OnceCell;
use std::sync::Arc;

use super::joined::{JoinedSql, reads_rows_at_once};
use super::table_join::{TableJoin, joined};
use super::{SqliteSource, tools, utf8};
use crate::source::message::TurnMessage;
use crate::source::profile::ColumnPath;
use crate::source::{Conversation, Key, RowRange, SourceError, StoredTime};

/// The temporary table with a copy of the columns of all messages.
const COPY: &str = "ghostcall_conversations";

/// The index of the user's words among the columns of a message.
const ASKED_COLUMN: usize = 4;
/// The index of the column that says whether the row holds tool results.
const HANDED_OVER_COLUMN: usize = 5;

/// A user's row that holds only tool results.
const ANSWERS: i64 = 1;
/// A user's row that holds tool results and the user's own words.
const ANSWERS_AND_SAYS: i64 = 2;

/// The statements that look up conversations, each built at the first use.
#[derive(Default)]
pub(super) struct ConversationTexts {
    whole: OnceCell<Option<String>>,
    within: OnceCell<Option<String>>,
    /// The statement that reads from the copy; `None` if no copy is needed.
    copied: OnceCell<Option<String>>,
}

/// The SQL expressions that look up conversations.
#[derive(Clone, Debug)]
pub(super) struct ConversationSql {
    /// The expression that identifies a conversation.
    pub(super) value: String,
    pub(super) keys: Vec<String>,
    /// Role, owner, time, tools, user's words, and [`ANSWERS`] or [`ANSWERS_AND_SAYS`] if a user's row holds tool
    /// results.
    pub(super) cells: [String; 6],
    /// The text of a user's message.
    pub(super) said: String,
    /// The expressions to order by; empty if the rows hold no order.
    pub(super) order: Vec<String>,
    /// All rows of the table, including those without a message.
    pub(super) rows: String,
    /// The tables to join, if their columns are needed.
    pub(super) joins: Vec<TableJoin>,
}

impl ConversationSql {
    /// Whether a user's row may hold tool results.
    pub(super) fn hands_results_over(&self) -> bool {
        self.cells.get(HANDED_OVER_COLUMN).is_some_and(|cell| cell != "NULL")
    }

    /// Selects key, role, owner, time, tools, user's words and whether there are results; a condition may follow.
    fn messages(&self) -> JoinedSql {
        let columns = [&self.keys[..], &self.cells[..]].concat().join(", ");
        JoinedSql::without_owner(format!("SELECT {columns} FROM {}", self.rows), &self.joins)
    }

    /// Copies all columns, with indexes on conversation and key.
    fn copy(&self) -> String {
        let parts = self.keys.iter().chain(&self.cells).chain(&self.order);
        let columns: Vec<_> = parts.zip(0..).map(|(part, place)| format!("{part} AS part_{place}")).collect();
        let (value, said, columns, rows) =
            (&self.value, &self.said, columns.join(", "), joined(&self.rows, &self.joins));
        format!(
            "CREATE TABLE temp.{COPY} AS SELECT {value} AS conversation, {said} AS said, {columns} FROM {rows};
             CREATE INDEX temp.{COPY}_by_value ON {COPY} (conversation);
             CREATE INDEX temp.{COPY}_by_key ON {COPY} (part_0);"
        )
    }

    /// Selects the same as [`Self::messages`] for the conversation `?1`, from the copy.
    fn copied(&self) -> String {
        let width = self.keys.len() + self.cells.len();
        let columns: Vec<_> = (0..width).map(part).collect();
        let order: Vec<_> = (width..width + self.order.len()).map(part).collect();
        format!("SELECT {} FROM temp.{COPY} WHERE conversation = ?1{}", columns.join(", "), ordered_by(&order))
    }

    /// Selects a column of the copy for the key `?1`, `?2` …
    fn copied_of(&self, column: &str) -> String {
        let is_key: Vec<_> = (0..self.keys.len()).map(|place| format!("{} = ?{}", part(place), place + 1)).collect();
        format!("SELECT {column} FROM temp.{COPY} WHERE {} AND {column} IS NOT NULL", is_key.join(" AND "))
    }
}

/// The name of a column of the copy.
fn part(place: usize) -> String {
    format!("part_{place}")
}

fn ordered_by(order: &[String]) -> String {
    if order.is_empty() { String::new() } else { format!(" ORDER BY {}", order.join(", ")) }
}

impl SqliteSource {
    /// Makes look-ups of conversations fast where each would read all messages: copies the present columns to SQLite's
    /// temporary storage.
    pub fn copy_conversations(&self) -> Result<(), SourceError> {
        if self.conversations.copied.get().is_some() {
            return Ok(());
        }
        let sql = match (self.sql.conversation(), self.conversation_sql(None)?) {
            (Some(sql), Some(text)) if !reads_rows_at_once(&self.connection, text) => {
                self.connection.execute_batch(&sql.copy()).map_err(|error| self.error(&error))?;
                Some(sql.copied())
            }
            _ => None,
        };
        let _ = self.conversations.copied.set(sql);
        Ok(())
    }

    /// Whether a row is found by its key without reading others; false if keys had to be copied.
    #[must_use]
    pub fn finds_rows_at_once(&self) -> bool {
        !matches!(self.conversations.copied.get(), Some(Some(_)))
    }

    /// The text of a user's message, by way of the copy.
    pub(super) fn copied_text(&self, key: &Key) -> Result<Option<String>, SourceError> {
        self.copied_cell("said", key)
    }

    /// The user's words before a message, by way of the copy.
    pub(super) fn copied_question(&self, key: &Key) -> Result<Option<String>, SourceError> {
        self.copied_cell(&part(self.sql.key_width() + ASKED_COLUMN), key)
    }

    fn copied_cell(&self, column: &str, key: &Key) -> Result<Option<String>, SourceError> {
        match (self.sql.conversation(), self.conversations.copied.get()) {
            (Some(sql), Some(Some(_))) => self.first_text(&sql.copied_of(column), key),
            _ => Ok(None),
        }
    }

    /// Selects the messages of the conversation `?1`, of which the SQL `within` may require rows between `?2` and `?3`.
    /// `None` if messages belong to no conversation.
    fn conversation_sql(&self, within: Option<&str>) -> Result<Option<&str>, SourceError> {
        let texts = &self.conversations;
        let place = if within.is_some() { &texts.within } else { &texts.whole };
        if place.get().is_none() {
            let made = self.sql.conversation().map(|sql| {
                let condition = match within {
                    Some(within) => format!("{} = ?1{within}", sql.value),
                    None => self.found_by_conversation(sql)?,
                };
                Ok::<_, SourceError>(self.joined(&sql.messages())? + &condition + &ordered_by(&sql.order))
            });
            let _ = place.set(made.transpose()?);
        }
        Ok(place.get().and_then(Option::as_deref))
    }

    /// SQL that is true for the messages of the conversation `?1`.
    fn found_by_conversation(&self, sql: &ConversationSql) -> Result<String, SourceError> {
        let messages = &self.profile.messages;
        match &messages.conversation {
            Some(ColumnPath { column, path: None }) if column.table_or(&messages.table) == messages.table => {
                self.found_by(&messages.table, &column.column)
            }
            _ => Ok(format!("{} = ?1", sql.value)),
        }
    }

    /// All messages of a conversation in order; `within` is a range of rows known to hold all of them.
    pub(super) fn messages_of(
        &self,
        conversation: &Key,
        within: Option<RowRange>,
    ) -> Result<Conversation, SourceError> {
        let within = within.as_ref().zip(self.sql.row_ranges());
        let text = match (within, self.conversations.copied.get()) {
            (None, Some(Some(copied))) => Some(copied.as_str()),
            (within, _) => self.conversation_sql(within.map(|(_, row_ranges)| row_ranges.within.as_str()))?,
        };
        let Some(text) = text else { return Ok(Conversation::default()) };
        let mut parameters: Vec<&dyn rusqlite::ToSql> = vec![conversation];
        if let Some((range, _)) = within {
            parameters.extend([&range.first as &dyn rusqlite::ToSql, &range.last]);
        }
        let mut roles = Vec::new();
        let mut messages = self.query(text, &parameters, |row| self.turn_message(row, &mut roles))?;
        // A sibling row that ghostcall inserted belongs to no turn.
        messages.retain(|message| !self.wrote(&self.profile.messages.table, &message.key));
        // With an order column, SQL has sorted them.
        if self.profile.messages.order.is_none() {
            messages.sort_by(|a, b| (a.created_at, &a.key).cmp(&(b.created_at, &b.key)));
        }
        Ok(messages.into())
    }

    /// Reads the message in a row of [`ConversationSql::messages`]; `roles` caches the roles read so far.
    fn turn_message(
        &self,
        row: &rusqlite::Row<'_>,
        roles: &mut Vec<Arc<str>>,
    ) -> rusqlite::Result<Option<TurnMessage>> {
        let column = |index: usize| row.get_ref(self.sql.key_width() + index);
        let Some(key) = self.sql.key(row)? else {
            return Ok(None);
        };
        let role = utf8(column(0)?);
        let tools = self.without_own(Some(&key), tools(&self.profile, column(3)?));
        let handed_over: Option<i64> = row.get(self.sql.key_width() + HANDED_OVER_COLUMN)?;
        let is = |roles: &[String]| role.is_some_and(|role| roles.iter().any(|known| known == role));
        Ok(Some(TurnMessage {
            // Some applications store tool results in the user's name. Such a row alone does not end the turn.
            is_user: is(&self.profile.messages.user) && handed_over != Some(ANSWERS),
            answers: handed_over.is_some_and(|value| [ANSWERS, ANSWERS_AND_SAYS].contains(&value)),
            is_assistant: self.profile.messages.role.is_none() || is(&self.profile.messages.assistant),
            asks: utf8(column(4)?).is_some_and(|asked| !asked.trim().is_empty()),
            role: role.map(|role| shared(role, roles)),
            owner: self.owner_key(column(1)?),
            created_at: StoredTime::read(column(2)?).map(|moment| moment.at),
            is_of_tool: role.is_some_and(|role| self.profile.tool_roles().any(|known| known == role)),
            tools_used: tools,
            key,
        }))
    }
}

/// A role as a string that all messages with it share.
fn shared(role: &str, roles: &mut Vec<Arc<str>>) -> Arc<str> {
    if let Some(known) = roles.iter().find(|known| ***known == *role) {
        return Arc::clone(known);
    }
    let role: Arc<str> = role.into();
    roles.push(Arc::clone(&role));
    role
}
