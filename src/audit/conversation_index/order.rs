//! Whether the rows of a conversation are in the order of its messages.

use std::num::NonZero;

use jiff::Timestamp;

/// Why the rows of a conversation are in the order of its messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowOrder {
    /// Messages are ordered by the numbers of their rows.
    ByNumber,
    /// The times of the messages ascend strictly with the numbers of their rows.
    ByTime(TimeRange),
}

impl RowOrder {
    /// The order of these rows followed by others; `is_later` says that those have later times.
    pub(super) fn followed_by(self, other: Self, is_later: bool) -> Option<Self> {
        match (self, other) {
            (Self::ByNumber, Self::ByNumber) => Some(Self::ByNumber),
            (Self::ByTime(earlier), Self::ByTime(later)) if is_later || earlier.last < later.first => {
                Some(Self::ByTime(TimeRange { first: earlier.first, last: later.last }))
            }
            _ => None,
        }
    }
}

/// The times of the first and the last message, in seconds since 1970. Small, because there are many of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeRange {
    first: NonZero<u32>,
    last: NonZero<u32>,
}

impl TimeRange {
    pub(super) fn at(time: Timestamp) -> Option<Self> {
        let second = NonZero::new(u32::try_from(time.as_second()).ok()?)?;
        Some(Self { first: second, last: second })
    }
}
