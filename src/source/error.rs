//! What can go wrong while reading, and what to do about it.

use std::path::PathBuf;

use super::JOURNAL_TABLE;
use crate::document::DocumentError;
use crate::visible;

/// Why a database could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// There is no such file.
    #[error("{}: no such file", .0.display())]
    Missing(PathBuf),
    /// The path is a directory.
    #[error("{}: is a directory; pass the database file inside it", .0.display())]
    Directory(PathBuf),
    /// The path is not a file.
    #[error("{}: is a pipe or a device; copy its content into a file and pass that", .0.display())]
    NoFile(PathBuf),
    /// The file has no bytes.
    #[error("{}: the file is empty", .0.display())]
    Empty(PathBuf),
    /// The file is no SQLite database.
    #[error("{}: not an SQLite database, or an encrypted one", .0.display())]
    NotADatabase(PathBuf),
    /// It is something else that is known.
    #[error("{place}: {what}, not {wanted}; {advice}")]
    OtherFormat {
        /// The file; of the address of a server only what begins it.
        place: String,
        /// What it is.
        what: String,
        /// What it should be.
        wanted: &'static str,
        /// What to do with it.
        advice: String,
    },
    /// The file may not be read, or written where that is needed.
    #[error("{}: no permission to {what}", .path.display())]
    Permission {
        /// The path of the database file.
        path: PathBuf,
        /// `read it`, `write it`.
        what: &'static str,
    },
    /// The database is damaged.
    #[error("{}: the database is damaged ({detail}); `sqlite3 FILE .recover` may save what is left", .path.display())]
    Damaged {
        /// The path of the database file.
        path: PathBuf,
        /// What SQLite says.
        detail: String,
    },
    /// SQLite cannot read the SQL of one of its tables, and therefore none.
    #[error(
        "{}: unreadable schema ({detail}): written by a newer SQLite, or damaged; copy the needed tables into a new database",
        .path.display()
    )]
    Schema {
        /// The path of the database file.
        path: PathBuf,
        /// What SQLite says.
        detail: String,
    },
    /// It changed under the reader's hands, again and again.
    #[error("{}: changed by another program while it was read; wait until that program is done, then try again", .0.display())]
    Changing(PathBuf),
    /// Changes are in a write-ahead log that cannot be read without writing a file next to the database.
    #[error(
        "{path}: unmerged changes in {path}-wal; reading them would write files; run \
         `sqlite3 {} 'PRAGMA wal_checkpoint(TRUNCATE)'` first, or make the copy with `sqlite3 … .backup`",
        visible::shell_word(.path)
    )]
    UnmergedLog {
        /// The path of the database file.
        path: String,
    },
    /// Another program keeps the database locked.
    #[error(
        "{}: locked by another program (waited 5 seconds); close that program, or try again later", .0.display()
    )]
    Locked(PathBuf),
    /// Another file took its place while it was written to.
    #[error("{}: replaced by another file; nothing was written; try again", .0.display())]
    Replaced(PathBuf),
    /// Somebody gave it up before its end.
    #[error("cancelled; nothing was written")]
    GivenUp,
    /// What one finding needs made the database take back everything.
    #[error(
        "{}: at {message} the database rolled everything back ({detail}); nothing was written; reject that finding, or repair the \
         database", .path.display()
    )]
    RolledBack {
        /// The path of the database file.
        path: PathBuf,
        /// The message, in words, such as `message 12`.
        message: String,
        /// What the database says.
        detail: String,
    },
    /// The journal cannot be what ghostcall made.
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
    /// The system lets nothing more be written.
    #[error(
        "{}: write limit reached (quota or `ulimit -f`); nothing was written", .0.display()
    )]
    NoMore(PathBuf),
    /// The profile allows no writing.
    #[error("profile `{profile}` is read-only: {why}")]
    NotWritable {
        /// The name of the profile.
        profile: String,
        /// Why, as the profile says it.
        why: String,
    },
    /// What would be written to is a view.
    #[error(
        "{}: {table} is a view, whose rows cannot be changed; write a profile for its table (`ghostcall profiles check --help`), \
         or use `ghostcall export`", .path.display()
    )]
    View {
        /// The path of the database file.
        path: PathBuf,
        /// The name of the view.
        table: String,
    },
    /// Nothing names the rows of a table.
    #[error(
        "{}: nothing names the rows of {table}: it has no column `id`, no key of one column, and no number of its rows that can \
         be asked for (of rowid, _rowid_, oid); add a key to it in a copy, and read that", .path.display()
    )]
    NoRowName {
        /// The path of the database file.
        path: PathBuf,
        /// The name of the table.
        table: String,
    },
    /// There is not room enough for the backup.
    #[error(
        "{}: backup needs {needed} MiB, {free} MiB free; make room or use --no-backup",
        .path.display()
    )]
    NoRoomForBackup {
        /// The folder of the backup.
        path: PathBuf,
        /// The space that is needed, in MiB.
        needed: u64,
        /// The free space, in MiB.
        free: u64,
    },
    /// No profile fits the database.
    #[error("{path}: no profile matches (tried {looked_for}); pass --profile FILE")]
    Unrecognised {
        /// The path of the database file.
        path: String,
        /// What each profile needs.
        looked_for: String,
    },
    /// The profile that the database was reviewed with cannot be had again.
    #[error("{path}: reviewed or written with profile `{name}`: {why}; pass its file with --profile FILE")]
    LostProfile {
        /// The path of the database file.
        path: String,
        /// The name of the profile.
        name: String,
        /// Why it cannot be had.
        why: String,
    },
    /// Several profiles fit the database equally well.
    #[error("{path}: several profiles match ({names}); choose with --profile")]
    Ambiguous {
        /// The path of the database file.
        path: String,
        /// The names of the profiles, with commas between them.
        names: String,
    },
    /// The profile names what the database does not have.
    #[error(
        "{path}: profile `{profile}` needs {missing}, which this database lacks; `ghostcall profiles detect` shows which profile fits"
    )]
    Mismatch {
        /// The path of the database file.
        path: String,
        /// The name of the profile.
        profile: String,
        /// The tables and columns that are missing.
        missing: String,
    },
    /// A table that the profile names is there, and cannot be read.
    #[error(
        "{}: {table}, which profile `{profile}` needs, is unreadable ({reason}); repair it, or write a profile without it",
        .path.display()
    )]
    UnreadableTable {
        /// The path of the database file.
        path: PathBuf,
        /// The table, or view.
        table: String,
        /// The name of the profile.
        profile: String,
        /// What SQLite says.
        reason: String,
    },
    /// A condition of the profile cannot be used.
    #[error("profile `{profile}`: invalid condition `{condition}`: {detail}")]
    Condition {
        /// The name of the profile.
        profile: String,
        /// The SQL condition of the profile.
        condition: String,
        /// What SQLite says.
        detail: String,
    },
    /// There is no profile of this name.
    #[error("unknown profile `{name}`; use {known}, or a file")]
    UnknownProfile {
        /// What was asked for.
        name: String,
        /// The built-in profiles.
        known: String,
    },
    /// A document of ours or of the user's has a mistake.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// Anything else that SQLite reports.
    #[error("{}: {detail}", .path.display())]
    Sqlite {
        /// The path of the database file.
        path: PathBuf,
        /// What SQLite says.
        detail: String,
    },
    /// The file system refused something.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The path of the file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
}

impl SourceError {
    /// Whether it may come of reading while somebody writes: of files that were half old and half new.
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
