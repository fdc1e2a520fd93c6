//! Makes text safe for a terminal: characters that are invisible or would control the terminal become visible.

use std::borrow::Cow;

/// Whether a terminal shows nothing for a character, or lets it change its surroundings.
#[must_use]
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e01ef}')
}

/// The glyph or the code point of a hidden character.
#[must_use]
pub fn name(c: char) -> String {
    match c {
        '\t' => "⇥".to_owned(),
        '\u{7f}' => "␡".to_owned(),
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).map_or_else(String::new, String::from),
        _ => format!("⟨U+{:04X}⟩", u32::from(c)),
    }
}

/// The ASCII version of [`name`]: `^[` for an escape, as `cat -v` writes it.
#[must_use]
pub fn ascii_name(c: char) -> String {
    match c {
        // A control character is 64 below the character that is typed with the Control key; DEL is 64 above.
        '\0'..='\u{1f}' | '\u{7f}' => char::from_u32(u32::from(c) ^ 0x40).map_or_else(String::new, |c| format!("^{c}")),
        _ => format!("<U+{:04X}>", u32::from(c)),
    }
}

/// The text on one line, with hidden characters made visible. A line break becomes `⏎`.
#[must_use]
pub fn one_line(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    text.chars().map(|c| if c == '\n' { "⏎".to_owned() } else { shown(c) }).collect::<String>().into()
}

/// The text with its line breaks, and with other hidden characters made visible.
#[must_use]
pub fn lines(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    text.chars().map(|c| if c == '\n' { "\n".to_owned() } else { shown(c) }).collect::<String>().into()
}

/// A JSON document with all hidden characters in strings escaped. JSON itself only requires that for C0.
#[must_use]
pub fn json(document: &str) -> Cow<'_, str> {
    // Line breaks occur between values only.
    let must_escape = |c: char| c == '\u{7f}' || (!c.is_ascii() && is_hidden(c));
    // Checking the bytes is faster than testing each character, and is enough for most documents.
    if !may_hide(document.as_bytes()) || !document.chars().any(must_escape) {
        return Cow::Borrowed(document);
    }
    let mut escaped = String::with_capacity(document.len());
    for c in document.chars() {
        if must_escape(c) {
            c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| escaped.push_str(&format!("\\u{unit:04x}")));
        } else {
            escaped.push(c);
        }
    }
    escaped.into()
}

/// The number of bytes that are checked at once.
const PART: usize = 64;

/// Whether UTF-8 text may contain a hidden character that JSON does not require to be escaped.
fn may_hide(bytes: &[u8]) -> bool {
    // The last two bytes have no third one after them, so they must be plain.
    !is_plain(bytes.last_chunk::<2>().map_or(bytes, |last| last))
        || (0..bytes.len()).step_by(PART).any(|start| {
            let [first, second, third] = [0, 1, 2].map(|after| bytes.get(start + after..).unwrap_or_default());
            let part = first.get(..PART).unwrap_or(first);
            // The fold does not stop early, so that the compiler can vectorise it.
            let together = part.iter().zip(second).zip(third);
            !is_plain(part) && together.fold(false, |may, ((a, b), c)| may | may_begin_hidden(*a, *b, *c))
        })
}

/// Whether all bytes are ASCII characters other than DEL.
fn is_plain(bytes: &[u8]) -> bool {
    bytes.iter().fold(0, |others, byte| others | u8::from(*byte >= 0x7f)) == 0
}

/// Whether a hidden character that JSON does not require to be escaped may begin with these bytes. False for dashes and
/// quotation marks.
fn may_begin_hidden(first: u8, second: u8, third: u8) -> bool {
    match first {
        0x7f => true,
        0xc2 => second < 0xa0 || second == 0xad,
        0xcd => second == 0x8f,
        0xd8 => second == 0x9c,
        0xe1 | 0xf3 => second == 0xa0,
        0xe2 if second == 0x80 => matches!(third, 0x8b..=0x8f | 0xa8..=0xae),
        0xe2 => second == 0x81,
        0xef => matches!(second, 0xbb | 0xbf),
        _ => false,
    }
}

fn shown(c: char) -> String {
    if is_hidden(c) { name(c) } else { c.to_string() }
}

/// A JSON value on its own: a string without quotes. Hidden characters stay.
#[must_use]
pub fn unquoted(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The line and column of the byte `at`, both counted from 1. The column is in characters.
#[must_use]
pub fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

/// The beginning of a text on one line, with at most `most` characters.
#[must_use]
pub fn excerpt(text: &str, most: usize) -> String {
    let line = one_line(text);
    if line.chars().count() <= most {
        return line.into_owned();
    }
    line.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// A path quoted as one word of a shell command.
#[must_use]
pub fn shell_word(path: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_./+@%=:,-".contains(c);
    if !path.is_empty() && !path.starts_with('-') && path.chars().all(is_plain) {
        return Cow::Borrowed(path);
    }
    // A leading dash would make it an option.
    let here = if path.starts_with('-') { "./" } else { "" };
    format!("'{here}{}'", path.replace('\'', "'\\''")).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_text_commands_the_terminal() {
        assert_eq!(one_line("a\u{1b}]0;x\u{7}b\tc\r\nd\u{202e}e\u{9b}"), "a␛]0;x␇b⇥c␍⏎d⟨U+202E⟩e⟨U+009B⟩");
        assert_eq!(lines("a\nb\0"), "a\nb␀");
        assert_eq!(one_line("naïve 完了 🎉"), "naïve 完了 🎉");
    }

    #[test]
    fn every_hidden_character_has_a_name_in_ascii() {
        let names: Vec<_> = "\0\t\r\u{1b}\u{7f}\u{9b}\u{202e}".chars().map(ascii_name).collect();
        assert_eq!(names, ["^@", "^I", "^M", "^[", "^?", "<U+009B>", "<U+202E>"]);
    }

    #[test]
    fn a_document_means_the_same_and_commands_nothing() {
        let value = serde_json::json!({"a\u{9b}": "x\u{202e}y\u{7f}\u{1b}\u{e0001}é", "b": ["\u{feff}"]});
        for document in [serde_json::to_string(&value).unwrap(), serde_json::to_string_pretty(&value).unwrap()] {
            let safe = json(&document);
            assert!(!safe.chars().any(|c| is_hidden(c) && c != '\n'), "{safe}");
            assert_eq!(serde_json::from_str::<serde_json::Value>(&safe).unwrap(), value);
        }
        assert!(matches!(json("{\"é\": 1}"), Cow::Borrowed(_)));
    }

    #[test]
    fn no_hidden_character_is_left_in_a_document() {
        for c in (char::MIN..=char::MAX).filter(|c| is_hidden(*c) && *c != '\n') {
            let document = serde_json::to_string(&format!("a{c}")).unwrap();
            assert!(!json(&document).chars().any(is_hidden), "{c:?}");
        }
    }

    #[test]
    fn a_hidden_character_is_found_wherever_it_is_and_no_other_is_escaped() {
        for c in "\u{7f}\u{9b}\u{ad}\u{34f}\u{61c}\u{180e}\u{200b}\u{206f}\u{feff}\u{fffb}\u{e01ef}".chars() {
            for before in 0..2 * PART {
                let document = format!("\"{}{c}\"", "a".repeat(before));
                let cut = document.trim_end_matches('"');
                assert!(!json(&document).contains(c) && !json(cut).contains(c), "{c:?} {before}");
            }
        }
        let plain = "\"— “naïve” … 完了 ， Ω ب \u{180f}\"".repeat(PART);
        assert!(matches!(json(&plain), Cow::Borrowed(_)));
    }

    #[test]
    fn a_place_is_counted_from_one_in_characters() {
        let text = "日本 {\n  é: 1}";
        for (at, place) in [(0, (1, 1)), (7, (1, 4)), (11, (2, 3)), (13, (2, 4)), (99, (2, 8))] {
            assert_eq!(line_and_column(text, at), place, "{at}");
        }
    }

    #[test]
    fn an_excerpt_says_that_it_is_one() {
        assert_eq!(excerpt("abcdef", 6), "abcdef");
        assert_eq!(excerpt("abcdefg", 6), "abcde…");
    }

    #[test]
    fn a_shell_takes_a_path_for_one_word() {
        assert_eq!(shell_word("/tmp/a-b/export.db"), "/tmp/a-b/export.db");
        for path in ["a b", "$(touch owned).db", "`id`", "a;id", "it's", "-x", "", "é\n\\", "*?[!~#"] {
            let output = std::process::Command::new("sh")
                .args(["-c", &format!("printf %s {}", shell_word(path))])
                .output()
                .expect("there is a shell");
            let here = if path.starts_with('-') { "./" } else { "" };
            assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{here}{path}"));
        }
    }
}
