//! What a query can ask for by name.

use std::borrow::Cow;
use std::sync::Arc;

use crate::proposal::{Rules, Status};
use crate::statistics::week_of;
use crate::verdict::{Remedy, Verdict, Warning};

use super::filter::{Quality, REMEDIES, contains, warnings_now};
use super::item::Item;
use super::order::facets_of;

/// Before a value that is the whole of a name.
pub(crate) const EXACTLY: char = '=';

/// The seconds of a day.
const DAY: i64 = 86_400;

/// What can be asked for by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// What is proposed, or what the reviewer chose.
    Remedy,
    /// Where the finding stands in its review.
    Status,
    /// Who speaks.
    Agent,
    /// Whether what a claim says happened.
    Verdict,
    /// What shape the payload has.
    Pattern,
    /// What the reviewer should know.
    Warning,
    /// The model that wrote the message.
    Model,
    /// The tool that a claim speaks for.
    Tool,
    /// The ISO week of the message.
    Week,
    /// Who decided it as it stands.
    Reviewer,
    /// What the reviewer noted.
    Note,
    /// What the reviewer did with it besides.
    Is,
}

impl Field {
    /// All of them, in the order in which people read them.
    pub const ALL: [Self; 12] = [
        Self::Remedy,
        Self::Status,
        Self::Verdict,
        Self::Agent,
        Self::Pattern,
        Self::Warning,
        Self::Model,
        Self::Tool,
        Self::Week,
        Self::Reviewer,
        Self::Note,
        Self::Is,
    ];

    /// Its name in a query.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Remedy => "remedy",
            Self::Status => "status",
            Self::Verdict => "verdict",
            Self::Agent => "agent",
            Self::Pattern => "pattern",
            Self::Warning => "warning",
            Self::Model => "model",
            Self::Tool => "tool",
            Self::Week => "week",
            Self::Reviewer => "by",
            Self::Note => "note",
            Self::Is => "is",
        }
    }

    /// Its values, where they are known beforehand.
    pub(crate) fn values(self) -> Option<Vec<&'static str>> {
        match self {
            Self::Remedy => Some(REMEDIES.iter().map(|remedy| remedy.name()).collect()),
            Self::Status => Some(Status::ALL.iter().map(|status| status.name()).collect()),
            Self::Verdict => Some(Verdict::ALL.iter().map(|verdict| verdict.name()).collect()),
            Self::Warning => Some(Warning::ALL.iter().map(|warning| warning.name()).collect()),
            Self::Is => Some(Quality::ALL.iter().map(|known| known.name()).collect()),
            Self::Agent | Self::Pattern | Self::Model | Self::Tool | Self::Week | Self::Reviewer | Self::Note => None,
        }
    }

    /// A value as it is known, however it was written: `Not executed` and `lost` are `not_executed`.
    pub(crate) fn known_as(self, written: String) -> String {
        if self.values().is_none() {
            return written;
        }
        let written = written.to_lowercase();
        match (self, written.as_str()) {
            (Self::Verdict, "lost") => Verdict::NotExecuted.name().to_owned(),
            (Self::Verdict, _) => written.replace([' ', '-'], "_"),
            _ => written,
        }
    }

    /// Whether one of its known values is what was written; any is, where none is known.
    pub(crate) fn knows(self, value: &str) -> bool {
        let is = |known: &str| if self == Self::Warning { known.starts_with(value) } else { known == value };
        self.values().is_none_or(|values| values.iter().any(|known| is(known)))
    }

    /// What a finding has there, with the reviewer's changes.
    pub(crate) fn values_of<'a>(self, item: &'a Item, rules: &Rules<'_>) -> Vec<Cow<'a, str>> {
        let facets = item.facets();
        let claims = || facets.makeup.claims.iter();
        let one = |value: Option<&'a str>| value.map(Cow::Borrowed).into_iter().collect();
        match self {
            Self::Remedy => one(item.remedy(rules).map(Remedy::name)),
            Self::Status => one(Some(item.status.name())),
            Self::Verdict => facets.verdicts.iter().map(|verdict| verdict.name().into()).collect(),
            Self::Agent => one(facets.makeup.agent.as_deref()),
            Self::Pattern => claims().map(|claim| Cow::Borrowed(claim.pattern.as_str())).collect(),
            Self::Warning => warnings_now(item, rules).into_iter().map(|warning| warning.name().into()).collect(),
            Self::Model => one(facets.makeup.model.as_deref()),
            Self::Tool => claims().filter_map(|claim| claim.tool.as_deref()).map(Cow::Borrowed).collect(),
            Self::Week => item.at().map(|at| week_of(at).into()).into_iter().collect(),
            Self::Reviewer => one(item.standing().reviewer),
            Self::Note => one(item.note()),
            Self::Is => Quality::ALL.iter().filter(|known| known.fits(item)).map(|known| known.name().into()).collect(),
        }
    }

    /// A number that is the same of findings that have the same there; `None` where that is not known of this one
    /// without a look at it.
    pub(crate) fn sameness(self, item: &Item) -> Option<u64> {
        let number = match self {
            Self::Remedy | Self::Warning if !item.edit().is_empty() => return None,
            Self::Remedy | Self::Warning | Self::Verdict | Self::Agent | Self::Pattern | Self::Model | Self::Tool => {
                facets_of(item)
            }
            Self::Status => item.status as usize,
            // The epoch was a Thursday.
            Self::Week => {
                return item.at().map(|at| (at.as_second().div_euclid(DAY) + 3).div_euclid(7).cast_unsigned());
            }
            Self::Reviewer => item.reviewer.as_ref().map_or(0, |name| Arc::as_ptr(name).addr()),
            Self::Note => item.note().is_none().then_some(0)?,
            Self::Is => Quality::ALL.iter().fold(0, |number, known| number * 2 + usize::from(known.fits(item))),
        };
        Some(number as u64)
    }

    /// Whether what a finding has there is meant by a value of a query.
    pub(crate) fn means(self, has: &str, value: &str) -> bool {
        match (self, value.strip_prefix(EXACTLY)) {
            (Self::Remedy | Self::Status | Self::Verdict | Self::Is, _) => has == value,
            (Self::Warning | Self::Week, None) => has.to_lowercase().starts_with(&value.to_lowercase()),
            (_, Some(value)) => has.to_lowercase() == value.to_lowercase(),
            (_, None) => contains(has, value),
        }
    }

    pub(crate) fn fits(self, item: &Item, value: &str, rules: &Rules<'_>) -> bool {
        self.values_of(item, rules).into_iter().any(|has| self.means(&has, value))
    }
}
