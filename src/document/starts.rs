//! Where the parts of a document begin.

use json5::char::{is_json5_line_terminator, is_json5_whitespace};

/// The offsets at which the keys and values of a JSON5 text begin, in the order of the text, which must be valid.
///
/// The json5 crate reads values without their positions. Each token other than commas, colons and closing brackets is
/// a key or begins a value, so a walk through the values that it read can take one offset for each.
pub(super) struct Starts<'a> {
    text: &'a str,
    /// The beginning of the next token, or of what separates it from the last one.
    offset: usize,
}

impl<'a> Starts<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self { text, offset: 0 }
    }
}

impl Iterator for Starts<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        loop {
            let start = self.offset;
            let rest = self.text.get(start..)?;
            let first = rest.chars().next()?;
            self.offset += match first {
                '/' => comment_length(rest),
                '"' | '\'' => string_length(rest, first),
                ',' | ':' | '[' | ']' | '{' | '}' => 1,
                c if is_json5_whitespace(c) => c.len_utf8(),
                _ => rest.find(ends_word).unwrap_or(rest.len()),
            };
            if !matches!(first, '/' | ',' | ':' | ']' | '}') && !is_json5_whitespace(first) {
                return Some(start);
            }
        }
    }
}

/// The length in bytes of the comment that `text` begins with.
fn comment_length(text: &str) -> usize {
    let end = if text.starts_with("/*") {
        text.get(2..).and_then(|inside| inside.find("*/")).map(|end| 2 + end + 2)
    } else {
        text.find(is_json5_line_terminator)
    };
    end.unwrap_or(text.len())
}

/// The length in bytes of the string that `text` begins with, its quotes included.
fn string_length(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    let end = text.char_indices().skip(1).find(|(_, c)| {
        let ends = *c == quote && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        ends
    });
    end.map_or(text.len(), |(end, _)| end + 1)
}

/// Whether a character follows a number, a literal or a key without quotes.
fn ends_word(c: char) -> bool {
    matches!(c, ',' | ':' | ']' | '}' | '/') || is_json5_whitespace(c)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::Deserialize as _;

    use super::super::tree::{Content, Node};
    use super::*;

    /// What the json5 crate reads at the beginning of a text.
    fn read(text: &str) -> Node {
        Node::deserialize(&mut json5::Deserializer::from_str(text)).unwrap()
    }

    /// Checks that the json5 crate reads each part of `node` at the next offset.
    fn check(text: &str, node: &Node, starts: &mut Starts<'_>) {
        let start = starts.next().unwrap();
        assert_eq!(read(&text[start..]), *node, "{start} in {text:?}");
        let before = text[..start].trim_end_matches(is_json5_whitespace);
        assert!(
            before.len() < start || before.is_empty() || before.ends_with(['[', ',', ':', '/']),
            "{start} in {text:?}"
        );
        match &node.content {
            Content::List(nodes) => nodes.iter().for_each(|node| check(text, node, starts)),
            Content::Object(entries) => {
                for entry in entries {
                    let key = starts.next().unwrap();
                    let value = Starts { text, offset: starts.offset }.next().unwrap();
                    let alone = read(&format!("{{{}0}}", &text[key..value]));
                    assert!(
                        matches!(&alone.content, Content::Object(read) if read[0].key == entry.key),
                        "{key} in {text:?}"
                    );
                    check(text, &entry.value, starts);
                }
            }
            Content::Null | Content::Text(_) | Content::Other => {}
        }
    }

    /// White space and comments, possibly none.
    fn gap() -> impl Strategy<Value = String> {
        let pieces =
            ["", " ", "\n", "\r\n", "\t", "\u{a0}", "\u{feff}", "\u{2028}", "/* ] ' */", "/***/", "// { \" é\n"];
        proptest::collection::vec(prop::sample::select(pieces.to_vec()), 0..3).prop_map(|pieces| pieces.concat())
    }

    fn string() -> impl Strategy<Value = String> {
        let pieces =
            ["a", "é", "🌊", ", ", "]", "}", ":", "//", "/*", "\\\\", "\\'", "\\\"", "\\n", "\\x41", "\\u00e9"];
        let pieces =
            [&pieces[..], &["\\ud83c\\udf0a", "\\0", "\\\n", "\\\r\n", "\\\u{2028}", "\u{2029}", "\\v"]].concat();
        let inside = proptest::collection::vec(prop::sample::select(pieces), 0..5).prop_map(|pieces| pieces.concat());
        (prop::bool::ANY, inside).prop_map(|(is_single, inside)| {
            let quote = if is_single { '\'' } else { '"' };
            format!("{quote}{inside}{quote}")
        })
    }

    fn key() -> impl Strategy<Value = String> {
        let words = ["a", "$_9", "été", "\\u0061b", "null", "true", "Infinity"];
        prop_oneof![string(), prop::sample::select(words.to_vec()).prop_map(str::to_owned)]
    }

    fn value() -> impl Strategy<Value = String> {
        let words = ["null", "true", "false", "0", "-1", "+.5e-3", "5.", "0xBeef", "-Infinity", "+NaN", "1E9"];
        let leaf = prop_oneof![string(), prop::sample::select(words.to_vec()).prop_map(str::to_owned)];
        leaf.prop_recursive(4, 24, 4, |inner| {
            let item =
                (gap(), inner, gap()).prop_map(|(before, value, after)| format!("{before}{value}{after}")).boxed();
            let entry = (gap(), key(), gap(), item.clone())
                .prop_map(|(before, key, after, item)| format!("{before}{key}{after}:{item}"));
            let whole = |open, close| {
                move |(items, gap, trails): (Vec<String>, String, bool)| {
                    let comma = if trails && !items.is_empty() { "," } else { "" };
                    format!("{open}{}{comma}{gap}{close}", items.join(","))
                }
            };
            prop_oneof![
                (proptest::collection::vec(item, 0..4), gap(), prop::bool::ANY).prop_map(whole('[', ']')),
                (proptest::collection::vec(entry, 0..4), gap(), prop::bool::ANY).prop_map(whole('{', '}')),
            ]
        })
    }

    proptest! {
        #[test]
        fn each_part_begins_where_json5_reads_it(before in gap(), value in value(), after in gap()) {
            let text = format!("{before}{value}{after}");
            let mut starts = Starts::of(&text);
            check(&text, &json5::from_str(&text).unwrap(), &mut starts);
            prop_assert_eq!(starts.next(), None, "{:?}", text);
        }
    }

    #[test]
    fn any_text_comes_to_an_end() {
        for text in ["", "/", "/*", "'", "'\\", "//", "a", "\u{feff}"] {
            assert!(Starts::of(text).count() <= 1, "{text:?}");
        }
    }
}
