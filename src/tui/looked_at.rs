//! The finding that is looked at: read once, and revised once for each change.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};

use super::model::Model;
use crate::claim::payload::Payload;
use crate::proposal::{Edit, Finding};

/// Payloads of so many bytes are read beside the review.
const LARGE: usize = 128 << 10;

/// The finding that is looked at.
#[derive(Clone, Debug)]
pub(super) struct LookedAt {
    place: usize,
    edit: Edit,
    proposed: Arc<Finding>,
    current: Arc<Finding>,
    /// How each of its payloads was read, once it was looked at.
    readings: Arc<Vec<Reading>>,
    /// Whether the picture lacks a reading that is under way.
    lacks: Arc<AtomicBool>,
}

/// How a payload was read.
#[derive(Debug, Default)]
struct Reading {
    read: OnceLock<Option<Payload>>,
    /// Who reads it, where that takes long.
    reader: OnceLock<JoinHandle<()>>,
}

impl Model {
    /// The finding that is looked at, with the reviewer's changes.
    #[must_use]
    pub fn current(&self) -> Option<&Finding> {
        Some(&*self.looked_at.as_ref()?.current)
    }

    /// Another picture is drawn.
    pub(super) fn begin_picture(&self) {
        self.long_texts.begin_picture();
        if let Some(looked_at) = &self.looked_at {
            looked_at.lacks.store(false, Ordering::Relaxed);
        }
    }

    /// Whether the next picture can show what the last one could not.
    pub(super) fn lacks_something(&self) -> bool {
        let lacks = |looked_at: &LookedAt| looked_at.lacks.load(Ordering::Relaxed);
        self.long_texts.is_waiting() || self.looked_at.as_ref().is_some_and(lacks)
    }

    /// How the payload of the claim that is looked at was read; of a large one, as soon as that is known.
    pub(super) fn reading(&self) -> Option<&Payload> {
        let LookedAt { current, readings, lacks, .. } = self.looked_at.as_ref()?;
        let (reading, judged) = (readings.get(self.claim)?, current.claims.get(self.claim)?);
        if judged.claim.payload.is_none_or(|span| span.end - span.start < LARGE) {
            return reading.read.get_or_init(|| judged.claim.reading(&current.message.text)).as_ref();
        }
        let reader = reading.reader.get_or_init(|| read_beside(current, readings, self.claim));
        // Asked in this order: what is read when that is through is not missed.
        let is_through = reader.is_finished();
        let read = reading.read.get();
        lacks.fetch_or(read.is_none() && !is_through, Ordering::Relaxed);
        read?.as_ref()
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
        let readings = Arc::new(current.claims.iter().map(|_| Reading::default()).collect());
        self.looked_at = Some(LookedAt { place, edit, proposed, current, readings, lacks: Arc::default() });
    }
}

/// Reads the payload of a claim on a thread of its own.
fn read_beside(finding: &Arc<Finding>, readings: &Arc<Vec<Reading>>, claim: usize) -> JoinHandle<()> {
    let (finding, readings) = (Arc::clone(finding), Arc::clone(readings));
    thread::spawn(move || {
        if let (Some(reading), Some(judged)) = (readings.get(claim), finding.claims.get(claim)) {
            reading.read.get_or_init(|| judged.claim.reading(&finding.message.text));
        }
    })
}
