//! Syntaxes that data cannot say, one file each.

mod react_transcript;
mod used_tools;

pub(super) use react_transcript::react_transcript;
pub(super) use used_tools::used_tools;
