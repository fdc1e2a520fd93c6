//! Decisions of reviewers about findings, stored in the review file.

mod database;
mod error;
mod event;
mod event_log;
mod gesture;
mod guard;
mod history;
mod holder;
mod identity;
mod journal_seen;
mod lock;
mod ownership;
mod profile;
mod sample;
mod selection;
mod store;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::proposal::{Edit, Finding, Status};
use crate::source::{Key, MessageJournal};

pub use error::ReviewError;
pub use event_log::{EventKind, ReviewEvent};
pub use history::{History, MessageChange};
pub use holder::Holder;
pub use identity::Identity;
pub use lock::Lock;
pub use profile::reviewed_with;
pub use sample::Sample;
pub use store::{ReviewFile, review_path};

/// What a reviewer can decide about a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum DecisionKind {
    /// Carry the proposal out.
    Accept,
    /// Leave the message unchanged.
    Reject,
    /// Postpone the finding, whose status becomes skipped.
    Skip,
    /// Make the finding pending again.
    Reset,
}

impl DecisionKind {
    /// The name in files and commands.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A decision to be stored.
#[derive(Clone, Debug, PartialEq)]
pub struct NewDecision {
    /// The key of the message.
    pub message: Key,
    /// What the reviewer decided: accept, reject, skip or reset.
    pub kind: DecisionKind,
    /// The reviewer's changes to the proposal.
    pub edit: Edit,
    /// The finding as it was shown, with the reviewer's changes.
    pub finding: Finding,
    /// The reason, as the reviewer wrote it.
    pub note: Option<String>,
}

/// A decision as the review file holds it.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The number of its event.
    pub seq: i64,
    /// What the reviewer decided: accept, reject, skip or reset.
    pub kind: DecisionKind,
    /// The reviewer's changes to the proposal.
    pub edit: Edit,
    /// SHA-256 of the text that was decided about.
    pub text_digest: String,
    /// The id of the last journal row at that time. If the write-back is undone later, the decision becomes a draft.
    pub journal_head: i64,
    /// The name of the reviewer.
    pub reviewer: String,
    /// When it was decided.
    pub at: Timestamp,
}

/// Whether two names are of one person: logins and configurations write them in different cases.
#[must_use]
pub fn is_same_reviewer(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}

impl Decision {
    /// Whether the decision was written back and undone since.
    #[must_use]
    pub fn is_taken_back(&self, journal: Option<&MessageJournal>) -> bool {
        journal.is_some_and(|journal| journal.last_undo > self.journal_head)
    }

    /// Whether the decision was written back since. Then it says nothing about a later text.
    #[must_use]
    pub fn is_carried_out(&self, journal: Option<&MessageJournal>) -> bool {
        journal.and_then(MessageJournal::written).is_some_and(|written| written > self.journal_head)
    }
}

/// The status of a message, from its decision, its journal and the digest of its text.
#[must_use]
pub fn status(decision: Option<&Decision>, journal: Option<&MessageJournal>, text_digest: &str) -> Status {
    if journal.is_some_and(|journal| journal.left(text_digest)) {
        return Status::Written;
    }
    match decision {
        None => Status::Pending,
        Some(decision) if decision.kind == DecisionKind::Reset => Status::Pending,
        Some(decision) if decision.is_taken_back(journal) || decision.is_carried_out(journal) => Status::Pending,
        Some(decision) if decision.text_digest != text_digest => Status::Stale,
        Some(decision) => match decision.kind {
            DecisionKind::Accept if decision.edit.is_empty() => Status::Accepted,
            DecisionKind::Accept => Status::Edited,
            DecisionKind::Reject => Status::Rejected,
            DecisionKind::Skip => Status::Skipped,
            DecisionKind::Reset => Status::Pending,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::WriteInEffect;

    fn decision(kind: DecisionKind) -> Decision {
        Decision {
            seq: 1,
            kind,
            edit: Edit::default(),
            text_digest: "a".to_owned(),
            journal_head: 4,
            reviewer: "ana".to_owned(),
            at: Timestamp::UNIX_EPOCH,
        }
    }

    #[test]
    fn a_status_follows_from_decision_text_and_journal() {
        let accepted = decision(DecisionKind::Accept);
        let edited = Decision { edit: Edit { cleaned: Some(String::new()), ..Edit::default() }, ..accepted.clone() };
        let write = WriteInEffect { id: 5, batch: 1, text_after: Some("b".to_owned()), reviewer: "ana".to_owned() };
        let written = MessageJournal { last_undo: 0, in_effect: vec![write] };
        let undone = MessageJournal { last_undo: 6, in_effect: Vec::new() };
        for (decision, journal, digest, expected) in [
            (None, None, "a", Status::Pending),
            (Some(&accepted), None, "a", Status::Accepted),
            (Some(&edited), None, "a", Status::Edited),
            (Some(&accepted), None, "b", Status::Stale),
            (Some(&accepted), Some(&written), "b", Status::Written),
            // Written back; then the application changed the text.
            (Some(&accepted), Some(&written), "c", Status::Pending),
            (Some(&Decision { journal_head: 5, ..accepted.clone() }), Some(&written), "c", Status::Stale),
            (Some(&accepted), Some(&undone), "a", Status::Pending),
            (Some(&Decision { journal_head: 6, ..accepted.clone() }), Some(&undone), "a", Status::Accepted),
            (Some(&decision(DecisionKind::Reset)), None, "b", Status::Pending),
            (Some(&decision(DecisionKind::Reject)), None, "a", Status::Rejected),
            (Some(&decision(DecisionKind::Skip)), None, "a", Status::Skipped),
        ] {
            assert_eq!(status(decision, journal, digest), expected, "{decision:?} {journal:?} {digest}");
        }
    }
}
