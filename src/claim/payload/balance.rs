//! Which closing bracket belongs to which opening one, as prose and code have them.

use crate::work;

/// The brackets of a text in pairs, by where the opening ones are. A blank line ends all that is open, so that a lone
/// brace costs no more than its paragraph.
pub(super) struct Balance {
    /// Start and end of each, by its start.
    pairs: Vec<(usize, usize)>,
    /// The same by its end.
    by_end: Vec<(usize, usize)>,
}

impl Balance {
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

    /// Where the pair that ends at `end` opens.
    pub(super) fn start(&self, end: usize) -> Option<usize> {
        let index = self.by_end.binary_search_by_key(&end, |&(_, end)| end).ok()?;
        self.by_end.get(index).map(|&(start, _)| start)
    }

    /// Where the pair that opens at `at` ends.
    pub(super) fn end(&self, at: usize) -> Option<usize> {
        let index = self.pairs.binary_search_by_key(&at, |&(start, _)| start).ok()?;
        self.pairs.get(index).map(|&(_, end)| end)
    }
}

/// Closes the innermost bracket where it is of the wanted kind; one of the other kind within it was never closed.
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
