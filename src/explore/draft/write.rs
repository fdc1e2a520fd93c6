//! Writes a draft as a registry file, with comments that explain it.
//!
//! All text from messages goes through [`quote`], so that it cannot end a string or a comment.

use super::DraftedPattern;
use crate::document::{IndentedText, quote};

/// The text of a registry file with these patterns, under the notes as comments.
pub(super) fn file(entries: &[DraftedPattern], notes: &[String]) -> String {
    let mut page = IndentedText::default();
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

fn pattern(page: &mut IndentedText, entry: &DraftedPattern) {
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
        page.texts("match", &entry.matching);
        page.texts("not", &entry.not);
        page.close("},");
    }
    page.close("},");
}

/// Writes the schema, with a line for each key of the payload.
fn schema(page: &mut IndentedText, entry: &DraftedPattern) {
    page.open("match: {");
    for (keyword, value) in entry.inferred.schema.as_object().into_iter().flatten() {
        if let Some(properties) = value.as_object().filter(|_| keyword == "properties") {
            page.open("properties: {");
            for (key, value) in properties {
                page.member(key, value, entry.inferred.notes.get(key).map(String::as_str));
            }
            page.close("},");
        } else {
            let note = entry.inferred.about_others.as_deref().filter(|_| keyword == "additionalProperties");
            page.member(keyword, value, note);
        }
    }
    page.close("},");
}

fn comment(page: &mut IndentedText, text: &str) {
    page.line(&quote::comment(text));
}
