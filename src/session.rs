//! One review of one database: the audit, its decisions, and the write-back, put together for both faces.

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
pub use export::{Exported, NeighbourMessage, WrittenRow};
pub use lost_journal::LostJournal;
pub use patterns::DRAFT;
pub(crate) use report::request_before;
pub use reviewed::Reviewed;
pub use setup::Setup;

/// What can go wrong in a session.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// With the database.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// With the review file.
    #[error(transparent)]
    Review(#[from] ReviewError),
    /// With the registry.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// A draft's file cannot be written.
    #[error("{0}: {1}")]
    PatternFile(String, #[source] std::io::Error),
    /// SQL cannot be put together, or printed.
    #[error("cannot print the SQL")]
    Script(#[source] std::io::Error),
    /// What is approved cannot be planned for a database that is not here.
    #[error(transparent)]
    NeedsDatabase(#[from] NeedsDatabase),
    /// It is not known where the user's own patterns are kept.
    #[error("no folder for new patterns; set HOME")]
    NoPatternFolder,
    /// Another journal is there than the review saw.
    #[error(transparent)]
    LostJournal(#[from] LostJournal),
    /// A decision was asked for while the session only reads.
    #[error("read-only session; nothing can be decided or written")]
    ReadOnly,
}

/// Whether a session may decide and write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It only looks: no lock, no file.
    Read,
    /// It holds the review's lock.
    Hold,
}

/// An open review.
pub struct Session {
    setup: Setup,
    audit: Audit,
    review: Option<ReviewFile>,
    access: Access,
    /// The state of the database file when it was opened, if known.
    file: Option<FileState>,
    lost_journal: Option<LostJournal>,
    /// What was accepted by the sight of another journal, where that cannot be stored.
    lapsed: HashSet<Key>,
    /// The documents in which the copies of texts were read last.
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
                // What is no database gets no review.
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
        let (lost_journal, lapsed, documents) = (None, HashSet::new(), Documents::default());
        let mut session = Self { setup, audit, review, access, file, lost_journal, lapsed, documents };
        session.lost_journal = match access {
            Access::Hold => session.follow_journal(now)?,
            Access::Read => session.notice_lost_journal()?,
        };
        Ok(session)
    }

    /// The database alone, for a session that holds the review: see [`Self::follow`].
    #[must_use]
    pub fn into_audit(self) -> Audit {
        self.audit
    }

    /// The database under its patterns and rules.
    #[must_use]
    pub fn audit(&self) -> &Audit {
        &self.audit
    }

    /// The review file, where there is one.
    #[must_use]
    pub fn review(&self) -> Option<&ReviewFile> {
        self.review.as_ref()
    }

    /// What the session was opened with.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    fn held(&mut self) -> Result<&mut ReviewFile, SessionError> {
        match (&mut self.review, self.access) {
            (Some(review), Access::Hold) => Ok(review),
            _ => Err(SessionError::ReadOnly),
        }
    }

    fn decision(&self, key: &Key) -> Option<&Decision> {
        self.review.as_ref()?.history().decision(key)
    }

    /// How this reviewer looked at the findings last.
    pub fn view(&self) -> Result<Option<String>, SessionError> {
        let Some(review) = &self.review else { return Ok(None) };
        Ok(review.view(&self.setup.reviewer)?)
    }

    /// Keeps how the reviewer looks at the findings; stored together with whatever is stored next.
    pub fn keep_view(&mut self, view: String) -> Result<(), SessionError> {
        self.held()?.keep_view(view);
        Ok(())
    }

    /// Stores what was kept of the view and is not stored yet.
    pub fn store_view(&mut self) -> Result<(), SessionError> {
        Ok(self.held()?.store_view()?)
    }

    /// Whether nothing can be decided or written.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.access == Access::Read
    }
}

/// The patterns in force.
fn registry_of(setup: &Setup) -> Result<Registry, DocumentError> {
    let mut registry = Registry::builtin()?;
    for (name, text) in &setup.patterns {
        registry.add(name, text)?;
    }
    Ok(registry)
}

/// Opens the audit of a set-up alone, to scan while another thread holds a session.
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
