//! The longer work under way, here or with the host.

use crate::source::Key;
use crate::writeback::Writing;

use super::bulk_work::BulkWork;

/// The longer work under way. Each is `None` if nothing of its kind is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Jobs {
    /// The bulk decision that is being made.
    pub(crate) bulk: Option<BulkWork>,
    /// The planning of a write-back, and whether the reviewer moved on meanwhile.
    pub(crate) awaited_plan: Option<bool>,
    /// The conversation being loaded.
    pub(crate) awaited_conversation: Option<AwaitedConversation>,
    /// The progress of the write-back.
    pub(crate) writing: Option<Writing>,
}

impl Jobs {
    /// Notes that the reviewer did something else than wait.
    pub(crate) fn reviewer_went_on(&mut self) {
        self.awaited_plan = self.awaited_plan.map(|_| true);
        self.awaited_conversation.iter_mut().for_each(|awaited| awaited.went_on = true);
    }
}

/// A requested conversation that is not loaded yet.
#[derive(Clone, Debug)]
pub(crate) struct AwaitedConversation {
    pub(crate) message: Key,
    /// Whether the reviewer pressed other keys meanwhile.
    pub(crate) went_on: bool,
}
