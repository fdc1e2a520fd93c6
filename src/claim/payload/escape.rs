//! Reads the escapes within strings: those of JSON and of other languages, and HTML entities.

use super::cursor::Cursor;

/// What an escape means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Escape {
    /// A character, as JSON defines it.
    Character(char),
    /// A character as JavaScript and Python escape it; `None` for an escaped line break.
    Foreign(Option<char>),
    /// Half of a surrogate pair.
    LoneSurrogate,
    /// The text ends within it.
    CutOff,
    /// An unknown escape: only the backslash is skipped, and what follows is ordinary text.
    Invalid,
}

/// Reads the escape whose character is at `at`, after its backslash, and returns its end. `lead` begins an escape in
/// this string: one backslash, or two if the whole payload was escaped once more.
pub(super) fn read(cursor: Cursor<'_>, at: usize, lead: &str) -> (Escape, usize) {
    // In a payload that was escaped once more, an escaped mark has a backslash of its own.
    let mark = if lead.len() == 2 && matches!(cursor.byte(at), Some(b'\\')) { at + 1 } else { at };
    let after = mark + 1;
    match cursor.byte(mark) {
        Some(byte @ (b'"' | b'\\')) => return (Escape::Character(char::from(byte)), after),
        _ if mark > at => return (Escape::Invalid, at),
        _ => {}
    }
    let simple = |character| (Escape::Character(character), after);
    match cursor.byte(at) {
        Some(b'/') => simple('/'),
        Some(b'n') => simple('\n'),
        Some(b't') => simple('\t'),
        Some(b'r') => simple('\r'),
        Some(b'b') => simple('\u{8}'),
        Some(b'f') => simple('\u{c}'),
        Some(b'u') => match unicode(cursor, after, lead) {
            Some(read) => read,
            None if is_cut_off(cursor, after) => (Escape::CutOff, cursor.end()),
            None => (Escape::Invalid, at),
        },
        Some(b'x') => match digits(cursor, after, 2).and_then(char::from_u32) {
            Some(character) => (Escape::Foreign(Some(character)), after + 2),
            None => (Escape::Invalid, at),
        },
        Some(byte @ (b'\'' | b'`')) => (Escape::Foreign(Some(char::from(byte))), after),
        Some(b'\n') => (Escape::Foreign(None), after),
        Some(b'\r') if cursor.byte(after) == Some(b'\n') => (Escape::Foreign(None), after + 1),
        Some(0xc2 | 0xe2) => match cursor.char_at(at).filter(|&character| is_typographic(character)) {
            Some(mark) => (Escape::Foreign(Some(mark)), at + mark.len_utf8()),
            None => (Escape::Invalid, at),
        },
        _ => (Escape::Invalid, at),
    }
}

/// Whether the backslash at `at`, in a path, separates two names. Some writers escape a backslash or a letter in a path
/// whose first backslash they did not escape.
pub(super) fn separates(cursor: Cursor<'_>, at: usize) -> bool {
    match cursor.byte(at + 1) {
        Some(b'"' | b'\\') => false,
        Some(b'u') => matches!(read(cursor, at + 1, "\\"), (Escape::Invalid, _)),
        _ => true,
    }
}

/// Whether the text ends before four digits.
fn is_cut_off(cursor: Cursor<'_>, at: usize) -> bool {
    let digits = cursor.slice(at, cursor.end().min(at + 4));
    at + digits.len() == cursor.end() && digits.len() < 4 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_typographic(character: char) -> bool {
    matches!(character, '«' | '»' | '\u{2018}'..='\u{201f}')
}

/// The character of the HTML entity at `at`, and the entity's width.
pub(super) fn entity(cursor: Cursor<'_>, at: usize) -> Option<(char, usize)> {
    const NAMED: [(&str, char); 9] = [
        ("&quot;", '"'),
        ("&#34;", '"'),
        ("&#39;", '\''),
        ("&#x27;", '\''),
        ("&apos;", '\''),
        ("&amp;", '&'),
        ("&lt;", '<'),
        ("&gt;", '>'),
        ("&nbsp;", '\u{a0}'),
    ];
    NAMED
        .iter()
        .find(|(entity, _)| cursor.starts_with(at, entity))
        .map(|&(entity, character)| (character, entity.len()))
}

fn unicode(cursor: Cursor<'_>, at: usize, lead: &str) -> Option<(Escape, usize)> {
    let high = digits(cursor, at, 4)?;
    let end = at + 4;
    if let Some(character) = char::from_u32(high) {
        return Some((Escape::Character(character), end));
    }
    let pair = cursor
        .starts_with(end, lead)
        .then(|| end + lead.len())
        .filter(|&second| cursor.byte(second) == Some(b'u'))
        .and_then(|second| Some((digits(cursor, second + 1, 4)?, second + 5)))
        .filter(|(low, _)| high < 0xdc00 && (0xdc00..0xe000).contains(low))
        .and_then(|(low, end)| {
            let character = char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00))?;
            Some((Escape::Character(character), end))
        });
    let alone = if end == cursor.end() { Escape::CutOff } else { Escape::LoneSurrogate };
    Some(pair.unwrap_or((alone, end)))
}

/// The number in the `count` hexadecimal digits at `at`.
fn digits(cursor: Cursor<'_>, at: usize, count: usize) -> Option<u32> {
    let digits = cursor.slice(at, at + count);
    // `from_str_radix` would accept a sign.
    let fine = digits.len() == count && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    fine.then(|| u32::from_str_radix(digits, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escape(text: &str) -> (Escape, usize) {
        read(Cursor::new(text), 1, "\\")
    }

    #[test]
    fn json_escapes() {
        assert_eq!(escape(r"\n"), (Escape::Character('\n'), 2));
        assert_eq!(escape(r"\/"), (Escape::Character('/'), 2));
        assert_eq!(escape(r"\u00e9!"), (Escape::Character('é'), 6));
        assert_eq!(escape(r"\ud83c\udf89"), (Escape::Character('🎉'), 12));
    }

    #[test]
    fn half_a_pair_is_reported() {
        assert_eq!(escape(r"\ud83c!"), (Escape::LoneSurrogate, 6));
        assert_eq!(escape(r"\ud83c\ud83c"), (Escape::LoneSurrogate, 6));
        assert_eq!(escape(r"\udf89\ud83c"), (Escape::LoneSurrogate, 6));
    }

    #[test]
    fn foreign_escapes() {
        assert_eq!(escape(r"\'"), (Escape::Foreign(Some('\'')), 2));
        assert_eq!(escape(r"\xe9"), (Escape::Foreign(Some('é')), 4));
        assert_eq!(escape("\\\nx"), (Escape::Foreign(None), 2));
    }

    #[test]
    fn the_backslashes_of_paths_and_formulas_are_no_escapes() {
        for text in [r"\d", r"\users", r"\u12 ", r"\xampp", r"\$", r"\", r"\u+123", r"\é"] {
            assert_eq!(escape(text), (Escape::Invalid, 1), "{text}");
        }
    }

    #[test]
    fn an_escape_within_which_the_text_ends_is_cut_off() {
        for text in [r"\u", r"\u26", r"\u00e", r"\ud83c"] {
            assert_eq!(escape(text), (Escape::CutOff, text.len()), "{text}");
        }
    }

    #[test]
    fn escapes_that_were_escaped_once_more() {
        let twice = |text| read(Cursor::new(text), 2, "\\\\");
        assert_eq!(twice(r"\\n"), (Escape::Character('\n'), 3));
        assert_eq!(twice(r#"\\\""#), (Escape::Character('"'), 4));
        assert_eq!(twice(r"\\\\"), (Escape::Character('\\'), 4));
        assert_eq!(twice(r"\\ud83c\\udf89"), (Escape::Character('🎉'), 14));
        assert_eq!(twice(r"\\d"), (Escape::Invalid, 2));
    }
}
