//! Containers, and which bracket closes which.

/// A container of members or elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Container {
    Object,
    /// Swift's dictionary in brackets.
    Dictionary,
    List,
    /// Python's tuple in parentheses.
    Tuple,
    /// Python's set in braces.
    Set,
    /// The arguments of a call.
    Call,
}

impl Container {
    /// Whether a bracket closes it.
    pub(super) fn closes_with(self, bracket: u8) -> bool {
        match self {
            Self::Object | Self::Set => bracket == b'}',
            Self::List | Self::Dictionary => bracket == b']',
            Self::Tuple | Self::Call => bracket == b')',
        }
    }
}

/// The arguments of a call read so far.
#[derive(Clone, Copy, Default)]
pub(super) struct CallArguments {
    /// The number of arguments without a name.
    pub(super) positions: usize,
    /// Whether the last one had a name.
    pub(super) named: bool,
}
