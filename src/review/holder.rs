//! Who holds a review, as the review file says it.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Who holds a review.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holder {
    /// The name of the reviewer.
    pub reviewer: String,
    /// The id of the process.
    pub process: u32,
    /// Since when, RFC 3339.
    pub since: String,
}

impl fmt::Display for Holder {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.process == 0 {
            return out.write_str("another reviewer");
        }
        // A nanosecond is of no interest.
        let since = self.since.parse().map(|since: Timestamp| since.strftime("%Y-%m-%d %H:%M UTC").to_string());
        let since = since.unwrap_or_else(|_| self.since.clone());
        write!(out, "{} (process {}, since {since})", self.reviewer, self.process)
    }
}
