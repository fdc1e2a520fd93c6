//! Whether a review file belongs to a database.

use serde::{Deserialize, Serialize};

use crate::source::{Key, SourceError, SqliteSource};

/// What a database is recognised by: the same after a re-export or from a backup, another application's is not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The profile.
    pub profile: String,
    /// The table of the messages.
    pub table: String,
    /// Its columns, for people who look into the file.
    pub columns: Vec<String>,
    /// The first messages: key and digest of what never changes in them.
    pub sample: Vec<(Key, String)>,
}

impl Identity {
    /// The identity of an open database.
    pub fn of(source: &SqliteSource) -> Result<Self, SourceError> {
        let table = source.profile().messages.table.clone();
        Ok(Self {
            profile: source.profile().name.clone(),
            columns: source.columns().table(&table).map(str::to_owned).collect(),
            sample: source.sample()?,
            table,
        })
    }

    /// How it shows that `other` is another database; `None` where it may be the same.
    ///
    /// Some rows may be gone or new, as time passes between two exports. Most that are in both must be equal.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        if self.profile != other.profile {
            return Some(format!("its profile is {}, not {}", self.profile, other.profile));
        }
        if self.table != other.table {
            return Some(format!("its messages stand in {}, not in {}", self.table, other.table));
        }
        if self.sample.is_empty() || other.sample.is_empty() {
            return None;
        }
        let digest = |key: &Key| other.sample.iter().find(|(known, _)| known == key).map(|(_, digest)| digest);
        let in_both: Vec<_> = self.sample.iter().filter_map(|(key, own)| Some((own, digest(key)?))).collect();
        let equal = in_both.iter().filter(|(own, theirs)| own == theirs).count();
        (equal * 2 < in_both.len() || equal == 0).then(|| "its first messages are others".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(sample: &[(i64, &str)]) -> Identity {
        Identity {
            profile: "helix-kit".to_owned(),
            table: "messages".to_owned(),
            columns: Vec::new(),
            sample: sample.iter().map(|(key, digest)| (Key::Integer(*key), (*digest).to_owned())).collect(),
        }
    }

    #[test]
    fn a_later_export_is_the_same_database_and_another_one_is_not() {
        let own = identity(&[(1, "a"), (2, "b"), (3, "c")]);
        assert_eq!(own.difference(&own), None);
        assert_eq!(own.difference(&identity(&[(2, "b"), (3, "c"), (4, "d")])), None, "a row was deleted");
        assert_eq!(own.difference(&identity(&[])), None, "an empty one says nothing");
        assert!(own.difference(&identity(&[(1, "x"), (2, "y"), (3, "z")])).is_some());
        assert!(own.difference(&identity(&[(8, "x")])).is_some());
        assert!(own.difference(&Identity { profile: "plain".to_owned(), ..own.clone() }).is_some());
    }
}
