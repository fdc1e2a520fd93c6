//! Texts as strings, keys and comments of JSON5 that are pleasant to edit, and that no text breaks out of.

use serde_json::Value;

use crate::visible::{is_hidden, one_line};

/// A text as a string of JSON5: in the quotes that need the fewest escapes, and with nothing hidden in it.
#[must_use]
pub fn string(text: &str) -> String {
    let count = |quote| text.matches(quote).count();
    let quote = if count('"') > count('\'') { '\'' } else { '"' };
    let mut string = String::from(quote);
    let mut before = None;
    for c in text.chars() {
        match c {
            '\\' => string.push_str("\\\\"),
            '\n' => string.push_str("\\n"),
            '\r' => string.push_str("\\r"),
            '\t' => string.push_str("\\t"),
            c if c == quote => string.extend(['\\', c]),
            // A joiner between emoji is part of one picture.
            '\u{200d}' if before.is_some_and(is_drawn) => string.push(c),
            c if is_hidden(c) => escape(&mut string, c),
            c => string.push(c),
        }
        before = Some(c);
    }
    string.push(quote);
    string
}

/// A name as a key: bare where JSON5 allows it.
#[must_use]
pub fn key(name: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$');
    let is_bare = name.chars().all(is_word) && name.starts_with(|c: char| !c.is_ascii_digit());
    if is_bare { name.to_owned() } else { string(name) }
}

/// A text as the rest of a line that is a comment: whatever would end the line is a visible glyph.
#[must_use]
pub fn comment(text: &str) -> String {
    format!("// {}", one_line(text))
}

/// A value on one line. What is deeply nested is none that anybody writes.
#[must_use]
pub fn value(value: &Value) -> String {
    match value {
        Value::String(text) => string(text),
        Value::Array(elements) => format!("[{}]", elements.iter().map(self::value).collect::<Vec<_>>().join(", ")),
        Value::Object(members) if members.is_empty() => "{}".to_owned(),
        Value::Object(members) => {
            let members = members.iter().map(|(name, member)| format!("{}: {}", key(name), self::value(member)));
            format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// The escape that JSON5 has for a character: one for each of its UTF-16 units.
fn escape(string: &mut String, c: char) {
    for unit in c.encode_utf16(&mut [0; 2]) {
        string.push_str(&format!("\\u{unit:04x}"));
    }
}

fn is_drawn(c: char) -> bool {
    !c.is_ascii() && !c.is_alphanumeric() && !is_hidden(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_breaks_out() {
        for text in
            ["plain", "it's", "\"both\" 'quotes'", "\\", "a\nb\r\u{2028}c", "\0\u{1b}[2J\u{9b}", "*/ // \u{202e}", ""]
        {
            let document = format!("{{{}: {}, {}\n}}", key(text), string(text), comment(text));
            assert!(!document.trim_end_matches("\n}").chars().any(is_hidden), "{document:?}");
            let read: serde_json::Value = json5::from_str(&document).unwrap();
            assert_eq!(read, serde_json::json!({ text: text }), "{document:?}");
        }
    }
}
