//! One review of one database: audit, decisions and write-back, for both the terminal UI and the commands.

mod approved;
mod decisions;
mod document;
mod error;
mod export;
mod findings;
mod journal;
mod lost_journal;
mod patterns;
mod report;
mod reviewed;
mod sample;
mod script;
mod setup;
mod writer;

use jiff::Timestamp;

use crate::audit::Audit;
use crate::document::DocumentError;
use crate::proposal::Edit;
use crate::registry::Registry;
use crate::review::{NewDecision, ReviewError, ReviewFile};
use crate::source::{FileState, Key, Source as _, SourceError, SqliteSource};
use crate::writeback::verify::{Verification, verify};
use crate::writeback::{Documents, WatchProgress, WriteReport, remove_unfinished};

use lost_journal::{follow_journal, has_lost_journal, notice_lost_journal};
use patterns::AddedPatterns;

pub use approved::AcceptedBatch;
pub use decisions::{Decisions, UndoneStep};
pub use document::{document, document_of};
pub use error::{LostJournal, SessionError};
pub use export::{Exported, NeighbourMessage, WrittenRow, export};
pub use findings::Findings;
pub use journal::JournalReader;
pub use patterns::DRAFT;
pub use report::reported;
#[cfg(feature = "tui")]
pub(crate) use report::request_before;
pub use reviewed::Reviewed;
pub use sample::{draw_sample, sample_outcome, stored_sample, wrong_of};
pub use script::script_for_original;
pub use setup::{Access, Setup};
pub use writer::Writer;

/// A database opened for review: its findings, the decisions about them and their write-back.
pub struct Session {
    setup: Setup,
    audit: Audit,
    decisions: Decisions,
    /// The state of the database file when it was opened; `None` where it is not known.
    file: Option<FileState>,
    documents: Documents,
}

impl Session {
    /// Opens a database and its review.
    pub fn open(setup: Setup, access: Access) -> Result<Self, SessionError> {
        let (setup, path) = setup.located(access)?;
        let file = Some(FileState::of(&setup.database));
        let registry = registry_of(&setup)?;
        let (mut audit, review) = match access {
            Access::Read => {
                let audit = audit_with(registry, &setup)?;
                let review = ReviewFile::read(&path, audit.source())?;
                (audit, review)
            }
            Access::Hold => {
                // A file that is not a database gets no review file.
                drop(SqliteSource::open_unread(&setup.database, setup.profile.as_ref(), setup.include_hidden)?);
                let (review, source) =
                    ReviewFile::open_locked(&path, || open_source(&setup), &setup.reviewer, setup.options.now)?;
                review.made_with(&registry.digest())?;
                setup.profile.as_ref().map_or(Ok(()), |profile| review.keep_profile(profile))?;
                remove_unfinished(&setup.database);
                (audit_of(source, registry, &setup), Some(review))
            }
        };
        let mut decisions = Decisions::new(review, access, setup.reviewer.clone());
        if access == Access::Hold {
            decisions.lost_journal = follow_journal(&mut decisions, audit.source(), setup.options.now)?;
        } else if has_lost_journal(&decisions, audit.source())? {
            // Another process may have written between the opening of the database and that of the review file.
            audit = open_audit(&setup)?;
            notice_lost_journal(&mut decisions, audit.source())?;
        }
        Ok(Self { setup, audit, decisions, file, documents: Documents::default() })
    }

    /// Returns only the audit, for [`Self::follow`] of the session that holds the review.
    #[must_use]
    pub fn into_audit(self) -> Audit {
        self.audit
    }

    /// The options that the session was opened with.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The database with its patterns and rules.
    #[must_use]
    pub fn audit(&self) -> &Audit {
        &self.audit
    }

    /// The decisions of the review.
    #[must_use]
    pub fn decisions(&self) -> &Decisions {
        &self.decisions
    }

    /// The decisions of the review, to change them.
    pub fn decisions_mut(&mut self) -> &mut Decisions {
        &mut self.decisions
    }

    /// The findings with their decisions.
    #[must_use]
    pub fn findings(&self) -> Findings<'_> {
        Findings { audit: &self.audit, decisions: &self.decisions, documents: &self.documents }
    }

    /// The journal of the database.
    #[must_use]
    pub fn journal(&self) -> JournalReader<'_> {
        JournalReader { source: self.audit.source() }
    }

    /// Plans and writes what was accepted.
    #[must_use]
    pub fn writer(&self) -> Writer<'_> {
        Writer { setup: &self.setup, audit: &self.audit, decisions: &self.decisions }
    }

    /// Whether the text of a message is still the one that is decided about: it may have been changed or deleted.
    pub fn is_unchanged(&self, NewDecision { message, finding, .. }: &NewDecision) -> Result<bool, SessionError> {
        Ok(self.audit.source().text(message)?.as_ref() == Some(&finding.message.text))
    }

    /// Stores decisions as one undo step.
    pub fn decide(&mut self, decisions: &[NewDecision], now: Timestamp) -> Result<(), SessionError> {
        let head = self.audit.source().journal().head;
        Ok(self.decisions.writable()?.decide(decisions, head, now)?)
    }

    /// Adds decisions to the undo step that was begun. If this fails, nothing of the step is stored.
    pub fn decide_more(&mut self, decisions: &[NewDecision], now: Timestamp) -> Result<(), SessionError> {
        let head = self.audit.source().journal().head;
        Ok(self.decisions.writable()?.decide_more(decisions, head, now)?)
    }

    /// Stores an undecided edit as a draft.
    pub fn set_draft(&mut self, key: &Key, edit: &Edit) -> Result<(), SessionError> {
        let text = self.audit.source().text(key)?.unwrap_or_default();
        Ok(self.decisions.writable()?.set_draft(key, &text, edit)?)
    }

    /// Undoes the last step that an undo changes anything of; `None` if there is none.
    pub fn undo_decision(&mut self, now: Timestamp) -> Result<Option<UndoneStep>, SessionError> {
        self.decisions.undo_decision(self.audit.source().journal(), now)
    }

    /// Stores a draft as a new file in the user's pattern folder, and uses its patterns from then on. Returns their
    /// names and the path of the file.
    ///
    /// # Errors
    /// The draft has a mistake, its name is taken by another of the user's files, one of its examples is judged
    /// otherwise, or the file cannot be written. Then nothing changes.
    pub fn add_patterns(&mut self, draft: &str) -> Result<(Vec<String>, String), SessionError> {
        let AddedPatterns { setup, audit, names, file } = patterns::add(&self.setup, draft)?;
        (self.setup, self.audit) = (setup, audit);
        if let Ok(review) = self.decisions.writable() {
            review.made_with(&self.audit.registry().digest())?;
        }
        Ok((names, file))
    }

    /// From now on, writes only findings that another reviewer approved.
    pub fn require_approval(&mut self) {
        self.setup.require_approval = true;
    }

    /// Sets the name of the following batches.
    pub fn name_batch(&mut self, name: Option<String>) {
        self.setup.batch = name;
    }

    /// Reads the database again.
    ///
    /// # Errors
    /// The file is now another database, or has lost the journal that the review saw.
    pub fn reload(&mut self, now: Timestamp) -> Result<(), SessionError> {
        self.follow(open_audit(&self.setup)?, now)
    }

    /// Reads the database again if its file changed since it was opened.
    ///
    /// # Errors
    /// The file is now another database, or has lost the journal that the review saw.
    pub fn reload_if_changed(&mut self, now: Timestamp) -> Result<(), SessionError> {
        let file = FileState::of(&self.setup.database);
        if self.file.as_ref() == Some(&file) {
            return Ok(());
        }
        if self.decisions.is_read_only() {
            self.audit = open_audit(&self.setup)?;
        } else {
            self.reload(now)?;
        }
        self.file = Some(file);
        Ok(())
    }

    /// Continues with `audit`, which has read the database again. With a long journal, reading takes long.
    ///
    /// # Errors
    /// The file is now another database, or has lost the journal that the review saw.
    pub fn follow(&mut self, audit: Audit, now: Timestamp) -> Result<(), SessionError> {
        let review = self.decisions.writable()?;
        if let Some(why) = review.difference(audit.source())? {
            return Err(ReviewError::OtherDatabase { path: review.path().to_owned(), why }.into());
        }
        (self.audit, self.file) = (audit, None);
        let lost = follow_journal(&mut self.decisions, self.audit.source(), now)?;
        lost.map_or(Ok(()), |lost| Err(SessionError::LostJournal(lost)))
    }

    /// Writes all accepted findings in one transaction, after a backup if `with_backup`.
    pub fn write_back(&mut self, with_backup: bool, now: Timestamp) -> Result<WriteReport, SessionError> {
        // The file may have changed or been replaced since it was opened.
        self.reload(now)?;
        let report = self.writer().write(with_backup, now, &mut |_| true)?;
        self.after_writing(&report)?;
        Ok(report)
    }

    /// Like [`Self::write_back`] for a session that was just opened: the database is not read again, before or after.
    pub fn write_once(
        &mut self,
        with_backup: bool,
        now: Timestamp,
        watch: WatchProgress<'_>,
    ) -> Result<WriteReport, SessionError> {
        Ok(self.noted(self.writer().write(with_backup, now, watch)?))
    }

    /// Undoes write-backs by their journal ids.
    pub fn undo_writes(&mut self, writes: &[i64], now: Timestamp) -> Result<WriteReport, SessionError> {
        self.reload(now)?;
        let report = self.writer().undo(writes, now, &mut |_| true)?;
        self.after_writing(&report)?;
        Ok(report)
    }

    /// Like [`Self::undo_writes`] for a session that was just opened; see [`Self::write_once`].
    pub fn undo_once(
        &mut self,
        writes: &[i64],
        now: Timestamp,
        watch: WatchProgress<'_>,
    ) -> Result<WriteReport, SessionError> {
        Ok(self.noted(self.writer().undo(writes, now, watch)?))
    }

    /// Reads the database again: a connection that was opened as immutable would not see the write.
    pub fn after_writing(&mut self, report: &WriteReport) -> Result<(), SessionError> {
        let audit = open_audit(&self.setup)?;
        self.take_over(report, audit)
    }

    /// Continues with `audit`, which has read the database again after a write. With a long journal, reading takes
    /// long.
    pub fn take_over(&mut self, report: &WriteReport, audit: Audit) -> Result<(), SessionError> {
        self.remember(report)?;
        (self.audit, self.file) = (audit, None);
        Ok(())
    }

    /// Notes a run in the review file. What is written stays written if that fails.
    fn noted(&mut self, report: WriteReport) -> WriteReport {
        let is_unnoted = self.remember(&report).is_err();
        WriteReport { is_unnoted, ..report }
    }

    /// Stores the last journal row, so that the review notices when it is lost.
    fn remember(&mut self, report: &WriteReport) -> Result<(), SessionError> {
        if !report.journal_head.is_empty() {
            self.decisions.writable()?.remember_journal_head(&report.journal_head)?;
        }
        Ok(())
    }

    /// Checks that the journal is intact and that its write-backs are still in place.
    pub fn verify(&self) -> Result<Verification, SessionError> {
        let seen = self.decisions.review().map(ReviewFile::journal_head).transpose()?.flatten();
        Ok(verify(self.audit.source(), seen.as_deref())?)
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
