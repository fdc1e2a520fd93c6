//! What a text claims to have done: for now the payloads that stand in it.

pub mod payload;
mod span;

pub use span::Span;
