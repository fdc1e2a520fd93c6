//! What can be copied.

/// A part of a finding that can be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClipboardPart {
    /// Everything known about it, as `ghostcall show --format json` prints it.
    Finding,
    /// The value of the selected claim, as JSON.
    Payload,
    /// The text of the record that would be written.
    Record,
    /// The key of the message.
    Key,
    /// The text that a write-back would leave.
    Cleaned,
    /// The text stored in the database.
    Raw,
}

impl ClipboardPart {
    /// Its name with an article, as in "the payload".
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Finding => "the finding",
            Self::Payload => "the payload",
            Self::Record => "the record's text",
            Self::Key => "the key",
            Self::Cleaned => "the cleaned text",
            Self::Raw => "the raw text",
        }
    }

    /// The name of the action that copies it.
    pub(crate) fn action(self) -> &'static str {
        match self {
            Self::Finding => "copy_finding",
            Self::Payload => "copy_payload",
            Self::Record => "copy_record",
            Self::Key => "copy_key",
            Self::Cleaned => "copy_cleaned",
            Self::Raw => "copy_raw",
        }
    }
}
