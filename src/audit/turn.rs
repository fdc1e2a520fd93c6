//! What the live gate remembers of a conversation: its current turn, and what matters of earlier ones.

use super::data_mentions::DataMentions;
use super::earlier_leaks::EarlierLeaks;
use super::turn_tools::TurnTools;
use crate::claim::{WantedFormat, Window};

/// The current turn of a conversation, from the user's message on.
#[derive(Debug, Default)]
pub(super) struct CurrentTurn {
    /// The user's message that began the turn; `None` if it is not known.
    pub(super) asked: Option<String>,
    /// What the user asked for earlier and may still want.
    pub(super) wanted: WantedFormat,
    /// The mentions of data.
    pub(super) data_talk: DataMentions,
    /// The forms of earlier leaks.
    pub(super) leaks: EarlierLeaks,
    /// The messages that show what the user may still want done.
    pub(super) window: Window,
    /// Whether tools were used in the turn.
    pub(super) used_tools: bool,
    pub(super) tools: TurnTools,
}

impl CurrentTurn {
    /// The turn that begins with a user's message.
    pub(super) fn next(self, asked: Option<String>) -> Self {
        let wanted = self.asked.as_deref().map_or(self.wanted, |said| self.wanted.after(said));
        let mut data_talk = self.data_talk;
        data_talk.asked(asked.as_deref().unwrap_or_default());
        let mut window = self.window;
        if self.used_tools {
            window.note_tools();
        }
        window.asked(asked.as_deref().unwrap_or_default());
        Self { asked, wanted, data_talk, leaks: self.leaks, window, used_tools: false, tools: self.tools.next() }
    }
}
