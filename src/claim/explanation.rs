//! Sentences that show or explain what is next to them.

use crate::work;

/// The most bytes around a payload that are searched for its sentence.
pub(super) const REACH: usize = 240;

/// Words with which a text introduces an example or a format, in lower case.
const FRAMES: [&str; 37] = [
    "example", "e.g.", "for instance", "such as", "looks like", "look like", "looks something", "would look", "format",
    "syntax", "schema", "template", "sample", "something like", "like this", "like so", "as follows", "returns",
    "would return", "responds with", "answers with", "would write", "you would", "you could", "you can", "could be",
    "would be", "instead of", "writes", "means", "documentation", "beispiel", "z. b.", "exemple", "ejemplo", "exemplo",
    "esempio",
];

/// Predicates of a sentence that has the payload as its subject.
const PREDICATES: [&str; 12] =
    ["is", "are", "was", "means", "would", "will", "looks", "shows", "returns", "stands", "calls", "ends"];

/// Sentences after a payload that explain it.
const EXPLANATIONS: [&str; 6] =
    ["is an example", "is how ", "is what the ", "is the format", "would be stored", "would be saved"];

/// Abbreviations that look like the end of a sentence.
const ABBREVIATIONS: [&str; 5] = ["e.g.", "i.e.", "z. b.", "z.b.", "p. ex."];

/// The end of a text that is searched: whole words, because part of one may look like another.
pub(super) fn tail(text: &str) -> &str {
    let from = text.len().saturating_sub(REACH);
    let from = (from..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len());
    let (before, rest) = text.split_at_checked(from).unwrap_or_default();
    if before.ends_with(char::is_alphanumeric) { rest.trim_start_matches(char::is_alphanumeric) } else { rest }
}

/// The beginning of a text that is searched: whole words.
fn head(text: &str) -> &str {
    let to = text.len().min(REACH);
    let to = (0..=to).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let (rest, after) = text.split_at_checked(to).unwrap_or_default();
    if after.starts_with(char::is_alphanumeric) { rest.trim_end_matches(char::is_alphanumeric) } else { rest }
}

/// Whether the sentence before or after something shows or explains it.
pub(super) fn is_framed(before: &str, after: &str) -> bool {
    // White space does not separate, however long it is.
    let before = tail(work::trim_end_by(before, char::is_whitespace)).to_lowercase();
    if ABBREVIATIONS.iter().any(|short| before.trim_end_matches([' ', '\n', ',', ':']).ends_with(short)) {
        return true;
    }
    let sentence = last_sentence(&before);
    if !sentence.is_empty() && FRAMES.iter().any(|frame| has_words(sentence, frame)) {
        return true;
    }
    let is_skipped = |c| matches!(c, ' ' | '\t' | '\n' | '\r' | '"' | '\u{201d}');
    let after = head(work::trim_start_by(after, is_skipped));
    let sentence = after.split(['.', '!', '?', '\n']).next().unwrap_or_default().to_lowercase();
    if EXPLANATIONS.iter().any(|words| has_words(&sentence, words)) {
        return true;
    }
    let word: String = after.chars().take_while(|c| c.is_alphanumeric()).collect();
    PREDICATES.contains(&word.as_str())
}

/// Endings of plurals and adverbs.
const ENDINGS: [&str; 7] = ["", "s", "e", "en", "es", "n", "sweise"];

/// Whether `words` are in `text` as separate words.
fn has_words(text: &str, words: &str) -> bool {
    let begins_word =
        |at: usize| !text.get(..at).and_then(|before| before.chars().next_back()).is_some_and(char::is_alphanumeric);
    let ends_word = |at: usize| {
        let rest = text.get(at..).unwrap_or_default();
        let ending = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        words.ends_with([' ', '.']) || ENDINGS.contains(&ending)
    };
    text.match_indices(words).any(|(at, _)| begins_word(at) && ends_word(at + words.len()))
}

/// The last sentence of a text, which may be unfinished.
fn last_sentence(text: &str) -> &str {
    let trimmed = text.trim_end();
    let ended = trimmed.ends_with(['.', '!', '?', '\u{2026}']);
    let body = if ended {
        trimmed.get(..trimmed.len() - trimmed.chars().next_back().map_or(0, char::len_utf8))
    } else {
        Some(trimmed)
    };
    let body = body.unwrap_or_default();
    let from = [". ", "! ", "? ", "\n"].iter().filter_map(|end| body.rfind(end).map(|at| at + end.len())).max();
    body.get(from.unwrap_or(0)..).unwrap_or_default()
}
