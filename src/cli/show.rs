//! `show`: shows one finding in full.

mod plan;

use anyhow::bail;
use clap::{Args, ValueEnum};

use super::CommandOutcome;
use super::database::{DatabaseArgument, report_obstacles, report_unreadable_sources};
use super::options::CommonOptions;
use super::output;
use super::scan::pattern_name;
use crate::claim::{Claim, ClaimKind};
use crate::proposal::{Finding, JudgedClaim};
use crate::review::{Decision, ReviewFile};
use crate::session::{self, Access, Reviewed, Session};
use crate::source::{Key, Source as _};
use crate::verdict::{Remedy, Verdict};

/// Show one finding in full: text, claims, evidence, proposal, decision and write-backs.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall show export.db 1042
  ghostcall show export.db 1042 --format json | jq .claims")]
pub(super) struct Arguments {
    #[command(flatten)]
    database: DatabaseArgument,

    /// Key of the message.
    #[arg(value_name = "MESSAGE_ID")]
    message: String,

    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: ShowFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ShowFormat {
    /// For reading in a terminal.
    Table,
    /// One JSON document.
    Json,
}

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    let session = Session::open(common.setup(&arguments.database.database)?, Access::Read)?;
    report_obstacles(session.audit().source());
    report_unreadable_sources(&session);
    let key = find_message(&session, &arguments.message)?;
    match arguments.format {
        ShowFormat::Json => output::json_pretty(&session::document(session.findings(), &key)?)?,
        ShowFormat::Table => print_text(&session, &key)?,
    }
    Ok(CommandOutcome::Done)
}

/// Finds the message with a typed key.
pub(super) fn find_message(session: &Session, typed: &str) -> anyhow::Result<Key> {
    let found = session.audit().source().find(typed)?;
    match found {
        Some(key) => Ok(key),
        None => bail!("no message {typed} in {}", session.setup().database.display()),
    }
}

/// What is said of a message without a finding: that it has none, or why it was not looked at.
pub(super) fn without_finding(session: &Session, key: &Key) -> anyhow::Result<&'static str> {
    let source = session.audit().source();
    Ok(if source.is_discarded(key)? {
        "is left out by the profile's `hidden`; use --include-discarded"
    } else if source.text(key)?.is_none_or(|text| text.is_empty()) {
        "has no text, or none in valid UTF-8"
    } else {
        "has no finding"
    })
}

fn print_text(session: &Session, key: &Key) -> anyhow::Result<()> {
    let mut out = String::new();
    let text = session.audit().source().text(key)?.unwrap_or_default();
    let journal = session.journal().of(key)?;
    match session.findings().finding_or_written(key, &journal)? {
        Some(reviewed) => {
            describe(&mut out, &session.findings().shown(&reviewed), key, &text);
            out.push_str(&draft(session, reviewed));
        }
        None => out.push_str(&format!("Message {key} {}\n\n{}", without_finding(session, key)?, block(&text))),
    }
    out.push_str(&said(session, key));
    for entry in journal {
        out.push_str(&format!(
            "Journal    {} {} by {} at {}\n",
            entry.id,
            entry.kind.name(),
            entry.reviewer,
            entry.written_at
        ));
    }
    output::line(out.trim_end())?;
    Ok(())
}

/// The reviewers' decision, note and flag on a message, one a line.
fn said(session: &Session, key: &Key) -> String {
    let mut said = String::new();
    let decision = session.decisions().review().map(ReviewFile::history).and_then(|history| history.decision(key));
    if let Some(Decision { kind, reviewer, at, .. }) = decision {
        said.push_str(&format!("\nDecision   {} by {reviewer} at {at}", kind.name()));
    }
    if let Some(note) = session.decisions().note_of(key) {
        said.push_str(&format!("\nNote       {note}"));
    }
    if session.decisions().is_flagged(key) {
        said.push_str("\nFlagged    to revisit later");
    }
    if said.is_empty() { said } else { format!("{said}\n") }
}

fn describe(out: &mut String, finding: &Finding, key: &Key, text: &str) {
    let remedy = finding.remedy.map_or("leave", Remedy::name);
    out.push_str(&format!("Message {key}"));
    for part in [finding.agent.clone(), finding.model.clone(), finding.created_at.map(|at| at.to_string())] {
        out.push_str(&part.map(|part| format!(" · {part}")).unwrap_or_default());
    }
    out.push_str(&format!("\n{remedy} · {}\n\n{}", finding.status.name(), block(text)));
    for (index, judged) in finding.claims.iter().enumerate() {
        // Commands and files count claims from 0.
        let option = if finding.claims.len() > 1 { format!(" · --claim {index}") } else { String::new() };
        describe_claim(out, (index, judged), &option, text);
    }
    out.push_str(&format!("\nCleaned\n{}", block(&finding.cleaned)));
    if let Some(what) = finding.copy_obstacle() {
        out.push_str(&format!("\nThis text cannot be written: {what}\n"));
    }
    describe_records(out, finding);
    for warning in &finding.warnings {
        out.push_str(&format!("\nWarning    {}\n  {} ({})\n", warning.sentence(), warning.advice(), warning.name()));
    }
}

fn describe_records(out: &mut String, finding: &Finding) {
    for record in &finding.records {
        out.push_str(&format!("\nRecord     {} in {}\n", record.kind, record.table));
        for (column, value) in &record.values {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            out.push_str(&format!("  {column}: {value}\n"));
        }
    }
}

/// What a reviewer changed after the decision, which the next one takes over.
fn draft(session: &Session, reviewed: Reviewed) -> String {
    let Some(edit) = reviewed.draft.clone() else { return String::new() };
    let changed = session.findings().shown(&Reviewed { edit, ..reviewed });
    let mut out = format!("\nDraft      not accepted yet\n{}", block(&changed.cleaned));
    describe_records(&mut out, &changed);
    out
}

/// Describes a claim; `option` is how a command selects it.
fn describe_claim(out: &mut String, (index, judged): (usize, &JudgedClaim), option: &str, text: &str) {
    let claim = &judged.claim;
    let verdict = judged.verdict.map_or("", Verdict::words);
    let off = if judged.off { " · excluded" } else { "" };
    out.push_str(&format!(
        "\nClaim {}    {}{} · {} · {verdict}{off}{option}\n",
        index + 1,
        pattern_name(claim),
        place(claim),
        judged.remedy.name()
    ));
    if let Some(name) = &claim.called_as {
        out.push_str(&format!("  called as: {name}\n"));
    }
    if claim.kind == ClaimKind::Plan {
        out.push_str(&plan::in_words(claim));
    }
    if claim.kind == ClaimKind::Statement {
        out.push_str(&statement_in_words(claim, text));
    }
    // A plan in the text is shown above; for a recorded one, this is all there is.
    if let Some(value) = claim.value.as_ref().filter(|_| claim.kind != ClaimKind::Plan || claim.recorded.is_some()) {
        out.push_str(&block(&serde_json::to_string_pretty(value).unwrap_or_default()));
    }
    if let Some(result) = &claim.result {
        out.push_str(&format!("  result: {result}\n"));
    }
    let reading = claim.reading(text);
    for line in claim.describe_repairs(reading.as_ref(), text) {
        out.push_str(&format!("  repaired: {line}\n"));
    }
    if let Some(line) = claim.describe_guesses(reading.as_ref(), text) {
        out.push_str(&format!("  {line}\n"));
    }
    // The steps of a plan already show its errors.
    for line in judged.evidence.iter().filter(|_| claim.kind != ClaimKind::Plan) {
        out.push_str(&format!("  - {line}\n"));
    }
    if !claim.reasons.is_empty() {
        out.push_str(&format!("  confidence {}: {}\n", claim.confidence, claim.describe_reasons()));
    }
}

/// The position of a claim in the text.
fn place(claim: &Claim) -> String {
    if claim.is_in_text() { format!(" · bytes {}–{}", claim.span.start, claim.span.end) } else { String::new() }
}

/// Indents each line of a text by two columns, and ends it with a line break.
fn block(text: &str) -> String {
    text.lines().flat_map(|line| ["  ", line, "\n"]).collect()
}

/// Describes what the user asked for, what the sentence claims, and the proposed correction.
fn statement_in_words(claim: &Claim, text: &str) -> String {
    let request = claim.request.as_deref().map(|request| format!("  the user had said:\n{}", block(request)));
    let instead = claim.replacement.as_deref().filter(|truth| !truth.is_empty());
    let instead = instead.map(|truth| format!("  instead:\n{}", block(truth)));
    let said = format!("  it says:\n{}", block(claim.span.of(text)));
    request.into_iter().chain([said]).chain(instead).collect()
}
