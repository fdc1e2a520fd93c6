//! Other layouts of a generated export, as tools and applications produce them. The findings are the same.

use std::path::Path;

use crate::source::open_new_file;

/// The layout of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Without indexes and primary keys, as `CREATE TABLE … AS` leaves it.
    WithoutIndexes,
    /// The messages are in a view, whose rows have no row ids.
    View,
    /// All messages of a chat are in one JSON document, as Open WebUI kept them before 2026.
    Documents,
    /// An answer is in one row with its question, as `llm` stored them before 0.32.
    Pairs,
    /// A message is a chain of parts, without an index from the turn to them, as `llm` stores them since.
    Chains,
}

impl Layout {
    /// All layouts, for tests and benchmarks that try each.
    pub const ALL: [Self; 5] = [Self::WithoutIndexes, Self::View, Self::Documents, Self::Pairs, Self::Chains];

    /// Converts an export made by [`super::generate`].
    pub fn apply(self, path: &Path) -> rusqlite::Result<()> {
        let connection = open_new_file(path)?;
        connection.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON;")?;
        connection.execute_batch(match self {
            Self::WithoutIndexes => WITHOUT_INDEXES,
            Self::View => VIEW,
            Self::Documents => DOCUMENTS,
            Self::Pairs => PAIRS,
            Self::Chains => CHAINS,
        })
    }

    /// A query that only reads all answers.
    #[must_use]
    pub fn query(self) -> &'static str {
        match self {
            Self::WithoutIndexes | Self::View => "SELECT sum(length(content)) FROM messages WHERE role = 'assistant'",
            Self::Documents => {
                "SELECT sum(length(json_extract(value, '$.content'))) FROM chat, json_each(chat, '$.history.messages')
                 WHERE json_extract(value, '$.role') = 'assistant'"
            }
            Self::Pairs => "SELECT sum(length(response)) FROM responses",
            Self::Chains => {
                "SELECT sum(length(text)) FROM parts, messages WHERE hash = message_hash AND role = 'assistant'"
            }
        }
    }
}

const WITHOUT_INDEXES: &str = "
    ALTER TABLE messages RENAME TO old; CREATE TABLE messages AS SELECT * FROM old; DROP TABLE old;
    ALTER TABLE chats RENAME TO old; CREATE TABLE chats AS SELECT * FROM old; DROP TABLE old;
    ALTER TABLE agents RENAME TO old; CREATE TABLE agents AS SELECT * FROM old; DROP TABLE old;
    ALTER TABLE agent_memories RENAME TO old; CREATE TABLE agent_memories AS SELECT * FROM old; DROP TABLE old;
    ALTER TABLE tool_calls RENAME TO old; CREATE TABLE tool_calls AS SELECT * FROM old; DROP TABLE old;
    ALTER TABLE audit_logs RENAME TO old; CREATE TABLE audit_logs AS SELECT * FROM old; DROP TABLE old;";

const VIEW: &str = "ALTER TABLE messages RENAME TO stored; CREATE VIEW messages AS SELECT * FROM stored;";

const DOCUMENTS: &str = "
    CREATE TABLE chat (id TEXT PRIMARY KEY, user_id TEXT, chat TEXT, updated_at INTEGER);
    CREATE TABLE memory (id TEXT, user_id TEXT, content TEXT, type TEXT, created_at INTEGER, updated_at INTEGER);
    INSERT INTO chat SELECT 'c' || chat_id, 'somebody', json_object('history', json_object('messages', json_group_object(
        'm' || id, json_object('role', role, 'content', content, 'timestamp', unixepoch(created_at))))), 0
    FROM messages GROUP BY chat_id;
    INSERT INTO memory VALUES ('m', 'nobody', 'Tea.', 'user', 0, 0);
    DROP TABLE messages;";

const PAIRS: &str = "
    DROP TABLE tool_calls;
    CREATE TABLE tool_calls (id INTEGER PRIMARY KEY, response_id TEXT, name TEXT, arguments TEXT);
    CREATE TABLE tool_results (id INTEGER PRIMARY KEY, response_id TEXT, name TEXT, output TEXT);
    CREATE TABLE responses (id TEXT PRIMARY KEY, model TEXT, prompt TEXT, response TEXT, conversation_id TEXT,
                            datetime_utc TEXT);
    INSERT INTO responses SELECT printf('r%08d', id), 'some', (SELECT content FROM messages AS asking
        WHERE asking.id = answer.id - 1 AND asking.role = 'user'), content, 'c' || chat_id, created_at
    FROM messages AS answer WHERE role = 'assistant';
    INSERT INTO tool_calls SELECT 1, min(id), 'roll_dice', '{}' FROM responses;
    DROP TABLE messages;";

const CHAINS: &str = "
    CREATE TABLE parts (id INTEGER PRIMARY KEY, message_hash TEXT, type TEXT, tool_name TEXT, text TEXT, payload TEXT);
    CREATE TABLE turns (id TEXT PRIMARY KEY, thread_id TEXT, parent_message_hash TEXT, tip_message_hash TEXT, model TEXT,
                        datetime_utc TEXT);
    CREATE TABLE hashes (hash TEXT PRIMARY KEY, parent_hash TEXT, role TEXT);
    INSERT INTO parts SELECT id, 'h' || id, 'text', NULL, content, NULL FROM messages;
    INSERT INTO parts SELECT (SELECT max(id) FROM parts) + 1, 'h' || min(id), 'tool_call', 'roll_dice', NULL, '{}' FROM messages
    WHERE role = 'assistant';
    INSERT INTO turns SELECT 't' || id, 'c' || chat_id, 'h' || (id - 1), 'h' || id, 'some', created_at FROM messages
    WHERE role = 'assistant';
    INSERT INTO hashes SELECT 'h' || id, 'h' || (id - 1), role FROM messages;
    DROP TABLE messages; ALTER TABLE hashes RENAME TO messages;";
