//! The parts of the screen.

pub(crate) mod advice;
pub(crate) mod cleaned;
pub(crate) mod evidence;
pub(crate) mod list;
pub(crate) mod message;
pub(crate) mod nothing;
pub(crate) mod page;
pub(crate) mod payload;
pub(crate) mod plan;
pub(crate) mod proposal;
pub(crate) mod record;
pub(crate) mod statement;
pub(crate) mod tabs;
pub(crate) mod text_form;
pub(crate) mod written;

use serde::{Deserialize, Serialize};

/// A part of the screen that shows something of the findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pane {
    /// All findings that the filter shows.
    List,
    /// All that decides about a finding, one below the other.
    Proposal,
    /// The message, as the database has it.
    Message,
    /// What was read from it.
    Payload,
    /// The text without it.
    Cleaned,
    /// What would be written.
    Record,
    /// What was found about it, and what is proposed.
    Evidence,
}

impl Pane {
    /// All of them, in the order of Tab.
    pub const ALL: [Self; 7] =
        [Self::List, Self::Proposal, Self::Message, Self::Payload, Self::Cleaned, Self::Record, Self::Evidence];

    /// Its name on a tab.
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

/// What a pane shows as long as nobody scrolls it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum LookFor {
    /// The claim that is looked at.
    #[default]
    Claim,
    /// The first hit of the search.
    Hit,
    /// The text as it will be.
    Text,
}
