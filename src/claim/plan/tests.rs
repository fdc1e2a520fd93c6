//! Plans in texts: which are found, what is reported, and what is ignored.

use std::sync::Arc;

use super::recorded;
use crate::catalog::{Catalog, KnownTools};
use crate::claim::{Claim, ClaimKind, Context, find};
use crate::plan::ErrorType;
use crate::registry::Registry;

const CATALOG: &str = "[{name: 'organize_files', instead_of: ['create_folder'], parameters: ['category: string']},
    {name: 'search_documents', parameters: ['query: string']}, {name: 'compose_email'}]";

const INVENTED: &str = r#"{"steps": [{"id": "s1", "tool": "create_folder", "inputs": {"name": "x"}, "deps": []}]}"#;
const CYCLE: &str = r#"[{"id": "a", "tool": "search_documents", "inputs": {"query": "x"}, "deps": ["b"]}, {"id": "b", "tool": "compose_email", "deps": ["a"]}]"#;
const GOOD: &str = r#"{"steps": [{"id": "s1", "tool": "search_documents", "inputs": {"query": "x"}, "deps": []}]}"#;

fn tools() -> KnownTools {
    let known = KnownTools::new([("save_memory", "save_memory")]);
    known.with_catalog(Arc::new(Catalog::parse("tools.json5", CATALOG).unwrap()))
}

fn claims_of(text: &str, asked: Option<&str>, tools: &KnownTools) -> Vec<Claim> {
    find(text, &Registry::builtin().unwrap(), Context { asked, tools: Some(tools), ..Context::default() })
}

fn plan_in(text: &str) -> Option<Claim> {
    let mut claims = claims_of(text, None, &tools());
    assert!(claims.len() < 2, "{claims:?}");
    claims.pop()
}

fn errors_of(claim: &Claim) -> Vec<ErrorType> {
    claim.errors.iter().map(|error| error.error_type).collect()
}

#[test]
fn a_plan_with_an_invented_tool_says_which_and_what_may_have_been_meant() {
    let text = format!("{INVENTED}On it!");
    let claim = plan_in(&text).unwrap();
    assert_eq!((claim.kind, claim.no_such_tool), (ClaimKind::Plan, true));
    assert_eq!(claim.span.of(&text), INVENTED);
    assert_eq!(claim.tool.as_deref(), Some("create_folder"));
    assert_eq!(claim.suggested_tools.as_deref(), Some(&["organize_files".to_owned()][..]));
    assert_eq!(errors_of(&claim), [ErrorType::HallucinatedTool]);
    assert_eq!(claim.value.unwrap()["steps"][0]["id"], "s1");
}

#[test]
fn a_plan_that_cannot_run_names_no_tool_that_does_not_exist() {
    let claim = plan_in(CYCLE).unwrap();
    assert_eq!((claim.tool.as_deref(), claim.no_such_tool), (None, false));
    assert!(errors_of(&claim).contains(&ErrorType::DependencyCycle), "{:?}", claim.errors);
    assert!(claim.confidence < plan_in(INVENTED).unwrap().confidence);
}

#[test]
fn a_plan_is_read_wherever_it_is_and_however_it_is_broken() {
    let broken = "{steps: [{id: 's1', tool: 'create_folder', inputs: {name: 'x',},}]}";
    let pretty = serde_json::to_string_pretty(&serde_json::from_str::<serde_json::Value>(INVENTED).unwrap()).unwrap();
    for text in [
        INVENTED.to_owned(),
        broken.to_owned(),
        pretty.clone(),
        format!("Here is my plan:\n\n{pretty}\n\nShall I go on?"),
        format!("Here is my plan:\n```json\n{pretty}\n```\nShall I go on?"),
        format!("```\n{INVENTED}\n```"),
        format!("I will sort your music. {INVENTED}"),
        format!("I will sort your music.\n{INVENTED}\n"),
    ] {
        let claim = plan_in(&text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!((claim.kind, claim.tool.as_deref()), (ClaimKind::Plan, Some("create_folder")), "{text}");
    }
}

#[test]
fn a_plan_in_a_fence_is_less_sure_and_for_a_person() {
    let fenced = plan_in(&format!("```json\n{INVENTED}\n```\nShall I?")).unwrap();
    assert!(fenced.fenced && fenced.confidence < plan_in(&format!("{INVENTED}Shall I?")).unwrap().confidence);
}

#[test]
fn a_plan_without_errors_or_with_warnings_alone_is_no_claim() {
    let warned = r#"{"steps": [{"id": "s1", "tool": "search_documents", "inputs": {"colour": "x"}}]}"#;
    for text in [GOOD, warned] {
        assert_eq!(plan_in(text), None, "{text}");
    }
    let known = INVENTED.replace("create_folder", "functions.SaveMemory:0");
    assert_eq!(plan_in(&known), None, "a tool that the application has, though its catalog does not say so");
}

#[test]
fn warnings_are_reported_next_to_errors() {
    let both = INVENTED.replace("}]}", r#"}, {"id": "s2", "tool": "search_documents", "inputs": {"colour": "x"}}]}"#);
    let claim = plan_in(&both).unwrap();
    let expected = [ErrorType::HallucinatedTool, ErrorType::MissingParameter, ErrorType::UnknownParameter];
    assert_eq!(errors_of(&claim), expected);
}

#[test]
fn without_a_catalog_an_unknown_tool_may_exist_and_a_circle_is_one_all_the_same() {
    let known = KnownTools::new([("save_memory", "save_memory")]);
    assert_eq!(claims_of(INVENTED, None, &known), []);
    let circle = CYCLE.replace("search_documents", "look_up");
    let claims = claims_of(&circle, None, &known);
    assert_eq!((claims.len(), claims[0].kind, claims[0].no_such_tool), (1, ClaimKind::Plan, false));
    assert!(!errors_of(&claims[0]).contains(&ErrorType::HallucinatedTool));
}

#[test]
fn what_was_asked_for_quoted_or_shown_is_an_answer() {
    for asked in ["Give me the plan as JSON.", "What does {\"steps\": []} mean?"] {
        assert_eq!(claims_of(INVENTED, Some(asked), &tools()), [], "{asked}");
    }
    for text in [
        format!("For example:\n```json\n{INVENTED}\n```"),
        format!("A plan looks like this:\n\n{INVENTED}"),
        format!("You wrote `{INVENTED}` before."),
        format!("> {INVENTED}"),
        format!("and the plan {INVENTED} was wrong."),
        format!("```python\nplan = {INVENTED}\n```"),
    ] {
        assert_eq!(claims_of(&text, None, &tools()), [], "{text}");
    }
    assert_eq!(claims_of(INVENTED, Some("Sort my music, please."), &tools()).len(), 1);
}

#[test]
fn what_only_looks_like_a_plan_is_none() {
    for text in [
        r#"[{"id": "save", "action": "save_document"}, {"id": "close", "action": "close_window"}]"#,
        r#"{"steps": [{"id": 1, "tool": "whisk", "text": "Beat the eggs."}]}"#,
        r#"[{"id": 1, "tool": "create_folder", "inputs": {}, "result": "ok"}]"#,
        r#"{"steps": [{"id": "1", "action": "Book the venue", "dependencies": []}]}"#,
        r#"{"steps": ["Preheat the oven.", "Beat the eggs."]}"#,
    ] {
        let kinds: Vec<_> = claims_of(text, None, &tools()).into_iter().map(|claim| claim.kind).collect();
        assert!(!kinds.contains(&ClaimKind::Plan), "{text}");
        assert_eq!(claims_of(&format!("Fine.\n\n{text}\n\nDone."), None, &tools()), [], "{text}");
    }
}

#[test]
fn a_plan_that_is_cut_off_is_not_judged_as_one() {
    let text = INVENTED.get(..INVENTED.len() - 40).unwrap();
    assert!(claims_of(text, None, &tools()).iter().all(|claim| claim.kind != ClaimKind::Plan));
}

#[test]
fn a_recorded_plan_is_judged_whatever_is_around_it() {
    for text in [INVENTED.to_owned(), format!("```json\n{INVENTED}\n```"), format!("plan: {INVENTED}")] {
        let claim = recorded(&text, "plan", true, &tools()).unwrap_or_else(|| panic!("{text}"));
        let place = claim.recorded.as_ref().unwrap();
        assert_eq!((place.plan.of(&text), place.column.as_str()), (INVENTED, "plan"));
        assert!(claim.span.is_empty() && !claim.is_in_text());
        assert_eq!(claim.tool.as_deref(), Some("create_folder"));
    }
    let bare = INVENTED.replace(r#", "inputs": {"name": "x"}, "deps": []"#, "");
    assert!(recorded(&bare, "plan", true, &tools()).is_some(), "the column says what it is");
}

#[test]
fn a_column_of_plans_holds_other_things_too() {
    for text in [
        GOOD, "", "null", "[]", "{}", r#"{"steps": []}"#, r#"["one", "two"]"#, "1. Sort the files.", r#"{"goal": "x"}"#,
    ] {
        assert_eq!(recorded(text, "plan", true, &tools()), None, "{text}");
    }
}
