//! The findings that were written before the scan.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;

use crate::proposal::{Edit, Status};
use crate::source::Key;
use crate::statistics::{DecisionStatus, Statistics};

use super::facets::Facets;
use super::item::Item;

/// The findings that were written before the scan.
#[derive(Clone, Debug, Default)]
pub(crate) struct WrittenBefore {
    findings: HashMap<Key, CountedFinding>,
    /// When the last of them was written.
    pub(crate) last: Option<Timestamp>,
}

/// How a written finding was counted.
#[derive(Clone, Debug)]
struct CountedFinding {
    facets: Arc<Facets>,
    week: Option<Date>,
    reviewer: Option<Arc<String>>,
    edit: Edit,
    in_bulk: bool,
}

impl WrittenBefore {
    /// The number of written findings.
    pub(crate) fn count(&self) -> usize {
        self.findings.len()
    }

    /// The reviewers with their numbers of written findings, the highest first.
    pub(crate) fn by_reviewer(&self) -> Vec<(&str, usize)> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for counted in self.findings.values() {
            *counts.entry(counted.reviewer.as_deref().map_or("", String::as_str)).or_default() += 1;
        }
        let mut all: Vec<_> = counts.into_iter().collect();
        all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        all
    }

    /// Adds a finding and counts it.
    pub(crate) fn add(&mut self, item: Item, statistics: &mut Statistics) {
        statistics.add_breakdown(&item.facets().breakdown, item.week(), item.decision_status());
        let (facets, edit, in_bulk) = (Arc::clone(item.facets()), item.edit().clone(), item.in_bulk);
        let counted = CountedFinding { facets, week: item.week(), reviewer: item.reviewer.clone(), edit, in_bulk };
        self.findings.insert(item.key, counted);
    }

    /// Removes a finding that is no longer written and was found again.
    pub(crate) fn remove(&mut self, message: &Key, statistics: &mut Statistics) {
        if let Some(CountedFinding { facets, week, reviewer, edit, in_bulk }) = self.findings.remove(message) {
            let reviewer = reviewer.as_deref().map(String::as_str);
            let before = DecisionStatus { status: Status::Written, reviewer, edit: Some(&edit), in_bulk };
            statistics.remove_breakdown(&facets.breakdown, week, before);
        }
    }
}
