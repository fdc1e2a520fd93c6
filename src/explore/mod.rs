//! Exploring what no pattern knows yet: drafts of patterns for it.

mod draft;

pub use draft::{Member, draft};
