//! Which findings are shown, and which of them a search hits. A filter is a view: it changes nothing.

use crate::proposal::{Choice, Edit, Finding, Status};
use crate::verdict::Remedy;

use super::model::Item;

/// The remedies that can be filtered by, as people read them.
pub(super) const REMEDIES: [Remedy; 3] = [Remedy::Recover, Remedy::Strip, Remedy::Review];

/// What is shown: a finding must fit each kind of choice; no choice of a kind fits all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// The remedies that are shown; none for all.
    pub remedies: Vec<Remedy>,
    /// The statuses that are shown; none for all.
    pub statuses: Vec<Status>,
}

/// Something that a filter can switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Facet {
    Remedy(Remedy),
    Status(Status),
}

impl Facet {
    /// All of them, in the order of the dialog.
    pub(super) fn all() -> Vec<Self> {
        REMEDIES.into_iter().map(Self::Remedy).chain(Status::ALL.into_iter().map(Self::Status)).collect()
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Remedy(remedy) => remedy.name(),
            Self::Status(status) => status.name(),
        }
    }

    /// Whether the finding is of this kind.
    pub(super) fn fits(self, item: &Item) -> bool {
        match self {
            Self::Remedy(remedy) => remedy_now(&item.finding, &item.edit) == Some(remedy),
            Self::Status(status) => item.status == status,
        }
    }
}

impl Filter {
    /// Whether everything is shown.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.remedies.is_empty() && self.statuses.is_empty()
    }

    /// Whether the finding is shown.
    #[must_use]
    pub fn fits(&self, item: &Item) -> bool {
        (self.statuses.is_empty() || self.statuses.contains(&item.status))
            && (self.remedies.is_empty()
                || remedy_now(&item.finding, &item.edit).is_some_and(|remedy| self.remedies.contains(&remedy)))
    }

    pub(super) fn contains(&self, facet: Facet) -> bool {
        match facet {
            Facet::Remedy(remedy) => self.remedies.contains(&remedy),
            Facet::Status(status) => self.statuses.contains(&status),
        }
    }

    pub(super) fn toggle(&mut self, facet: Facet) {
        match facet {
            Facet::Remedy(remedy) => toggle(&mut self.remedies, remedy),
            Facet::Status(status) => toggle(&mut self.statuses, status),
        }
    }

    /// The filter as people read it, such as `remedy:recover status:pending,skipped`; empty where all is shown.
    #[must_use]
    pub fn text(&self) -> String {
        let mut parts = Vec::new();
        if !self.remedies.is_empty() {
            let names: Vec<_> = self.remedies.iter().map(|remedy| remedy.name()).collect();
            parts.push(format!("remedy:{}", names.join(",")));
        }
        if !self.statuses.is_empty() {
            let names: Vec<_> = self.statuses.iter().map(|status| status.name()).collect();
            parts.push(format!("status:{}", names.join(",")));
        }
        parts.join(" ")
    }
}

fn toggle<T: PartialEq>(chosen: &mut Vec<T>, choice: T) {
    match chosen.iter().position(|known| *known == choice) {
        Some(place) => {
            chosen.remove(place);
        }
        None => chosen.push(choice),
    }
}

/// The remedy of a finding with the reviewer's changes, without working out the rest of it.
pub(super) fn remedy_now(finding: &Finding, edit: &Edit) -> Option<Remedy> {
    let remedies = finding.claims.iter().enumerate().filter_map(|(index, judged)| {
        let choice = edit.claims.get(&index).and_then(|change| change.choice);
        match choice {
            Some(Choice::Recover) => Some(Remedy::Recover),
            Some(Choice::Strip) => Some(Remedy::Strip),
            Some(Choice::Leave) => None,
            None => (!judged.off).then_some(judged.remedy),
        }
    });
    remedies.max()
}

/// A search: what was asked for, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// What was asked for.
    pub query: String,
    /// The findings that hold it, among those that are shown.
    pub hits: Vec<usize>,
}

/// Whether the finding holds `query`, whatever the case, in its text, agent, patterns or key.
pub(super) fn holds(item: &Item, query: &str) -> bool {
    let query = query.to_lowercase();
    let has = |text: &str| text.to_lowercase().contains(&query);
    let finding = &item.finding;
    has(&item.key.to_string())
        || finding.agent.as_deref().is_some_and(has)
        || finding.claims.iter().any(|judged| judged.claim.pattern.as_deref().is_some_and(has))
        || has(&finding.message.text)
}
