//! What a text claims: calls and results of tools, bare or in a syntax, plans, and stamps copied from the prompt. Pure.
//!
//! Finding the span and reading the value are one job, done by the payload reader ([`payload`]). `leak` finds what stands in
//! a syntax of the registry, `statement` the sentences that claim an action, `surroundings` tells where it stands, `weigh` decides from both whether it is a claim and how
//! sure that is (`confidence`); the values get their meaning from the registry.

mod adjacent;
mod asked;
mod body;
mod call;
mod call_tokens;
mod code;
mod confidence;
mod declaration;
mod escaped;
pub mod examples;
mod expression;
mod find;
mod frame;
mod framing;
mod leak;
mod marks;
pub mod payload;
mod plan;
mod prefilter;
mod remains;
mod repairs;
mod shape;
mod sighting;
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
use crate::registry::{Class, PatternKind};
use payload::RepairKind;

pub use asked::{WantedFormat, demands_data, mentions_data};
pub use confidence::{Reason, Signal};
pub use find::{Context, could_hold, find};
#[cfg(test)]
pub(crate) use frame::asked_kinds;
pub use frame::{Asks, Glances, TextPreview, ToolActions, Window, kinds_of_action};
pub use plan::{Recorded, recorded as recorded_plan, with_tools_that_exist};
pub use prefilter::Prefilter;
pub use remains::{Treated, leaves_remains};
pub use shape::{ValueKind, ValueShape};
pub use sighting::{Sighting, sightings};
pub use span::Span;
pub use statement::{Asked, Deed, Requests, Stated, StatementFinder};

/// What kind of thing is claimed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimKind {
    /// A tool's answer.
    #[default]
    Result,
    /// A call that stands in the text.
    Call,
    /// Steps that name tools.
    Plan,
    /// A sentence that says that something was done.
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

/// The record that a payload carries, by the names of its pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimedRecord {
    /// The record's type, such as `memory`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Canonical field → text, as the payload has it.
    pub fields: BTreeMap<String, String>,
}

/// A tool that may have been meant by a name that is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuggestedTool {
    /// The tool.
    pub tool: String,
    /// Why it is suggested, in words.
    pub reason: String,
}

/// Something that a text claims.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a claim, independent of the others")]
pub struct Claim {
    /// What kind of thing.
    pub kind: ClaimKind,
    /// What a removal takes away, wrapper and all.
    #[serde(flatten)]
    pub span: Span,
    /// The payload inside.
    pub payload: Option<Span>,
    /// How the payload is wrapped.
    pub syntax: Option<String>,
    /// The pattern that knows it.
    pub pattern: Option<String>,
    /// The pattern's class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<Class>,
    /// Whether the pattern knows it only as the whole message: of that shape may be an application's own format as well, or the
    /// answer of a tool.
    #[serde(skip)]
    pub whole: bool,
    /// Whether data was spoken of earlier in the conversation, so that what such a shape is taken for must be looked at.
    #[serde(skip)]
    pub after_data: bool,
    /// The tool that it speaks for.
    pub tool: Option<String>,
    /// The tool's name as it was written, where that differs.
    pub called_as: Option<String>,
    /// Whether a call names a tool that nobody knows.
    #[serde(default, skip_serializing_if = "is_false")]
    pub no_such_tool: bool,
    /// The tools that may have been meant then, best first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggested_tools: Option<Vec<String>>,
    /// The same, each with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<SuggestedTool>,
    /// What is wrong with a plan, in the order of its steps; of a corrected one what is wrong with that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<PlanError>,
    /// The plan as a reviewer corrected it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrected: Option<Value>,
    /// Where a plan stands that is recorded beside the text: then the span lies in no text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded: Option<Recorded>,
    /// How sure it is that this is a claim, 0 to 1.
    pub confidence: f64,
    /// Why: what speaks for it, then what speaks against it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Reason>,
    /// The payload's value, the arguments of a call; `None` where it could not be read.
    pub value: Option<Value>,
    /// The result that stood with a call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    /// What had to be forgiven to read it, each name once.
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
    /// Whether it is quoted, explained, or one of the words of a sentence.
    #[serde(default, skip_serializing_if = "is_false")]
    pub spoken_of: bool,
    /// What stands there instead after a removal, where that is not nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replacement: Option<String>,
    /// What the user had said before a statement, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
    /// Words in the names of tools that make a statement true.
    #[serde(skip)]
    pub true_by: Vec<String>,
    /// Whether nothing that only reads can make a statement true.
    #[serde(skip)]
    pub changes: bool,
    /// Whether a statement may tell what followed from any change ("the difference has been charged").
    #[serde(skip)]
    pub any_change: bool,
    /// Whether a statement may tell what a tool showed: a state, not a deed.
    #[serde(skip)]
    pub may_be_read: bool,
    /// The record that it carries, or that was promised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<ClaimedRecord>,
}

impl Claim {
    /// Whether the user's own message asked for what a statement claims.
    #[must_use]
    pub fn was_requested(&self) -> bool {
        self.reasons.iter().any(|reason| reason.signal == Signal::Requested)
    }

    /// Whether something else than what it is taken for may have its shape: a format, or the answer of a tool.
    #[must_use]
    pub fn has_common_shape(&self) -> bool {
        self.class.is_none() || self.whole
    }

    /// Whether a pattern of this name knows it; `unknown` is what no pattern knows.
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
