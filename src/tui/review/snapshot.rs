//! Restoring findings after a gesture that could not be stored.

use std::sync::Arc;

use crate::proposal::Status;
use crate::tui::findings::item::{Item, ReviewerEdits};

/// A finding as it was before a gesture.
#[derive(Clone, Debug)]
pub(crate) struct ItemSnapshot {
    pub(crate) place: usize,
    edits: Option<Box<ReviewerEdits>>,
    status: Status,
    in_bulk: bool,
    reviewer: Option<Arc<String>>,
}

impl ItemSnapshot {
    pub(crate) fn of(place: usize, item: &Item) -> Self {
        let (edits, reviewer) = (item.reviewer_edits(), item.reviewer.clone());
        Self { place, edits, status: item.status, in_bulk: item.in_bulk, reviewer }
    }

    /// Sets the finding back to this state.
    pub(crate) fn restore(self, item: &mut Item) {
        // A change of the status drops the approval.
        item.set_status(self.status, self.reviewer);
        item.touch(|edits| *edits = self.edits.map(|edits| *edits).unwrap_or_default());
        item.in_bulk = self.in_bulk;
    }
}
