//! Writes a JSON5 document for people, line by line.

use serde_json::Value;

use super::quote;

/// Longer lines, in characters, are broken after each member.
const WIDTH: usize = 110;

/// A text that is built from indented lines.
#[derive(Clone, Debug, Default)]
pub struct IndentedText {
    text: String,
    depth: usize,
}

impl IndentedText {
    /// The indentation of the next line, in columns.
    #[must_use]
    pub fn indentation(&self) -> usize {
        2 * self.depth
    }

    /// Adds a line at the current indentation, without trailing white space.
    pub fn line(&mut self, line: &str) {
        let indented = format!("{}{line}", " ".repeat(self.indentation()));
        self.text.push_str(indented.trim_end());
        self.text.push('\n');
    }

    /// Adds a line, and indents the following ones.
    pub fn open(&mut self, line: &str) {
        self.line(line);
        self.depth += 1;
    }

    /// Ends the last block that was opened, and adds its closing line.
    pub fn close(&mut self, line: &str) {
        self.depth = self.depth.saturating_sub(1);
        self.line(line);
    }

    /// Adds a key with its value, and `note` as a comment. A long object is broken into lines.
    pub fn member(&mut self, key: &str, value: &Value, note: Option<&str>) {
        let note = note.map(|note| format!(" {}", quote::comment(note))).unwrap_or_default();
        let line = format!("{}: {},", quote::key(key), quote::value(value));
        match value {
            Value::Object(members) if line.chars().count() > WIDTH && !members.is_empty() => {
                self.open(&format!("{}: {{{note}", quote::key(key)));
                for (key, value) in members {
                    self.member(key, value, None);
                }
                self.close("},");
            }
            _ => self.line(&format!("{line}{note}")),
        }
    }

    /// Adds a key with a list of strings, one per line. An empty list adds nothing.
    pub fn texts(&mut self, key: &str, texts: &[String]) {
        if texts.is_empty() {
            return;
        }
        self.open(&format!("{}: [", quote::key(key)));
        for text in texts {
            self.line(&format!("{},", quote::string(text)));
        }
        self.close("],");
    }

    /// Returns the whole text.
    #[must_use]
    pub fn into_text(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_opened_indents_until_it_is_closed() {
        let mut lines = IndentedText::default();
        lines.open("{");
        lines.open("a: [");
        lines.line("");
        lines.line("1, ");
        lines.close("],");
        lines.close("}");
        lines.close("");
        assert_eq!(lines.into_text(), "{\n  a: [\n\n    1,\n  ],\n}\n\n");
    }
}
