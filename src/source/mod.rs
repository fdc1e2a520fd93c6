//! Reading messages and evidence from a database that a profile describes.
//!
//! All SQL for reading is below this module. The types that it returns, such as [`Message`] and [`Evidence`], are
//! independent of SQL. The database is opened read-only, and no file is created next to it.

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
mod quoting;
mod row_name;
mod ruby_inspect;
mod sqlite;
pub(crate) mod text_parts;
mod time;
mod tool_names;
mod turn;

pub use columns::{Columns, is_view};
pub use conversation::Conversation;
pub(crate) use database::BUSY_TIMEOUT;
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
pub use message::{Message, Owner, TurnMessage, may_be_called};
#[cfg(feature = "cli")]
pub(crate) use other_format::{identify as other_format_of, no_chat_log, server};
pub use outcome::Outcome;
pub use profile::Profile;
pub use quoting::quote;
pub use row_name::{is_row_number, record_name, row_number};
pub use sqlite::{
    AnswerFilter, ConnectionSpec, CountedValue, Interrupt, MappingPart, MappingReport, MessageSql, PossibleOutcome,
    SeenRow, SourceProblem, SqliteSource, evidence_problems,
};
pub use time::{StoredTime, TimeStyle, UtcNotation};
pub use tool_names::{ToolNames, fold};
pub use turn::{asked_by, rows_answering_late, rows_of_turn, turn_of};

/// A range of row numbers in the table of messages, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowRange {
    /// The first row number.
    pub first: i64,
    /// The last row number.
    pub last: i64,
}

/// What is read of a message first, to decide whether to read the rest.
#[derive(Clone, Debug)]
pub struct MessagePreview<'a> {
    /// Earlier writes of ghostcall to the message.
    pub journal: Option<&'a MessageJournal>,
    /// The text, borrowed from SQLite's memory.
    pub text: &'a str,
    /// Whether a plan is recorded with it.
    pub has_plan: bool,
}

/// A source of messages and evidence. There is one implementation for each kind of database.
pub trait Source {
    /// Calls `visit` for each assistant message, by ascending key, until it returns `false`.
    fn each_message(&self, visit: &mut dyn FnMut(Message) -> bool) -> Result<ReadCount, SourceError>;

    /// The message with this key, whatever its role; `None` if it does not exist or the profile hides it.
    fn message(&self, key: &Key) -> Result<Option<Message>, SourceError>;

    /// All messages of a conversation in order, without their texts; `within` is a range of rows known to hold all of
    /// them.
    fn conversation(&self, conversation: &Key, within: Option<RowRange>) -> Result<Conversation, SourceError>;

    /// The text of a message.
    fn text(&self, key: &Key) -> Result<Option<String>, SourceError>;

    /// The user's words before a message, if the message's own row holds them.
    fn asked(&self, key: &Key) -> Result<Option<String>, SourceError>;

    /// Queries the sources for the evidence that `question` asks about a message of the conversation.
    fn facts(&self, message: &Message, conversation: &Conversation, question: &Question) -> Result<Facts, SourceError>;
}

/// The numbers of messages that a pass over the database found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadCount {
    /// Assistant messages whose text was read.
    pub read: u64,
    /// Assistant messages whose text is not valid UTF-8: left out and reported.
    pub unreadable: u64,
    /// Documents with texts that are not valid JSON: left out and reported.
    pub no_json: u64,
}

impl std::ops::AddAssign for ReadCount {
    fn add_assign(&mut self, other: Self) {
        self.read += other.read;
        self.unreadable += other.unreadable;
        self.no_json += other.no_json;
    }
}
