//! Waiting for a database that another program has locked.

use std::thread::sleep;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode};

use super::{WatchProgress, Writing, WritingStage};
use crate::source::BUSY_TIMEOUT;

/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(50);

/// Repeats an attempt while another program has the database locked, as long as SQLite itself would. SQLite would wait
/// without a word: here `watch` hears of it, and can cancel.
pub(super) fn patiently<T>(
    connection: &Connection,
    watch: WatchProgress<'_>,
    attempt: impl FnMut() -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    connection.busy_timeout(Duration::ZERO)?;
    let done = repeat(watch, attempt);
    connection.busy_timeout(BUSY_TIMEOUT)?;
    done
}

fn repeat<T>(watch: WatchProgress<'_>, mut attempt: impl FnMut() -> rusqlite::Result<T>) -> rusqlite::Result<T> {
    let mut left = BUSY_TIMEOUT.as_millis() / PAUSE.as_millis();
    loop {
        match attempt() {
            Err(error) if left > 0 && error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                if !watch(Writing { stage: WritingStage::Waiting, ..Writing::default() }) {
                    return Err(given_up());
                }
                left -= 1;
                sleep(PAUSE);
            }
            other => return other,
        }
    }
}

/// SQLite's error for a cancelled operation.
pub(super) fn given_up() -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_INTERRUPT), None)
}
