//! Locates a part of a document by the path that leads to it.

use super::tree::{DocumentPart, Node, place};
use super::{DocumentError, parse};

impl DocumentError {
    /// A mistake in the value that `pointer` (a JSON Pointer) names in `text`, or else in the nearest value around it.
    /// `text` must be valid JSON5.
    #[must_use]
    pub fn at(file: &str, text: &str, pointer: &str, reason: impl Into<String>) -> Self {
        let steps = pointer.split('/').skip(1).map(|step| step.replace("~1", "/").replace("~0", "~"));
        let found = ResolvedPath::of(text, &steps.collect::<Vec<_>>());
        Self::located(file, place(text, DocumentPart::Value(&found.entries)), reason.into())
    }

    fn located(file: &str, place: Option<(usize, usize)>, reason: String) -> Self {
        match place {
            Some((line, column)) => Self { file: file.to_owned(), line, column, reason },
            None => Self::whole(file, reason),
        }
    }
}

/// A mistake in the part of `text` that `path` leads to, by the names of fields and the indexes of lists. A field is
/// located at its name, a list element at its value, and a missing part at the beginning of the document.
#[must_use]
pub fn mistake_at(file: &str, text: &str, path: &[String], reason: &str) -> DocumentError {
    let found = ResolvedPath::of(text, path);
    let part = if found.is_field { DocumentPart::Key(&found.entries) } else { DocumentPart::Value(&found.entries) };
    let is_there = found.entries.len() == path.len();
    DocumentError::located(file, is_there.then(|| place(text, part)).flatten(), reason.to_owned())
}

/// The part of a path that exists in a document.
#[derive(Default)]
struct ResolvedPath {
    /// The index of each entry on the path.
    entries: Vec<usize>,
    /// Whether the last entry is a field, not a list element.
    is_field: bool,
}

impl ResolvedPath {
    fn of(text: &str, path: &[String]) -> Self {
        let mut found = Self::default();
        let whole = parse::<Node>("", text).ok();
        let mut node = whole.as_ref();
        for step in path {
            let entry = match node {
                Some(Node::Object(entries)) => entries.iter().position(|(name, _)| name == step),
                Some(Node::List(nodes)) => step.parse().ok().filter(|index| *index < nodes.len()),
                _ => None,
            };
            let Some(entry) = entry else {
                return found;
            };
            found.entries.push(entry);
            (node, found.is_field) = match node {
                Some(Node::Object(entries)) => (entries.get(entry).map(|(_, value)| value), true),
                Some(Node::List(nodes)) => (nodes.get(entry), false),
                _ => (None, false),
            };
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "{\n  // keys\n  keys: {\n    'review': { accept: ['a', \"é\", 'b'], undo: 'x' },\n  },\n}";

    fn named(path: &[&str]) -> (usize, usize) {
        let path: Vec<String> = path.iter().map(|step| (*step).to_owned()).collect();
        let mistake = mistake_at("x.json5", TEXT, &path, "wrong");
        assert_eq!(mistake.reason, "wrong");
        (mistake.line, mistake.column)
    }

    #[test]
    fn fields_and_elements_are_found() {
        assert_eq!(named(&["keys"]), (3, 3));
        assert_eq!(named(&["keys", "review"]), (4, 5));
        assert_eq!(named(&["keys", "review", "accept", "0"]), (4, 26));
        assert_eq!(named(&["keys", "review", "accept", "2"]), (4, 36));
        assert_eq!(named(&["keys", "review", "undo"]), (4, 42));
    }

    #[test]
    fn what_is_not_there_is_told_at_the_beginning() {
        assert_eq!(named(&["keys", "review", "accept", "3"]), (1, 1));
        assert_eq!(named(&["keys", "editor", "save"]), (1, 1));
        assert_eq!(named(&["version"]), (1, 1));
    }

    fn at(text: &str, pointer: &str) -> (usize, usize) {
        let mistake = DocumentError::at("x.json5", text, pointer, "wrong");
        (mistake.line, mistake.column)
    }

    #[test]
    fn a_value_is_found_by_its_pointer() {
        let text = "// a file\n{ version: 1,\n  'list': [\n    { name: \"a, }\" }, /* { */\n    { name: 'b', \"x/y\": [1, 2] },\n  ],\n}";
        let at = |pointer: &str| at(text, pointer);
        assert_eq!(at(""), (2, 1));
        assert_eq!(at("/version"), (2, 12));
        assert_eq!(at("/list"), (3, 11));
        assert_eq!(at("/list/1"), (5, 5));
        assert_eq!(at("/list/0/name"), (4, 13));
        assert_eq!(at("/list/1/name"), (5, 13));
        assert_eq!(at("/list/1/x~1y/1"), (5, 29));
    }

    #[test]
    fn what_is_missing_is_reported_at_its_surroundings() {
        let text = "{\n  list: [ {} ] }";
        assert_eq!(at(text, "/list/0/name"), (2, 11));
        assert_eq!(at(text, "/other/0"), (1, 1));
    }
}
