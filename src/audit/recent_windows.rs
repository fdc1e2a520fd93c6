//! The last messages of the conversations that a pass follows, word for word: with them, sentences are judged without
//! reading the database.

use hashbrown::HashMap;

use crate::claim::{UserMessage, Window};

/// The maximum number of bytes of texts that are kept; beyond that, all are forgotten.
const MOST_BYTES: usize = 1 << 19;

/// The window of a conversation, as far as it was followed.
#[derive(Debug, Default)]
struct FollowedWindow {
    window: Window,
    /// Whether the text of the last row is unknown.
    is_unread: bool,
}

/// The windows of conversations, by the hashes of their keys.
#[derive(Debug, Default)]
pub(super) struct RecentWindows {
    windows: HashMap<u64, FollowedWindow>,
    bytes: usize,
}

impl RecentWindows {
    /// Adds a message of the user; unless it continues what was said before, a new window begins. `is_first` says whether
    /// nothing is known to come before it.
    pub(super) fn asked(&mut self, conversation: u64, message: UserMessage, continues: bool, is_first: bool) {
        if !continues || self.windows.get(&conversation).is_some_and(|followed| followed.is_unread) {
            let before = self.windows.remove(&conversation);
            self.bytes -= before.map_or(0, |before| before.window.bytes());
        }
        if !continues {
            let window = if is_first { Window::default() } else { Window::partial() };
            self.windows.insert(conversation, FollowedWindow { window, is_unread: false });
        }
        self.change(conversation, |followed| followed.window.add(message));
    }

    /// Adds an answer, which may ask something.
    pub(super) fn answered(&mut self, conversation: u64, said: &str, may_ask_back: bool) {
        self.change(conversation, |followed| {
            followed.window.answered_asking(said, may_ask_back);
            followed.is_unread &= said.trim().is_empty();
        });
    }

    /// Adds a row whose text is unknown.
    pub(super) fn went_on(&mut self, conversation: u64) {
        self.change(conversation, |followed| followed.is_unread = true);
    }

    /// The window of a conversation; `None` if some of it is unknown.
    pub(super) fn get(&self, conversation: u64) -> Option<&Window> {
        self.windows.get(&conversation).map(|followed| &followed.window)
    }

    fn change(&mut self, conversation: u64, change: impl FnOnce(&mut FollowedWindow)) {
        let Some(followed) = self.windows.get_mut(&conversation) else { return };
        let before = followed.window.bytes();
        change(followed);
        self.bytes = self.bytes - before + followed.window.bytes();
        if self.bytes > MOST_BYTES {
            *self = Self::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_known_as_long_as_all_of_it_was_read_and_there_is_room() {
        let mut windows = RecentWindows::default();
        windows.asked(1, UserMessage::new("Book a table."), true, false);
        assert!(windows.get(1).is_none(), "what it continues is not known");
        windows.asked(1, UserMessage::new("Book a table."), false, false);
        windows.answered(1, "For when?", true);
        windows.asked(1, UserMessage::new("For nine."), true, false);
        assert!(windows.get(1).is_some() && windows.get(2).is_none());
        windows.went_on(1);
        windows.answered(1, "Booked. Anything else?", true);
        windows.asked(1, UserMessage::new("Thanks."), true, false);
        assert!(windows.get(1).is_some(), "what was answered last is known");
        windows.went_on(1);
        windows.asked(1, UserMessage::new("Thanks."), true, false);
        assert!(windows.get(1).is_none());
        assert!(windows.windows.is_empty(), "a window that is lost takes no room");
        for conversation in 0..2_000 {
            windows.asked(conversation, UserMessage::new(&"Book a table. ".repeat(200)), false, false);
            assert!(windows.bytes <= MOST_BYTES);
        }
        assert!(windows.get(1_999).is_some() && windows.get(0).is_none());
    }
}
