//! What a run left out, and why.

use serde::Serialize;

use crate::source::Key;

/// Why an approved finding or an undo was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum ExclusionReason {
    /// The text has changed.
    #[error("changed since decided: its text")]
    Stale,
    /// The recorded plan has changed.
    #[error("changed since decided: its recorded plan")]
    StalePlan,
    /// What the record depends on has changed.
    #[error("changed since decided: {what}")]
    StaleEvidence {
        /// What has changed, in words.
        what: String,
    },
    /// The message no longer exists.
    #[error("message deleted; reset the decision with `ghostcall decide DB reset --message ID`")]
    Gone,
    /// The message is no longer read, so that the change cannot be determined.
    #[error("no longer read: unfinished, not of an assistant, or in a discarded conversation (--include-discarded)")]
    Hidden,
    /// It is already written.
    #[error("already written")]
    AlreadyWritten,
    /// Only the reviewer who accepted it has approved it.
    #[error("not approved by another reviewer yet (`ghostcall decide DB approve`)")]
    NotApproved,
    /// The key of the message matches several rows.
    #[error("key matches several rows; not written")]
    KeyNotUnique,
    /// An equal record was added meanwhile.
    #[error("identical record added meanwhile ({table} {key})")]
    RecordExists {
        /// The table of the record.
        table: String,
        /// The key of the record.
        key: Key,
    },
    /// The text would lose a record that no row holds: its finding only cleans, because the record was to be recovered
    /// with another message.
    #[error("would remove the only copy of a {kind}: the other was not recovered; recover it here, or choose strip")]
    RecordMissing {
        /// The type of the record.
        kind: String,
    },
    /// The finding cannot be written as approved.
    #[error("{what}")]
    Obstacle {
        /// Why, and what to do.
        what: String,
    },
    /// The database refuses a row.
    #[error("the database refused it: {what}")]
    Refused {
        /// Why, in words: the message of SQLite, or what a check of the change found.
        what: String,
    },
    /// Somebody changed what a write left.
    #[error("changed since it was written: {what}")]
    ChangedSince {
        /// What was changed, in words.
        what: String,
    },
    /// The journal was altered.
    #[error("journal row {row} altered, or out of sequence; rows from {row} on are not used (see `ghostcall verify`)")]
    AlteredJournal {
        /// The first altered row.
        row: i64,
    },
    /// There is no such write.
    #[error("no such write-back")]
    NoSuchWrite,
    /// The write was already undone.
    #[error("already undone")]
    AlreadyUndone,
}

impl ExclusionReason {
    /// Whether the database changed since the finding was decided, so that it must be decided again.
    #[must_use]
    pub fn is_change(&self) -> bool {
        matches!(
            self,
            Self::Stale
                | Self::StalePlan
                | Self::StaleEvidence { .. }
                | Self::Gone
                | Self::Hidden
                | Self::RecordExists { .. }
        )
    }
}

/// A finding or undo that was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// The key of the message, if known.
    pub message: Option<Key>,
    /// The journal row, for an undo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub write: Option<i64>,
    /// Why it was left out.
    #[serde(flatten)]
    pub reason: ExclusionReason,
}
