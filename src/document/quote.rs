//! Writes texts as JSON5 strings, keys and comments. They are easy to edit, and no text can break out of them.

use serde_json::Value;

use crate::visible::{is_hidden, one_line};

/// A text as a JSON5 string, in the quotes that need fewer escapes. Hidden characters are escaped.
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
            // A zero-width joiner between emoji joins them into one.
            '\u{200d}' if before.is_some_and(is_drawn) => string.push(c),
            c if is_hidden(c) => escape(&mut string, c),
            c => string.push(c),
        }
        before = Some(c);
    }
    string.push(quote);
    string
}

/// A name as a key, without quotes where JSON5 allows that.
#[must_use]
pub fn key(name: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$');
    let is_bare = name.chars().all(is_word) && name.starts_with(|c: char| !c.is_ascii_digit());
    if is_bare { name.to_owned() } else { string(name) }
}

/// A text as a comment to the end of the line. Line breaks and other hidden characters become visible.
#[must_use]
pub fn comment(text: &str) -> String {
    format!("// {}", one_line(text))
}

/// A value on one line. The recursion is unlimited, so `value` must come from a document of limited depth.
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

/// Adds the JSON5 escapes of a character, one for each UTF-16 unit.
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
