//! ghostcall library.
pub mod audit;
pub mod claim;
pub mod document;
pub mod proposal;
pub mod registry;
pub mod source;
pub mod verdict;
