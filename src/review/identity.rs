//! Whether a review file belongs to a database.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::source::{Key, SourceError, SqliteSource};

/// The greatest number of messages whose digests are kept, including those that are gone.
const MAX_MESSAGES: usize = 128;

/// What a database is recognised by: its profile, the table of its messages, and the parts of some messages that never change
/// (conversation, role, time).
///
/// These messages are the first ones, others from all over the table, and those that were decided last; they are chosen again
/// whenever the review is held. Known messages that are gone by then are kept after them, as far as there is room, so that an
/// empty or purged database does not make the review fit any other.
///
/// Each message is looked up by its key. A missing one says nothing: it was purged, or is not exported any more. A different
/// message under the same key speaks against the database. The database is another one if its profile or its table differs,
/// or if more of the messages found differ than agree. In all other cases it is the same: a re-export, a restored backup, one
/// whose beginning was purged, an empty one. That does not endanger what is written: each decision holds for one message with
/// one text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The name of the profile that read it.
    pub profile: String,
    /// The table of the messages.
    pub table: String,
    /// Its columns, for people who look into the file.
    pub columns: Vec<String>,
    /// Messages: key and digest of what never changes in them.
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

    /// The same with these messages too, as far as they are there.
    pub(super) fn with(mut self, source: &SqliteSource, keys: &[&Key]) -> Result<Self, SourceError> {
        let mut found = source.recognise(keys)?;
        for key in keys {
            let digest = found.remove(*key).filter(|_| self.sample.iter().all(|(known, _)| known != *key));
            self.sample.extend(digest.map(|digest| ((*key).clone(), digest)));
        }
        Ok(self)
    }

    /// The same with those messages of an earlier identity too that are not there now, the latest ones first.
    pub(super) fn with_gone(mut self, source: &SqliteSource, earlier: Self) -> Result<Self, SourceError> {
        let keys: Vec<&Key> = earlier.sample.iter().map(|(key, _)| key).collect();
        let there = source.recognise(&keys)?;
        let mut known: HashSet<Key> = self.sample.iter().map(|(key, _)| key.clone()).collect();
        let gone = earlier.sample.into_iter().filter(|(key, _)| !there.contains_key(key) && known.insert(key.clone()));
        self.sample.extend(gone.take(MAX_MESSAGES.saturating_sub(self.sample.len())));
        Ok(self)
    }

    /// How it shows that `source` is another database; `None` where it may be the same.
    pub fn difference(&self, source: &SqliteSource) -> Result<Option<String>, SourceError> {
        let (profile, table) = (&source.profile().name, &source.profile().messages.table);
        if self.profile != *profile {
            return Ok(Some(format!("its profile is {}, not {profile}", self.profile)));
        }
        if self.table != *table {
            return Ok(Some(format!("its messages are in {}, not in {table}", self.table)));
        }
        let keys: Vec<&Key> = self.sample.iter().map(|(key, _)| key).collect();
        Ok(self.contradicted(&source.recognise(&keys)?))
    }

    /// How messages that are there speak against a database.
    fn contradicted(&self, found: &HashMap<Key, String>) -> Option<String> {
        let there = self.sample.iter().filter_map(|(key, own)| Some((own, found.get(key)?)));
        let (same, others): (Vec<_>, Vec<_>) = there.partition(|(own, theirs)| own == theirs);
        let (others, all) = (others.len(), same.len() + others.len());
        (others * 2 > all).then(|| match all {
            1 => "the only common message differs".to_owned(),
            _ => format!("{others} of {all} common messages differ"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(all: &[(i64, &str)]) -> Vec<(Key, String)> {
        all.iter().map(|(key, digest)| (Key::Integer(*key), (*digest).to_owned())).collect()
    }

    #[test]
    fn messages_that_are_there_and_others_speak_against_a_database_and_those_that_are_gone_do_not() {
        let own = Identity {
            profile: "helix-kit".to_owned(),
            table: "messages".to_owned(),
            columns: Vec::new(),
            sample: messages(&[(1, "a"), (2, "b"), (3, "c")]),
        };
        for (found, expected) in [
            (&[(1, "a"), (2, "b"), (3, "c")][..], None),
            (&[(3, "c")], None),
            (&[], None),
            // A number that was given again.
            (&[(1, "a"), (2, "x")], None),
            (&[(1, "a"), (2, "x"), (3, "y")], Some("2 of 3 common messages differ")),
            (&[(2, "x")], Some("the only common message differs")),
        ] {
            let found = messages(found).into_iter().collect();
            assert_eq!(own.contradicted(&found).as_deref(), expected, "{found:?}");
        }
    }
}
