//! Limits of documents: a file from elsewhere must not exhaust memory or the stack.

use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::value::MOST_NESTED;

/// The greatest length of a document, in MiB.
const LONGEST: u64 = 8;

/// Whether a text is longer than any document.
pub(super) fn is_too_long(text: &str) -> bool {
    text.len() as u64 > LONGEST << 20
}

/// The error message for such a document.
pub(super) fn too_long() -> String {
    format!("longer than {LONGEST} MiB")
}

/// The text of a document that people write, such as a profile.
///
/// # Errors
/// The file cannot be read, is not UTF-8, or is too long.
pub fn read_file(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    // The extra byte tells a file that just fits from one without an end, such as a device.
    File::open(path)?.take((LONGEST << 20) + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST << 20 {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, too_long()));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "not UTF-8"))
}

/// Accepts any value that is nested at most [`MOST_NESTED`] levels deep, and discards it.
pub(super) struct DepthLimited;

impl<'de> Deserialize<'de> for DepthLimited {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        LevelsLeft(MOST_NESTED).deserialize(deserializer).map(|()| Self)
    }
}

/// How many more levels of nesting are allowed.
#[derive(Clone, Copy)]
struct LevelsLeft(usize);

impl LevelsLeft {
    fn deeper<E: de::Error>(self) -> Result<Self, E> {
        let left = self.0.checked_sub(1).map(Self);
        left.ok_or_else(|| E::custom(format!("nested deeper than {MOST_NESTED} levels")))
    }
}

impl<'de> DeserializeSeed<'de> for LevelsLeft {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for LevelsLeft {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E: de::Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E: de::Error>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: de::Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: de::Error>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: de::Error>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<(), A::Error> {
        let deeper = self.deeper()?;
        while access.next_element_seed(deeper)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<(), A::Error> {
        let deeper = self.deeper()?;
        while access.next_key::<de::IgnoredAny>()?.is_some() {
            access.next_value_seed(deeper)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_an_end_is_not_read_to_it() {
        let error = read_file(Path::new("/dev/zero")).unwrap_err();
        assert_eq!(error.to_string(), "longer than 8 MiB");
    }

    #[test]
    fn a_document_may_be_so_long_and_no_longer() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("long.json5");
        std::fs::write(&path, " ".repeat(8 << 20)).unwrap();
        assert_eq!(read_file(&path).unwrap().len(), 8 << 20);
        std::fs::write(&path, " ".repeat((8 << 20) + 1)).unwrap();
        assert!(read_file(&path).is_err());
        std::fs::write(&path, b"{name: '\xff'}").unwrap();
        assert_eq!(read_file(&path).unwrap_err().to_string(), "not UTF-8");
    }
}
