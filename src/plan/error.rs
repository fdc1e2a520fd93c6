//! Errors of a plan.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The kind of error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorType {
    /// The plan, a step, or a member of one has the wrong JSON type.
    InvalidPlanStructure,
    /// The plan has no steps.
    EmptyPlan,
    /// A step lacks its `id` or its `tool`.
    MissingRequiredField,
    /// An earlier step has the same `id`.
    DuplicateStepId,
    /// The tool does not exist.
    HallucinatedTool,
    /// The step needs a later step.
    ForwardDependency,
    /// The step needs a step that does not exist.
    MissingDependency,
    /// The step needs itself.
    SelfDependency,
    /// Steps need each other in a cycle.
    DependencyCycle,
    /// An input violates the tool's schema.
    InvalidParameter,
    /// A required input is missing.
    MissingParameter,
    /// The tool has no parameter of this name.
    UnknownParameter,
}

/// Whether an error makes the plan invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The plan must not run.
    Error,
    /// The plan may still run.
    Warning,
}

impl ErrorType {
    /// The severity of this kind of error.
    #[must_use]
    pub fn severity(self) -> Severity {
        match self {
            Self::MissingParameter | Self::UnknownParameter => Severity::Warning,
            _ => Severity::Error,
        }
    }
}

/// A suggestion to use instead of a tool that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suggested {
    /// The name of the suggested tool.
    pub tool: String,
    /// Why it is suggested, as a phrase.
    pub reason: String,
}

/// An error or a warning of a plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanError {
    /// The step's position in the plan, counted from 1; `null` for the plan as a whole.
    pub step: Option<usize>,
    /// The step's `id` as written; `null` if it has none.
    pub step_id: Value,
    /// The kind of error.
    pub error_type: ErrorType,
    /// What is wrong, in words; it names the steps that it is about.
    pub message: String,
    /// Whether it makes the plan invalid.
    pub severity: Severity,
    /// The names of the suggested tools, best first.
    pub suggested_tools: Vec<String>,
    /// The suggested tools with reasons, in the same order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<Suggested>,
}

impl PlanError {
    /// Whether it makes the plan invalid.
    #[must_use]
    pub fn is_fatal(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The message without the step's name, for display next to that name.
    #[must_use]
    pub fn without(&self, name: &str) -> &str {
        let said = self.message.strip_prefix(name).and_then(|rest| rest.strip_prefix(": "));
        said.unwrap_or(&self.message)
    }

    /// Describes the error in a line, with the suggested tools and the reasons.
    #[must_use]
    pub fn describe(&self) -> String {
        let warning = if self.is_fatal() { "" } else { "warning: " };
        let instead: Vec<_> =
            self.suggestions.iter().map(|suggested| format!("{}: {}", suggested.tool, suggested.reason)).collect();
        let instead = if instead.is_empty() { String::new() } else { format!(" ({})", instead.join("; ")) };
        format!("{warning}{}{instead}", self.message)
    }

    /// An error of the plan as a whole.
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

    /// The same error with suggestions.
    pub(super) fn suggesting(self, suggestions: Vec<Suggested>) -> Self {
        let suggested_tools = suggestions.iter().map(|suggested| suggested.tool.clone()).collect();
        Self { suggested_tools, suggestions, ..self }
    }
}
