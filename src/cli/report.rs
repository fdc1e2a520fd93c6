//! `report`: writes a self-contained HTML report.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;
use jiff::Timestamp;

use super::database::DatabaseArgument;
use super::options::CommonOptions;
use super::output::{self, count};
use super::{CommandOutcome, new_file};
use crate::report::Report;
use crate::session;
use crate::source::EntryKind;

/// Write a report for a colleague as one HTML file.
///
/// It holds a summary, outcomes by model, tool and week, and each finding with the user's request, the text before and after, the
/// records, the evidence, and who decided it and why. It needs no network, runs no script, and can be printed. It covers all findings,
/// decided or not, and all write-backs; with --batch only those of one run.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall report export.db --out report.html
  ghostcall report export.db --batch 3 --out batch-3.html     batch 3 of `ghostcall log`")]
pub(super) struct Arguments {
    #[command(flatten)]
    database: DatabaseArgument,

    /// Report only this batch.
    #[arg(long, value_name = "ID")]
    batch: Option<i64>,

    /// New file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    if arguments.out.exists() {
        bail!("{}: already exists; choose a new file", arguments.out.display());
    }
    let session = arguments.database.read(common)?;
    let name = arguments.database.database.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let batch = match arguments.batch {
        None => None,
        Some(number) => {
            let found = session.journal().batches()?.into_iter().find(|batch| batch.batch == number);
            let Some(found) = found.filter(|batch| batch.kind == EntryKind::Write) else {
                bail!("no batch {number} of write-backs; `ghostcall log DB --batches` lists them");
            };
            Some(found)
        }
    };
    let findings = session::reported(session.findings(), arguments.batch)?;
    let number = findings.len();
    let report = Report { database: name, batch, made_at: Timestamp::now().to_string(), findings };
    let mut file = new_file::temporary_next_to(&arguments.out)?;
    file.write_all(report.to_html().as_bytes()).with_context(|| arguments.out.display().to_string())?;
    new_file::keep(file, &arguments.out)?;
    output::line(&format!("{}: {}", arguments.out.display(), count(number, "finding", "findings")))?;
    Ok(CommandOutcome::Done)
}
