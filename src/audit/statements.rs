//! Sentences that claim an action, beside what else a message claims.

use std::collections::BTreeMap;

use super::Weighed;
use crate::catalog::{KnownTools, name_words};
use crate::claim::{Claim, ClaimKind, ClaimedRecord, Span, StatementFinder};
use crate::registry::Registry;
use crate::source::Message;
use crate::source::profile::{Profile, Records, WriteMode};
use crate::verdict::Remedy;

/// What statements are found with.
#[derive(Clone, Copy)]
pub(super) struct Statements<'a> {
    pub(super) finder: &'a StatementFinder,
    pub(super) registry: &'a Registry,
    pub(super) tools: &'a KnownTools,
}

impl Statements<'_> {
    /// Adds the sentences of a message that claim an action to its other claims, all in the order of the text.
    pub(super) fn add(self, claims: &mut Vec<Claim>, message: &Message, asked: Option<&str>, profile: &Profile) {
        let others: Vec<Span> = claims.iter().map(|claim| claim.span).collect();
        let statements = self.registry.statements();
        let mut stated = self.finder.claims(&message.text, &others, statements, asked, self.tools);
        for claim in &mut stated {
            claim.record = self.promised(claim, asked, profile);
        }
        claims.extend(stated);
        claims.sort_by_key(|claim| claim.span.start);
    }

    /// The record that a sentence promised, with what the user had said for its text.
    fn promised(self, claim: &Claim, asked: Option<&str>, profile: &Profile) -> Option<ClaimedRecord> {
        if profile.write != WriteMode::Full {
            return None;
        }
        let of_tool = self.registry.patterns().iter().filter(|pattern| pattern.tool == claim.tool);
        let kind = of_tool.filter_map(|pattern| pattern.record.as_ref()).map(|record| &record.kind).next()?;
        let fields = draft(profile.records.get(kind)?, asked?);
        Some(ClaimedRecord { kind: kind.clone(), fields })
    }
}

/// The fields of a record as a reviewer begins with them: the text as the user said it, of choices the first.
fn draft(mapping: &Records, asked: &str) -> BTreeMap<String, String> {
    let fields = mapping.fields.iter().filter_map(|(name, field)| {
        let value = match &field.values {
            Some(values) => values.iter().min_by_key(|(_, value)| value.as_i64()).map(|(label, _)| label.clone()),
            None => field.required.then(|| field.trim.apply(asked).to_owned()),
        };
        value.map(|value| (name.clone(), value))
    });
    fields.collect()
}

/// Leaves out the sentences that a recovery in the same message makes true.
pub(super) fn drop_true_ones(weighed: &mut Vec<Weighed>) {
    let recovered: Vec<String> = weighed
        .iter()
        .filter(|one| one.judged.remedy == Remedy::Recover)
        .flat_map(|one| one.judged.claim.tool.as_deref().map(name_words).unwrap_or_default())
        .collect();
    weighed.retain(|one| {
        let claim = &one.judged.claim;
        claim.kind != ClaimKind::Statement || !claim.true_by.iter().any(|word| recovered.contains(word))
    });
}
