//! Why an operation of a session failed.

use crate::document::DocumentError;
use crate::review::ReviewError;
use crate::source::{Key, SourceError};
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

/// The database no longer has the journal that the review saw. Findings that were accepted with that journal are
/// pending again: a write-back that was undone is not repeated only because an older copy was restored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "last journal row missing: the database is an older copy or the journal was truncated; {}",
    affected(.pending.len())
)]
pub struct LostJournal {
    /// The messages whose findings are pending again.
    pub pending: Vec<Key>,
}

fn affected(pending: usize) -> String {
    match pending {
        0 => "no accepted finding is affected".to_owned(),
        1 => "1 accepted finding is pending again; check and re-accept it".to_owned(),
        number => {
            format!("{number} accepted findings are pending again; check and re-accept them")
        }
    }
}
