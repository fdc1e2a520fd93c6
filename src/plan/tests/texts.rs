//! Texts for a planner: feedback for its next attempt, and its system prompt.

use super::*;

#[test]
fn the_feedback_says_what_is_wrong_what_exists_and_what_to_use() {
    let plan = json!([
        {"id": "step_1", "tool": "create_folder", "inputs": {"name": "music_stuff"}},
        {"id": "step_2", "tool": "searchDocuments", "inputs": {"q": "x"}, "deps": ["step_9"]}]);
    let written = feedback(&validate(&plan, &planner()), &planner());
    for expected in [
        "VALIDATION FAILED: the plan has 2 errors, 2 warnings. Nothing of it was executed.",
        "Step 'step_1': Tool 'create_folder' does not exist",
        "Use instead: organize_files (the catalog names it as the answer to this name)",
        "Step 'step_2' depends on 'step_9', which does not exist",
        "Warnings:\n- Step 'step_2': search_documents requires 'query'.",
        "Step 2: write 'searchDocuments' as 'search_documents'.",
        "The tools to use instead:\n- organize_files(category: string, target_folder: string, move_files?: boolean)\n  COMPLETE",
        "Available tools (no other tools exist): search_documents(query: string, limit?: integer), extract_section(",
        "Write the whole plan again",
    ] {
        assert!(written.contains(expected), "`{expected}` is not in\n{written}");
    }
}

#[test]
fn the_feedback_of_a_plan_that_may_run_asks_for_nothing() {
    let written = feedback(&validate(&json!([step("a", &[])]), &planner()), &planner());
    assert_eq!(written, "VALIDATION PASSED: the plan has no errors.\n");
    let warned = json!([{"id": "a", "tool": "search_documents"}]);
    let written = feedback(&validate(&warned, &planner()), &planner());
    assert!(written.starts_with("VALIDATION PASSED: the plan has no errors, 1 warning.\n\nWarnings:\n"), "{written}");
    assert!(!written.contains("again"));
}

#[test]
fn the_prompt_lists_the_tools_the_rules_and_the_known_inventions() {
    let written = prompt(&planner());
    for tool in planner().tools() {
        assert!(written.contains(&format!("\n- {}\n", tool.signature())), "{written}");
    }
    for expected in [
        "CRITICAL RULES:",
        "You can ONLY use tools listed",
        "NEVER invent tools",
        "AVAILABLE TOOLS - YOU CAN ONLY USE THESE TOOLS (NO OTHER TOOLS EXIST!)",
        "    query: What to look for.",
        "IMPORTANT REMINDERS:",
        "- \"list_files\", \"create_folder\", \"create_directory\", \"move_files\", \"copy_files\" DO NOT EXIST: use organize_files instead.",
        "- \"find_files\" DOES NOT EXIST: use search_documents or organize_files instead.",
        "- \"make_presentation\" DOES NOT EXIST: use create_keynote or create_keynote_with_images instead.",
    ] {
        assert!(written.contains(expected), "`{expected}` is not in\n{written}");
    }
}

#[test]
fn the_prompt_denies_no_tool_that_exists_and_lets_no_description_out_of_its_place() {
    let text = r#"[{"name": "read", "dangerous": true, "description": "Line one.\r\nLine \u001b[2Jtwo.\n\n"},
        {"name": "view", "instead_of": ["read", "look"], "parameters": {"mode": {"enum": ["a", "b"], "description": "How."}}}]"#;
    let written = prompt(&Catalog::parse("tools.json", text).unwrap());
    assert!(written.contains("- read\n  Line one.\n  Line ␛[2Jtwo.\n  DANGEROUS"), "{written}");
    assert!(written.contains("    mode: How. (one of \"a\", \"b\")\n"), "{written}");
    assert!(
        written.contains("- \"look\" DOES NOT EXIST: use view instead.") && !written.contains("\"read\""),
        "{written}"
    );
    assert!(prompt(&Catalog::default()).contains("There are no tools."));
}
