//! What can be wrong with a plan.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::step::PlanStep;

/// The kind of a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorType {
    /// The plan, a step, or a member of one is not of the kind that it must be.
    InvalidPlanStructure,
    /// The plan has no steps.
    EmptyPlan,
    /// A step lacks its `id` or its `tool`.
    MissingRequiredField,
    /// An earlier step has the same `id`.
    DuplicateStepId,
    /// The tool does not exist.
    HallucinatedTool,
    /// The step needs one that comes later.
    ForwardDependency,
    /// The step needs one that does not exist.
    MissingDependency,
    /// The step needs itself.
    SelfDependency,
    /// Steps need each other in a circle.
    DependencyCycle,
    /// An input breaks the tool's schema.
    InvalidParameter,
    /// An input that the tool requires is not given.
    MissingParameter,
    /// The tool has no parameter of this name.
    UnknownParameter,
}

/// Whether a mistake forbids the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The plan must not run.
    Error,
    /// The plan may run.
    Warning,
}

impl ErrorType {
    /// Whether a mistake of this kind forbids the plan.
    #[must_use]
    pub fn severity(self) -> Severity {
        match self {
            Self::MissingParameter | Self::UnknownParameter => Severity::Warning,
            _ => Severity::Error,
        }
    }
}

/// A tool that is suggested in place of one that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suggested {
    /// The tool's name.
    pub tool: String,
    /// Why it is suggested, in words.
    pub reason: String,
}

/// A mistake in a plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanError {
    /// The step's place in the plan, counted from 1; `null` for the plan as a whole.
    pub step: Option<usize>,
    /// The step's `id` as it was written, where it has one.
    pub step_id: Value,
    /// The kind of the mistake.
    pub error_type: ErrorType,
    /// What is wrong, in words.
    pub message: String,
    /// Whether it forbids the plan.
    pub severity: Severity,
    /// The tools that may have been meant, best first.
    pub suggested_tools: Vec<String>,
    /// The same tools, each with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<Suggested>,
}

impl PlanError {
    /// Whether it forbids the plan.
    #[must_use]
    pub fn is_fatal(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The message without the name of its step, for display next to that name.
    #[must_use]
    pub fn without(&self, name: &str) -> &str {
        let said = self.message.strip_prefix(name).and_then(|rest| rest.strip_prefix(": "));
        said.unwrap_or(&self.message)
    }

    /// Describes the error in a line, with the tools to use instead and why each is near.
    #[must_use]
    pub fn describe(&self) -> String {
        let warning = if self.is_fatal() { "" } else { "warning: " };
        let instead: Vec<_> =
            self.suggestions.iter().map(|suggested| format!("{}: {}", suggested.tool, suggested.reason)).collect();
        let instead = if instead.is_empty() { String::new() } else { format!(" ({})", instead.join("; ")) };
        format!("{warning}{}{instead}", self.message)
    }

    /// A mistake of the plan as a whole.
    pub(super) fn of_plan(error_type: ErrorType, message: impl Into<String>) -> Self {
        Self {
            step: None,
            step_id: Value::Null,
            error_type,
            message: message.into(),
            severity: error_type.severity(),
            suggested_tools: Vec::new(),
            suggestions: Vec::new(),
        }
    }

    /// A mistake of a step.
    pub(super) fn of_step(step: &PlanStep<'_>, error_type: ErrorType, message: impl Into<String>) -> Self {
        let step_id = step.written_id.cloned().unwrap_or_default();
        Self { step: Some(step.place), step_id, ..Self::of_plan(error_type, message) }
    }

    /// The same with tools that may have been meant.
    pub(super) fn suggesting(self, suggestions: Vec<Suggested>) -> Self {
        let suggested_tools = suggestions.iter().map(|suggested| suggested.tool.clone()).collect();
        Self { suggested_tools, suggestions, ..self }
    }
}
