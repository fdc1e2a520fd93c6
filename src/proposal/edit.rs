//! The changes of a reviewer to a proposal.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Finding;
use crate::verdict::Remedy;

/// What to do with a claim, as the reviewer chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Choice {
    /// Write the record, and clean the text.
    Recover,
    /// Clean the text only.
    Strip,
    /// Replace it by what is true or can run.
    Correct,
    /// Exclude the claim, which stays in the text.
    Leave,
}

impl Choice {
    /// The choice that a remedy proposes; `None` if the reviewer must choose.
    #[must_use]
    pub fn proposed(remedy: Remedy) -> Option<Self> {
        match remedy {
            Remedy::Recover => Some(Self::Recover),
            Remedy::Strip => Some(Self::Strip),
            Remedy::Correct => Some(Self::Correct),
            Remedy::Review => None,
        }
    }

    /// The name in files and commands.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The changes to a claim.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimEdit {
    /// What to do with it; `None` for the proposed remedy.
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "remedy")]
    pub choice: Option<Choice>,
    /// The new text of each changed field of the record, by the name of the field.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, String>,
    /// The corrected plan, as typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<String>,
}

/// The changes to a finding.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// The changes to each claim, by its index.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub claims: BTreeMap<usize, ClaimEdit>,
    /// The new text of the message; `None` for the proposed text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cleaned: Option<String>,
}

impl Edit {
    /// The edit that changes nothing: every claim and the text stay as proposed.
    pub const NONE: Self = Self { claims: BTreeMap::new(), cleaned: None };

    /// Whether it changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cleaned.is_none() && self.claims.values().all(|claim| *claim == ClaimEdit::default())
    }

    /// Whether the reviewer gave the message a new text, or chose what to do with each included claim.
    pub(super) fn chooses_all(&self, finding: &Finding) -> bool {
        let chosen = |index| self.claims.get(&index).is_some_and(|claim| claim.choice.is_some());
        self.cleaned.is_some() || finding.claims_on().all(|(index, _)| chosen(index))
    }

    /// These changes with those of `upper` on top.
    #[must_use]
    pub fn overlaid_by(mut self, upper: Self) -> Self {
        for (index, ClaimEdit { choice, fields, plan }) in upper.claims {
            let claim = self.claim(index);
            claim.choice = choice.or(claim.choice);
            claim.fields.extend(fields);
            claim.plan = plan.or(claim.plan.take());
        }
        self.cleaned = upper.cleaned.or(self.cleaned);
        self
    }

    /// The changes to a claim, to be edited.
    pub fn claim(&mut self, index: usize) -> &mut ClaimEdit {
        self.claims.entry(index).or_default()
    }
}
