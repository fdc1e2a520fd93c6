//! Validates a planner's plan before any of it runs: do the tools exist, can the steps run in their order,
//! do the inputs fit?
//!
//! Validation is deterministic: no model is involved, so no prompt can get around it. All errors of a plan are reported
//! at once, in the order of its steps.
//!
//! ```
//! use ghostcall::catalog::Catalog;
//! use ghostcall::plan;
//!
//! let catalog = Catalog::parse("tools.json5", "[{name: 'organize_files', instead_of: ['create_folder']}]").unwrap();
//! let plan = serde_json::json!([{"id": "step_1", "tool": "create_folder"}]);
//! let report = plan::validate(&plan, &catalog);
//! assert!(!report.valid);
//! assert_eq!(report.errors[0].suggested_tools, ["organize_files"]);
//! ```

mod cycle;
mod dependencies;
mod error;
mod feedback;
mod inputs;
mod outline;
mod prompt;
mod reference;
mod step;
#[cfg(test)]
mod tests;
mod tools;
mod typed;

use serde::Serialize;
use serde_json::Value;

use crate::catalog::{Catalog, KnownTools};
pub use error::{ErrorType, PlanError, Severity, Suggested};
pub use feedback::feedback;
pub use outline::{OutlinedStep, outline};
pub use prompt::prompt;
use step::PlanStep;
pub use typed::read;

/// The result of validating a plan.
#[derive(Debug, Serialize)]
pub struct PlanReport {
    /// Whether the plan may run. Warnings do not make it invalid.
    pub valid: bool,
    /// The errors and warnings, in the order of the steps.
    pub errors: Vec<PlanError>,
    /// The steps that spell the name of their tool differently from the catalog.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub resolved: Vec<ResolvedToolName>,
}

impl PlanReport {
    /// The number of errors of this severity.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.errors.iter().filter(|error| error.severity == severity).count()
    }
}

/// A step that spells the name of its tool differently from the catalog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ResolvedToolName {
    /// The step's position in the plan, counted from 1.
    pub step: usize,
    /// The name as written.
    pub called_as: String,
    /// The tool's name in the catalog.
    pub tool: String,
}

/// Validates a plan against a catalog.
#[must_use]
pub fn validate(plan: &Value, catalog: &Catalog) -> PlanReport {
    validate_with(plan, catalog, &|_| false)
}

/// Validates a plan against the known tools. Unless a catalog lists them all, an unknown name may still be a tool's.
#[must_use]
pub fn validate_known(plan: &Value, tools: &KnownTools) -> PlanReport {
    validate_with(plan, tools.catalog(), &|name| !tools.is_complete() || tools.resolve(name, &[]).is_some())
}

/// Validates a plan; a name for which `exists` returns true is a tool's even if the catalog lacks it.
fn validate_with(plan: &Value, catalog: &Catalog, exists: &dyn Fn(&str) -> bool) -> PlanReport {
    let mut errors = Vec::new();
    let mut resolved = Vec::new();
    let written = step::list(plan, &mut errors);
    let steps: Vec<_> =
        written.iter().enumerate().map(|(at, step)| PlanStep::read(at + 1, step, &mut errors)).collect();
    let ids = dependencies::ids(&steps, &mut errors);
    tools::check(&steps, catalog, exists, &mut errors, &mut resolved);
    dependencies::check(&steps, &ids, &mut errors);
    cycle::check(&steps, &ids, &mut errors);
    // The sort is stable: within a step, errors keep the order of the checks.
    errors.sort_by_key(|error| error.step);
    PlanReport { valid: errors.iter().all(|error| error.severity == Severity::Warning), errors, resolved }
}
