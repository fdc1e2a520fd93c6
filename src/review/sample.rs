//! Samples of selections, stored in the review file so that their outcome is known when the rest is decided.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{ReviewError, ReviewFile};
use crate::proposal::Edit;
use crate::source::Key;

/// Prefix of the keys in `meta`; the selection follows.
const PREFIX: &str = "sample:";

/// A random sample of a selection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// The selection, as the command or the filter states it.
    pub filter: String,
    /// The seed of the random draw.
    pub seed: u64,
    /// The messages of all findings in the selection at that time.
    pub population: Vec<Key>,
    /// The messages drawn, in the order in which the reviewer sees them. With each, the edit that an acceptance must
    /// have to agree with the bulk action.
    pub drawn: Vec<(Key, Edit)>,
    /// The reviewer who drew it.
    pub reviewer: String,
    /// When the sample was drawn.
    pub at: Timestamp,
}

impl ReviewFile {
    /// Stores a sample, in place of an earlier one of the same selection.
    pub fn keep_sample(&mut self, sample: &Sample) -> Result<(), ReviewError> {
        let text = self.database.json(sample)?;
        self.database.set_meta(&format!("{PREFIX}{}", sample.filter), &text)
    }

    /// The last sample drawn from a selection.
    pub fn sample(&self, filter: &str) -> Result<Option<Sample>, ReviewError> {
        let text = self.database.meta(&format!("{PREFIX}{filter}"))?;
        text.map(|text| self.database.parse(&text, || "the sample".to_owned())).transpose()
    }
}
