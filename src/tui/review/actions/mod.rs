//! What the reviewer's actions do to the review.

pub(crate) mod approve;
pub(crate) mod change;
pub(crate) mod decide;
pub(crate) mod find;
pub(crate) mod flag;
pub(crate) mod mark;
pub(crate) mod navigation;
pub(crate) mod note;
pub(crate) mod restore;
pub(crate) mod sample_end;
pub(crate) mod sampling;
pub(crate) mod set_aside;
