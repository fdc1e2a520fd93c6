//! Accepted findings that are not written yet, with their current messages. They are read from the review file in
//! groups, while another thread parses the stored findings.

use std::collections::{HashMap, VecDeque};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use super::{Decisions, SessionError};
use crate::audit::Audit;
use crate::proposal::{self, Edit, Finding, Rules, Status};
use crate::review::{self, Decision, DecisionKind, ReviewFile, is_same_reviewer};
use crate::source::{Decided, Key, Source as _, SourceError, SqliteSource, text_digest};
use crate::writeback::{Approved, Batch, VisitApproved};

/// Decisions read from the review file at once. Waking a thread for each would cost more than parsing it.
const DECISIONS_PER_GROUP: usize = 32;
/// Groups that are read ahead.
const MAX_GROUPS_AHEAD: usize = 4;

/// The key of an accepted message, and its decision.
type AcceptedMessage<'a> = (&'a Key, &'a Decision);

/// Applies a reviewer's changes to a finding.
type Revise = fn(Finding, &Edit, &Rules<'_>) -> Finding;

/// All accepted findings that are not written yet, in the order of their decisions. Includes stale ones, so that they
/// are reported.
pub struct AcceptedBatch<'a> {
    audit: &'a Audit,
    decisions: &'a Decisions,
    accepted: Vec<AcceptedMessage<'a>>,
}

impl<'a> AcceptedBatch<'a> {
    pub(super) fn of(audit: &'a Audit, decisions: &'a Decisions) -> Self {
        let is_accepted = |(key, decision): &AcceptedMessage<'_>| {
            decision.kind == DecisionKind::Accept && !decisions.lapsed_acceptances.contains(*key)
        };
        let all = decisions.review().into_iter().flat_map(|review| review.history().decisions());
        let mut accepted: Vec<_> = all.filter(is_accepted).collect();
        accepted.sort_by_key(|(_, decision)| decision.seq);
        Self { audit, decisions, accepted }
    }
}

impl Batch for AcceptedBatch<'_> {
    type Error = SessionError;

    fn findings(&self) -> usize {
        self.accepted.len()
    }

    fn each(&self, source: &SqliteSource, visit: VisitApproved<'_, SessionError>) -> Result<(), SessionError> {
        self.each_revised(source, proposal::revise, visit)
    }

    fn changed_evidence(
        &self,
        source: &SqliteSource,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<HashMap<Key, String>, SessionError> {
        let check = self.audit.evidence_check(source)?;
        let mut changed = HashMap::new();
        // The evidence is about claims.
        self.each_revised(source, proposal::with_changed_claims, &mut |approved| {
            if !goes_on() {
                return Err(SourceError::GivenUp.into());
            }
            let difference = check.difference(&approved.finding)?;
            changed.extend(difference.map(|what| (approved.message, what)));
            Ok(true)
        })?;
        Ok(changed)
    }
}

impl AcceptedBatch<'_> {
    /// Visits the findings with the reviewer's changes, to which `revise` applies them.
    fn each_revised(
        &self,
        source: &SqliteSource,
        revise: Revise,
        visit: VisitApproved<'_, SessionError>,
    ) -> Result<(), SessionError> {
        let Some(review) = self.decisions.review() else { return Ok(()) };
        let _snapshot = review.snapshot()?;
        thread::scope(|scope| {
            let (texts, inbox) = sync_channel(MAX_GROUPS_AHEAD);
            let (outlet, findings) = sync_channel(MAX_GROUPS_AHEAD);
            scope.spawn(move || read_findings(&inbox, &outlet));
            let mut unread = self.accepted.chunks(DECISIONS_PER_GROUP);
            let mut ahead = VecDeque::new();
            loop {
                while ahead.len() < MAX_GROUPS_AHEAD
                    && let Some(some) = unread.next()
                {
                    let kept = some.iter().map(|(_, decision)| review.finding_text(decision));
                    // Sending fails only if the parser thread panicked, and the scope propagates the panic.
                    let _ = texts.send(kept.collect::<Result<Vec<_>, _>>()?);
                    ahead.push_back(some);
                }
                let Some(some) = ahead.pop_front() else { return Ok(()) };
                // As above.
                let Ok(findings) = findings.recv() else { return Ok(()) };
                for (accepted, finding) in some.iter().zip(findings) {
                    if let Some(approved) = self.approved((source, review), *accepted, finding, revise)?
                        && !visit(approved)?
                    {
                        return Ok(());
                    }
                }
            }
        })
    }

    /// The finding as it was approved; `None` if it is already written.
    fn approved(
        &self,
        (source, review): (&SqliteSource, &ReviewFile),
        (key, decision): AcceptedMessage<'_>,
        finding: Option<Finding>,
        revise: Revise,
    ) -> Result<Option<Approved>, SessionError> {
        let audit = self.audit;
        let message = source.message(key)?;
        let digest = match &message {
            Some(message) => text_digest(&message.text),
            // The profile may hide the message.
            None => source.text(key)?.as_deref().map(text_digest).unwrap_or_default(),
        };
        let status = review::status(Some(decision), audit.source().journal().of(key), &digest);
        if !matches!(status, Status::Accepted | Status::Edited | Status::Stale) {
            return Ok(None);
        }
        let mut finding = finding.ok_or_else(|| review.unreadable_decision(key))?;
        // A message that the profile hides stays empty, and is then left out.
        finding.message = message.unwrap_or_default();
        // What is written to the copies depends on their current content.
        (finding.copies, finding.copies_unreadable) = (Vec::new(), None);
        Ok(Some(Approved {
            message: key.clone(),
            text_digest: decision.text_digest.clone(),
            journal_head: decision.journal_head,
            decided: Decided {
                by: decision.reviewer.clone(),
                at: decision.at.to_string(),
                // A review file may hold an approval of the reviewer's own decision; it does not count.
                approved_by: self
                    .decisions
                    .approved_by(key)
                    .filter(|by| !is_same_reviewer(by, &decision.reviewer))
                    .map(str::to_owned),
            },
            finding: revise(finding, &decision.edit, &Rules { decided_at: decision.at, ..audit.rules() }),
        }))
    }
}

/// Parses stored findings until the channel closes; `None` for each that cannot be parsed.
fn read_findings(inbox: &Receiver<Vec<Option<String>>>, outlet: &SyncSender<Vec<Option<Finding>>>) {
    let read = |kept: Option<String>| kept.and_then(|text| serde_json::from_str(&text).ok());
    for some in inbox {
        if outlet.send(some.into_iter().map(read).collect()).is_err() {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use rusqlite::Connection;

    use super::*;
    use crate::audit::Options;
    use crate::proposal::{Choice, ClaimEdit};
    use crate::review::{NewDecision, ReviewError};
    use crate::session::{Access, Session, Setup};

    const NOW: &str = "2026-02-03T09:00:00Z";

    fn open(folder: &Path) -> Result<Session, SessionError> {
        let setup = Setup::new(folder.join("export.db"), "ana", Options::at(NOW.parse().unwrap()));
        Session::open(setup, Access::Hold)
    }

    /// A session on a copy of the sample in which everything is accepted with one choice for each first claim.
    fn accepted(folder: &Path, choice: Option<Choice>) -> (Session, Vec<NewDecision>) {
        crate::sample::copy_to(&folder.join("export.db")).unwrap();
        let mut session = open(folder).unwrap();
        let mut decisions = Vec::new();
        let change = ClaimEdit { choice, ..ClaimEdit::default() };
        session
            .findings()
            .scan(&mut |reviewed: crate::session::Reviewed| {
                let (message, finding) = (reviewed.finding.message_id.clone().unwrap(), reviewed.finding);
                let edit = Edit { claims: [(0, change.clone())].into(), ..Edit::NONE };
                decisions.push(NewDecision { message, kind: DecisionKind::Accept, edit, finding, note: None });
                true
            })
            .unwrap();
        session.decide(&decisions, NOW.parse().unwrap()).unwrap();
        (session, decisions)
    }

    #[test]
    fn the_evidence_is_looked_up_for_the_claims_that_are_written() {
        for choice in [None, Some(Choice::Strip), Some(Choice::Leave)] {
            let folder = tempfile::tempdir().unwrap();
            let (session, _) = accepted(folder.path(), choice);
            let batch = session.writer().accepted();
            let claims = |revise: Revise| {
                let mut claims = Vec::new();
                let keep = &mut |approved: Approved| {
                    claims.push((approved.message, approved.finding.claims));
                    Ok(true)
                };
                batch.each_revised(session.audit.source(), revise, keep).unwrap();
                claims
            };
            let written = claims(proposal::revise);
            assert!(written.len() > 10);
            assert_eq!(claims(proposal::with_changed_claims), written, "{choice:?}");
        }
    }

    #[test]
    fn a_decision_that_cannot_be_read_is_an_error() {
        for column in ["edit", "finding"] {
            let folder = tempfile::tempdir().unwrap();
            let (session, decisions) = accepted(folder.path(), None);
            let mut approved = 0;
            let count = &mut |_| {
                approved += 1;
                Ok(true)
            };
            session.writer().accepted().each(session.audit.source(), count).unwrap();
            assert_eq!(approved, decisions.len());
            let review = session.decisions().review().unwrap().path().to_owned();
            drop(session);
            let sql = format!("UPDATE event SET {column} = '{{' WHERE seq = (SELECT max(seq) FROM event)");
            Connection::open(review).unwrap().execute_batch(&sql).unwrap();
            // Edits are parsed with the history, findings only when they are written.
            let error = match open(folder.path()) {
                Ok(session) => session.writer().accepted().each(session.audit.source(), &mut |_| Ok(true)).unwrap_err(),
                Err(error) => error,
            };
            let expected = decisions.last().unwrap().message.to_string();
            let is_told = matches!(&error, SessionError::Review(ReviewError::UnreadableDecision { message, .. }) if *message == expected);
            assert!(is_told, "{column}: {error}");
        }
    }
}
