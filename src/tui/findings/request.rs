//! What the user had asked before the message that is looked at: the cause is read first.

use crate::source::Key;
use crate::tui::input::effect::Effect;
use crate::tui::review::model::Model;

/// How far it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Request {
    /// It was not asked for yet.
    #[default]
    Wanted,
    /// The host reads it.
    Asked,
    /// What the user had said; `None` where nothing is known of it.
    Known(Option<String>),
}

impl Model {
    /// Asks for what the user had said before the message that is looked at, where that was not asked for yet.
    pub(crate) fn ask_for_request(&mut self) -> Option<Effect> {
        let looked_at = self.looked_at.as_mut().filter(|looked_at| looked_at.request == Request::Wanted)?;
        looked_at.request = Request::Asked;
        Some(Effect::ReadRequest(looked_at.message.clone()))
    }

    /// Takes it in, if that message is still looked at.
    pub(crate) fn take_in_request(&mut self, message: &Key, said: Option<String>) {
        if let Some(looked_at) = self.looked_at.as_mut().filter(|looked_at| looked_at.message == *message) {
            looked_at.request = Request::Known(said);
        }
    }

    /// What the user had said before the message that is looked at; `None` as long as it is read.
    pub(crate) fn request(&self) -> Option<&str> {
        match &self.looked_at.as_ref()?.request {
            Request::Known(said) => said.as_deref(),
            Request::Wanted | Request::Asked => None,
        }
    }
}
