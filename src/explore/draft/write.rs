//! A draft as the text of a registry file, with comments that say why it is as it is.
//!
//! All that comes from messages goes through [`quote`]: no text of theirs ends a string or a comment.

use serde_json::Value;

use super::Entry;
use crate::document::{Lines, quote};

/// So long is a line of a schema before it is broken after each entry.
const WIDTH: usize = 110;

/// The whole file.
pub(super) fn file(entries: &[Entry], notes: &[String]) -> String {
    let mut page = Lines::default();
    for note in notes {
        comment(&mut page, note);
    }
    page.open("{");
    page.line("version: 1,");
    page.open("patterns: [");
    for entry in entries {
        pattern(&mut page, entry);
    }
    page.close("],");
    page.close("}");
    page.into_text()
}

fn pattern(page: &mut Lines, entry: &Entry) {
    page.open("{");
    for note in &entry.notes {
        comment(page, note);
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

fn texts(page: &mut Lines, name: &str, texts: &[String]) {
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
fn schema(page: &mut Lines, entry: &Entry) {
    page.open("match: {");
    for (keyword, value) in entry.inferred.schema.as_object().into_iter().flatten() {
        if let Some(properties) = value.as_object().filter(|_| keyword == "properties") {
            page.open("properties: {");
            for (key, value) in properties {
                member(page, key, value, entry.inferred.notes.get(key).map(String::as_str));
            }
            page.close("},");
        } else {
            let note = entry.inferred.about_others.as_deref().filter(|_| keyword == "additionalProperties");
            member(page, keyword, value, note);
        }
    }
    page.close("},");
}

fn comment(page: &mut Lines, text: &str) {
    page.line(&quote::comment(text));
}

/// A key with its value: on one line, or broken where that is long.
fn member(page: &mut Lines, key: &str, value: &Value, note: Option<&str>) {
    let note = note.map(|note| format!(" {}", quote::comment(note))).unwrap_or_default();
    let line = format!("{}: {},", quote::key(key), quote::value(value));
    match value {
        Value::Object(members) if line.chars().count() > WIDTH && !members.is_empty() => {
            page.open(&format!("{}: {{{note}", quote::key(key)));
            for (key, value) in members {
                member(page, key, value, None);
            }
            page.close("},");
        }
        _ => page.line(&format!("{line}{note}")),
    }
}
