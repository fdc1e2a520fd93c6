//! The forms in which the cleaned text is shown.

use serde::{Deserialize, Serialize};

/// What the pane of the cleaned text shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextForm {
    /// The text that a write-back would leave.
    #[default]
    Cleaned,
    /// What is taken from the message, and what comes to it.
    Diff,
    /// The message as it is.
    Raw,
}

impl TextForm {
    /// The one after it, round and round.
    pub(crate) fn next(self) -> Self {
        match self {
            Self::Cleaned => Self::Diff,
            Self::Diff => Self::Raw,
            Self::Raw => Self::Cleaned,
        }
    }
}
