//! What makes the review run: the loop, the terminal, the host with its threads, and the programs beside it (the clipboard's,
//! the reviewer's editor).

pub(crate) mod clipboard;
pub(crate) mod external_editor;
pub(crate) mod host;
pub(crate) mod run;
pub(crate) mod signals;
pub mod terminal;
pub(crate) mod worker;
pub(crate) mod writing;
