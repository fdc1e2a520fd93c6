//! Fits arguments that are written as text to the types that their tool takes.

use serde_json::{Map, Value};

use super::payload::{self, RepairKind};
use crate::catalog::Parameters;

/// The deepest nesting of elements.
const MOST_NESTED: usize = 8;

/// The most digits of a number that a computer keeps exactly.
const EXACT_DIGITS: usize = 15;

/// The most words of an item in a list without brackets.
const ITEM_WORDS: usize = 4;

/// What fitting arguments needed.
#[derive(Debug, Default)]
pub(super) struct Fitting {
    /// What had to be forgiven.
    pub(super) repairs: Vec<RepairKind>,
    /// Whether a value had to be guessed.
    pub(super) uncertain: bool,
}

/// Reads arguments that the tool takes as a list, an object, a number or a truth value but that are written as text:
/// `"{'zone': 'CET'}"`, `<day>Monday</day>`, `42`.
pub(super) fn fit(arguments: &mut Value, parameters: &Parameters) -> Fitting {
    let mut fitting = Fitting::default();
    if let Value::String(text) = arguments
        && let Some((members, uncertain)) = labelled(text, parameters)
    {
        *arguments = Value::Object(members);
        fitting.uncertain = uncertain;
    }
    for (name, schema) in parameters.listed() {
        let Some(argument) = arguments.get_mut(name) else { continue };
        let read = argument.as_str().and_then(|text| {
            let text = text.trim();
            let elements = || Some((of_elements(text, schema, MOST_NESTED)?, None));
            container(text, schema).or_else(elements).or_else(|| scalar(text, schema)).or_else(|| listed(text, schema))
        });
        if let Some((value, repair)) = read {
            *argument = value;
            fitting.repairs.extend(repair);
            fitting.uncertain |= repair == Some(RepairKind::BareValue);
        }
    }
    fitting
}

/// The arguments on lines of their own, as in YAML: `zone: CET`. Whether a value had to be guessed.
fn labelled(text: &str, parameters: &Parameters) -> Option<(Map<String, Value>, bool)> {
    let is_listed = |name: &str| parameters.listed().any(|(listed, _)| listed == name);
    let label = |line: &'_ str| {
        let (name, value) = line.split_once(':')?;
        let is_name =
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
        (is_name && (value.is_empty() || value.starts_with(' '))).then(|| (name.to_owned(), value.trim().to_owned()))
    };
    let is_plain = |line: &str| line.trim().is_empty() || line.starts_with([' ', '\t', '-']);
    let lines = || text.trim_matches('\n').lines();
    // If each line has a label, also those count that the tool does not know.
    let has_labels = lines().all(|line| is_plain(line) || label(line).is_some());
    let mut members: Vec<(String, String)> = Vec::new();
    let mut uncertain = false;
    for line in lines() {
        match label(line) {
            // What comes twice may be part of a text.
            Some((name, _)) if members.iter().any(|(known, _)| *known == name) => return None,
            Some(member) if has_labels || is_listed(&member.0) => {
                uncertain |= !is_listed(&member.0);
                members.push(member);
            }
            _ => {
                let (_, value) = members.last_mut()?;
                uncertain = true;
                value.push('\n');
                value.push_str(line);
            }
        }
    }
    // A single label may be prose.
    let is_call = members.len() > 1 && members.iter().any(|(name, _)| is_listed(name));
    is_call.then(|| (members.into_iter().map(|(name, value)| (name, written(&value).into())).collect(), uncertain))
}

/// A value on the line of its label, or on those after it.
fn written(value: &str) -> String {
    let (first, block) = value.split_once('\n').unwrap_or((value, ""));
    if matches!(first, "|" | "|-" | ">" | "") && !block.is_empty() {
        let said = || block.lines().filter(|line| !line.trim().is_empty());
        let indent = said().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
        let lines: Vec<&str> = block.lines().map(|line| line.get(indent..).unwrap_or_default()).collect();
        return lines.join("\n").trim_end().to_owned();
    }
    let unquoted = || value.strip_prefix('\'')?.strip_suffix('\'').filter(|inside| !inside.contains('\''));
    let json = serde_json::from_str::<String>(value).ok();
    json.or_else(|| unquoted().map(str::to_owned)).unwrap_or_else(|| value.trim_end().to_owned())
}

/// Whether a schema accepts one of these types, and no text.
fn takes(schema: &Value, kinds: &[&str]) -> bool {
    let is_taken = |kind: &Value| kinds.iter().any(|taken| kind == taken);
    match schema.get("type") {
        Some(kind @ Value::String(_)) => is_taken(kind),
        Some(Value::Array(types)) => types.iter().any(is_taken) && !types.iter().any(|kind| kind == "string"),
        _ => false,
    }
}

fn container(text: &str, schema: &Value) -> Option<(Value, Option<RepairKind>)> {
    let is_taken = |value: &Value| takes(schema, &[if value.is_array() { "array" } else { "object" }]);
    payload::container(text).filter(|(value, _)| is_taken(value))
}

/// The number or truth value that a text is.
fn scalar(text: &str, schema: &Value) -> Option<(Value, Option<RepairKind>)> {
    if takes(schema, &["integer", "number"]) {
        let number = serde_json::from_str::<Value>(text).ok().filter(Value::is_number);
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        let is_exact = |number: &Value| !number.is_f64() || takes(schema, &["number"]) && digits <= EXACT_DIGITS;
        return number.filter(is_exact).map(|number| (number, None));
    }
    let truth = text.to_ascii_lowercase().parse::<bool>().ok().filter(|_| takes(schema, &["boolean"]))?;
    Some((truth.into(), text.starts_with(char::is_uppercase).then_some(RepairKind::PythonLiteral)))
}

/// The list that is written without brackets: `rain, wind`. This is a guess.
fn listed(text: &str, schema: &Value) -> Option<(Value, Option<RepairKind>)> {
    let is_list = takes(schema, &["array"]) && text.contains([',', '\n']) && !text.contains(['[', '{', '(', '"', '<']);
    let any = Value::Null;
    let each = schema.get("items").unwrap_or(&any);
    let parts =
        || text.split([',', '\n']).map(|part| part.trim().trim_start_matches("- ")).filter(|part| !part.is_empty());
    let value = |part: &str| scalar(part, each).map_or_else(|| part.into(), |(value, _)| value);
    let is_scalar = !takes(each, &["object", "array"]);
    // "Dear all, this is a text" is none.
    let is_short = || parts().all(|part| part.split_whitespace().count() <= ITEM_WORDS);
    (is_list && is_scalar && is_short()).then(|| (parts().map(value).collect(), Some(RepairKind::BareValue)))
}

/// The list or object that is written as elements: `<day>Monday</day><day>Friday</day>`.
fn of_elements(text: &str, schema: &Value, depth: usize) -> Option<Value> {
    let deeper = depth.checked_sub(1)?;
    let (is_list, is_object) = (takes(schema, &["array"]), takes(schema, &["object"]));
    let elements = (is_list || is_object).then(|| payload::nested_elements(text)).flatten()?;
    let any = Value::Null;
    if is_list {
        let each = schema.get("items").unwrap_or(&any);
        let (first, _) = elements.first()?;
        let is_same = elements.iter().all(|(name, _)| name == first);
        return is_same.then(|| elements.iter().map(|(_, inside)| of_element(inside, each, deeper)).collect());
    }
    let properties = schema.get("properties");
    let mut members = Map::new();
    for (name, inside) in elements {
        let schema = properties.and_then(|properties| properties.get(name)).unwrap_or(&any);
        // A second element of the same name would take the place of the first.
        if members.insert(name.to_owned(), of_element(inside, schema, deeper)).is_some() {
            return None;
        }
    }
    Some(Value::Object(members))
}

fn of_element(inside: &str, schema: &Value, depth: usize) -> Value {
    let text = inside.trim();
    let plain = || container(text, schema).or_else(|| scalar(text, schema)).map(|(value, _)| value);
    of_elements(text, schema, depth).or_else(plain).unwrap_or_else(|| text.into())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_text_is_the_object_or_the_list_that_the_tool_takes() {
        let tools = "[{name: 'find', parameters: {type: 'object', properties: {where: {type: 'object'},
            each: {type: ['array', 'null']}, text: {type: 'string'}, any: {}}}}]";
        let catalog = crate::catalog::Catalog::parse("tools.json5", tools).unwrap();
        let parameters = catalog.tools()[0].parameters.as_ref().unwrap();
        let read = |mut arguments: Value| {
            let repairs = fit(&mut arguments, parameters).repairs;
            (arguments, repairs)
        };
        let fits = json!({"where": {"zone": ["CET"]}, "each": [1]});
        let json_text = json!({"where": "{\"zone\": [\"CET\"]}", "each": " [1]\n"});
        assert_eq!(read(json_text), (fits.clone(), vec![]));
        let python = json!({"where": "{'zone': ['CET']}", "each": [1]});
        assert_eq!(read(python), (fits, vec![RepairKind::PythonLiteral]));
        for kept in [
            json!({"text": "{\"zone\": 1}", "any": "{}", "other": "[1]"}),
            json!({"where": "[1]", "each": "{}"}),
            json!({"where": "{'zone': half", "each": "[1] and more"}),
            json!("{}"),
        ] {
            assert_eq!(read(kept.clone()), (kept, vec![]));
        }
    }

    #[test]
    fn arguments_may_be_on_lines_of_their_own() {
        let read = |list: &str, text: &str| {
            let tools = format!("[{{name: 'find', parameters: {list}}}]");
            let catalog = crate::catalog::Catalog::parse("tools.json5", &tools).unwrap();
            let mut arguments = json!(text);
            let fitting = fit(&mut arguments, catalog.tools()[0].parameters.as_ref().unwrap());
            (arguments, fitting.uncertain)
        };
        let both = "['zone: string', 'hours: integer']";
        assert_eq!(
            read(both, "zone: \"CET\"\nhours: 2\nnote: x"),
            (json!({"zone": "CET", "hours": 2, "note": "x"}), true)
        );
        assert_eq!(
            read(both, "\nzone: |\n  one\n    two\nhours: 2\n"),
            (json!({"zone": "one\n  two", "hours": 2}), true)
        );
        assert_eq!(
            read(both, "zone: first\nand more: 'x'\nhours: 2"),
            (json!({"zone": "first\nand more: 'x'", "hours": 2}), true)
        );
        assert_eq!(
            read("['days: string[]', 'zone: string']", "days:\n- Monday\n- Friday\nzone: CET"),
            (json!({"days": ["Monday", "Friday"], "zone": "CET"}), true)
        );
        for (list, text) in [
            (both, "zone: a\nzone: b"),
            (both, "zone: CET"),
            (both, "CET"),
            ("['hours: integer']", "CET"),
            (both, "see zone: CET"),
        ] {
            assert_eq!(read(list, text), (json!(text), false), "{text}");
        }
    }

    #[test]
    fn a_text_is_read_as_the_type_that_the_tool_takes() {
        let tools = "[{name: 'plan', parameters: {type: 'object', properties: {
            days: {type: 'array', items: {type: 'integer'}}, words: {type: 'array', items: {type: 'string'}},
            each: {type: 'array', items: {type: 'object', properties: {at: {type: 'number'}, on: {type: 'boolean'}}}},
            where: {type: 'object', properties: {zone: {type: 'string'}, hours: {type: 'integer'}}},
            count: {type: 'integer'}, rate: {type: ['number', 'null']}, on: {type: 'boolean'}, code: {type: ['integer', 'string']}}}}]";
        let catalog = crate::catalog::Catalog::parse("tools.json5", tools).unwrap();
        let parameters = catalog.tools()[0].parameters.as_ref().unwrap();
        let read = |name: &str, text: &str| {
            let mut arguments = json!({name: text});
            let fitting = fit(&mut arguments, parameters);
            (arguments[name].take(), fitting.uncertain)
        };
        for (name, text, value, uncertain) in [
            ("count", "42", json!(42), false),
            ("rate", " 1.50 ", json!(1.5), false),
            ("on", "TRUE", json!(true), false),
            ("days", "<day>1</day>\n<day>2</day>", json!([1, 2]), false),
            ("days", "1, 2\n3", json!([1, 2, 3]), true),
            ("words", "rain, wind", json!(["rain", "wind"]), true),
            ("each", "<item><at>1.5</at><on>False</on></item>", json!([{"at": 1.5, "on": false}]), false),
            ("where", "<zone>12</zone><hours>12</hours>", json!({"zone": "12", "hours": 12}), false),
            // What does not fit stays as it is.
            ("count", "1.5", json!("1.5"), false),
            ("count", "007", json!("007"), false),
            ("rate", "0.1000000000000000055511", json!("0.1000000000000000055511"), false),
            ("words", "Dear all, this is a text of mine", json!("Dear all, this is a text of mine"), false),
            ("code", "42", json!("42"), false),
            ("on", "on", json!("on"), false),
            ("days", "<day>1</day><night>2</night>", json!("<day>1</day><night>2</night>"), false),
            ("where", "<zone>a</zone><zone>b</zone>", json!("<zone>a</zone><zone>b</zone>"), false),
            ("where", "a, b", json!("a, b"), false),
            ("each", "a, b", json!("a, b"), false),
        ] {
            assert_eq!(read(name, text), (value, uncertain), "{name}: {text}");
        }
    }
}
