//! The way back from a gesture that could not be stored.

use std::sync::Arc;

use crate::proposal::Status;
use crate::tui::findings::item::{Item, Touched};

/// A finding as it was before a gesture.
#[derive(Clone, Debug)]
pub(crate) struct Before {
    pub(crate) place: usize,
    touched: Option<Box<Touched>>,
    status: Status,
    flagged: bool,
    reviewer: Option<Arc<String>>,
}

impl Before {
    pub(crate) fn of(place: usize, item: &Item) -> Self {
        let (touched, reviewer) = (item.as_touched(), item.reviewer.clone());
        Self { place, touched, status: item.status, flagged: item.flagged, reviewer }
    }

    /// Makes the finding what it was.
    pub(crate) fn restore(self, item: &mut Item) {
        item.touch(|touched| *touched = self.touched.map(|touched| *touched).unwrap_or_default());
        item.stand(self.status, self.reviewer);
        item.flagged = self.flagged;
    }
}
