//! Sentences that claim an action, in addition to a message's other claims.

use std::collections::{BTreeMap, HashSet};

use super::context::AuditContext;
use crate::catalog::name_words;
use crate::claim::{Claim, ClaimKind, ClaimedRecord, Span, TextPreview, Window};
use crate::registry::Statements;
use crate::source::Message;
use crate::source::profile::{Profile, Records, WriteMode};

/// The maximum number of bytes of a user's message that is a request; a longer text is material, and the answer is
/// about that.
const LONGEST_REQUEST: usize = 400;

/// Finds statements with what an audit knows.
#[derive(Clone, Copy)]
pub(super) struct StatementFinding<'a>(pub(super) &'a AuditContext);

impl StatementFinding<'_> {
    /// Adds the sentences of a message with this preview that claim an action to its other claims, in the order of the
    /// text. Returns those that claim nothing in addition to the others.
    pub(super) fn add(
        self,
        claims: &mut Vec<Claim>,
        message: &Message,
        seen: TextPreview,
        asked: Option<&str>,
        window: &Window,
        profile: &Profile,
    ) -> Vec<Claim> {
        let others: Vec<Span> = claims.iter().map(|claim| claim.span).collect();
        let AuditContext { registry, .. } = self.0;
        let requests = self.0.requested_in(asked);
        if !self.0.may_state(&message.text, seen, &others, requests) {
            return Vec::new();
        }
        let statements = registry.statements();
        let mut stated = self.0.finder().claims(&message.text, &others, statements, asked, requests, window);
        // The words next to a payload do not claim the same once more.
        let other_claims = OtherClaims::of(claims);
        for claim in &mut stated {
            claim.record = self.promised(claim, asked, profile);
        }
        let (stated, explained) =
            stated.into_iter().partition::<Vec<_>, _>(|claim| other_claims.leaves(claim, statements));
        claims.extend(stated);
        claims.sort_by_key(|claim| claim.span.start);
        explained
    }

    /// Adds the announcement at the end of a message without other claims, if it answers a user.
    pub(super) fn add_announced(self, claims: &mut Vec<Claim>, message: &Message, asked: Option<&str>) {
        let AuditContext { registry, .. } = self.0;
        let is_asked = asked.is_some_and(|asked| !asked.trim().is_empty() && asked.len() <= LONGEST_REQUEST);
        let text = &message.text;
        if claims.is_empty() && is_asked {
            let announced = self.0.finder().announced(text, registry.statements());
            claims.extend(announced.map(|claim| Claim { request: asked.map(str::to_owned), ..claim }));
        }
    }

    /// The record that a sentence promises, with the user's message as its text.
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

/// What a message claims besides its sentences.
struct OtherClaims {
    /// Whether there are only stamps.
    is_nothing: bool,
    /// Whether every other claim names its tool.
    names_tools: bool,
    /// The words in the names of the tools.
    words: HashSet<String>,
    /// The same without the verbs with which they begin.
    nouns: HashSet<String>,
    /// Whether one of them carries a record that can be written.
    carries_record: bool,
}

/// The kinds of action, in the names of statements, with which a reply says that a record was kept.
const KEEPING: [&str; 5] = ["store", "add", "create", "complete", "done"];

impl OtherClaims {
    fn of(claims: &[Claim]) -> Self {
        let others = || claims.iter().filter(|claim| claim.kind != ClaimKind::Stamp);
        let tools: HashSet<Option<&str>> = others().map(|claim| claim.tool.as_deref()).collect();
        Self {
            is_nothing: tools.is_empty(),
            names_tools: !tools.contains(&None),
            words: tools.iter().flatten().flat_map(|tool| name_words(tool)).collect(),
            nouns: tools.into_iter().flatten().flat_map(nouns_of).collect(),
            carries_record: others().any(|claim| claim.record.is_some()),
        }
    }

    /// Whether a sentence claims something else: what the user asked for, of another tool.
    fn leaves(&self, stated: &Claim, statements: &Statements) -> bool {
        if self.carries_record && self.says_kept(stated, statements) {
            return false;
        }
        // The object distinguishes the meanings of a verb.
        let words = if stated.changes { &self.nouns } else { &self.words };
        let is_other_tool = || self.names_tools && !stated.true_by.iter().any(|word| words.contains(word));
        self.is_nothing || (stated.was_requested() && is_other_tool())
    }

    /// Whether a sentence only says that the record next to it was kept: "Noted.", "I've added your birthday." It becomes
    /// true once that is written.
    fn says_kept(&self, stated: &Claim, statements: &Statements) -> bool {
        let kind = stated.pattern.as_deref().and_then(|name| name.split('_').next()).unwrap_or_default();
        let is_verb =
            |word: &str| statements.words().iter().any(|words| words.verbs().iter().any(|verb| verb.base == word));
        let is_thing =
            |word: &str| statements.words().iter().any(|words| words.is_thing(word) || words.is_record(word));
        let names_other = |word: &String| !self.words.contains(word) && !is_verb(word) && is_thing(word);
        stated.tool.is_none() && KEEPING.contains(&kind) && !stated.true_by.iter().any(names_other)
    }
}

/// The words of a tool's name after the first, in the singular too; all of them if there is only one.
fn nouns_of(tool: &str) -> Vec<String> {
    let words = name_words(tool);
    let after = words.get(2..).filter(|after| !after.is_empty()).map(<[String]>::to_vec);
    after.unwrap_or(words)
}

/// The fields of a record as a reviewer's starting point: the text in the user's words, and the first of the choices.
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
