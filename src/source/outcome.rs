//! What the evidence amounts to: all that a verdict wants to know of it.

/// What the evidence amounts to (`guide/decisions.md`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// There is no source that could be asked.
    Unasked,
    /// Every source was asked, and nothing ran.
    None,
    /// Only other tools are named.
    Other,
    /// The tool is named, but nothing equal is recorded.
    Named,
    /// An equal record or call is there, or was once.
    Equal,
}
