//! A database with the layout `chat-log`: ghostcall's own, for logs that come without a database.

use std::collections::HashMap;
use std::path::Path;

use rusqlite::types::{Type, Value as Cell};
use rusqlite::{Connection, ErrorCode, OptionalExtension as _, params};
use serde_json::Value;

use super::line::{ASSISTANT, LoggedConversation, LoggedLine, LoggedMessage, ROLE_WITH_ANSWERS};
use super::message::is_known;
use crate::source::{Key, List, ListEncoding, open_new_file};

/// The tables. Key columns have no type, so that the number 12 and the text "12" stay distinct.
const SCHEMA: &str = "
    CREATE TABLE conversations (id NOT NULL PRIMARY KEY, model TEXT, created_at);
    CREATE TABLE agents (id NOT NULL PRIMARY KEY, name TEXT, enabled_tools TEXT);
    CREATE TABLE logged_messages (
        place INTEGER PRIMARY KEY,      -- the order in the log
        id NOT NULL UNIQUE,
        conversation_id REFERENCES conversations (id),
        agent_id REFERENCES agents (id),
        role TEXT NOT NULL,
        content TEXT,
        model TEXT,
        tools_used TEXT,                -- a list as JSON; NULL: nothing is known, []: none ran
        tool_calls TEXT,                -- {id, name, arguments, result, failed} as JSON; the same. With an answer: that it is an error
        tool_name TEXT,                 -- who speaks, of a tool's answer, which is the content
        tool_call_id TEXT,              -- the call that it answers
        created_at);
    CREATE TABLE memories (
        id INTEGER PRIMARY KEY,
        agent_id NOT NULL REFERENCES agents (id),
        memory_type TEXT,
        content TEXT NOT NULL,
        created_at);
    CREATE INDEX memories_by_agent ON memories (agent_id);";

/// The index for look-ups by conversation, created after all rows are inserted.
const INDEX: &str = "CREATE INDEX logged_messages_by_conversation ON logged_messages (conversation_id);";

/// Records that a message made no call. Like the APIs of model providers, a log that lists the calls of a conversation
/// omits the list where it is empty.
const MADE_NO_CALL: &str = "
    UPDATE logged_messages SET tool_calls = '[]'
    FROM (SELECT DISTINCT conversation_id, agent_id FROM logged_messages
          WHERE role = 'assistant' AND tool_calls IS NOT NULL AND conversation_id IS NOT NULL) AS listed
    WHERE role = 'assistant' AND tool_calls IS NULL AND tools_used IS NULL
      AND logged_messages.conversation_id = listed.conversation_id AND logged_messages.agent_id IS listed.agent_id";

/// Why a line was not added to the database.
#[derive(Debug, thiserror::Error)]
pub enum AddError {
    /// Another line has the same key.
    #[error("duplicate id {0}")]
    Duplicate(String),
    /// Another line has the same conversation.
    #[error("duplicate conversation {0}")]
    DuplicateConversation(String),
    /// The database cannot be written.
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
}

/// What a new database holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportSummary {
    /// The number of conversations.
    pub conversations: u64,
    /// The number of messages.
    pub messages: u64,
    /// The roles that are neither the assistant's, a user's, a tool's nor the system's, and the number of messages with
    /// each: these are neither judged nor read as anybody's request.
    pub unknown_roles: Vec<(String, u64)>,
}

/// A database under construction. All rows are inserted in one transaction, so the database stays empty until it is
/// finished.
#[derive(Debug)]
pub struct NewChatLog {
    connection: Connection,
    /// Conversation and id of each call without a result so far → its row.
    unanswered: HashMap<(Key, String), i64>,
}

/// The maximum size of that map. Without a limit, a log without results would fill the memory.
const MAX_UNANSWERED: usize = 100_000;

impl NewChatLog {
    /// Starts a database in an empty file. Dropping it before [`Self::finish`] discards all rows.
    pub fn begin(path: &Path) -> rusqlite::Result<Self> {
        let connection = open_new_file(path)?;
        connection.pragma_update(None, "journal_mode", "MEMORY")?;
        connection.pragma_update(None, "synchronous", false)?;
        connection.execute_batch("BEGIN")?;
        connection.execute_batch(SCHEMA)?;
        Ok(Self { connection, unanswered: HashMap::new() })
    }

    /// Adds all of a line, or nothing on an error.
    pub fn add(&mut self, line: &LoggedLine) -> Result<(), AddError> {
        self.run("SAVEPOINT line")?;
        let added = self.add_all(line);
        if added.is_err() {
            self.run("ROLLBACK TO line")?;
        }
        self.run("RELEASE line")?;
        added
    }

    fn run(&self, sql: &str) -> rusqlite::Result<usize> {
        self.connection.prepare_cached(sql)?.execute([])
    }

    /// Commits the transaction and returns the number of rows.
    pub fn finish(self) -> rusqlite::Result<ImportSummary> {
        self.connection.execute_batch(INDEX)?;
        self.connection.execute_batch(MADE_NO_CALL)?;
        let count = |table: &str| -> rusqlite::Result<u64> {
            let number: i64 =
                self.connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))?;
            Ok(u64::try_from(number).unwrap_or_default())
        };
        let (conversations, messages) = (count("conversations")?, count("logged_messages")?);
        let written = ImportSummary { conversations, messages, unknown_roles: self.unknown_roles()? };
        self.connection.execute_batch("COMMIT")?;
        self.connection.close().map_err(|(_, error)| error)?;
        Ok(written)
    }

    fn unknown_roles(&self) -> rusqlite::Result<Vec<(String, u64)>> {
        let sql = "SELECT role, count(*) FROM logged_messages GROUP BY role ORDER BY count(*) DESC, role";
        let mut statement = self.connection.prepare(sql)?;
        let roles = statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)?.unsigned_abs())))?;
        let roles: Vec<(String, u64)> = roles.collect::<rusqlite::Result<_>>()?;
        let is_unknown = |role: &str| role != ASSISTANT && role != ROLE_WITH_ANSWERS && !is_known(role);
        Ok(roles.into_iter().filter(|(role, _)| is_unknown(role)).collect())
    }

    fn add_all(&mut self, line: &LoggedLine) -> Result<(), AddError> {
        if let Some(conversation) = &line.conversation {
            self.add_conversation(conversation)?;
        }
        let conversation = line.conversation.as_ref().map(|conversation| &conversation.key);
        line.messages.iter().try_for_each(|message| self.add_message(message, conversation))
    }

    fn add_conversation(&self, conversation: &LoggedConversation) -> Result<(), AddError> {
        let LoggedConversation { key, is_whole, model, created_at } = conversation;
        let added = self
            .connection
            .prepare_cached("INSERT INTO conversations VALUES (?1, ?2, ?3) ON CONFLICT (id) DO NOTHING")?
            .execute(params![key, model, created_at])?;
        if added == 0 && *is_whole {
            return Err(AddError::DuplicateConversation(key.to_json()));
        }
        Ok(())
    }

    fn add_message(&mut self, message: &LoggedMessage, conversation: Option<&Key>) -> Result<(), AddError> {
        if let Some(owner) = &message.owner {
            self.add_agent(owner, message)?;
        }
        let calls = message.calls.as_ref().map(|calls| serde_json::to_string(calls).unwrap_or_default());
        let added = self
            .connection
            .prepare_cached(
                "INSERT INTO logged_messages (id, conversation_id, agent_id, role, content, model, tools_used,
                                              tool_calls, tool_name, tool_call_id, created_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            )?
            .execute(params![
                message.key,
                conversation,
                message.owner,
                message.role,
                message.text,
                message.model,
                message.tools_used.as_deref().map(json_list),
                calls,
                message.tool,
                message.answered_call,
                message.created_at,
            ]);
        match added {
            Ok(_) => Ok(self.settle(message, conversation)?),
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                Err(AddError::Duplicate(message.key.to_json()))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Marks a call as failed if its result, which may be on a later line, is an error.
    fn settle(&mut self, message: &LoggedMessage, conversation: Option<&Key>) -> rusqlite::Result<()> {
        let Some(conversation) = conversation else { return Ok(()) };
        let calls = || message.calls.iter().flatten();
        if let Some(call) = &message.answered_call {
            let place = self.unanswered.remove(&(conversation.clone(), call.clone()));
            let place = place.filter(|_| calls().any(|answered| answered.failed));
            return place.map_or(Ok(()), |place| self.mark_failed(place, call));
        }
        let place = self.connection.last_insert_rowid();
        for id in calls().filter(|call| !call.failed && call.result.is_none()).filter_map(|call| call.id.clone()) {
            if self.unanswered.len() >= MAX_UNANSWERED {
                self.unanswered.clear();
            }
            self.unanswered.insert((conversation.clone(), id), place);
        }
        Ok(())
    }

    fn mark_failed(&self, place: i64, call: &str) -> rusqlite::Result<()> {
        let calls: Option<String> = self
            .connection
            .prepare_cached("SELECT tool_calls FROM logged_messages WHERE place = ?1")?
            .query_row([place], |row| row.get(0))
            .optional()?
            .flatten();
        let Some(calls) = calls else { return Ok(()) };
        let unreadable = |error| rusqlite::Error::FromSqlConversionFailure(0, Type::Text, Box::new(error));
        let mut calls: Vec<Value> = serde_json::from_str(&calls).map_err(unreadable)?;
        for known in calls.iter_mut().filter(|known| known["id"] == call) {
            known["failed"] = true.into();
        }
        self.connection
            .prepare_cached("UPDATE logged_messages SET tool_calls = ?2 WHERE place = ?1")?
            .execute(params![place, Value::from(calls).to_string()])?;
        Ok(())
    }

    /// Adds or updates an agent: keeps its last name, and the tools that all of its lines enable.
    fn add_agent(&self, key: &Key, message: &LoggedMessage) -> rusqlite::Result<()> {
        let known: Option<Option<String>> = self
            .connection
            .prepare_cached("SELECT enabled_tools FROM agents WHERE id = ?1")?
            .query_row([key], |row| row.get(0))
            .optional()?;
        let enabled = match (known.flatten(), &message.enabled_tools) {
            (known, None) => known,
            (None, Some(listed)) => Some(json_list(listed)),
            (Some(known), Some(listed)) => {
                let known = List::read(Some(&known));
                let both: Vec<String> =
                    known.names().filter(|name| listed.iter().any(|tool| tool == name)).map(str::to_owned).collect();
                Some(json_list(&both))
            }
        };
        self.connection
            .prepare_cached(
                "INSERT INTO agents VALUES (?1, ?2, ?3) ON CONFLICT (id) DO UPDATE
                 SET name = coalesce(excluded.name, name), enabled_tools = excluded.enabled_tools",
            )?
            .execute(params![key, message.owner_name, enabled.map(Cell::Text)])?;
        Ok(())
    }
}

fn json_list(names: &[String]) -> String {
    let items = names.iter().cloned().map(Some).collect();
    List { items, encoding: None }.write(ListEncoding::Json)
}

#[cfg(test)]
mod tests {
    use super::NewChatLog;

    #[test]
    fn calls_that_cannot_be_read_are_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let log = NewChatLog::begin(&folder.path().join("log.db")).unwrap();
        let add = "INSERT INTO logged_messages (id, role, tool_calls) VALUES (1, 'assistant', '[{\"id\": \"a\"'), \
                   (2, 'assistant', '[{\"id\": \"a\"}]'), (3, 'assistant', NULL)";
        log.connection.execute_batch(add).unwrap();
        assert!(log.mark_failed(1, "a").is_err());
        assert!([2, 3].into_iter().all(|place| log.mark_failed(place, "a").is_ok()));
        let failed = "SELECT tool_calls FROM logged_messages WHERE place = 2";
        let calls: String = log.connection.query_row(failed, [], |row| row.get(0)).unwrap();
        assert_eq!(calls, r#"[{"id":"a","failed":true}]"#);
    }
}
