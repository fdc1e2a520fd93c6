//! Properties of a finding besides its decision.

use super::item::Item;

/// A property of a finding besides its decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
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
    #[strum(serialize = "sample")]
    Sampled,
    /// The last bulk action left it out for an individual look.
    #[strum(serialize = "left_out")]
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
        self.into()
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
