//! `show`: one finding in full.

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::Outcome;
use super::arguments::Database;
use super::options::Common;
use super::output;
use super::scan::pattern_name;
use crate::proposal::{self, Finding, Status};
use crate::session::{Access, Reviewed, Session};
use crate::source::{Entry, Key, Source as _, each_entry};
use crate::verdict::{Remedy, Verdict};
use crate::visible;

/// Show one finding in full: text, claims, evidence, proposal, decision, journal.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall show export.db 1042
  ghostcall show export.db 1042 --format json | jq .claims")]
pub(super) struct Arguments {
    #[command(flatten)]
    database: Database,

    /// The message's key.
    #[arg(value_name = "MESSAGE_ID")]
    message: String,

    /// How to print it.
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: ShowFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ShowFormat {
    /// For people.
    Table,
    /// One JSON document.
    Json,
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> anyhow::Result<Outcome> {
    let session = Session::open(common.setup(&arguments.database.database)?, Access::Read)?;
    let key = find_message(&session, &arguments.message)?;
    let text = session.audit().source().text(&key)?.unwrap_or_default();
    let journal = journal_of(&session, &key)?;
    let reviewed = match session.finding(&key)? {
        Some(reviewed) => Some(reviewed),
        None => journal.last().and_then(|entry| written_finding(&session, &key, entry)),
    };
    match arguments.format {
        ShowFormat::Json => print_json(&session, &key, &text, reviewed.as_ref(), &journal)?,
        ShowFormat::Table => print_text(&session, &key, &text, reviewed.as_ref(), &journal)?,
    }
    Ok(Outcome::Done)
}

/// The key of a message that a person typed.
pub(super) fn find_message(session: &Session, typed: &str) -> anyhow::Result<Key> {
    let found = session.audit().source().find(typed)?;
    match found {
        Some(key) => Ok(key),
        None => bail!("there is no message {typed} in {}", session.setup().database.display()),
    }
}

fn journal_of(session: &Session, key: &Key) -> anyhow::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    each_entry(session.audit().source().connection(), |entry| {
        if entry.message == *key {
            entries.push(entry);
        }
    })
    .context("the journal cannot be read")?;
    Ok(entries)
}

/// A finding that is written is none any more; the journal kept it.
fn written_finding(session: &Session, key: &Key, last: &Entry) -> Option<Reviewed> {
    session.audit().source().journal().of(key)?.written()?;
    let mut finding: Finding = serde_json::from_value(last.finding.clone()).ok()?;
    finding.status = Status::Written;
    Some(Reviewed { finding, edit: proposal::Edit::default(), note: None })
}

fn print_json(
    session: &Session,
    key: &Key,
    text: &str,
    reviewed: Option<&Reviewed>,
    journal: &[Entry],
) -> anyhow::Result<()> {
    let finding = match reviewed {
        Some(reviewed) => serde_json::to_value(shown(session, reviewed))?,
        None => json!({ "message_id": Value::from(key), "remedy": null, "status": null, "claims": [] }),
    };
    let mut document = finding;
    if let Value::Object(members) = &mut document {
        members.insert("text".to_owned(), Value::from(text));
        members.insert("decision".to_owned(), decision_json(session, key));
        members.insert("journal".to_owned(), serde_json::to_value(journal)?);
    }
    output::line(&serde_json::to_string_pretty(&document)?)?;
    Ok(())
}

/// The finding with the reviewer's changes, as a decision would take it.
fn shown(session: &Session, reviewed: &Reviewed) -> Finding {
    if reviewed.edit.is_empty() {
        return reviewed.finding.clone();
    }
    proposal::revise(&reviewed.finding, &reviewed.edit, &session.audit().rules())
}

fn decision_json(session: &Session, key: &Key) -> Value {
    let Some(history) = session.review().map(crate::review::ReviewFile::history) else { return Value::Null };
    let Some(decision) = history.decision(key) else { return Value::Null };
    json!({
        "action": decision.act.name(),
        "edit": decision.edit,
        "reviewer": decision.reviewer,
        "at": decision.at.to_string(),
        "note": history.note(key),
    })
}

fn print_text(
    session: &Session,
    key: &Key,
    text: &str,
    reviewed: Option<&Reviewed>,
    journal: &[Entry],
) -> anyhow::Result<()> {
    let mut out = String::new();
    match reviewed {
        Some(reviewed) => describe(&mut out, &shown(session, reviewed), key, text),
        None => out.push_str(&format!("Message {key}: nothing is found in it\n\n{}", block(text))),
    }
    let decision = decision_json(session, key);
    if let Some(action) = decision.get("action").and_then(Value::as_str) {
        let word = |name: &str| decision.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        out.push_str(&format!("\nDecision   {action} by {} at {}", word("reviewer"), word("at")));
        let note = word("note");
        if !note.is_empty() {
            out.push_str(&format!(": {note}"));
        }
        out.push('\n');
    }
    for entry in journal {
        out.push_str(&format!(
            "Journal    {} {} by {} at {}\n",
            entry.id,
            entry.kind.name(),
            entry.reviewer,
            entry.written_at
        ));
    }
    output::line(visible::lines(out.trim_end()).as_ref())?;
    Ok(())
}

fn describe(out: &mut String, finding: &Finding, key: &Key, text: &str) {
    let remedy = finding.remedy.map_or("leave", Remedy::name);
    out.push_str(&format!("Message {key}"));
    for part in [finding.agent.clone(), finding.model.clone(), finding.created_at.map(|at| at.to_string())] {
        out.push_str(&part.map(|part| format!(" · {part}")).unwrap_or_default());
    }
    out.push_str(&format!("\n{remedy} · {}\n\n{}", finding.status.name(), block(text)));
    for (index, judged) in finding.claims.iter().enumerate() {
        let claim = &judged.claim;
        let verdict = judged.verdict.map_or("", verdict_words);
        let off = if judged.off { " · switched off" } else { "" };
        out.push_str(&format!(
            "\nClaim {index}    {} · bytes {}–{} · {} · {verdict}{off}\n",
            pattern_name(claim),
            claim.span.start,
            claim.span.end,
            judged.remedy.name()
        ));
        if let Some(value) = &claim.value {
            out.push_str(&block(&serde_json::to_string_pretty(value).unwrap_or_default()));
        }
        if !claim.repairs.is_empty() {
            let names: Vec<_> = claim.repairs.iter().map(|repair| repair.name()).collect();
            out.push_str(&format!("  repaired: {}\n", names.join(", ")));
        }
        for line in &judged.evidence {
            out.push_str(&format!("  - {line}\n"));
        }
    }
    out.push_str(&format!("\nCleaned\n{}", block(&finding.cleaned)));
    for record in &finding.records {
        out.push_str(&format!("\nRecord     {} in {}\n", record.kind, record.table));
        for (column, value) in &record.values {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            out.push_str(&format!("  {column}: {value}\n"));
        }
    }
    for warning in &finding.warnings {
        out.push_str(&format!("\nWarning    {}: {}\n", warning.name(), warning.sentence()));
    }
}

fn verdict_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::NotExecuted => "not executed",
        Verdict::Executed => "executed",
        Verdict::NoSuchTool => "no such tool",
        Verdict::NotEnabled => "tool not enabled",
        Verdict::Unclear => "unclear",
    }
}

/// A text, indented.
fn block(text: &str) -> String {
    text.lines().flat_map(|line| ["  ", line, "\n"]).collect()
}
