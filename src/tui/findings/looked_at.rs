//! The finding that is looked at: read once, and revised once for each change.

use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};

use crate::claim::payload::Payload;
use crate::proposal::{Edit, Finding, Status};
use crate::source::Key;
use crate::tui::dialogs::Overlay;
use crate::tui::review::model::Model;
use crate::tui::screen;
use crate::tui::text::long_text::LONG;

use super::request::Request;
use super::written;

/// Payloads of so many bytes are read beside the review.
const LARGE: usize = 128 << 10;
/// Of a finding of so few bytes no text is long, in whichever form.
const SMALL: usize = LONG / 8;

/// The finding that is looked at.
#[derive(Clone, Debug)]
pub(crate) struct LookedAt {
    pub(crate) message: Key,
    edit: Edit,
    proposed: Arc<Finding>,
    current: Arc<Finding>,
    /// How each of its payloads was read, once it was looked at.
    readings: Vec<Reading>,
    /// What stands of it in the database, where it is written.
    pub(crate) written: Option<written::Reading>,
    /// What the user had asked.
    pub(crate) request: Request,
}

/// How a payload was read.
#[derive(Clone, Debug, Default)]
enum Reading {
    /// Nobody looked at it yet.
    #[default]
    Unread,
    /// A thread reads it, which puts it there.
    UnderWay(Arc<JoinHandle<()>>, Arc<OnceLock<Option<Payload>>>),
    /// It is read, as far as it can be.
    Read(Arc<OnceLock<Option<Payload>>>),
}

impl Model {
    /// The finding that is looked at, with the reviewer's changes.
    #[must_use]
    pub fn current(&self) -> Option<&Finding> {
        Some(&*self.looked_at.as_ref()?.current)
    }

    /// Lays out a piece of what shows, so that to draw it changes nothing.
    pub(crate) fn lay_out(&mut self) {
        self.read_payload();
        let is_small = |looked_at: &LookedAt| looked_at.is_small();
        let has_conversation = self.overlays.iter().any(|overlay| matches!(overlay, Overlay::Conversation(_)));
        if !has_conversation && self.looked_at.as_ref().is_none_or(is_small) {
            self.long_texts.begin_round();
            return;
        }
        let mut texts = std::mem::take(&mut self.long_texts);
        texts.begin_round();
        screen::lay_out(self, &mut texts);
        texts.end_round();
        self.long_texts = texts;
    }

    /// Whether the next update brings what the picture lacks.
    pub(crate) fn lacks_something(&self) -> bool {
        let reads = |looked_at: &LookedAt| matches!(looked_at.readings.get(self.claim), Some(Reading::UnderWay(..)));
        self.long_texts.is_waiting() || self.looked_at.as_ref().is_some_and(reads)
    }

    /// Reads the payload of the claim that is looked at; a large one beside the review.
    fn read_payload(&mut self) {
        let Some(LookedAt { current, readings, .. }) = &mut self.looked_at else { return };
        let (Some(reading), Some(judged)) = (readings.get_mut(self.claim), current.claims.get(self.claim)) else {
            return;
        };
        match reading {
            Reading::Unread if judged.claim.payload.is_none_or(|span| span.end - span.start < LARGE) => {
                let read = judged.claim.reading(&current.message.text);
                *reading = Reading::Read(Arc::new(OnceLock::from(read)));
            }
            Reading::Unread => {
                let read = Arc::default();
                *reading = Reading::UnderWay(Arc::new(read_beside(current, &read, self.claim)), read);
            }
            Reading::UnderWay(reader, read) if reader.is_finished() => *reading = Reading::Read(Arc::clone(read)),
            Reading::UnderWay(..) | Reading::Read(_) => {}
        }
    }

    /// How the payload of the claim that is looked at was read; of a large one, as soon as that is known.
    pub(crate) fn reading(&self) -> Option<&Payload> {
        match self.looked_at.as_ref()?.readings.get(self.claim)? {
            Reading::Read(read) => read.get()?.as_ref(),
            Reading::Unread | Reading::UnderWay(..) => None,
        }
    }

    /// The same, to be kept.
    pub(crate) fn shared_current(&self) -> Option<Arc<Finding>> {
        Some(Arc::clone(&self.looked_at.as_ref()?.current))
    }

    /// The same as it was proposed.
    pub(crate) fn proposed(&self) -> Option<&Finding> {
        Some(&*self.looked_at.as_ref()?.proposed)
    }

    /// Reads the selected finding, if it is another than before, or has other changes.
    pub(crate) fn look_at_selected(&mut self) {
        let Some(item) = self.selected() else {
            self.looked_at = None;
            return;
        };
        let is_written = item.status == Status::Written;
        let is_known = |known: &LookedAt| {
            known.message == item.key && known.edit == *item.edit() && known.written.is_some() == is_written
        };
        if self.looked_at.as_ref().is_some_and(is_known) {
            return;
        }
        let (message, edit, proposed) = (item.key.clone(), item.edit().clone(), item.finding());
        let current = item.revised(&edit, &self.setting.rules());
        let readings = vec![Reading::Unread; current.claims.len()];
        self.long_texts.forget();
        let written = is_written.then_some(written::Reading::Wanted);
        let same = self.looked_at.take().filter(|known| known.message == message);
        let request = same.map(|known| known.request).unwrap_or_default();
        self.looked_at = Some(LookedAt { message, edit, proposed, current, readings, written, request });
    }
}

impl LookedAt {
    /// Whether nothing of it is long.
    pub(crate) fn is_small(&self) -> bool {
        let written = match &self.written {
            Some(written::Reading::Known(now)) => now.as_ref().as_ref().ok().and_then(|now| now.present.text.as_ref()),
            _ => None,
        };
        let values = self.current.records.iter().flat_map(|record| record.values.values());
        let records: usize = values.filter_map(|value| value.as_str().map(str::len)).sum();
        let texts = self.current.message.text.len() + self.current.cleaned.len() + written.map_or(0, String::len);
        texts + records < SMALL
    }
}

/// Reads the payload of a claim on a thread of its own.
fn read_beside(finding: &Arc<Finding>, read: &Arc<OnceLock<Option<Payload>>>, claim: usize) -> JoinHandle<()> {
    let (finding, read) = (Arc::clone(finding), Arc::clone(read));
    thread::spawn(move || {
        if let Some(judged) = finding.claims.get(claim) {
            read.get_or_init(|| judged.claim.reading(&finding.message.text));
        }
    })
}
