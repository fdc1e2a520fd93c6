//! The dialogs over the review: a file or folder each, which implements [`Dialog`](super::review::dialog::Dialog).

pub(crate) mod bulk;
pub(crate) mod clusters;
pub(crate) mod conversation;
pub(crate) mod copy;
pub(crate) mod draft;
pub(crate) mod editor;
pub(crate) mod filter;
pub(crate) mod help;
pub(crate) mod journal;
pub(crate) mod note;
pub(crate) mod palette;
pub(crate) mod query;
pub(crate) mod recent;
pub(crate) mod remedy;
pub(crate) mod search;
pub(crate) mod shapes;
pub(crate) mod statistics;
pub(crate) mod summary;
pub(crate) mod write_plan;
