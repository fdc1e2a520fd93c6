//! What the list needs of a finding besides its message. Many findings share the same values, which are stored once.

use std::sync::Arc;

use hashbrown::HashSet;

use crate::proposal::{Cluster, Finding, Rules};
use crate::statistics::FindingBreakdown;
use crate::verdict::{Remedy, Verdict, Warning};

use super::words;

/// Names are cut after this many characters: no row is longer, and a payload can have a hundred thousand members.
const LONGEST_SUBJECT: usize = 400;

/// What the list, the filter, the groups and the statistics need of a finding as proposed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Facets {
    /// What the statistics count.
    pub(crate) breakdown: FindingBreakdown,
    /// The group of findings that need the same decision.
    pub(crate) cluster: Cluster,
    /// The name of the agent, if known.
    pub(crate) agent: Option<String>,
    /// The speaker, for display.
    pub(crate) speaker: String,
    /// The patterns that match its claims.
    pub(crate) patterns: Vec<String>,
    /// The pattern of the main claim.
    pub(crate) main_pattern: Option<String>,
    /// The index of the main claim.
    pub(crate) main_claim: usize,
    /// What the main claim is about.
    pub(crate) subject: String,
    /// The number of claims that are switched on.
    pub(crate) claims_on: usize,
    /// The verdicts of its claims.
    pub(crate) verdicts: Vec<Verdict>,
    /// The weightiest remedy of the included claims; `None` if all are excluded.
    pub(crate) remedy: Option<Remedy>,
    /// The remedy in a word.
    pub(crate) gist: String,
    /// The warnings for the reviewer.
    pub(crate) warnings: Vec<Warning>,
    /// Why it cannot be accepted as it is.
    pub(crate) obstacle: Option<String>,
    /// Whether a bulk action may take it as it is.
    pub(crate) in_bulk: bool,
    /// The kinds of the records that would be written.
    pub(crate) records: Vec<String>,
    /// Whether a write-back would change the text.
    pub(crate) changes_text: bool,
    /// The confidence, as the bits of a number from 0 to 1, which sort like the number.
    confidence: u64,
}

impl Facets {
    pub(crate) fn of(finding: &Finding, rules: &Rules<'_>) -> Self {
        let main = finding.main_claim();
        let is_main = |judged: &crate::proposal::JudgedClaim| main.is_some_and(|main| std::ptr::eq(main, judged));
        let subject = main.map_or_else(String::new, words::subject);
        let patterns = finding.claims.iter().filter_map(|judged| judged.claim.pattern.clone());
        Self {
            breakdown: FindingBreakdown::of(finding),
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

    /// The confidence that this is a finding, from 0 to 1.
    pub(crate) fn confidence(&self) -> f64 {
        f64::from_bits(self.confidence)
    }

    /// The warning that excludes it from every bulk action.
    pub(crate) fn doubt(&self) -> Option<Warning> {
        Warning::doubt(&self.warnings)
    }
}

/// All distinct facets, each stored once.
#[derive(Debug, Default)]
pub(crate) struct KnownFacets(HashSet<Arc<Facets>>);

impl KnownFacets {
    /// The shared copy of these facets.
    pub(crate) fn kept(&mut self, facets: Facets) -> Arc<Facets> {
        if let Some(known) = self.0.get(&facets) {
            return Arc::clone(known);
        }
        let facets = Arc::new(facets);
        self.0.insert(Arc::clone(&facets));
        facets
    }
}
