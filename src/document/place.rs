//! Where a part of a document stands that was read already.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::DocumentError;

/// A mistake in a part of `text`: `path` leads to it by fields and places of lists. Of a field its name is told, of
/// a list the element.
///
/// A reader of JSON5 tells the place of what it refuses; so the text is read again by one that refuses just this.
#[must_use]
pub fn mistake_at(file: &str, text: &str, path: &[String], reason: &str) -> DocumentError {
    let refused = Seeker(path).deserialize(&mut json5::Deserializer::from_str(text)).err();
    let Some(position) = refused.and_then(|error| error.position()) else {
        return DocumentError::whole(file, reason);
    };
    let (line, column) = (position.line + 1, position.column + 1);
    DocumentError { file: file.to_owned(), line, column, reason: reason.to_owned() }
}

/// Refuses what its path leads to, and nothing else.
#[derive(Clone, Copy)]
struct Seeker<'a>(&'a [String]);

impl<'de> DeserializeSeed<'de> for Seeker<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seeker<'_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("something else")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Some((wanted, rest)) = self.0.split_first() else {
            return Err(A::Error::custom(""));
        };
        while let Some(is_meant) = map.next_key_seed(Field { wanted, is_last: rest.is_empty() })? {
            if is_meant {
                map.next_value_seed(Self(rest))?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Some((wanted, rest)) = self.0.split_first() else {
            return Err(A::Error::custom(""));
        };
        for _ in 0..wanted.parse().unwrap_or(0usize) {
            list.next_element::<IgnoredAny>()?;
        }
        list.next_element_seed(Self(rest)).map(drop)
    }
}

/// The name of a field: whether it is the wanted one, which is refused where the path ends.
struct Field<'a> {
    wanted: &'a str,
    is_last: bool,
}

impl<'de> DeserializeSeed<'de> for Field<'_> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<bool, D::Error> {
        reader.deserialize_str(self)
    }
}

impl Visitor<'_> for Field<'_> {
    type Value = bool;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a name")
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<bool, E> {
        match name == self.wanted {
            true if self.is_last => Err(E::custom("")),
            is_meant => Ok(is_meant),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "{\n  // keys\n  keys: {\n    'review': { accept: ['a', \"é\", 'b'], undo: 'x' },\n  },\n}";

    fn place(path: &[&str]) -> (usize, usize) {
        let path: Vec<String> = path.iter().map(|step| (*step).to_owned()).collect();
        let mistake = mistake_at("x.json5", TEXT, &path, "wrong");
        assert_eq!(mistake.reason, "wrong");
        (mistake.line, mistake.column)
    }

    #[test]
    fn fields_and_elements_are_found() {
        assert_eq!(place(&["keys"]), (3, 3));
        assert_eq!(place(&["keys", "review"]), (4, 5));
        assert_eq!(place(&["keys", "review", "accept", "0"]), (4, 26));
        assert_eq!(place(&["keys", "review", "accept", "2"]), (4, 36));
        assert_eq!(place(&["keys", "review", "undo"]), (4, 42));
    }

    #[test]
    fn what_is_not_there_is_told_at_the_beginning() {
        assert_eq!(place(&["keys", "review", "accept", "3"]), (1, 1));
        assert_eq!(place(&["keys", "editor", "save"]), (1, 1));
        assert_eq!(place(&["version"]), (1, 1));
    }
}
