//! Detects a database whose journal is not the one that the review saw, such as an older copy.

use jiff::Timestamp;

use super::{Session, SessionError, open_audit};
use crate::audit::Audit;
use crate::proposal::{Edit, Finding, Status};
use crate::review::{DecisionKind, NewDecision, ReviewError};
use crate::source::{FileState, Key, Message, Source as _, SqliteSource, has_entry, sqlite_error};

/// The database no longer has the journal that the review saw. Findings that were accepted with that journal are
/// pending again: a write-back that was undone is not repeated only because an older copy was restored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "last journal row missing: the database is an older copy or the journal was truncated; {}",
    affected(.pending.len())
)]
pub struct LostJournal {
    /// The messages whose findings are pending again.
    pub pending: Vec<Key>,
}

impl LostJournal {
    fn of(resets: Vec<NewDecision>) -> Self {
        Self { pending: resets.into_iter().map(|reset| reset.message).collect() }
    }
}

fn affected(pending: usize) -> String {
    match pending {
        0 => "no accepted finding is affected".to_owned(),
        1 => "1 accepted finding is pending again; check and re-accept it".to_owned(),
        number => {
            format!("{number} accepted findings are pending again; check and re-accept them")
        }
    }
}

impl Session {
    /// The loss that was noticed when the review was opened, if any.
    #[must_use]
    pub fn lost_journal(&self) -> Option<&LostJournal> {
        self.lost_journal.as_ref()
    }

    /// Reads the database again.
    ///
    /// # Errors
    /// The file is now another database, or has lost the journal that the review saw.
    pub fn look_again(&mut self, now: Timestamp) -> Result<(), SessionError> {
        self.follow(open_audit(&self.setup)?, now)
    }

    /// Reads the database again if its file changed since it was opened.
    ///
    /// # Errors
    /// The file is now another database, or has lost the journal that the review saw.
    pub fn look_again_if_changed(&mut self, now: Timestamp) -> Result<(), SessionError> {
        let file = FileState::of(&self.setup.database);
        if self.file.as_ref() == Some(&file) {
            return Ok(());
        }
        if self.is_read_only() {
            self.audit = open_audit(&self.setup)?;
        } else {
            self.look_again(now)?;
        }
        self.file = Some(file);
        Ok(())
    }

    /// Continues with `audit`, which has read the database again. With a long journal, reading takes long.
    ///
    /// # Errors
    /// The file is now another database, or has lost the journal that the review saw.
    pub fn follow(&mut self, audit: Audit, now: Timestamp) -> Result<(), SessionError> {
        let review = self.writable_review()?;
        if let Some(why) = review.difference(audit.source())? {
            return Err(ReviewError::OtherDatabase { path: review.path().to_owned(), why }.into());
        }
        (self.audit, self.file) = (audit, None);
        self.follow_journal(now)?.map_or(Ok(()), |lost| Err(SessionError::LostJournal(lost)))
    }

    /// Compares the journal with the one that the review last saw, and remembers its last row. Returns what was lost,
    /// if anything.
    pub(super) fn follow_journal(&mut self, now: Timestamp) -> Result<Option<LostJournal>, SessionError> {
        let journal = self.audit.source().journal();
        let (number, digest) = (journal.head, journal.head_digest.clone());
        if self.has_lost_journal()? {
            let resets = self.resets()?;
            self.writable_review()?.follow_other_journal((number, &digest), &resets, now)?;
            return Ok(Some(LostJournal::of(resets)));
        }
        let Self { audit, review: Some(review), .. } = self else { return Ok(None) };
        review.follow_journal(&digest, |row| has_row(audit.source(), row))?;
        Ok(None)
    }

    /// Like [`Self::follow_journal`], but for a read-only session: nothing is stored, and lost acceptances count as
    /// pending in this session only.
    pub(super) fn notice_lost_journal(&mut self) -> Result<Option<LostJournal>, SessionError> {
        if !self.has_lost_journal()? {
            return Ok(None);
        }
        // Another process may have written between the opening of the database and that of the review file.
        self.audit = open_audit(&self.setup)?;
        if !self.has_lost_journal()? {
            return Ok(None);
        }
        let lost = LostJournal::of(self.resets()?);
        self.lapsed_acceptances = lost.pending.iter().cloned().collect();
        Ok(Some(lost))
    }

    fn has_lost_journal(&self) -> Result<bool, SessionError> {
        let source = self.audit.source();
        let Some(review) = &self.review else { return Ok(false) };
        review.is_lost(&source.journal().head_digest, |row| has_row(source, row))
    }

    /// The resets that make every accepted finding pending again. Stale findings need none.
    fn resets(&self) -> Result<Vec<NewDecision>, SessionError> {
        let Some(review) = &self.review else { return Ok(Vec::new()) };
        let mut resets = Vec::new();
        for (key, decision) in
            review.history().decisions().filter(|(_, decision)| decision.kind == DecisionKind::Accept)
        {
            // The message may be one that the profile hides.
            let text = self.audit.source().text(key)?.unwrap_or_default();
            let (status, edit) = self.state(key, &text)?;
            if !matches!(status, Status::Accepted | Status::Edited) {
                continue;
            }
            let message = Message { text, ..self.audit.source().message(key)?.unwrap_or_default() };
            let finding = Finding { message_id: Some(key.clone()), message, ..Finding::default() };
            resets.push((decision.seq, reset(key, edit, finding)));
        }
        resets.sort_by_key(|(seq, _)| *seq);
        Ok(resets.into_iter().map(|(_, reset)| reset).collect())
    }
}

/// Whether the journal of a database has a row with this digest.
fn has_row(source: &SqliteSource, digest: &str) -> Result<bool, SessionError> {
    Ok(has_entry(source.connection(), digest).map_err(|error| sqlite_error(source.path(), &error))?)
}

fn reset(key: &Key, edit: Edit, finding: Finding) -> NewDecision {
    NewDecision { message: key.clone(), kind: DecisionKind::Reset, edit, finding, note: None }
}
