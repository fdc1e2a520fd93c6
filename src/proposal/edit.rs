//! What a reviewer changes about a proposal.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Finding;
use crate::verdict::Remedy;

/// What a reviewer chose to do with a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// Write its record, and clean the text.
    Recover,
    /// Clean the text only.
    Strip,
    /// Put what is true, or can run, in its place.
    Correct,
    /// Leave it where it is.
    Leave,
}

impl Choice {
    /// The choice that a remedy proposes; `None` where a person must say it.
    #[must_use]
    pub fn proposed(remedy: Remedy) -> Option<Self> {
        match remedy {
            Remedy::Recover => Some(Self::Recover),
            Remedy::Strip => Some(Self::Strip),
            Remedy::Correct => Some(Self::Correct),
            Remedy::Review => None,
        }
    }

    /// The word of files and commands.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Recover => "recover",
            Self::Strip => "strip",
            Self::Correct => "correct",
            Self::Leave => "leave",
        }
    }
}

/// The changes to one claim.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimEdit {
    /// What to do with it; `None` as proposed.
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "remedy")]
    pub choice: Option<Choice>,
    /// Canonical field → new text.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, String>,
    /// The corrected plan as it was typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<String>,
}

/// The changes to a finding.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// Place of the claim → its changes.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub claims: BTreeMap<usize, ClaimEdit>,
    /// The text to put there; `None` as proposed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cleaned: Option<String>,
}

impl Edit {
    /// No change at all.
    pub const NONE: Self = Self { claims: BTreeMap::new(), cleaned: None };

    /// Whether it changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cleaned.is_none() && self.claims.values().all(|claim| *claim == ClaimEdit::default())
    }

    /// Whether the reviewer said what the text shall be, or what to do with each claim that is switched on.
    pub(super) fn chooses_all(&self, finding: &Finding) -> bool {
        let chosen = |index| self.claims.get(&index).is_some_and(|claim| claim.choice.is_some());
        self.cleaned.is_some() || finding.claims_on().all(|(index, _)| chosen(index))
    }

    /// The changes to a claim, made where there are none yet.
    pub fn claim(&mut self, index: usize) -> &mut ClaimEdit {
        self.claims.entry(index).or_default()
    }
}
