//! ghostcall library.

pub mod claim;
