//! Counts the work of reading texts, on each thread: the bytes, words and candidates that were examined.
//!
//! Readers that look ahead stop when the count reaches their budget. Tests use the count instead of a clock to check
//! that reading takes time linear in the text (`work::tests`).
//!
//! The count covers everything that examines texts: the cursor of the payload reader, the literal finder, tokens and
//! phrase matching, the detection of code, thoughts, stamps and wrappers, every search up to the end of a text, and the
//! assembly of the result. It does not cover the processing of values that were read, such as copying, validation and
//! printing, nor the inside of libraries such as the JSON parser.

use std::cell::Cell;

#[cfg(test)]
mod tests;

thread_local! {
    static STEPS: Cell<usize> = const { Cell::new(0) };
}

/// Counts bytes, words or candidates that were examined.
#[inline]
pub(crate) fn count(steps: usize) {
    STEPS.set(STEPS.get().wrapping_add(steps));
}

/// The count of this thread. It wraps around, so only differences mean something.
#[inline]
pub(crate) fn steps() -> usize {
    STEPS.get()
}

/// The number of steps that `work` takes.
pub(crate) fn during(work: impl FnOnce()) -> usize {
    let before = steps();
    work();
    steps().wrapping_sub(before)
}

/// Returns the text without leading white space, and counts what it skips.
pub(crate) fn trim_start(text: &str) -> &str {
    trim_start_by(text, char::is_whitespace)
}

/// Returns the text without the leading characters for which `is_passed` is true, and counts them.
pub(crate) fn trim_start_by(text: &str, is_passed: impl FnMut(char) -> bool) -> &str {
    let kept = text.trim_start_matches(is_passed);
    count(text.len() - kept.len() + 1);
    kept
}

/// Returns the text without the trailing characters for which `is_passed` is true, and counts them.
pub(crate) fn trim_end_by(text: &str, is_passed: impl Fn(char) -> bool) -> &str {
    let kept = text.char_indices().rev().find(|(_, c)| !is_passed(*c));
    let kept = kept.map_or(0, |(at, c)| at + c.len_utf8());
    count(text.len() - kept + 1);
    text.get(..kept).unwrap_or_default()
}

/// Counts what a search in `text` examined that stopped at `place`, or found nothing. Returns `place`.
pub(crate) fn found(text: &str, place: Option<usize>) -> Option<usize> {
    count(place.unwrap_or(text.len()) + 1);
    place
}
