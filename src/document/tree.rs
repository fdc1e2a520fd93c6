//! The structure of a document with duplicate keys, and where each part of it begins.

use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::starts::Starts;
use super::{DocumentError, parse};

/// The greatest depth of nesting. Deeper documents are rejected, since reading them could exhaust the stack.
const DEEPEST: usize = 64;

/// A value of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The offset of its first byte.
    pub start: usize,
    /// What it holds.
    pub content: Content,
}

/// What a value of a document is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// `null`.
    Null,
    /// A string, its escapes decoded.
    Text(String),
    /// A number or a Boolean.
    Other,
    /// A list, its elements in order.
    List(Vec<Node>),
    /// An object with all its entries, duplicate keys included.
    Object(Vec<Entry>),
}

/// An entry of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The offset of the key's first byte.
    pub start: usize,
    /// The key, its escapes decoded.
    pub key: String,
    /// The value after the key.
    pub value: Node,
}

impl Node {
    /// Reads a document. Errors name it `file`.
    pub fn read(file: &str, text: &str) -> Result<Self, DocumentError> {
        let mut root: Self = parse(file, text)?;
        root.begin_at(&mut Starts::of(text));
        Ok(root)
    }

    /// Whether it is `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.content == Content::Null
    }

    /// Sets the start of each part from the starts of all keys and values, in the order of the text.
    fn begin_at(&mut self, starts: &mut Starts<'_>) {
        self.start = starts.next().unwrap_or_default();
        match &mut self.content {
            Content::List(nodes) => nodes.iter_mut().for_each(|node| node.begin_at(starts)),
            Content::Object(entries) => {
                for entry in entries {
                    entry.start = starts.next().unwrap_or_default();
                    entry.value.begin_at(starts);
                }
            }
            Content::Null | Content::Text(_) | Content::Other => {}
        }
    }
}

/// The line and column of an offset, both counted from 1.
#[must_use]
pub fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let position = json5::Position::from_offset(offset, text);
    (position.line + 1, position.column + 1)
}

impl From<Content> for Node {
    /// A value whose start is not known yet.
    fn from(content: Content) -> Self {
        Self { start: 0, content }
    }
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
        Ok(Content::Null.into())
    }

    fn visit_bool<E>(self, _: bool) -> Result<Node, E> {
        Ok(Content::Other.into())
    }

    fn visit_u64<E>(self, _: u64) -> Result<Node, E> {
        Ok(Content::Other.into())
    }

    fn visit_i64<E>(self, _: i64) -> Result<Node, E> {
        Ok(Content::Other.into())
    }

    fn visit_f64<E>(self, _: f64) -> Result<Node, E> {
        Ok(Content::Other.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Node, E> {
        Ok(Content::Text(text.to_owned()).into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        let seed = self.deeper()?;
        let mut nodes = Vec::new();
        while let Some(node) = list.next_element_seed(seed)? {
            nodes.push(node);
        }
        Ok(Content::List(nodes).into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let seed = self.deeper()?;
        let mut entries = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            entries.push(Entry { start: 0, key, value: map.next_value_seed(seed)? });
        }
        Ok(Content::Object(entries).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "// first\n{\n  a: [1, 'b', {c: null}],\n  a: true,\n}";

    #[test]
    fn a_document_is_read_as_written() {
        let node = |start, content| Node { start, content };
        let entry = |start, key: &str, value| Entry { start, key: key.to_owned(), value };
        let inner = Content::Object(vec![entry(26, "c", node(29, Content::Null))]);
        let elements = vec![node(17, Content::Other), node(20, Content::Text("b".to_owned())), node(25, inner)];
        let entries = vec![entry(13, "a", node(16, Content::List(elements))), entry(39, "a", node(42, Content::Other))];
        assert_eq!(Node::read("x", TEXT), Ok(node(9, Content::Object(entries))));
    }

    #[test]
    fn each_part_has_its_place() {
        let places: Vec<_> = Starts::of(TEXT).map(|start| line_and_column(TEXT, start)).collect();
        let list = [(3, 3), (3, 6), (3, 7), (3, 10), (3, 15), (3, 16), (3, 19)];
        assert_eq!(places, [&[(2, 1)], &list[..], &[(4, 3), (4, 6)]].concat());
    }

    #[test]
    fn nothing_is_nested_without_end() {
        let deep = format!("{}{}", "[".repeat(80), "]".repeat(80));
        assert_eq!(super::super::parse::<Node>("x", &deep).unwrap_err().reason, "nested too deep");
    }
}
