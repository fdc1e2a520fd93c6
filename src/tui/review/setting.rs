//! What a review is opened with.

use std::sync::Arc;

use jiff::Timestamp;

use crate::catalog::KnownTools;
use crate::proposal::{RecordTime, Rules};
use crate::registry::CallTokens;
use crate::source::profile::{Profile, RecordTool};
use crate::tui::input::keymap::KeyMap;

/// What stands at the top of the screen, and what proposals follow.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The database's name, as people know it.
    pub file: String,
    /// Who decides.
    pub reviewer: Arc<String>,
    /// Where the application keeps things.
    pub profile: Arc<Profile>,
    /// The tools that are known.
    pub tools: Arc<KnownTools>,
    /// The tokens of calls.
    pub call_tokens: Arc<CallTokens>,
    /// Which time a recovered record gets; `None` as it was decided, else the message's.
    pub record_time: Option<RecordTime>,
    /// Where a recovered tool is recorded; `None` as the profile says.
    pub record_tool: Option<RecordTool>,
    /// One instant for the whole run.
    pub now: Timestamp,
    /// What is wrong with the configuration of the screen, which is passed over.
    pub mistakes: Vec<String>,
    /// Whether nothing is decided or written, only looked at.
    pub read_only: bool,
    /// The keys in force.
    pub keys: KeyMap,
}

impl Setting {
    /// The rules that proposals follow.
    #[must_use]
    pub fn rules(&self) -> Rules<'_> {
        Rules {
            profile: &self.profile,
            tools: &self.tools,
            call_tokens: &self.call_tokens,
            record_time: self.record_time,
            record_tool: self.record_tool,
            now: self.now,
        }
    }
}
