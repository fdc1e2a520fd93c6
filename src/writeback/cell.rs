//! Lossless JSON for cells: an undo must restore what the journal holds byte for byte.
//!
//! A number, a text and NULL are the same in JSON; a REAL always has a fraction or an exponent. Anything that JSON
//! lacks is an object with one member: bytes `{"blob": "hex"}`, a text that is not valid UTF-8 `{"text": "hex"}` (its
//! bytes; earlier versions wrote it as `blob`), an infinite number `{"real": "Infinity"}` or `{"real": "-Infinity"}`.

use rusqlite::ToSql;
use rusqlite::types::{ToSqlOutput, Value as Cell, ValueRef};
use serde_json::{Value, json};

/// The JSON of a cell.
pub(super) fn to_json(cell: ValueRef<'_>) -> Value {
    match cell {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::from(number),
        ValueRef::Real(number) if number == f64::INFINITY => json!({ "real": INFINITY }),
        ValueRef::Real(number) if number == f64::NEG_INFINITY => json!({ "real": NEGATIVE_INFINITY }),
        ValueRef::Real(number) => Value::from(number),
        ValueRef::Text(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => Value::from(text),
            Err(_) => json!({ "text": hexadecimal(bytes) }),
        },
        ValueRef::Blob(bytes) => json!({ "blob": hexadecimal(bytes) }),
    }
}

const INFINITY: &str = "Infinity";
const NEGATIVE_INFINITY: &str = "-Infinity";

/// A cell to be written, including a text that is not valid UTF-8.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum CellValue {
    /// A value that is valid in Rust.
    Plain(Cell),
    /// A text of these bytes, which are not valid UTF-8.
    Text(Vec<u8>),
}

impl CellValue {
    /// The cell for a JSON value of the journal.
    pub(super) fn from_json(value: &Value) -> Self {
        match member(value, "text").and_then(bytes) {
            Some(bytes) => Self::Text(bytes),
            None => Self::Plain(from_json(value)),
        }
    }

    /// The value for SQLite.
    pub(super) fn as_ref(&self) -> ValueRef<'_> {
        match self {
            Self::Plain(cell) => ValueRef::from(cell),
            Self::Text(bytes) => ValueRef::Text(bytes),
        }
    }
}

impl From<Cell> for CellValue {
    fn from(cell: Cell) -> Self {
        Self::Plain(cell)
    }
}

impl ToSql for CellValue {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(self.as_ref()))
    }
}

/// The text of an object whose only member has this name.
fn member<'v>(value: &'v Value, name: &str) -> Option<&'v str> {
    value.as_object().filter(|members| members.len() == 1)?.get(name)?.as_str()
}

/// Reads a cell; a text that is not valid UTF-8 becomes bytes, because JSON cannot hold it.
pub(super) fn read(cell: ValueRef<'_>) -> Cell {
    match cell {
        ValueRef::Text(bytes) => {
            std::str::from_utf8(bytes).map_or(Cell::Blob(bytes.to_vec()), |text| Cell::Text(text.to_owned()))
        }
        ValueRef::Null => Cell::Null,
        ValueRef::Integer(number) => Cell::Integer(number),
        ValueRef::Real(number) => Cell::Real(number),
        ValueRef::Blob(bytes) => Cell::Blob(bytes.to_vec()),
    }
}

/// The cell for a JSON value of the journal or of a profile.
pub(super) fn from_json(value: &Value) -> Cell {
    match value {
        Value::Null => Cell::Null,
        Value::Bool(truth) => Cell::Integer(i64::from(*truth)),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(integer), _) => Cell::Integer(integer),
            (None, Some(real)) => Cell::Real(real),
            (None, None) => Cell::Text(number.to_string()),
        },
        Value::String(text) => Cell::Text(text.clone()),
        nested => match (member(nested, "blob").and_then(bytes), member(nested, "real")) {
            (Some(bytes), _) => Cell::Blob(bytes),
            (None, Some(INFINITY)) => Cell::Real(f64::INFINITY),
            (None, Some(NEGATIVE_INFINITY)) => Cell::Real(f64::NEG_INFINITY),
            (None, _) => Cell::Text(nested.to_string()),
        },
    }
}

/// Encodes each byte as two hexadecimal digits.
pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

fn bytes(hexadecimal: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u32>> = hexadecimal.chars().map(|digit| digit.to_digit(16)).collect();
    digits
        .filter(|digits| digits.len() % 2 == 0)?
        .chunks(2)
        .map(|pair| u8::try_from(pair.iter().fold(0, |sum, digit| sum * 16 + digit)).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_cell_goes_back_as_it_was() {
        for cell in [
            Cell::Null,
            Cell::Integer(i64::MIN),
            Cell::Real(1.0),
            Cell::Real(0.1),
            Cell::Real(-0.0),
            Cell::Real(1e300),
            Cell::Real(f64::INFINITY),
            Cell::Real(f64::NEG_INFINITY),
            Cell::Text("{\"blob\": 1}\0\u{1b}".to_owned()),
            Cell::Text("{\"real\": \"Infinity\"}".to_owned()),
            Cell::Blob(vec![0, 15, 255]),
            Cell::Blob(Vec::new()),
        ] {
            let text = to_json(ValueRef::from(&cell)).to_string();
            assert_eq!(CellValue::from_json(&serde_json::from_str(&text).unwrap()), CellValue::Plain(cell), "{text}");
        }
    }

    #[test]
    fn a_text_that_is_no_utf8_goes_back_as_a_text() {
        let connection = rusqlite::Connection::open_in_memory().unwrap();
        connection.execute_batch("CREATE TABLE t (a); INSERT INTO t VALUES (CAST(x'61ff' AS TEXT))").unwrap();
        let read = || connection.query_row("SELECT a FROM t", [], |row| Ok(to_json(row.get_ref(0)?))).unwrap();
        let kept = read();
        assert_eq!(kept, json!({ "text": "61ff" }));
        connection.execute("UPDATE t SET a = ?1", [CellValue::from_json(&kept)]).unwrap();
        assert_eq!(read(), kept);
        let kind: String = connection.query_row("SELECT typeof(a) || hex(a) FROM t", [], |row| row.get(0)).unwrap();
        assert_eq!(kind, "text61FF");
        // The form in which earlier versions stored it.
        assert_eq!(CellValue::from_json(&json!({ "blob": "61ff" })), CellValue::Plain(Cell::Blob(vec![0x61, 0xff])));
    }
}
