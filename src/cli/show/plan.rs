//! Describes a plan: its steps with errors and suggestions.

use serde_json::Value;

use crate::claim::Claim;
use crate::plan::{self, OutlinedStep, PlanError};

/// The steps of a plan as indented lines.
pub(super) fn in_words(claim: &Claim) -> String {
    let mut lines = String::new();
    if let Some(recorded) = &claim.recorded {
        let only = if recorded.writable { "" } else { " (read-only; leave it, or reject the finding)" };
        lines.push_str(&format!("  recorded in {}{only}\n", recorded.column));
    }
    if claim.corrected.is_some() {
        lines.push_str("  as corrected:\n");
    }
    mistakes(&mut lines, claim, None, "");
    for step in claim.plan().map(plan::outline).unwrap_or_default() {
        let waits = step.dependencies.join(", ");
        let waits = if waits.is_empty() { waits } else { format!(" after {waits}") };
        let OutlinedStep { place, id, tool, .. } = &step;
        let id = id.as_deref().filter(|id| *id != place.to_string()).map(|id| format!("{id}: ")).unwrap_or_default();
        lines.push_str(&format!("  {place}. {id}{}{waits}\n", tool.as_deref().unwrap_or("no tool")));
        mistakes(&mut lines, claim, Some(step.place), &step.name);
    }
    if let Some(Value::String(typed)) = claim.plan() {
        lines.extend(typed.lines().flat_map(|line| ["  ", line, "\n"]));
    }
    lines
}

fn mistakes(lines: &mut String, claim: &Claim, step: Option<usize>, name: &str) {
    for error in claim.errors.iter().filter(|error| error.step == step) {
        lines.push_str(&format!("     {}: {}\n", word(error), error.without(name)));
        for suggested in &error.suggestions {
            lines.push_str(&format!("     use instead: {} ({})\n", suggested.tool, suggested.reason));
        }
    }
}

fn word(error: &PlanError) -> &'static str {
    if error.is_fatal() { "error" } else { "warning" }
}
