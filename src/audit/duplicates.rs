//! One record is proposed once: the second of two equal payloads only has its text cleaned.

use std::collections::HashMap;

use crate::proposal::{JudgedClaim, Rules, record};
use crate::source::{Facts, Key, Message};
use crate::verdict::{Remedy, Warning};

/// Owner, type and compared fields of a record.
type Identity = (Option<Key>, String, Vec<String>);

/// The records that were proposed so far.
#[derive(Debug, Default)]
pub(super) struct Duplicates {
    proposed: HashMap<Identity, Option<Key>>,
}

impl Duplicates {
    /// Takes a recovery back where an equal record was proposed before, or recovered by ghostcall itself.
    pub(super) fn check(&mut self, judged: &mut JudgedClaim, facts: &Facts, message: &Message, rules: &Rules<'_>) {
        let (Some(claimed), Some(mapping)) = (&judged.claim.record, rules.mapping(&judged.claim)) else {
            return;
        };
        let earlier = if let Some(own) = &facts.own_record {
            Some(format!("ghostcall recovered an equal {} before ({} {})", claimed.kind, own.table, own.key))
        } else {
            let fields = record::stored_fields(claimed, mapping);
            let compared = mapping.same.iter().filter_map(|name| fields.get(name).cloned()).collect();
            let identity = (message.owner.key.clone(), claimed.kind.clone(), compared);
            let proposed = self.proposed.insert(identity.clone(), message.key.clone());
            proposed.map(|first| {
                // The first one stays the one that is named.
                self.proposed.insert(identity, first.clone());
                match first {
                    Some(key) if message.key.as_ref() != Some(&key) => {
                        format!("the same {} is proposed for message {key}", claimed.kind)
                    }
                    _ => format!("the same {} is proposed above in this message", claimed.kind),
                }
            })
        };
        if let Some(line) = earlier {
            judged.remedy = Remedy::Strip;
            judged.warnings.push(Warning::DuplicateRecord);
            judged.evidence.push(line);
        }
    }
}
