//! Proposes a record once: of two equal payloads the second only has its text cleaned.

use std::collections::HashMap;

use hashbrown::HashTable;
use sha2::{Digest as _, Sha256};

use crate::proposal::{JudgedClaim, Rules, record};
use crate::source::{Facts, Key, Message};
use crate::verdict::{Remedy, Warning};

/// Part of the digest of a record's owner, type and compared fields. It distinguishes records as well as their texts
/// do, which would not fit into memory.
type RecordDigest = [u8; 12];

/// A record that was proposed.
#[derive(Clone, Copy, Debug)]
struct SeenRecord {
    identity: RecordDigest,
    /// The number of its message.
    message: u32,
}

/// The records proposed so far.
#[derive(Debug, Default)]
pub(super) struct Duplicates {
    proposed: Vec<SeenRecord>,
    /// Their indexes, by identity.
    places: HashTable<u32>,
    /// The keys of messages that are not numbers, by the index of the record.
    others: HashMap<u32, Option<Key>>,
}

/// Part of a digest is as good as a hash of it.
fn hash(identity: &RecordDigest) -> u64 {
    identity.first_chunk().map_or(0, |part| u64::from_le_bytes(*part))
}

impl Duplicates {
    /// Withdraws a recovery if an equal record was already proposed, or recovered by ghostcall itself.
    pub(super) fn check(&mut self, judged: &mut JudgedClaim, facts: &Facts, message: &Message, rules: &Rules<'_>) {
        let (Some(claimed), Some(mapping)) = (&judged.claim.record, rules.mapping(&judged.claim)) else {
            return;
        };
        let earlier = if let Some(own) = &facts.own_record {
            Some(format!("ghostcall recovered an equal {} before ({} {})", claimed.kind, own.table, own.key))
        } else {
            let fields = record::stored_fields(claimed, mapping);
            let compared: Vec<_> = mapping.same.iter().filter_map(|name| fields.get(name)).collect();
            // As JSON, so that two records cannot become equal by their separators.
            let identity = serde_json::json!([message.owner.key, claimed.kind, compared]).to_string();
            let digest: [u8; 32] = Sha256::digest(identity).into();
            let first = self.propose(digest.first_chunk().copied().unwrap_or_default(), message.key.as_ref());
            first.map(|first| match self.message(first) {
                Some(key) if message.key.as_ref() != Some(&key) => {
                    format!("the same {} is proposed for message {key}", claimed.kind)
                }
                _ => format!("the same {} is proposed above in this message", claimed.kind),
            })
        };
        if let Some(line) = earlier {
            judged.remedy = Remedy::Strip;
            judged.warnings.push(Warning::DuplicateRecord);
            judged.evidence.push(line);
        }
    }

    /// Notes that a record is proposed for a message. If it was proposed before, returns that one's index, and the
    /// first message remains the one that is named.
    fn propose(&mut self, identity: RecordDigest, message: Option<&Key>) -> Option<u32> {
        let known = |place: &u32| self.proposed.get(*place as usize).map(|proposed| proposed.identity);
        let first = self.places.find(hash(&identity), |place| known(place) == Some(identity)).copied();
        if first.is_some() {
            return first;
        }
        let place = u32::try_from(self.proposed.len()).ok()?;
        self.places.insert_unique(hash(&identity), place, |place| known(place).as_ref().map_or(0, hash));
        let number = match message {
            Some(Key::Integer(number)) => u32::try_from(*number).ok(),
            _ => None,
        };
        if number.is_none() {
            self.others.insert(place, message.cloned());
        }
        self.proposed.push(SeenRecord { identity, message: number.unwrap_or_default() });
        None
    }

    /// The key of the message for which a record was proposed first.
    fn message(&self, place: u32) -> Option<Key> {
        let number = || self.proposed.get(place as usize).map(|proposed| Key::Integer(proposed.message.into()));
        self.others.get(&place).cloned().unwrap_or_else(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_records_each_names_the_first_message_that_proposed_it() {
        let mut duplicates = Duplicates::default();
        let message = |number: i64| match number % 4 {
            0 => Some(Key::Integer(number)),
            3 => Some(Key::Integer(number - (1 << 40))),
            1 => Some(Key::Text(number.to_string())),
            _ => None,
        };
        let identity = |number: i64| {
            let digest: [u8; 32] = Sha256::digest(number.to_le_bytes()).into();
            *digest.first_chunk().unwrap()
        };
        for round in 0..2 {
            for number in 0..2_000 {
                let first = duplicates.propose(identity(number), message(number + round).as_ref());
                let named = first.map(|place| duplicates.message(place));
                assert_eq!(named, (round > 0).then(|| message(number)), "{number}");
            }
        }
    }
}
