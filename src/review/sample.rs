//! Samples of selections, as they were drawn: kept in the review file, so that their outcome is known when the rest is decided.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{ReviewError, ReviewFile};
use crate::proposal::Edit;
use crate::source::Key;

/// What the names of these entries begin with; the selection follows.
const PREFIX: &str = "sample:";

/// A random sample of a selection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// The selection, in the words of the command or of the filter.
    pub filter: String,
    /// The filter by which it was drawn.
    pub seed: u64,
    /// All that the selection took then.
    pub population: Vec<Key>,
    /// What was drawn, in the order in which it is looked at, each with the changes by which it is accepted as it was meant.
    pub drawn: Vec<(Key, Edit)>,
    /// Who drew it.
    pub reviewer: String,
    /// When the sample was drawn.
    pub at: Timestamp,
}

impl ReviewFile {
    /// Keeps a sample; it takes the place of an earlier one of the same selection.
    pub fn keep_sample(&mut self, sample: &Sample) -> Result<(), ReviewError> {
        let text = self.json(sample)?;
        self.set_meta(&format!("{PREFIX}{}", sample.filter), &text)
    }

    /// The last sample of a selection.
    pub fn sample(&self, filter: &str) -> Result<Option<Sample>, ReviewError> {
        let Some(text) = self.meta(&format!("{PREFIX}{filter}"))? else { return Ok(None) };
        let read = serde_json::from_str(&text);
        read.map(Some).map_err(|source| ReviewError::UnreadableSample { path: self.path.clone(), source })
    }
}
