//! Locates the parts of a copy in the text that it copies.

use std::ops::Range;

/// Whether a character is trimmed from texts: Unicode white space, byte order marks, zero-width spaces.
pub(crate) fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}')
}

/// How a copy agrees with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Agreement {
    /// It equals the text.
    Whole,
    /// It is the text in parts, or some of it.
    Parts,
    /// It holds something else, alone or in addition.
    Other,
}

/// How the parts of a copy agree with a text.
pub(crate) fn agreement(parts: &[&str], text: &str) -> Agreement {
    match places(parts, text) {
        _ if *parts == [text] => Agreement::Whole,
        Some(places) if parts.iter().zip(&places).all(|(part, place)| trimmed(part).is_empty() || place.is_some()) => {
            Agreement::Parts
        }
        _ => Agreement::Other,
    }
}

/// The possible positions of a part in the text, without its blank ends: the other parts leave it some room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PartPosition {
    /// The range in which it may be, in bytes.
    pub(crate) between: Range<usize>,
    length: usize,
}

impl PartPosition {
    /// Whether it has only one possible position.
    pub(crate) fn is_known(&self) -> bool {
        self.between.len() == self.length
    }

    /// Whether a change of this range may affect it.
    pub(crate) fn is_met_by(&self, span: &Range<usize>) -> bool {
        if span.is_empty() {
            self.between.start <= span.start && span.start <= self.between.end
        } else {
            self.between.start < span.end && span.start < self.between.end
        }
    }
}

/// A part without its blank ends.
pub(crate) fn trimmed(part: &str) -> &str {
    part.trim_matches(is_blank)
}

/// The position of each part in a text, in order; `None` for a part that is not in it. `None` altogether if no part is,
/// or they are in another order.
pub(crate) fn places(parts: &[&str], text: &str) -> Option<Vec<Option<PartPosition>>> {
    if let Some(places) = side_by_side(parts, text) {
        return Some(places);
    }
    let is_found = |part: &str| !trimmed(part).is_empty() && text.contains(trimmed(part));
    let mut first = Vec::new();
    let mut at = 0;
    for part in parts.iter().filter(|part| is_found(part)) {
        let start = at + text.get(at..)?.find(trimmed(part))?;
        first.push(start);
        at = start + trimmed(part).len();
    }
    let mut last = Vec::new();
    let mut at = text.len();
    for part in parts.iter().rev().filter(|part| is_found(part)) {
        let start = text.get(..at)?.rfind(trimmed(part))?;
        last.push(start + trimmed(part).len());
        at = start;
    }
    let mut between = first.into_iter().zip(last.into_iter().rev()).map(|(start, end)| start..end);
    let places: Vec<_> = (parts.iter())
        .map(|part| {
            let between = if is_found(part) { between.next() } else { None };
            between.map(|between| PartPosition { between, length: trimmed(part).len() })
        })
        .collect();
    places.iter().any(Option::is_some).then_some(places)
}

/// The same for parts that make up the whole text, with only blanks between them.
fn side_by_side(parts: &[&str], text: &str) -> Option<Vec<Option<PartPosition>>> {
    let behind_blanks = |at: usize| Some(text.len() - text.get(at..)?.trim_start_matches(is_blank).len());
    let mut places = Vec::new();
    let mut at = behind_blanks(0)?;
    for part in parts.iter().map(|part| trimmed(part)) {
        if part.is_empty() {
            places.push(None);
            continue;
        }
        text.get(at..)?.strip_prefix(part)?;
        places.push(Some(PartPosition { between: at..at + part.len(), length: part.len() }));
        at = behind_blanks(at + part.len())?;
    }
    (at == text.len() && places.iter().any(Option::is_some)).then_some(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_agrees_as_a_whole_in_parts_or_not() {
        let text = "Let me see.\n<details>call</details>\nDone.";
        for (parts, expected) in [
            (vec![text], Agreement::Whole),
            (vec!["Let me see.", "Done."], Agreement::Parts),
            (vec!["Done.", ""], Agreement::Parts),
            (vec![" Let me see.\n<details>call</details>", "Done. "], Agreement::Parts),
            (vec!["Done.", "Let me see."], Agreement::Other),
            (vec!["a thought", "Done."], Agreement::Other),
            (vec!["Other words."], Agreement::Other),
            (vec![], Agreement::Other),
        ] {
            assert_eq!(agreement(&parts, text), expected, "{parts:?}");
        }
    }
}
