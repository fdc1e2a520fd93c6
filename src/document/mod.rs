//! Reads the JSON5 documents that people write (patterns, profiles, catalogs), and locates each mistake.

mod bounds;
mod form;
mod lines;
mod place;
pub mod quote;
mod schema;
mod starts;
mod tree;
mod value;

use serde::de::DeserializeOwned;

pub use bounds::read_file;
pub use form::faults_of_form;
pub use lines::IndentedText;
pub use place::{mistake_at, mistakes_at};
pub use schema::{SchemaMistake, schema};
pub use tree::{Content, Entry, Node, line_and_column};
pub use value::{AnyValue, Nested, members};

/// A mistake in a JSON5 document, with its line and column.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("{file}:{line}:{column}: {reason}")]
pub struct DocumentError {
    /// The file's path, or the name of a built-in document.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// What is wrong, for the person who wrote the document.
    pub reason: String,
}

impl DocumentError {
    /// A mistake of the whole document, located at its beginning.
    #[must_use]
    pub fn whole(file: &str, reason: impl Into<String>) -> Self {
        Self { file: file.to_owned(), line: 1, column: 1, reason: reason.into() }
    }
}

/// Reads `text` as a `T`. Errors name it `file`.
///
/// # Errors
/// The text is not such a document, is too long, or is nested too deep.
pub fn parse<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, DocumentError> {
    if bounds::is_too_long(text) {
        return Err(DocumentError::whole(file, bounds::too_long()));
    }
    // json5 and `T` may both recurse without a limit, so the depth is checked first.
    parse_own::<bounds::DepthLimited>(file, text)?;
    parse_own(file, text)
}

/// Reads a built-in document, without limits.
pub(crate) fn parse_own<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, DocumentError> {
    json5::from_str(text).map_err(|error| {
        let reason = error.to_string();
        // When a text ends too early, json5 reports its beginning, but the mistake is at the end.
        let position = error.position().filter(|_| !reason.starts_with("EOF"));
        let position = position.unwrap_or_else(|| json5::Position::from_offset(text.len(), text));
        // The position has its own fields, so it is cut off the message.
        let reason = match reason.rfind(" at line ") {
            Some(end) => reason.get(..end).unwrap_or(&reason).to_owned(),
            None => reason,
        };
        let reason = match reason.strip_prefix("EOF parsing ") {
            Some(part) => format!("the text ends within its {part}"),
            None => reason,
        };
        DocumentError { file: file.to_owned(), line: position.line + 1, column: position.column + 1, reason }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Sample {
        name: String,
    }

    #[test]
    fn comments_and_bare_names_are_read() {
        assert_eq!(parse::<Sample>("x.json5", "{ /* a */ name: 'b', }").unwrap().name, "b");
    }

    #[test]
    fn a_syntax_error_is_reported_with_its_line() {
        let error = parse::<Sample>("x.json5", "{\n  name: ]\n}").unwrap_err();
        assert_eq!((error.line, error.file.as_str()), (2, "x.json5"));
        assert!(!error.reason.contains("line"), "{error}");
    }

    #[test]
    fn a_text_that_ends_too_early_is_reported_at_its_end() {
        let error = parse::<Sample>("x.json5", "{\n  name: 'a',\n").unwrap_err();
        assert_eq!((error.line, error.column), (3, 1));
    }

    #[test]
    fn deep_nesting_is_refused_whatever_is_read() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(untagged)]
        enum Either {
            Text(String),
            Sample(Sample),
        }
        assert!(matches!(parse("x", "'a'"), Ok(Either::Text(text)) if text == "a"));
        assert!(matches!(parse("x", "{name: 'a'}"), Ok(Either::Sample(sample)) if sample.name == "a"));
        for (open, close) in [("[", "]"), ("{a:", "}"), ("{name:[", "]}")] {
            let text = format!("{}1{}", open.repeat(200_000), close.repeat(200_000));
            let errors = [
                parse::<serde_json::Value>("x", &text).unwrap_err(),
                parse::<Sample>("x", &text).unwrap_err(),
                parse::<Either>("x", &text).unwrap_err(),
                parse::<serde::de::IgnoredAny>("x", &text).unwrap_err(),
            ];
            assert!(errors.iter().all(|error| error.reason.contains("nested deeper than 100")), "{errors:?}");
        }
    }

    #[test]
    fn an_unknown_field_is_reported_with_its_line() {
        let error = parse::<Sample>("x.json5", "{\n  name: 'a',\n  nmae: 'b'\n}").unwrap_err();
        assert_eq!(error.line, 3);
        assert!(error.reason.contains("nmae"), "{error}");
    }
}
