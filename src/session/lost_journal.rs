//! Whether the database is still the one that the review saw: an older copy may have taken its place.

use jiff::Timestamp;

use super::{Session, SessionError, open_audit};
use crate::audit::Audit;
use crate::proposal::{Edit, Finding, Status};
use crate::review::{DecisionKind, NewDecision, ReviewError};
use crate::source::{FileState, Key, Message, Source as _, SqliteSource, has_entry, sqlite_error};

/// The journal that the review saw is not there any more. What was accepted by the sight of it is undecided again, so
/// that nothing is written which somebody undid by an older copy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "last journal row missing: the database is an older copy or the journal was truncated; {}",
    affected(.pending.len())
)]
pub struct LostJournal {
    /// The messages whose findings are undecided again.
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
    /// What was noticed when the review was opened.
    #[must_use]
    pub fn lost_journal(&self) -> Option<&LostJournal> {
        self.lost_journal.as_ref()
    }

    /// Reads the database again, as it is now.
    ///
    /// # Errors
    /// Another database is there now, or one whose journal is another.
    pub fn look_again(&mut self, now: Timestamp) -> Result<(), SessionError> {
        self.follow(open_audit(&self.setup)?, now)
    }

    /// The same if its file changed since it was opened, so that what is shown of it is what is there.
    ///
    /// # Errors
    /// Another database is there now, or one whose journal is another.
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

    /// The same where it was read again already: with a long journal that takes long.
    ///
    /// # Errors
    /// Another database is there now, or one whose journal is another.
    pub fn follow(&mut self, audit: Audit, now: Timestamp) -> Result<(), SessionError> {
        let review = self.held()?;
        if let Some(why) = review.difference(audit.source())? {
            return Err(ReviewError::OtherDatabase { path: review.path().to_owned(), why }.into());
        }
        (self.audit, self.file) = (audit, None);
        self.follow_journal(now)?.map_or(Ok(()), |lost| Err(SessionError::LostJournal(lost)))
    }

    /// Holds the journal against what the review saw of it last, and follows it.
    pub(super) fn follow_journal(&mut self, now: Timestamp) -> Result<Option<LostJournal>, SessionError> {
        let journal = self.audit.source().journal();
        let (number, digest) = (journal.head, journal.head_digest.clone());
        if self.has_lost_journal()? {
            let resets = self.resets()?;
            self.held()?.follow_other_journal((number, &digest), &resets, now)?;
            return Ok(Some(LostJournal::of(resets)));
        }
        let Self { audit, review: Some(review), .. } = self else { return Ok(None) };
        review.follow_journal(&digest, |row| has_row(audit.source(), row))?;
        Ok(None)
    }

    /// The same for a session that only reads: nothing is stored, and what was accepted does not count in it.
    pub(super) fn notice_lost_journal(&mut self) -> Result<Option<LostJournal>, SessionError> {
        if !self.has_lost_journal()? {
            return Ok(None);
        }
        // Somebody may have written between the opening of the one file and that of the other.
        self.audit = open_audit(&self.setup)?;
        if !self.has_lost_journal()? {
            return Ok(None);
        }
        let lost = LostJournal::of(self.resets()?);
        self.lapsed = lost.pending.iter().cloned().collect();
        Ok(Some(lost))
    }

    fn has_lost_journal(&self) -> Result<bool, SessionError> {
        let source = self.audit.source();
        let Some(review) = &self.review else { return Ok(false) };
        review.is_lost(&source.journal().head_digest, |row| has_row(source, row))
    }

    /// The resets that make every accepted finding undecided again; stale ones are reported as stale anyway.
    fn resets(&self) -> Result<Vec<NewDecision>, SessionError> {
        let Some(review) = &self.review else { return Ok(Vec::new()) };
        let mut resets = Vec::new();
        for (key, decision) in
            review.history().decisions().filter(|(_, decision)| decision.kind == DecisionKind::Accept)
        {
            // Of a message that the profile hides just now, too.
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
