//! What can go wrong with a review file.

use std::path::PathBuf;

use super::holder::Holder;
use crate::source::SourceError;

/// Why a review file cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReviewError {
    /// It was written by a newer program.
    #[error("{}: written by a newer ghostcall (format version {found}, this one reads {known}); update ghostcall", .path.display())]
    Newer {
        /// The review file.
        path: PathBuf,
        /// The version of the file's format.
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
    #[error("{}: not a review file; choose another file with --review FILE", .path.display())]
    NoReviewFile {
        /// The path of the review file.
        path: PathBuf,
    },
    /// Somebody else may have written it.
    #[error(
        "{}: not trusted, since it {why}; make a copy that only you can write, and pass it with --review FILE",
        .path.display()
    )]
    OfOthers {
        /// The review file, or its log.
        path: PathBuf,
        /// How that shows.
        why: &'static str,
    },
    /// Something is in it that ghostcall did not make.
    #[error(
        "{}: not trusted, since ghostcall did not make its {kind} `{name}`; choose another file with --review FILE",
        .path.display()
    )]
    Foreign {
        /// The review file.
        path: PathBuf,
        /// `trigger`, `view`, `index`, `table`.
        kind: String,
        /// The name of the object.
        name: String,
    },
    /// An event has a number that none can have.
    #[error(
        "{}: altered: event number {number} is impossible; choose another file with --review FILE", .path.display()
    )]
    Altered {
        /// The review file.
        path: PathBuf,
        /// The number of the event.
        number: i64,
    },
    /// A decision cannot be read.
    #[error(
        "{}: the decision about message {message} is unreadable (damaged, or written by a newer ghostcall); nothing was \
         written; update ghostcall, or pass a copy of the file with --review FILE", .path.display()
    )]
    UnreadableDecision {
        /// The path of the review file.
        path: PathBuf,
        /// The key of the message.
        message: String,
    },
    /// A sample cannot be read.
    #[error(
        "{}: the sample is unreadable (damaged, or written by a newer ghostcall); update ghostcall, or pass a copy of the \
         file with --review FILE", .path.display()
    )]
    UnreadableSample {
        /// The path of the review file.
        path: PathBuf,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// It is next to a link to the database, where it is not found under another path of the database.
    #[error(
        "{}: belongs next to the database, not next to a link to it; move it to {}, or choose a file with --review FILE",
        .path.display(), .own.display()
    )]
    BesideLink {
        /// The review file.
        path: PathBuf,
        /// Where it belongs.
        own: PathBuf,
    },
    /// Somebody else holds it.
    #[error("{}: in use by {holder} (waited 5 seconds); try later, or open with --read-only", .path.display())]
    Held {
        /// The review file.
        path: PathBuf,
        /// The reviewer and process that hold it.
        holder: Holder,
    },
    /// It cannot be read or written.
    #[error(transparent)]
    Database(#[from] SourceError),
    /// It was moved, removed or replaced while it was open.
    #[error("{}: review file moved, removed or replaced; decisions are no longer saved; restart ghostcall", .path.display())]
    Replaced {
        /// The review file.
        path: PathBuf,
    },
    /// The file system refused something.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The path of the review file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
}
