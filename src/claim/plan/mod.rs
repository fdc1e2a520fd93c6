//! Plans: steps that name tools, in a text or stored with a message, validated against the catalog. A plan without
//! errors claims nothing.

mod signs;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::confidence::{Signal, confidence, reasons};
use super::payload::{self, Payload};
use super::{Claim, ClaimKind, Span, SuggestedTool};
use crate::catalog::KnownTools;
use crate::plan::{self, ErrorType, PlanError, Suggested};

/// The place of a plan that is stored outside the text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedPlan {
    /// The name of the column.
    pub column: String,
    /// The content of the column.
    pub text: String,
    /// The bytes of the plan in the content.
    pub plan: Span,
    /// Whether the profile allows writing the column.
    pub writable: bool,
}

/// The errors of the plan that a payload is; `None` if it is no plan, or one that can run.
pub(super) fn errors(payload: &Payload, tools: &KnownTools) -> Option<Vec<PlanError>> {
    // It is unknown what a truncated plan would contain.
    let value = payload.value.as_ref().filter(|value| !payload.truncated && signs::is_plan(value, tools))?;
    Some(plan::validate_known(value, tools).errors)
}

/// Whether one of the errors keeps the plan from running.
pub(super) fn is_refused(errors: &[PlanError]) -> bool {
    errors.iter().any(PlanError::is_fatal)
}

/// The signal of a plan with these errors.
pub(super) fn signal(errors: &[PlanError]) -> Signal {
    let is_invented = |error: &PlanError| error.error_type == ErrorType::HallucinatedTool;
    if errors.iter().any(is_invented) { Signal::PlanOfNoTool } else { Signal::FaultyPlan }
}

/// Completes the claim of a plan with its errors.
pub(super) fn with_errors(claim: Claim, errors: Vec<PlanError>) -> Claim {
    let invented = errors.iter().find(|error| error.error_type == ErrorType::HallucinatedTool);
    let step = invented.and_then(|error| error.step?.checked_sub(1));
    let named = |step: usize| signs::tool(signs::steps(claim.value.as_ref()?)?.get(step)?.as_object()?);
    let suggested_tool =
        |suggested: &Suggested| SuggestedTool { tool: suggested.tool.clone(), reason: suggested.reason.clone() };
    Claim {
        kind: ClaimKind::Plan,
        tool: step.and_then(named).map(str::to_owned),
        no_such_tool: invented.is_some(),
        suggested_tools: invented.map(|error| error.suggested_tools.clone()),
        suggestions: invented.iter().flat_map(|error| &error.suggestions).map(suggested_tool).collect(),
        errors,
        ..claim
    }
}

/// A claim without the errors of missing tools that do exist: a tool that ran is not invented, whatever a catalog says.
/// `None` if no error remains that keeps the plan from running.
#[must_use]
pub fn with_tools_that_exist(claim: Claim, exists: &dyn Fn(&str) -> bool) -> Option<Claim> {
    if claim.kind != ClaimKind::Plan || !claim.no_such_tool {
        return Some(claim);
    }
    let steps = claim.value.as_ref().and_then(signs::steps).unwrap_or_default();
    let tool_of = |error: &PlanError| signs::tool(steps.get(error.step?.checked_sub(1)?)?.as_object()?);
    let is_mistaken =
        |error: &PlanError| error.error_type == ErrorType::HallucinatedTool && tool_of(error).is_some_and(exists);
    let errors: Vec<PlanError> = claim.errors.iter().filter(|error| !is_mistaken(error)).cloned().collect();
    is_refused(&errors).then(|| with_errors(claim, errors))
}

/// The claim of a stored plan that cannot run: `text` is the content of `column`, which may be `writable`. Its span is
/// in no text.
#[must_use]
pub fn recorded(text: &str, column: &str, writable: bool, tools: &KnownTools) -> Option<Claim> {
    let payload =
        payload::read_all(text).into_iter().find(|payload| payload.value.as_ref().is_some_and(names_tools))?;
    let errors = plan::validate_known(payload.value.as_ref()?, tools).errors;
    if !is_refused(&errors) {
        return None;
    }
    let doubts = [(payload.uncertain, Signal::Guessed), (payload.truncated, Signal::CutOff)];
    let reasons = reasons(signal(&errors), None, &doubts);
    let claim = Claim {
        syntax: Some("recorded".to_owned()),
        confidence: confidence(&reasons),
        reasons,
        repairs: payload.repair_kinds(),
        uncertain: payload.uncertain,
        truncated: payload.truncated,
        recorded: Some(RecordedPlan { column: column.to_owned(), text: text.to_owned(), plan: payload.span, writable }),
        value: payload.value,
        ..Claim::default()
    };
    Some(with_errors(claim, errors))
}

/// Whether some step names a tool: a column of plans contains other values too, such as an empty list.
fn names_tools(value: &Value) -> bool {
    let names = |step: &Value| step.as_object().is_some_and(|step| signs::tool(step).is_some());
    signs::steps(value).is_some_and(|steps| steps.iter().any(names))
}

impl Claim {
    /// Whether the claim is in the text, not in another column.
    #[must_use]
    pub fn is_in_text(&self) -> bool {
        self.recorded.is_none()
    }

    /// The plan that counts: the reviewer's correction if there is one.
    #[must_use]
    pub fn plan(&self) -> Option<&Value> {
        self.corrected.as_ref().or(self.value.as_ref()).filter(|_| self.kind == ClaimKind::Plan)
    }
}
