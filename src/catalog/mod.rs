//! The tools that exist, and which of them a written name means. Pure.

mod names;

pub use names::KnownTools;
