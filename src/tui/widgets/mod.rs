//! What the panes and the dialogs are built of.

pub(crate) mod prompt;
pub(crate) mod rows;
pub(crate) mod sheet;
