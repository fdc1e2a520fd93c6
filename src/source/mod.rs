//! Reading: messages, and what really happened, from a database as a profile describes it.
//!
//! All SQL of the reading side is below this module. What it hands on ([`Message`], [`Evidence`]) knows
//! nothing of SQL. The database is opened read-only, and no file is created next to it.

pub mod chat_log;
mod columns;
mod conversation;
mod database;
mod detect;
mod error;
mod evidence;
mod failure;
mod file;
mod journal;
pub(crate) mod json_text;
mod key;
mod later_state;
mod list;
mod message;
mod other_format;
mod outcome;
pub mod profile;
mod row_name;
mod ruby_inspect;
mod sqlite;
pub(crate) mod text_parts;
mod time;
mod tool_names;

pub use columns::{Columns, is_view};
pub use conversation::Conversation;
pub use database::{SMALLEST_DATABASE, open_read_only, open_read_write, sqlite_error, sqlite_words};
pub use detect::{Detection, DetectionRank, Detector, detect};
pub use error::SourceError;
pub use evidence::{
    Answered, Evidence, Facts, LookupAnswer, Question, RecordFound, RecordQuestion, RecordedCall, SkippedSource,
    StatementQuestion, ToolFound, ToolMessage, weigh,
};
pub use file::{FileNumber, FileState, is_own, open_file, open_new_file, real_path};
pub(crate) use journal::digest_of;
pub use journal::{
    BATCH_MEMBER, BatchNote, ChainedEntry, DECIDED_MEMBER, Decided, EntryKind, JOURNAL_TABLE, Journal, JournalBatch,
    JournalEntry, MessageJournal, PROFILE_MEMBER, RowChange, Selection, TextCell, TimeCell, WriteInEffect,
    WrittenRecord, batches, each_chained, each_entry, entry, first_altered, has_entry, has_journal, journal_fault,
    journal_triggers, last_entries, text_digest, written_with,
};
pub use key::Key;
pub use later_state::{LaterState, RecordChange};
pub use list::{List, ListEncoding};
pub use message::{Message, Owner, TurnMessage, asked_by, may_be_called, rows_answering_late, rows_of_turn, turn_of};
pub(crate) use other_format::{identify as other_format_of, no_chat_log, server};
pub use outcome::Outcome;
pub use profile::Profile;
pub use row_name::{is_row_number, record_name, row_number};
pub use sqlite::{
    AnswerFilter, ConnectionSpec, CountedValue, Interrupt, MappingPart, MappingReport, MessageSql, PossibleOutcome,
    SeenRow, SourceProblem, SqliteSource, evidence_problems, quote,
};
pub use time::{StoredTime, TimeStyle, UtcNotation};
pub use tool_names::{ToolNames, fold};

/// Rows of the table of messages by their numbers, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowRange {
    /// The first one.
    pub first: i64,
    /// The last one.
    pub last: i64,
}

/// What is seen of a message at first, before anything else of it is read.
#[derive(Clone, Debug)]
pub struct MessagePreview<'a> {
    /// What ghostcall did to it before.
    pub journal: Option<&'a MessageJournal>,
    /// The text, borrowed from the memory of SQLite.
    pub text: &'a str,
    /// Whether a plan is recorded with it.
    pub has_plan: bool,
}

/// Where messages and evidence come from. One implementation for each kind of database.
pub trait Source {
    /// Calls `visit` for each assistant message, oldest key first, until it answers `false`.
    fn each_message(&self, visit: &mut dyn FnMut(Message) -> bool) -> Result<ReadCount, SourceError>;

    /// The message with this key, whatever its role; `None` where there is none or the profile hides it.
    fn message(&self, key: &Key) -> Result<Option<Message>, SourceError>;

    /// All messages of a conversation in their order, without their texts; `within` is a range of rows that holds all of them,
    /// where that is known.
    fn conversation(&self, conversation: &Key, within: Option<RowRange>) -> Result<Conversation, SourceError>;

    /// The text of a message.
    fn text(&self, key: &Key) -> Result<Option<String>, SourceError>;

    /// What a person had said before a message, where the message's own row holds that.
    fn asked(&self, key: &Key) -> Result<Option<String>, SourceError>;

    /// What the database shows of what `question` asks about a message, given its conversation.
    fn facts(&self, message: &Message, conversation: &Conversation, question: &Question) -> Result<Facts, SourceError>;
}

/// The number of messages that a pass over the database met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadCount {
    /// Assistant messages whose text was read.
    pub read: u64,
    /// Assistant messages whose text is no UTF-8: left out, and reported.
    pub unreadable: u64,
    /// Documents that hold texts and are no JSON: they are not read, and that is reported.
    pub no_json: u64,
}

impl std::ops::AddAssign for ReadCount {
    fn add_assign(&mut self, other: Self) {
        self.read += other.read;
        self.unreadable += other.unreadable;
        self.no_json += other.no_json;
    }
}
