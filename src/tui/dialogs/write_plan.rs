//! What a write-back would do, for the question before it.

/// What a write-back would do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WritePlan {
    /// Type → how many records would be written.
    pub records: Vec<(String, usize)>,
    /// How many texts would be cleaned.
    pub texts: usize,
    /// How many recorded plans would be changed.
    pub plans: usize,
    /// Why accepted findings would be left out → how many.
    pub left_out: Vec<(String, usize)>,
    /// Where the backup goes; `None` where none is made.
    pub backup: Option<String>,
    /// What else the reviewer should know.
    pub notes: Vec<String>,
}

impl WritePlan {
    /// Whether nothing would be written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts == 0 && self.plans == 0 && self.records.iter().all(|(_, count)| *count == 0)
    }
}
