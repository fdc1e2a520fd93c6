//! Everything known about one message as a JSON document: for `show --format json`, and for copying.

use serde_json::{Value, json};

use super::{Decisions, Findings, JournalReader, Reviewed, SessionError};
use crate::proposal::Finding;
use crate::review::ReviewFile;
use crate::source::{JournalEntry, Key, Source as _};

/// The decision about a message, or `null`.
fn decision_json(decisions: &Decisions, key: &Key) -> Value {
    let Some(history) = decisions.review().map(ReviewFile::history) else { return Value::Null };
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
pub fn document(findings: Findings<'_>, key: &Key) -> Result<Value, SessionError> {
    let journal = JournalReader { source: findings.audit.source() }.of(key)?;
    let reviewed = findings.finding_or_written(key, &journal)?;
    let text = findings.audit.source().text(key)?.unwrap_or_default();
    Ok(to_json(findings, key, reviewed.as_ref(), text, &journal))
}

/// The document of a finding that was already found. The message is judged again only if its text changed.
pub fn document_of(findings: Findings<'_>, finding: &Finding) -> Result<Value, SessionError> {
    let Some(key) = &finding.message_id else { return Ok(json!(finding)) };
    let journal = JournalReader { source: findings.audit.source() }.of(key)?;
    let text = findings.audit.source().text(key)?.unwrap_or_default();
    let reviewed = if text == finding.message.text {
        Some(findings.with_state(finding.clone())?)
    } else if let Some(written) = findings.written(key, &journal)? {
        Some(written)
    } else {
        findings.of(key)?
    };
    Ok(to_json(findings, key, reviewed.as_ref(), text, &journal))
}

fn to_json(
    findings: Findings<'_>,
    key: &Key,
    reviewed: Option<&Reviewed>,
    text: String,
    journal: &[JournalEntry],
) -> Value {
    let decisions = findings.decisions;
    let mut document = match reviewed {
        Some(reviewed) => json!(findings.shown(reviewed)),
        None => json!({ "message_id": Value::from(key), "remedy": null, "status": null, "claims": [] }),
    };
    if let Value::Object(members) = &mut document {
        members.insert("text".to_owned(), Value::from(text));
        members.extend(decisions.is_flagged(key).then(|| ("flagged".to_owned(), Value::from(true))));
        members.extend(decisions.note_of(key).map(|note| ("note".to_owned(), Value::from(note))));
        members.insert("decision".to_owned(), decision_json(decisions, key));
        let draft = reviewed.and_then(|reviewed| reviewed.draft.as_ref());
        members.extend(draft.map(|draft| ("draft".to_owned(), json!(draft))));
        members.insert("journal".to_owned(), json!(journal));
    }
    document
}
