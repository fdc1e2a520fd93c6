//! What can go wrong while reading a database, and what to do about it.

use std::path::PathBuf;

use super::JOURNAL_TABLE;
use crate::document::DocumentError;
use crate::visible;

/// Why a database cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// The file does not exist.
    #[error("{}: no such file", .0.display())]
    Missing(PathBuf),
    /// The path is a directory.
    #[error("{}: is a directory; pass the database file inside it", .0.display())]
    Directory(PathBuf),
    /// The path is not a file.
    #[error("{}: is a pipe or a device; copy its content into a file and pass that", .0.display())]
    NoFile(PathBuf),
    /// The file is empty.
    #[error("{}: the file is empty", .0.display())]
    Empty(PathBuf),
    /// The file is not an SQLite database.
    #[error("{}: not an SQLite database, or an encrypted one", .0.display())]
    NotADatabase(PathBuf),
    /// The file has another known format.
    #[error("{place}: {what}, not {wanted}; {advice}")]
    OtherFormat {
        /// The path; for a server's URL, only its beginning.
        place: String,
        /// The format that was recognised.
        what: String,
        /// The format that is needed.
        wanted: &'static str,
        /// How to convert it.
        advice: String,
    },
    /// The file may not be read, or not written.
    #[error("{}: no permission to {what}", .path.display())]
    Permission {
        /// The path of the database file.
        path: PathBuf,
        /// The refused access: `read it` or `write it`.
        what: &'static str,
    },
    /// The database is damaged.
    #[error("{}: the database is damaged ({detail}); `sqlite3 FILE .recover` may save what is left", .path.display())]
    Damaged {
        /// The path of the database file.
        path: PathBuf,
        /// The message of SQLite.
        detail: String,
    },
    /// SQLite cannot parse the schema, and therefore reads no table at all.
    #[error(
        "{}: unreadable schema ({detail}): written by a newer SQLite, or damaged; copy the needed tables into a new database",
        .path.display()
    )]
    Schema {
        /// The path of the database file.
        path: PathBuf,
        /// The message of SQLite.
        detail: String,
    },
    /// The file kept changing while it was read, in every attempt.
    #[error("{}: changed by another program while it was read; wait until that program is done, then try again", .0.display())]
    Changing(PathBuf),
    /// Changes are in a write-ahead log that cannot be read without creating a file next to the database.
    #[error(
        "{path}: unmerged changes in {path}-wal; reading them would write files; run \
         `sqlite3 {} 'PRAGMA wal_checkpoint(TRUNCATE)'` first, or make the copy with `sqlite3 … .backup`",
        visible::shell_word(.path)
    )]
    UnmergedLog {
        /// The path of the database file.
        path: String,
    },
    /// Another program locks the database.
    #[error(
        "{}: locked by another program (waited 5 seconds); close that program, or try again later", .0.display()
    )]
    Locked(PathBuf),
    /// Another file replaced it while it was written to.
    #[error("{}: replaced by another file; nothing was written; try again", .0.display())]
    Replaced(PathBuf),
    /// The user cancelled it.
    #[error("cancelled; nothing was written")]
    GivenUp,
    /// A statement for one finding made the database roll back everything.
    #[error(
        "{}: at {message} the database rolled everything back ({detail}); nothing was written; reject that finding, or repair the \
         database", .path.display()
    )]
    RolledBack {
        /// The path of the database file.
        path: PathBuf,
        /// The message in words, such as `message 12`.
        message: String,
        /// The message of SQLite.
        detail: String,
    },
    /// The journal cannot have been made by ghostcall.
    #[error("{}: {JOURNAL_TABLE} {detail}; nothing was written", .path.display())]
    ForeignJournal {
        /// The path of the database file.
        path: PathBuf,
        /// What is wrong with it, and what to do.
        detail: String,
    },
    /// The disk is full.
    #[error("{}: the disk is full; nothing was written", .0.display())]
    DiskFull(PathBuf),
    /// A limit of the system, such as a quota, prevents further writes.
    #[error(
        "{}: write limit reached (quota or `ulimit -f`); nothing was written", .0.display()
    )]
    NoMore(PathBuf),
    /// The profile does not allow writing.
    #[error("profile `{profile}` is read-only: {why}")]
    NotWritable {
        /// The profile's name.
        profile: String,
        /// The reason that the profile gives.
        why: String,
    },
    /// The table to write to is a view.
    #[error(
        "{}: {table} is a view, whose rows cannot be changed; write a profile for its table (`ghostcall profiles check --help`), \
         or use `ghostcall export`", .path.display()
    )]
    View {
        /// The path of the database file.
        path: PathBuf,
        /// The view's name.
        table: String,
    },
    /// The table has no key that identifies its rows.
    #[error(
        "{}: rows of {table} cannot be identified: no column `id`, no single-column key, no usable row number (rowid, _rowid_, \
         oid); add a key in a copy and pass that", .path.display()
    )]
    NoRowName {
        /// The path of the database file.
        path: PathBuf,
        /// The table's name.
        table: String,
    },
    /// There is too little space for the backup.
    #[error(
        "{}: backup needs {needed} MiB, {free} MiB free; make room or use --no-backup",
        .path.display()
    )]
    NoRoomForBackup {
        /// The folder of the backup.
        path: PathBuf,
        /// The required space, in MiB.
        needed: u64,
        /// The free space, in MiB.
        free: u64,
    },
    /// No profile fits the database.
    #[error(
        "{path}: no profile matches; pass --profile FILE (`ghostcall guide databases` says how to write one); \
         tried {looked_for}"
    )]
    Unrecognised {
        /// The path of the database file.
        path: String,
        /// The columns that each profile requires.
        looked_for: String,
    },
    /// The profile that the database was reviewed with is no longer available.
    #[error("{path}: reviewed or written with profile `{name}`: {why}; pass its file with --profile FILE")]
    LostProfile {
        /// The path of the database file.
        path: String,
        /// The profile's name.
        name: String,
        /// Why it is not available.
        why: String,
    },
    /// Several profiles fit the database equally well.
    #[error("{path}: several profiles match ({names}); choose with --profile")]
    Ambiguous {
        /// The path of the database file.
        path: String,
        /// The names of the profiles, separated by commas.
        names: String,
    },
    /// The database lacks tables or columns that the profile names.
    #[error(
        "{path}: profile `{profile}` needs {missing}, which this database lacks; `ghostcall profiles detect` shows which profile fits"
    )]
    Mismatch {
        /// The path of the database file.
        path: String,
        /// The profile's name.
        profile: String,
        /// The missing tables and columns.
        missing: String,
    },
    /// A table that the profile names exists but cannot be read.
    #[error(
        "{}: {table}, which profile `{profile}` needs, is unreadable ({reason}); repair it, or write a profile without it",
        .path.display()
    )]
    UnreadableTable {
        /// The path of the database file.
        path: PathBuf,
        /// The table or view.
        table: String,
        /// The profile's name.
        profile: String,
        /// The message of SQLite.
        reason: String,
    },
    /// SQLite rejects a condition of the profile.
    #[error("profile `{profile}`: invalid condition `{condition}`: {detail}")]
    Condition {
        /// The profile's name.
        profile: String,
        /// The condition, in SQL.
        condition: String,
        /// The message of SQLite.
        detail: String,
    },
    /// There is no profile of this name.
    #[error("unknown profile `{name}`; use {known}, or a file")]
    UnknownProfile {
        /// The name that was asked for.
        name: String,
        /// The names of the built-in profiles.
        known: String,
    },
    /// A profile or pattern document, built-in or the user's, has an error.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// Any other error of SQLite.
    #[error("{}: {detail}", .path.display())]
    Sqlite {
        /// The path of the database file.
        path: PathBuf,
        /// The message of SQLite.
        detail: String,
    },
    /// The file system refused an operation.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The path of the file.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
}

impl SourceError {
    /// Whether the cause may be a concurrent writer: what was read may be half old and half new.
    pub(super) fn may_be_half_written(&self) -> bool {
        matches!(
            self,
            Self::Changing(_)
                | Self::Empty(_)
                | Self::NotADatabase(_)
                | Self::Damaged { .. }
                | Self::Schema { .. }
                | Self::UnmergedLog { .. }
                | Self::Permission { .. }
                | Self::Sqlite { .. }
        )
    }
}
