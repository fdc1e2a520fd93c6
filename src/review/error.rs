//! Errors of review files.

use std::path::PathBuf;

use super::holder::Holder;
use crate::source::SourceError;

/// Why a review file cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReviewError {
    /// It was written by a newer version of ghostcall.
    #[error("{}: written by a newer ghostcall (version {found} of the format, this one knows {known}); update ghostcall", .path.display())]
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
    #[error("{}: is no review file of ghostcall; choose another one with --review FILE", .path.display())]
    NoReviewFile {
        /// The path of the review file.
        path: PathBuf,
    },
    /// Another user may have written it.
    #[error(
        "{}: {why}, so its content is not trusted; make a copy that is your own and that only you may write, and name it \
         with --review FILE", .path.display()
    )]
    OfOthers {
        /// The path of the review file, or of its journal.
        path: PathBuf,
        /// What shows that.
        why: &'static str,
    },
    /// It has a database object that ghostcall did not create.
    #[error(
        "{}: holds the {kind} `{name}`, which ghostcall did not make: nothing in it is believed; choose another file with \
         --review FILE", .path.display()
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
        "{}: an event has the number {number}, which ghostcall gives to none: somebody altered it; choose another file with \
         --review FILE", .path.display()
    )]
    Altered {
        /// The path of the review file.
        path: PathBuf,
        /// The number of the event.
        number: i64,
    },
    /// A decision cannot be read.
    #[error(
        "{}: the decision about message {message} cannot be read, so nothing is written: the file is damaged, \
         or a newer ghostcall wrote it; use that one, a copy of the file, or choose another one with --review FILE", .path.display()
    )]
    UnreadableDecision {
        /// The path of the review file.
        path: PathBuf,
        /// The key of the message.
        message: String,
    },
    /// A sample cannot be read.
    #[error(
        "{}: the sample that was drawn cannot be read: the file is damaged, or a newer ghostcall wrote it; use that \
         one, a copy of the file, or choose another one with --review FILE", .path.display()
    )]
    UnreadableSample {
        /// The path of the review file.
        path: PathBuf,
        /// The JSON error.
        source: serde_json::Error,
    },
    /// It is next to a link to the database, instead of next to the database itself.
    #[error(
        "{}: this review file is next to a link to the database; the database itself keeps its review in {}; move the file \
         there, or name the one to use with --review FILE", .path.display(), .own.display()
    )]
    BesideLink {
        /// The path of the review file.
        path: PathBuf,
        /// The path that it should have.
        own: PathBuf,
    },
    /// Another process holds it.
    #[error("{}: in use by {holder} (waited 5 seconds); try later, or open with --read-only", .path.display())]
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
