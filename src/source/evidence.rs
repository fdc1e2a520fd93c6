//! What the database shows about a claim: facts from every source, weighed into one outcome.
//!
//! Text never proves that something ran, only records do; and what ghostcall itself wrote is none.

mod calls;
mod carried;
mod failures;
mod weigh;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;
pub use weigh::weigh;

use super::outcome::Outcome;
use super::{Key, LaterState};

/// A question about a claim.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Question {
    /// The tool that the claim speaks for.
    pub tool: Option<String>,
    /// The record that it carries.
    pub record: Option<RecordQuestion>,
    /// The arguments of a call that is in the text.
    pub arguments: Option<Value>,
    /// What a tool is said to have answered.
    pub payload: Option<Value>,
    /// The same as it is in the text.
    pub payload_text: Option<String>,
    /// A question about a sentence that claims an action.
    pub statement: Option<StatementQuestion>,
    /// Whether neither patterns nor a catalog know the tool: then the sources are searched for any record of it.
    pub asks_whether_it_exists: bool,
}

impl Question {
    /// Whether more than the turn of the message and what is close by may answer it.
    #[must_use]
    pub fn asks_of_earlier_turns(&self) -> bool {
        self.statement.as_ref().is_some_and(|statement| statement.earlier)
    }
}

/// What makes a sentence true that claims an action.
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a sentence, independent of the others")]
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct StatementQuestion {
    /// Words in the names of tools that do such things.
    pub words: Vec<String>,
    /// Whether a call of an earlier turn makes it true: not where the user has just asked for it.
    pub earlier: bool,
    /// Whether it claims a change: a tool that only reads makes it neither true nor doubtful.
    pub changes: bool,
    /// Whether it claims a state, which a tool that only reads may have shown.
    pub may_be_read: bool,
    /// Whether it may describe the effect of any change: then any tool that changes something makes it true.
    pub any_change: bool,
    /// Whether it announces something: then whatever was called may be that, whether it failed or not.
    pub announces: bool,
    /// The type of the records that such a tool makes.
    pub record: Option<String>,
}

/// A record to look for: canonical field → text, trimmed as the profile says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RecordQuestion {
    /// The record's type, such as `memory`.
    pub kind: String,
    /// Canonical field → value.
    pub fields: BTreeMap<String, String>,
    /// The key that the result names as that of the record that it made.
    pub named: Option<Key>,
}

/// A record that equals the claimed one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFound {
    /// The table of the record.
    pub table: String,
    /// The key of the record.
    pub key: Key,
    /// Whether it was taken away later.
    pub discarded: bool,
}

/// What a recorded tool is called whose name cannot be read: it may be any.
pub(super) const UNREADABLE_NAME: &str = "(unreadable)";

/// A tool call that the application recorded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordedCall {
    /// The tool's name, as recorded.
    pub name: String,
    /// The arguments, where they are kept.
    pub arguments: Option<Value>,
    /// What the tool answered, where that is kept.
    pub result: Option<Value>,
    /// Whether it failed: no evidence that it did anything.
    pub failed: bool,
    /// What is known of its answer, where that is kept apart from the call.
    pub answered: Answered,
    /// Whether its status says neither that it failed nor that it ran: no evidence of either.
    pub unclear: bool,
    /// The record, for the reviewer: `tool_calls 17`.
    pub record: Option<String>,
}

/// What is known of the answer to a call that is not recorded as failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Answered {
    /// No answer is known to be that of the call.
    #[default]
    Unknown,
    /// One is, and it is no error.
    WithoutError,
    /// Several calls have its id, some of them failed, and it is unknown which.
    Disputed,
}

/// A message of a tool: what it answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolMessage {
    /// The tool; `None` where the message does not say which it is.
    pub tool: Option<String>,
    /// What it answered, where that is kept.
    pub result: Option<Value>,
    /// Whether it failed: no evidence that it did anything.
    pub failed: bool,
    /// Whether it is known which recorded call it answers; that it failed is then said of the call.
    pub of_known_call: bool,
    /// Whether its status says neither that it failed nor that it ran: no evidence of either.
    pub unclear: bool,
    /// The record, for the reviewer: `message 17`.
    pub record: Option<String>,
}

/// A tool that neither patterns nor a catalog know, and that exists all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolFound {
    /// Its name, as it is written there.
    pub name: String,
    /// What shows that, in words: `recorded as run in tool_calls`.
    pub evidence: String,
}

/// What a look-up answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LookupAnswer<T> {
    /// There is no such source.
    #[default]
    Unasked,
    /// It was asked and has nothing.
    Nothing,
    /// It has this.
    Found(T),
}

impl<T> LookupAnswer<T> {
    /// The answer of a source that was asked.
    #[must_use]
    pub fn of(found: Option<T>) -> Self {
        found.map_or(Self::Nothing, Self::Found)
    }
}

/// The answers of all sources; `None` for a list that there is not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// An equal record of the same owner, discarded ones included.
    pub record: LookupAnswer<RecordFound>,
    /// An equal record that ghostcall itself wrote: no evidence, but no second one is needed.
    pub own_record: Option<RecordFound>,
    /// A row of a history table that holds the record's text.
    pub history: LookupAnswer<(String, Key)>,
    /// Tool calls of the turn, of the same owner.
    pub calls: Option<Arc<[RecordedCall]>>,
    /// Whether the message may be from before the application kept calls where they are looked for.
    pub may_predate_calls: bool,
    /// The tools recorded with the message.
    pub tools_used: Option<Vec<String>>,
    /// The tools recorded with other messages of the turn, each with the first of them.
    pub turn_tools: Option<Vec<(Key, String)>>,
    /// The messages of tools that are in the turn.
    pub tool_messages: Option<Arc<[ToolMessage]>>,
    /// Where something is in the turn that may be another agent's.
    pub of_unknown_owner: Option<String>,
    /// A record of the same owner made around the time of the message, asked about a statement only.
    pub made_around: LookupAnswer<RecordFound>,
    /// The tools recorded earlier in the conversation, asked about a statement only.
    pub earlier: Option<Vec<(Key, String)>>,
    /// The tools recorded with messages close by.
    pub neighbours: Option<Vec<(Key, String)>>,
    /// The tool, found anywhere at all; looked up only for unknown tools.
    pub existing_tool: Option<ToolFound>,
    /// A later state of the owner's records that speaks against writing the claimed one.
    pub later_state: Option<LaterState>,
    /// The sources that could not be asked.
    pub not_asked: Vec<SkippedSource>,
}

impl Facts {
    /// Whether some source lists all calls that were made for this message.
    #[must_use]
    pub fn calls_are_known(&self) -> bool {
        let has_calls = self.calls.is_some() && !self.may_predate_calls;
        has_calls || self.tools_used.is_some() || self.tool_messages.is_some()
    }
}

/// A source that was not asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedSource {
    /// What kind of source it is.
    pub source: String,
    /// Why it was not asked.
    pub reason: String,
}

/// The outcome, a line for each source that was asked, and one for all that were not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The strongest answer.
    pub outcome: Outcome,
    /// What each source answered, for the reviewer.
    pub lines: Vec<String>,
    /// Whether the tool is known to exist because it is recorded or listed.
    pub tool_exists: bool,
    /// Whether some source lists the calls that were made for this message.
    pub calls_known: bool,
    /// Whether the owner's records were changed since in a way that speaks against writing the claimed one.
    pub changed_since: bool,
}

impl Evidence {
    /// Nothing was asked.
    #[must_use]
    pub fn unasked() -> Self {
        let (lines, calls_known, changed_since) = (Vec::new(), false, false);
        Self { outcome: Outcome::Unasked, lines, tool_exists: false, calls_known, changed_since }
    }
}

#[cfg(test)]
mod tests;
