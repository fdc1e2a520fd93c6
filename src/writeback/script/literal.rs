//! Texts and names as SQL in printable ASCII only.
//!
//! No encoding that a client assumes can then change a character or end a text early. No quotes contain a backslash
//! that some clients treat as an escape and others do not.

use std::fmt::Write as _;

use super::not_expressible::NotExpressible;
use crate::source::quote;
use crate::visible;

/// A text for PostgreSQL: in ASCII an untyped literal, which takes the type of its column.
///
/// Any other text is written byte by byte and converted to the server's encoding: `U&'…'` and `E'\u…'` fail with
/// `SQL_ASCII`, and bytes alone are correct only with UTF-8.
pub(super) fn postgres_text(text: &str) -> Result<String, NotExpressible> {
    if text.contains('\0') {
        return Err(NotExpressible::Nul);
    }
    if is_plain(text) {
        return Ok(plain(text));
    }
    let mut inside = String::with_capacity(text.len() + 16);
    let is_ascii = text.is_ascii();
    for byte in text.bytes() {
        // Writing to a string cannot fail.
        let _ = match (byte, char::from(byte)) {
            (_, '\'') => write!(inside, "''"),
            (_, '\n') => write!(inside, "\\n"),
            (_, '\t') => write!(inside, "\\t"),
            (_, '\r') => write!(inside, "\\r"),
            // One backslash for the literal, and another one for the type of byte strings.
            (_, '\\') => inside.write_str(if is_ascii { "\\\\" } else { "\\\\\\\\" }),
            (b' '..=b'~', shown) => write!(inside, "{shown}"),
            _ if is_ascii => write!(inside, "\\u{byte:04x}"),
            _ => write!(inside, "\\\\{byte:03o}"),
        };
    }
    Ok(if is_ascii { format!("E'{inside}'") } else { format!("convert_from(E'{inside}', 'UTF8')") })
}

/// Whether [`postgres_text`] returns a typed expression for a text.
pub(super) fn is_typed(text: &str) -> bool {
    !text.is_ascii()
}

/// A quoted name for PostgreSQL.
pub(super) fn postgres_name(name: &str) -> Result<String, NotExpressible> {
    if name.contains('\0') {
        return Err(NotExpressible::Name);
    }
    if is_plain(name) {
        return Ok(quote(name));
    }
    let escaped = |c: char| match (c, u32::from(c)) {
        ('"', _) => "\"\"".to_owned(),
        ('!', _) => "!!".to_owned(),
        (' '..='~', _) if c != '\\' => c.to_string(),
        (_, code @ 0..=0xffff) => format!("!{code:04x}"),
        (_, code) => format!("!+{code:06x}"),
    };
    Ok(format!("U&\"{}\" UESCAPE '!'", name.chars().map(escaped).collect::<String>()))
}

/// A text for SQLite, correct in a database of any encoding, unlike a cast of bytes.
pub(super) fn sqlite_text(text: &str) -> String {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return plain(text);
    }
    // Older versions end a text in JSON at a NUL.
    let stand_in = text.contains('\0').then(|| ('\u{1}'..=char::MAX).find(|c| !text.contains(*c))).flatten();
    let mut inside = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match (c, stand_in) {
            ('\'', _) => inside.push_str("''"),
            ('"', _) => inside.push_str("\\\""),
            ('\\', _) => inside.push_str("\\\\"),
            ('\n', _) => inside.push_str("\\n"),
            ('\t', _) => inside.push_str("\\t"),
            ('\r', _) => inside.push_str("\\r"),
            (' '..='~', _) => inside.push(c),
            ('\0', Some(c)) | (c, _) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(inside, "\\u{unit:04x}");
                }
            }
        }
    }
    let read = format!("json_extract('\"{inside}\"', '$')");
    match stand_in {
        Some(c) => format!("replace({read}, char({}), char(0))", u32::from(c)),
        None => read,
    }
}

/// A quoted name for SQLite, which has no escapes in names.
pub(super) fn sqlite_name(name: &str) -> Result<String, NotExpressible> {
    if name.chars().any(visible::is_hidden) { Err(NotExpressible::Name) } else { Ok(quote(name)) }
}

/// A text made safe for a comment: it cannot end the comment or span lines.
pub(super) fn comment(text: &str) -> String {
    let shown = |c: char| match c {
        ' '..='~' if c != '\\' => c.to_string(),
        _ => format!("<U+{:04X}>", u32::from(c)),
    };
    text.chars().map(shown).collect()
}

/// Whether all of a text can be quoted unchanged.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'\\')
}

fn plain(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rusqlite::Connection;

    use super::*;

    #[test]
    fn postgres_gets_nothing_but_printable_ascii() {
        let quoted = |text: &str| postgres_text(text).unwrap();
        assert_eq!(quoted("it's $1 :x"), "'it''s $1 :x'");
        assert_eq!(quoted("a\\'\n\r\u{1b}"), "E'a\\\\''\\n\\r\\u001b'");
        assert_eq!(quoted("\\ é…'\n"), "convert_from(E'\\\\\\\\ \\\\303\\\\251\\\\342\\\\200\\\\246''\\n', 'UTF8')");
        assert_eq!(postgres_text("a\0"), Err(NotExpressible::Nul));
        assert_eq!(postgres_name("a \"b\":c").unwrap(), "\"a \"\"b\"\":c\"");
        assert_eq!(postgres_name("!é\\\n\"😀").unwrap(), "U&\"!!!00e9!005c!000a\"\"!+01f600\" UESCAPE '!'");
        assert_eq!(comment("a\n…\\! ls"), "a<U+000A><U+2026><U+005C>! ls");
    }

    #[test]
    fn a_control_character_is_refused_in_a_name_and_shown_in_a_text() {
        assert_eq!(sqlite_name("a\tb"), Err(NotExpressible::Name));
        assert_eq!(sqlite_text("a\tb"), "json_extract('\"a\\tb\"', '$')");
    }

    proptest! {
        /// SQLite reads any text back from a literal of printable ASCII, in a database of any encoding.
        #[test]
        fn sqlite_reads_every_text_back(text in any::<String>(), controls in "[\\x00-\\x20'\u{85}\u{202e}é😀;.-]{0,12}") {
            let text = format!("{text}{controls}");
            let literal = sqlite_text(&text);
            prop_assert!(literal.bytes().all(|byte| matches!(byte, b' '..=b'~')), "{literal}");
            for encoding in ["UTF-8", "UTF-16le", "UTF-16be"] {
                let connection = Connection::open_in_memory().unwrap();
                let sql = format!("PRAGMA encoding = '{encoding}'; CREATE TABLE t (a TEXT); INSERT INTO t VALUES ({literal})");
                connection.execute_batch(&sql).unwrap();
                let read: String = connection.query_row("SELECT a FROM t", [], |row| row.get(0)).unwrap();
                // SQLite's UTF-16 cannot hold these two.
                let meant = if encoding == "UTF-8" { text.clone() } else { text.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}") };
                prop_assert_eq!(read, meant);
            }
        }

        /// No text ends the quotes that pass it to PostgreSQL, and no other encoding changes it.
        #[test]
        fn no_text_ends_its_quotes(text in "[^\0]{0,12}", more in "[\\\\'é…表:x\n\t\u{1b}]{0,12}") {
            let literal = postgres_text(&format!("{text}{more}")).unwrap();
            prop_assert!(literal.bytes().all(|byte| matches!(byte, b' '..=b'~')), "{literal}");
            let inside = literal.trim_start_matches("convert_from(").trim_start_matches('E').trim_end_matches(", 'UTF8')");
            prop_assert_eq!(inside.matches('\'').count() % 2, 0);
            prop_assert!(literal.starts_with('\'') <= !literal.contains('\\'));
            // Each backslash is doubled or begins an escape.
            let rest = inside.replace("\\\\", "");
            prop_assert!(rest.split('\\').skip(1).all(|after| after.starts_with(['n', 't', 'r', 'u'])), "{literal}");
        }
    }
}
