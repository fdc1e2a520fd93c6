//! What the filter dialog offers.

use crate::proposal::Status;
use crate::verdict::Remedy;

use super::field::{QueryField, REMEDIES};
use super::property::FindingProperty;

/// A choice of the filter dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FilterChoice {
    Remedy(Remedy),
    Status(Status),
    Property(FindingProperty),
}

impl FilterChoice {
    /// All choices in the order of the dialog.
    pub(crate) fn all() -> Vec<Self> {
        let remedies = REMEDIES.into_iter().map(Self::Remedy);
        let properties = FindingProperty::ALL.into_iter().map(Self::Property);
        remedies.chain(Status::ALL.into_iter().map(Self::Status)).chain(properties).collect()
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Remedy(remedy) => remedy.name(),
            Self::Status(status) => status.name(),
            Self::Property(known) => known.name(),
        }
    }

    /// The heading of its group in the dialog.
    pub(crate) fn heading(self) -> &'static str {
        match self {
            Self::Remedy(_) => "Remedy",
            Self::Status(_) => "Status",
            Self::Property(_) => "Other",
        }
    }

    /// The field and value that a query uses for it.
    pub(crate) fn asked(self) -> (QueryField, &'static str) {
        match self {
            Self::Remedy(remedy) => (QueryField::Remedy, remedy.name()),
            Self::Status(status) => (QueryField::Status, status.name()),
            Self::Property(known) => (QueryField::Is, known.name()),
        }
    }
}
