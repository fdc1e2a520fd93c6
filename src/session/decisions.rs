//! The decisions of a review: stores and undoes them with notes, flags and drafts, and returns those in effect.

use std::collections::HashSet;

use jiff::Timestamp;
use serde::Deserialize;

use super::{Access, LostJournal, Reviewed, SessionError};
use crate::proposal::{Edit, Finding, RecordTime, Status};
use crate::review::{self, Decision, DecisionKind, History, MessageChange, ReviewFile, is_same_reviewer};
use crate::source::profile::RecordTool;
use crate::source::{Journal, Key, Selection, text_digest};

/// The options for records of a decision, as its stored finding has them.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct RecordChoice {
    pub(super) record_time: Option<RecordTime>,
    pub(super) record_tool: Option<RecordTool>,
}

impl RecordChoice {
    /// What the names of its members begin with.
    const MEMBER: &str = "\"record_t";
}

/// A step that was undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndoneStep {
    /// The keys of its messages.
    pub messages: Vec<Key>,
    /// The reviewer who took it, unless it is the one who undid it.
    pub reviewer: Option<String>,
    /// Whether a later step stays, since it is written.
    pub skips_written: bool,
}

/// The decisions of a review, as one reviewer sees and makes them.
pub struct Decisions {
    review: Option<ReviewFile>,
    access: Access,
    reviewer: String,
    pub(super) lost_journal: Option<LostJournal>,
    /// In a read-only session: messages that were accepted before the journal was lost, and now count as pending.
    pub(super) lapsed_acceptances: HashSet<Key>,
}

impl Decisions {
    pub(super) fn new(review: Option<ReviewFile>, access: Access, reviewer: String) -> Self {
        Self { review, access, reviewer, lost_journal: None, lapsed_acceptances: HashSet::new() }
    }

    /// The review file; `None` where there is none.
    #[must_use]
    pub fn review(&self) -> Option<&ReviewFile> {
        self.review.as_ref()
    }

    /// The review file, to change it.
    pub(super) fn writable(&mut self) -> Result<&mut ReviewFile, SessionError> {
        match (&mut self.review, self.access) {
            (Some(review), Access::Hold) => Ok(review),
            _ => Err(SessionError::ReadOnly),
        }
    }

    /// The reviewer who makes the decisions.
    pub(super) fn reviewer(&self) -> &str {
        &self.reviewer
    }

    /// Whether nothing can be decided or written.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.access == Access::Read
    }

    /// The loss of the journal that was noticed when the review was opened, if any.
    #[must_use]
    pub fn lost_journal(&self) -> Option<&LostJournal> {
        self.lost_journal.as_ref()
    }

    /// The view settings that this reviewer stored last.
    pub fn view(&self) -> Result<Option<String>, SessionError> {
        let Some(review) = &self.review else { return Ok(None) };
        Ok(review.view(&self.reviewer)?)
    }

    /// Remembers the reviewer's view settings. They are stored with the next write to the review file.
    pub fn keep_view(&mut self, view: String) -> Result<(), SessionError> {
        self.writable()?.keep_view(view);
        Ok(())
    }

    /// Stores the remembered view settings, if they are not stored yet.
    pub fn store_view(&mut self) -> Result<(), SessionError> {
        Ok(self.writable()?.store_view()?)
    }

    /// The decision about a message.
    pub(super) fn of(&self, key: &Key) -> Option<&Decision> {
        self.review.as_ref()?.history().decision(key)
    }

    /// Begins an undo step whose decisions come in parts. Either all of them take effect at its end, or none.
    pub fn begin_gesture(&mut self) -> Result<(), SessionError> {
        Ok(self.writable()?.begin()?)
    }

    /// Records how the findings of the last undo step were selected.
    pub fn select(&mut self, selection: &Selection) -> Result<(), SessionError> {
        Ok(self.writable()?.select(selection)?)
    }

    /// Ends the undo step that was begun. From then on its decisions are in effect.
    pub fn end_gesture(&mut self) -> Result<(), SessionError> {
        Ok(self.writable()?.end()?)
    }

    /// Cancels the undo step that was begun: nothing of it is stored.
    pub fn abort_gesture(&mut self) -> Result<(), SessionError> {
        self.writable()?.abort();
        Ok(())
    }

    /// Stores a note as its own undo step. An empty note removes the note.
    pub fn note(&mut self, key: &Key, note: &str, now: Timestamp) -> Result<(), SessionError> {
        Ok(self.writable()?.note(key, note, now)?)
    }

    /// Flags messages for another look, or removes their flags, as one undo step.
    pub fn flag(&mut self, keys: &[Key], flagged: bool, now: Timestamp) -> Result<(), SessionError> {
        Ok(self.writable()?.flag(keys, flagged, now)?)
    }

    /// Approves acceptances by other reviewers, as one undo step.
    pub fn approve(&mut self, keys: &[Key], now: Timestamp) -> Result<(), SessionError> {
        Ok(self.writable()?.approve(keys, now)?)
    }

    /// The reviewer who approved the decision about a message.
    #[must_use]
    pub fn approved_by(&self, key: &Key) -> Option<&str> {
        self.review.as_ref()?.history().approved_by(key)
    }

    /// Whether the decision about a message is this reviewer's own, which makes their approval of it void.
    #[must_use]
    pub fn is_own_decision(&self, key: &Key) -> bool {
        self.of(key).is_some_and(|decision| is_same_reviewer(&decision.reviewer, &self.reviewer))
    }

    /// How the acceptance of a finding writes its records, and when it was decided; `None` if nothing was chosen.
    pub(super) fn record_choice(&self, finding: &Finding) -> Result<Option<(RecordChoice, Timestamp)>, SessionError> {
        let Some(key) = finding.message_id.as_ref().filter(|_| finding.status.is_accepted()) else { return Ok(None) };
        let Some((review, decision)) = self.review.as_ref().zip(self.of(key)) else { return Ok(None) };
        let choice = review.finding_text(decision)?.filter(|text| text.contains(RecordChoice::MEMBER));
        let Some(text) = choice else { return Ok(None) };
        let choice: RecordChoice = serde_json::from_str(&text).map_err(|_| review.unreadable_decision(key))?;
        let is_chosen = choice.record_time.is_some() || choice.record_tool.is_some();
        Ok(is_chosen.then_some((choice, decision.at)))
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

    /// The note about a message.
    #[must_use]
    pub fn note_of(&self, key: &Key) -> Option<&str> {
        self.review.as_ref()?.history().note(key)
    }

    /// The step that an undo would undo: the last one that an undo changes anything of. What is written, or was written
    /// and undone since, follows from the journal, whatever is decided about it.
    #[must_use]
    pub fn undoable_step(&self, journal: &Journal) -> Option<i64> {
        let history = self.review.as_ref()?.history();
        history.undoable().find(|step| is_undone_by_undo(history, journal, *step))
    }

    /// The messages of the last step, if it is written: it is undone in the journal, not here.
    #[must_use]
    pub fn written_step(&self, journal: &Journal) -> Option<Vec<Key>> {
        let history = self.review.as_ref()?.history();
        let last = history.undoable().next()?;
        let is_written = |(key, change): (&Key, &MessageChange)| match change {
            MessageChange::Decided(decision) => decision.is_carried_out(journal.of(key)),
            _ => false,
        };
        history.in_effect(last).any(is_written).then(|| history.messages(last))
    }

    /// Undoes the last step that an undo changes anything of; `None` if there is none.
    pub(super) fn undo_decision(
        &mut self,
        journal: &Journal,
        now: Timestamp,
    ) -> Result<Option<UndoneStep>, SessionError> {
        let Some(step) = self.undoable_step(journal) else { return Ok(None) };
        let skips_written = self.written_step(journal).is_some();
        let own = self.reviewer.clone();
        let review = self.writable()?;
        let reviewer = review.reviewer_of_step(step)?.filter(|reviewer| *reviewer != own);
        Ok(Some(UndoneStep { messages: review.undo(step, now)?, reviewer, skips_written }))
    }

    /// Redoes the step that was undone last. Returns its messages, or `None` if there was nothing to redo.
    pub fn redo_decision(&mut self, now: Timestamp) -> Result<Option<Vec<Key>>, SessionError> {
        Ok(self.writable()?.redo(now)?)
    }

    /// The last `count` decisions in effect, latest first.
    #[must_use]
    pub fn last_decisions(&self, count: usize) -> Vec<(&Key, &Decision)> {
        let mut decisions: Vec<_> = self.review.iter().flat_map(|review| review.history().decisions()).collect();
        decisions.sort_by_key(|(_, decision)| std::cmp::Reverse(decision.seq));
        decisions.truncate(count);
        decisions
    }

    /// Whether a message has a decision in effect other than a reset.
    #[must_use]
    pub fn is_decided(&self, key: &Key) -> bool {
        self.of(key).is_some_and(|decision| decision.kind != DecisionKind::Reset)
    }

    /// Adds the status and the reviewer's changes to a finding.
    pub(super) fn reviewed(&self, journal: &Journal, mut finding: Finding) -> Result<Reviewed, SessionError> {
        let (Some(key), Some(review)) = (finding.message_id.clone(), &self.review) else {
            return Ok(Reviewed::undecided(finding));
        };
        let (status, edit) = self.state(journal, &key, &finding.message.text)?;
        finding.status = status;
        let is_decided = matches!(status, Status::Accepted | Status::Edited | Status::Rejected | Status::Skipped);
        let draft = if is_decided { review.draft(&key, &finding.message.text)? } else { None };
        // A draft that equals the decision changes nothing.
        let draft = draft.filter(|draft| *draft != edit);
        let note = review.history().note(&key).map(str::to_owned);
        let flagged = review.history().is_flagged(&key);
        let reviewer = self.reviewer_of(journal, &key, status);
        let approved_by = self.approved_by(&key).filter(|_| status.is_accepted()).map(str::to_owned);
        let in_bulk = review.history().is_in_bulk(&key);
        Ok(Reviewed { finding, edit, draft, note, flagged, reviewer, approved_by, in_bulk })
    }

    /// The reviewer who decided the finding of a message with this status; for a written finding, the one who wrote it.
    #[must_use]
    pub fn reviewer_of(&self, journal: &Journal, key: &Key, status: Status) -> Option<String> {
        match status {
            Status::Pending => None,
            Status::Written => journal.of(key)?.in_effect.last().map(|write| write.reviewer.clone()),
            _ => self.of(key).map(|decision| decision.reviewer.clone()),
        }
    }

    /// The status of a message with this text, and the reviewer's changes to its proposal.
    pub(super) fn state(&self, journal: &Journal, key: &Key, text: &str) -> Result<(Status, Edit), SessionError> {
        let Some(review) = &self.review else { return Ok((Status::Pending, Edit::default())) };
        let decision = review.history().decision(key);
        let digest = text_digest(text);
        let status = match review::status(decision, journal.of(key), &digest) {
            Status::Accepted | Status::Edited if self.lapsed_acceptances.contains(key) => Status::Pending,
            status => status,
        };
        let same_text = decision.filter(|decision| decision.text_digest == digest);
        let edit = match (status, same_text) {
            // After the undo of a write-back, the earlier decision becomes a draft, which may be changed.
            (Status::Pending, Some(decision)) if decision.kind != DecisionKind::Reset => {
                review.draft(key, text)?.unwrap_or_else(|| decision.edit.clone())
            }
            (Status::Pending | Status::Stale, _) => review.draft(key, text)?.unwrap_or_default(),
            // Changes made after a rejection or a skip are a draft for the next decision.
            (Status::Rejected | Status::Skipped, decided) => {
                let draft = review.draft(key, text)?;
                draft.or(decided.map(|decision| decision.edit.clone())).unwrap_or_default()
            }
            (_, decided) => decided.map(|decision| decision.edit.clone()).unwrap_or_default(),
        };
        Ok((status, edit))
    }
}

/// Whether the undo of a step changes anything. A note that was made together with a decision follows the decision.
fn is_undone_by_undo(history: &History, journal: &Journal, step: i64) -> bool {
    let follows_journal = |key: &Key, decision: &Decision| {
        let journal = journal.of(key);
        decision.is_carried_out(journal) || decision.is_taken_back(journal)
    };
    let mut is_of_decision = false;
    let mut others = 0;
    for (key, change) in history.in_effect(step) {
        let decision = match change {
            MessageChange::Decided(decision) => Some(decision),
            MessageChange::Approved { .. } => history.decision(key),
            MessageChange::Noted(_) | MessageChange::Flagged(_) => {
                others += 1;
                continue;
            }
        };
        is_of_decision = true;
        if decision.is_some_and(|decision| !follows_journal(key, decision)) {
            return true;
        }
    }
    !is_of_decision && others > 0
}
