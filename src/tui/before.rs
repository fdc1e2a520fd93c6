//! The way back from a gesture that could not be stored.

use crate::proposal::{Edit, Status};

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
}

impl Before {
    pub(super) fn of(place: usize, item: &Item) -> Self {
        let Item { edit, draft, status, note, flagged, .. } = item;
        let (edit, draft, note) = (edit.clone(), draft.clone(), note.clone());
        Self { place, edit, draft, status: *status, note, flagged: *flagged }
    }

    /// Makes the finding what it was.
    pub(super) fn restore(self, item: &mut Item) {
        let Self { place: _, edit, draft, status, note, flagged } = self;
        (item.edit, item.draft, item.status, item.note, item.flagged) = (edit, draft, status, note, flagged);
    }
}
