//! The selected finding: read once, and revised once for each change.

use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};

use crate::claim::payload::Payload;
use crate::proposal::{Edit, Finding, Rules, Status};
use crate::source::Key;
use crate::tui::loaded::written::WrittenNow;
use crate::tui::text::long_text::LONG;

use super::item::Item;

/// Payloads of at least this many bytes are parsed in the background.
const LARGE: usize = 128 << 10;
/// Findings of fewer bytes have no long text in any form.
const SMALL: usize = LONG / 8;

/// The selected finding, with what is read about it only while it is selected.
#[derive(Clone, Debug)]
pub(crate) struct CurrentFinding {
    message: Key,
    edit: Edit,
    /// The finding without the reviewer's changes.
    pub(crate) proposed: Arc<Finding>,
    /// The finding with the reviewer's changes.
    pub(crate) current: Arc<Finding>,
    /// The parse state of each payload.
    readings: Vec<PayloadState>,
    /// Its current state in the database, if it is written.
    written: Option<WrittenState>,
    /// The user's request before the message.
    request: RequestState,
}

/// The parse state of a payload.
#[derive(Clone, Debug, Default)]
enum PayloadState {
    /// Not parsed, and no thread is parsing it.
    #[default]
    Unread,
    /// A thread is parsing it and stores the result here.
    UnderWay(Arc<JoinHandle<()>>, Arc<OnceLock<Option<Payload>>>),
    /// Parsed, as far as possible.
    Read(Arc<OnceLock<Option<Payload>>>),
}

/// The state of the query for a written finding.
#[derive(Clone, Debug)]
enum WrittenState {
    /// To be asked of the host.
    Wanted,
    /// The host is reading it.
    Asked,
    /// The answer, or why there is none.
    Known(Arc<Result<WrittenNow, String>>),
}

/// The state of the query for the user's request before the message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum RequestState {
    /// To be asked of the host.
    #[default]
    Wanted,
    /// The host is reading it.
    Asked,
    /// The user's text, `None` if there is none; or why it cannot be read.
    Known(Result<Option<String>, String>),
}

impl CurrentFinding {
    /// The finding with the reviewer's changes; `None` if it cannot be read any more. What is known of `before` stays
    /// known if it is the same message.
    pub(crate) fn of(item: &Item, rules: &Rules<'_>, before: Option<Self>) -> Option<Self> {
        let (message, edit, proposed) = (item.key.clone(), item.edit().clone(), item.finding()?);
        let current = item.revised(&edit, rules)?;
        let readings = vec![PayloadState::Unread; current.claims.len()];
        let written = (item.status == Status::Written).then_some(WrittenState::Wanted);
        let request = before.filter(|known| known.message == message).map(|known| known.request).unwrap_or_default();
        Some(Self { message, edit, proposed, current, readings, written, request })
    }

    /// Whether this is what [`Self::of`] returns for the item.
    pub(crate) fn is_of(&self, item: &Item) -> bool {
        let is_written = item.status == Status::Written;
        self.message == item.key && self.edit == *item.edit() && self.written.is_some() == is_written
    }

    /// Whether a thread parses the payload of a claim.
    pub(crate) fn is_reading(&self, claim: usize) -> bool {
        matches!(self.readings.get(claim), Some(PayloadState::UnderWay(..)))
    }

    /// Parses the payload of a claim, in the background if it is large.
    pub(crate) fn read_payload(&mut self, claim: usize) {
        let Self { current, readings, .. } = self;
        let (Some(reading), Some(judged)) = (readings.get_mut(claim), current.claims.get(claim)) else {
            return;
        };
        match reading {
            PayloadState::Unread if judged.claim.payload.is_none_or(|span| span.end - span.start < LARGE) => {
                let read = judged.claim.reading(&current.message.text);
                *reading = PayloadState::Read(Arc::new(OnceLock::from(read)));
            }
            PayloadState::Unread => {
                let read = Arc::default();
                *reading = PayloadState::UnderWay(Arc::new(read_in_background(current, &read, claim)), read);
            }
            PayloadState::UnderWay(reader, read) if reader.is_finished() => {
                *reading = PayloadState::Read(Arc::clone(read));
            }
            PayloadState::UnderWay(..) | PayloadState::Read(_) => {}
        }
    }

    /// The parsed payload of a claim; `None` while a thread still parses it.
    pub(crate) fn reading(&self, claim: usize) -> Option<&Payload> {
        match self.readings.get(claim)? {
            PayloadState::Read(read) => read.get()?.as_ref(),
            PayloadState::Unread | PayloadState::UnderWay(..) => None,
        }
    }

    /// The message whose state in the database is to be requested, once.
    pub(crate) fn ask_for_written(&mut self) -> Option<Key> {
        let state = self.written.as_mut().filter(|state| matches!(state, WrittenState::Wanted))?;
        *state = WrittenState::Asked;
        Some(self.message.clone())
    }

    /// Stores the answer if it is about this finding.
    pub(crate) fn set_written(&mut self, message: &Key, now: Result<WrittenNow, String>) {
        if let Some(state) = self.written.as_mut().filter(|_| self.message == *message) {
            *state = WrittenState::Known(Arc::new(now));
        }
    }

    /// Its state in the database; `None` while it is read.
    pub(crate) fn written_now(&self) -> Option<&Result<WrittenNow, String>> {
        match self.written.as_ref()? {
            WrittenState::Known(now) => Some(now),
            WrittenState::Wanted | WrittenState::Asked => None,
        }
    }

    /// The message before which the user's text is to be requested, once.
    pub(crate) fn ask_for_request(&mut self) -> Option<Key> {
        let is_wanted = self.request == RequestState::Wanted;
        is_wanted.then(|| {
            self.request = RequestState::Asked;
            self.message.clone()
        })
    }

    /// Stores the answer if it is about this finding.
    pub(crate) fn set_request(&mut self, message: &Key, said: Result<Option<String>, String>) {
        if self.message == *message {
            self.request = RequestState::Known(said);
        }
    }

    /// The user's text before the message, or why it cannot be read; `None` while it is read, or if there is none.
    pub(crate) fn request(&self) -> Option<Result<&str, &str>> {
        match &self.request {
            RequestState::Known(Ok(said)) => said.as_deref().map(Ok),
            RequestState::Known(Err(why)) => Some(Err(why)),
            RequestState::Wanted | RequestState::Asked => None,
        }
    }

    /// Whether none of its texts is long.
    pub(crate) fn is_small(&self) -> bool {
        let written = self.written_now().and_then(|now| now.as_ref().ok()).and_then(|now| now.present.text.as_ref());
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
