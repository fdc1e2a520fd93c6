//! Checks whether the inputs of a step fit its tool.

use serde_json::{Map, Value};

use super::error::{ErrorType, PlanError};
use super::step::{PlanStep, quoted};
use crate::catalog::{ArgumentError, ArgumentFault, Parameters, Tool};

/// Checks the inputs of a step. A tool without a schema accepts everything.
pub(super) fn check(step: &PlanStep<'_>, tool: &Tool, errors: &mut Vec<PlanError>) {
    let Some(parameters) = &tool.parameters else { return };
    let nothing = Value::Object(Map::new());
    let inputs = step.inputs.unwrap_or(&nothing);
    let of_schema = parameters.check(inputs).into_iter().filter(|error| !depends_on_a_result(step, error));
    errors.extend(of_schema.map(|error| fault(step, tool, &error)));
    let unlisted = inputs.as_object().into_iter().flat_map(|inputs| parameters.unlisted(inputs));
    errors.extend(unlisted.map(|name| unknown(step, tool, parameters, name)));
}

/// Whether an error may disappear once the references of a step are resolved.
fn depends_on_a_result(step: &PlanStep<'_>, error: &ArgumentError) -> bool {
    step.references.iter().any(|reference| match reference.path.strip_prefix(error.path.as_str()) {
        Some("") => true,
        // A value that contains a reference may still change, but not its JSON type or its members.
        Some(inside) => inside.starts_with('/') && error.fault == ArgumentFault::Value,
        None => false,
    })
}

fn fault(step: &PlanStep<'_>, tool: &Tool, error: &ArgumentError) -> PlanError {
    let of_all = error.path.is_empty();
    match (error.fault, &error.name) {
        (ArgumentFault::Missing, Some(name)) if of_all => {
            let message = format!("{}: {} requires {}", step.name(), tool.name, quoted(name));
            step.error(ErrorType::MissingParameter, message)
        }
        (ArgumentFault::Unknown, Some(name)) if of_all => match &tool.parameters {
            Some(parameters) => unknown(step, tool, parameters, name),
            None => invalid(step, tool, error),
        },
        _ => invalid(step, tool, error),
    }
}

fn unknown(step: &PlanStep<'_>, tool: &Tool, parameters: &Parameters, name: &str) -> PlanError {
    let listed: Vec<_> = parameters.listed().map(|(name, _)| name).collect();
    let takes = if listed.is_empty() { "nothing".to_owned() } else { listed.join(", ") };
    let message = format!("{}: {} has no parameter {}; it takes {takes}", step.name(), tool.name, quoted(name));
    step.error(ErrorType::UnknownParameter, message)
}

fn invalid(step: &PlanStep<'_>, tool: &Tool, error: &ArgumentError) -> PlanError {
    let place =
        if error.path.is_empty() { "its inputs".to_owned() } else { format!("the input {}", quoted(&error.path)) };
    let message = format!("{}: {} cannot take {place}: {}", step.name(), tool.name, error.message);
    step.error(ErrorType::InvalidParameter, message)
}
