//! Why an operation of a session failed.

use super::LostJournal;
use crate::document::DocumentError;
use crate::review::ReviewError;
use crate::source::SourceError;
use crate::writeback::target_layout::NeedsDatabase;

/// Why a session operation failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The database cannot be read or written.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The review file cannot be read or written.
    #[error(transparent)]
    Review(#[from] ReviewError),
    /// A pattern file has an error.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// The file of a new pattern cannot be written: its path, and what the system reports.
    #[error("{0}: {1}")]
    PatternFile(String, #[source] std::io::Error),
    /// There is a file of the name that a new pattern would get: its path.
    #[error("{0} already exists; rename the entry, or move that file away")]
    PatternFileExists(String),
    /// The SQL script cannot be written.
    #[error("cannot print the SQL")]
    Script(#[source] std::io::Error),
    /// The profile does not describe enough of the target database to plan writes without reading it.
    #[error(transparent)]
    NeedsDatabase(#[from] NeedsDatabase),
    /// The user's pattern folder is unknown.
    #[error("no folder for new patterns; set HOME")]
    NoPatternFolder,
    /// The journal no longer has the row that the review saw last.
    #[error(transparent)]
    LostJournal(#[from] LostJournal),
    /// The operation changes the review, but the session is read-only.
    #[error("read-only session; nothing can be decided or written")]
    ReadOnly,
}
