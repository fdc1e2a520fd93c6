//! What distinguishes a plan from other lists of objects: buttons, menus, logs, recipes, tasks.

use serde_json::{Map, Value};

use crate::catalog::{KnownTools, begins_with_verb};

/// Typical members of a step.
const OF_STEPS: [&str; 6] = ["id", "tool", "action", "inputs", "deps", "dependencies"];

/// Members of steps that already ran, and of what a person clicks.
const OF_OTHERS: [&str; 19] = [
    "result", "results", "observation", "log", "tool_input", "tool_call_id", "exit_code", "duration", "duration_ms",
    "elapsed", "elapsed_ms", "timestamp", "started_at", "finished_at", "completed_at", "label", "icon", "href",
    "onclick",
];

/// The steps of a value that may be a plan: a list, or `{"steps": […]}`.
pub(super) fn steps(value: &Value) -> Option<&[Value]> {
    let steps = match value {
        Value::Array(steps) => steps,
        Value::Object(members) => members.get("steps")?.as_array()?,
        _ => return None,
    };
    (!steps.is_empty()).then_some(steps)
}

pub(super) fn tool(step: &Map<String, Value>) -> Option<&str> {
    let name = |key: &str| step.get(key).and_then(Value::as_str);
    name("tool").or_else(|| name("action"))
}

/// Signs that a list of steps is a plan.
#[allow(clippy::struct_excessive_bools, reason = "each is a sign of its own")]
#[derive(Default)]
struct PlanSigns {
    /// Every step has an `id`.
    ids: bool,
    /// Every step names its tool under `tool`; pages use `action` for what a click does.
    under_tool: bool,
    /// No step has a member that plans lack: lists of tools describe them.
    plain: bool,
    /// A step has inputs.
    inputs: bool,
    /// A step waits for another one.
    waits: bool,
    /// All names are written like names of tools.
    tool_like: bool,
    /// The number of known names.
    known: usize,
    /// A name has several words, like most tools: `create_folder`.
    several_words: bool,
    /// A name begins with a verb.
    verb: bool,
}

/// Whether a value is a plan: every step names a tool, and there are further signs.
pub(super) fn is_plan(value: &Value, tools: &KnownTools) -> bool {
    let Some(steps) = steps(value) else { return false };
    let Some(signs) = signs(steps, tools) else { return false };
    let PlanSigns { ids, under_tool, plain, inputs, waits, tool_like, known, several_words, verb } = signs;
    let wrapped = value.is_object();
    let several = steps.len() > 1;
    if !tool_like {
        return false;
    }
    if inputs || waits {
        let is_named = known > 0 || several_words;
        return is_named && (ids || (under_tool && (waits || wrapped || plain)));
    }
    if under_tool {
        let is_list = (wrapped && (ids || several)) || (plain && ids);
        return is_list && (known > 0 || verb);
    }
    wrapped && several && known == steps.len()
}

/// The signs of steps; `None` if one of them names no tool.
fn signs(steps: &[Value], tools: &KnownTools) -> Option<PlanSigns> {
    let mut signs = PlanSigns { ids: true, under_tool: true, plain: true, tool_like: true, ..PlanSigns::default() };
    for step in steps {
        let step = step.as_object()?;
        let name = tool(step)?;
        if step.keys().any(|key| OF_OTHERS.contains(&key.to_lowercase().as_str())) {
            return None;
        }
        signs.ids &= step.get("id").is_some_and(|id| id.is_string() || id.is_number());
        signs.under_tool &= step.get("tool").is_some_and(Value::is_string);
        signs.plain &= step.keys().all(|key| OF_STEPS.contains(&key.as_str()));
        signs.inputs |= step.get("inputs").is_some_and(Value::is_object);
        signs.waits |= ["deps", "dependencies"].iter().any(|key| step.get(*key).is_some_and(Value::is_array));
        if tools.resolve(name, &[]).is_some() {
            signs.known += 1;
        } else {
            signs.tool_like &= is_identifier(name);
            signs.several_words |= has_words(name);
            signs.verb |= begins_with_verb(name);
        }
    }
    Some(signs)
}

/// Whether a name is written like the name of a tool.
fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | ':' | '/'))
}

/// Whether a name has several words: a single one may mean anything.
fn has_words(name: &str) -> bool {
    let inner = name.trim_matches(['_', '-', '.', ':', '/']);
    inner.contains(['_', '-', '.', ':', '/'])
        || inner.as_bytes().windows(2).any(|pair| pair.iter().map(u8::is_ascii_lowercase).eq([true, false]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn is_plan_here(value: &Value) -> bool {
        let known = KnownTools::new([("search_documents", "search_documents"), ("web", "web")]);
        is_plan(value, &known)
    }

    #[test]
    fn steps_that_name_tools_are_a_plan() {
        for value in [
            json!([{"id": "a", "tool": "create_folder", "inputs": {}}]),
            json!({"steps": [{"id": "a", "tool": "create_folder", "inputs": {"name": "x"}, "deps": []}]}),
            json!({"goal": "x", "steps": [{"id": "a", "action": "createFolder", "dependencies": []}]}),
            json!([{"tool": "create_folder", "deps": ["b"]}, {"tool": "mail", "inputs": {}}]),
            json!([{"id": 1, "tool": "search_documents"}]),
            json!([{"id": "a", "tool": "create_folder"}, {"id": "b", "tool": "mail"}]),
            json!({"steps": [{"tool": "search_documents", "why": "x"}, {"tool": "functions.web", "why": "y"}]}),
            json!({"steps": [{"id": "a", "tool": "moveFiles", "description": "Moves them."}]}),
            json!([{"tool": "create_folder", "inputs": {"name": "x"}}]),
            json!({"steps": [{"action": "search_documents"}, {"action": "web"}]}),
            json!([{"id": "a", "tool": "web", "inputs": {"url": "x"}}]),
        ] {
            assert!(is_plan_here(&value), "{value}");
        }
    }

    #[test]
    fn what_else_has_actions_tools_and_steps_is_none() {
        for (what, value) in [
            ("buttons", json!([{"id": "save", "action": "save_document"}, {"id": "x", "action": "close_window"}])),
            ("a menu", json!([{"id": "m1", "action": "web", "deps": 3}, {"id": "m2", "action": "web"}])),
            ("buttons with labels", json!([{"id": "b", "action": "web", "label": "Web", "inputs": {}}])),
            ("a log", json!([{"id": 1, "tool": "search_documents", "inputs": {}, "result": "ok"}])),
            ("a log with times", json!([{"id": 1, "action": "user_login", "inputs": {}, "timestamp": "2026"}])),
            ("tasks", json!({"steps": [{"id": "1", "action": "Book the venue", "dependencies": []}]})),
            ("a recipe", json!({"steps": [{"id": 1, "tool": "whisk", "text": "Beat."}, {"id": 2, "tool": "oven"}]})),
            (
                "a recipe with deps",
                json!({"steps": [{"id": "1", "action": "whisk", "deps": []}, {"id": "2", "action": "bake", "deps": ["1"]}]}),
            ),
            ("a recipe without tools", json!({"steps": [{"id": 1, "text": "Beat the eggs."}]})),
            ("steps of a workflow", json!({"steps": [{"uses": "actions/checkout", "with": {}}]})),
            ("a document of operations", json!([{"name": "x", "action": "aws:runShellScript", "inputs": {}}])),
            ("a workshop", json!([{"id": 1, "tool": "impact_driver"}, {"id": 2, "tool": "hammer"}])),
            (
                "tools",
                json!([{"tool": "web", "description": "Fetches."}, {"tool": "search_documents", "description": "Finds."}]),
            ),
            ("tools with ids", json!([{"id": 1, "tool": "web", "description": "Fetches."}])),
            (
                "tools with inputs",
                json!([{"tool": "search_documents", "inputs": {"query": "string"}, "description": "Finds."}]),
            ),
            ("names of tools", json!([{"tool": "web"}, {"tool": "search_documents"}])),
            (
                "a trace",
                json!([{"tool": "web", "tool_input": {}, "log": ""}, {"tool": "web", "tool_input": {}, "log": ""}]),
            ),
            ("a recipe with a mixer", json!({"steps": [{"id": 1, "tool": "hand_mixer", "text": "Beat."}]})),
            ("words", json!({"steps": ["search_documents", "web"]})),
            ("no steps", json!({"steps": []})),
            ("nothing", json!([])),
            ("a step without a tool", json!([{"id": "a", "tool": "create_folder", "inputs": {}}, {"id": "b"}])),
            ("a list of calls", json!([{"name": "web", "arguments": {}}])),
            ("one call", json!({"id": "a", "tool": "create_folder", "inputs": {}})),
        ] {
            assert!(!is_plan_here(&value), "{what}: {value}");
        }
    }
}
