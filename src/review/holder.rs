//! The holder of a review, as stored in the review file.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// The process that holds a review. The default, with process 0, means an unknown holder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holder {
    /// The name of the reviewer.
    pub reviewer: String,
    /// The id of the process; 0 if it is not known who holds the review.
    pub process: u32,
    /// Since when it holds the review (RFC 3339).
    pub since: String,
}

impl fmt::Display for Holder {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.process == 0 {
            return out.write_str("another reviewer");
        }
        // Minutes are precise enough.
        let since = self.since.parse().map(|since: Timestamp| since.strftime("%Y-%m-%d %H:%M UTC").to_string());
        let since = since.unwrap_or_else(|_| self.since.clone());
        write!(out, "{} (process {}, since {since})", self.reviewer, self.process)
    }
}
