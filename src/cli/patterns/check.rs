//! `patterns check`: validates a file of syntaxes and patterns, and tries its examples.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use serde_json::json;

use crate::claim::examples;
use crate::cli::CommandOutcome;
use crate::cli::options::CommonOptions;
use crate::cli::output::{self, ListPrinter, OutputFormat};
use crate::document::{self, DocumentError};
use crate::visible;

/// Check a pattern file and try its examples.
///
/// Reports each error with its line and column. An entry must match its examples under `match`, and none under `not`. Exits with
/// status 1 if there are errors.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall patterns check mine.json5
  ghostcall patterns check mine.json5 --format json")]
pub(in crate::cli) struct Arguments {
    /// Pattern file to check.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Output format; `table` prints one line per error, as compilers do.
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: OutputFormat,
}

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    let name = arguments.file.display().to_string();
    let text = document::read_file(&arguments.file).with_context(|| name.clone())?;
    let mut registry = common.registry()?;
    let mistakes = match registry.add_checked(&name, &text) {
        Ok(()) => examples::mistakes(&registry, &name, &text)?,
        Err(mistakes) => mistakes,
    };
    let outcome = if mistakes.is_empty() { CommandOutcome::Done } else { CommandOutcome::Problems };
    outcome.after_printing(print(&mistakes, &name, arguments.format))
}

/// Prints the errors of a file.
pub(in crate::cli) fn print(mistakes: &[DocumentError], file: &str, format: OutputFormat) -> anyhow::Result<()> {
    if format == OutputFormat::Table {
        for mistake in mistakes {
            output::line(&mistake.to_string())?;
        }
        if mistakes.is_empty() {
            output::line(&format!("{}: no errors", visible::one_line(file)))?;
        }
        return Ok(());
    }
    let mut list = ListPrinter::new(format, &["file", "line", "column", "reason"]);
    for DocumentError { file, line, column, reason } in mistakes {
        let item = json!({ "file": file, "line": line, "column": column, "reason": reason });
        list.add(&item, || vec![file.clone(), line.to_string(), column.to_string(), reason.clone()])?;
    }
    list.finish()
}
