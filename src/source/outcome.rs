//! The outcome of the evidence, on which verdicts are based.

/// What the evidence amounts to, weakest first (`guide/decisions.md`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// No source could be queried.
    Unasked,
    /// All sources were queried, and nothing ran.
    None,
    /// Only other tools are recorded.
    Other,
    /// The tool is recorded, but with no equal record or call.
    Named,
    /// An equal record or call exists or existed.
    Equal,
}
