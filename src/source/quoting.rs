//! Names and texts as they are written in SQL.

/// Quotes an identifier for SQL; quotation marks in it are doubled.
#[must_use]
pub fn quote(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Quotes a text for SQL; apostrophes in it are doubled.
pub(super) fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// Quotes texts for SQL, separated by commas.
pub(super) fn literals(texts: &[String]) -> String {
    texts.iter().map(|text| literal(text)).collect::<Vec<_>>().join(", ")
}
