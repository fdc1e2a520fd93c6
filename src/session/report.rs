//! Collects the findings of a report.

use super::{Findings, JournalReader, Reviewed, SessionError};
use crate::audit::Audit;
use crate::proposal::Status;
use crate::report::ReportedFinding;
use crate::source::{EntryKind, JournalEntry, Key, Source as _, asked_by, each_entry, sqlite_error};

/// The findings that a batch wrote. Without a batch: all written findings in effect, then all others.
pub fn reported(findings: Findings<'_>, batch: Option<i64>) -> Result<Vec<ReportedFinding>, SessionError> {
    let source = findings.audit.source();
    let in_effect: Vec<i64> = JournalReader { source }.writes_in_effect();
    let mut entries = Vec::new();
    let read = each_entry(source.connection(), |entry| {
        let is_meant = batch.map_or_else(|| in_effect.contains(&entry.id), |batch| entry.batch == batch);
        if is_meant && entry.kind == EntryKind::Write {
            entries.push(entry);
        }
    });
    read.map_err(|error| sqlite_error(source.path(), &error))?;
    let mut all: Vec<ReportedFinding> =
        entries.into_iter().map(|entry| reported_write(findings, entry)).collect::<Result<_, _>>()?;
    if batch.is_some() {
        return Ok(all);
    }
    let (mut found, mut failure) = (Vec::new(), None);
    let visit = &mut |reviewed: Reviewed| {
        if reviewed.finding.status == Status::Written {
            return true;
        }
        match reported_finding(findings, &reviewed) {
            Ok(reported) => found.push(reported),
            Err(error) => failure = Some(error),
        }
        failure.is_none()
    };
    findings.list_watched(visit, &mut |_| true)?;
    all.extend(found);
    failure.map_or(Ok(all), Err)
}

/// A finding that is not written.
fn reported_finding(findings: Findings<'_>, reviewed: &Reviewed) -> Result<ReportedFinding, SessionError> {
    let finding = findings.shown(reviewed);
    let key = finding.message_id.clone();
    let decision = key.as_ref().and_then(|key| findings.decisions.of(key)).filter(|_| reviewed.reviewer.is_some());
    Ok(ReportedFinding {
        request: key.as_ref().map(|key| request_before(findings.audit, key)).transpose()?.flatten(),
        before: finding.message.text.clone(),
        after: finding.text_left().to_owned(),
        reviewer: reviewed.reviewer.clone(),
        in_bulk: reviewed.in_bulk,
        approved_by: key.as_ref().and_then(|key| findings.decisions.approved_by(key)).map(str::to_owned),
        decided_at: decision.map(|decision| decision.at.to_string()),
        note: reviewed.note.clone(),
        finding,
        ..ReportedFinding::default()
    })
}

/// A finding as a journal row records it.
fn reported_write(findings: Findings<'_>, entry: JournalEntry) -> Result<ReportedFinding, SessionError> {
    let Reviewed { finding, note, .. } = findings.of_entry(&entry)?;
    let key = &entry.message;
    let decided = entry.decided();
    // The finding may have been undone and decided again since.
    let is_last = |at: &str| findings.decisions.of(key).is_some_and(|decision| decision.at.to_string() == at);
    let in_bulk = decided.as_ref().is_some_and(|decided| is_last(&decided.at)) && findings.decisions.is_in_bulk(key);
    let text = if let (Some(before), Some(after)) = (entry.before.text, entry.after.text) {
        (before, after)
    } else {
        // The write-back did not change the text.
        let text = findings.audit.source().text(key)?.unwrap_or_default();
        (text.clone(), text)
    };
    Ok(ReportedFinding {
        request: request_before(findings.audit, key)?,
        before: text.0,
        after: text.1,
        rows: entry.records.iter().map(|record| format!("{} {}", record.table, record.key)).collect(),
        reviewer: Some(decided.as_ref().map_or(entry.reviewer, |decided| decided.by.clone())),
        in_bulk,
        approved_by: decided.as_ref().and_then(|decided| decided.approved_by.clone()),
        decided_at: decided.map(|decided| decided.at),
        written_at: Some(entry.written_at),
        note,
        finding,
    })
}

/// What the user said before a message.
pub(crate) fn request_before(audit: &Audit, key: &Key) -> Result<Option<String>, SessionError> {
    let source = audit.source();
    let Some(conversation) = source.message(key)?.and_then(|message| message.conversation) else { return Ok(None) };
    let messages = source.conversation(&conversation, None)?;
    let Some(asked) = asked_by(&messages, key) else { return Ok(None) };
    let said = if asked.asks { source.asked(&asked.key)? } else { source.text(&asked.key)? };
    Ok(said.filter(|said| !said.trim().is_empty()))
}
