//! Feedback for a planner's next attempt: what is wrong, what exists, what to use instead.

use std::collections::BTreeSet;

use super::{PlanError, PlanReport, Severity};
use crate::catalog::{Catalog, Tool};
use crate::counted::counted;

/// Formats the report of a plan as feedback for the planner that wrote it.
#[must_use]
pub fn feedback(report: &PlanReport, catalog: &Catalog) -> String {
    let mut text = headline(report);
    for (title, severity) in [("Errors:", Severity::Error), ("Warnings:", Severity::Warning)] {
        let lines: Vec<_> = report.errors.iter().filter(|error| error.severity == severity).map(line).collect();
        if !lines.is_empty() {
            text.push_str(&format!("\n{title}\n{}", lines.concat()));
        }
    }
    for resolved in &report.resolved {
        let written = super::step::quoted(&resolved.called_as);
        text.push_str(&format!("\nStep {}: write {written} as '{}'.\n", resolved.step, resolved.tool));
    }
    if !report.valid {
        text.push_str(&what_exists(report, catalog));
    }
    text
}

fn headline(report: &PlanReport) -> String {
    let warnings = report.count(Severity::Warning);
    let warning_note = if warnings == 0 { String::new() } else { format!(", {}", counted(warnings, "warning")) };
    if report.valid {
        return format!("VALIDATION PASSED: the plan has no errors{warning_note}.\n");
    }
    let errors = counted(report.count(Severity::Error), "error");
    format!("VALIDATION FAILED: the plan has {errors}{warning_note}. Nothing of it was executed.\n")
}

fn line(error: &PlanError) -> String {
    let mut line = format!("- {}.\n", error.message);
    for suggested in &error.suggestions {
        line.push_str(&format!("  Use instead: {} ({}).\n", suggested.tool, suggested.reason));
    }
    line
}

fn what_exists(report: &PlanReport, catalog: &Catalog) -> String {
    let mut text = String::new();
    let suggested: BTreeSet<&str> =
        report.errors.iter().flat_map(|error| &error.suggested_tools).map(String::as_str).collect();
    let suggested: Vec<_> = catalog.tools().iter().filter(|tool| suggested.contains(tool.name.as_str())).collect();
    if !suggested.is_empty() {
        text.push_str("\nThe tools to use instead:\n");
        text.extend(suggested.into_iter().map(Tool::described));
    }
    let names: Vec<_> = catalog.tools().iter().map(Tool::signature).collect();
    let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    text.push_str(&format!("\nAvailable tools (no other tools exist): {names}\n"));
    text.push_str("\nWrite the whole plan again, without these errors.\n");
    text
}
