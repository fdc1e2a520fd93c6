//! Sentences that claim an action, beside what else a message claims.

use std::collections::BTreeMap;

use super::knowledge::Knowledge;
use crate::catalog::name_words;
use crate::claim::{Claim, ClaimKind, ClaimedRecord, Span};
use crate::source::Message;
use crate::source::profile::{Profile, Records, WriteMode};

/// What statements are found with.
#[derive(Clone, Copy)]
pub(super) struct Statements<'a>(pub(super) &'a Knowledge);

impl Statements<'_> {
    /// Adds the sentences of a message that claim an action to its other claims, all in the order of the text.
    pub(super) fn add(self, claims: &mut Vec<Claim>, message: &Message, asked: Option<&str>, profile: &Profile) {
        let others: Vec<Span> = claims.iter().map(|claim| claim.span).collect();
        let Knowledge { registry, finder, .. } = self.0;
        let requests = asked.map(|asked| self.0.asked_in(asked)).unwrap_or_default();
        if !self.0.may_state(&message.text, &others, requests) {
            return;
        }
        let statements = registry.statements();
        let mut stated = finder.claims(&message.text, &others, statements, asked);
        // What a payload claims is not claimed once more by the words beside it.
        stated.retain(|claim| claims.iter().all(|other| is_besides(claim, other)));
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
        let of_tool = self.0.registry.patterns().iter().filter(|pattern| pattern.tool == claim.tool);
        let kind = of_tool.filter_map(|pattern| pattern.record.as_ref()).map(|record| &record.kind).next()?;
        let fields = draft(profile.records.get(kind)?, asked?);
        Some(ClaimedRecord { kind: kind.clone(), fields })
    }
}

/// Whether a sentence claims something else than what stands beside it: what the user asked for, of another tool.
fn is_besides(stated: &Claim, other: &Claim) -> bool {
    let words = other.tool.as_deref().map(name_words);
    let is_other_tool = words.is_some_and(|words| !words.iter().any(|word| stated.true_by.contains(word)));
    other.kind == ClaimKind::Stamp || (stated.was_requested() && is_other_tool)
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
