//! One review of one database: the audit, its decisions, and the write-back, put together for both faces.

mod approved;
mod carried;
mod document;
mod export;
mod lost_journal;
mod patterns;
mod report;
mod sample;
mod setup;
mod write_back;

use std::collections::HashSet;

use jiff::Timestamp;

use crate::audit::{Audit, Progress, Tally};
use crate::document::DocumentError;
use crate::proposal::{Edit, Finding, Status};
use crate::registry::Registry;
use crate::review::{self, Act, Decision, NewDecision, ReviewError, ReviewFile};
use crate::source::{FileState, Key, Selection, Source as _, SourceError, SqliteSource, text_digest};
use crate::statistics::DecisionStatus;
use crate::writeback::target_layout::NeedsDatabase;
use crate::writeback::{self, Documents, remove_unfinished};

pub use approved::AcceptedBatch;
pub use export::{Exported, Side, WrittenRow};
pub use lost_journal::LostJournal;
pub use patterns::DRAFT;
pub(crate) use report::request_before;
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
    /// With the user's own file of patterns.
    #[error("{0}: {1}")]
    PatternFile(String, #[source] std::io::Error),
    /// SQL cannot be put together, or printed.
    #[error("the SQL cannot be written")]
    Script(#[source] std::io::Error),
    /// What is approved cannot be planned for a database that is not here.
    #[error(transparent)]
    NeedsDatabase(#[from] NeedsDatabase),
    /// It is not known where the user's own patterns are kept.
    #[error("no file for new patterns is known: name one with --patterns FILE")]
    NoPatternFile,
    /// Another journal is there than the review saw.
    #[error(transparent)]
    LostJournal(#[from] LostJournal),
    /// A decision was asked for while the session only reads.
    #[error("this session only reads: nothing can be decided or written")]
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

/// A finding with its state in the review.
#[derive(Clone, Debug, PartialEq)]
pub struct Reviewed {
    /// The finding as proposed, with its status.
    pub finding: Finding,
    /// What the reviewer changed, or had begun to change.
    pub edit: Edit,
    /// What the reviewer began to change after a decision.
    pub draft: Option<Edit>,
    /// What the reviewer noted.
    pub note: Option<String>,
    /// Whether it is flagged for another look.
    pub flagged: bool,
    /// Who decided it as it stands; of a written one, who wrote it.
    pub reviewer: Option<String>,
    /// Who else approved that it is accepted.
    pub approved_by: Option<String>,
    /// Whether it was decided in bulk.
    pub in_bulk: bool,
}

impl Reviewed {
    /// A finding that nobody looked at yet.
    fn undecided(finding: Finding) -> Self {
        let (edit, draft, note) = (Edit::default(), None, None);
        Self { finding, edit, draft, note, flagged: false, reviewer: None, approved_by: None, in_bulk: false }
    }

    /// Its status, and who decided so.
    #[must_use]
    pub fn standing(&self) -> DecisionStatus<'_> {
        let Self { finding, edit, reviewer, in_bulk, .. } = self;
        let (status, reviewer) = (finding.status, reviewer.as_deref());
        DecisionStatus { status, reviewer, edit: Some(edit), in_bulk: *in_bulk }
    }
}

/// An open review.
pub struct Session {
    setup: Setup,
    audit: Audit,
    review: Option<ReviewFile>,
    access: Access,
    /// How its file stood when it was opened, where that is known.
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

    /// Calls `visit` for each finding with its state, until it answers `false`.
    pub fn scan(&self, visit: &mut dyn FnMut(Reviewed) -> bool) -> Result<Tally, SessionError> {
        self.scan_watched(visit, &mut |_| true)
    }

    /// The same; `watch` is called with the progress now and then, and ends it by returning `false`.
    pub fn scan_watched(
        &self,
        visit: &mut dyn FnMut(Reviewed) -> bool,
        watch: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Tally, SessionError> {
        self.list_watched(
            &mut |mut reviewed| {
                self.read_copies(&mut reviewed.finding);
                visit(reviewed)
            },
            watch,
        )
    }

    /// The same without the copies of the texts, which only a decision or a whole document needs.
    pub fn list_watched(
        &self,
        visit: &mut dyn FnMut(Reviewed) -> bool,
        watch: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Tally, SessionError> {
        let mut failure = None;
        let mut visit_one = |finding| match self.reviewed(finding) {
            Ok(reviewed) => visit(reviewed),
            Err(error) => {
                failure = Some(error);
                false
            }
        };
        let tally = self.audit.scan_watched(&mut visit_one, watch)?;
        failure.map_or(Ok(tally), Err)
    }

    /// The finding of one message with its state.
    pub fn finding(&self, key: &Key) -> Result<Option<Reviewed>, SessionError> {
        self.audit.finding(key)?.map(|finding| self.with_state(finding)).transpose()
    }

    /// A finding with its status, what was changed about it, and the copies of its text.
    pub fn with_state(&self, mut finding: Finding) -> Result<Reviewed, SessionError> {
        self.read_copies(&mut finding);
        self.reviewed(finding)
    }

    /// Reads the copies of the text of a finding: what cannot be written should not be accepted.
    pub fn read_copies(&self, finding: &mut Finding) {
        if let Some(key) = &finding.message_id {
            let copies = writeback::copies(self.audit.source(), &self.documents, key, &finding.message.text);
            (finding.copies, finding.copies_unreadable) = (copies.others, copies.unreadable);
        }
    }

    /// A finding with its status, and what was changed about it.
    fn reviewed(&self, mut finding: Finding) -> Result<Reviewed, SessionError> {
        let (Some(key), Some(review)) = (finding.message_id.clone(), &self.review) else {
            return Ok(Reviewed::undecided(finding));
        };
        let (status, edit) = self.state(&key, &finding.message.text)?;
        finding.status = status;
        let is_decided = matches!(status, Status::Accepted | Status::Edited | Status::Rejected | Status::Skipped);
        let draft = if is_decided { review.draft(&key, &finding.message.text)? } else { None };
        // What was typed back to what was decided is no change any more.
        let draft = draft.filter(|draft| *draft != edit);
        let note = review.history().note(&key).map(str::to_owned);
        let flagged = review.history().is_flagged(&key);
        let reviewer = self.reviewer_of(&key, status);
        let approved_by = self.approved_by(&key).filter(|_| status.is_accepted()).map(str::to_owned);
        let in_bulk = review.history().is_in_bulk(&key);
        Ok(Reviewed { finding, edit, draft, note, flagged, reviewer, approved_by, in_bulk })
    }

    /// Who decided the finding of a message that has this status; of a written one, who wrote it.
    #[must_use]
    pub fn reviewer_of(&self, key: &Key, status: Status) -> Option<String> {
        match status {
            Status::Pending => None,
            Status::Written => {
                let journal = self.audit.source().journal().of(key)?;
                journal.standing.last().map(|write| write.reviewer.clone())
            }
            _ => self.decision(key).map(|decision| decision.reviewer.clone()),
        }
    }

    /// Where a message stands, and what was changed about its proposal.
    pub fn state_of(&self, key: &Key) -> Result<(Status, Edit), SessionError> {
        let text = self.audit.source().text(key)?.unwrap_or_default();
        self.state(key, &text)
    }

    fn state(&self, key: &Key, text: &str) -> Result<(Status, Edit), SessionError> {
        let Some(review) = &self.review else { return Ok((Status::Pending, Edit::default())) };
        let journal = self.audit.source().journal().of(key);
        let decision = review.history().decision(key);
        let digest = text_digest(text);
        let status = match review::status(decision, journal, &digest) {
            Status::Accepted | Status::Edited if self.lapsed.contains(key) => Status::Pending,
            status => status,
        };
        let same_text = decision.filter(|decision| decision.text_digest == digest);
        let edit = match (status, same_text) {
            // After an undo of a write-back, what was decided is kept as a draft.
            (Status::Pending, Some(decision)) if decision.act != Act::Reset => decision.edit.clone(),
            (Status::Pending | Status::Stale, _) => review.draft(key, text)?.unwrap_or_default(),
            // What was changed after a rejection or a skip waits for the next decision.
            (Status::Rejected | Status::Skipped, decided) => {
                let draft = review.draft(key, text)?;
                draft.or(decided.map(|decision| decision.edit.clone())).unwrap_or_default()
            }
            (_, decided) => decided.map(|decision| decision.edit.clone()).unwrap_or_default(),
        };
        Ok((status, edit))
    }

    /// Stores decisions as one gesture.
    pub fn decide(&mut self, decisions: &[NewDecision], now: Timestamp) -> Result<(), SessionError> {
        let head = self.audit.source().journal().head;
        Ok(self.held()?.decide(decisions, head, now)?)
    }

    /// Begins a gesture whose decisions come in parts: all of them count at its end, or none.
    pub fn begin_gesture(&mut self) -> Result<(), SessionError> {
        Ok(self.held()?.begin()?)
    }

    /// Adds decisions to the gesture that was begun. Where that fails, nothing of the gesture is stored.
    pub fn decide_more(&mut self, decisions: &[NewDecision], now: Timestamp) -> Result<(), SessionError> {
        let head = self.audit.source().journal().head;
        Ok(self.held()?.decide_more(decisions, head, now)?)
    }

    /// Says how the findings of the last gesture were selected.
    pub fn select(&mut self, selection: &Selection) -> Result<(), SessionError> {
        Ok(self.held()?.select(selection)?)
    }

    /// Ends the gesture that was begun: from now on its decisions count.
    pub fn end_gesture(&mut self) -> Result<(), SessionError> {
        Ok(self.held()?.end()?)
    }

    /// Gives up the gesture that was begun: nothing of it is stored.
    pub fn give_up_gesture(&mut self) -> Result<(), SessionError> {
        self.held()?.give_up();
        Ok(())
    }

    /// Stores a note as a gesture of its own; an empty one takes the note away.
    pub fn note(&mut self, key: &Key, note: &str, now: Timestamp) -> Result<(), SessionError> {
        Ok(self.held()?.note(key, note, now)?)
    }

    /// Flags messages for another look, or takes their flags away, as one gesture.
    pub fn flag(&mut self, keys: &[Key], flagged: bool, now: Timestamp) -> Result<(), SessionError> {
        Ok(self.held()?.flag(keys, flagged, now)?)
    }

    /// Approves what other reviewers accepted, as one gesture.
    pub fn approve(&mut self, keys: &[Key], now: Timestamp) -> Result<(), SessionError> {
        Ok(self.held()?.approve(keys, now)?)
    }

    /// Who approved the decision about a message.
    #[must_use]
    pub fn approved_by(&self, key: &Key) -> Option<&str> {
        self.review.as_ref()?.history().approved_by(key)
    }

    /// Whether the decision about a message is this reviewer's own: approving it does not count.
    #[must_use]
    pub fn is_own_decision(&self, key: &Key) -> bool {
        self.decision(key).is_some_and(|decision| decision.reviewer == self.setup.reviewer)
    }

    /// Whether a message is flagged for another look.
    #[must_use]
    pub fn is_flagged(&self, key: &Key) -> bool {
        self.review.as_ref().is_some_and(|review| review.history().is_flagged(key))
    }

    /// Whether the decision about a message was made in bulk.
    #[must_use]
    pub fn is_in_bulk(&self, key: &Key) -> bool {
        self.review.as_ref().is_some_and(|review| review.history().is_in_bulk(key))
    }

    /// The note about a message that counts.
    #[must_use]
    pub fn note_of(&self, key: &Key) -> Option<&str> {
        self.review.as_ref()?.history().note(key)
    }

    /// The messages of the gesture that would be taken back next, where all that it decided is written by now: to take such
    /// a decision back takes nothing out of the database.
    #[must_use]
    pub fn written_gesture(&self) -> Option<Vec<Key>> {
        let history = self.review.as_ref()?.history();
        let gesture = history.undoable()?;
        let journal = self.audit.source().journal();
        let mut decided = 0;
        let is_written = |(seq, key, _): (i64, Key, Option<i64>)| {
            // A note that was made with a decision goes with it.
            let Some(decision) = history.decision(&key).filter(|decision| decision.seq == seq) else { return true };
            decided += 1;
            decision.is_carried_out(journal.of(&key))
        };
        let all_written = history.events(gesture).into_iter().all(is_written);
        (all_written && decided > 0).then(|| history.messages(gesture))
    }

    /// Undoes the last gesture; returns its messages.
    pub fn undo_decision(&mut self, now: Timestamp) -> Result<Option<Vec<Key>>, SessionError> {
        Ok(self.held()?.undo(now)?)
    }

    /// Redoes the last gesture that was undone; returns its messages.
    pub fn redo_decision(&mut self, now: Timestamp) -> Result<Option<Vec<Key>>, SessionError> {
        Ok(self.held()?.redo(now)?)
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

    /// Keeps what was typed and not yet decided.
    pub fn set_draft(&mut self, key: &Key, edit: &Edit) -> Result<(), SessionError> {
        let text = self.audit.source().text(key)?.unwrap_or_default();
        Ok(self.held()?.set_draft(key, &text, edit)?)
    }

    /// The last decisions that count, the latest first.
    #[must_use]
    pub fn last_decisions(&self, count: usize) -> Vec<(&Key, &Decision)> {
        let mut decisions: Vec<_> = self.review.iter().flat_map(|review| review.history().decisions()).collect();
        decisions.sort_by_key(|(_, decision)| std::cmp::Reverse(decision.seq));
        decisions.truncate(count);
        decisions
    }

    /// Whether a message has a decision that counts.
    #[must_use]
    pub fn is_decided(&self, key: &Key) -> bool {
        self.decision(key).is_some_and(|decision| decision.act != Act::Reset)
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

/// Opens the audit of a set-up alone: a scan beside a session that another thread holds.
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
