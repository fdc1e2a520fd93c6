//! What a user asked for earlier in a conversation and may still want.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::claim::WantedFormat;
use crate::source::{Key, Source as _, SourceError, SqliteSource, TurnMessage};

/// The conversations cached for the next look-up.
const CONVERSATIONS_KEPT: usize = 1000;

/// What was wanted before each of a user's messages, by conversation; messages before which nothing was are not kept.
#[derive(Debug, Default)]
pub(super) struct EarlierRequests {
    conversations: RefCell<HashMap<Key, HashMap<Key, WantedFormat>>>,
}

impl EarlierRequests {
    /// What was wanted before a user's message. The conversation is read once.
    pub(super) fn before(
        &self,
        source: &SqliteSource,
        conversation: &Key,
        asking: &Key,
        messages: &[TurnMessage],
    ) -> Result<WantedFormat, SourceError> {
        if let Some(known) = self.conversations.borrow().get(conversation) {
            return Ok(known.get(asking).copied().unwrap_or_default());
        }
        let mut before = HashMap::new();
        let mut wanted = WantedFormat::default();
        for message in messages.iter().filter(|message| message.is_user || message.asks) {
            if wanted != WantedFormat::default() {
                before.insert(message.key.clone(), wanted);
            }
            if let Some(said) = said(source, message)? {
                wanted = wanted.after(&said);
            }
        }
        let found = before.get(asking).copied().unwrap_or_default();
        let mut kept = self.conversations.borrow_mut();
        if kept.len() >= CONVERSATIONS_KEPT {
            kept.clear();
        }
        kept.insert(conversation.clone(), before);
        Ok(found)
    }
}

/// The user's text of a message, or of the message before it.
pub(super) fn said(source: &SqliteSource, message: &TurnMessage) -> Result<Option<String>, SourceError> {
    if message.asks { source.asked(&message.key) } else { source.text(&message.key) }
}
