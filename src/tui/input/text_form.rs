//! The forms in which the cleaned text is shown.

use serde::{Deserialize, Serialize};

/// The form in which the cleaned text is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextForm {
    /// The text that a write-back would leave.
    #[default]
    Cleaned,
    /// The changes to the message, word by word.
    Diff,
    /// The message as it is.
    Raw,
}

impl TextForm {
    /// The next form, wrapping around.
    pub(crate) fn next(self) -> Self {
        match self {
            Self::Cleaned => Self::Diff,
            Self::Diff => Self::Raw,
            Self::Raw => Self::Cleaned,
        }
    }
}
