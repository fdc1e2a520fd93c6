//! The state of the review, and how an action changes it.

pub(crate) mod approval;
pub(crate) mod available;
pub(crate) mod before;
pub(crate) mod bulk_work;
pub(crate) mod document;
pub(crate) mod jobs;
pub(crate) mod model;
pub(crate) mod panes;
pub(crate) mod sampling;
pub(crate) mod settings;
pub(crate) mod start;
pub(crate) mod status_line;
pub(crate) mod undecided;
pub(crate) mod update;
