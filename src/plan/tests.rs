use super::*;

mod properties;
mod rows;
mod speed;
mod texts;

use serde_json::json;

const PLANNER_TOOLS: &str = include_str!("../../sample-data/planner-tools.json");

fn planner() -> Catalog {
    Catalog::parse("planner-tools.json", PLANNER_TOOLS).unwrap()
}

/// The errors of a plan as pairs of step and kind.
fn errors_of(plan: &Value) -> Vec<(usize, ErrorType)> {
    let report = validate(plan, &planner());
    let is_error = |error: &PlanError| error.severity == Severity::Error;
    assert_eq!(report.valid, !report.errors.iter().any(is_error));
    report.errors.iter().map(|error| (error.step.unwrap_or(0), error.error_type)).collect()
}

/// The only message of a plan.
fn message(plan: &Value) -> String {
    let report = validate(plan, &planner());
    let [error] = report.errors.as_slice() else { panic!("{:?}", report.errors) };
    error.message.clone()
}

/// A step with dependencies.
fn step(id: &str, deps: &[&str]) -> Value {
    json!({"id": id, "tool": "search_documents", "inputs": {"query": "x"}, "deps": deps})
}
