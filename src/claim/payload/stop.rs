//! Why reading stops.

/// Why reading stopped before the payload was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The text ended before the payload was closed.
    EndOfText,
    /// The text here fits no payload.
    Prose,
    /// It never was a payload.
    NoPayload,
}
