//! Which calls of a turn may have failed without being recorded as failed: many applications store answers that do not
//! name their call.

use super::{Answered, RecordedCall, ToolMessage};

/// The errors of a turn that cannot be assigned to a call.
pub(super) struct Failures<'a> {
    unassigned: Vec<&'a ToolMessage>,
}

impl<'a> Failures<'a> {
    pub(super) fn of(messages: &'a [ToolMessage]) -> Self {
        Self { unassigned: messages.iter().filter(|message| message.failed && !message.of_known_call).collect() }
    }

    /// Whether a call that is not recorded as failed may have failed; `is_same` decides whether another name is that of
    /// its tool.
    pub(super) fn may_be_of(&self, call: &RecordedCall, is_same: impl Fn(&str) -> bool) -> bool {
        match call.answered {
            Answered::WithoutError => false,
            Answered::Disputed => true,
            Answered::Unknown => call.result.is_none() && self.error_of(is_same).is_some(),
        }
    }

    /// The first error that a tool may have answered: one of that tool, or of an unknown one.
    pub(super) fn error_of(&self, is_same: impl Fn(&str) -> bool) -> Option<&'a ToolMessage> {
        self.unassigned.iter().find(|message| message.tool.as_deref().is_none_or(&is_same)).copied()
    }
}
