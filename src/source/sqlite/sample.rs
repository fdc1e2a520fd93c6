//! A sample of messages that identifies a database: each with a digest of its unchanging fields.

use std::collections::{HashMap, HashSet};

use rusqlite::{Row, ToSql};
use sha2::{Digest as _, Sha256};

use super::SqliteSource;
use crate::source::{Key, RowRange, SourceError, StoredTime};

/// The number of messages from the start of the table.
const FIRST: usize = 16;

/// The number of further rows, spread over the table.
const PLACES: i64 = 48;

/// The statements that read messages for the sample.
#[derive(Clone, Debug)]
pub(super) struct SampleSql {
    /// Selects key, conversation, role and time of all messages; a condition follows.
    pub(super) messages: String,
    pub(super) table: String,
    /// The columns of the key.
    pub(super) keys: String,
    /// The first column of the key.
    pub(super) key: String,
    /// The row number, if rows have one.
    pub(super) number: Option<String>,
}

impl SqliteSource {
    /// A sample of the database's messages: the first ones, and others from the whole table.
    pub fn sample(&self) -> Result<Vec<(Key, String)>, SourceError> {
        let SampleSql { messages, keys, table, number, .. } = self.sql.sample();
        let read = |row: &Row<'_>| self.recognised(row);
        let mut sample = self.query(&format!("{messages}TRUE ORDER BY {keys} LIMIT {FIRST}"), &[], read)?;
        let (Some(number), Some(all)) = (number, self.row_numbers()?) else { return Ok(sample) };
        // In one query, because each query may scan the joined tables.
        let places: Vec<i64> = places(all).collect();
        let row = |place: usize| format!("(SELECT min({number}) FROM {table} WHERE {number} >= ?{place})");
        let rows = (1..=places.len()).map(row).collect::<Vec<_>>().join(", ");
        let places: Vec<&dyn ToSql> = places.iter().map(|place| place as &dyn ToSql).collect();
        let mut known: HashSet<Key> = sample.iter().map(|(key, _)| self.of_row(key)).collect();
        // One message of each row is enough.
        for (key, digest) in self.query(&format!("{messages}{number} IN ({rows}) ORDER BY {number}"), &places, read)? {
            if known.insert(self.of_row(&key)) {
                sample.push((key, digest));
            }
        }
        Ok(sample)
    }

    /// The part of a key that identifies the row of a message.
    fn of_row(&self, key: &Key) -> Key {
        match key {
            Key::Composite(parts) if self.unfolds_rows() => {
                Key::Composite(parts.iter().take(parts.len().saturating_sub(1)).cloned().collect())
            }
            whole => whole.clone(),
        }
    }

    /// The messages with these keys, as far as they exist, with their digests.
    pub fn recognise(&self, keys: &[&Key]) -> Result<HashMap<Key, String>, SourceError> {
        let SampleSql { messages, key, .. } = self.sql.sample();
        let wanted: Vec<_> =
            keys.iter().map(|key| key.cells()).filter(|key| key.len() == self.sql.key_width()).collect();
        // In one query: without an index, the table is scanned only once.
        let first: Vec<&dyn ToSql> = wanted.iter().filter_map(|cells| Some(cells.first()? as &dyn ToSql)).collect();
        let marks = vec!["?"; first.len()].join(", ");
        let sql = format!("{messages}{key} IN ({marks})");
        let found = self.query(&sql, &first, |row| self.recognised(row))?;
        Ok(found.into_iter().filter(|(found, _)| keys.contains(&found)).collect())
    }

    /// A message with its digest.
    fn recognised(&self, row: &Row<'_>) -> rusqlite::Result<Option<(Key, String)>> {
        let key = self.sql.key(row)?;
        let mut hash = Sha256::new();
        for column in 0..3 {
            let cell = row.get_ref(self.sql.key_width() + column)?;
            let text = match StoredTime::read(cell) {
                // Different exporters may separate date and time differently.
                Some(moment) => moment.at.to_string(),
                None => format!("{cell:?}"),
            };
            hash.update(text.as_bytes());
            hash.update([0]);
        }
        Ok(key.map(|key| (key, format!("{:x}", hash.finalize()))))
    }
}

/// Row numbers spread over a table, including the first and the last.
fn places(all: RowRange) -> impl Iterator<Item = i64> {
    let (first, width) = (i128::from(all.first), i128::from(all.last) - i128::from(all.first));
    let steps = i128::from(PLACES - 1);
    (0..=steps).filter_map(move |step| i64::try_from(first + width * step / steps).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_spread_over_all_numbers() {
        let of = |first, last| places(RowRange { first, last }).collect::<Vec<_>>();
        let all = of(1, 4701);
        assert_eq!((all.len(), all[0], all[1], all[47]), (48, 1, 101, 4701));
        assert_eq!((of(7, 7)[0], of(7, 7)[47]), (7, 7));
        assert_eq!((of(i64::MIN, i64::MAX)[0], of(i64::MIN, i64::MAX)[47]), (i64::MIN, i64::MAX));
    }
}
