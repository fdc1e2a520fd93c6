//! `export`: accepted findings for another system.

use clap::{Args, ValueEnum};

use super::CommandOutcome;
use super::apply::report_left_out;
use super::database::DatabaseArgument;
use super::options::CommonOptions;
use super::output::{self, ListPrinter, OutputFormat, count};
use crate::session;

/// Print accepted findings, before and after, for another system; changes nothing.
///
/// Each document is a finding as `ghostcall scan` prints it, accepted or edited and not yet written, or written and not undone, with
/// {"reviewer", "decided_at", "written_at", "text_digest", "before": {"text", "tools_used"}, "after": {"text", "tools_used"}}.
/// `text_digest` is the SHA-256 of the text before. If your text has another digest, it changed since the review; do not overwrite it.
/// Messages that changed here since are left out and reported, with exit status 1.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall export export.db --format jsonl > approved.jsonl
  ghostcall export export.db | jq -c '{message_id, text_digest, text: .after.text, records: [.records[].values]}'")]
pub(super) struct Arguments {
    #[command(flatten)]
    database: DatabaseArgument,

    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "jsonl")]
    format: ExportFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    /// One JSON document a line.
    Jsonl,
    /// One JSON document, a list.
    Json,
}

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    let session = arguments.database.read(common)?;
    let format = match arguments.format {
        ExportFormat::Jsonl => OutputFormat::Jsonl,
        ExportFormat::Json => OutputFormat::Json,
    };
    let mut list = ListPrinter::new(format, &[]);
    let mut failure = None;
    let (mut accepted, mut written) = (0, 0);
    let left_out = session::export(&session, &mut |exported| {
        let number = if exported.journal.is_some() { &mut written } else { &mut accepted };
        *number += 1;
        failure = list.add(&exported, Vec::new).err();
        failure.is_none()
    })?;
    if let Some(error) = failure {
        return Err(error);
    }
    list.finish()?;
    let mut text =
        format!("{} written, {accepted} accepted and not yet written", count(written, "finding", "findings"));
    if !left_out.is_empty() {
        text.push_str(&format!("; {} left out", left_out.len()));
    }
    let outcome = report_left_out(&left_out);
    output::note(&text);
    Ok(outcome)
}
