//! What the list needs of a finding besides its message: of many findings the same, and kept once.

use std::sync::Arc;

use hashbrown::HashSet;

use crate::proposal::{Cluster, Finding, Rules};
use crate::statistics::Makeup;
use crate::verdict::{Remedy, Verdict, Warning};

use super::words;

/// Names are cut behind so many characters: no row is as long, and a payload can have a hundred thousand members.
const LONGEST_SUBJECT: usize = 400;

/// What the list, the filter, the groups and the numbers need of a finding as it was proposed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Facets {
    /// What is counted of it.
    pub(crate) makeup: Makeup,
    /// What makes it the same decision as others.
    pub(crate) cluster: Cluster,
    /// The name of who speaks, where that is known.
    pub(crate) agent: Option<String>,
    /// Who speaks, as people read it.
    pub(crate) speaker: String,
    /// The patterns that know its claims.
    pub(crate) patterns: Vec<String>,
    /// The pattern of the claim that says best what it is about.
    pub(crate) main_pattern: Option<String>,
    /// Which of the claims that is.
    pub(crate) main_claim: usize,
    /// What that claim is about.
    pub(crate) subject: String,
    /// How many claims are switched on.
    pub(crate) claims_on: usize,
    /// Whether what its claims say happened.
    pub(crate) verdicts: Vec<Verdict>,
    /// What is proposed.
    pub(crate) remedy: Option<Remedy>,
    /// The same in a word.
    pub(crate) gist: String,
    /// What the reviewer should know.
    pub(crate) warnings: Vec<Warning>,
    /// Why it cannot be accepted as it is.
    pub(crate) obstacle: Option<String>,
    /// Whether a bulk action may take it as it is.
    pub(crate) in_bulk: bool,
    /// The kinds of the records that would be written.
    pub(crate) records: Vec<String>,
    /// Whether a write-back would change the text.
    pub(crate) changes_text: bool,
    /// How sure it is, as the bits of a number from 0 to 1: these stand in the same order.
    confidence: u64,
}

impl Facets {
    pub(crate) fn of(finding: &Finding, rules: &Rules<'_>) -> Self {
        let main = finding.main_claim();
        let is_main = |judged: &crate::proposal::JudgedClaim| main.is_some_and(|main| std::ptr::eq(main, judged));
        let subject = main.map_or_else(String::new, words::subject);
        let patterns = finding.claims.iter().filter_map(|judged| judged.claim.pattern.clone());
        Self {
            makeup: Makeup::of(finding),
            cluster: Cluster::of(finding),
            agent: finding.agent.clone(),
            speaker: words::agent(finding),
            patterns: patterns.collect(),
            main_pattern: main.and_then(|judged| judged.claim.pattern.clone()),
            main_claim: finding.claims.iter().position(is_main).unwrap_or(0),
            subject: subject.chars().take(LONGEST_SUBJECT).collect(),
            claims_on: finding.claims_on().count(),
            verdicts: finding.claims.iter().filter_map(|judged| judged.verdict).collect(),
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
    pub(crate) fn confidence(&self) -> f64 {
        f64::from_bits(self.confidence)
    }

    /// What keeps it out of every bulk action.
    pub(crate) fn doubt(&self) -> Option<Warning> {
        self.warnings.iter().copied().find(|warning| warning.is_doubt())
    }
}

/// All facets that were met, each kept once.
#[derive(Debug, Default)]
pub(crate) struct KnownFacets(HashSet<Arc<Facets>>);

impl KnownFacets {
    /// The same facets, as they are kept.
    pub(crate) fn kept(&mut self, facets: Facets) -> Arc<Facets> {
        if let Some(known) = self.0.get(&facets) {
            return Arc::clone(known);
        }
        let facets = Arc::new(facets);
        self.0.insert(Arc::clone(&facets));
        facets
    }
}
