//! The database that a command is given.

use std::path::PathBuf;

use clap::Args;

use super::options::CommonOptions;
use super::output;
use crate::session::{Access, Session};
use crate::source::SqliteSource;
use crate::visible;

/// The database that a command works on.
#[derive(Args, Clone, Debug)]
pub(super) struct Database {
    /// SQLite database: an export of the chat application.
    #[arg(value_name = "DB")]
    pub(super) database: PathBuf,
}

impl Database {
    /// Holds its review, and reports if the database is not the one that the review saw, and what evidence of it nobody can
    /// read.
    pub(super) fn hold(&self, common: &CommonOptions) -> anyhow::Result<Session> {
        self.open(common, Access::Hold)
    }

    /// Reads its review, with the same reports.
    pub(super) fn read(&self, common: &CommonOptions) -> anyhow::Result<Session> {
        self.open(common, Access::Read)
    }

    fn open(&self, common: &CommonOptions, access: Access) -> anyhow::Result<Session> {
        let session = Session::open(common.setup(&self.database)?, access)?;
        if let Some(lost) = session.lost_journal() {
            output::note(&format!("note: {lost}"));
        }
        tell_changed_profile(session.audit().source());
        tell_unreadable(&session);
        Ok(session)
    }
}

/// Tells where the database is read by a profile that is not as it was when the review was made.
pub(super) fn tell_changed_profile(source: &SqliteSource) {
    if let Some(changed) = source.changed_profile() {
        output::note(&format!("note: {}", visible::one_line(&changed)));
    }
}

/// Tells which sources of evidence cannot be read: what they would say is missing from every verdict.
pub(super) fn tell_unreadable(session: &Session) {
    for problem in session.audit().source().unreadable_evidence() {
        output::note(&format!("note: {}", visible::one_line(&problem)));
    }
}
