//! The steps of a plan as written: a wrong shape is reported, and the rest is still checked.

use std::borrow::Cow;

use serde_json::{Map, Number, Value};

use super::error::{ErrorType, PlanError};
use super::reference::{self, Reference};
use crate::visible;

/// The maximum number of characters of a name from the plan that a message shows.
const EXCERPT: usize = 80;

/// A step, as far as it is readable.
#[derive(Debug)]
pub(super) struct PlanStep<'a> {
    /// The position in the plan, counted from 1.
    pub(super) place: usize,
    /// The `id` as written; `None` if it is a list or an object.
    pub(super) written_id: Option<&'a Value>,
    /// The `id` as text: the number 1 and the text `1` are equal.
    pub(super) id: Option<Cow<'a, str>>,
    /// A numeric `id` as it was written, if that differs from `id`: `1.0`.
    pub(super) other_id: Option<String>,
    pub(super) tool: Option<&'a str>,
    /// The arguments for the tool, always an object; `None` if they are missing, `null` or not an object.
    pub(super) inputs: Option<&'a Value>,
    /// The ids in the step's list of dependencies.
    pub(super) dependencies: Vec<Cow<'a, str>>,
    /// The references in its inputs.
    pub(super) references: Vec<Reference<'a>>,
}

/// Returns the list of steps in a plan; if there is none, reports an error and returns an empty list.
pub(super) fn list<'a>(plan: &'a Value, errors: &mut Vec<PlanError>) -> &'a [Value] {
    let (error_type, message) = match plan {
        Value::Array(steps) if !steps.is_empty() => return steps,
        Value::Object(members) => match members.get("steps") {
            Some(Value::Array(steps)) if !steps.is_empty() => return steps,
            Some(Value::Array(_)) => (ErrorType::EmptyPlan, NO_STEPS.to_owned()),
            Some(other) => not_a_plan(&format!("`steps` is {}", kind(other))),
            None => not_a_plan("missing `steps`"),
        },
        Value::Array(_) => (ErrorType::EmptyPlan, NO_STEPS.to_owned()),
        other => not_a_plan(&format!("this is {}", kind(other))),
    };
    errors.push(PlanError::of_plan(error_type, message));
    &[]
}

const NO_STEPS: &str = "The plan has no steps";

fn not_a_plan(why: &str) -> (ErrorType, String) {
    (ErrorType::InvalidPlanStructure, format!("A plan is a list of steps, or {{\"steps\": […]}}; {why}"))
}

impl<'a> PlanStep<'a> {
    /// Reads a step and reports errors of its shape.
    pub(super) fn read(place: usize, written: &'a Value, errors: &mut Vec<PlanError>) -> Self {
        let mut step = Self {
            place,
            written_id: None,
            id: None,
            other_id: None,
            tool: None,
            inputs: None,
            dependencies: Vec::new(),
            references: Vec::new(),
        };
        let Value::Object(members) = written else {
            let message = format!("Step {place} must be an object, not {}", kind(written));
            errors.push(step.error(ErrorType::InvalidPlanStructure, message));
            return step;
        };
        step.written_id = members.get("id").filter(|id| !id.is_array() && !id.is_object());
        let mut problems = Vec::new();
        step.id = id(members, &mut problems);
        step.other_id = step.id.as_deref().and_then(|id| {
            let written = members.get("id")?.as_number()?.to_string();
            (written != id).then_some(written)
        });
        step.tool = tool(members, &mut problems);
        step.inputs = inputs(members, &mut problems);
        step.references = step.inputs.map(reference::find).unwrap_or_default();
        for name in ["deps", "dependencies"] {
            step.dependencies.extend(dependencies(members, name, &mut problems));
        }
        let error =
            |(error_type, message): (ErrorType, String)| step.error(error_type, format!("{}: {message}", step.name()));
        errors.extend(problems.into_iter().map(error));
        step
    }

    /// An error of this step.
    pub(super) fn error(&self, error_type: ErrorType, message: impl Into<String>) -> PlanError {
        let step_id = self.written_id.cloned().unwrap_or_default();
        PlanError { step: Some(self.place), step_id, ..PlanError::of_plan(error_type, message) }
    }

    /// The step's name in a message.
    pub(super) fn name(&self) -> String {
        match &self.id {
            Some(id) => format!("Step {}", quoted(id)),
            None => format!("Step {}", self.place),
        }
    }
}

fn tool<'a>(members: &'a Map<String, Value>, problems: &mut Vec<(ErrorType, String)>) -> Option<&'a str> {
    let given = |name: &str| members.get(name).filter(|value| !value.is_null());
    match (given("tool"), given("action")) {
        // If both are present but differ, we would check one while the executor may run the other.
        (Some(tool), Some(action)) if tool != action => {
            let message = "`tool` and `action` name two different tools".to_owned();
            problems.push((ErrorType::InvalidPlanStructure, message));
            None
        }
        (None, Some(_)) => text(members, "action", problems),
        _ => text(members, "tool", problems),
    }
}

/// Reads the `id` of a step, a text or a number.
fn id<'a>(members: &'a Map<String, Value>, problems: &mut Vec<(ErrorType, String)>) -> Option<Cow<'a, str>> {
    match members.get("id") {
        Some(Value::Number(number)) => number_id(number, "id", problems).map(Cow::Owned),
        _ => member(members, "id", "a text or a number", problems).map(Cow::Borrowed),
    }
}

/// From here on, distinct integers may have the same floating-point value.
const INEXACT: f64 = 9_007_199_254_740_992.0;

/// Converts a number in the member `name` to an id: 1.0 is 1.
fn number_id(number: &Number, name: &str, problems: &mut Vec<(ErrorType, String)>) -> Option<String> {
    let float = number.as_f64().filter(|_| number.is_f64());
    if float.is_some_and(|float| float.abs() >= INEXACT) {
        let message = format!("`{name}` holds a number too large to be exact; write it as a text");
        problems.push((ErrorType::InvalidPlanStructure, message));
        return None;
    }
    let text = number.to_string();
    let whole = text.strip_suffix(".0").unwrap_or(&text);
    Some(if whole == "-0" { "0" } else { whole }.to_owned())
}

/// Reads a required text member.
fn text<'a>(members: &'a Map<String, Value>, name: &str, problems: &mut Vec<(ErrorType, String)>) -> Option<&'a str> {
    member(members, name, "a text", problems)
}

/// Reads a required text; `allowed` names other accepted types in error messages.
fn member<'a>(
    members: &'a Map<String, Value>,
    name: &str,
    allowed: &str,
    problems: &mut Vec<(ErrorType, String)>,
) -> Option<&'a str> {
    match members.get(name) {
        None | Some(Value::Null) => problems.push((ErrorType::MissingRequiredField, format!("`{name}` is missing"))),
        Some(Value::String(text)) if text.trim().is_empty() => {
            problems.push((ErrorType::MissingRequiredField, format!("`{name}` is empty")));
        }
        Some(Value::String(text)) => return Some(text),
        Some(other) => {
            let message = format!("`{name}` must be {allowed}, not {}", kind(other));
            problems.push((ErrorType::InvalidPlanStructure, message));
        }
    }
    None
}

fn inputs<'a>(members: &'a Map<String, Value>, problems: &mut Vec<(ErrorType, String)>) -> Option<&'a Value> {
    match members.get("inputs") {
        None | Some(Value::Null) => None,
        Some(inputs @ Value::Object(_)) => Some(inputs),
        Some(other) => {
            problems
                .push((ErrorType::InvalidPlanStructure, format!("`inputs` must be an object, not {}", kind(other))));
            None
        }
    }
}

fn dependencies<'a>(
    members: &'a Map<String, Value>,
    name: &str,
    problems: &mut Vec<(ErrorType, String)>,
) -> Vec<Cow<'a, str>> {
    let list = match members.get(name) {
        None | Some(Value::Null) => return Vec::new(),
        Some(Value::Array(list)) => list,
        Some(other) => {
            let message = format!("`{name}` must be a list of step ids, not {}", kind(other));
            problems.push((ErrorType::InvalidPlanStructure, message));
            return Vec::new();
        }
    };
    let mut read = Vec::new();
    for id in list {
        match id {
            Value::String(id) => read.push(Cow::Borrowed(id.as_str())),
            Value::Number(id) => read.extend(number_id(id, name, problems).map(Cow::Owned)),
            other => {
                let message = format!("`{name}` must name steps by their ids, and holds {}", kind(other));
                problems.push((ErrorType::InvalidPlanStructure, message));
            }
        }
    }
    read
}

/// The JSON type of a value, as messages name it.
fn kind(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => format!("the number {number}"),
        Value::String(text) => format!("the text {}", quoted(text)),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// Quotes a name from outside on one line, with limited length.
pub(super) fn quoted(name: &str) -> String {
    format!("'{}'", visible::excerpt(name, EXCERPT))
}
