//! Locates the parts of a document by the paths that lead to them.

use super::DocumentError;
use super::starts::Starts;
use super::tree::{Content, Node, line_and_column};

impl DocumentError {
    /// A mistake in the value that `pointer` (a JSON Pointer) names in `text`, or else in the nearest value around it.
    /// `text` must be valid JSON5.
    #[must_use]
    pub fn at(file: &str, text: &str, pointer: &str, reason: impl Into<String>) -> Self {
        Locator::of(file, text).at(pointer, reason.into())
    }
}

/// The mistakes of a document that is valid JSON5, each given as a JSON Pointer and a reason.
#[must_use]
pub fn mistakes_at(file: &str, text: &str, mistakes: Vec<(String, String)>) -> Vec<DocumentError> {
    if mistakes.is_empty() {
        return Vec::new();
    }
    let locator = Locator::of(file, text);
    mistakes.into_iter().map(|(pointer, reason)| locator.at(&pointer, reason)).collect()
}

/// A mistake in the part of `text` that `path` leads to, by the names of fields and the indexes of lists. A field is
/// located at its name, a list element at its value, and a missing part at the beginning of the document.
#[must_use]
pub fn mistake_at(file: &str, text: &str, path: &[String], reason: &str) -> DocumentError {
    let locator = Locator::of(file, text);
    let end = locator.follow(path);
    locator.mistake((end.steps == path.len()).then_some(end.name), reason.to_owned())
}

/// Locates mistakes in a document.
pub(super) struct Locator<'a> {
    file: &'a str,
    text: &'a str,
    root: Node,
}

/// The part of a document where a path ends, or beyond which it leads nowhere.
struct PathEnd<'n> {
    /// The number of steps to it.
    steps: usize,
    /// The start of its key, or of the value itself if it has none.
    name: usize,
    value: &'n Node,
}

impl<'a> Locator<'a> {
    pub(super) fn of(file: &'a str, text: &'a str) -> Self {
        // Of a document that cannot be read, only the beginning is known.
        let beginning = || Node { start: Starts::of(text).next().unwrap_or_default(), content: Content::Null };
        Self { file, text, root: Node::read(file, text).unwrap_or_else(|_| beginning()) }
    }

    /// A mistake in the value that a JSON Pointer names, or else in the nearest value around it.
    pub(super) fn at(&self, pointer: &str, reason: String) -> DocumentError {
        let steps = pointer.split('/').skip(1).map(|step| step.replace("~1", "/").replace("~0", "~"));
        let end = self.follow(&steps.collect::<Vec<_>>());
        self.mistake(Some(end.value.start), reason)
    }

    fn mistake(&self, start: Option<usize>, reason: String) -> DocumentError {
        let (line, column) = start.map_or((1, 1), |start| line_and_column(self.text, start));
        DocumentError { file: self.file.to_owned(), line, column, reason }
    }

    fn follow(&self, path: &[String]) -> PathEnd<'_> {
        let mut end = PathEnd { steps: 0, name: self.root.start, value: &self.root };
        for step in path {
            let next = match &end.value.content {
                Content::Object(entries) => {
                    entries.iter().find(|entry| entry.key == *step).map(|entry| (entry.start, &entry.value))
                }
                Content::List(nodes) => {
                    step.parse().ok().and_then(|index: usize| nodes.get(index)).map(|node| (node.start, node))
                }
                _ => None,
            };
            let Some((name, value)) = next else { break };
            end = PathEnd { steps: end.steps + 1, name, value };
        }
        end
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
    fn what_is_not_there_is_reported_at_the_beginning() {
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
