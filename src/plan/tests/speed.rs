//! Huge plans: the work grows linearly with the plan, not quadratically.

use super::*;

/// A plan of `steps` steps, where each needs five others, chosen by `needs`.
fn huge(steps: usize, needs: impl Fn(usize, usize) -> usize) -> Value {
    let id = |index: usize| format!("step_{index}");
    let step = |index: usize| {
        let deps: Vec<_> = (1..=5).map(|nth| id(needs(index, nth))).collect();
        json!({"id": id(index), "tool": "search_documents", "inputs": {"query": "x"}, "deps": deps})
    };
    Value::from((0..steps).map(step).collect::<Vec<_>>())
}

const STEPS: usize = 10_000;

#[test]
fn a_huge_plan_that_can_run_has_no_errors() {
    let mut plan = huge(STEPS, usize::saturating_sub);
    plan[0]["deps"] = json!([]);
    assert!(validate(&plan, &planner()).errors.is_empty());
}

#[test]
fn a_huge_ring_has_one_cycle_of_all_its_steps() {
    let plan = huge(STEPS, |index, _| (index + 1) % STEPS);
    let report = validate(&plan, &planner());
    let cycles: Vec<_> = report.errors.iter().filter(|error| error.error_type == ErrorType::DependencyCycle).collect();
    assert_eq!(cycles.len(), 1);
    assert_eq!(cycles[0].message.matches(" -> ").count(), STEPS);
    assert_eq!(report.count(Severity::Error), STEPS - 1 + 1, "each step but the last needs a later one");
}

#[test]
fn a_huge_knot_has_one_cycle_and_a_short_one() {
    let plan = huge(STEPS, |index, nth| (index * 7919 + nth * 104_729) % STEPS);
    let report = validate(&plan, &planner());
    let cycles = report.errors.iter().filter(|error| error.error_type == ErrorType::DependencyCycle);
    assert!(cycles.clone().count() >= 1);
    for cycle in cycles {
        assert!(cycle.message.matches(" -> ").count() < 20, "{}", cycle.message);
    }
}

#[test]
fn many_invented_names_are_each_reported() {
    let steps: Vec<_> =
        (0..2_000).map(|index| json!({"id": format!("s{index}"), "tool": format!("invented_{index}")})).collect();
    let report = validate(&Value::from(steps), &planner());
    assert_eq!(report.count(Severity::Error), 2_000);
}
