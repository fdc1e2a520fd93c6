//! Which findings are shown, and which of them a search hits. A filter is a view and changes nothing.

use super::item::Item;
use crate::proposal::{Rules, Status};
use crate::verdict::{Remedy, Warning};

use super::query::QueryField;

/// The remedies that can be filtered by, in display order.
pub(crate) const REMEDIES: [Remedy; 4] = [Remedy::Recover, Remedy::Strip, Remedy::Correct, Remedy::Review];

/// A property of a finding besides its decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FindingProperty {
    /// It is flagged for another look.
    Flagged,
    /// It has a note.
    Noted,
    /// Its proposal is changed, decided or not.
    Changed,
    /// It waits for a decision.
    Undecided,
    /// Another reviewer approved that it is accepted.
    Approved,
    /// It is accepted, but nobody else approved it yet.
    Unapproved,
    /// It is part of the current sample.
    Sampled,
    /// The last bulk action left it out for an individual look.
    SetAside,
}

impl FindingProperty {
    pub(crate) const ALL: [Self; 8] = [
        Self::Flagged,
        Self::Noted,
        Self::Changed,
        Self::Undecided,
        Self::Approved,
        Self::Unapproved,
        Self::Sampled,
        Self::SetAside,
    ];

    /// Its name in a query.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Flagged => "flagged",
            Self::Noted => "noted",
            Self::Changed => "changed",
            Self::Undecided => "undecided",
            Self::Approved => "approved",
            Self::Unapproved => "unapproved",
            Self::Sampled => "sample",
            Self::SetAside => "left_out",
        }
    }

    pub(crate) fn fits(self, item: &Item) -> bool {
        match self {
            Self::Flagged => item.is_flagged(),
            Self::Noted => item.note().is_some(),
            Self::Changed => !item.edit().is_empty() || item.draft().is_some(),
            Self::Undecided => item.is_undecided(),
            Self::Approved => item.approved_by().is_some(),
            Self::Unapproved => item.is_accepted() && item.approved_by().is_none(),
            Self::Sampled => item.is_sampled(),
            Self::SetAside => item.is_set_aside(),
        }
    }
}

/// A choice of the filter dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Facet {
    Remedy(Remedy),
    Status(Status),
    Quality(FindingProperty),
}

impl Facet {
    /// All choices in the order of the dialog.
    pub(crate) fn all() -> Vec<Self> {
        let remedies = REMEDIES.into_iter().map(Self::Remedy);
        let qualities = FindingProperty::ALL.into_iter().map(Self::Quality);
        remedies.chain(Status::ALL.into_iter().map(Self::Status)).chain(qualities).collect()
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Remedy(remedy) => remedy.name(),
            Self::Status(status) => status.name(),
            Self::Quality(known) => known.name(),
        }
    }

    /// The heading of its group in the dialog.
    pub(crate) fn heading(self) -> &'static str {
        match self {
            Self::Remedy(_) => "Remedy",
            Self::Status(_) => "Status",
            Self::Quality(_) => "Besides",
        }
    }

    /// The field and value that a query uses for it.
    pub(crate) fn asked(self) -> (QueryField, &'static str) {
        match self {
            Self::Remedy(remedy) => (QueryField::Remedy, remedy.name()),
            Self::Status(status) => (QueryField::Status, status.name()),
            Self::Quality(known) => (QueryField::Is, known.name()),
        }
    }
}

/// The warnings of a finding with the reviewer's changes.
pub(crate) fn warnings_now(item: &Item, rules: &Rules<'_>) -> Vec<Warning> {
    item.changed(rules).map_or_else(|| item.facets().warnings.clone(), |finding| finding.warnings.clone())
}

/// A search and its hits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// The text that is searched for.
    pub query: String,
    /// The places of the shown findings that contain it.
    pub hits: Vec<usize>,
}

/// Whether a text contains another, ignoring case.
pub(crate) fn contains(text: &str, part: &str) -> bool {
    text.to_lowercase().contains(&part.to_lowercase())
}

/// A text to search for, ignoring case.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Needle(String);

impl Needle {
    pub(crate) fn new(text: &str) -> Self {
        Self(text.to_lowercase())
    }

    fn is_in(&self, text: &str) -> bool {
        text.to_lowercase().contains(&self.0)
    }

    /// Whether the finding contains it in its text, agent, patterns or key.
    pub(crate) fn is_held(&self, item: &Item, text: &str) -> bool {
        let facets = item.facets();
        self.is_in(text)
            || self.is_in(&item.key.to_string())
            || facets.agent.as_deref().is_some_and(|agent| self.is_in(agent))
            || facets.patterns.iter().any(|pattern| self.is_in(pattern))
    }
}

/// Whether the finding contains `query` in its text, agent, patterns or key, ignoring case.
pub(crate) fn holds(item: &Item, query: &str) -> bool {
    let needle = Needle::new(query);
    item.kept().ask_text(|text| needle.is_held(item, text))
}
