//! Where a candidate is in its text, and how much evidence it needs there.

use super::{
    Payload,
    cursor::{Cursor, is_space},
    evidence::PayloadEvidence,
    repair::RepairKind,
};
use crate::work;

/// Bytes before a candidate that are looked at.
const WINDOW: usize = 64;

/// Words of code that an object may follow.
const CODE_WORDS: [&str; 25] = [
    "return", "const", "let", "var", "class", "struct", "enum", "union", "interface", "type", "function", "fn", "impl",
    "trait", "default", "export", "else", "try", "do", "finally", "yield", "match", "new", "query", "mutation",
];

/// Where a candidate is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CandidatePosition {
    /// At the beginning, with only other payloads, white space and stamps before it.
    Leading,
    /// At the start of a line, or after a sentence or a tag.
    Boundary,
    Sentence,
    /// Right after a quotation mark or a backtick.
    Quoted,
    /// In code, a formula or a template.
    Code,
}

impl CandidatePosition {
    /// Where the candidate at `at` is, unless it is a leading one.
    pub(super) fn of(cursor: Cursor<'_>, at: usize) -> Self {
        let end = work::trim_end_by(cursor.slice(0, at), is_space).len();
        let before = cursor.window_before(end, WINDOW);
        let Some(last) = before.chars().next_back() else {
            return Self::Boundary;
        };
        if end == at {
            return if ends_prose(before) { Self::Sentence } else { glued_to(last, before) };
        }
        let blanks = cursor.slice(end, at);
        let is_arrow = before.ends_with("=>") || before.ends_with("->");
        let is_operator = is_arrow || matches!(last, '=' | '(' | '[' | '&' | '\\' | '+');
        if is_operator || matches!(last, ',' | '|') && !ends_text(before, last, blanks) {
            return Self::Code;
        }
        if blanks.contains('\n') {
            return Self::Boundary;
        }
        if !is_letter(last) && last != ':' && last != ')' && last != '_' && !last.is_ascii_digit() {
            return Self::Boundary;
        }
        // The beginning of a word that is longer than the window is unknown.
        let word = before.rsplit(is_space).next().filter(|word| word.len() < before.len() || before.len() == end);
        let word = word.unwrap_or_default();
        let spaced_brace = matches!(cursor.char_at(at + 1), Some(inner) if is_space(inner));
        let type_name = spaced_brace && word.starts_with(|first: char| first.is_ascii_uppercase());
        let is_aside = word.starts_with('(') && word.len() == last_line(before).len();
        let selector = word.starts_with(['.', '#', '@', '$', '%', '&']) || word.contains(['(', '=', '<']) && !is_aside;
        // In "(aside)" nothing is called.
        let called = last == ')' && word.find('(').is_some_and(|open| open > 0);
        if called || type_name || selector || CODE_WORDS.contains(&word) {
            return Self::Code;
        }
        Self::Sentence
    }

    /// Whether what was read counts as a payload at this position.
    pub(super) fn takes(self, cursor: Cursor<'_>, payload: &Payload, evidence: &PayloadEvidence) -> bool {
        let named = evidence.members > 0;
        match self {
            Self::Leading => true,
            Self::Code => false,
            Self::Boundary => {
                let shown =
                    evidence.is_solid() || payload.truncated || (evidence.has_scalar() && alone(cursor, payload));
                named && shown && !goes_on(cursor, payload, evidence)
            }
            Self::Sentence => {
                let shown = !evidence.bare_keys || (evidence.members > 1 && evidence.strings);
                named && evidence.is_solid() && shown && !goes_on(cursor, payload, evidence)
            }
            Self::Quoted => {
                let is_encoding = |kind| matches!(kind, RepairKind::EscapedQuotes | RepairKind::DoubledQuotes);
                let encoded = payload.repairs.iter().any(|repair| is_encoding(repair.kind));
                let alone = cursor.line_before(payload.span.start, 2).is_some_and(|line| line.trim().len() <= 1);
                let closed = cursor.char_at(payload.span.end).is_some_and(|next| matches!(next, '"' | '\'' | '`'));
                named
                    && evidence.is_solid()
                    && (encoded || (alone && closed && cursor.line_after(payload.span.end + 1)))
            }
        }
    }
}

/// Whether it has lines of its own.
fn alone(cursor: Cursor<'_>, payload: &Payload) -> bool {
    let before = cursor.line_before(payload.span.start, WINDOW);
    before.is_some_and(|line| line.trim().is_empty()) && cursor.line_after(payload.span.end)
}

/// Whether code follows: the end of a statement, a method call.
fn goes_on(cursor: Cursor<'_>, payload: &Payload, evidence: &PayloadEvidence) -> bool {
    let end = payload.span.end;
    let statement = cursor.byte(end) == Some(b';') && evidence.bare_keys;
    let method = cursor.byte(end) == Some(b'.') && cursor.char_at(end + 1).is_some_and(char::is_lowercase);
    let formula = matches!(cursor.byte(end), Some(b'^' | b'_'));
    !payload.truncated && (statement || method || formula || is_choice(cursor, payload))
}

/// Whether a payload is one of two alternatives in code: `found ? {a: 1} : {b: 2}`.
fn is_choice(cursor: Cursor<'_>, payload: &Payload) -> bool {
    let before = work::trim_end_by(cursor.window_before(payload.span.start, WINDOW), is_space);
    let after = cursor.window(payload.span.end, WINDOW);
    before.ends_with('?') && after.trim_start().starts_with(':')
}

/// Whether a comma or a bar before a candidate ends text, not a value: a salutation ("Dear Tom,"), or a table.
fn ends_text(before: &str, last: char, blanks: &str) -> bool {
    let line = last_line(before);
    let is_spoken = line.trim_end_matches(last).ends_with(is_letter) && !line.contains(['(', '[', '{', '=']);
    match last {
        ',' if !blanks.contains('\n') => ends_prose(line.trim_end_matches(last)),
        ',' => is_spoken && !blanks.ends_with([' ', '\t']),
        _ => blanks.matches('\n').count() > 1,
    }
}

fn last_line(text: &str) -> &str {
    text.rsplit('\n').next().unwrap_or_default()
}

/// Whether a line of plain words ends a text: two or more, of letters only, and none a word of code.
/// A brace that follows such a word at once, or after a comma, is not of its language.
fn ends_prose(before: &str) -> bool {
    let is_plain = |word: &str| {
        !CODE_WORDS.contains(&word)
            && word.chars().all(|c| c.is_alphabetic() || matches!(c, '\'' | '’' | ',' | '.' | '!' | '?'))
    };
    let mut words = last_line(before).split_whitespace();
    let ends_in_word = words.clone().next_back().is_some_and(|last| last.chars().all(char::is_alphabetic));
    ends_in_word && words.clone().nth(1).is_some() && words.all(is_plain)
}

/// The first code point of scripts that write no spaces. Of scripts before it, a letter right before a brace belongs to
/// code.
const UNSPACED: char = '\u{e00}';

fn is_letter(character: char) -> bool {
    character.is_alphanumeric() && character < UNSPACED
}

fn glued_to(last: char, before: &str) -> CandidatePosition {
    match last {
        '`' if before.ends_with("```") => CandidatePosition::Boundary,
        '"' | '\'' | '`' => CandidatePosition::Quoted,
        '(' => {
            let outside = before.get(..before.len() - 1).unwrap_or_default();
            let inner = outside.trim_end_matches(is_space).chars().next_back();
            let called = outside
                .chars()
                .next_back()
                .is_some_and(|name| is_letter(name) || matches!(name, '_' | ')' | ']' | '>'));
            if called || inner.is_some_and(|sign| "=>,".contains(sign)) {
                CandidatePosition::Code
            } else {
                CandidatePosition::Sentence
            }
        }
        '>' if before.ends_with("->") || before.ends_with("=>") => CandidatePosition::Code,
        '$' | '#' | '%' | '\\' | '@' | '&' | '=' | '[' | '<' | ')' | '{' | '}' | '|' | '^' | '~' | '_' | '+' | ','
        | '/' | '-' => CandidatePosition::Code,
        ':' => CandidatePosition::Sentence,
        letter if is_letter(letter) => CandidatePosition::Code,
        _ => CandidatePosition::Boundary,
    }
}
