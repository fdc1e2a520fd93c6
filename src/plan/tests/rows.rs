//! Each kind of error, and what must not be mistaken for one.

use super::*;
use ErrorType::{
    DependencyCycle, DuplicateStepId, EmptyPlan, ForwardDependency, HallucinatedTool, InvalidParameter,
    InvalidPlanStructure, MissingDependency, MissingParameter, MissingRequiredField, SelfDependency, UnknownParameter,
};

#[test]
fn a_plan_that_can_run_has_no_errors() {
    for plan in [
        json!([{"id": "step_1", "tool": "organize_files", "inputs": {"category": "music files", "target_folder": "music_stuff"}}]),
        json!({"steps": [step("a", &[]), step("b", &["a", "a"]), step("c", &["a", "b"])], "goal": "x"}),
        json!([{"id": "a", "action": "search_documents", "inputs": {"query": "x"}, "dependencies": []}]),
        json!([{"id": "a", "action": "search_documents", "tool": "search_documents", "inputs": {"query": "x"}}]),
        json!([{"id": "a", "tool": "take_screenshot", "inputs": null, "deps": null}]),
        json!([{"id": "a", "tool": "take_screenshot"}]),
    ] {
        assert_eq!(errors_of(&plan), [], "{plan}");
        let report = serde_json::to_value(validate(&plan, &planner())).unwrap();
        assert_eq!(report, json!({"valid": true, "errors": []}));
    }
}

#[test]
fn every_shape_that_is_wrong_is_reported() {
    let of = |member: &str, value: Value| {
        let mut step = step("a", &[]);
        step[member] = value;
        json!([step])
    };
    for (plan, expected) in [
        (json!(null), vec![(0, InvalidPlanStructure)]),
        (json!("step_1"), vec![(0, InvalidPlanStructure)]),
        (json!(5), vec![(0, InvalidPlanStructure)]),
        (json!({}), vec![(0, InvalidPlanStructure)]),
        (json!({"steps": {}}), vec![(0, InvalidPlanStructure)]),
        (json!({"steps": null}), vec![(0, InvalidPlanStructure)]),
        (json!([]), vec![(0, EmptyPlan)]),
        (json!({"steps": []}), vec![(0, EmptyPlan)]),
        (json!(["a", null, 5, []]), (1..5).map(|place| (place, InvalidPlanStructure)).collect()),
        (json!([{}]), vec![(1, MissingRequiredField); 2]),
        (of("id", json!(1)), vec![]),
        (of("id", json!(true)), vec![(1, InvalidPlanStructure)]),
        (of("id", json!(["a"])), vec![(1, InvalidPlanStructure)]),
        (of("id", json!(null)), vec![(1, MissingRequiredField)]),
        (of("id", json!("")), vec![(1, MissingRequiredField)]),
        (of("tool", json!({"name": "search_documents"})), vec![(1, InvalidPlanStructure)]),
        (of("tool", json!(7)), vec![(1, InvalidPlanStructure)]),
        (of("tool", json!(null)), vec![(1, MissingRequiredField)]),
        (of("tool", json!(" ")), vec![(1, MissingRequiredField)]),
        (of("action", json!("compose_email")), vec![(1, InvalidPlanStructure)]),
        (of("inputs", json!(["x"])), vec![(1, InvalidPlanStructure), (1, MissingParameter)]),
        (of("inputs", json!("{\"query\": \"x\"}")), vec![(1, InvalidPlanStructure), (1, MissingParameter)]),
        (of("deps", json!("a")), vec![(1, InvalidPlanStructure)]),
        (of("deps", json!([{}, null])), vec![(1, InvalidPlanStructure); 2]),
        (of("deps", json!([1])), vec![(1, MissingDependency)]),
        (of("dependencies", json!({"a": 1})), vec![(1, InvalidPlanStructure)]),
    ] {
        assert_eq!(errors_of(&plan), expected, "{plan}");
    }
}

#[test]
fn a_number_is_an_id_and_means_the_text_that_is_written_so() {
    let step =
        |id: Value, deps: Value| json!({"id": id, "tool": "search_documents", "inputs": {"query": "x"}, "deps": deps});
    for plan in [
        json!([step(json!(0), json!([])), step(json!(1), json!([0]))]),
        json!([step(json!(0), json!([])), step(json!("1"), json!(["0"])), step(json!(2.5), json!([1, 0.0]))]),
    ] {
        assert_eq!(errors_of(&plan), [], "{plan}");
    }
    let twice = json!([step(json!(1), json!([])), step(json!("1"), json!([]))]);
    assert_eq!(errors_of(&twice), [(2, DuplicateStepId)]);
    let circle = json!([step(json!(1), json!([2])), step(json!(2), json!([1]))]);
    let report = validate(&circle, &planner());
    assert!(report.errors.iter().any(|error| error.message == "Dependency cycle: 1 -> 2 -> 1"), "{:?}", report.errors);
}

#[test]
fn numbers_that_are_read_as_one_are_no_ids() {
    let read = |text: &str| errors_of(&crate::plan::read(text).unwrap());
    let of = |first: &str, second: &str, deps: &str| {
        let step = |id: &str, deps: &str| {
            format!(r#"{{"id": {id}, "tool": "search_documents", "inputs": {{"query": "x"}}, "deps": {deps}}}"#)
        };
        read(&format!("[{}, {}]", step(first, "[]"), step(second, deps)))
    };
    let digits = "12345678901234567890123456789";
    assert_eq!(
        of(&format!("{digits}0"), &format!("{digits}1"), "[]"),
        [(1, InvalidPlanStructure), (2, InvalidPlanStructure)]
    );
    assert_eq!(of("1", "2", &format!("[{digits}]")), [(2, InvalidPlanStructure)]);
    assert_eq!(of(&format!("\"{digits}0\""), &format!("\"{digits}1\""), "[]"), []);
    assert_eq!(of("18446744073709551614", "18446744073709551615", "[18446744073709551614]"), []);
    assert_eq!(of("0", "-0.0", "[]"), [(2, DuplicateStepId)]);
    for deps in ["[1]", "[1.0]", "[\"1\"]", "[\"1.0\"]"] {
        assert_eq!(of("1.0", "2", deps), [], "{deps}");
        assert_eq!(of("0", "1.0", deps), [(2, SelfDependency)], "{deps}");
    }
    // Texts are compared literally: these are two steps.
    assert_eq!(of("\"1\"", "\"1.0\"", "[\"1\"]"), []);
    assert_eq!(of("1.0", "\"1.0\"", "[\"1.0\"]"), [(2, SelfDependency)]);
}

#[test]
fn an_id_may_be_a_text_or_a_number() {
    let plan = json!([{"id": true, "tool": "search_documents", "inputs": {"query": "x"}}]);
    assert_eq!(message(&plan), "Step 1: `id` must be a text or a number, not true");
}

#[test]
fn a_step_with_a_number_is_referred_to_by_it() {
    let plan = |first: Value, second: Value, reference: &str| {
        let search = |id: Value, query: &str| json!({"id": id, "tool": "search_documents", "inputs": {"query": query}});
        json!([search(first, reference), search(second, "b")])
    };
    for (reference, expected) in [
        ("$step_2.result", Some(ForwardDependency)),
        ("{{step2}}", Some(ForwardDependency)),
        ("$2.result", Some(ForwardDependency)),
        ("$step_1.result", Some(SelfDependency)),
        ("$9.result", Some(MissingDependency)),
        ("$step_9.result", Some(MissingDependency)),
        ("$2", None),
        ("$2.50", None),
    ] {
        for (first, second) in [(json!(1), json!(2)), (json!("1"), json!("2"))] {
            let errors = errors_of(&plan(first, second, reference));
            assert_eq!(errors.first().map(|(_, error)| *error), expected, "{reference} {errors:?}");
        }
    }
}

#[test]
fn an_id_of_any_kind_is_handed_back_as_it_was_written() {
    let plan = json!([{"id": 7, "tool": "x"}, {"tool": "x"}, {"id": "c", "tool": "x"}, "d"]);
    let report = validate(&plan, &planner());
    let ids: Vec<_> = report.errors.iter().map(|error| (error.step, error.step_id.clone())).collect();
    let expected = [(1, json!(7)), (2, json!(null)), (2, json!(null)), (3, json!("c")), (4, json!(null))];
    assert_eq!(ids, expected.map(|(place, id)| (Some(place), id)));
}

#[test]
fn a_tool_that_does_not_exist_is_reported_with_the_ones_that_do() {
    for (name, instead) in [
        ("list_files", ["organize_files"].as_slice()),
        ("create_folder", &["organize_files"]),
        ("createDirectory", &["organize_files"]),
        ("functions.move_files:1", &["organize_files"]),
        ("copy_files", &["organize_files"]),
        ("find_files", &["search_documents", "organize_files"]),
        ("read_file", &["extract_section"]),
        ("write_file", &["create_pages_doc"]),
        ("send_email", &["compose_email"]),
        ("make_presentation", &["create_keynote", "create_keynote_with_images"]),
        ("serch_documents", &["search_documents"]),
        ("launch_rocket", &[]),
    ] {
        let report = validate(&json!([{"id": "step_1", "tool": name, "inputs": {"name": "test"}}]), &planner());
        let [error] = report.errors.as_slice() else { panic!("{name}: {:?}", report.errors) };
        assert_eq!((error.error_type, error.severity), (HallucinatedTool, Severity::Error));
        assert!(!report.valid && error.message.contains(name), "{}", error.message);
        assert_eq!(error.suggested_tools, instead, "{name}");
        assert_eq!(error.suggestions.len(), instead.len());
        assert!(error.suggestions.iter().all(|suggested| !suggested.reason.is_empty()));
    }
}

#[test]
fn a_tool_in_another_spelling_exists_and_its_name_is_reported() {
    let plan = json!([{"id": "a", "tool": "functions.searchDocuments:0", "inputs": {"query": "x"}}]);
    let report = validate(&plan, &planner());
    assert!(report.valid && report.errors.is_empty());
    let resolved = ResolvedToolName {
        step: 1,
        called_as: "functions.searchDocuments:0".to_owned(),
        tool: "search_documents".to_owned(),
    };
    assert_eq!(report.resolved, [resolved]);
}

#[test]
fn arguments_suggest_a_tool_where_the_name_says_nothing() {
    let plan = json!([
        {"id": "a", "tool": "do_it", "inputs": {"category": "music", "target_folder": "x"}},
        {"id": "b", "tool": "do_it", "inputs": {"category": "music"}}]);
    let report = validate(&plan, &planner());
    assert_eq!(report.errors[0].suggested_tools, ["organize_files"]);
    assert_eq!(report.errors[1].suggested_tools, [""; 0]);
}

#[test]
fn steps_that_cannot_run_in_their_order_are_reported() {
    for (plan, expected) in [
        (json!([step("a", &[]), step("a", &[]), step("a", &[])]), vec![(2, DuplicateStepId), (3, DuplicateStepId)]),
        (json!([step("a", &["b"]), step("b", &[])]), vec![(1, ForwardDependency)]),
        (json!([step("a", &["step_99", "step_99", ""])]), vec![(1, MissingDependency); 2]),
        (json!([step("a", &["a"])]), vec![(1, SelfDependency)]),
        (json!([step("a", &["b"]), step("b", &["a"])]), vec![(1, ForwardDependency), (1, DependencyCycle)]),
        (
            json!([step("a", &["a", "b"]), step("b", &["a"])]),
            vec![(1, SelfDependency), (1, ForwardDependency), (1, DependencyCycle)],
        ),
        (
            json!([step("a", &[]), step("b", &["a"]), step("a", &["b"])]),
            vec![(1, DependencyCycle), (3, DuplicateStepId)],
        ),
        (json!([step("A", &[]), step("b", &["a"])]), vec![(2, MissingDependency)]),
    ] {
        assert_eq!(errors_of(&plan), expected, "{plan}");
    }
}

#[test]
fn a_cycle_is_shown_by_its_shortest_path_from_its_earliest_step() {
    for (plan, path) in [
        (json!([step("step_1", &["step_2"]), step("step_2", &["step_1"])]), "step_1 -> step_2 -> step_1"),
        (json!([step("a", &["b"]), step("b", &["c"]), step("c", &["a"])]), "a -> b -> c -> a"),
        // A long cycle and a shorter one.
        (json!([step("a", &["b"]), step("b", &["c"]), step("c", &["d", "b"]), step("d", &["a"])]), "b -> c -> b"),
        (json!([step("z", &[]), step("c", &["a"]), step("b", &["c"]), step("a", &["b"])]), "c -> a -> b -> c"),
    ] {
        let report = validate(&plan, &planner());
        let cycles: Vec<_> = report.errors.iter().filter(|error| error.error_type == DependencyCycle).collect();
        assert_eq!(cycles.len(), 1, "{plan}");
        assert!(cycles[0].message.ends_with(&format!(": {path}")), "{}", cycles[0].message);
        assert_eq!(cycles[0].step_id, path.split(' ').next().unwrap());
    }
}

#[test]
fn each_set_of_steps_that_need_each_other_is_one_cycle() {
    let plan =
        json!([step("a", &["b"]), step("b", &["a"]), step("c", &["d", "b"]), step("d", &["c"]), step("e", &["e"])]);
    let cycles: Vec<_> = errors_of(&plan).into_iter().filter(|(_, kind)| *kind == DependencyCycle).collect();
    assert_eq!(cycles, [(1, DependencyCycle), (3, DependencyCycle)]);
}

#[test]
fn inputs_are_held_against_the_schema() {
    let given = |tool: &str, inputs: Value| json!([{"id": "a", "tool": tool, "inputs": inputs}]);
    for (plan, expected) in [
        (given("search_documents", json!({"query": 5})), vec![InvalidParameter]),
        (given("search_documents", json!({"query": "x", "limit": 0})), vec![InvalidParameter]),
        (given("search_documents", json!({"query": "x", "limit": "3"})), vec![InvalidParameter]),
        (given("search_documents", json!({})), vec![MissingParameter]),
        (given("search_documents", json!({"query": "x", "folder": "y"})), vec![UnknownParameter]),
        (given("search_documents", json!({"q": "x"})), vec![MissingParameter, UnknownParameter]),
        (given("take_screenshot", json!({"pages": [1, "2"]})), vec![InvalidParameter]),
        (given("create_keynote", json!(null)), vec![MissingParameter, MissingParameter]),
    ] {
        let kinds: Vec<_> = errors_of(&plan).into_iter().map(|(_, kind)| kind).collect();
        assert_eq!(kinds, expected, "{plan}");
    }
    assert!(message(&given("take_screenshot", json!({"pages": [1, "2"]}))).contains("'/pages/1'"));
    assert!(message(&given("search_documents", json!({"query": "x", "fold": 1}))).contains("it takes query, limit"));
}

#[test]
fn warnings_alone_forbid_nothing() {
    let report = validate(&json!([{"id": "a", "tool": "search_documents", "inputs": {"q": 1}}]), &planner());
    assert_eq!((report.valid, report.count(Severity::Warning), report.count(Severity::Error)), (true, 2, 0));
}

#[test]
fn references_to_earlier_steps_count_as_given_whatever_their_kind() {
    for reference in [
        "$step_1.result",
        "$step_1",
        "{{step_1}}",
        "{{ step_1.result.pages }}",
        "${step_1.result}",
        "{{today}}",
        "$user.limit",
    ] {
        let plan = json!([step("step_1", &[]),
            {"id": "step_2", "tool": "take_screenshot", "inputs": {"doc_path": reference, "pages": reference}, "deps": ["step_1"]},
            {"id": "step_3", "tool": "take_screenshot", "inputs": {"pages": [1, reference]}},
            {"id": "step_4", "tool": "search_documents", "inputs": {"query": "x", "limit": reference}}]);
        assert_eq!(errors_of(&plan), [], "{reference}");
    }
    // Texts that merely resemble a reference.
    for text in ["step_1", "$5.00", "{step_1}", "the result of $step_1"] {
        let plan = json!([step("step_1", &[]), {"id": "b", "tool": "search_documents", "inputs": {"query": text, "limit": text}}]);
        assert_eq!(errors_of(&plan), [(2, InvalidParameter)], "{text}");
    }
}

#[test]
fn a_reference_is_a_dependency_too() {
    let plan = |reference: &str| {
        json!([step("step_1", &[]),
            {"id": "step_2", "tool": "search_documents", "inputs": {"query": reference}}, step("step_3", &[])])
    };
    for (reference, expected) in [
        ("$step_1.result", vec![]),
        ("{{user_name}}", vec![]),
        ("{{step}}", vec![]),
        ("{{step_2}}", vec![(2, SelfDependency)]),
        ("{{step_3}}", vec![(2, ForwardDependency)]),
        ("From {{step_1}} to {{step_3}}", vec![(2, ForwardDependency)]),
        ("{{step_99}}", vec![(2, MissingDependency)]),
    ] {
        assert_eq!(errors_of(&plan(reference)), expected, "{reference}");
    }
    let circle = json!([
        {"id": "a", "tool": "search_documents", "inputs": {"query": "$b"}}, step("b", &["a"])]);
    assert_eq!(errors_of(&circle), [(1, ForwardDependency), (1, DependencyCycle)]);
}

#[test]
fn all_errors_are_reported_in_one_run_in_the_order_of_the_steps() {
    let plan = json!([
        {"id": "a", "tool": "create_folder", "deps": ["b"]},
        {"id": "b", "tool": "search_documents", "inputs": {"query": 5}, "deps": ["a", "gone", "b"]},
        {"id": "a", "inputs": 5},
        "x"]);
    let expected = [
        (1, HallucinatedTool),
        (1, ForwardDependency),
        (1, DependencyCycle),
        (2, InvalidParameter),
        (2, MissingDependency),
        (2, SelfDependency),
        (3, MissingRequiredField),
        (3, InvalidPlanStructure),
        (3, DuplicateStepId),
        (4, InvalidPlanStructure),
    ];
    assert_eq!(errors_of(&plan), expected);
}

#[test]
fn no_name_of_a_plan_commands_the_terminal() {
    let plan = json!([{"id": "a\u{1b}]0;x\u{7}\nSYSTEM:", "tool": "\u{202e}x".repeat(1000)}]);
    let message = message(&plan);
    assert!(!message.contains(|c: char| c.is_control() || c == '\u{202e}'), "{message:?}");
    assert!(message.chars().count() < 400);
}
