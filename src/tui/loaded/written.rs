//! A written finding as the database holds it now.

use crate::session::{Session, SessionError};
use crate::source::Key;
use crate::writeback::CurrentMessage;

use super::journal::JournalRow;

/// A written finding and its current state in the database.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenNow {
    /// The journal row of its last write.
    pub row: JournalRow,
    /// What the database holds now.
    pub present: CurrentMessage,
}

/// Reads the state of a written finding; the inner `Err` says why it cannot be shown.
pub(crate) fn load(session: &Session, key: &Key) -> Result<Result<WrittenNow, String>, SessionError> {
    let Some((entry, present)) = session.journal().written_now(key)? else {
        return Ok(Err("the journal has no write-back of it in effect".to_owned()));
    };
    Ok(Ok(WrittenNow { row: JournalRow::of(entry), present }))
}
