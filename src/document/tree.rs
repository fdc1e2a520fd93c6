//! The structure of a document with duplicate keys, to check and locate each part of it.

use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// The greatest depth of nesting. Deeper documents are rejected, since reading them could exhaust the stack.
const DEEPEST: usize = 64;

/// A value of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// `null`.
    Null,
    /// A string, its escapes decoded.
    Text(String),
    /// A number or a Boolean.
    Other,
    /// A list, its elements in order.
    List(Vec<Self>),
    /// An object with all its entries, duplicate keys included.
    Object(Vec<(String, Self)>),
}

/// A part of a document, named by the index of each entry on the way to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentPart<'a> {
    /// The value at this path.
    Value(&'a [usize]),
    /// The key of the last entry of this path.
    Key(&'a [usize]),
}

/// The line and column of a part, both counted from 1; `None` if the document has no such part.
#[must_use]
pub fn place(text: &str, part: DocumentPart<'_>) -> Option<(usize, usize)> {
    // json5 only reports the position of an error. So this raises an error at the part.
    let found = part.deserialize(&mut json5::Deserializer::from_str(text));
    let position = found.err()?.position()?;
    Some((position.line + 1, position.column + 1))
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        NodeReader { depth: 0 }.deserialize(deserializer)
    }
}

/// Reads a value at the given depth.
#[derive(Clone, Copy)]
struct NodeReader {
    depth: usize,
}

impl NodeReader {
    fn deeper<E: serde::de::Error>(self) -> Result<Self, E> {
        let depth = self.depth + 1;
        if depth > DEEPEST { Err(E::custom("nested too deep")) } else { Ok(Self { depth }) }
    }
}

impl<'de> DeserializeSeed<'de> for NodeReader {
    type Value = Node;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for NodeReader {
    type Value = Node;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_str<E>(self, text: &str) -> Result<Node, E> {
        Ok(Node::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        let seed = self.deeper()?;
        let mut nodes = Vec::new();
        while let Some(node) = list.next_element_seed(seed)? {
            nodes.push(node);
        }
        Ok(Node::List(nodes))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let seed = self.deeper()?;
        let mut entries = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            entries.push((key, map.next_value_seed(seed)?));
        }
        Ok(Node::Object(entries))
    }
}

impl<'de> DeserializeSeed<'de> for DocumentPart<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl DocumentPart<'_> {
    /// The first entry on the path, and the rest of the path from there; `None` at the end of the path.
    fn entry(self) -> Option<(usize, Self)> {
        match self {
            DocumentPart::Value([index, rest @ ..]) => Some((*index, DocumentPart::Value(rest))),
            DocumentPart::Key([index, rest @ ..]) => Some((*index, DocumentPart::Key(rest))),
            DocumentPart::Value([]) | DocumentPart::Key([]) => None,
        }
    }
}

/// Fails at the part, and skips everything before it.
impl<'de> Visitor<'de> for DocumentPart<'_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("another part")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let (index, rest) = self.entry().ok_or_else(|| A::Error::custom("here"))?;
        for _ in 0..index {
            list.next_element::<IgnoredAny>()?;
        }
        list.next_element_seed(rest).map(drop)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let (index, rest) = self.entry().ok_or_else(|| A::Error::custom("here"))?;
        for _ in 0..index {
            map.next_entry::<IgnoredAny, IgnoredAny>()?;
        }
        if rest == DocumentPart::Key(&[]) {
            return map.next_key_seed(rest).map(drop);
        }
        map.next_key::<IgnoredAny>()?;
        map.next_value_seed(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "// first\n{\n  a: [1, 'b', {c: null}],\n  a: true,\n}";

    #[test]
    fn a_document_is_read_as_written() {
        let entry = |key: &str, node| (key.to_owned(), node);
        let inner = Node::Object(vec![entry("c", Node::Null)]);
        let list = Node::List(vec![Node::Other, Node::Text("b".to_owned()), inner]);
        let whole = Node::Object(vec![entry("a", list), entry("a", Node::Other)]);
        assert_eq!(super::super::parse::<Node>("x", TEXT), Ok(whole));
    }

    #[test]
    fn each_part_has_its_place() {
        for (part, expected) in [
            (DocumentPart::Value(&[]), (2, 1)),
            (DocumentPart::Key(&[0]), (3, 3)),
            (DocumentPart::Value(&[0]), (3, 6)),
            (DocumentPart::Value(&[0, 1]), (3, 10)),
            (DocumentPart::Key(&[0, 2, 0]), (3, 16)),
            (DocumentPart::Value(&[0, 2, 0]), (3, 19)),
            (DocumentPart::Key(&[1]), (4, 3)),
            (DocumentPart::Value(&[1]), (4, 6)),
        ] {
            assert_eq!(place(TEXT, part), Some(expected), "{part:?}");
        }
    }

    #[test]
    fn nothing_is_nested_without_end() {
        let deep = format!("{}{}", "[".repeat(80), "]".repeat(80));
        assert_eq!(super::super::parse::<Node>("x", &deep).unwrap_err().reason, "nested too deep");
    }
}
