//! What an unquoted word can be.

use serde_json::Value;

use crate::work;

/// The value of a literal, and whether JSON knows it. Python, JavaScript and Ruby have their own spellings. `NaN` and
/// `Infinity` become null, as in JavaScript's JSON.
pub(super) fn literal(word: &str) -> Option<(Value, bool)> {
    let value = match word {
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        "null" | "None" | "Null" | "NULL" | "nil" | "undefined" | "NaN" | "Infinity" | "-Infinity" | "+Infinity" => {
            Value::Null
        }
        _ => return None,
    };
    Some((value, matches!(word, "true" | "false" | "null")))
}

/// Whether a word is plain: a name, a date or an address, without brackets, operators or punctuation at its end. A
/// plain word is taken as it is; anything else is a guess.
pub(super) fn is_plain(word: &str) -> bool {
    work::count(word.len());
    let inside = |character: char| {
        character.is_alphanumeric()
            || (!character.is_ascii() && !character.is_whitespace())
            || "_$-.:+/@%~#&=?'".contains(character)
    };
    let first = |character: char| character.is_alphanumeric() || "_$@/~".contains(character);
    let last = |character: char| character.is_alphanumeric() || "_$/%+".contains(character);
    word.starts_with(first) && word.ends_with(last) && word.chars().all(inside)
}

/// Whether a text is a date, perhaps with a time: `2026-01-27`, `2026-01-20 17:03`. It must start with the year.
pub(super) fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let shape = |byte: &u8, wanted: u8| match wanted {
        b'd' => byte.is_ascii_digit(),
        other => *byte == other,
    };
    let date = bytes.len() >= 10 && bytes.iter().zip(b"dddd-dd-dd").all(|(byte, &wanted)| shape(byte, wanted));
    let rest = bytes.get(10..).unwrap_or_default();
    date && rest.len() <= 26
        && rest.iter().all(|byte| byte.is_ascii_alphanumeric() || b" :.,+-/".contains(byte))
        && rest.first().is_none_or(|byte| matches!(byte, b' ' | b'T' | b','))
        && rest.iter().filter(|byte| byte.is_ascii_alphabetic()).count() <= 4
}

/// Whether an unquoted value right after its colon looks like a format specification: `{value:x}`, `{n:08b}`,
/// `{price:F2}`.
pub(super) fn is_format_like(word: &str) -> bool {
    let mut characters = word.chars();
    match characters.next() {
        Some(first) if first.is_ascii_alphabetic() => {
            word.len() <= 3 && characters.all(|character| character.is_ascii_digit())
        }
        Some(first) => {
            first.is_ascii_digit()
                && !is_date(word)
                && super::number::read(word).is_none_or(|number| !number.value.is_number())
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_of_other_languages_are_distinguished_from_those_of_json() {
        assert_eq!(literal("true"), Some((Value::Bool(true), true)));
        assert_eq!(literal("None"), Some((Value::Null, false)));
        assert_eq!(literal("nothing"), None);
    }

    #[test]
    fn plain_words() {
        for word in ["saved", "2026-01-27T17:03:11Z", "https://a.b/c?d=e", "ana@b.org", "50%", "größe", "ABC-123"] {
            assert!(is_plain(word), "{word}");
        }
        for word in ["?", ">8", ".2f", "one.", "foo()", "<UUID>", "saved;", "**x**"] {
            assert!(!is_plain(word), "{word}");
        }
    }

    #[test]
    fn dates() {
        for text in ["2026-01-25", "2026-01-25 18:48", "2026-01-25T18:48:12.5Z", "2026-01-25 18:48 UTC"] {
            assert!(is_date(text), "{text}");
        }
        for text in ["2026-01-2", "2026-01-25 was fine", "20260125", "2026-01-250", "2026-01-25;"] {
            assert!(!is_date(text), "{text}");
        }
    }

    #[test]
    fn format_specifications() {
        for word in ["x", "F2", "08b", "4x"] {
            assert!(is_format_like(word), "{word}");
        }
        for word in ["saved", "8", "2026-01-27", "no", "0x1F"] {
            assert!(!is_format_like(word), "{word}");
        }
    }
}
