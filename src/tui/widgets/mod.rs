//! What the panes and the dialogs are built of.

pub(crate) mod excerpt;
pub(crate) mod long_texts;
pub(crate) mod prompt;
pub(crate) mod rows;
pub(crate) mod sheet;
pub(crate) mod text_field;
