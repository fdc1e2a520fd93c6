//! The selected finding, and what the host is asked about it.

use std::sync::Arc;

use crate::claim::payload::Payload;
use crate::proposal::{Finding, Status};
use crate::source::Key;
use crate::tui::findings::current::{CurrentFinding, RequestState, WrittenState};
use crate::tui::input::effect::Effect;
use crate::tui::loaded::written::WrittenNow;

use super::model::Model;

impl Model {
    /// The selected finding with the reviewer's changes.
    #[must_use]
    pub fn current(&self) -> Option<&Finding> {
        Some(&*self.looked_at.as_ref()?.current)
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
        let known = self.looked_at.take();
        let Some(item) = self.selected() else { return };
        if known.as_ref().is_some_and(|known| known.is_of(item)) {
            self.looked_at = known;
            return;
        }
        self.looked_at = Some(CurrentFinding::of(item, &self.settings.rules(), known));
        self.long_texts.forget();
    }

    /// Whether the next update adds something that the screen still lacks.
    pub(crate) fn lacks_something(&self) -> bool {
        self.long_texts.is_waiting() || self.looked_at.as_ref().is_some_and(|finding| finding.is_reading(self.claim))
    }

    /// Parses the payload of the current claim, in the background if it is large.
    pub(crate) fn read_payload(&mut self) {
        if let Some(finding) = &mut self.looked_at {
            finding.read_payload(self.claim);
        }
    }

    /// The parsed payload of the current claim; `None` while a thread still parses it.
    pub(crate) fn reading(&self) -> Option<&Payload> {
        self.looked_at.as_ref()?.reading(self.claim)
    }

    /// Whether the selected finding is written.
    pub(crate) fn looks_at_written(&self) -> bool {
        self.selected().is_some_and(|item| item.status == Status::Written)
    }

    /// Requests the database state of the selected finding, if it is written and not requested yet.
    pub(crate) fn ask_for_written(&mut self) -> Option<Effect> {
        let looked_at = self.looked_at.as_mut()?;
        let reading = looked_at.written.as_mut().filter(|reading| matches!(reading, WrittenState::Wanted))?;
        *reading = WrittenState::Asked;
        Some(Effect::ReadWritten(looked_at.message.clone()))
    }

    /// Stores the answer if its message is still selected.
    pub(crate) fn take_in_written(&mut self, message: &Key, now: Result<WrittenNow, String>) {
        let looked_at = self.looked_at.as_mut().filter(|looked_at| looked_at.message == *message);
        if let Some(reading) = looked_at.and_then(|looked_at| looked_at.written.as_mut()) {
            *reading = WrittenState::Known(Arc::new(now));
        }
    }

    /// The database state of the selected finding; `None` while it is read.
    pub(crate) fn written_now(&self) -> Option<&Result<WrittenNow, String>> {
        match self.looked_at.as_ref()?.written.as_ref()? {
            WrittenState::Known(now) => Some(now),
            WrittenState::Wanted | WrittenState::Asked => None,
        }
    }

    /// Requests the user's text before the selected message, unless that is done already.
    pub(crate) fn ask_for_request(&mut self) -> Option<Effect> {
        let looked_at = self.looked_at.as_mut().filter(|looked_at| looked_at.request == RequestState::Wanted)?;
        looked_at.request = RequestState::Asked;
        Some(Effect::ReadRequest(looked_at.message.clone()))
    }

    /// Stores the answer if its message is still selected.
    pub(crate) fn take_in_request(&mut self, message: &Key, said: Option<String>) {
        if let Some(looked_at) = self.looked_at.as_mut().filter(|looked_at| looked_at.message == *message) {
            looked_at.request = RequestState::Known(said);
        }
    }

    /// The user's text before the selected message; `None` while it is read.
    pub(crate) fn request(&self) -> Option<&str> {
        match &self.looked_at.as_ref()?.request {
            RequestState::Known(said) => said.as_deref(),
            RequestState::Wanted | RequestState::Asked => None,
        }
    }
}
