//! Searches texts piece by piece, so that a search or a filter with words never blocks typing.

use super::filter::Needle;
use super::item::Item;

/// The findings, or the bytes of their texts, that one piece covers.
const FINDINGS: usize = 2_000;
const BYTES: usize = 2 << 20;

/// A search through the texts of some findings: from a start to the last, then from the first.
#[derive(Clone, Debug)]
pub(crate) struct TextLookup {
    /// The texts to search for, and whether each must be absent.
    needles: Vec<(Needle, bool)>,
    places: Vec<usize>,
    /// The number of findings before the start.
    begin: usize,
    /// The number of findings searched so far.
    seen: usize,
    /// The hits before the start, and from it on.
    pub(crate) before: Vec<usize>,
    pub(crate) after: Vec<usize>,
}

impl TextLookup {
    pub(crate) fn new(needles: Vec<(Needle, bool)>, places: Vec<usize>, begin: usize) -> Self {
        let begin = if begin < places.len() { begin } else { 0 };
        Self { needles, places, begin, seen: 0, before: Vec::new(), after: Vec::new() }
    }

    pub(crate) fn is_through(&self) -> bool {
        self.seen >= self.places.len()
    }

    /// The progress in percent.
    pub(crate) fn percent(&self) -> usize {
        (self.seen * 100).checked_div(self.places.len()).unwrap_or(100)
    }

    /// Searches the next piece.
    pub(crate) fn step(&mut self, items: &[Item]) {
        let (mut findings, mut bytes) = (0, 0);
        while findings < FINDINGS && bytes < BYTES && !self.is_through() {
            let row = (self.begin + self.seen) % self.places.len();
            self.seen += 1;
            findings += 1;
            let Some((place, item)) = self.places.get(row).and_then(|place| Some((*place, items.get(*place)?))) else {
                continue;
            };
            let fits = item.kept().ask_text(|text| {
                bytes += text.len();
                self.needles.iter().all(|(needle, missing)| needle.is_held(item, text) != *missing)
            });
            if fits {
                let found = if row < self.begin { &mut self.before } else { &mut self.after };
                found.push(place);
            }
        }
    }

    /// The hits so far, in list order.
    pub(crate) fn found(&self) -> Vec<usize> {
        [self.before.as_slice(), &self.after].concat()
    }
}
