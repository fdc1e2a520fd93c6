//! Messages that changed since their findings were found, and how far it is with the search for what is in them now.

use std::collections::{HashMap, HashSet};

use crate::source::Key;
use crate::tui::input::effect::Effect;

/// How far it is with a message that changed since its finding was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Changed {
    /// It is looked for anew, by the search of this number.
    LookedFor(u64),
    /// Nothing is found in it any more.
    NotFound,
    /// It could not be looked for.
    Failed,
}

/// All of them: what they are in the list is not decided as it shows.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChangedMessages {
    messages: HashMap<Key, Changed>,
    /// How many searches there were: what one answers counts for the messages that no later one looks for.
    searches: u64,
}

impl ChangedMessages {
    /// How far it is with a message; `None` where it did not change.
    pub(crate) fn state(&self, message: &Key) -> Option<Changed> {
        self.messages.get(message).copied()
    }

    /// Begins a search for some messages, if there are any.
    pub(crate) fn look_for(&mut self, messages: Vec<Key>) -> Option<Effect> {
        if messages.is_empty() {
            return None;
        }
        self.searches += 1;
        let search = self.searches;
        self.messages.extend(messages.iter().map(|message| (message.clone(), Changed::LookedFor(search))));
        Some(Effect::FindAgain { search, messages })
    }

    /// Looks once more for all that could not be looked for, if this message is among them.
    pub(crate) fn try_again(&mut self, message: &Key) -> Option<Effect> {
        let failed = |state: &Changed| *state == Changed::Failed;
        self.messages.get(message).filter(|state| failed(state))?;
        let again = self.messages.iter().filter(|(_, state)| failed(state)).map(|(message, _)| message.clone());
        self.look_for(again.collect())
    }

    /// Whether a search is the last one that looks for a message.
    pub(crate) fn is_awaited(&self, message: &Key, search: u64) -> bool {
        self.messages.get(message) == Some(&Changed::LookedFor(search))
    }

    /// Ends a search that found something in these messages, and in no other.
    pub(crate) fn end(&mut self, search: u64, found: &HashSet<Key>) {
        self.messages.retain(|message, state| *state != Changed::LookedFor(search) || !found.contains(message));
        self.turn(search, Changed::NotFound);
    }

    /// Ends a search that failed; whether anything was still looked for by it.
    pub(crate) fn fail(&mut self, search: u64) -> bool {
        self.turn(search, Changed::Failed)
    }

    fn turn(&mut self, search: u64, to: Changed) -> bool {
        let mut any = false;
        for state in self.messages.values_mut().filter(|state| **state == Changed::LookedFor(search)) {
            (*state, any) = (to, true);
        }
        any
    }

    /// Forgets all of them, since everything is found anew; what a search still answers counts no more.
    pub(crate) fn forget(&mut self) {
        self.messages.clear();
    }
}
