//! Whether the file of a database changed since it was looked at: a connection to one that nobody had open sees no change.

use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// How the file of a database, and its log, stood when they were looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileState([Option<Seen>; 2]);

/// Device, number, length, and when it was changed last.
type Seen = (u64, u64, u64, (i64, i64));

impl FileState {
    /// As it stands now.
    #[must_use]
    pub fn of(database: &Path) -> Self {
        let mut log = database.as_os_str().to_owned();
        log.push("-wal");
        Self([database.to_owned(), PathBuf::from(log)].map(|path| {
            let file = std::fs::metadata(path).ok()?;
            Some((file.dev(), file.ino(), file.len(), (file.mtime(), file.mtime_nsec())))
        }))
    }
}
