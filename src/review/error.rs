//! Errors of review files.

use std::path::PathBuf;

use super::holder::Holder;
use crate::source::SourceError;

/// Why a review file cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReviewError {
    /// It was written by a newer version of ghostcall.
    #[error("{}: written by a newer ghostcall (format version {found}, this one reads {known}); update ghostcall", .path.display())]
    Newer {
        /// The path of the review file.
        path: PathBuf,
        /// The version of its format.
        found: u32,
        /// The latest version that this program can read.
        known: u32,
    },
    /// It holds decisions about another database.
    #[error("{}: belongs to another database ({why}); choose another file with --review FILE", .path.display())]
    OtherDatabase {
        /// The path of the review file.
        path: PathBuf,
        /// What shows that it is another database.
        why: String,
    },
    /// It is not a review file.
    #[error("{}: not a review file; choose another file with --review FILE", .path.display())]
    NoReviewFile {
        /// The path of the review file.
        path: PathBuf,
    },
    /// Another user may have written it.
    #[error(
        "{}: not trusted, since it {why}; make a copy that only you can write, and pass it with --review FILE",
        .path.display()
    )]
    OfOthers {
        /// The path of the review file, or of its journal.
        path: PathBuf,
        /// What shows that, such as `belongs to another user`.
        why: &'static str,
    },
    /// It has a database object that ghostcall did not create.
    #[error(
        "{}: not trusted, since ghostcall did not make its {kind} `{name}`; choose another file with --review FILE",
        .path.display()
    )]
    Foreign {
        /// The path of the review file.
        path: PathBuf,
        /// The kind of the object: `trigger`, `view`, `index` or `table`.
        kind: String,
        /// The name of the object.
        name: String,
    },
    /// An event has a number that ghostcall never assigns.
    #[error(
        "{}: altered: event number {number} is impossible; choose another file with --review FILE", .path.display()
    )]
    Altered {
        /// The path of the review file.
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
    /// A sample, a draft or a selection cannot be read.
    #[error(
        "{}: {entry} is unreadable (damaged, or written by a newer ghostcall); update ghostcall, or pass a copy of the \
         file with --review FILE", .path.display()
    )]
    UnreadableEntry {
        /// The path of the review file.
        path: PathBuf,
        /// What is unreadable, for people: `the draft for message 5`.
        entry: String,
        /// The JSON error, which says what is unreadable in the entry.
        source: serde_json::Error,
    },
    /// It is next to a link to the database, instead of next to the database itself.
    #[error(
        "{}: belongs next to the database, not next to a link to it; move it to {}, or choose a file with --review FILE",
        .path.display(), .own.display()
    )]
    BesideLink {
        /// The path of the review file.
        path: PathBuf,
        /// The path that it should have.
        own: PathBuf,
    },
    /// Another process holds it.
    #[error("{}: in use by {holder} (waited 5 seconds); try later", .path.display())]
    Held {
        /// The path of the review file.
        path: PathBuf,
        /// The process that holds it.
        holder: Holder,
    },
    /// It cannot be read or written.
    #[error(transparent)]
    Database(#[from] SourceError),
    /// It was moved, removed or replaced while open.
    #[error("{}: review file moved, removed or replaced; decisions are no longer saved; restart ghostcall", .path.display())]
    Replaced {
        /// The path of the review file.
        path: PathBuf,
    },
    /// A file operation failed.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The path of the review file.
        path: PathBuf,
        /// What the system reports.
        source: std::io::Error,
    },
}
