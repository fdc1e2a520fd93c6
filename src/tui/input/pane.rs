//! The panes of the review.

use serde::{Deserialize, Serialize};

/// A part of the screen that shows something of the findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pane {
    /// All findings that the filter shows.
    List,
    /// Everything that a decision needs, one part below the other.
    Proposal,
    /// The message as stored in the database.
    Message,
    /// The payload of the message.
    Payload,
    /// The message without the claims.
    Cleaned,
    /// The records that would be written.
    Record,
    /// The evidence and the proposal.
    Evidence,
}

impl Pane {
    /// All panes in Tab order.
    pub const ALL: [Self; 7] =
        [Self::List, Self::Proposal, Self::Message, Self::Payload, Self::Cleaned, Self::Record, Self::Evidence];

    /// The name of the pane on its tab.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::List => "Findings",
            Self::Proposal => "Proposal",
            Self::Message => "Message",
            Self::Payload => "Payload",
            Self::Cleaned => "Cleaned",
            Self::Record => "Record",
            Self::Evidence => "Evidence",
        }
    }

    /// The name of the action that goes to it.
    pub(crate) fn action(self) -> &'static str {
        match self {
            Self::List => "show_findings",
            Self::Proposal => "show_proposal",
            Self::Message => "show_message",
            Self::Payload => "show_payload",
            Self::Cleaned => "show_cleaned",
            Self::Record => "show_record",
            Self::Evidence => "show_evidence",
        }
    }
}

/// What an unscrolled pane scrolls to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum DefaultScroll {
    /// The current claim, in the text of the message.
    #[default]
    Claim,
    /// The first hit of the search.
    Hit,
    /// The beginning of the new text.
    Text,
}
