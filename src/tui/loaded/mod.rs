//! What the host reads for the review.

pub(crate) mod conversation;
pub(crate) mod journal;
pub(crate) mod write_plan;
pub(crate) mod written;
