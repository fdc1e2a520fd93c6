//! What is shown, and in which order. Both are a view: they change nothing of the findings.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::proposal::Finding;

use super::alike::Groups;
use super::filter::{Search, holds};
use super::model::{Item, Model};

/// In which order findings stand in the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// As they were found.
    #[default]
    Found,
    /// The oldest message first.
    Time,
    /// By the agent's name.
    Agent,
    /// By the name of the pattern; what no pattern knows comes last.
    Pattern,
    /// The most doubtful first.
    Confidence,
    /// Those that propose the same together, the largest group first.
    Alike,
}

impl Order {
    /// The one that the next key press brings.
    pub(super) fn next(self) -> Self {
        match self {
            Self::Found => Self::Time,
            Self::Time => Self::Agent,
            Self::Agent => Self::Pattern,
            Self::Pattern => Self::Confidence,
            Self::Confidence => Self::Alike,
            Self::Alike => Self::Found,
        }
    }

    /// What it goes by, in words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Found => "as found",
            Self::Time => "by time",
            Self::Agent => "by agent",
            Self::Pattern => "by pattern",
            Self::Confidence => "by confidence",
            Self::Alike => "alike together",
        }
    }

    /// The one of this name, with or without the words before it.
    pub(super) fn named(name: &str) -> Option<Self> {
        let all = [Self::Found, Self::Time, Self::Agent, Self::Pattern, Self::Confidence];
        all.into_iter().find(|order| order.name() == name || order.name().split(' ').next_back() == Some(name))
    }

    /// Of equals the one comes first that was found first.
    fn compare(self, (items, groups): (&[Item], &Groups), left: usize, right: usize) -> Ordering {
        let (Some(one), Some(other)) = (items.get(left), items.get(right)) else {
            return left.cmp(&right);
        };
        let ranks = (one.likeness, other.likeness);
        let (one, other) = (&one.finding, &other.finding);
        let by = match self {
            Self::Found => Ordering::Equal,
            Self::Time => known_first(one.created_at, other.created_at),
            Self::Agent => known_first(one.agent.as_deref(), other.agent.as_deref()),
            Self::Pattern => known_first(pattern(one), pattern(other)),
            Self::Confidence => one.confidence().total_cmp(&other.confidence()),
            Self::Alike => groups.rank(ranks.0).cmp(&groups.rank(ranks.1)),
        };
        by.then(left.cmp(&right))
    }

    /// Where a finding belongs among others that stand in this order.
    pub(super) fn slot(self, findings: (&[Item], &Groups), among: &[usize], place: usize) -> usize {
        among.partition_point(|known| self.compare(findings, *known, place).is_lt())
    }
}

fn pattern(finding: &Finding) -> Option<&str> {
    finding.main_claim()?.claim.pattern.as_deref()
}

/// What is not known comes last.
fn known_first<T: Ord + Copy>(one: Option<T>, other: Option<T>) -> Ordering {
    one.is_none().cmp(&other.is_none()).then_with(|| one.cmp(&other))
}

impl Model {
    /// The selected finding's place among those that are shown.
    pub(super) fn position(&self) -> Option<usize> {
        let selected = self.selected?;
        self.shown.iter().position(|place| *place == selected)
    }

    /// Shows a finding that has just come in, if the filter does.
    pub(super) fn show(&mut self, place: usize) {
        let Some(item) = self.items.get(place).filter(|item| self.filter.fits(item, &self.setting.rules())) else {
            return;
        };
        let slot = self.order.slot((&self.items, &self.groups), &self.shown, place);
        self.shown.insert(slot, place);
        if let Some(search) = &mut self.search
            && holds(item, &search.query)
        {
            let slot = self.order.slot((&self.items, &self.groups), &search.hits, place);
            search.hits.insert(slot, place);
        }
    }

    /// Works out anew which findings are shown; the selected one gives way to the nearest.
    pub(super) fn apply_filter(&mut self) {
        let rules = self.setting.rules();
        let fits = |(place, item): (usize, &Item)| self.filter.fits(item, &rules).then_some(place);
        self.shown = self.items.iter().enumerate().filter_map(fits).collect();
        self.sort();
        if let Some(search) = self.search.take() {
            self.search = Some(Search { hits: self.hits(&search.query), ..search });
        }
        if self.position().is_none() {
            let after =
                self.selected.map_or(0, |place| self.order.slot((&self.items, &self.groups), &self.shown, place));
            let nearest = self.shown.get(after).or(self.shown.last()).copied();
            self.select(nearest);
        }
    }

    fn sort(&mut self) {
        match self.order {
            Order::Found => {}
            Order::Alike => {
                self.groups.weigh();
                let rank = |place: &usize| self.items.get(*place).map(|item| self.groups.rank(item.likeness));
                self.shown.sort_by_cached_key(rank);
            }
            order => {
                let findings = (self.items.as_slice(), &self.groups);
                self.shown.sort_by(|left, right| order.compare(findings, *left, *right));
            }
        }
    }

    /// The findings that are shown and hold a text, in their order.
    pub(super) fn hits(&self, query: &str) -> Vec<usize> {
        self.hits_among(&self.shown, query)
    }

    /// Those of some findings that hold a text, in their order.
    pub(super) fn hits_among(&self, places: &[usize], query: &str) -> Vec<usize> {
        let held = |place: &&usize| self.items.get(**place).is_some_and(|item| holds(item, query));
        places.iter().filter(held).copied().collect()
    }

    /// The findings from where a range began to the selected one; none where the filter hides its beginning.
    pub(super) fn range(&self) -> Vec<usize> {
        let begin = self.range_start.and_then(|start| self.shown.iter().position(|place| *place == start));
        let (Some(begin), Some(end)) = (begin, self.position()) else {
            return Vec::new();
        };
        self.shown.get(begin.min(end)..=begin.max(end)).unwrap_or_default().to_vec()
    }

    /// The findings that are marked, or in the range.
    pub(super) fn chosen(&self) -> BTreeSet<usize> {
        self.marks.iter().copied().chain(self.range()).collect()
    }

    /// How many hits of the search stand before the selected finding.
    pub(super) fn hits_before(&self, hits: &[usize]) -> usize {
        let above = self.shown.iter().take(self.position().unwrap_or(0));
        let mut passed = 0;
        for place in above {
            passed += usize::from(hits.get(passed) == Some(place));
        }
        passed
    }
}
