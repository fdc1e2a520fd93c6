//! Whether a quotation mark closes its string.
//!
//! Models write quotation marks into strings without escaping them. A mark closes its string only if what follows fits
//! the grammar. The first such mark is taken, which is the strict reading where there is one. The look-ahead covers
//! white space, one name and one word of at most 128 bytes, and never another mark that could close the string. So each
//! byte is read a bounded number of times.

use super::{
    cursor::{Cursor, LookAhead, Quote, WINDOW},
    number, word,
};

/// The most bytes of an unescaped object within a string that are followed. Found or not, the search happens once in a
/// string.
const BRACE_WINDOW: usize = 1024;

/// What a string is part of.
#[derive(Clone, Copy, Debug)]
pub(super) enum StringPosition<'t> {
    Key,
    /// The value of a member.
    Member {
        /// Whether an outer list is open, so that its bracket may follow.
        in_list: bool,
        /// Whether the payload has keys without quotes.
        bare_keys: bool,
        /// The only names that can be keys here, if the caller knows them.
        keys: &'t [&'t str],
    },
    /// An element of a list.
    Element {
        /// Whether an outer parenthesis is open, so that its end may follow.
        in_call: bool,
    },
    /// An argument of a call.
    Argument {
        /// Whether it has a name, so that no argument without one may follow.
        named: bool,
    },
}

/// What a quotation mark within a string is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MarkRole {
    Closes,
    Inner,
    /// Probably part of the string, although punctuation of the grammar follows.
    Doubtful,
    /// The last mark of the text: only white space follows.
    LastInText,
}

/// Judges the mark that ends at `after`. `clean` says that the string had no inner mark so far.
pub(super) fn judge(cursor: Cursor<'_>, after: usize, place: StringPosition<'_>, clean: bool) -> MarkRole {
    let next = cursor.past_space(after);
    let Some(byte) = cursor.byte(next) else {
        return MarkRole::LastInText;
    };
    if matches!(place, StringPosition::Key) {
        // Full-width punctuation is recognised only at the first colon.
        let is_key = cursor.full_width().separator_width(next).is_some() || (clean && value_starts(cursor, next));
        return if is_key { MarkRole::Closes } else { MarkRole::Inner };
    }
    let element = matches!(place, StringPosition::Element { .. });
    let closes = match byte {
        b'}' => true,
        b']' => match place {
            StringPosition::Member { in_list: true, .. } => closer_follows(cursor, cursor.past_sign(next)),
            StringPosition::Member { .. } => {
                clean && next == after && quoted_member_follows(cursor, cursor.past_sign(next))
            }
            _ => true,
        },
        b')' => match place {
            StringPosition::Argument { .. } => call_ends(cursor, after, cursor.past_sign(next)),
            StringPosition::Element { in_call } => in_call && call_ends(cursor, after, cursor.past_sign(next)),
            _ => false,
        },
        b',' => match place {
            StringPosition::Member { in_list, bare_keys, keys } => {
                let after = cursor.past_sign(next);
                member_follows(cursor, after, bare_keys, keys)
                    || (clean && broken_key_follows(cursor, after))
                    || (clean && stray_follows(cursor, after))
                    || (clean && in_list && object_starts(cursor, cursor.past_space(after)))
            }
            StringPosition::Argument { named } => argument_follows(cursor, cursor.past_sign(next), named),
            _ => element_follows(cursor, cursor.past_sign(next)),
        },
        // Another string that is joined to it follows.
        b'+' => clean && cursor.quote_at(cursor.past_space(next + 1)).is_some(),
        // The payload was left open, and its wrapper ends here.
        b'<' => clean && cursor.wrapper_ends(next),
        b'`' if clean && cursor.wrapper_ends(next) => true,
        // After an inner mark a comment is more likely part of the text.
        b'/' | b'#' => clean && (next > after || byte == b'/') && cursor.comment_at(next),
        _ if element => {
            let goes_on = || {
                value_starts(cursor, next) || words_end_list(cursor, next) || half_quoted_element(cursor, after, next)
            };
            clean && next > after && goes_on()
        }
        _ if matches!(place, StringPosition::Argument { .. }) => clean && next > after && argument_starts(cursor, next),
        _ => missing_comma(cursor, after),
    };
    if closes {
        MarkRole::Closes
    } else if matches!(byte, b'}' | b']' | b')' | b',' | b':') || cursor.quote_at(next).is_some() {
        MarkRole::Doubtful
    } else {
        MarkRole::Inner
    }
}

fn closer_follows(cursor: Cursor<'_>, at: usize) -> bool {
    matches!(cursor.byte(cursor.past_space(at)), None | Some(b',' | b'}' | b']'))
}

/// Whether a comma and a member with a quoted key are at `at`.
pub(super) fn quoted_member_follows(cursor: Cursor<'_>, at: usize) -> bool {
    let comma = cursor.past_space(at);
    let key = (cursor.byte(comma) == Some(b',')).then(|| cursor.past_space(cursor.past_sign(comma)));
    key.and_then(|key| cursor.quoted_name_value(key)).is_some_and(|value| value_starts(cursor, value))
}

/// Whether an object with a quoted key opens at `at`.
pub(super) fn object_starts(cursor: Cursor<'_>, at: usize) -> bool {
    let inside = cursor.past_space(cursor.past_sign(at));
    cursor.byte(at) == Some(b'{') && cursor.quoted_name_value(inside).is_some()
}

/// Whether the end of a call may be at `at`, after a string that ends with the mark before `after`. After an inner
/// mark, the text at `at` may be the next words of the sentence or another mark; but a mark of another kind may enclose
/// the call as an item of a list.
fn call_ends(cursor: Cursor<'_>, after: usize, at: usize) -> bool {
    let at = (at..at + WINDOW).find(|&at| cursor.byte(at) != Some(b')')).unwrap_or(at);
    let Some((quote, width)) = cursor.quote_at(at) else {
        return !cursor.char_at(at).is_some_and(char::is_lowercase) || call_starts(cursor, at);
    };
    let is_other = cursor.byte(after - 1) != cursor.byte(at);
    let ends_item = || matches!(cursor.byte(cursor.past_space(at + width)), Some(b',' | b']'));
    quote == Quote::Backtick || (is_other && ends_item())
}

/// Whether a call with a named argument, or without any, starts at `at`.
fn call_starts(cursor: Cursor<'_>, at: usize) -> bool {
    let open = cursor.identifier_end(at).filter(|end| cursor.byte(*end) == Some(b'('));
    let inside = open.map(|open| cursor.past_space(open + 1));
    inside.is_some_and(|inside| cursor.byte(inside) == Some(b')') || argument_starts(cursor, inside))
}

/// Whether an argument starts at `at` without a comma before it.
pub(super) fn argument_starts(cursor: Cursor<'_>, at: usize) -> bool {
    cursor.named_argument(at).is_some_and(|(_, value)| value_starts(cursor, value))
}

/// Whether an argument or the end of the call follows the comma that ends at `at`. After a `named` argument all others
/// need names too.
fn argument_follows(cursor: Cursor<'_>, at: usize, named: bool) -> bool {
    let next = cursor.past_space(at);
    matches!(cursor.byte(next), None | Some(b')'))
        || opaque(cursor, next)
        || cursor.named_argument(next).is_some()
        || (!named && value_starts(cursor, next))
}

/// Whether a member or the end of the object follows the comma that ends at `at`. If all keys so far had quotes, a key
/// without them needs a value that cannot continue a sentence. If the caller knows the keys, no other unquoted name is
/// one.
pub(super) fn member_follows(cursor: Cursor<'_>, at: usize, bare_keys: bool, keys: &[&str]) -> bool {
    let next = cursor.past_space(at);
    if matches!(cursor.byte(next), None | Some(b'}' | b',')) || opaque(cursor, next) {
        return true;
    }
    if cursor.quote_at(next).is_some() {
        // A key that is longer than the window is accepted, as in the strict reading.
        return cursor.quoted_key(next) != LookAhead::No;
    }
    if !keys.is_empty() {
        return cursor.bare_key(next).is_some()
            && cursor.identifier_end(next).is_some_and(|end| keys.contains(&cursor.slice(next, end)));
    }
    // Only a key has a colon before it and a hash rocket after it.
    let certain = bare_keys || cursor.byte(next) == Some(b':');
    // The text may have been cut off within the key.
    if bare_keys && cursor.identifier_end(next) == Some(cursor.end()) {
        return true;
    }
    cursor.bare_key(next).is_some_and(|value| certain || value_starts(cursor, value) || lone_word(cursor, value))
}

/// Whether the comma that ends at `at` is followed by a key that lacks its colon or one of its marks, with a value that
/// cannot continue a sentence.
pub(super) fn broken_key_follows(cursor: Cursor<'_>, at: usize) -> bool {
    let next = cursor.past_space(at);
    let half_quoted =
        cursor.half_quoted_key(next).map(|(_, _, separator)| cursor.past_space(cursor.past_sign(separator)));
    half_quoted.or_else(|| cursor.past_quoted_name(next)).is_some_and(|value| value_starts(cursor, value))
}

/// Whether the comma that ends at `at` is followed by something without a key and then by what cannot continue a
/// sentence: a word and a member, or a list and the end of the object.
fn stray_follows(cursor: Cursor<'_>, at: usize) -> bool {
    let next = cursor.past_space(at);
    let member = cursor.key_after_word(next).and_then(|key| cursor.quoted_name_value(key));
    if member.is_some_and(|value| value_starts(cursor, value)) {
        return true;
    }
    let window = cursor.window(next, WINDOW);
    let list = window.starts_with('[').then(|| window.find(']')).flatten();
    list.is_some_and(|end| {
        let inside = cursor.past_space(next + 1);
        let behind = cursor.past_space(next + end + 1);
        value_starts(cursor, inside) && (cursor.byte(behind) == Some(b'}') || quoted_member_follows(cursor, behind))
    })
}

/// Whether unquoted words at `at` end their list, with the next member of the outer object after it.
pub(super) fn words_end_list(cursor: Cursor<'_>, at: usize) -> bool {
    let window = cursor.window(at, WINDOW);
    let words = window.find(']').and_then(|end| window.get(..end)).unwrap_or_default();
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-');
    !words.trim().is_empty()
        && words.chars().all(is_word)
        && quoted_member_follows(cursor, cursor.past_sign(at + words.len()))
}

/// Whether the next element at `at` is a word that lost its opening mark, without a comma, after a mark that does not
/// mean inches.
fn half_quoted_element(cursor: Cursor<'_>, after: usize, at: usize) -> bool {
    let is_inches = ends_with_number(cursor.window_before(after - 1, WINDOW));
    let end = cursor.identifier_end(at).filter(|end| !is_inches && cursor.byte(*end) == Some(b'"'));
    end.is_some_and(|end| matches!(cursor.byte(cursor.past_space(end + 1)), Some(b',' | b']')))
}

/// Whether the text ends with a number that is not the end of a name.
pub(super) fn ends_with_number(text: &str) -> bool {
    let before = text.trim_end_matches(|c: char| c.is_ascii_digit());
    before.len() < text.len() && !before.ends_with(char::is_alphabetic)
}

/// Whether an element or the end of the list follows the comma that ends at `at`.
fn element_follows(cursor: Cursor<'_>, at: usize) -> bool {
    let next = cursor.past_space(at);
    matches!(cursor.byte(next), None | Some(b'}' | b']'))
        || opaque(cursor, next)
        || value_starts(cursor, next)
        || lone_word(cursor, next)
}

/// What may come between two members without being read.
fn opaque(cursor: Cursor<'_>, at: usize) -> bool {
    cursor.comment_at(at) || cursor.ellipsis_width(at).is_some()
}

/// Whether the next member follows the white space at `after` without a comma.
pub(super) fn missing_comma(cursor: Cursor<'_>, after: usize) -> bool {
    member_starts(cursor, after, cursor.past_space(after))
}

/// Whether a member starts at `next`, with only white space and comments since `after`. An unquoted key needs a space
/// before it, no empty line, and a value that cannot continue a sentence: `"no" to: me` is no member.
pub(super) fn member_starts(cursor: Cursor<'_>, after: usize, next: usize) -> bool {
    if cursor.quote_at(next).is_some() {
        return cursor.quoted_key(next) == LookAhead::Yes;
    }
    // `2026-01-20 17:03` has no key in it.
    let digit = matches!(cursor.byte(next), Some(b'0'..=b'9'));
    if next == after || digit || cursor.blank_line(after, next) {
        return false;
    }
    cursor.bare_key(next).is_some_and(|value| {
        let new_line = cursor.slice(after, next).contains('\n');
        value_starts(cursor, value) || (new_line && lone_word(cursor, value))
    })
}

/// Whether a value other than a plain word starts at `at`.
pub(super) fn value_starts(cursor: Cursor<'_>, at: usize) -> bool {
    if matches!(cursor.byte(at), Some(b'{' | b'[')) || cursor.quote_at(at).is_some() {
        return true;
    }
    let token = cursor.slice(at, cursor.word_end(at));
    word::literal(token).is_some() || number::read(token).is_some()
}

/// Whether the mark at `at` opens a string that the next such mark on its line closes.
pub(super) fn next_mark_closes(cursor: Cursor<'_>, at: usize, place: StringPosition<'_>) -> bool {
    let Some((open, width)) = cursor.quote_at(at) else { return false };
    let window = cursor.window(at + width, WINDOW);
    let line = window.split('\n').next().unwrap_or_default();
    let mut places = line.char_indices().map(|(offset, _)| at + width + offset);
    let found = places
        .find_map(|place| cursor.quote_at(place).filter(|(close, _)| open == *close).map(|(_, width)| place + width));
    found.is_some_and(|after| judge(cursor, after, place, true) == MarkRole::Closes)
}

/// Whether a text as a whole is an unquoted value, a list or an object; plain words count only with `words`.
pub(super) fn is_whole_value(text: &str, words: bool) -> bool {
    let is_nested = |open, close| text.starts_with(open) && text.ends_with(close);
    word::literal(text).is_some()
        || number::read(text).is_some()
        || is_nested('[', ']')
        || is_nested('{', '}')
        || (words && word::is_plain(text))
}

/// Whether an element starts at `next` without a comma, with only white space and comments since `after`. A word needs
/// a line of its own.
pub(super) fn element_starts(cursor: Cursor<'_>, after: usize, next: usize) -> bool {
    let new_line = cursor.slice(after, next).contains('\n') && !cursor.blank_line(after, next);
    value_starts(cursor, next)
        || (new_line && lone_word(cursor, next))
        || words_end_list(cursor, next)
        || half_quoted_element(cursor, after, next)
}

/// Whether the value at `at` is one plain word.
pub(super) fn lone_word(cursor: Cursor<'_>, at: usize) -> bool {
    let end = cursor.word_end(at);
    let next = cursor.past_line_space(end);
    word::is_plain(cursor.slice(at, end))
        && matches!(cursor.byte(next), None | Some(b',' | b'}' | b']' | b'\n' | b'\r'))
}

/// The end of a string that holds an object with unescaped marks: `"{"a": "b"}"`. At `after`, the string has `depth`
/// open braces; these must be closed, and then a mark of the same kind must close the string.
pub(super) fn end_after_braces(
    cursor: Cursor<'_>,
    after: usize,
    depth: usize,
    open: Quote,
    place: StringPosition<'_>,
) -> Option<usize> {
    let mut depth = depth;
    let mut at = after;
    while at - after < BRACE_WINDOW {
        match cursor.byte(at)? {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b'\\' if open != Quote::Escaped => at += 1,
            _ if depth == 0 => {
                if let Some((close, width)) = cursor.quote_at(at)
                    && open.may_close_with(close)
                    && judge(cursor, at + width, place, false) == MarkRole::Closes
                {
                    return Some(at);
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}
