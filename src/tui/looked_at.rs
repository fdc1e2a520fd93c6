//! The finding that is looked at: read once, and revised once for each change.

use std::sync::{Arc, OnceLock};

use super::model::Model;
use crate::claim::payload::Payload;
use crate::proposal::{Edit, Finding};

/// The finding that is looked at.
#[derive(Clone, Debug)]
pub(super) struct LookedAt {
    place: usize,
    edit: Edit,
    proposed: Arc<Finding>,
    current: Arc<Finding>,
    /// How each of its payloads was read, once it was looked at.
    readings: Arc<Vec<OnceLock<Option<Payload>>>>,
}

impl Model {
    /// The finding that is looked at, with the reviewer's changes.
    #[must_use]
    pub fn current(&self) -> Option<&Finding> {
        Some(&*self.looked_at.as_ref()?.current)
    }

    /// How the payload of the claim that is looked at was read.
    pub(super) fn reading(&self) -> Option<&Payload> {
        let LookedAt { current, readings, .. } = self.looked_at.as_ref()?;
        let (reading, judged) = (readings.get(self.claim)?, current.claims.get(self.claim)?);
        reading.get_or_init(|| judged.claim.reading(&current.message.text)).as_ref()
    }

    /// The same, to be kept.
    pub(super) fn shared_current(&self) -> Option<Arc<Finding>> {
        Some(Arc::clone(&self.looked_at.as_ref()?.current))
    }

    /// The same as it was proposed.
    pub(super) fn proposed(&self) -> Option<&Finding> {
        Some(&*self.looked_at.as_ref()?.proposed)
    }

    /// Reads the selected finding, if it is another than before, or has other changes.
    pub(super) fn look_at_selected(&mut self) {
        let Some((place, item)) = self.selected.zip(self.selected()) else {
            self.looked_at = None;
            return;
        };
        let is_known = |known: &LookedAt| known.place == place && known.edit == *item.edit();
        if self.looked_at.as_ref().is_some_and(is_known) {
            return;
        }
        self.long_texts.forget();
        let (edit, proposed) = (item.edit().clone(), item.finding());
        let current = item.revised(&edit, &self.setting.rules());
        let readings = current.claims.iter().map(|_| OnceLock::new()).collect();
        self.looked_at = Some(LookedAt { place, edit, proposed, current, readings: Arc::new(readings) });
    }
}
