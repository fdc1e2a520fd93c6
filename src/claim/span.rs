//! Places in a text.

use serde::{Deserialize, Serialize};

/// A half-open range of bytes in a text, on character boundaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// The offset of the first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl Span {
    /// The span from `start` up to `end`.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The number of bytes.
    #[must_use]
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Whether it covers no byte.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The part of `text` that it covers; empty if the span does not fit the text.
    #[must_use]
    pub fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_of_another_text_is_empty() {
        assert_eq!(Span::new(0, 3).of("naïve"), "");
        assert_eq!(Span::new(7, 9).of("naïve"), "");
    }

    #[test]
    fn a_span_knows_its_text() {
        let span = Span::new(2, 4);
        assert_eq!(span.of("naïve"), "ï");
        assert_eq!(span.len(), 2);
        assert!(!span.is_empty());
        assert!(Span::new(4, 4).is_empty());
    }
}
