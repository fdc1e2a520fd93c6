//! The choices for a run.

use jiff::Timestamp;

use crate::proposal::RecordTime;
use crate::source::profile::RecordTool;

/// The choices for a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The time of recovered records; `None` for the choice of the decision, or else the message's time.
    pub record_time: Option<RecordTime>,
    /// Where to note that the recovered tool was used; `None` for the profile's choice.
    pub record_tool: Option<RecordTool>,
    /// Whether a stamp alone is a finding.
    pub stamps: bool,
    /// The lowest confidence of a finding, from 0 to 1.
    pub min_confidence: f64,
    /// The current time, the same for the whole run.
    pub now: Timestamp,
}

impl Options {
    /// The defaults at the time `now`.
    #[must_use]
    pub fn at(now: Timestamp) -> Self {
        Self { record_time: None, record_tool: None, stamps: false, min_confidence: 0.0, now }
    }
}
