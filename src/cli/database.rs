//! The database that a command is given.

use std::path::PathBuf;

use clap::Args;

use super::options::CommonOptions;
use super::output;
use crate::session::{Access, Session};
use crate::source::{JOURNAL_TABLE, SqliteSource};
use crate::visible;

/// The database that a command works on.
#[derive(Args, Clone, Debug)]
pub(super) struct DatabaseArgument {
    /// SQLite database: an export of the chat application.
    #[arg(value_name = "DB")]
    pub(super) database: PathBuf,
}

impl DatabaseArgument {
    /// Opens and locks the review. Reports if the database differs from the one reviewed, or if some evidence is
    /// unreadable.
    pub(super) fn open_locked(&self, common: &CommonOptions) -> anyhow::Result<Session> {
        self.open(common, Access::Hold)
    }

    /// Opens the review without a lock, with the same reports.
    pub(super) fn read(&self, common: &CommonOptions) -> anyhow::Result<Session> {
        self.open(common, Access::Read)
    }

    fn open(&self, common: &CommonOptions, access: Access) -> anyhow::Result<Session> {
        let session = Session::open(common.setup(&self.database)?, access)?;
        if let Some(lost) = session.decisions().lost_journal() {
            output::note(&format!("note: {lost}"));
        }
        report_obstacles(session.audit().source());
        report_unreadable_sources(&session);
        Ok(session)
    }
}

/// Reports a profile that changed since the review was made, and a journal table that is not one.
pub(super) fn report_obstacles(source: &SqliteSource) {
    if let Some(changed) = source.changed_profile() {
        output::note(&format!("note: {}", visible::one_line(&changed)));
    }
    if let Some(what) = &source.journal().fault {
        output::note(&format!("note: {JOURNAL_TABLE} {what}; write-backs are unknown, and nothing is written"));
    }
}

/// Reports the unreadable sources of evidence, which are missing from every verdict.
pub(super) fn report_unreadable_sources(session: &Session) {
    for problem in session.audit().source().unreadable_evidence() {
        output::note(&format!("note: {}", visible::one_line(&problem)));
    }
}
