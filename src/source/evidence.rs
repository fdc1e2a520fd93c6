//! What the database shows about a claim: the answers of all sources, weighed into one outcome.
//!
//! Only records prove that something ran, never text. Records that ghostcall wrote itself prove nothing.

mod calls;
mod failures;
mod result_match;
mod weigh;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;
pub use weigh::weigh;

use super::outcome::Outcome;
use super::{Key, LaterState};
use crate::registry::ToolWords;

/// What the sources are queried for: the content of one claim.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Question {
    /// The tool that the claim names or implies.
    pub tool: Option<String>,
    /// The record that the payload describes.
    pub record: Option<RecordQuestion>,
    /// The arguments of a call written in the text.
    pub arguments: Option<Value>,
    /// The payload, if it claims to be a tool's result.
    pub payload: Option<Value>,
    /// That payload as written in the text.
    pub payload_text: Option<String>,
    /// What would make the sentence true, if the claim is a completion claim.
    pub statement: Option<StatementQuestion>,
    /// Whether neither patterns nor a catalog know the tool, so that the sources are searched for any trace of it.
    pub asks_whether_it_exists: bool,
}

impl Question {
    /// Whether earlier turns may hold evidence too.
    #[must_use]
    pub fn asks_of_earlier_turns(&self) -> bool {
        self.statement.as_ref().is_some_and(|statement| statement.earlier)
    }
}

/// What would make a completion claim true.
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a sentence, independent of the others")]
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct StatementQuestion {
    /// Words that occur in the names of tools for this action.
    pub words: ToolWords,
    /// Whether a call in an earlier turn counts. It does not if the user has only just requested the action.
    pub earlier: bool,
    /// Whether it claims a change, for which a tool that only reads proves nothing.
    pub changes: bool,
    /// Whether it claims a state, which a tool that only reads may have shown.
    pub may_be_read: bool,
    /// Whether it says that something is booked for the user, which no search of what is on offer shows.
    pub is_of_booking: bool,
    /// Whether it may describe the effect of any change, so that any tool that changes something makes it true.
    pub any_change: bool,
    /// Whether it is still to do when a tool has only prepared it, as `stage_claim` does.
    pub is_decisive: bool,
    /// Whether it announces an action, so that any later call may be it, even a failed one.
    pub announces: bool,
    /// The type of the records that such a tool makes.
    pub record: Option<String>,
}

/// A record to look for: canonical field → text, trimmed as the profile specifies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RecordQuestion {
    /// The record's type, such as `memory`.
    pub kind: String,
    /// Canonical field → value.
    pub fields: BTreeMap<String, String>,
    /// The key that the claimed result gives for the new record.
    pub named: Option<Key>,
}

/// A record that equals the claimed one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFound {
    /// The table of the record.
    pub table: String,
    /// The key of the record.
    pub key: Key,
    /// Whether the record was discarded later.
    pub discarded: bool,
}

/// The name of a recorded tool whose own name is unreadable: it may be any tool.
pub(super) const UNREADABLE_NAME: &str = "(unreadable)";

/// A tool call that the application recorded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordedCall {
    /// The tool's name as recorded.
    pub name: String,
    /// The arguments, if stored.
    pub arguments: Option<Value>,
    /// The result, if stored.
    pub result: Option<Value>,
    /// Whether the call failed and therefore proves nothing.
    pub failed: bool,
    /// What is known of its answer, if answers are stored apart from calls.
    pub answered: Answered,
    /// Whether its status shows neither failure nor success, so that it proves neither.
    pub unclear: bool,
    /// Where the call is stored, in words: `tool_calls 17`.
    pub record: Option<String>,
}

/// What is known of the answer to a call that is not recorded as failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Answered {
    /// No answer can be assigned to the call.
    #[default]
    Unknown,
    /// The call has an answer, which is not an error.
    WithoutError,
    /// Several calls have its id, some of them failed, and it is unknown which.
    Disputed,
}

/// A message with a tool's result.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolMessage {
    /// The tool; `None` if the message does not name it.
    pub tool: Option<String>,
    /// The result, if stored.
    pub result: Option<Value>,
    /// Whether it is an error and therefore proves nothing.
    pub failed: bool,
    /// Whether it answers a known call. A failure is then recorded with that call.
    pub of_known_call: bool,
    /// Whether its status shows neither failure nor success, so that it proves neither.
    pub unclear: bool,
    /// Where the message is stored, in words: `message 17`.
    pub record: Option<String>,
}

/// A tool that exists although neither patterns nor a catalog know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolFound {
    /// Its name as stored.
    pub name: String,
    /// What shows that it exists, in words: `recorded as run in tool_calls`.
    pub evidence: String,
}

/// The answer of a source to a look-up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LookupAnswer<T> {
    /// The database has no such source, or the question does not need it.
    #[default]
    Unasked,
    /// The source was queried and has no match.
    Nothing,
    /// The source has this match.
    Found(T),
}

impl<T> LookupAnswer<T> {
    /// The answer of a source that was queried.
    #[must_use]
    pub fn of(found: Option<T>) -> Self {
        found.map_or(Self::Nothing, Self::Found)
    }
}

/// The answers of all sources; `None` for a list that the database does not have.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// An equal record of the same owner, discarded ones included.
    pub record: LookupAnswer<RecordFound>,
    /// An equal record that ghostcall wrote: no evidence, but a reason not to write a second one.
    pub own_record: Option<RecordFound>,
    /// The table and key of a history row that holds the record's text.
    pub history: LookupAnswer<(String, Key)>,
    /// The same owner's tool calls in the turn.
    pub calls: Option<Arc<[RecordedCall]>>,
    /// Whether the message may be older than the table of calls.
    pub may_predate_calls: bool,
    /// The tools recorded with the message.
    pub tools_used: Option<Vec<String>>,
    /// The tools recorded with other messages of the turn, each with the first such message.
    pub turn_tools: Option<Vec<(Key, String)>>,
    /// The tool messages of the turn.
    pub tool_messages: Option<Arc<[ToolMessage]>>,
    /// The source in which the turn has something that may belong to another agent.
    pub of_unknown_owner: Option<String>,
    /// A record that the same owner made around the time of the message; queried for completion claims only.
    pub made_around: LookupAnswer<RecordFound>,
    /// The tools recorded earlier in the conversation; queried for completion claims only.
    pub earlier: Option<Vec<(Key, String)>>,
    /// The tools recorded with neighbouring messages.
    pub neighbours: Option<Vec<(Key, String)>>,
    /// Any trace of the tool in the database; queried only for unknown tools.
    pub existing_tool: Option<ToolFound>,
    /// A later state of the owner's records that argues against writing the claimed one.
    pub later_state: Option<LaterState>,
    /// The sources that could not be queried.
    pub not_asked: Vec<SkippedSource>,
}

impl Facts {
    /// Whether some source lists all calls made for this message.
    #[must_use]
    pub fn calls_are_known(&self) -> bool {
        let has_calls = self.calls.is_some() && !self.may_predate_calls;
        has_calls || self.tools_used.is_some() || self.tool_messages.is_some()
    }
}

/// A source that was not queried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedSource {
    /// The kind of source, in words.
    pub source: String,
    /// Why it was not queried.
    pub reason: String,
}

/// The outcome, with one line for each queried source and one for all skipped sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The strongest answer of all sources, on which the verdict is based.
    pub outcome: Outcome,
    /// What each source answered, for the reviewer.
    pub lines: Vec<String>,
    /// Whether the tool is known to exist because it is recorded or listed.
    pub tool_exists: bool,
    /// Whether some source lists the calls made for this message.
    pub calls_known: bool,
    /// Whether the owner's records have since changed in a way that argues against writing the claimed one.
    pub changed_since: bool,
}

impl Evidence {
    /// The evidence if no source was queried.
    #[must_use]
    pub fn unasked() -> Self {
        let (lines, calls_known, changed_since) = (Vec::new(), false, false);
        Self { outcome: Outcome::Unasked, lines, tool_exists: false, calls_known, changed_since }
    }
}

#[cfg(test)]
mod tests;
