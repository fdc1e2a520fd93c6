//! One writer at a time: a lock on the review file that the system frees when its holder dies.

use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};

use super::ReviewError;
use super::holder::Holder;
use crate::source::FileNumber;

/// How long to wait for a held review.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// How often the lock is tried meanwhile.
const PAUSE: Duration = Duration::from_millis(50);

/// Lets the opening of a file not block.
#[cfg(unix)]
#[allow(clippy::cast_possible_wrap, reason = "flags are bits")]
const OPEN_NONBLOCK: i32 = rustix::fs::OFlags::NONBLOCK.bits() as i32;

/// The lock, held until it is dropped.
#[derive(Debug)]
pub struct Lock {
    /// Closing it frees the lock.
    file: File,
    number: FileNumber,
}

impl Lock {
    /// What the system reports of the file that is locked.
    pub(super) fn metadata(&self) -> std::io::Result<Metadata> {
        self.file.metadata()
    }

    /// Whether the file that is locked is the one that is at a path.
    pub(super) fn is_of(&self, path: &Path) -> bool {
        FileNumber::at(path).is_ok_and(|number| number == self.number)
    }

    /// Takes the lock of a review file, waiting for a while; `holder` says who has it, when it cannot be had.
    pub fn acquire(path: &Path, holder: impl Fn() -> Holder) -> Result<Self, ReviewError> {
        let io = |source| ReviewError::Io { path: path.to_owned(), source };
        let open = || {
            let file = open_at_once(path)?;
            Ok((FileNumber::of(&file.metadata()?), file))
        };
        let (mut number, mut file) = open().map_err(io)?;
        let start = Instant::now();
        loop {
            match file.try_lock() {
                // A lock on a deleted file protects nothing.
                Ok(()) if FileNumber::at(path).map_err(io)? == number => return Ok(Self { file, number }),
                Ok(()) => (number, file) = open().map_err(io)?,
                Err(TryLockError::WouldBlock) if start.elapsed() < LOCK_TIMEOUT => std::thread::sleep(PAUSE),
                Err(TryLockError::WouldBlock) => {
                    return Err(ReviewError::Held { path: path.to_owned(), holder: holder() });
                }
                Err(TryLockError::Error(source)) => return Err(io(source)),
            }
        }
    }
}

/// Opens a file for reading; a pipe that took its place is not waited for.
fn open_at_once(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, OPEN_NONBLOCK);
    options.open(path)
}
