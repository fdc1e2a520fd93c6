//! Checks whether the tools of a plan exist and accept their inputs.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::error::{ErrorType, PlanError, Suggested};
use super::step::{PlanStep, quoted};
use super::{ResolvedToolName, inputs};
use crate::catalog::{Catalog, Suggestion, Tool};

/// Checks the tools of all steps; each name is looked up once. If `exists` returns true for a name that the catalog
/// lacks, nothing else is known about that tool.
pub(super) fn check(
    steps: &[PlanStep<'_>],
    catalog: &Catalog,
    exists: &dyn Fn(&str) -> bool,
    errors: &mut Vec<PlanError>,
    resolved: &mut Vec<ResolvedToolName>,
) {
    let mut known: HashMap<&str, Option<&Tool>> = HashMap::new();
    let mut near: HashMap<&str, Vec<Suggested>> = HashMap::new();
    for step in steps {
        let Some(name) = step.tool else { continue };
        let Some(tool) = *known.entry(name).or_insert_with(|| catalog.resolve(name)) else {
            if exists(name) {
                continue;
            }
            let by_name = near.entry(name).or_insert_with(|| suggested(catalog, name, None));
            let given = step.inputs.and_then(Value::as_object);
            let suggestions = if by_name.is_empty() { suggested(catalog, name, given) } else { by_name.clone() };
            errors.push(no_such_tool(step, name, suggestions));
            continue;
        };
        if tool.name != name {
            let called_as = name.to_owned();
            resolved.push(ResolvedToolName { step: step.place, called_as, tool: tool.name.clone() });
        }
        inputs::check(step, tool, errors);
    }
}

fn suggested(catalog: &Catalog, name: &str, arguments: Option<&Map<String, Value>>) -> Vec<Suggested> {
    let suggestion = |Suggestion { tool, reason }| Suggested { tool: tool.name.clone(), reason: reason.to_string() };
    catalog.suggest(name, arguments).into_iter().map(suggestion).collect()
}

fn no_such_tool(step: &PlanStep<'_>, name: &str, suggestions: Vec<Suggested>) -> PlanError {
    let instead: Vec<_> = suggestions.iter().map(|suggested| suggested.tool.as_str()).collect();
    let mut message = format!("{}: Tool {} does not exist", step.name(), quoted(name));
    if !instead.is_empty() {
        message.push_str(&format!("; perhaps {} was meant", instead.join(" or ")));
    }
    step.error(ErrorType::HallucinatedTool, message).suggesting(suggestions)
}
