//! Pairs of brackets, as prose and code use them.

use crate::work;

/// The pairs of brackets in a text. An empty line ends everything that is open, so a lone brace costs no more than its
/// paragraph.
pub(super) struct BracketPairs {
    /// Start and end of each pair, ordered by start.
    pairs: Vec<(usize, usize)>,
    /// The same pairs, ordered by end.
    by_end: Vec<(usize, usize)>,
}

impl BracketPairs {
    pub(super) fn of(text: &str) -> Self {
        work::count(text.len());
        let bytes = text.as_bytes();
        let mut pairs = Vec::new();
        let mut open = Vec::new();
        for (at, &byte) in bytes.iter().enumerate() {
            match byte {
                b'{' | b'[' => open.push((at, byte)),
                b'}' => close(&mut open, &mut pairs, at, b'{'),
                b']' => close(&mut open, &mut pairs, at, b'['),
                b'\n' if is_blank_line(bytes, at) => open.clear(),
                _ => {}
            }
        }
        let by_end = pairs.clone();
        pairs.sort_unstable();
        Self { pairs, by_end }
    }

    /// The start of the pair that ends at `end`.
    pub(super) fn start(&self, end: usize) -> Option<usize> {
        let index = self.by_end.binary_search_by_key(&end, |&(_, end)| end).ok()?;
        self.by_end.get(index).map(|&(start, _)| start)
    }

    /// The end of the pair that starts at `at`.
    pub(super) fn end(&self, at: usize) -> Option<usize> {
        let index = self.pairs.binary_search_by_key(&at, |&(start, _)| start).ok()?;
        self.pairs.get(index).map(|&(_, end)| end)
    }
}

/// Closes the innermost bracket of the wanted kind; brackets of the other kind within it were never closed.
fn close(open: &mut Vec<(usize, u8)>, pairs: &mut Vec<(usize, usize)>, at: usize, wanted: u8) {
    let inner = open.pop_if(|(_, bracket)| *bracket != wanted);
    match open.pop_if(|(_, bracket)| *bracket == wanted) {
        Some((start, _)) => pairs.push((start, at + 1)),
        None => open.extend(inner),
    }
}

/// Whether the line after the break at `at` is empty.
pub(super) fn is_blank_line(bytes: &[u8], at: usize) -> bool {
    matches!(bytes.get(at + 1..), Some([b'\n', ..] | [b'\r', b'\n', ..]))
}
