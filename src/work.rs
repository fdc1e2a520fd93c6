//! How much of texts was looked at: a count of bytes, words and places, on each thread.
//!
//! A reader that looks ahead is held to a budget by it, and tests assert by it, rather than by a clock, that reading takes
//! time linear in the text (`work::tests`).
//!
//! It sees what is counted here by that through which texts are looked at: the cursor of the payload reader, the finder of
//! literals, tokens and the matching of phrases, the marks of code, thoughts, stamps and wrappers, whatever is looked for up
//! to the end of a text, and what is put together in the end. It does not see what values cost once they are read (copying
//! them, comparing them with schemas, printing them), nor what a library does inside, such as the parser of JSON.

use std::cell::Cell;

#[cfg(test)]
mod tests;

thread_local! {
    static STEPS: Cell<usize> = const { Cell::new(0) };
}

/// Counts bytes, words or places that were looked at.
#[inline]
pub(crate) fn count(steps: usize) {
    STEPS.set(STEPS.get().wrapping_add(steps));
}

/// How many were looked at on this thread since some time before.
#[inline]
pub(crate) fn steps() -> usize {
    STEPS.get()
}

/// How many are looked at while something is done.
pub(crate) fn during(work: impl FnOnce()) -> usize {
    let before = steps();
    work();
    steps().wrapping_sub(before)
}

/// The text without the white space in front of it; what is passed counts.
pub(crate) fn trim_start(text: &str) -> &str {
    trim_start_by(text, char::is_whitespace)
}

/// The text without the characters in front of it that are passed; they count.
pub(crate) fn trim_start_by(text: &str, is_passed: impl FnMut(char) -> bool) -> &str {
    let kept = text.trim_start_matches(is_passed);
    count(text.len() - kept.len() + 1);
    kept
}

/// The text without the characters at its end that are passed; they count.
pub(crate) fn trim_end_by(text: &str, is_passed: impl Fn(char) -> bool) -> &str {
    let kept = text.char_indices().rev().find(|(_, c)| !is_passed(*c));
    let kept = kept.map_or(0, |(at, c)| at + c.len_utf8());
    count(text.len() - kept + 1);
    text.get(..kept).unwrap_or_default()
}

/// Where something is found; what was looked at for it in `text` counts.
pub(crate) fn found(text: &str, place: Option<usize>) -> Option<usize> {
    count(place.unwrap_or(text.len()) + 1);
    place
}
