//! The view of a review, saved for the next start.

use serde::{Deserialize, Serialize};

use crate::source::Key;
use crate::tui::findings::order::Order;
use crate::tui::input::pane::Pane;
use crate::tui::input::text_form::TextForm;

/// The version of the saved view that this program writes and reads.
pub(crate) const VERSION: u32 = 1;

/// The view of a review, saved for the next start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedView {
    pub(crate) version: u32,
    pub(crate) message: Option<Key>,
    pub(crate) filter: String,
    pub(crate) order: Order,
    pub(crate) text: TextForm,
    pub(crate) focus: Pane,
    pub(crate) detail: Pane,
    pub(crate) zoomed: bool,
    /// Unsaved drafts of patterns, with the names of the shapes each is for.
    #[serde(default)]
    pub(crate) drafts: Vec<(Vec<String>, String)>,
}

impl SavedView {
    /// Parses a saved view; `None` if another version of the program wrote it. A filter that means nothing to this
    /// version is reported when it is applied: the drafts are worth more than it.
    #[must_use]
    pub fn from_json(text: &str) -> Option<Self> {
        let kept: Self = serde_json::from_str(text).ok()?;
        (kept.version == VERSION).then_some(kept)
    }

    /// The view as JSON, for the review file.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
