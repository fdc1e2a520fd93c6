//! Properties that hold for any JSON, any valid plan, and any plan with one error.

use super::*;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Any JSON, with the names that plans use more often than by chance.
fn any_json() -> impl Strategy<Value = Value> {
    let word = || {
        let known = select(vec![
            "id", "tool", "action", "inputs", "deps", "dependencies", "steps", "a", "b", "query", "$a", "{{b}}",
            "search_documents", "list_files",
        ]);
        prop_oneof![known.prop_map(str::to_owned), any::<String>()]
    };
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        word().prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 60, 6, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::from),
            vec((word(), inner), 0..6).prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Inputs that a tool accepts, with references to earlier steps.
fn inputs(tool: &str, earlier: Option<&str>) -> Value {
    let text = earlier.map_or("a text".to_owned(), |id| format!("${id}.result"));
    match tool {
        "search_documents" => json!({"query": text, "limit": 3}),
        "extract_section" => json!({"doc_path": text}),
        "compose_email" => {
            json!({"subject": "x", "body": format!("It says {{{{{}}}}}.", earlier.unwrap_or("nothing"))})
        }
        "organize_files" => json!({"category": "music", "target_folder": text, "move_files": true}),
        other => panic!("no inputs for {other}"),
    }
}

fn valid_plan() -> impl Strategy<Value = Vec<Value>> {
    let tool = select(vec!["search_documents", "extract_section", "compose_email", "organize_files"]);
    let step = (tool, vec(any::<Index>(), 0..4), any::<bool>());
    vec(step, 2..20).prop_map(|steps| {
        let id = |index: usize| format!("step_{}", index + 1);
        let plan = steps.iter().enumerate().map(|(index, (tool, needs, renames))| {
            let deps: Vec<_> = needs.iter().filter(|_| index > 0).map(|need| id(need.index(index))).collect();
            let inputs = inputs(tool, deps.first().map(String::as_str));
            if *renames {
                json!({"id": id(index), "action": tool, "inputs": inputs, "dependencies": deps})
            } else {
                json!({"id": id(index), "tool": tool, "inputs": inputs, "deps": deps})
            }
        });
        plan.collect()
    })
}

/// Puts an error into a step of a plan.
fn break_step(plan: &mut [Value], at: usize, fault: ErrorType) {
    let last = plan.len() - 1;
    let id_of = |plan: &[Value], index: usize| plan[index]["id"].as_str().unwrap_or_default().to_owned();
    let add_dependency = |step: &mut Value, id: String| {
        let name = if step.get("deps").is_some() { "deps" } else { "dependencies" };
        step[name].as_array_mut().unwrap().push(id.into());
    };
    let set_tool = |step: &mut Value, tool: Value| {
        let name = if step.get("tool").is_some() { "tool" } else { "action" };
        step[name] = tool;
    };
    match fault {
        ErrorType::InvalidPlanStructure => set_tool(&mut plan[at], json!(["search_documents"])),
        ErrorType::MissingRequiredField => plan[at]["id"] = Value::Null,
        ErrorType::DuplicateStepId => plan[last]["id"] = id_of(plan, at.min(last - 1)).into(),
        ErrorType::HallucinatedTool => set_tool(&mut plan[at], json!("list_files")),
        ErrorType::ForwardDependency => add_dependency(&mut plan[at.min(last - 1)], format!("step_{}", last + 1)),
        ErrorType::MissingDependency => add_dependency(&mut plan[at], "step_0".to_owned()),
        ErrorType::SelfDependency => {
            let id = id_of(plan, at);
            add_dependency(&mut plan[at], id);
        }
        ErrorType::DependencyCycle => {
            let (first, second) = (id_of(plan, at.min(last - 1)), id_of(plan, last));
            add_dependency(&mut plan[at.min(last - 1)], second);
            add_dependency(&mut plan[last], first);
        }
        ErrorType::InvalidParameter => {
            set_tool(&mut plan[at], json!("search_documents"));
            plan[at]["inputs"] = json!({"query": true});
        }
        ErrorType::MissingParameter => {
            set_tool(&mut plan[at], json!("search_documents"));
            plan[at]["inputs"] = json!({});
        }
        ErrorType::UnknownParameter => plan[at]["inputs"]["colour"] = json!("red"),
        ErrorType::EmptyPlan => {}
    }
}

const FAULTS: [ErrorType; 11] = [
    ErrorType::InvalidPlanStructure,
    ErrorType::MissingRequiredField,
    ErrorType::DuplicateStepId,
    ErrorType::HallucinatedTool,
    ErrorType::ForwardDependency,
    ErrorType::MissingDependency,
    ErrorType::SelfDependency,
    ErrorType::DependencyCycle,
    ErrorType::InvalidParameter,
    ErrorType::MissingParameter,
    ErrorType::UnknownParameter,
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_json_is_judged_and_shown(plan in any_json()) {
        let report = validate(&plan, &planner());
        let _ = feedback(&report, &planner());
        let places: Vec<_> = report.errors.iter().map(|error| error.step).collect();
        prop_assert!(places.is_sorted());
        prop_assert_eq!(report.valid, report.count(Severity::Error) == 0);
    }

    #[test]
    fn any_text_is_a_catalog_or_a_mistake_with_its_place(tools in any_json(), text in any::<String>()) {
        let _ = Catalog::parse("tools.json", &tools.to_string());
        let _ = Catalog::parse("tools.json", &json!({ "tools": [tools] }).to_string());
        let _ = Catalog::parse("tools.json5", &text);
    }

    #[test]
    fn any_name_is_resolved_or_suggested_for(name in any::<String>(), arguments in any_json()) {
        let catalog = planner();
        let resolved = catalog.resolve(&name).is_some();
        let _ = catalog.suggest(&name, arguments.as_object());
        prop_assert_eq!(resolved, catalog.resolve(&format!(" {name} ")).is_some());
    }

    #[test]
    fn a_valid_plan_has_no_errors(plan in valid_plan()) {
        let report = validate(&Value::from(plan), &planner());
        prop_assert!(report.errors.is_empty(), "{:?}", report.errors);
    }

    #[test]
    fn each_fault_of_a_plan_is_found(plan in valid_plan(), at in any::<Index>(), fault in select(FAULTS.to_vec())) {
        let mut broken = plan.clone();
        let at = at.index(broken.len());
        break_step(&mut broken, at, fault);
        let report = validate(&Value::from(broken), &planner());
        prop_assert!(report.errors.iter().any(|error| error.error_type == fault), "{:?}", report.errors);
        prop_assert_eq!(report.valid, fault.severity() == Severity::Warning);
    }
}
