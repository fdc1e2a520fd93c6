//! Building blocks of the page. Text from a database enters the page only through [`escaped`].

use jiff::Timestamp;

use crate::visible;

/// A text as HTML: without markup, and with hidden characters made visible.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in visible::lines(text).chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}
pub(super) fn joined(pieces: impl Iterator<Item = String>) -> String {
    pieces.collect()
}

/// A definition list. Names and values are escaped.
pub(super) fn definitions(rows: &[(&str, String)]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let row = |(name, value): &(&str, String)| format!("<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(value));
    format!("<dl>\n{}</dl>\n", rows.iter().map(row).collect::<String>())
}

/// A time in readable form; other texts stay unchanged.
pub(super) fn time(at: &str) -> String {
    at.parse::<Timestamp>().map_or_else(|_| at.to_owned(), |at| at.strftime("%Y-%m-%d %H:%M UTC").to_string())
}
