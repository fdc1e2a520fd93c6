//! The settings of a review.

use std::sync::Arc;

use jiff::Timestamp;

use crate::catalog::KnownTools;
use crate::proposal::{RecordTime, Rules};
use crate::registry::CallTokens;
use crate::source::profile::{Profile, RecordTool};
use crate::tui::input::action::Action;
use crate::tui::input::context::KeyContext;
use crate::tui::input::keymap::KeyMap;

/// What a review is opened with, fixed for its whole run.
#[derive(Clone, Debug)]
pub struct ReviewSettings {
    /// The display name of the database.
    pub file: String,
    /// The name of the reviewer.
    pub reviewer: Arc<String>,
    /// The profile of the application's database.
    pub profile: Arc<Profile>,
    /// The tools that are known, by which proposals and edited plans are checked.
    pub tools: Arc<KnownTools>,
    /// The tokens around calls in all syntaxes, for the rules of proposals.
    pub call_tokens: Arc<CallTokens>,
    /// The time of a recovered record; `None` for the time of the decision, else of the message.
    pub record_time: Option<RecordTime>,
    /// Where a recovered tool is recorded; `None` to follow the profile.
    pub record_tool: Option<RecordTool>,
    /// The current time, fixed for the whole run.
    pub now: Timestamp,
    /// Mistakes in the configuration of the screen. These settings are ignored.
    pub mistakes: Vec<String>,
    /// Whether the review is read-only.
    pub read_only: bool,
    /// Why nothing can be written back to this database, if so.
    pub write_back_obstacle: Option<String>,
    /// The keys in force.
    pub keys: KeyMap,
}

impl ReviewSettings {
    /// The key of an action in the review, for a hint.
    pub(crate) fn key(&self, action: &Action) -> String {
        self.keys.key(KeyContext::REVIEW, action)
    }

    /// The key of an action that only a dialog has.
    pub(crate) fn key_of_dialog(&self, action: &Action) -> String {
        self.keys.key(self.keys.context_of(action).unwrap_or(KeyContext::REVIEW), action)
    }

    /// The rules that proposals follow.
    #[must_use]
    pub fn rules(&self) -> Rules<'_> {
        let Self { record_time, record_tool, .. } = *self;
        Rules { record_time, record_tool, ..Rules::new(&self.profile, &self.tools, &self.call_tokens, self.now) }
    }
}
