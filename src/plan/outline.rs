//! The steps of a plan in brief, for display: the tool that each runs, and its dependencies.

use std::borrow::Cow;

use serde_json::Value;

use crate::visible;

use super::step::{self, PlanStep};

/// A step, as far as it is readable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlinedStep {
    /// The position in the plan, counted from 1.
    pub place: usize,
    /// The step's name in messages.
    pub name: String,
    /// The `id` as text, of whatever JSON type.
    pub id: Option<String>,
    /// The tool's name as written.
    pub tool: Option<String>,
    /// The ids of the steps it depends on, in the order of its list.
    pub dependencies: Vec<String>,
}

/// The steps of a plan in order; empty if `plan` is not a plan.
#[must_use]
pub fn outline(plan: &Value) -> Vec<OutlinedStep> {
    // Validation reports these errors.
    let mut errors = Vec::new();
    let read = |(at, written): (usize, &Value)| {
        let step = PlanStep::read(at + 1, written, &mut errors);
        OutlinedStep {
            place: step.place,
            name: step.name(),
            id: step.written_id.filter(|id| !id.is_null()).map(visible::unquoted),
            tool: step.tool.map(str::to_owned),
            dependencies: step.dependencies.into_iter().map(Cow::into_owned).collect(),
        }
    };
    step::list(plan, &mut Vec::new()).iter().enumerate().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_can_be_read_of_a_step_is_reported_and_the_rest_left_out() {
        let plan = json!({"steps": [{"id": 7, "action": "send", "dependencies": ["a", 3, null]}, "x", {"id": "b", "tool": null}]});
        let steps: Vec<_> = outline(&plan)
            .into_iter()
            .map(|step| (step.place, step.id, step.tool, step.dependencies.join(",")))
            .collect();
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(
            steps,
            [
                (1, text("7"), text("send"), "a,3".to_owned()),
                (2, None, None, String::new()),
                (3, text("b"), None, String::new())
            ]
        );
        assert!(outline(&json!({"steps": 3})).is_empty());
    }
}
