//! Everything known about one message as a JSON document: for `show --format json`, and for copying.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Reviewed, Session, SessionError};
use crate::proposal::{self, Finding, Status};
use crate::review::DecisionKind;
use crate::source::{JournalEntry, Key, MessageJournal, Source as _, each_entry, entry, sqlite_error};
use crate::writeback::{CurrentMessage, present};

impl Session {
    /// The finding of a message. A written message has none left in the database, so its finding comes from the
    /// journal.
    pub fn finding_or_written(&self, key: &Key, journal: &[JournalEntry]) -> Result<Option<Reviewed>, SessionError> {
        let found = self.finding(key)?;
        found.map_or_else(|| self.written(key, journal), |found| Ok(Some(found)))
    }

    fn written(&self, key: &Key, journal: &[JournalEntry]) -> Result<Option<Reviewed>, SessionError> {
        let written = self.audit.source().journal().of(key).and_then(MessageJournal::written);
        written.and(journal.last()).map(|entry| self.finding_of_entry(entry)).transpose()
    }

    /// The finding that a journal row stores.
    pub(super) fn finding_of_entry(&self, entry: &JournalEntry) -> Result<Reviewed, SessionError> {
        let key = &entry.message;
        let mut finding: Finding = entry.approved_as().map_err(|error| sqlite_error(&self.setup.database, &error))?;
        finding.message_id.get_or_insert_with(|| key.clone());
        finding.status = Status::Written;
        let (note, flagged) = (self.note_of(key).map(str::to_owned), self.is_flagged(key));
        Ok(Reviewed { note, flagged, reviewer: Some(entry.reviewer.clone()), ..Reviewed::undecided(finding) })
    }

    /// Calls `visit` for each finding whose write-back is in effect, as the journal stores it, in the order of writing.
    pub fn each_written(&self, mut visit: impl FnMut(Reviewed)) -> Result<(), SessionError> {
        let source = self.audit.source();
        let in_effect: BTreeSet<i64> = source.journal().in_effect().map(|write| write.id).collect();
        let mut failure = None;
        let read = each_entry(source.connection(), |entry| {
            if failure.is_none() && in_effect.contains(&entry.id) {
                let mut reviewed = match self.finding_of_entry(&entry) {
                    Ok(reviewed) => reviewed,
                    Err(error) => return failure = Some(error),
                };
                // What the reviewer changed before the write-back shows how good the proposal was.
                let accepted = self.decision(&entry.message).filter(|decision| decision.kind == DecisionKind::Accept);
                reviewed.edit = accepted.map(|decision| decision.edit.clone()).unwrap_or_default();
                reviewed.in_bulk = self.is_in_bulk(&entry.message);
                visit(reviewed);
            }
        });
        read.map_err(|error| sqlite_error(&self.setup.database, &error))?;
        failure.map_or(Ok(()), Err)
    }

    /// The last write-back of a message that is in effect, and the current state of the message; `None` if there is
    /// none.
    pub fn written_now(&self, key: &Key) -> Result<Option<(JournalEntry, CurrentMessage)>, SessionError> {
        let source = self.audit.source();
        let Some(write) = source.journal().of(key).and_then(MessageJournal::written) else { return Ok(None) };
        let entry = entry(source.connection(), write).map_err(|error| sqlite_error(&self.setup.database, &error))?;
        entry.map(|entry| present(source, &entry).map(|now| (entry, now))).transpose().map_err(Into::into)
    }

    /// When the last write-back in effect was made (RFC 3339).
    pub fn last_written_at(&self) -> Result<Option<String>, SessionError> {
        let source = self.audit.source();
        let Some(write) = source.journal().in_effect().map(|write| write.id).max() else { return Ok(None) };
        let entry = entry(source.connection(), write).map_err(|error| sqlite_error(&self.setup.database, &error))?;
        Ok(entry.map(|entry| entry.written_at))
    }

    /// The journal rows about a message.
    pub fn journal_of(&self, key: &Key) -> Result<Vec<JournalEntry>, SessionError> {
        let mut entries = Vec::new();
        if self.audit.source().journal().of(key).is_none() {
            return Ok(entries);
        }
        let read = each_entry(self.audit.source().connection(), |entry| {
            if entry.message == *key {
                entries.push(entry);
            }
        });
        read.map_err(|error| sqlite_error(&self.setup.database, &error))?;
        Ok(entries)
    }

    /// The finding with the reviewer's changes, as a decision would store it.
    #[must_use]
    pub fn shown(&self, reviewed: &Reviewed) -> Finding {
        if reviewed.edit.is_empty() {
            return reviewed.finding.clone();
        }
        proposal::revise(reviewed.finding.clone(), &reviewed.edit, &self.audit.rules())
    }

    /// The decision about a message, or `null`.
    fn decision_json(&self, key: &Key) -> Value {
        let Some(history) = self.review.as_ref().map(crate::review::ReviewFile::history) else { return Value::Null };
        let Some(decision) = history.decision(key) else { return Value::Null };
        json!({
            "action": decision.kind.name(),
            "edit": decision.edit,
            "reviewer": decision.reviewer,
            "at": decision.at.to_string(),
            "note": history.note(key),
        })
    }

    /// Everything known about a message: its finding, text, decision and journal.
    pub fn document(&self, key: &Key) -> Result<Value, SessionError> {
        let journal = self.journal_of(key)?;
        let reviewed = self.finding_or_written(key, &journal)?;
        let text = self.audit.source().text(key)?.unwrap_or_default();
        Ok(self.to_json(key, reviewed.as_ref(), text, &journal))
    }

    /// The document of a finding that was already found. The message is judged again only if its text changed.
    pub fn document_of(&self, finding: &Finding) -> Result<Value, SessionError> {
        let Some(key) = &finding.message_id else { return Ok(json!(finding)) };
        let journal = self.journal_of(key)?;
        let text = self.audit.source().text(key)?.unwrap_or_default();
        let reviewed = if text == finding.message.text {
            Some(self.with_state(finding.clone())?)
        } else if let Some(written) = self.written(key, &journal)? {
            Some(written)
        } else {
            self.finding(key)?
        };
        Ok(self.to_json(key, reviewed.as_ref(), text, &journal))
    }

    fn to_json(&self, key: &Key, reviewed: Option<&Reviewed>, text: String, journal: &[JournalEntry]) -> Value {
        let mut document = match reviewed {
            Some(reviewed) => json!(self.shown(reviewed)),
            None => json!({ "message_id": Value::from(key), "remedy": null, "status": null, "claims": [] }),
        };
        if let Value::Object(members) = &mut document {
            members.insert("text".to_owned(), Value::from(text));
            members.extend(self.is_flagged(key).then(|| ("flagged".to_owned(), Value::from(true))));
            members.extend(self.note_of(key).map(|note| ("note".to_owned(), Value::from(note))));
            members.insert("decision".to_owned(), self.decision_json(key));
            let draft = reviewed.and_then(|reviewed| reviewed.draft.as_ref());
            members.extend(draft.map(|draft| ("draft".to_owned(), json!(draft))));
            members.insert("journal".to_owned(), json!(journal));
        }
        document
    }
}
