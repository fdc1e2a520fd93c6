//! A finding: a message with its claims, and what is proposed for them.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::changes::{Change, changes};
use super::copies::{CopyLikeness, TextCopy, changed_parts, differs, empties};
use super::record::{RecordFault, faults, stored_fields};
use super::{ProposedRecord, RecordTime, Rules, correction, removals};
use crate::claim::{Claim, ClaimKind};
use crate::source::profile::{Profile, RecordTool};
use crate::source::{Key, Message};
use crate::verdict::{Remedy, Verdict, Warning};

/// The status of a finding in its review.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Status {
    /// Not decided, or made pending again.
    #[default]
    Pending,
    /// Accepted as proposed, and not written back yet.
    Accepted,
    /// Accepted with the reviewer's changes, and not written back yet.
    Edited,
    /// Rejected: the message stays unchanged.
    Rejected,
    /// Postponed by the reviewer.
    Skipped,
    /// Written to the database.
    Written,
    /// The message changed since the decision.
    Stale,
}

impl Status {
    /// All statuses, in display order.
    pub const ALL: [Self; 7] =
        [Self::Pending, Self::Accepted, Self::Edited, Self::Rejected, Self::Skipped, Self::Written, Self::Stale];

    /// The name in files and commands.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Whether it is accepted and not written yet.
    #[must_use]
    pub fn is_accepted(self) -> bool {
        matches!(self, Self::Accepted | Self::Edited)
    }
}

/// A claim with its judgement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JudgedClaim {
    /// What the text claims.
    #[serde(flatten)]
    pub claim: Claim,
    /// The proposed remedy, or the one that the reviewer chose.
    pub remedy: Remedy,
    /// Whether the claimed action happened; `None` where nothing is claimed to have happened.
    pub verdict: Option<Verdict>,
    /// The lines of evidence.
    pub evidence: Vec<String>,
    /// The warnings about this claim.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
    /// Whether the reviewer excluded the claim.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub off: bool,
}

/// The claims of one message, and the proposal for them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// The key of the message; `None` if it has none.
    pub message_id: Option<Key>,
    /// The key of its conversation, if it belongs to one.
    pub conversation_id: Option<Key>,
    /// The key of the agent that wrote the message, if known.
    pub agent_id: Option<Key>,
    /// The name of the agent that wrote the message, if known.
    pub agent: Option<String>,
    /// The model that wrote the message, if known.
    pub model: Option<String>,
    /// When the message was written, if known.
    pub created_at: Option<Timestamp>,
    /// The weightiest remedy of the included claims; `None` if all are excluded.
    pub remedy: Option<Remedy>,
    /// The status in its review.
    pub status: Status,
    /// The claims, in the order of the text.
    pub claims: Vec<JudgedClaim>,
    /// The text without the included claims, with their replacements, or as the reviewer typed it. If it is empty, the
    /// message keeps its text: see [`Self::new_text`].
    pub cleaned: String,
    /// The records to be written.
    pub records: Vec<ProposedRecord>,
    /// The tools recorded with the message; `None` where tools are not recorded.
    pub tools_used: Option<Vec<String>>,
    /// The tools recorded after a write-back; `None` like `tools_used`.
    pub tools_used_after: Option<Vec<String>>,
    /// The warnings about the message and its claims.
    pub warnings: Vec<Warning>,
    /// The timestamp of the records, if it was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record_time: Option<RecordTime>,
    /// Where to note the recovered tools, if it was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record_tool: Option<RecordTool>,
    /// The stored copies of the text that differ from it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub copies: Vec<TextCopy>,
    /// Why the copies of the text cannot be read, if they cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copies_unreadable: Option<String>,
    /// The message, which is not part of the JSON.
    #[serde(skip)]
    pub message: Message,
}

/// Why a record without an owner cannot be written, and what to do.
const NO_OWNER: &str = "no agent to own the record; strip it, or leave it";

/// Why nothing can be recovered of a claim without a record.
pub const NO_RECORD: &str = "nothing to recover: the claim has no record";

/// The obstacle to accepting a finding that changes nothing.
const NOTHING_CHANGES: &str = "nothing would change: the message is only a payload, so its text stays, and \
                               there is no record to write; give it a new text, or reject it";

impl Finding {
    /// Where to note the recovered tools.
    #[must_use]
    pub fn tool_place(&self, profile: &Profile) -> RecordTool {
        match &profile.tools_written {
            Some(written) => self.record_tool.unwrap_or(written.place),
            None => RecordTool::None,
        }
    }

    /// The text after a write-back; `None` if the message consists of a payload only, and so keeps its text.
    #[must_use]
    pub fn new_text(&self) -> Option<&str> {
        (!self.warnings.contains(&Warning::PayloadOnly)).then_some(self.cleaned.as_str())
    }

    /// The text after a write-back, changed or not.
    #[must_use]
    pub fn text_left(&self) -> &str {
        self.new_text().unwrap_or(&self.message.text)
    }

    /// The changes of the text.
    #[must_use]
    pub fn text_changes(&self) -> Vec<Change> {
        changes(&self.message.text, self.text_left(), &removals(self))
    }

    /// Why the copies of the text cannot be changed like the text; `None` if they can.
    #[must_use]
    pub fn copy_obstacle(&self) -> Option<String> {
        let (old, new) = (self.message.text.as_str(), self.text_left());
        if old == new || (self.copies.is_empty() && self.copies_unreadable.is_none()) {
            return None;
        }
        let changes = self.text_changes();
        let obstacle = |copy: &TextCopy| {
            let parts: Vec<&str> = copy.parts.iter().map(String::as_str).collect();
            match changed_parts(&parts, (old, new), &changes, CopyLikeness::Same) {
                None => Some(differs(&copy.place)),
                Some(after) if copy.parts_not_empty && copy.loses_a_part(&after) => Some(empties(&copy.place)),
                Some(_) => None,
            }
        };
        self.copies_unreadable.clone().or_else(|| self.copies.iter().find_map(obstacle))
    }

    /// Whether a bulk action may accept the finding: not if there is any doubt about it, whatever is proposed.
    #[must_use]
    pub fn in_bulk(&self) -> bool {
        self.remedy.is_some_and(Remedy::in_bulk) && self.obstacle().is_none() && self.doubt().is_none()
    }

    /// The warning that keeps it out of every bulk action: a guessed value or a leftover.
    #[must_use]
    pub fn doubt(&self) -> Option<Warning> {
        Warning::doubt(&self.warnings)
    }

    /// Adds a warning. With a leftover, the finding needs a review.
    pub(super) fn warn(&mut self, warning: Warning) {
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
        if warning == Warning::Leftover {
            self.remedy = self.remedy.map(|_| Remedy::Review);
        }
    }

    /// The weightiest remedy of the included claims.
    pub(super) fn weightiest_remedy(&self) -> Option<Remedy> {
        self.claims_on().map(|(_, judged)| judged.remedy).max()
    }

    /// Whether one of the claims is of the pattern `name`; `unknown` names claims without a pattern.
    #[must_use]
    pub fn has_pattern(&self, name: &str) -> bool {
        self.claims.iter().any(|judged| judged.claim.is_of_pattern(name))
    }

    /// The included claims, with their indexes.
    pub fn claims_on(&self) -> impl Iterator<Item = (usize, &JudgedClaim)> {
        self.claims.iter().enumerate().filter(|(_, judged)| !judged.off)
    }

    /// The claim that describes the finding best: not a stamp, if there is another.
    #[must_use]
    pub fn main_claim(&self) -> Option<&JudgedClaim> {
        let weight = |judged: &&JudgedClaim| (judged.claim.kind != ClaimKind::Stamp, judged.remedy);
        // Of equal claims, the first.
        self.claims.iter().rev().max_by_key(weight)
    }

    /// The confidence that this is a finding, 0 to 1.
    #[must_use]
    pub fn confidence(&self) -> f64 {
        self.main_claim().map_or(0.0, |judged| judged.claim.confidence)
    }

    /// Why the finding cannot be accepted yet, and what to do about it; `None` if it can.
    #[must_use]
    pub fn obstacle(&self) -> Option<String> {
        if self.claims_on().next().is_none() {
            return Some("all claims are excluded; nothing would change".to_owned());
        }
        let of_claim = self.claims_on().find_map(|(index, judged)| self.claim_obstacle(index, judged));
        let of_claim = of_claim.or_else(|| self.changes_nothing().then(|| NOTHING_CHANGES.to_owned()));
        let leftover = || {
            let is_unchosen = self.remedy != self.weightiest_remedy() && self.warnings.contains(&Warning::Leftover);
            is_unchosen.then(|| format!("{}: {}", Warning::Leftover.sentence(), Warning::Leftover.advice()))
        };
        of_claim.or_else(leftover).or_else(|| self.copy_obstacle())
    }

    /// All faults of the records that it would write.
    #[must_use]
    pub fn record_faults(&self, rules: &Rules<'_>) -> Vec<RecordFault> {
        let recovered = self.claims_on().filter(|(_, judged)| judged.remedy == Remedy::Recover);
        let records =
            recovered.filter_map(|(_, judged)| judged.claim.record.as_ref().zip(rules.mapping(&judged.claim)));
        records.flat_map(|(claimed, mapping)| faults(&stored_fields(claimed, mapping), mapping)).collect()
    }

    /// Whether nothing would be written: the message is only a payload, so its text stays, and there is no record.
    #[must_use]
    pub fn changes_nothing(&self) -> bool {
        self.warnings.contains(&Warning::PayloadOnly)
            && self.records.is_empty()
            && self.tools_used_after == self.tools_used
            && self.claims_on().all(|(_, judged)| judged.claim.recorded.is_none())
    }

    fn claim_obstacle(&self, index: usize, judged: &JudgedClaim) -> Option<String> {
        match judged.remedy {
            Remedy::Review => {
                if let Some(why) = correction::unwritable(&judged.claim) {
                    return Some(why);
                }
                if judged.claim.kind == ClaimKind::Plan {
                    return Some("no remedy chosen for this plan; correct, strip or leave it".to_owned());
                }
                if judged.claim.kind == ClaimKind::Statement {
                    return Some("no remedy chosen for this completion claim; correct, strip or leave it".to_owned());
                }
                let what = judged.claim.pattern.as_deref().unwrap_or("payload");
                Some(format!("no remedy chosen for this {what}; recover, strip or leave it"))
            }
            Remedy::Recover if judged.warnings.contains(&Warning::NoOwner) => Some(NO_OWNER.to_owned()),
            Remedy::Recover if judged.warnings.contains(&Warning::InvalidRecord) => {
                Some("the application would refuse this record; edit it first".to_owned())
            }
            Remedy::Recover if judged.warnings.contains(&Warning::TruncatedPayload) => {
                Some("payload cut off; edit the record first".to_owned())
            }
            Remedy::Recover if !self.records.iter().any(|record| record.claim == index) => {
                // The agent may have been deleted meanwhile.
                let is_ownerless = judged.claim.record.is_some() && !self.message.owner.is_known();
                Some(if is_ownerless { NO_OWNER } else { NO_RECORD }.to_owned())
            }
            Remedy::Correct if judged.claim.kind == ClaimKind::Plan => {
                correction::obstacle(&judged.claim, &self.cleaned)
            }
            Remedy::Correct if judged.claim.kind == ClaimKind::Statement => None,
            Remedy::Correct => Some("nothing to correct in this claim".to_owned()),
            Remedy::Strip => correction::unwritable(&judged.claim),
            Remedy::Recover => None,
        }
    }
}
