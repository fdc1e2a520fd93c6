//! Messages that changed since their findings were found, and the state of their new scan.

use std::collections::{HashMap, HashSet};

use crate::source::Key;
use crate::tui::input::effect::Effect;

/// The state of a message that changed since its finding was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RescanState {
    /// It is being scanned again, by the search with this number.
    LookedFor(u64),
    /// Nothing is found in it any more.
    NotFound,
    /// It could not be scanned again.
    Failed,
}

/// All changed messages. Their findings are outdated and cannot be decided as shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChangedMessages {
    messages: HashMap<Key, RescanState>,
    /// The number of searches so far. The result of a search counts only for messages that no later search covers.
    searches: u64,
}

impl ChangedMessages {
    /// The state of a message; `None` if it did not change.
    pub(crate) fn state(&self, message: &Key) -> Option<RescanState> {
        self.messages.get(message).copied()
    }

    /// Starts a search for some messages, if there are any.
    pub(crate) fn look_for(&mut self, messages: Vec<Key>) -> Option<Effect> {
        if messages.is_empty() {
            return None;
        }
        self.searches += 1;
        let search = self.searches;
        self.messages.extend(messages.iter().map(|message| (message.clone(), RescanState::LookedFor(search))));
        Some(Effect::FindAgain { search, messages })
    }

    /// Searches again for all messages whose search failed, if this message is one of them.
    pub(crate) fn try_again(&mut self, message: &Key) -> Option<Effect> {
        let failed = |state: &RescanState| *state == RescanState::Failed;
        self.messages.get(message).filter(|state| failed(state))?;
        let again = self.messages.iter().filter(|(_, state)| failed(state)).map(|(message, _)| message.clone());
        self.look_for(again.collect())
    }

    /// Whether a search is the latest one for a message.
    pub(crate) fn is_awaited(&self, message: &Key, search: u64) -> bool {
        self.messages.get(message) == Some(&RescanState::LookedFor(search))
    }

    /// Ends a search that found something in exactly these messages.
    pub(crate) fn end(&mut self, search: u64, found: &HashSet<Key>) {
        self.messages.retain(|message, state| *state != RescanState::LookedFor(search) || !found.contains(message));
        self.turn(search, RescanState::NotFound);
    }

    /// Ends a failed search; returns whether any message still waited for it.
    pub(crate) fn fail(&mut self, search: u64) -> bool {
        self.turn(search, RescanState::Failed)
    }

    fn turn(&mut self, search: u64, to: RescanState) -> bool {
        let mut any = false;
        for state in self.messages.values_mut().filter(|state| **state == RescanState::LookedFor(search)) {
            (*state, any) = (to, true);
        }
        any
    }

    /// Forgets all messages, since everything is scanned again. Later results of old searches are ignored.
    pub(crate) fn forget(&mut self) {
        self.messages.clear();
    }
}
