//! Detects a database whose journal is not the one that the review saw, such as an older copy.

use jiff::Timestamp;

use super::{Decisions, LostJournal, SessionError};
use crate::proposal::{Edit, Finding, Status};
use crate::review::{DecisionKind, NewDecision};
use crate::source::{Key, Message, Source as _, SqliteSource, has_entry, sqlite_error};

/// Compares the journal with the one that the review last saw, and remembers its last row. Returns what was lost, if
/// anything.
pub(super) fn follow_journal(
    decisions: &mut Decisions,
    source: &SqliteSource,
    now: Timestamp,
) -> Result<Option<LostJournal>, SessionError> {
    let (number, digest) = (source.journal().head, source.journal().head_digest.as_str());
    if has_lost_journal(decisions, source)? {
        let resets = resets(decisions, source)?;
        decisions.writable()?.follow_other_journal((number, digest), &resets, now)?;
        return Ok(Some(lost(resets)));
    }
    if decisions.review().is_some() {
        decisions.writable()?.follow_journal(digest, |row| has_row(source, row))?;
    }
    Ok(None)
}

/// Like [`follow_journal`], but for a read-only session: nothing is stored, and lost acceptances count as pending in
/// this session only.
pub(super) fn notice_lost_journal(decisions: &mut Decisions, source: &SqliteSource) -> Result<(), SessionError> {
    if has_lost_journal(decisions, source)? {
        let lost = lost(resets(decisions, source)?);
        decisions.lapsed_acceptances = lost.pending.iter().cloned().collect();
        decisions.lost_journal = Some(lost);
    }
    Ok(())
}

fn lost(resets: Vec<NewDecision>) -> LostJournal {
    LostJournal { pending: resets.into_iter().map(|reset| reset.message).collect() }
}

/// Whether the database lacks the journal that the review saw.
pub(super) fn has_lost_journal(decisions: &Decisions, source: &SqliteSource) -> Result<bool, SessionError> {
    // A foreign table in its place is reported, and nothing is written.
    let Some(review) = decisions.review().filter(|_| source.journal().fault.is_none()) else { return Ok(false) };
    review.is_lost(&source.journal().head_digest, |row| has_row(source, row))
}

/// The resets that make every accepted finding pending again. Stale findings need none.
fn resets(decisions: &Decisions, source: &SqliteSource) -> Result<Vec<NewDecision>, SessionError> {
    let Some(review) = decisions.review() else { return Ok(Vec::new()) };
    let mut resets = Vec::new();
    for (key, decision) in review.history().decisions().filter(|(_, decision)| decision.kind == DecisionKind::Accept) {
        // The message may be one that the profile hides.
        let text = source.text(key)?.unwrap_or_default();
        let (status, edit) = decisions.state(source.journal(), key, &text)?;
        if !matches!(status, Status::Accepted | Status::Edited) {
            continue;
        }
        let message = Message { text, ..source.message(key)?.unwrap_or_default() };
        let finding = Finding { message_id: Some(key.clone()), message, ..Finding::default() };
        resets.push((decision.seq, reset(key, edit, finding)));
    }
    resets.sort_by_key(|(seq, _)| *seq);
    Ok(resets.into_iter().map(|(_, reset)| reset).collect())
}

/// Whether the journal of a database has a row with this digest.
fn has_row(source: &SqliteSource, digest: &str) -> Result<bool, SessionError> {
    Ok(has_entry(source.connection(), digest).map_err(|error| sqlite_error(source.path(), &error))?)
}

fn reset(key: &Key, edit: Edit, finding: Finding) -> NewDecision {
    NewDecision { message: key.clone(), kind: DecisionKind::Reset, edit, finding, note: None }
}
