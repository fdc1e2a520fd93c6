//! Recognises the database that a review file belongs to.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::source::{Key, SourceError, SqliteSource};

/// The maximum number of messages whose digests are stored, including missing ones.
const MAX_MESSAGES: usize = 128;

/// What a database is recognised by: its profile, its message table, and the parts of some messages that never change
/// (conversation, role, time).
///
/// The messages are the first ones, others from all over the table, and those decided last. They are chosen anew
/// whenever the review is held. Stored messages that are missing by then follow after them, as far as there is room, so
/// that an emptied or purged database does not make the review fit any other.
///
/// Each message is looked up by its key. A missing one says nothing: it may have been purged, or is not exported any
/// more. A different message with the same key is evidence against the database. The database is another one if its
/// profile or its table differs, or if more of the messages found differ than agree. Otherwise it counts as the same: a
/// re-export, a restored backup, one with a purged beginning, an empty one. That is safe, since each decision is only
/// valid for one message with one text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The name of the profile that the database is read with.
    pub profile: String,
    /// The name of the message table.
    pub table: String,
    /// The columns of the message table, for people who open the file.
    pub columns: Vec<String>,
    /// The key of each message, and the digest of the parts that never change.
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

    /// Adds these messages, if the database has them.
    pub(super) fn with(mut self, source: &SqliteSource, keys: &[&Key]) -> Result<Self, SourceError> {
        let mut found = source.recognise(keys)?;
        for key in keys {
            let digest = found.remove(*key).filter(|_| self.sample.iter().all(|(known, _)| known != *key));
            self.sample.extend(digest.map(|digest| ((*key).clone(), digest)));
        }
        Ok(self)
    }

    /// Adds the messages of an earlier identity that the database no longer has, latest first.
    pub(super) fn with_missing(mut self, source: &SqliteSource, earlier: Self) -> Result<Self, SourceError> {
        let keys: Vec<&Key> = earlier.sample.iter().map(|(key, _)| key).collect();
        let there = source.recognise(&keys)?;
        let mut known: HashSet<Key> = self.sample.iter().map(|(key, _)| key.clone()).collect();
        let gone = earlier.sample.into_iter().filter(|(key, _)| !there.contains_key(key) && known.insert(key.clone()));
        self.sample.extend(gone.take(MAX_MESSAGES.saturating_sub(self.sample.len())));
        Ok(self)
    }

    /// Why `source` is another database; `None` if it may be the same.
    pub fn difference(&self, source: &SqliteSource) -> Result<Option<String>, SourceError> {
        let (profile, table) = (&source.profile().name, &source.profile().messages.table);
        if self.profile != *profile {
            return Ok(Some(format!("its profile is {}, not {profile}", self.profile)));
        }
        if self.table != *table {
            return Ok(Some(format!("its messages are in {}, not in {table}", self.table)));
        }
        let keys: Vec<&Key> = self.sample.iter().map(|(key, _)| key).collect();
        Ok(self.contradiction(&source.recognise(&keys)?))
    }

    /// How the messages found contradict this identity; `None` if they do not.
    fn contradiction(&self, found: &HashMap<Key, String>) -> Option<String> {
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
            // The key was reused.
            (&[(1, "a"), (2, "x")], None),
            (&[(1, "a"), (2, "x"), (3, "y")], Some("2 of 3 common messages differ")),
            (&[(2, "x")], Some("the only common message differs")),
        ] {
            let found = messages(found).into_iter().collect();
            assert_eq!(own.contradiction(&found).as_deref(), expected, "{found:?}");
        }
    }
}
