//! `scan`: lists all findings with a summary, and changes nothing.

use std::collections::BTreeMap;

use clap::Args;
use serde::Serialize;

use super::CommandOutcome;
use super::apply::print_message;
use super::database::{DatabaseArgument, report_obstacles, report_unreadable_sources};
use super::option_values::one_of;
use super::options::CommonOptions;
use super::output::{self, ListPrinter, OutputFormat, count};
use super::pattern_name;
use super::progress::ScanWatch;
use crate::audit::Tally;
use crate::claim::{Claim, ClaimKind};
use crate::proposal::{Finding, Status};
use crate::session::{Access, Reviewed, Session};
use crate::verdict::Remedy;
use crate::visible;

/// List all findings with a summary; changes nothing.
///
/// Where the cleaned text would still hold a claim or stray call markup, the finding has the warning `leftover` and the remedy
/// `review`, and bulk actions leave it out.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall scan export.db
  ghostcall scan export.db --remedy recover --format csv > lost.csv
  ghostcall scan export.db --format jsonl | jq -r .cleaned
  ghostcall scan export.db --status written
  ghostcall scan export.db --flagged          only findings to revisit
  ghostcall scan export.db --stats            count outcomes and decisions
  ghostcall scan export.db --stats --pattern save_memory --format json | jq .by_week
  ghostcall scan export.db --stats --format csv > numbers.csv")]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) database: DatabaseArgument,

    /// Only findings with this remedy.
    #[arg(long, value_name = "REMEDY", value_parser = one_of(&Remedy::ALL, Remedy::name))]
    remedy: Option<Remedy>,

    /// Only findings with this pattern.
    #[arg(long, value_name = "NAME")]
    pattern: Option<String>,

    /// Only findings with this status.
    #[arg(long, value_name = "STATUS", value_parser = one_of(&Status::ALL, Status::name))]
    status: Option<Status>,

    /// Only flagged findings.
    #[arg(long)]
    flagged: bool,

    /// Count findings by pattern, tool, model, agent and week, and decisions by reviewer, instead of listing them.
    ///
    /// Findings count whatever was decided, written ones too, unless --status selects some. Each claim has one outcome. Executed:
    /// it happened. Lost: a call or a result that did not run, or could not. False: no such tool, or a completion claim that is
    /// untrue. Unclear: not known, or not applicable (stamps, envelopes). JSON is one document; CSV one table of dimension, name,
    /// claims, executed, lost, false, unclear.
    #[arg(long)]
    pub(super) stats: bool,

    /// Output format.
    #[arg(long, value_name = "FORMAT")]
    pub(super) format: Option<OutputFormat>,

    /// Exit with status 1 if anything is found.
    #[arg(long)]
    fail: bool,
}

impl Arguments {
    /// Whether a finding matches the filters.
    pub(super) fn want(&self, reviewed: &Reviewed) -> bool {
        let finding = &reviewed.finding;
        (!self.flagged || reviewed.flagged)
            && self.remedy.is_none_or(|remedy| finding.remedy == Some(remedy))
            && self.status.is_none_or(|status| finding.status == status)
            && self.pattern.as_ref().is_none_or(|name| finding.has_pattern(name))
    }

    /// Whether the filters select only findings with this status.
    pub(super) fn wants_only(&self, status: Status) -> bool {
        self.status == Some(status)
    }

    /// Whether the filters may select findings with this status.
    pub(super) fn may_want(&self, status: Status) -> bool {
        self.status.is_none() || self.wants_only(status)
    }

    /// The outcome of a command with this number of findings.
    pub(super) fn outcome(&self, findings: usize) -> CommandOutcome {
        if self.fail && findings > 0 { CommandOutcome::Problems } else { CommandOutcome::Done }
    }
}

const COLUMNS: [&str; 8] = ["message_id", "created_at", "agent", "remedy", "status", "pattern", "warnings", "text"];

/// Opens the database, and reports what cannot be read of it. Fails if no pattern has the name that is asked for.
pub(super) fn open(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<Session> {
    let session = Session::open(common.setup(&arguments.database.database)?, Access::Read)?;
    for note in session.audit().source().notes() {
        output::note(&format!("note: {note}"));
    }
    report_obstacles(session.audit().source());
    report_unreadable_sources(&session);
    pattern_name::refuse_unknown(arguments.pattern.as_deref(), &session)?;
    Ok(session)
}

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    let session = open(arguments, common)?;
    let format = OutputFormat::or_default(arguments.format);
    let mut list = ListPrinter::new(format, &COLUMNS);
    let mut summary = ScanSummary::default();
    let mut failure = None;
    let watch = ScanWatch::new()?;
    let mut add = |reviewed: &Reviewed| -> bool {
        if !arguments.want(reviewed) {
            return true;
        }
        let row = FindingRow::of(reviewed);
        summary.add(row.finding);
        watch.found();
        match watch.suspended(|| list.add(&row, || cells(row.finding))) {
            Ok(()) => true,
            Err(error) => {
                failure = Some(error);
                false
            }
        }
    };
    // JSON output includes the copies of a finding's text; a table does not need them.
    let is_whole = matches!(format, OutputFormat::Json | OutputFormat::Jsonl);
    let visit = &mut |mut reviewed: Reviewed| {
        // As `show` shows it: with what a reviewer changed.
        if !reviewed.edit.is_empty() {
            reviewed.finding = session.findings().shown(&reviewed);
        }
        if is_whole && arguments.want(&reviewed) {
            session.findings().read_copies(&mut reviewed.finding);
        }
        add(&reviewed)
    };
    let tally = session.findings().list_watched(visit, &mut |progress| watch.goes_on(progress))?;
    let interrupted = watch.finish();
    if arguments.wants_only(Status::Written) {
        session.findings().each_written(|reviewed| {
            add(&reviewed);
        })?;
    }
    let outcome = arguments.outcome(summary.findings);
    if let Some(error) = failure {
        return outcome.after_printing(Err(error));
    }
    let printed = list.finish();
    if let Some(interrupted) = interrupted {
        return Ok(interrupted);
    }
    let text = summary.text((arguments, common), &session, tally);
    outcome.after_printing(printed.and_then(|()| print_message(format, &text)))
}

/// A finding with the reviewer's decision.
#[derive(Serialize)]
pub(super) struct FindingRow<'a> {
    #[serde(flatten)]
    finding: &'a Finding,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    flagged: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

impl<'a> FindingRow<'a> {
    pub(super) fn of(reviewed: &'a Reviewed) -> Self {
        Self { finding: &reviewed.finding, flagged: reviewed.flagged, note: reviewed.note.as_deref() }
    }
}

fn cells(finding: &Finding) -> Vec<String> {
    const EXCERPT: usize = 60;
    let names = |names: Vec<&str>| names.join(" ");
    vec![
        finding.message_id.as_ref().map(ToString::to_string).unwrap_or_default(),
        finding.created_at.map(|at| at.to_string()).unwrap_or_default(),
        finding.agent.clone().unwrap_or_default(),
        finding.remedy.map_or("leave", Remedy::name).to_owned(),
        finding.status.name().to_owned(),
        names(finding.claims.iter().map(|judged| pattern_name(&judged.claim)).collect()),
        names(finding.warnings.iter().map(|warning| warning.name()).collect()),
        visible::excerpt(&finding.cleaned, EXCERPT),
    ]
}

/// The name of a claim in a list: its pattern, or else the tool that it calls.
pub(super) fn pattern_name(claim: &Claim) -> &str {
    match &claim.pattern {
        Some(name) => name,
        None if claim.kind == ClaimKind::Stamp => "stamp",
        None if claim.kind == ClaimKind::Plan => "plan",
        None => claim.tool.as_deref().or(claim.class.and(claim.syntax.as_deref())).unwrap_or("unknown"),
    }
}

/// The counts of a scan.
#[derive(Default)]
struct ScanSummary {
    findings: usize,
    remedies: BTreeMap<Remedy, usize>,
    /// The number of findings to recover, by kind of record.
    records: BTreeMap<String, usize>,
    statuses: BTreeMap<&'static str, usize>,
}

impl ScanSummary {
    fn add(&mut self, finding: &Finding) {
        self.findings += 1;
        *self.statuses.entry(finding.status.name()).or_default() += 1;
        if let Some(remedy) = finding.remedy {
            *self.remedies.entry(remedy).or_default() += 1;
        }
        for record in &finding.records {
            let label = finding.claims.get(record.claim).and_then(|judged| judged.claim.record.as_ref());
            let label = label.and_then(|claimed| claimed.fields.get("memory_type")).unwrap_or(&record.kind);
            *self.records.entry(label.clone()).or_default() += 1;
        }
    }

    fn text(&self, (arguments, common): (&Arguments, &CommonOptions), session: &Session, tally: Tally) -> String {
        let source = session.audit().source();
        let database = arguments.database.database.display();
        let messages =
            count(usize::try_from(tally.messages).unwrap_or(usize::MAX), "assistant message", "assistant messages");
        let findings = count(self.findings, "finding", "findings");
        let mut text = format!("\n{findings} in {messages} of {database} (profile {})\n", source.profile().name);
        let kinds: Vec<_> = self.records.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        let kinds = if kinds.is_empty() { String::new() } else { format!(" ({})", kinds.join(", ")) };
        let of = |remedy| self.remedies.get(&remedy).copied().unwrap_or_default();
        for (remedy, meaning) in [
            (Remedy::Recover, format!("write the lost records{kinds} and clean their texts")),
            (Remedy::Strip, "clean the text; nothing is lost".to_owned()),
            (Remedy::Correct, "correct sentences that claim what did not happen".to_owned()),
            (Remedy::Review, "unclear: decide by hand".to_owned()),
        ] {
            text.push_str(&format!("  {:>6} {:<8} {meaning}\n", of(remedy), remedy.name()));
        }
        let decided: Vec<_> = self
            .statuses
            .iter()
            .filter(|(status, _)| **status != Status::Pending.name())
            .map(|(status, count)| format!("{count} {status}"))
            .collect();
        if !decided.is_empty() {
            text.push_str(&format!("Of these: {}\n", decided.join(", ")));
        }
        if tally.json_conversations > 0 {
            text.push_str(&format!(
                "{} in JSON by design: {} left alone\n",
                count(tally.json_conversations, "conversation answers", "conversations answer"),
                count(usize::try_from(tally.json_messages).unwrap_or(usize::MAX), "message", "messages")
            ));
        }
        for line in left_out(tally) {
            text.push_str(&format!("{line}\n"));
        }
        if self.findings > 0 {
            text.push_str(&format!("Next: {}", common.next("review", &arguments.database.database)));
        }
        text.trim_end().to_owned()
    }
}

/// Describes what a scan could not read.
pub(super) fn left_out(tally: Tally) -> Vec<String> {
    let counted = |number: u64, one: &str, many: &str| {
        let messages = count(usize::try_from(number).unwrap_or(usize::MAX), one, many);
        (number > 0).then(|| format!("{messages} left out"))
    };
    let texts =
        counted(tally.unreadable, "message is not valid UTF-8 and was", "messages are not valid UTF-8 and were");
    let documents =
        counted(tally.no_json, "document is not valid JSON and was", "documents are not valid JSON and were");
    texts.into_iter().chain(documents).collect()
}
