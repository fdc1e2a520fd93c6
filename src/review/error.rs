//! What can go wrong with a review file.

use std::path::PathBuf;

use super::lock::Holder;
use crate::source::SourceError;

/// Why a review file cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReviewError {
    /// It was written by a newer program.
    #[error("{}: written by a newer ghostcall (version {found} of the format, this one knows {known}); update ghostcall", .path.display())]
    Newer {
        /// The review file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The version that this program knows.
        known: u32,
    },
    /// It holds decisions about another database.
    #[error("{}: belongs to another database ({why}); choose another file with --review FILE", .path.display())]
    OtherDatabase {
        /// The review file.
        path: PathBuf,
        /// How that shows.
        why: String,
    },
    /// It is no review file.
    #[error("{}: is no review file of ghostcall; choose another one with --review FILE", .path.display())]
    NoReviewFile {
        /// The file.
        path: PathBuf,
    },
    /// Somebody else holds it.
    #[error("{}: {holder} holds this review (waited 5 seconds); let them finish, or ask them to quit; `ghostcall review DB --read-only` lets you look meanwhile", .path.display())]
    Held {
        /// The review file.
        path: PathBuf,
        /// Who.
        holder: Holder,
    },
    /// It cannot be read or written.
    #[error(transparent)]
    Database(#[from] SourceError),
    /// It was moved, removed or replaced while it was open.
    #[error("{}: the review file was moved, removed or replaced meanwhile; nothing is stored any more: quit, and begin again", .path.display())]
    Replaced {
        /// The review file.
        path: PathBuf,
    },
    /// The file system refused something.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
}
