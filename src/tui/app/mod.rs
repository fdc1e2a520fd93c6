//! The runtime of the review: the loop, the terminal, the host with its threads, the clipboard, and the reviewer's
//! editor.

pub(crate) mod clipboard;
pub(crate) mod external_editor;
pub(crate) mod host;
pub(crate) mod run;
pub(crate) mod signals;
pub mod terminal;
pub(crate) mod worker;
pub(crate) mod writing;
