//! Generates an export of any size, reproducible by its seed.

use std::path::Path;

use fastrand::Rng;
use jiff::Timestamp;
use rusqlite::{Statement, params};

use super::realistic::Realistic;
use super::words::{AGENTS, MEMORIES, MODELS, QUESTIONS, SENTENCES, TITLES};
use crate::source::open_new_file;

const SCHEMA: &str = "
    CREATE TABLE chats (id INTEGER PRIMARY KEY, account_id INTEGER, title TEXT, manual_responses INTEGER,
      archived_at TEXT, discarded_at TEXT, created_at TEXT, updated_at TEXT);
    CREATE TABLE agents (id INTEGER PRIMARY KEY, account_id INTEGER, name TEXT, active INTEGER, model_id TEXT,
      enabled_tools TEXT, created_at TEXT, updated_at TEXT);
    CREATE TABLE messages (id INTEGER PRIMARY KEY, chat_id INTEGER REFERENCES chats(id),
      agent_id INTEGER REFERENCES agents(id), user_id INTEGER, role TEXT, content TEXT, tools_used TEXT,
      streaming INTEGER, model_id_string TEXT, created_at TEXT, updated_at TEXT);
    CREATE TABLE agent_memories (id INTEGER PRIMARY KEY, agent_id INTEGER REFERENCES agents(id), content TEXT,
      memory_type INTEGER, constitutional INTEGER, discarded_at TEXT, created_at TEXT, updated_at TEXT);
    CREATE TABLE tool_calls (id INTEGER PRIMARY KEY, message_id INTEGER REFERENCES messages(id), tool_call_id TEXT,
      name TEXT, arguments TEXT, metadata TEXT, created_at TEXT, updated_at TEXT);
    CREATE TABLE audit_logs (id INTEGER PRIMARY KEY, account_id INTEGER, action TEXT, auditable_type TEXT,
      auditable_id INTEGER, data TEXT, created_at TEXT);";

/// The time of the first message in seconds since 1970: 2026-01-05T08:00:00Z.
const START: i64 = 1_767_600_000;

/// The seconds between two messages.
const PACE: i64 = 97;

/// The number of messages in a conversation.
const CONVERSATION: u32 = 40;

/// Parameters of a generated export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The number of messages by users and assistants.
    pub messages: u32,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The kind of text in the messages.
    pub text: TextKind,
}

/// The kind of text in generated messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// A few sentences in random order. A scan of them is faster than one of real messages.
    FewSentences,
    /// Made-up words among common ones, in sentences, lists and code whose lengths and shares match real answers.
    Realistic,
}

/// Writes a generated export to a new file. Every second message is an assistant's; 2 % of all contain a payload.
///
/// # Errors
/// Fails if the file exists, or with the error of SQLite.
pub fn generate(path: &Path, plan: Plan, mut progress: impl FnMut(u32)) -> rusqlite::Result<()> {
    let mut connection = open_new_file(path)?;
    connection.execute_batch(SCHEMA)?;
    // The file is new, so an interrupted one can be discarded.
    connection.pragma_update(None, "synchronous", false)?;
    let transaction = connection.transaction()?;
    for (number, (name, model)) in (1_i64..).zip(AGENTS.iter().zip(MODELS.iter().cycle())) {
        transaction.execute(
            "INSERT INTO agents VALUES (?1, 10, ?2, 1, ?3, '[\"SaveMemoryTool\", \"WhiteboardTool\"]', ?4, ?4)",
            params![number, name, model, time(0)],
        )?;
    }
    {
        let mut writer = SampleWriter {
            chats: transaction.prepare("INSERT INTO chats VALUES (?1, 10, ?2, 0, NULL, NULL, ?3, ?3)")?,
            messages: transaction.prepare("INSERT INTO messages VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, ?8, ?9, ?9)")?,
            memories: transaction.prepare(
                "INSERT INTO agent_memories (agent_id, content, memory_type, constitutional, created_at, updated_at)
                 VALUES (?1, ?2, ?3, 0, ?4, ?4)",
            )?,
            random: Rng::with_seed(plan.seed),
            realistic: (plan.text == TextKind::Realistic).then(Realistic::new),
        };
        for number in 1..=plan.messages {
            writer.message(number)?;
            if number % 10_000 == 0 {
                progress(number);
            }
        }
    }
    transaction.commit()
}

fn time(number: u32) -> String {
    let second = START.saturating_add(PACE.saturating_mul(i64::from(number)));
    let at = Timestamp::from_second(second).unwrap_or(Timestamp::MAX);
    // Some times have no fraction, as exporters drop a fraction of zero.
    let fraction =
        if number.is_multiple_of(16) { String::new() } else { format!(".{:06}", u64::from(number) * 7919 % 1_000_000) };
    format!("{}{fraction}", at.strftime("%Y-%m-%dT%H:%M:%S"))
}

struct SampleWriter<'a> {
    chats: Statement<'a>,
    messages: Statement<'a>,
    memories: Statement<'a>,
    random: Rng,
    realistic: Option<Realistic>,
}

impl SampleWriter<'_> {
    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.random.usize(..words.len())]
    }

    fn message(&mut self, number: u32) -> rusqlite::Result<()> {
        let chat = (number - 1) / CONVERSATION + 1;
        if (number - 1).is_multiple_of(CONVERSATION) {
            let title = self.pick(&TITLES);
            self.chats.execute(params![chat, title, time(number)])?;
        }
        if number % 2 == 1 {
            let question = self.question();
            let nobody = None::<u32>;
            self.messages.execute(params![number, chat, nobody, 5, "user", question, "[]", nobody, time(number)])?;
            return Ok(());
        }
        let agent = chat % u32::try_from(AGENTS.len()).unwrap_or(1) + 1;
        let model = self.pick(&MODELS);
        let (payload, tools) = self.payload(number, agent)?;
        let text = payload + &self.prose();
        self.messages.execute(params![
            number,
            chat,
            agent,
            None::<u32>,
            "assistant",
            text,
            tools,
            model,
            time(number)
        ])?;
        Ok(())
    }

    /// The payload before the prose; mostly empty.
    fn payload(&mut self, number: u32, agent: u32) -> rusqlite::Result<(String, &'static str)> {
        if self.random.u32(..100) >= 4 {
            return Ok((String::new(), if self.random.u32(..12) == 0 { "[\"web_fetch\"]" } else { "[]" }));
        }
        let kind = if self.random.u32(..5) == 0 { "core" } else { "journal" };
        let memory = format!("{} (no. {number}).", self.pick(&MEMORIES));
        Ok(match self.random.u32(..100) {
            0..70 => (format!("{{success: true, memory_type: \"{kind}\", content: \"{memory}\"}}"), "[]"),
            70..85 => {
                (format!("{{type: \"board_updated\", board_id: \"kRwPqA\", name: \"Plan\", revision: {number}}}"), "[]")
            }
            85..95 => {
                self.memories.execute(params![agent, memory, u8::from(kind == "core"), time(number)])?;
                let text = format!("{{\"success\": true, \"memory_type\": \"{kind}\", \"content\": \"{memory}\"}}");
                (text, "[\"save_memory\"]")
            }
            _ => (format!("{{\"id\": {number}, \"ok\": true, \"step\": \"{kind}\"}}"), "[]"),
        })
    }

    fn question(&mut self) -> String {
        match &mut self.realistic {
            Some(realistic) => realistic.question(&mut self.random),
            None => self.pick(&QUESTIONS).to_owned(),
        }
    }

    /// Some paragraphs. With the short messages of users not counted, the average is about 1.2 kB.
    fn prose(&mut self) -> String {
        if let Some(realistic) = &mut self.realistic {
            return realistic.answer(&mut self.random);
        }
        let mut text = String::new();
        for sentence in 0..self.random.usize(4..64) {
            if sentence > 0 {
                text.push_str(if sentence % 5 == 0 { "\n\n" } else { " " });
            }
            text.push_str(self.pick(&SENTENCES));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    fn rows(seed: u64, text: TextKind) -> Vec<(i64, String)> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("generated.db");
        generate(&path, Plan { messages: 200, seed, text }, |_| {}).unwrap();
        let connection = Connection::open(&path).unwrap();
        let mut statement = connection.prepare("SELECT id, content FROM messages ORDER BY id").unwrap();
        statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn the_same_seed_makes_the_same_export() {
        for text in [TextKind::FewSentences, TextKind::Realistic] {
            assert_eq!(rows(1, text), rows(1, text));
            assert_ne!(rows(1, text), rows(2, text));
            assert_eq!(rows(3, text).len(), 200);
        }
    }
}
