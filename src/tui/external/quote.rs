//! Texts as strings of JSON5 that are pleasant to edit.

use crate::visible::is_hidden;

/// A text as a string of JSON5: in the quotes that need the fewest escapes, and with nothing hidden in it.
pub(super) fn string(text: &str) -> String {
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
pub(super) fn key(name: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_bare = name.chars().all(is_word) && name.starts_with(|c: char| !c.is_ascii_digit());
    if is_bare { name.to_owned() } else { string(name) }
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
