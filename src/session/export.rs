//! Approved findings for another system: the message before and after, with a digest that guards against later changes.

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;

use super::{Decisions, Findings, Session, SessionError};
use crate::proposal::{Finding, Status};
use crate::review::DecisionKind;
use crate::source::{JournalEntry, Key, List, Source as _, SourceError, each_entry, sqlite_error, text_digest};
use crate::writeback::{Approved, Batch as _, ExclusionReason, LeftOut};

/// A finding that a reviewer approved, written here or not.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Exported {
    /// The finding with the reviewer's changes.
    #[serde(flatten)]
    pub finding: Finding,
    /// The reviewer who approved it; for a written finding, the one who wrote it.
    pub reviewer: String,
    /// When it was approved; `None` where only the journal still has the finding.
    pub decided_at: Option<Timestamp>,
    /// When it was written here, RFC 3339.
    pub written_at: Option<String>,
    /// The id of its journal row; `None` if it is not written here.
    pub journal: Option<i64>,
    /// SHA-256 of the text before. Another system should write only if its text still has this digest.
    pub text_digest: String,
    /// The message before the write-back.
    pub before: NeighbourMessage,
    /// The message after the write-back.
    pub after: NeighbourMessage,
    /// The rows that were written here.
    pub written_records: Vec<WrittenRow>,
    /// The reviewer's note on the finding, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A message before or after its write-back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NeighbourMessage {
    /// The text of the message.
    pub text: String,
    /// The tools recorded with it; `None` where tools are not recorded.
    pub tools_used: Option<Vec<String>>,
}

/// A row that a write-back inserted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WrittenRow {
    /// The table of the row.
    pub table: String,
    /// The key of the row.
    pub key: Key,
}

/// Calls `visit` for every finding that is written and in effect, then for every accepted finding that could be
/// written now, until it returns `false`. Returns the findings that are left out.
pub fn export(session: &Session, visit: &mut dyn FnMut(Exported) -> bool) -> Result<Vec<LeftOut>, SessionError> {
    if !export_written(session.findings(), visit)? {
        return Ok(Vec::new());
    }
    match session.audit().source().is_writable() {
        Err(SourceError::View { .. } | SourceError::NotWritable { .. } | SourceError::LostProfile { .. }) => {
            return export_unwritable(session, visit);
        }
        other => other?,
    }
    session.writer().preview(&mut |approved, write| {
        visit(accepted_export(session.decisions(), approved, write.tools_after.as_ref().map(listed)))
    })
}

fn export_written(findings: Findings<'_>, visit: &mut dyn FnMut(Exported) -> bool) -> Result<bool, SessionError> {
    let source = findings.audit.source();
    let in_effect: BTreeSet<i64> = source.journal().in_effect().map(|write| write.id).collect();
    let (mut wants_more, mut failure) = (true, None);
    let read = each_entry(source.connection(), |entry| {
        if wants_more && failure.is_none() && in_effect.contains(&entry.id) {
            match written_export(findings, entry) {
                Ok(exported) => wants_more = visit(exported),
                Err(error) => failure = Some(error),
            }
        }
    });
    read.map_err(|error| sqlite_error(source.path(), &error))?;
    failure.map_or(Ok(wants_more), Err)
}

fn written_export(findings: Findings<'_>, entry: JournalEntry) -> Result<Exported, SessionError> {
    let finding = findings.of_entry(&entry)?.finding;
    let key = &entry.message;
    let text = match entry.before.text {
        Some(text) => text,
        // The write-back did not change the text.
        None => findings.audit.source().text(key)?.unwrap_or_default(),
    };
    let tools = entry.after.tools.as_ref().map(listed).or_else(|| finding.tools_used_after.clone());
    let decision = findings.decisions.of(key).filter(|decision| decision.kind == DecisionKind::Accept);
    let records = entry.records.into_iter().map(|record| WrittenRow { table: record.table, key: record.key });
    Ok(Exported {
        reviewer: entry.reviewer,
        decided_at: decision.map(|decision| decision.at),
        written_at: Some(entry.written_at),
        journal: Some(entry.id),
        text_digest: text_digest(&text),
        after: NeighbourMessage { text: entry.after.text.unwrap_or_else(|| text.clone()), tools_used: tools },
        before: NeighbourMessage { text, tools_used: finding.tools_used.clone() },
        written_records: records.collect(),
        note: findings.decisions.note_of(key).map(str::to_owned),
        finding,
    })
}

/// Exports accepted findings of a database that cannot be written, such as a view.
fn export_unwritable(session: &Session, visit: &mut dyn FnMut(Exported) -> bool) -> Result<Vec<LeftOut>, SessionError> {
    let source = session.audit().source();
    let _snapshot = source.snapshot()?;
    let mut left_out = Vec::new();
    session.writer().accepted().each(source, &mut |approved| {
        let Some(reason) = unfit(&approved) else {
            return Ok(visit(accepted_export(session.decisions(), approved, None)));
        };
        left_out.push(LeftOut { message: Some(approved.message), write: None, reason });
        Ok(true)
    })?;
    Ok(left_out)
}

/// An accepted finding; `tools` are the tools that a write-back would record, if it would change them.
fn accepted_export(decisions: &Decisions, approved: Approved, tools: Option<Vec<String>>) -> Exported {
    let Approved { message: key, mut finding, .. } = approved;
    let decision = decisions.of(&key);
    let is_edited = decision.is_some_and(|decision| !decision.edit.is_empty());
    finding.status = if is_edited { Status::Edited } else { Status::Accepted };
    let text = finding.message.text.clone();
    Exported {
        reviewer: decision.map(|decision| decision.reviewer.clone()).unwrap_or_default(),
        decided_at: decision.map(|decision| decision.at),
        written_at: None,
        journal: None,
        text_digest: text_digest(&text),
        before: NeighbourMessage { text, tools_used: finding.tools_used.clone() },
        after: NeighbourMessage {
            text: finding.text_left().to_owned(),
            tools_used: tools.or_else(|| finding.tools_used_after.clone()),
        },
        written_records: Vec::new(),
        note: decisions.note_of(&key).map(str::to_owned),
        finding,
    }
}

/// Why an approved finding of a database that cannot be written no longer fits its message; `None` if it does.
fn unfit(approved: &Approved) -> Option<ExclusionReason> {
    let message = &approved.finding.message;
    if message.key.is_none() {
        return Some(ExclusionReason::Hidden);
    }
    if text_digest(&message.text) != approved.text_digest {
        return Some(ExclusionReason::Stale);
    }
    approved.finding.obstacle().map(|what| ExclusionReason::Obstacle { what })
}

/// The tools that a database cell lists.
fn listed(cell: &Value) -> Vec<String> {
    List::read(cell.as_str()).names().map(str::to_owned).collect()
}
