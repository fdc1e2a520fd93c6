//! The fields of a query.

use std::borrow::Cow;
use std::sync::Arc;

use crate::proposal::{Rules, Status};
use crate::statistics::week_of;
use crate::verdict::{Remedy, Verdict, Warning};

use super::item::Item;
use super::property::FindingProperty;

/// The remedies that can be filtered by, in display order.
pub(crate) const REMEDIES: [Remedy; 4] = [Remedy::Recover, Remedy::Strip, Remedy::Correct, Remedy::Review];

/// Marks a value that must match the whole name.
pub(crate) const EXACTLY: char = '=';

/// Seconds in a day.
const DAY: i64 = 86_400;

/// A field of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum QueryField {
    /// The remedy that is proposed or that the reviewer chose.
    Remedy,
    /// The status of the finding in its review.
    Status,
    /// The agent that speaks.
    Agent,
    /// The verdict of a claim.
    Verdict,
    /// The pattern of the payload.
    Pattern,
    /// The warnings of the finding.
    Warning,
    /// The model that wrote the message.
    Model,
    /// The tool that a claim names.
    Tool,
    /// The ISO week of the message.
    Week,
    /// The reviewer who made the current decision.
    #[strum(serialize = "by")]
    Reviewer,
    /// The reviewer's note on the finding.
    Note,
    /// Flags, notes and other properties besides the decision.
    Is,
}

impl QueryField {
    /// All fields in display order.
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

    /// The name of the field in a query.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The values of the field, if they are a fixed set.
    pub(crate) fn values(self) -> Option<Vec<&'static str>> {
        match self {
            Self::Remedy => Some(REMEDIES.iter().map(|remedy| remedy.name()).collect()),
            Self::Status => Some(Status::ALL.iter().map(|status| status.name()).collect()),
            Self::Verdict => Some(Verdict::ALL.iter().map(|verdict| verdict.name()).collect()),
            Self::Warning => Some(Warning::ALL.iter().map(|warning| warning.name()).collect()),
            Self::Is => Some(FindingProperty::ALL.iter().map(|known| known.name()).collect()),
            Self::Agent | Self::Pattern | Self::Model | Self::Tool | Self::Week | Self::Reviewer | Self::Note => None,
        }
    }

    /// Normalizes a value: `Not executed` and `lost` become `not_executed`.
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

    /// Whether a value is valid: one of the fixed set, or anything if there is none.
    pub(crate) fn knows(self, value: &str) -> bool {
        let is = |known: &str| if self == Self::Warning { known.starts_with(value) } else { known == value };
        self.values().is_none_or(|values| values.iter().any(|known| is(known)))
    }

    /// The values of this field in a finding, with the reviewer's changes.
    pub(crate) fn values_of<'a>(self, item: &'a Item, rules: &Rules<'_>) -> Vec<Cow<'a, str>> {
        let facets = item.facets();
        let claims = || facets.breakdown.claims.iter();
        let one = |value: Option<&'a str>| value.map(Cow::Borrowed).into_iter().collect();
        match self {
            Self::Remedy => one(item.remedy(rules).map(Remedy::name)),
            Self::Status => one(Some(item.status.name())),
            Self::Verdict => facets.verdicts.iter().map(|verdict| verdict.name().into()).collect(),
            Self::Agent => one(facets.breakdown.agent.as_deref()),
            Self::Pattern => claims().map(|claim| Cow::Borrowed(claim.pattern.as_str())).collect(),
            Self::Warning => warnings_now(item, rules).into_iter().map(|warning| warning.name().into()).collect(),
            Self::Model => one(facets.breakdown.model.as_deref()),
            Self::Tool => claims().filter_map(|claim| claim.tool.as_deref()).map(Cow::Borrowed).collect(),
            Self::Week => item.at().map(|at| week_of(at).into()).into_iter().collect(),
            Self::Reviewer => one(item.decision_status().reviewer),
            Self::Note => one(item.note()),
            Self::Is => {
                FindingProperty::ALL.iter().filter(|known| known.fits(item)).map(|known| known.name().into()).collect()
            }
        }
    }

    /// A number that is equal for findings with equal values; `None` if that is not known without reading the finding.
    pub(crate) fn sameness(self, item: &Item) -> Option<u64> {
        let number = match self {
            Self::Remedy | Self::Warning if !item.edit().is_empty() => return None,
            Self::Remedy | Self::Warning | Self::Verdict | Self::Agent | Self::Pattern | Self::Model | Self::Tool => {
                item.facets_id()
            }
            Self::Status => item.status as usize,
            // The epoch was a Thursday.
            Self::Week => {
                return item.at().map(|at| (at.as_second().div_euclid(DAY) + 3).div_euclid(7).cast_unsigned());
            }
            Self::Reviewer => item.reviewer.as_ref().map_or(0, |name| Arc::as_ptr(name).addr()),
            Self::Note => item.note().is_none().then_some(0)?,
            Self::Is => FindingProperty::ALL.iter().fold(0, |number, known| number * 2 + usize::from(known.fits(item))),
        };
        Some(number as u64)
    }

    /// Whether a value of a finding matches a value of a query.
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

/// The warnings of a finding with the reviewer's changes.
fn warnings_now(item: &Item, rules: &Rules<'_>) -> Vec<Warning> {
    item.changed(rules).map_or_else(|| item.facets().warnings.clone(), |finding| finding.warnings.clone())
}

/// Whether a text contains another, ignoring case.
pub(crate) fn contains(text: &str, part: &str) -> bool {
    text.to_lowercase().contains(&part.to_lowercase())
}
