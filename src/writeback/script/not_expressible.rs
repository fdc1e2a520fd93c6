//! Findings that a script cannot express.

/// Why a dialect cannot express something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NotExpressible {
    #[error("PostgreSQL texts cannot hold NUL")]
    Nul,
    #[error("a table or column name holds an invisible character, which cannot be shown in SQL")]
    Name,
    #[error("PostgreSQL texts cannot hold half of a surrogate pair")]
    Bytes,
    #[error("the JSON path of a text is unreadable")]
    Path,
    #[error("the record has no time to distinguish it from one of the application; undo it there by hand")]
    NoOwnTime,
}
