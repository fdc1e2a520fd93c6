//! What the list needs of a finding besides its message: of many findings the same, and kept once.

use hashbrown::HashSet;
use std::sync::Arc;

use crate::proposal::{Finding, Rules};
use crate::statistics::Makeup;
use crate::verdict::{Remedy, Warning};

use super::view::words;

/// Names are cut behind so many characters: no row is as long, and a payload can have a hundred thousand members.
const LONGEST_SUBJECT: usize = 400;

/// What the list, the filter, the groups and the numbers need of a finding as it was proposed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Facets {
    /// What is counted of it.
    pub(super) makeup: Makeup,
    /// The name of who speaks, where that is known.
    pub(super) agent: Option<String>,
    /// Who speaks, as people read it.
    pub(super) speaker: String,
    /// The patterns that know its claims.
    pub(super) patterns: Vec<String>,
    /// The pattern of the claim that says best what it is about.
    pub(super) main_pattern: Option<String>,
    /// Which of the claims that is.
    pub(super) main_claim: usize,
    /// What that claim is about.
    pub(super) subject: String,
    /// How many claims are switched on.
    pub(super) claims_on: usize,
    /// What is proposed.
    pub(super) remedy: Option<Remedy>,
    /// The same in a word.
    pub(super) gist: String,
    /// What the reviewer should know.
    pub(super) warnings: Vec<Warning>,
    /// Why it cannot be accepted as it is.
    pub(super) obstacle: Option<String>,
    /// Whether a bulk action may take it as it is.
    pub(super) in_bulk: bool,
    /// The kinds of the records that would be written.
    pub(super) records: Vec<String>,
    /// Whether a write-back would change the text.
    pub(super) changes_text: bool,
    /// How sure it is, as the bits of a number from 0 to 1: these stand in the same order.
    confidence: u64,
}

impl Facets {
    pub(super) fn of(finding: &Finding, rules: &Rules<'_>) -> Self {
        let main = finding.main_claim();
        let is_main = |judged: &crate::proposal::JudgedClaim| main.is_some_and(|main| std::ptr::eq(main, judged));
        let subject = main.map_or_else(String::new, words::subject);
        let patterns = finding.claims.iter().filter_map(|judged| judged.claim.pattern.clone());
        Self {
            makeup: Makeup::of(finding),
            agent: finding.agent.clone(),
            speaker: words::agent(finding),
            patterns: patterns.collect(),
            main_pattern: main.and_then(|judged| judged.claim.pattern.clone()),
            main_claim: finding.claims.iter().position(is_main).unwrap_or(0),
            subject: subject.chars().take(LONGEST_SUBJECT).collect(),
            claims_on: finding.claims_on().count(),
            remedy: finding.remedy,
            gist: words::gist(finding, rules),
            warnings: finding.warnings.clone(),
            obstacle: finding.obstacle(),
            in_bulk: finding.in_bulk(),
            records: finding.records.iter().map(|record| record.kind.clone()).collect(),
            changes_text: finding.text_left() != finding.message.text,
            confidence: finding.confidence().clamp(0.0, 1.0).to_bits(),
        }
    }

    /// How sure it is that this is a finding, 0 to 1.
    pub(super) fn confidence(&self) -> f64 {
        f64::from_bits(self.confidence)
    }

    /// What keeps it out of every bulk action.
    pub(super) fn doubt(&self) -> Option<Warning> {
        self.warnings.iter().copied().find(|warning| warning.is_doubt())
    }
}

/// All facets that were met, each kept once.
#[derive(Debug, Default)]
pub(super) struct KnownFacets(HashSet<Arc<Facets>>);

impl KnownFacets {
    /// The same facets, as they are kept.
    pub(super) fn kept(&mut self, facets: Facets) -> Arc<Facets> {
        if let Some(known) = self.0.get(&facets) {
            return Arc::clone(known);
        }
        let facets = Arc::new(facets);
        self.0.insert(Arc::clone(&facets));
        facets
    }
}
