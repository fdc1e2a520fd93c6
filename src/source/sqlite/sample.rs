//! Messages by which a database is recognised: each with a digest of what never changes in it.

use std::collections::{HashMap, HashSet};

use rusqlite::{Row, ToSql};
use sha2::{Digest as _, Sha256};

use super::SqliteSource;
use crate::source::{Key, RowRange, SourceError, StoredTime};

/// The number of messages that are taken from the beginning of the table.
const FIRST: usize = 16;

/// In how many other places.
const PLACES: i64 = 48;

/// Statements that read messages to recognise a database by.
#[derive(Clone, Debug)]
pub(super) struct SampleSql {
    /// Selects key, conversation, role and time of all messages; a condition follows.
    pub(super) messages: String,
    pub(super) table: String,
    /// The columns of the key.
    pub(super) keys: String,
    /// The first one.
    pub(super) key: String,
    /// The number of a row, where it has one.
    pub(super) number: Option<String>,
}

impl SqliteSource {
    /// Some messages of the database: the first ones, and others from all over it.
    pub fn sample(&self) -> Result<Vec<(Key, String)>, SourceError> {
        let SampleSql { messages, keys, table, number, .. } = self.sql.sample();
        let read = |row: &Row<'_>| self.recognised(row);
        let mut sample = self.query(&format!("{messages}TRUE ORDER BY {keys} LIMIT {FIRST}"), &[], read)?;
        let (Some(number), Some(all)) = (number, self.row_numbers()?) else { return Ok(sample) };
        // All at once: what they are joined with may be gone through for each query.
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

    /// The messages with these keys, as far as they are there.
    pub fn recognise(&self, keys: &[&Key]) -> Result<HashMap<Key, String>, SourceError> {
        let SampleSql { messages, key, .. } = self.sql.sample();
        let wanted: Vec<_> =
            keys.iter().map(|key| key.cells()).filter(|key| key.len() == self.sql.key_width()).collect();
        // All at once: where no index leads to them, the table is gone through once.
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
                // An exporter may write the same time with another separator.
                Some(moment) => moment.at.to_string(),
                None => format!("{cell:?}"),
            };
            hash.update(text.as_bytes());
            hash.update([0]);
        }
        Ok(key.map(|key| (key, format!("{:x}", hash.finalize()))))
    }
}

/// Numbers of rows all over a table, the first and the last among them.
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
