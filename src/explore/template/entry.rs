//! A drafted syntax, and its text in a registry file.

use serde_json::{Value, json};

use crate::document::{IndentedText, quote};
use crate::registry::{Head, Template};

/// A drafted syntax for the calls of a template.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct DraftedSyntax {
    pub(super) name: String,
    pub(super) source: String,
    pub(super) open: Vec<String>,
    /// Whether it matches only at the beginning of a line.
    pub(super) at_line: bool,
    pub(super) before: Vec<String>,
    pub(super) body: &'static str,
    pub(super) close: Vec<String>,
    pub(super) close_optional: bool,
    pub(super) after: Vec<String>,
    pub(super) calls: String,
    pub(super) tool: String,
    pub(super) arguments: String,
    /// Whether the key of the arguments is the tool's name.
    pub(super) tool_is_key: bool,
    pub(super) needs: Option<&'static str>,
    /// The schema that a value without a wrapper must satisfy.
    pub(super) shape: Option<Value>,
    pub(super) matching: Vec<String>,
    pub(super) not: Vec<String>,
}

impl DraftedSyntax {
    /// Creates an entry with an opener; `None` if the opener is not specific enough to search for.
    pub(super) fn opened(open: &str, body: &'static str) -> Option<Self> {
        let open = open.trim();
        let by_name = matches!(Template::parse(open, false).ok()?.head()?, Head::Tool(_));
        let needs = by_name.then_some("known_tool");
        Some(Self { open: vec![open.to_owned()], body, needs, close_optional: !by_name, ..Self::default() })
    }

    /// Creates an entry for objects without a wrapper, with name and arguments at these pointers.
    pub(super) fn bare(tool: &str, arguments: &str, element: &Value) -> Self {
        let shape = json!({
            "anyOf": [{"$ref": "#/$defs/call"}, {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/call"}}],
            "$defs": {"call": shape(element, "", tool, arguments)},
        });
        Self {
            body: "object",
            tool: tool.to_owned(),
            arguments: arguments.to_owned(),
            shape: Some(shape),
            ..Self::default()
        }
    }

    /// Adds the entry to a file.
    pub(super) fn write(&self, page: &mut IndentedText) {
        page.open("{");
        page.line(&format!("name: {}, source: {},", quote::string(&self.name), quote::string(&self.source)));
        if let Some(shape) = &self.shape {
            page.member("match", shape, None);
        }
        list(page, "open", &self.open);
        if self.at_line {
            page.line("at: \"line\",");
        }
        list(page, "before", &self.before);
        let mut body = format!("body: {},", quote::string(self.body));
        for (name, pointer) in [("calls", &self.calls), ("tool", &self.tool), ("arguments", &self.arguments)] {
            if !pointer.is_empty() {
                body.push_str(&format!(" {name}: [{}],", quote::string(pointer)));
            }
        }
        if self.tool_is_key {
            body.push_str(" tool_is_key: true,");
        }
        if let Some(needs) = self.needs {
            body.push_str(&format!(" needs: {},", quote::string(needs)));
        }
        page.line(&body);
        list(page, "close", &self.close);
        if self.close_optional && !self.close.is_empty() {
            page.line("close_optional: true,");
        }
        list(page, "after", &self.after);
        if !(self.matching.is_empty() && self.not.is_empty()) {
            page.open("examples: {");
            page.texts("match", &self.matching);
            page.texts("not", &self.not);
            page.close("},");
        }
        page.close("},");
    }
}

/// The schema of an object with a name and arguments at these pointers, and the other members that `element` has.
fn shape(element: &Value, at: &str, tool: &str, arguments: &str) -> Value {
    let mut properties = serde_json::Map::new();
    let mut required = Vec::new();
    for (key, member) in element.as_object().into_iter().flatten() {
        let here = format!("{at}/{key}");
        let schema = if here == tool {
            json!({"type": "string", "pattern": "^[\\w.:/-]+$"})
        } else if here == arguments {
            json!({"type": ["object", "string"], "not": {"required": ["type", "properties"]}})
        } else if tool.starts_with(&format!("{here}/")) {
            shape(member, &here, tool, arguments)
        } else {
            properties.insert(key.clone(), json!({}));
            continue;
        };
        required.push(key.clone());
        properties.insert(key.clone(), schema);
    }
    json!({"type": "object", "required": required, "properties": properties, "additionalProperties": false})
}

fn list(page: &mut IndentedText, name: &str, items: &[String]) {
    if !items.is_empty() {
        page.line(&format!("{name}: {},", quote::value(&json!(items))));
    }
}

/// The text of a registry file.
pub(super) fn file(entries: &[DraftedSyntax], notes: &[String]) -> String {
    let mut page = IndentedText::default();
    for note in notes {
        page.line(&quote::comment(note));
    }
    page.open("{");
    page.line("version: 1,");
    page.open("syntaxes: [");
    for entry in entries {
        entry.write(&mut page);
    }
    page.close("],");
    page.close("}");
    page.into_text()
}
