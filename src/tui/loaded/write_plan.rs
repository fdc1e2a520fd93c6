//! What a write-back would do.

use crate::source::Key;

/// The plan of a write-back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WritePlan {
    /// The number of records that would be written, by type.
    pub records: Vec<(String, usize)>,
    /// The number of texts that would be cleaned.
    pub texts: usize,
    /// The number of recorded plans that would be changed.
    pub plans: usize,
    /// The number of accepted findings that would be left out, by reason.
    pub left_out: Vec<(String, usize)>,
    /// The messages of those that changed since they were decided.
    pub changed: Vec<Key>,
    /// The path of the backup; `None` if none is made.
    pub backup: Option<String>,
    /// Further remarks for the reviewer.
    pub notes: Vec<String>,
    /// The messages of the findings that would be written.
    pub messages: Vec<Key>,
}

impl WritePlan {
    /// Whether nothing would be written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts == 0 && self.plans == 0 && self.records.iter().all(|(_, count)| *count == 0)
    }
}
