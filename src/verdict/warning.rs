//! Warnings for the reviewer.

use serde::{Deserialize, Serialize};

/// A warning about a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Warning {
    /// The message is only a payload, so nothing would remain of its text.
    PayloadOnly,
    /// The same record is proposed or was recovered elsewhere.
    DuplicateRecord,
    /// The record is older than its lifetime, so it is not used in prompts.
    ExpiredRecord,
    /// No agent is known to own a record, so none can be recovered.
    NoOwner,
    /// The record breaks a rule of the application.
    InvalidRecord,
    /// The payload is cut off.
    TruncatedPayload,
    /// The payload cannot be parsed.
    UnreadablePayload,
    /// The agent may not use the tool.
    ToolNotEnabled,
    /// According to the evidence, only other tools ran.
    OtherToolsUsed,
    /// A value was guessed.
    UncertainValue,
    /// The application stores no such records.
    NoSuchRecord,
    /// Once tools are recorded with the message, other agents no longer see it.
    HiddenByTools,
    /// The cleaned text would still contain a claim, or a part of one.
    Leftover,
    /// A record that may be the claimed one was changed or deleted since.
    ChangedSince,
    /// The record has a lifetime, and the message no time from which it counts.
    TimeUnknown,
}

impl Warning {
    /// All warnings, in the order in which they are declared.
    pub const ALL: [Self; 15] = [
        Self::PayloadOnly,
        Self::DuplicateRecord,
        Self::ExpiredRecord,
        Self::NoOwner,
        Self::InvalidRecord,
        Self::TruncatedPayload,
        Self::UnreadablePayload,
        Self::ToolNotEnabled,
        Self::OtherToolsUsed,
        Self::UncertainValue,
        Self::NoSuchRecord,
        Self::HiddenByTools,
        Self::Leftover,
        Self::ChangedSince,
        Self::TimeUnknown,
    ];

    /// Whether it keeps a finding out of every bulk action, whatever remedy is chosen.
    #[must_use]
    pub fn is_doubt(self) -> bool {
        matches!(self, Self::UncertainValue | Self::Leftover | Self::TimeUnknown)
    }

    /// The first of these warnings that keeps a finding out of every bulk action.
    #[must_use]
    pub fn doubt(warnings: &[Self]) -> Option<Self> {
        warnings.iter().copied().find(|warning| warning.is_doubt())
    }

    /// The name in files and commands.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// What the warning means for the reviewer.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::PayloadOnly => "the message is only a payload, so its text stays",
            Self::DuplicateRecord => "same record proposed or recovered elsewhere; here only the text is cleaned",
            Self::ExpiredRecord => "expired: stored, but not used in prompts",
            Self::NoOwner => "no agent to own the record",
            Self::InvalidRecord => "the application would refuse this record",
            Self::TruncatedPayload => "payload cut off; the record may be incomplete",
            Self::UnreadablePayload => "payload unreadable; see the message",
            Self::ToolNotEnabled => "tool not enabled for this agent; recover anyway?",
            Self::OtherToolsUsed => "other tools ran in this turn; one of them may have done it",
            Self::UncertainValue => "a value was guessed; compare it with the message",
            Self::NoSuchRecord => "this application keeps no such records",
            Self::HiddenByTools => "other agents would no longer see this message; --record-tool sibling_row avoids it",
            Self::Leftover => "the cleaned text would still hold a claim, or stray call markup",
            Self::TimeUnknown => "the message has no readable time; the record would be as new as its decision",
            Self::ChangedSince => "a similar record was changed or deleted since; the old one may be unwanted",
        }
    }

    /// What the reviewer can do about it.
    #[must_use]
    pub fn advice(self) -> &'static str {
        match self {
            Self::PayloadOnly => "give it a new text, or recover the record alone",
            Self::DuplicateRecord => "clean the text, or recover it here instead",
            Self::ExpiredRecord => "recover it as it is, or under another type",
            Self::NoOwner | Self::NoSuchRecord => "strip it, or leave it",
            Self::InvalidRecord => "edit it first, or strip it",
            Self::TruncatedPayload => "edit the record before you recover it, or strip it",
            Self::UnreadablePayload => "check the message, then strip it or leave it",
            Self::ToolNotEnabled => "recover it, or strip it",
            Self::OtherToolsUsed => "check the conversation, then recover it or strip it",
            Self::UncertainValue => "edit what was guessed wrongly, then recover it",
            Self::HiddenByTools => "write with --record-tool sibling_row, or strip it",
            Self::Leftover => "edit the cleaned text, or choose a remedy for each claim",
            Self::TimeUnknown => "check when it was written, then recover it or strip it",
            Self::ChangedSince => "check the record that the evidence names, then strip it or recover it",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_warning_says_what_it_means_and_what_can_be_done() {
        // The compiler points here whenever a warning is added.
        let place = |warning| match warning {
            Warning::PayloadOnly => 0,
            Warning::DuplicateRecord => 1,
            Warning::ExpiredRecord => 2,
            Warning::NoOwner => 3,
            Warning::InvalidRecord => 4,
            Warning::TruncatedPayload => 5,
            Warning::UnreadablePayload => 6,
            Warning::ToolNotEnabled => 7,
            Warning::OtherToolsUsed => 8,
            Warning::UncertainValue => 9,
            Warning::NoSuchRecord => 10,
            Warning::HiddenByTools => 11,
            Warning::Leftover => 12,
            Warning::ChangedSince => 13,
            Warning::TimeUnknown => 14,
        };
        assert_eq!(Warning::ALL.map(place).to_vec(), (0..Warning::ALL.len()).collect::<Vec<_>>());
        for warning in Warning::ALL {
            for text in [warning.sentence(), warning.advice()] {
                assert!(text.contains(' ') && !text.contains(warning.name()), "{}: {text}", warning.name());
                assert!(text.starts_with(char::is_lowercase) && !text.ends_with('.'), "{text}");
            }
        }
    }
}
