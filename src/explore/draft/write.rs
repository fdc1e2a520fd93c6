//! A draft as the text of a registry file, with comments that say why it is as it is.
//!
//! All that comes from messages goes through [`quote`]: no text of theirs ends a string or a comment.

use serde_json::Value;

use super::Entry;
use crate::document::quote;

/// So long is a line of a schema before it is broken after each entry.
const WIDTH: usize = 110;

/// The whole file.
pub(super) fn file(entries: &[Entry], notes: &[String]) -> String {
    let mut page = Page::default();
    for note in notes {
        page.comment(note);
    }
    page.open("{");
    page.line("version: 1,");
    page.open("patterns: [");
    for entry in entries {
        pattern(&mut page, entry);
    }
    page.close("],");
    page.close("}");
    page.text
}

fn pattern(page: &mut Page, entry: &Entry) {
    page.open("{");
    for note in &entry.notes {
        page.comment(note);
    }
    let mut head = format!("name: {}, ", quote::string(&entry.name));
    if let Some(tool) = &entry.tool {
        head.push_str(&format!("tool: {}, ", quote::string(tool)));
    }
    head.push_str(&format!("kind: \"{}\", class: \"effect\",", entry.kind.name()));
    if entry.is_named {
        head.push_str(" bare: false,");
    }
    page.line(&head);
    schema(page, entry);
    if !(entry.matching.is_empty() && entry.not.is_empty()) {
        page.open("examples: {");
        texts(page, "match", &entry.matching);
        texts(page, "not", &entry.not);
        page.close("},");
    }
    page.close("},");
}

fn texts(page: &mut Page, name: &str, texts: &[String]) {
    if texts.is_empty() {
        return;
    }
    page.open(&format!("{name}: ["));
    for text in texts {
        page.line(&format!("{},", quote::string(text)));
    }
    page.close("],");
}

/// The schema: a line for each key of the payload.
fn schema(page: &mut Page, entry: &Entry) {
    page.open("match: {");
    for (keyword, value) in entry.inferred.schema.as_object().into_iter().flatten() {
        let Some(properties) = value.as_object().filter(|_| keyword == "properties") else {
            let note = entry.inferred.about_others.as_deref().filter(|_| keyword == "additionalProperties");
            page.entry(keyword, value, note);
            continue;
        };
        page.open("properties: {");
        for (key, value) in properties {
            page.entry(key, value, entry.inferred.notes.get(key).map(String::as_str));
        }
        page.close("},");
    }
    page.close("},");
}

/// A text that grows line by line.
#[derive(Default)]
struct Page {
    text: String,
    depth: usize,
}

impl Page {
    fn line(&mut self, line: &str) {
        self.text.push_str(&"  ".repeat(self.depth));
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn comment(&mut self, text: &str) {
        self.line(&quote::comment(text));
    }

    fn open(&mut self, line: &str) {
        self.line(line);
        self.depth += 1;
    }

    fn close(&mut self, line: &str) {
        self.depth -= 1;
        self.line(line);
    }

    /// A key with its value: on one line, or broken where that is long.
    fn entry(&mut self, key: &str, value: &Value, note: Option<&str>) {
        let note = note.map(|note| format!(" {}", quote::comment(note))).unwrap_or_default();
        let line = format!("{}: {},", quote::key(key), on_one_line(value));
        match value {
            Value::Object(members) if line.chars().count() > WIDTH && !members.is_empty() => {
                self.open(&format!("{}: {{{note}", quote::key(key)));
                for (key, value) in members {
                    self.entry(key, value, None);
                }
                self.close("},");
            }
            _ => self.line(&format!("{line}{note}")),
        }
    }
}

/// A schema on one line. It is nested no deeper than a draft describes a payload.
fn on_one_line(value: &Value) -> String {
    match value {
        Value::String(text) => quote::string(text),
        Value::Array(elements) => format!("[{}]", elements.iter().map(on_one_line).collect::<Vec<_>>().join(", ")),
        Value::Object(members) if members.is_empty() => "{}".to_owned(),
        Value::Object(members) => {
            let members = members.iter().map(|(key, value)| format!("{}: {}", quote::key(key), on_one_line(value)));
            format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}
