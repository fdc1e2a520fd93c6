//! `profiles check`: validates a profile, alone or against a database.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;

use super::{help, report};
use crate::cli::output::{self, OutputFormat};
use crate::cli::{CommandOutcome, patterns};
use crate::document;
use crate::source::{Detector, MappingReport, Profile, SourceError, SqliteSource, profile};

/// Check a profile, alone or against a database.
///
/// Reports each error with its line and column. With --database, reports what each part of the profile finds there, what is empty or
/// unreadable, and which verdicts are possible; changes nothing. Exits with status 1 if there are problems.
#[derive(Args, Debug)]
#[command(
    after_help = "\
Examples:
  ghostcall profiles check mine.json5
  ghostcall profiles check mine.json5 --database export.db",
    after_long_help = help::MAPPING
)]
pub(in crate::cli) struct Arguments {
    /// Profile file; with --database, also the name of a built-in one.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Database to check it against.
    #[arg(long, value_name = "DB")]
    database: Option<PathBuf>,

    /// Output format; `table` prints one line per error, as compilers do.
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: OutputFormat,
}

/// The result of checking a profile against a database, as JSON.
#[derive(Serialize)]
struct Checked<'a> {
    profile: &'a str,
    database: String,
    problems: usize,
    #[serde(flatten)]
    report: &'a MappingReport,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<CommandOutcome> {
    let mut name = arguments.file.display().to_string();
    if let Some(database) = arguments.database.as_ref().filter(|_| !arguments.file.is_file()) {
        let detector = Detector::builtin()?;
        // A name may cover several layouts of an application, as `--profile` takes it.
        if !detector.layouts(&name).is_empty() {
            name = detector.named_for(&name, database)?.name;
        }
    }
    let named = arguments.database.as_deref().filter(|_| !arguments.file.is_file());
    if let Some((database, profile)) = named.zip(profile::built_in(&name)) {
        return check(database, &name, &profile?, arguments.format);
    }
    let text = document::read_file(&arguments.file).with_context(|| name.clone())?;
    let mistakes = Profile::mistakes(&name, &text);
    let Some(database) = arguments.database.as_deref().filter(|_| mistakes.is_empty()) else {
        let outcome = if mistakes.is_empty() { CommandOutcome::Done } else { CommandOutcome::Problems };
        return outcome.after_printing(patterns::check::print(&mistakes, &name, arguments.format));
    };
    check(database, &name, &Profile::parse(&name, &text)?, arguments.format)
}

/// Checks a database with a profile, which is named `name` in the report.
fn check(database: &Path, name: &str, profile: &Profile, format: OutputFormat) -> anyhow::Result<CommandOutcome> {
    match inspect(database, profile) {
        Ok(found) => {
            let outcome = if found.problems() == 0 { CommandOutcome::Done } else { CommandOutcome::Problems };
            outcome.after_printing(print(name, database, &found, format))
        }
        // A missing table or column is a result of the check.
        Err(
            error
            @ (SourceError::Mismatch { .. } | SourceError::Condition { .. } | SourceError::UnreadableTable { .. }),
        ) => {
            let found = MappingReport::refused(&error.to_string());
            CommandOutcome::Problems.after_printing(print(name, database, &found, format))
        }
        Err(error) => Err(error.into()),
    }
}

/// Inspects the database with the profile, including messages of discarded conversations.
fn inspect(database: &Path, profile: &Profile) -> Result<MappingReport, SourceError> {
    SqliteSource::open(database, Some(profile), true)?.mapping_report()
}

fn print(name: &str, database: &Path, found: &MappingReport, format: OutputFormat) -> anyhow::Result<()> {
    let database = database.display().to_string();
    let checked = Checked { profile: name, database: database.clone(), problems: found.problems(), report: found };
    match format {
        OutputFormat::Table => {
            Ok(report::lines(name, &database, found).iter().try_for_each(|line| output::line(line))?)
        }
        OutputFormat::Csv => report::csv(found),
        OutputFormat::Json => output::json_pretty(&checked),
        OutputFormat::Jsonl => output::json_line(&checked),
    }
}
