//! Checks whether the steps can run in the order of the plan.

use std::collections::{HashMap, HashSet};

use super::error::{ErrorType, PlanError};
use super::reference::is_number;
use super::step::{PlanStep, quoted};

/// Maps each id to the index of its step; if two steps share an id, to the first.
#[derive(Default)]
pub(super) struct Ids<'a>(HashMap<&'a str, usize>);

impl Ids<'_> {
    /// The index of the step that a name refers to. `step_2` is also the step with the id 2.
    pub(super) fn get(&self, name: &str) -> Option<&usize> {
        self.0.get(name).or_else(|| self.0.get(number_of_step(name)?))
    }
}

/// The number in `step_2`, `step-2` and `step2`.
fn number_of_step(name: &str) -> Option<&str> {
    let rest = name.strip_prefix("step")?;
    let number = rest.strip_prefix(['_', '-']).unwrap_or(rest);
    is_number(number).then_some(number)
}

/// Collects the ids of the steps; a repeated id is an error.
pub(super) fn ids<'s>(steps: &'s [PlanStep<'_>], errors: &mut Vec<PlanError>) -> Ids<'s> {
    let mut ids = Ids::default();
    for (index, step) in steps.iter().enumerate() {
        let Some(id) = step.id.as_deref() else { continue };
        if let Some(first) = ids.0.get(id).and_then(|first| steps.get(*first)) {
            let message = format!("{}: step {} has the same id", step.name(), first.place);
            errors.push(step.error(ErrorType::DuplicateStepId, message));
        } else {
            ids.0.insert(id, index);
        }
    }
    // A text may refer to a numeric id as it was written, unless another step has that id.
    for (index, step) in steps.iter().enumerate() {
        if let Some(id) = step.other_id.as_deref() {
            ids.0.entry(id).or_insert(index);
        }
    }
    ids
}

/// The distinct steps that a step needs: its dependencies, and those whose results it refers to.
pub(super) fn needed<'s>(step: &'s PlanStep<'_>, ids: &Ids<'_>) -> Vec<NeededStep<'s>> {
    let listed = step.dependencies.iter().map(|id| NeededStep { id: id.as_ref(), verb: "depends on" });
    let referred = step.references.iter().flat_map(|reference| &reference.names);
    // A name that no step has may be a variable of the application.
    let referred = referred.filter(|name| ids.get(name).is_some() || would_be_a_step(name, ids));
    let referred = referred.map(|id| NeededStep { id, verb: "uses the result of" });
    let mut seen = HashSet::new();
    listed.chain(referred).filter(|need| seen.insert(need.id)).collect()
}

/// A step that another one needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct NeededStep<'a> {
    pub(super) id: &'a str,
    verb: &'static str,
}

/// Whether a name is numbered as the steps are: a plan of `step_1` and `step_2` should have a `step_9` if it refers to
/// one.
fn would_be_a_step(name: &str, ids: &Ids<'_>) -> bool {
    // The names of the first steps show the naming scheme.
    const NUMBERS: [&str; 3] = ["0", "1", "2"];
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    stem.len() < name.len() && NUMBERS.iter().any(|number| ids.get(&format!("{stem}{number}")).is_some())
}

/// Reports what a step needs but does not have when it runs.
pub(super) fn check(steps: &[PlanStep<'_>], ids: &Ids<'_>, errors: &mut Vec<PlanError>) {
    for step in steps {
        for need in needed(step, ids) {
            let (error_type, why) = match ids.get(need.id).and_then(|index| steps.get(*index)) {
                _ if step.id.as_deref() == Some(need.id) => (ErrorType::SelfDependency, "which is the step itself"),
                None => (ErrorType::MissingDependency, "which does not exist"),
                Some(other) if other.place == step.place => (ErrorType::SelfDependency, "which is the step itself"),
                Some(other) if other.place > step.place => (ErrorType::ForwardDependency, "which comes later"),
                Some(_) => continue,
            };
            let message = format!("{} {} {}, {why}", step.name(), need.verb, quoted(need.id));
            errors.push(step.error(error_type, message));
        }
    }
}
