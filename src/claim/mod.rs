//! What a text claims: calls and results of tools, bare or in a syntax; plans; sentences; and stamps copied from the
//! prompt. Pure.
//!
//! The payload reader ([`payload`]) finds the span and reads the value in one pass. `leak` finds calls in a syntax of
//! the registry. `sentence` splits prose into sentences, `frame` reads who did what in one, and `statement` finds those
//! that claim an action. `surroundings` describes the text around a claim. `weigh` decides from this whether something
//! is a claim and how certain that is (`confidence`). The registry gives meaning to the values.

mod adjacent;
mod asked;
mod body;
mod call;
mod call_mention;
mod call_tokens;
mod candidate;
mod code;
mod confidence;
mod declaration;
mod escaped;
pub mod examples;
mod explanation;
mod expression;
mod find;
mod fitting;
mod frame;
mod item;
mod leak;
mod leftovers;
mod marks;
pub mod payload;
mod plan;
mod prefilter;
mod repairs;
mod requested_format;
mod segmentation;
mod sentence;
mod shape;
mod span;
mod stamp;
mod statement;
mod surroundings;
#[cfg(test)]
mod tests;
mod thought;
mod weigh;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::plan::PlanError;
use crate::registry::{Class, PatternKind, ToolWords};
use payload::RepairKind;

pub use asked::Asked;
pub use call_mention::{CallMention, call_mentions};
pub use candidate::{Context, could_hold};
pub use confidence::{Reason, Signal};
pub use find::find;
#[cfg(test)]
pub(crate) use frame::asked_kinds;
pub use frame::{Previewer, RequestPreview, TextPreview, ToolActions, UserMessage, Window, kinds_of_action};
pub use leftovers::{TreatedSpan, has_leftovers};
pub use plan::{RecordedPlan, recorded as recorded_plan, with_tools_that_exist};
pub use prefilter::Prefilter;
pub use requested_format::{WantedFormat, demands_data, mentions_data};
pub use shape::{ValueKind, ValueShape};
pub use span::Span;
pub use statement::{CompletionClaim, ReportedAction, Requests, StatementFinder, is_bare_reply};

/// The kinds of claims.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimKind {
    /// The answer of a tool.
    #[default]
    Result,
    /// A call of a tool, with its arguments.
    Call,
    /// Steps that name tools.
    Plan,
    /// A sentence that reports something as done: a completion claim.
    Statement,
    /// A log-like prefix, copied from the prompt.
    Stamp,
}

impl From<PatternKind> for ClaimKind {
    fn from(kind: PatternKind) -> Self {
        match kind {
            PatternKind::Result => Self::Result,
            PatternKind::Call => Self::Call,
        }
    }
}

/// The record in a payload, by the names of its pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimedRecord {
    /// The record's type, such as `memory`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The text of each field, by canonical name.
    pub fields: BTreeMap<String, String>,
}

/// A tool that may be meant by an unknown name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuggestedTool {
    /// The tool's name.
    pub tool: String,
    /// Why it is suggested, as a sentence.
    pub reason: String,
}

/// A text's assertion of a tool call or an action.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a claim, independent of the others")]
pub struct Claim {
    /// Whether it asserts a call, a result, a plan, an action, or is a copied stamp.
    pub kind: ClaimKind,
    /// The bytes that a removal takes away, wrapper included.
    #[serde(flatten)]
    pub span: Span,
    /// The bytes of the payload within the span.
    pub payload: Option<Span>,
    /// The name of the syntax around the payload.
    pub syntax: Option<String>,
    /// The name of the pattern that matches the payload.
    pub pattern: Option<String>,
    /// The class of that pattern.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<Class>,
    /// Whether the pattern matches it only as the whole message: the same shape may be an application's own format, or
    /// the answer of a tool.
    #[serde(skip)]
    pub whole: bool,
    /// Whether data was mentioned earlier in the conversation, so that a payload of common shape needs a review.
    #[serde(skip)]
    pub after_data: bool,
    /// The tool that it claims as called.
    pub tool: Option<String>,
    /// The tool's name as written, if that differs.
    pub called_as: Option<String>,
    /// Whether it calls a tool that does not exist.
    #[serde(default, skip_serializing_if = "is_false")]
    pub no_such_tool: bool,
    /// The tools that may be meant by an unknown name, best first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggested_tools: Option<Vec<String>>,
    /// The same tools, each with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<SuggestedTool>,
    /// The errors of a plan, in the order of its steps; of a corrected plan, those of the correction.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<PlanError>,
    /// The plan as corrected by a reviewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrected: Option<Value>,
    /// The column of a plan that is stored outside the text; the span is then in no text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded: Option<RecordedPlan>,
    /// How certain it is that this is a claim, from 0 to 1.
    pub confidence: f64,
    /// The reasons for the confidence: what supports the claim, then what speaks against it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Reason>,
    /// The payload's value, or the arguments of a call; `None` if it could not be read.
    pub value: Option<Value>,
    /// The result that came with a call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    /// The kinds of repairs that reading it needed, each once.
    pub repairs: Vec<RepairKind>,
    /// Whether a value had to be guessed.
    #[serde(default, skip_serializing_if = "is_false")]
    pub uncertain: bool,
    /// Whether the payload is cut off.
    #[serde(default, skip_serializing_if = "is_false")]
    pub truncated: bool,
    /// Whether the user asked for such data.
    #[serde(default, skip_serializing_if = "is_false")]
    pub asked_for: bool,
    /// Whether it is in a code fence.
    #[serde(default, skip_serializing_if = "is_false")]
    pub fenced: bool,
    /// Whether it is quoted, explained, or part of a sentence.
    #[serde(default, skip_serializing_if = "is_false")]
    pub spoken_of: bool,
    /// The text that replaces it on removal; `None` for nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replacement: Option<String>,
    /// The user's message before a sentence, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
    /// Words in the names of tools that make a sentence true.
    #[serde(skip)]
    pub true_by: ToolWords,
    /// Whether only a tool that changes something can make a sentence true.
    #[serde(skip)]
    pub changes: bool,
    /// Whether a sentence may follow from any change ("the difference has been charged").
    #[serde(skip)]
    pub any_change: bool,
    /// Whether what a sentence claims is still to do when a tool has only prepared it.
    #[serde(skip)]
    pub is_decisive: bool,
    /// Whether a sentence may describe what a tool showed: a state, not an action.
    #[serde(skip)]
    pub may_be_read: bool,
    /// Whether a sentence says that something is booked for the user, which no search of what is on offer shows.
    #[serde(skip)]
    pub is_of_booking: bool,
    /// Whether a sentence only says again what was done before the user's last message.
    #[serde(skip)]
    pub restates: bool,
    /// Whether the text says more that may be false with a sentence: other reports, or a list that it introduces.
    #[serde(skip)]
    pub leaves_reports: bool,
    /// The record that it carries or promises.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<ClaimedRecord>,
}

impl Claim {
    /// Whether the user's own message asked for what a sentence claims.
    #[must_use]
    pub fn was_requested(&self) -> bool {
        self.reasons.iter().any(|reason| reason.signal == Signal::Requested)
    }

    /// Whether its shape also fits something else: a format, or the answer of a tool.
    #[must_use]
    pub fn has_common_shape(&self) -> bool {
        self.class.is_none() || self.whole
    }

    /// Whether its pattern has this name; `unknown` means no pattern.
    #[must_use]
    pub fn is_of_pattern(&self, name: &str) -> bool {
        match &self.pattern {
            Some(pattern) => pattern == name,
            None => self.kind == ClaimKind::Result && name == "unknown",
        }
    }

    /// Whether it is more than a stamp.
    #[must_use]
    pub fn is_payload(&self) -> bool {
        self.kind != ClaimKind::Stamp
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_false(truth: &bool) -> bool {
    !truth
}
