//! A JSON5 document that is written for people, line by line.

/// A text that grows by indented lines.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    text: String,
    depth: usize,
}

impl Lines {
    /// How far the next line is indented, in columns.
    #[must_use]
    pub fn indentation(&self) -> usize {
        2 * self.depth
    }

    /// Adds a line.
    pub fn line(&mut self, line: &str) {
        let indented = format!("{}{line}", " ".repeat(self.indentation()));
        self.text.push_str(indented.trim_end());
        self.text.push('\n');
    }

    /// Adds a line, below which others are indented.
    pub fn open(&mut self, line: &str) {
        self.line(line);
        self.depth += 1;
    }

    /// Adds the line that ends what was opened last.
    pub fn close(&mut self, line: &str) {
        self.depth = self.depth.saturating_sub(1);
        self.line(line);
    }

    /// The whole text.
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
        let mut lines = Lines::default();
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
