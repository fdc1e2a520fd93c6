//! `report`: writes a self-contained HTML report.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;
use jiff::Timestamp;

use super::database::Database;
use super::options::CommonOptions;
use super::output::{self, count};
use super::{CommandOutcome, new_file};
use crate::report::Report;
use crate::source::EntryKind;

/// Write a report for a colleague: one HTML file that shows everything by itself.
///
/// It holds a summary, what was claimed, lost and false by model, tool and week, and each finding with what the user had asked, the text
/// before and after, the records, the evidence, and who decided it and why. It needs no network, runs no script, and can be printed.
/// With --batch it is about what one run wrote, else about all findings, decided or not, and all that is written.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall report export.db --out report.html
  ghostcall report export.db --batch 3 --out batch-3.html     what `ghostcall log --batches` lists as 3")]
pub(super) struct Arguments {
    #[command(flatten)]
    database: Database,

    /// Only this batch, by its number in the journal.
    #[arg(long, value_name = "ID")]
    batch: Option<i64>,

    /// The file to write; it must not be there yet.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    if arguments.out.exists() {
        bail!("{}: is there already", arguments.out.display());
    }
    let session = arguments.database.read(common)?;
    let name = arguments.database.database.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let batch = match arguments.batch {
        None => None,
        Some(number) => {
            let found = session.batches()?.into_iter().find(|batch| batch.batch == number);
            let Some(found) = found.filter(|batch| batch.kind == EntryKind::Write) else {
                bail!("there is no batch {number} that wrote something; `ghostcall log --batches` lists them");
            };
            Some(found)
        }
    };
    let findings = session.reported(arguments.batch)?;
    let number = findings.len();
    let report = Report { database: name, batch, made_at: Timestamp::now().to_string(), findings };
    let mut file = new_file::temporary_next_to(&arguments.out)?;
    file.write_all(report.to_html().as_bytes()).with_context(|| arguments.out.display().to_string())?;
    new_file::keep(file, &arguments.out)?;
    output::line(&format!("{}: {}", arguments.out.display(), count(number, "finding", "findings")))?;
    Ok(CommandOutcome::Done)
}
