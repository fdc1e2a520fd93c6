//! Plans of a planner, validated before anything of them runs: do the tools exist, can the steps run in their order,
//! do the inputs fit?
//!
//! Everything here is deterministic: no model is asked, and no wording of a prompt gets around it. All mistakes of a
//! plan are reported at once, in the order of its steps.
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

/// What the validation of a plan found.
#[derive(Debug, Serialize)]
pub struct PlanReport {
    /// Whether the plan may run; warnings do not forbid it.
    pub valid: bool,
    /// The mistakes, in the order of the steps.
    pub errors: Vec<PlanError>,
    /// The steps that write the name of their tool in another way than the catalog.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub resolved: Vec<ResolvedToolName>,
}

impl PlanReport {
    /// How many mistakes are of this severity.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.errors.iter().filter(|error| error.severity == severity).count()
    }
}

/// A step whose tool is called by another spelling of its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ResolvedToolName {
    /// The step's place in the plan, counted from 1.
    pub step: usize,
    /// The name as it was written.
    pub called_as: String,
    /// The tool's name.
    pub tool: String,
}

/// Validates a plan against the tools that exist.
#[must_use]
pub fn validate(plan: &Value, catalog: &Catalog) -> PlanReport {
    validate_with(plan, catalog, &|_| false)
}

/// Validates a plan that was found somewhere against the tools that are known. Where no catalog lists them all, a name
/// that is unknown may be a tool's.
#[must_use]
pub fn validate_known(plan: &Value, tools: &KnownTools) -> PlanReport {
    validate_with(plan, tools.catalog(), &|name| !tools.is_complete() || tools.resolve(name, &[]).is_some())
}

/// The same; a name that `exists` is a tool's though the catalog does not have it.
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
    // The sort is stable: within a step the mistakes keep the order of the checks.
    errors.sort_by_key(|error| error.step);
    PlanReport { valid: errors.iter().all(|error| error.severity == Severity::Warning), errors, resolved }
}
