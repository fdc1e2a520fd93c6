//! The user's request before the selected message.

use crate::source::Key;
use crate::tui::input::effect::Effect;
use crate::tui::review::model::Model;

/// The state of the request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum RequestState {
    /// Not requested yet.
    #[default]
    Wanted,
    /// The host is reading it.
    Asked,
    /// The user's text; `None` if there is none.
    Known(Option<String>),
}

impl Model {
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
