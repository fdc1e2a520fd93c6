//! One writer at a time: a lock on the review file, which the system releases when its holder dies.

use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};

use super::ReviewError;
use super::holder::Holder;
use crate::source::FileNumber;

/// How long to wait for a lock that another process holds.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// The pause between two attempts.
const PAUSE: Duration = Duration::from_millis(50);

/// Flag that keeps `open` from waiting, for example for the writer of a pipe.
#[cfg(unix)]
#[allow(clippy::cast_possible_wrap, reason = "flags are bits")]
const OPEN_NONBLOCK: i32 = rustix::fs::OFlags::NONBLOCK.bits() as i32;

/// The lock on a review file, held until it is dropped.
#[derive(Debug)]
pub struct Lock {
    file: File,
    number: FileNumber,
}

impl Lock {
    /// The metadata of the locked file.
    pub(super) fn metadata(&self) -> std::io::Result<Metadata> {
        self.file.metadata()
    }

    /// Whether the locked file is still the one at `path`.
    pub(super) fn is_of(&self, path: &Path) -> bool {
        FileNumber::at(path).is_ok_and(|number| number == self.number)
    }

    /// Locks a review file, waiting up to 5 seconds. `holder` is called to report who holds it if that takes longer.
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
                // The file may have been deleted or replaced before it was locked.
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

/// Opens a file for reading. Does not wait for a writer if the file was replaced by a pipe.
fn open_at_once(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, OPEN_NONBLOCK);
    options.open(path)
}
