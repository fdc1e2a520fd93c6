//! The parts of the screen.

pub(crate) mod advice;
pub(crate) mod cleaned;
pub(crate) mod difference;
pub(crate) mod evidence;
pub(crate) mod list;
pub(crate) mod message;
pub(crate) mod no_finding;
pub(crate) mod page;
pub(crate) mod payload;
pub(crate) mod plan;
pub(crate) mod proposal;
pub(crate) mod record;
pub(crate) mod statement;
pub(crate) mod tabs;
pub(crate) mod written;
