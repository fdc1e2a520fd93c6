//! Findings that a script cannot express.

/// Why a dialect cannot express something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NotExpressible {
    #[error("PostgreSQL keeps no NUL in a text")]
    Nul,
    #[error("the name of a table or of a column holds an invisible character, which no SQL of this database can show")]
    Name,
    #[error("PostgreSQL keeps only texts in which every character is whole")]
    Bytes,
    #[error("the place of a text in JSON cannot be read")]
    Path,
    #[error("no time of its own distinguishes its record from one of the application: undo it there by hand")]
    NoOwnTime,
}
