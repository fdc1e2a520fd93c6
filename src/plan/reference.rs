//! References to the results of other steps, such as `$step_1.result` or `{{step_1}}`, in the inputs of a step.

use serde_json::Value;

/// A text that refers to a value known only when the plan runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reference<'a> {
    /// JSON Pointer to the text.
    pub(super) path: String,
    /// The names it refers to: of steps, or of variables of the application.
    pub(super) names: Vec<&'a str>,
}

/// Finds all references in the inputs of a step.
pub(super) fn find(inputs: &Value) -> Vec<Reference<'_>> {
    let mut found = Vec::new();
    let mut waiting = vec![(String::new(), inputs)];
    while let Some((path, value)) = waiting.pop() {
        match value {
            Value::String(text) => {
                let names = names(text);
                if !names.is_empty() {
                    found.push(Reference { path, names });
                }
            }
            Value::Array(items) => {
                waiting.extend(items.iter().enumerate().map(|(index, item)| (format!("{path}/{index}"), item)));
            }
            Value::Object(members) => waiting.extend(members.iter().map(|(name, value)| {
                let name = name.replace('~', "~0").replace('/', "~1");
                (format!("{path}/{name}"), value)
            })),
            _ => {}
        }
    }
    found
}

/// The members by which a text refers to the result of a step whose id is a number.
const RESULTS: [&str; 5] = ["result", "output", "response", "data", "value"];

/// The names that a text refers to: `$name` at its beginning, `{{name}}` and `${name}` anywhere.
fn names(text: &str) -> Vec<&str> {
    let whole = text.trim();
    let mut names: Vec<_> = whole.strip_prefix('$').and_then(leading_name).into_iter().collect();
    for (open, close) in [("{{", "}}"), ("${", "}")] {
        let mut rest = text;
        while let Some((_, inside)) = rest.split_once(open) {
            let Some((inside, after)) = inside.split_once(close) else { break };
            let inside = inside.trim();
            names.extend(leading_name(inside.strip_prefix('$').unwrap_or(inside)));
            rest = after;
        }
    }
    names
}

/// Returns `step_1` for `step_1.result` and `step_1[0]`, and `1` for `1.result`. A price such as `5` or `5.00` is not a name.
fn leading_name(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-')).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let is_result = |member: &str| RESULTS.iter().any(|result| member.starts_with(result));
    let has_member = || rest.starts_with('[') || rest.strip_prefix('.').is_some_and(is_result);
    let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_') || is_number(name) && has_member();
    // `$HOME is where` is a sentence.
    let rest = rest.trim_start();
    (is_name && (rest.is_empty() || rest.starts_with(['.', '[', '|']))).then_some(name)
}

/// Whether a name consists of digits.
pub(super) fn is_number(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn references_are_distinguished_from_other_texts() {
        for (text, expected) in [
            ("$step_1", ["step_1"].as_slice()),
            ("$step_1.result", &["step_1"]),
            (" $step-1.result[0].path ", &["step-1"]),
            ("{{step_1}}", &["step_1"]),
            ("{{ step_1.result | first }}", &["step_1"]),
            ("${step_1.result}", &["step_1"]),
            ("{{$step_1}}", &["step_1"]),
            ("Summary of {{step_1}} and {{ step_2.text }}", &["step_1", "step_2"]),
            ("$2.result", &["2"]),
            ("{{2.result}}", &["2"]),
            ("$2", &[]),
            ("$2.50", &[]),
            ("step_1", &[]),
            ("$5.00", &[]),
            ("$", &[]),
            ("$HOME is where the heart is", &[]),
            ("it costs $step_1", &[]),
            ("{{", &[]),
            ("{{}}", &[]),
            ("{{ not a name }}", &[]),
            ("${", &[]),
            ("{step_1}", &[]),
        ] {
            assert_eq!(names(text), expected, "{text}");
        }
    }

    #[test]
    fn references_are_found_at_any_depth_with_their_path() {
        let inputs = json!({"a/b": {"c": ["x", {"d": "$step_1"}]}, "e": "{{step_2}}", "f": 5});
        let mut found = find(&inputs);
        found.sort_by(|a, b| a.path.cmp(&b.path));
        assert_eq!(found[0], Reference { path: "/a~1b/c/1/d".to_owned(), names: vec!["step_1"] });
        assert_eq!(found[1], Reference { path: "/e".to_owned(), names: vec!["step_2"] });
    }
}
