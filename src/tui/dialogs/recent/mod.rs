//! The last decisions, and the way back to each.

pub(crate) mod update;
pub(crate) mod view;
