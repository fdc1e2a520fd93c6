//! Cells as JSON, without loss: what the journal keeps must go back byte for byte.

use rusqlite::types::{Value as Cell, ValueRef};
use serde_json::{Value, json};

/// The JSON of a cell: bytes and texts that are no UTF-8 become `{"blob": "hex"}`.
pub(super) fn to_json(cell: ValueRef<'_>) -> Value {
    match cell {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::from(number),
        ValueRef::Real(number) => Value::from(number),
        ValueRef::Text(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => Value::from(text),
            Err(_) => json!({ "blob": hexadecimal(bytes) }),
        },
        ValueRef::Blob(bytes) => json!({ "blob": hexadecimal(bytes) }),
    }
}

/// A cell; a text that is no UTF-8 as bytes, since it is no text that could be written back.
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

/// The cell that a JSON value of the journal, or of a profile, means.
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
        nested => match nested.get("blob").and_then(Value::as_str).and_then(bytes) {
            Some(bytes) => Cell::Blob(bytes),
            None => Cell::Text(nested.to_string()),
        },
    }
}

/// Two digits for each byte.
pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

fn bytes(hexadecimal: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u32>> = hexadecimal.chars().map(|digit| digit.to_digit(16)).collect();
    digits?.chunks(2).map(|pair| u8::try_from(pair.iter().fold(0, |sum, digit| sum * 16 + digit)).ok()).collect()
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
            Cell::Text("{\"blob\": 1}\0\u{1b}".to_owned()),
            Cell::Blob(vec![0, 15, 255]),
        ] {
            let text = to_json(ValueRef::from(&cell)).to_string();
            assert_eq!(from_json(&serde_json::from_str(&text).unwrap()), cell, "{text}");
        }
    }
}
