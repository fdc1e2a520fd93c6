//! The changes of a text, span by span.

use std::ops::Range;

use similar::{Algorithm, DiffTag, capture_diff_slices};

use super::cleaning::is_blank;
use crate::claim::Span;

/// If both texts together are longer, in bytes, they are not compared by words: they differ in a single change.
const MAX_BY_WORDS: usize = 100_000;

/// A span of a text, and its replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The span in the old text, in bytes.
    pub(super) span: Range<usize>,
    /// The text that replaces it; empty for a removal.
    pub(super) replacement: String,
}

/// The changes from `old` to `new`, in order. If `new` is `old` without `removals`, these determine which of several
/// equal passages is removed. If the reviewer rewrote the text, a comparison by words does.
#[must_use]
pub fn changes(old: &str, new: &str, removals: &[(Span, &str)]) -> Vec<Change> {
    by_removals(old, new, removals).unwrap_or_else(|| by_words(old, new))
}

/// The changes if `new` has everything that the removals leave of `old`, in order, with only white space and the
/// replacements in between; otherwise `None`.
fn by_removals(old: &str, new: &str, removals: &[(Span, &str)]) -> Option<Vec<Change>> {
    let mut changes = Vec::new();
    let (mut at_old, mut at_new) = (0, 0);
    let mut replacements: Vec<&str> = Vec::new();
    let mut start = 0;
    let removed = removals.iter().map(|(span, replacement)| (*span, Some(*replacement)));
    for (span, replacement) in removed.chain([(Span::new(old.len(), old.len()), None)]) {
        let kept = old.get(start..span.start)?;
        if let Some(kept) = trimmed(kept, start) {
            let begins = past(new, at_new, &replacements)?;
            new.get(begins..)?.strip_prefix(old.get(kept.clone())?)?;
            changes.extend(change(old, at_old..kept.start, new.get(at_new..begins)?));
            (at_old, at_new) = (kept.end, begins + kept.len());
            replacements.clear();
        }
        replacements.extend(replacement);
        start = span.end;
    }
    (past(new, at_new, &replacements)? == new.len()).then_some(())?;
    changes.extend(change(old, at_old..old.len(), new.get(at_new..)?));
    Some(changes)
}

/// The range of a passage without white space at its ends, where the passage begins at `start`; `None` if nothing is
/// left. A comma alone only separates two removals and is removed with them.
fn trimmed(passage: &str, start: usize) -> Option<Range<usize>> {
    let text = passage.trim_matches(is_blank);
    let lead = passage.len() - passage.trim_start_matches(is_blank).len();
    (!matches!(text, "" | ",")).then_some(start + lead..start + lead + text.len())
}

/// The position in `text` after these texts and the white space around them. They must follow each other from `at`;
/// otherwise `None`.
fn past(text: &str, at: usize, texts: &[&str]) -> Option<usize> {
    let behind_blanks = |rest: &str| text.len() - rest.trim_start_matches(is_blank).len();
    let mut at = behind_blanks(text.get(at..)?);
    for passage in texts.iter().map(|passage| passage.trim_matches(is_blank)) {
        at = behind_blanks(text.get(at..)?.strip_prefix(passage)?);
    }
    Some(at)
}

/// The changes by a comparison of words.
fn by_words(old: &str, new: &str) -> Vec<Change> {
    if old.len() + new.len() > MAX_BY_WORDS {
        return change(old, 0..old.len(), new).into_iter().collect();
    }
    let (before, after) = (words(old), words(new));
    let place = |words: &[&str], at: usize| words.iter().take(at).map(|word| word.len()).sum::<usize>();
    let differences = capture_diff_slices(Algorithm::Myers, &before, &after);
    let differences = differences.into_iter().filter(|difference| difference.tag() != DiffTag::Equal);
    let changed = |difference: similar::DiffOp| {
        let (was, is) = (difference.old_range(), difference.new_range());
        let span = place(&before, was.start)..place(&before, was.end);
        change(old, span, new.get(place(&after, is.start)..place(&after, is.end))?)
    };
    differences.filter_map(changed).collect()
}

/// The words, and the white space between them.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c: char| c.is_whitespace() != first.is_whitespace()).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        words.push(word);
        rest = after;
    }
    words
}

/// A change, cut to what differs; `None` if nothing does.
fn change(old: &str, span: Range<usize>, replacement: &str) -> Option<Change> {
    let removed = old.get(span.clone())?;
    let same = |pair: &(char, char)| pair.0 == pair.1;
    let length = |pairs: usize, of: &mut dyn Iterator<Item = char>| of.take(pairs).map(char::len_utf8).sum::<usize>();
    let before = removed.chars().zip(replacement.chars()).take_while(same).count();
    let before = length(before, &mut removed.chars());
    let (removed, replacement) = (removed.get(before..)?, replacement.get(before..)?);
    let after = removed.chars().rev().zip(replacement.chars().rev()).take_while(same).count();
    let after = length(after, &mut removed.chars().rev());
    let replacement = replacement.get(..replacement.len() - after)?.to_owned();
    let span = span.start + before..span.end - after;
    (!span.is_empty() || !replacement.is_empty()).then_some(Change { span, replacement })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::clean;
    use super::*;

    fn applied(old: &str, changes: &[Change]) -> String {
        let mut text = String::new();
        let mut at = 0;
        for Change { span, replacement } in changes {
            text.push_str(&old[at..span.start]);
            text.push_str(replacement);
            at = span.end;
        }
        text + &old[at..]
    }

    #[test]
    fn of_equal_passages_the_removed_one_changes() {
        let old = "{x} kept {x}";
        let last = [(Span { start: 9, end: 12 }, "")];
        let new = clean(old, &last);
        assert_eq!(changes(old, &new, &last), [Change { span: 8..12, replacement: String::new() }]);
        let first = [(Span { start: 0, end: 3 }, "")];
        assert_eq!(changes(old, "kept {x}", &first), [Change { span: 0..4, replacement: String::new() }]);
    }

    #[test]
    fn a_typed_text_changes_where_its_words_do() {
        let typed = changes("One {x}\ntwo three", "One\ntwo drei", &[(Span { start: 4, end: 7 }, "")]);
        assert_eq!(applied("One {x}\ntwo three", &typed), "One\ntwo drei");
        assert!(typed.len() > 1, "{typed:?}");
    }

    proptest! {
        /// Whatever is removed and replaced, the changes turn the old text into the new one.
        #[test]
        fn changes_lead_to_the_new_text(
            text in "[a-c{}, \n]{0,40}", cuts in proptest::collection::vec(any::<proptest::sample::Index>(), 0..6),
            replacement in "[a-b ]{0,3}", typed in proptest::option::of("[a-c{}, \n]{0,40}"),
        ) {
            let mut places: Vec<usize> = cuts.iter().map(|cut| cut.index(text.len() + 1)).collect();
            places.sort_unstable();
            let removals: Vec<_> =
                places.chunks_exact(2).map(|pair| (Span { start: pair[0], end: pair[1] }, replacement.as_str())).collect();
            let new = typed.unwrap_or_else(|| clean(&text, &removals));
            let changes = changes(&text, &new, &removals);
            prop_assert!(changes.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start));
            prop_assert_eq!(applied(&text, &changes), new);
        }
    }
}
