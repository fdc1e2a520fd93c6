//! Whether a quotation mark closes its string.
//!
//! Models write quotation marks into strings without escaping them. A mark closes its string only where what follows makes
//! sense in the grammar; the first one that does is taken, which is the strict reading wherever there is one. All looking
//! ahead here is over white space, one name and one word of at most 128 bytes, never over another mark that could close the
//! string, so that no byte is looked at more often than a fixed number of times.

use super::{
    cursor::{Cursor, Probe, Quote, WINDOW},
    number, word,
};

/// How far an unescaped object within a string is followed. Whether it is found or not ends the search in its string.
const BRACE_WINDOW: usize = 1024;

/// Where a string stands.
#[derive(Clone, Copy, Debug)]
pub(super) enum StringPosition<'t> {
    Key,
    /// The value of a member.
    Member {
        /// Whether a list is open further out, so that its bracket may come.
        in_list: bool,
        /// Whether the payload has keys without quotes.
        bare_keys: bool,
        /// The names that alone can be keys here, where the caller knows them.
        keys: &'t [&'t str],
    },
    /// An element of a list.
    Element {
        /// Whether a parenthesis is open further out, so that its end may come.
        in_call: bool,
    },
    /// An argument of a call.
    Argument {
        /// Whether it has a name, so that none without may come behind it.
        named: bool,
    },
}

/// What a quotation mark within a string is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MarkRole {
    Closes,
    /// Part of the string.
    Inner,
    /// Part of the string as it seems, though punctuation of the grammar follows.
    Doubtful,
    /// Nothing but white space follows in the whole text.
    LastInText,
}

/// Judges the mark that ends at `after`. `clean` says that no inner mark was seen in this string before.
pub(super) fn judge(cursor: Cursor<'_>, after: usize, place: StringPosition<'_>, clean: bool) -> MarkRole {
    let next = cursor.past_space(after);
    let Some(byte) = cursor.byte(next) else {
        return MarkRole::LastInText;
    };
    if matches!(place, StringPosition::Key) {
        // The punctuation is known to be full-width only once the first colon was read.
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
            StringPosition::Member { bare_keys, keys, .. } => {
                member_follows(cursor, cursor.past_sign(next), bare_keys, keys)
                    || (clean && broken_key_follows(cursor, cursor.past_sign(next)))
                    || (clean && stray_follows(cursor, cursor.past_sign(next)))
            }
            StringPosition::Argument { named } => argument_follows(cursor, cursor.past_sign(next), named),
            _ => element_follows(cursor, cursor.past_sign(next)),
        },
        // The payload was left open, and its wrapper is closed.
        b'<' => clean && cursor.wrapper_ends(next),
        b'`' if clean && cursor.wrapper_ends(next) => true,
        // A comment after an inner mark is more likely a part of the text.
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

/// Whether a comma is at `at`, and behind it the next member with a key in quotes.
pub(super) fn quoted_member_follows(cursor: Cursor<'_>, at: usize) -> bool {
    let comma = cursor.past_space(at);
    let key = (cursor.byte(comma) == Some(b',')).then(|| cursor.past_space(cursor.past_sign(comma)));
    key.and_then(|key| cursor.quoted_name_value(key)).is_some_and(|value| value_starts(cursor, value))
}

/// Whether what is at `at` may follow the end of a call whose last string ends with the mark before `after`. After a mark within a
/// string the next words of a sentence do, or another mark; but not one of another kind, around the call as an item of a list.
fn call_ends(cursor: Cursor<'_>, after: usize, at: usize) -> bool {
    let at = (at..at + WINDOW).find(|&at| cursor.byte(at) != Some(b')')).unwrap_or(at);
    let Some((quote, width)) = cursor.quote_at(at) else {
        return !cursor.char_at(at).is_some_and(char::is_lowercase);
    };
    let is_other = cursor.byte(after - 1) != cursor.byte(at);
    let ends_item = || matches!(cursor.byte(cursor.past_space(at + width)), Some(b',' | b']'));
    quote == Quote::Backtick || (is_other && ends_item())
}

/// Whether an argument starts at `at`, though no comma is in front.
pub(super) fn argument_starts(cursor: Cursor<'_>, at: usize) -> bool {
    cursor.named_argument(at).is_some_and(|(_, value)| value_starts(cursor, value))
}

/// Whether an argument, or the end of the call, follows the comma that ends at `at`. Behind one that is `named` no other can be
/// without a name.
fn argument_follows(cursor: Cursor<'_>, at: usize, named: bool) -> bool {
    let next = cursor.past_space(at);
    matches!(cursor.byte(next), None | Some(b')'))
        || opaque(cursor, next)
        || cursor.named_argument(next).is_some()
        || (!named && value_starts(cursor, next))
}

/// Whether a member, or the end of the object, follows the comma that ends at `at`. Where all keys so far had quotes, a
/// key without them must have a value that cannot be the next words of a sentence. Where the caller knows the keys, no
/// other name without quotes is one.
pub(super) fn member_follows(cursor: Cursor<'_>, at: usize, bare_keys: bool, keys: &[&str]) -> bool {
    let next = cursor.past_space(at);
    if matches!(cursor.byte(next), None | Some(b'}' | b',')) || opaque(cursor, next) {
        return true;
    }
    if cursor.quote_at(next).is_some() {
        // A key too long for the window is taken for one: that is the strict reading.
        return cursor.quoted_key(next) != Probe::No;
    }
    if !keys.is_empty() {
        return cursor.bare_key(next).is_some()
            && cursor.identifier_end(next).is_some_and(|end| keys.contains(&cursor.slice(next, end)));
    }
    // Nothing but a key has a colon in front and a hash rocket behind.
    let certain = bare_keys || cursor.byte(next) == Some(b':');
    // The text was cut off within the key.
    if bare_keys && cursor.identifier_end(next) == Some(cursor.end()) {
        return true;
    }
    cursor.bare_key(next).is_some_and(|value| certain || value_starts(cursor, value) || lone_word(cursor, value))
}

/// Whether a key that lacks its colon or one of its marks follows the comma that ends at `at`, with a value that cannot be the
/// next words of a sentence.
pub(super) fn broken_key_follows(cursor: Cursor<'_>, at: usize) -> bool {
    let next = cursor.past_space(at);
    let half_quoted =
        cursor.half_quoted_key(next).map(|(_, _, separator)| cursor.past_space(cursor.past_sign(separator)));
    half_quoted.or_else(|| cursor.past_quoted_name(next)).is_some_and(|value| value_starts(cursor, value))
}

/// Whether something that belongs to no key follows the comma that ends at `at`, and then what cannot be the next words of a
/// sentence: a word and a member, or a list and the end of the object.
fn stray_follows(cursor: Cursor<'_>, at: usize) -> bool {
    let next = cursor.past_space(at);
    let member = cursor.key_behind_word(next).and_then(|key| cursor.quoted_name_value(key));
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

/// Whether words without quotes are at `at` up to the end of their list, and behind that the next member of the object around it.
pub(super) fn words_end_list(cursor: Cursor<'_>, at: usize) -> bool {
    let window = cursor.window(at, WINDOW);
    let words = window.find(']').and_then(|end| window.get(..end)).unwrap_or_default();
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-');
    !words.trim().is_empty()
        && words.chars().all(is_word)
        && quoted_member_follows(cursor, cursor.past_sign(at + words.len()))
}

/// Whether a word that lost its opening mark stands at `at` as the next element, behind the mark before `after`, where no comma stands.
/// That mark is none for inches.
fn half_quoted_element(cursor: Cursor<'_>, after: usize, at: usize) -> bool {
    let is_inches = cursor.char_before(after - 1).is_some_and(|c| c.is_ascii_digit());
    let end = cursor.identifier_end(at).filter(|end| !is_inches && cursor.byte(*end) == Some(b'"'));
    end.is_some_and(|end| matches!(cursor.byte(cursor.past_space(end + 1)), Some(b',' | b']')))
}

/// Whether an element, or the end of the list, follows the comma that ends at `at`.
fn element_follows(cursor: Cursor<'_>, at: usize) -> bool {
    let next = cursor.past_space(at);
    matches!(cursor.byte(next), None | Some(b'}' | b']'))
        || opaque(cursor, next)
        || value_starts(cursor, next)
        || lone_word(cursor, next)
}

/// What may be between two members and is not looked into.
fn opaque(cursor: Cursor<'_>, at: usize) -> bool {
    cursor.comment_at(at) || cursor.ellipsis_width(at).is_some()
}

/// Whether the next member follows the white space at `after` though no comma is there.
pub(super) fn missing_comma(cursor: Cursor<'_>, after: usize) -> bool {
    member_starts(cursor, after, cursor.past_space(after))
}

/// Whether a member starts at `next`, with nothing but white space and comments since `after`. A key without quotes needs
/// a space in front, no blank line, and a value that cannot be the next words of a sentence: `"no" to: me` is none.
pub(super) fn member_starts(cursor: Cursor<'_>, after: usize, next: usize) -> bool {
    if cursor.quote_at(next).is_some() {
        return cursor.quoted_key(next) == Probe::Yes;
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

/// Whether a value that is no mere word starts at `at`.
pub(super) fn value_starts(cursor: Cursor<'_>, at: usize) -> bool {
    if matches!(cursor.byte(at), Some(b'{' | b'[')) || cursor.quote_at(at).is_some() {
        return true;
    }
    let token = cursor.slice(at, cursor.word_end(at));
    word::literal(token).is_some() || number::read(token).is_some()
}

/// Whether the mark at `at` opens a string on its line that the very next mark like it closes.
pub(super) fn next_mark_closes(cursor: Cursor<'_>, at: usize, place: StringPosition<'_>) -> bool {
    let Some((open, width)) = cursor.quote_at(at) else { return false };
    let window = cursor.window(at + width, WINDOW);
    let line = window.split('\n').next().unwrap_or_default();
    let mut places = line.char_indices().map(|(offset, _)| at + width + offset);
    let found = places
        .find_map(|place| cursor.quote_at(place).filter(|(close, _)| open == *close).map(|(_, width)| place + width));
    found.is_some_and(|after| judge(cursor, after, place, true) == MarkRole::Closes)
}

/// Whether a text is a value without quotes, or a list or an object, as a whole; a plain word is one only if `words` are.
pub(super) fn is_whole_value(text: &str, words: bool) -> bool {
    let is_nested = |open, close| text.starts_with(open) && text.ends_with(close);
    word::literal(text).is_some()
        || number::read(text).is_some()
        || is_nested('[', ']')
        || is_nested('{', '}')
        || (words && word::is_plain(text))
}

/// Whether an element starts at `next` though no comma is in front, with nothing but white space and comments since
/// `after`. A word needs a line of its own.
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

/// Where the string ends that holds an object whose marks were not escaped: `"{"a": "b"}"`. From `after`, where `depth`
/// braces are open in the string, the braces must be closed and a mark of the same kind must then close the string.
pub(super) fn end_behind_braces(
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
