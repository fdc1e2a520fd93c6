//! One review of one database: audit, decisions and write-back, for both the terminal UI and the commands.

mod approved;
mod carried;
mod decisions;
mod document;
mod export;
mod lost_journal;
mod patterns;
mod report;
mod reviewed;
mod sample;
mod setup;
mod write_back;

use std::collections::HashSet;

use crate::audit::Audit;
use crate::document::DocumentError;
use crate::registry::Registry;
use crate::review::{Decision, ReviewError, ReviewFile};
use crate::source::{FileState, Key, SourceError, SqliteSource};
use crate::writeback::target_layout::NeedsDatabase;
use crate::writeback::{Documents, remove_unfinished};

pub use approved::AcceptedBatch;
pub use decisions::UndoneStep;
pub use export::{Exported, NeighbourMessage, WrittenRow};
pub use lost_journal::LostJournal;
pub use patterns::DRAFT;
pub(crate) use report::request_before;
pub use reviewed::Reviewed;
pub use setup::Setup;

/// Why a session operation failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The database cannot be read or written.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The review file cannot be read or written.
    #[error(transparent)]
    Review(#[from] ReviewError),
    /// A pattern file has an error.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// The file of a new pattern cannot be written: its path, and what the system reports.
    #[error("{0}: {1}")]
    PatternFile(String, #[source] std::io::Error),
    /// The SQL script cannot be written.
    #[error("cannot print the SQL")]
    Script(#[source] std::io::Error),
    /// The profile does not describe enough of the target database to plan writes without reading it.
    #[error(transparent)]
    NeedsDatabase(#[from] NeedsDatabase),
    /// The user's pattern folder is unknown.
    #[error("no folder for new patterns; set HOME")]
    NoPatternFolder,
    /// The journal no longer has the row that the review saw last.
    #[error(transparent)]
    LostJournal(#[from] LostJournal),
    /// The operation changes the review, but the session is read-only.
    #[error("read-only session; nothing can be decided or written")]
    ReadOnly,
}

/// Whether a session may decide and write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Read-only: takes no lock and creates no file.
    Read,
    /// Holds the lock of the review file.
    Hold,
}

/// An open review.
pub struct Session {
    setup: Setup,
    audit: Audit,
    review: Option<ReviewFile>,
    access: Access,
    /// The state of the database file when it was opened; `None` where it is not known.
    file: Option<FileState>,
    lost_journal: Option<LostJournal>,
    /// In a read-only session: messages that were accepted before the journal was lost, and now count as pending.
    lapsed_acceptances: HashSet<Key>,
    /// Parsed documents with copies of message texts, cached by the last lookup.
    documents: Documents,
}

impl Session {
    /// Opens a database and its review.
    pub fn open(setup: Setup, access: Access) -> Result<Self, SessionError> {
        let (setup, path) = setup.located(access)?;
        let file = Some(FileState::of(&setup.database));
        let registry = registry_of(&setup)?;
        let (audit, review) = match access {
            Access::Read => {
                let audit = audit_with(registry, &setup)?;
                let review = ReviewFile::read(&path, audit.source())?;
                (audit, review)
            }
            Access::Hold => {
                // A file that is not a database gets no review file.
                drop(SqliteSource::open_unread(&setup.database, setup.profile.as_ref(), setup.include_hidden)?);
                let (review, source) =
                    ReviewFile::hold(&path, || open_source(&setup), &setup.reviewer, setup.options.now)?;
                review.made_with(&registry.digest())?;
                setup.profile.as_ref().map_or(Ok(()), |profile| review.keep_profile(profile))?;
                remove_unfinished(&setup.database);
                (audit_of(source, registry, &setup), Some(review))
            }
        };
        let now = setup.options.now;
        let (lost_journal, lapsed_acceptances, documents) = (None, HashSet::new(), Documents::default());
        let mut session = Self { setup, audit, review, access, file, lost_journal, lapsed_acceptances, documents };
        session.lost_journal = match access {
            Access::Hold => session.follow_journal(now)?,
            Access::Read => session.notice_lost_journal()?,
        };
        Ok(session)
    }

    /// Returns only the audit, for [`Self::follow`] of the session that holds the review.
    #[must_use]
    pub fn into_audit(self) -> Audit {
        self.audit
    }

    /// The database with its patterns and rules.
    #[must_use]
    pub fn audit(&self) -> &Audit {
        &self.audit
    }

    /// The review file; `None` where there is none.
    #[must_use]
    pub fn review(&self) -> Option<&ReviewFile> {
        self.review.as_ref()
    }

    /// The options that the session was opened with.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    fn writable_review(&mut self) -> Result<&mut ReviewFile, SessionError> {
        match (&mut self.review, self.access) {
            (Some(review), Access::Hold) => Ok(review),
            _ => Err(SessionError::ReadOnly),
        }
    }

    fn decision(&self, key: &Key) -> Option<&Decision> {
        self.review.as_ref()?.history().decision(key)
    }

    /// The view settings that this reviewer stored last.
    pub fn view(&self) -> Result<Option<String>, SessionError> {
        let Some(review) = &self.review else { return Ok(None) };
        Ok(review.view(&self.setup.reviewer)?)
    }

    /// Remembers the reviewer's view settings. They are stored with the next write to the review file.
    pub fn keep_view(&mut self, view: String) -> Result<(), SessionError> {
        self.writable_review()?.keep_view(view);
        Ok(())
    }

    /// Stores the remembered view settings, if they are not stored yet.
    pub fn store_view(&mut self) -> Result<(), SessionError> {
        Ok(self.writable_review()?.store_view()?)
    }

    /// Whether the session can neither decide nor write.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.access == Access::Read
    }
}

/// The built-in patterns with the user's own.
fn registry_of(setup: &Setup) -> Result<Registry, DocumentError> {
    let mut registry = Registry::builtin()?;
    for (name, text) in &setup.patterns {
        registry.add(name, text)?;
    }
    Ok(registry)
}

/// Opens an audit without a session, to scan while another thread holds the session.
pub fn open_audit(setup: &Setup) -> Result<Audit, SessionError> {
    audit_with(registry_of(setup)?, setup)
}

fn audit_with(registry: Registry, setup: &Setup) -> Result<Audit, SessionError> {
    Ok(audit_of(open_source(setup)?, registry, setup))
}

fn audit_of(source: SqliteSource, registry: Registry, setup: &Setup) -> Audit {
    Audit::new(source, registry, setup.catalog.clone(), setup.options)
}

fn open_source(setup: &Setup) -> Result<SqliteSource, SourceError> {
    SqliteSource::open(&setup.database, setup.profile.as_ref(), setup.include_hidden)
}
