//! The state of the review, and what the reviewer's actions do to it.

pub(crate) mod actions;
pub(crate) mod approval;
pub(crate) mod available;
pub(crate) mod bulk_decision;
pub(crate) mod bulk_work;
pub(crate) mod changed_messages;
pub(crate) mod dialog;
pub(crate) mod document;
pub(crate) mod jobs;
pub(crate) mod model;
pub(crate) mod notice;
pub(crate) mod panes;
pub(crate) mod registration;
pub(crate) mod sample;
pub(crate) mod settings;
pub(crate) mod snapshot;
pub(crate) mod start;
pub(crate) mod start_position;
pub(crate) mod status_line;
pub(crate) mod undecided;
