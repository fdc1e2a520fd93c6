//! Span.
/// S
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct Span {
    /// s
    pub start: usize,
    /// e
    pub end: usize,
}
