//! Syntaxes that cannot be expressed as data, one file each.

mod react_transcript;
mod tool_block;
mod used_tools;

pub(super) use react_transcript::react_transcript;
pub(super) use tool_block::tool_block;
pub(super) use used_tools::used_tools;
