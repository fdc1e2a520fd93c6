//! The way back from a gesture that could not be stored.

use crate::proposal::{Edit, Status};
use crate::statistics::Statistics;

use super::model::Item;

/// A finding as it was before a gesture.
#[derive(Clone, Debug)]
pub(super) struct Before {
    pub(super) place: usize,
    edit: Edit,
    draft: Option<Edit>,
    status: Status,
    note: Option<String>,
    flagged: bool,
    reviewer: Option<String>,
}

impl Before {
    pub(super) fn of(place: usize, item: &Item) -> Self {
        let Item { edit, draft, status, note, flagged, reviewer, .. } = item;
        let (edit, draft, note, reviewer) = (edit.clone(), draft.clone(), note.clone(), reviewer.clone());
        Self { place, edit, draft, status: *status, note, flagged: *flagged, reviewer }
    }

    /// Makes the finding what it was.
    pub(super) fn restore(self, item: &mut Item, statistics: &mut Statistics) {
        let Self { place: _, edit, draft, status, note, flagged, reviewer } = self;
        item.stand(status, reviewer, statistics);
        (item.edit, item.draft, item.note, item.flagged) = (edit, draft, note, flagged);
    }
}
