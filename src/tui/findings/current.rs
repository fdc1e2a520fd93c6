//! The selected finding: read once, and revised once for each change.

use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};

use crate::claim::payload::Payload;
use crate::proposal::{Edit, Finding, Status};
use crate::source::Key;
use crate::tui::review::model::Model;
use crate::tui::text::long_text::LONG;

use super::request::RequestState;
use super::written;

/// Payloads of at least this many bytes are parsed in the background.
const LARGE: usize = 128 << 10;
/// Findings of fewer bytes have no long text in any form.
const SMALL: usize = LONG / 8;

/// The selected finding.
#[derive(Clone, Debug)]
pub(crate) struct CurrentFinding {
    pub(crate) message: Key,
    edit: Edit,
    proposed: Arc<Finding>,
    current: Arc<Finding>,
    /// The parse state of each payload.
    readings: Vec<PayloadState>,
    /// Its current state in the database, if it is written.
    pub(crate) written: Option<written::WrittenState>,
    /// The user's request before the message.
    pub(crate) request: RequestState,
}

/// The parse state of a payload.
#[derive(Clone, Debug, Default)]
enum PayloadState {
    /// Not requested yet.
    #[default]
    Unread,
    /// A thread is parsing it and stores the result here.
    UnderWay(Arc<JoinHandle<()>>, Arc<OnceLock<Option<Payload>>>),
    /// Parsed, as far as possible.
    Read(Arc<OnceLock<Option<Payload>>>),
}

impl Model {
    /// The selected finding with the reviewer's changes.
    #[must_use]
    pub fn current(&self) -> Option<&Finding> {
        Some(&*self.looked_at.as_ref()?.current)
    }

    /// Whether the next update adds something that the screen still lacks.
    pub(crate) fn lacks_something(&self) -> bool {
        let reads =
            |looked_at: &CurrentFinding| matches!(looked_at.readings.get(self.claim), Some(PayloadState::UnderWay(..)));
        self.long_texts.is_waiting() || self.looked_at.as_ref().is_some_and(reads)
    }

    /// Parses the payload of the current claim, in the background if it is large.
    pub(crate) fn read_payload(&mut self) {
        let Some(CurrentFinding { current, readings, .. }) = &mut self.looked_at else { return };
        let (Some(reading), Some(judged)) = (readings.get_mut(self.claim), current.claims.get(self.claim)) else {
            return;
        };
        match reading {
            PayloadState::Unread if judged.claim.payload.is_none_or(|span| span.end - span.start < LARGE) => {
                let read = judged.claim.reading(&current.message.text);
                *reading = PayloadState::Read(Arc::new(OnceLock::from(read)));
            }
            PayloadState::Unread => {
                let read = Arc::default();
                *reading = PayloadState::UnderWay(Arc::new(read_in_background(current, &read, self.claim)), read);
            }
            PayloadState::UnderWay(reader, read) if reader.is_finished() => {
                *reading = PayloadState::Read(Arc::clone(read));
            }
            PayloadState::UnderWay(..) | PayloadState::Read(_) => {}
        }
    }

    /// The parsed payload of the current claim; `None` while a thread still parses it.
    pub(crate) fn reading(&self) -> Option<&Payload> {
        match self.looked_at.as_ref()?.readings.get(self.claim)? {
            PayloadState::Read(read) => read.get()?.as_ref(),
            PayloadState::Unread | PayloadState::UnderWay(..) => None,
        }
    }

    /// [`Self::current`] as a shared pointer.
    pub(crate) fn shared_current(&self) -> Option<Arc<Finding>> {
        Some(Arc::clone(&self.looked_at.as_ref()?.current))
    }

    /// The selected finding without the reviewer's changes.
    pub(crate) fn proposed(&self) -> Option<&Finding> {
        Some(&*self.looked_at.as_ref()?.proposed)
    }

    /// Loads the selected finding if the selection or its changes are new.
    pub(crate) fn look_at_selected(&mut self) {
        let Some(item) = self.selected() else {
            self.looked_at = None;
            return;
        };
        let is_written = item.status == Status::Written;
        let is_known = |known: &CurrentFinding| {
            known.message == item.key && known.edit == *item.edit() && known.written.is_some() == is_written
        };
        if self.looked_at.as_ref().is_some_and(is_known) {
            return;
        }
        let (message, edit, proposed) = (item.key.clone(), item.edit().clone(), item.finding());
        let current = item.revised(&edit, &self.settings.rules());
        let readings = vec![PayloadState::Unread; current.claims.len()];
        self.long_texts.forget();
        let written = is_written.then_some(written::WrittenState::Wanted);
        let same = self.looked_at.take().filter(|known| known.message == message);
        let request = same.map(|known| known.request).unwrap_or_default();
        self.looked_at = Some(CurrentFinding { message, edit, proposed, current, readings, written, request });
    }
}

impl CurrentFinding {
    /// Whether none of its texts is long.
    pub(crate) fn is_small(&self) -> bool {
        let written = match &self.written {
            Some(written::WrittenState::Known(now)) => {
                now.as_ref().as_ref().ok().and_then(|now| now.present.text.as_ref())
            }
            _ => None,
        };
        let values = self.current.records.iter().flat_map(|record| record.values.values());
        let records: usize = values.filter_map(|value| value.as_str().map(str::len)).sum();
        let texts = self.current.message.text.len() + self.current.cleaned.len() + written.map_or(0, String::len);
        texts + records < SMALL
    }
}

/// Parses the payload of a claim on its own thread.
fn read_in_background(finding: &Arc<Finding>, read: &Arc<OnceLock<Option<Payload>>>, claim: usize) -> JoinHandle<()> {
    let (finding, read) = (Arc::clone(finding), Arc::clone(read));
    thread::spawn(move || {
        if let Some(judged) = finding.claims.get(claim) {
            read.get_or_init(|| judged.claim.reading(&finding.message.text));
        }
    })
}
