//! The messages of a conversation, without their texts.

use super::joined::reads_rows_at_once;
use super::{SqliteSource, tools, utf8};
use crate::source::message::TurnMessage;
use crate::source::profile::ColumnPath;
use crate::source::{Key, Moment, SourceError, Stretch};

/// The copy of what is told of all messages, on a connection of its own.
const COPY: &str = "ghostcall_conversations";

/// What conversations are looked up with.
#[derive(Clone, Debug)]
pub(super) struct ConversationSql {
    /// What the messages of one conversation have in common: an expression.
    pub(super) value: String,
    pub(super) keys: Vec<String>,
    /// Role, owner, time, tools, what was asked.
    pub(super) told: [String; 5],
    /// By what the messages of a conversation are in order, where the rows tell it.
    pub(super) order: Vec<String>,
    /// The rows of all messages, with what they are joined with where something of it is told.
    pub(super) rows: String,
}

impl ConversationSql {
    /// Key, role, owner, time, tools and what was asked, of the messages for which `condition` holds.
    fn messages(&self, condition: &str) -> String {
        let columns = [&self.keys[..], &self.told[..]].concat().join(", ");
        format!("SELECT {columns} FROM {} WHERE {condition}{}", self.rows, ordered_by(&self.order))
    }

    /// Copies all that is told, by conversation.
    fn copy(&self) -> String {
        let parts = self.keys.iter().chain(&self.told).chain(&self.order);
        let columns: Vec<_> = parts.zip(0..).map(|(part, place)| format!("{part} AS part_{place}")).collect();
        let (value, columns, rows) = (&self.value, columns.join(", "), &self.rows);
        format!(
            "CREATE TABLE temp.{COPY} AS SELECT {value} AS conversation, {columns} FROM {rows};
             CREATE INDEX temp.{COPY}_by_value ON {COPY} (conversation);"
        )
    }

    /// The same as [`Self::messages`] of the conversation `?1`, from the copy.
    fn copied(&self) -> String {
        let part = |place: usize| format!("part_{place}");
        let told = self.keys.len() + self.told.len();
        let columns: Vec<_> = (0..told).map(part).collect();
        let order: Vec<_> = (told..told + self.order.len()).map(part).collect();
        format!("SELECT {} FROM temp.{COPY} WHERE conversation = ?1{}", columns.join(", "), ordered_by(&order))
    }
}

fn ordered_by(order: &[String]) -> String {
    if order.is_empty() { String::new() } else { format!(" ORDER BY {}", order.join(", ")) }
}

impl SqliteSource {
    /// Makes looking a conversation up cheap, where all messages would be read for each: what is told of them is copied, as it
    /// stands now, to SQLite's own temporary storage.
    pub fn copy_conversations(&self) -> Result<(), SourceError> {
        if self.conversations.get().is_some() {
            return Ok(());
        }
        let sql = match (self.sql.conversation(), self.found_by_conversation()?) {
            (Some(sql), Some(found)) if !reads_rows_at_once(&self.connection, &sql.messages(&found)) => {
                self.connection.execute_batch(&sql.copy()).map_err(|error| self.error(&error))?;
                Some(sql.copied())
            }
            _ => None,
        };
        let _ = self.conversations.set(sql);
        Ok(())
    }

    /// SQL that holds for the messages of the conversation `?1`; `None` where messages belong to none.
    fn found_by_conversation(&self) -> Result<Option<String>, SourceError> {
        let messages = &self.profile.messages;
        let Some((ColumnPath { column, path }, sql)) = messages.conversation.as_ref().zip(self.sql.conversation())
        else {
            return Ok(None);
        };
        if path.is_none() && column.table_or(&messages.table) == messages.table {
            return self.found_by(&messages.table, &column.column).map(Some);
        }
        Ok(Some(format!("{} = ?1", sql.value)))
    }

    /// All messages of a conversation in their order; `within` are rows outside which none stands, where that is known.
    pub(super) fn messages_of(
        &self,
        conversation: &Key,
        within: Option<Stretch>,
    ) -> Result<Vec<TurnMessage>, SourceError> {
        let Some(sql) = self.sql.conversation() else { return Ok(Vec::new()) };
        let mut parameters: Vec<&dyn rusqlite::ToSql> = vec![conversation];
        let text = match (within.as_ref().zip(self.sql.stretches()), self.conversations.get()) {
            (Some((stretch, stretches)), _) => {
                parameters.extend([&stretch.first as &dyn rusqlite::ToSql, &stretch.last]);
                sql.messages(&format!("{} = ?1{}", sql.value, stretches.within))
            }
            (None, Some(Some(copied))) => copied.clone(),
            (None, _) => match self.found_by_conversation()? {
                Some(found) => sql.messages(&found),
                None => return Ok(Vec::new()),
            },
        };
        let mut messages = self.query(&text, &parameters, |row| self.turn_message(row))?;
        // What ghostcall inserted (a sibling row) is part of no turn.
        messages.retain(|message| !self.journal.wrote(&self.profile.messages.table, &message.key));
        // A column of the order has put them into it.
        if self.profile.messages.order.is_none() {
            messages.sort_by(|a, b| (a.created_at, &a.key).cmp(&(b.created_at, &b.key)));
        }
        Ok(messages)
    }

    /// The message that a row of [`ConversationSql::messages`] tells of.
    fn turn_message(&self, row: &rusqlite::Row<'_>) -> rusqlite::Result<Option<TurnMessage>> {
        let column = |index: usize| row.get_ref(self.sql.key_width() + index);
        let Some(key) = self.sql.key(row)? else {
            return Ok(None);
        };
        let role = utf8(column(0)?);
        let tools = self.without_own(Some(&key), tools(&self.profile, column(3)?));
        let is = |roles: &[String]| role.is_some_and(|role| roles.iter().any(|known| known == role));
        Ok(Some(TurnMessage {
            is_user: is(&self.profile.messages.user),
            is_assistant: self.profile.messages.role.is_none() || is(&self.profile.messages.assistant),
            asks: utf8(column(4)?).is_some_and(|asked| !asked.trim().is_empty()),
            role: role.map(str::to_owned),
            owner: Key::from_cell(column(1)?),
            created_at: Moment::read(column(2)?).map(|moment| moment.at),
            tools_used: tools,
            key,
        }))
    }
}
