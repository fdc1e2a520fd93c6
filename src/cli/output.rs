//! Prints results on standard output: tables for readers, JSON and CSV for programs.

use std::io::{self, IsTerminal as _, Write as _};

use clap::ValueEnum;
use comfy_table::{ColumnConstraint, ContentArrangement, Table, presets};
use jiff::Timestamp;
use serde::Serialize;

pub(super) use crate::counted::counted_as as count;
use crate::visible;

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum OutputFormat {
    /// For people; the default on a terminal.
    Table,
    /// One JSON document.
    Json,
    /// One JSON document a line; the default elsewhere.
    Jsonl,
    /// Comma-separated values with a header line.
    Csv,
}

impl OutputFormat {
    /// The requested format, or else the default for standard output.
    pub(super) fn or_default(chosen: Option<Self>) -> Self {
        chosen.unwrap_or(if io::stdout().is_terminal() { Self::Table } else { Self::Jsonl })
    }
}

/// How one document is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum DocumentFormat {
    /// For reading in a terminal.
    Text,
    /// JSON on several lines.
    Json,
    /// JSON on one line.
    Jsonl,
}

impl DocumentFormat {
    /// The requested format, or else the default for standard output.
    pub(super) fn or_default(chosen: Option<Self>) -> Self {
        chosen.unwrap_or(if io::stdout().is_terminal() { Self::Text } else { Self::Jsonl })
    }

    /// Prints a document and flushes it; `text` is the form for readers.
    pub(super) fn print(self, document: &impl Serialize, text: impl FnOnce() -> String) -> anyhow::Result<()> {
        match self {
            Self::Text => line(text().trim_end())?,
            Self::Json => json_pretty(document)?,
            Self::Jsonl => json_line(document)?,
        }
        io::stdout().flush()?;
        Ok(())
    }
}

/// Prints lines for readers on standard output.
pub(super) fn line(text: &str) -> io::Result<()> {
    exact(&visible::lines(text))
}

/// Prints lines for programs, which escape control characters themselves.
pub(super) fn exact(text: &str) -> io::Result<()> {
    writeln!(io::stdout().lock(), "{text}")
}

/// Prints a JSON document on one line.
pub(super) fn json_line(document: &impl Serialize) -> anyhow::Result<()> {
    let mut text = serde_json::to_string(document)?;
    // In one piece, because standard output writes the line ending separately from the text.
    text.push('\n');
    Ok(io::stdout().lock().write_all(visible::json(&text).as_bytes())?)
}

/// Prints a JSON document on several lines.
pub(super) fn json_pretty(document: &impl Serialize) -> anyhow::Result<()> {
    Ok(exact(&visible::json(&serde_json::to_string_pretty(document)?))?)
}

/// Prints a note on standard error; failing to do so is not an error.
pub(super) fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", visible::lines(text));
}

/// The width of the terminal, if there is one. No other program is run to guess it.
pub(super) fn terminal_width() -> Option<u16> {
    crossterm::terminal::window_size().ok().map(|size| size.columns).filter(|columns| *columns > 0)
}

/// Creates an empty table with these columns, at most as wide as the terminal.
pub(super) fn table(columns: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    if let Some(width) = terminal_width() {
        table.set_width(width);
    }
    table.set_header(columns.iter().map(|name| heading(name)));
    // A wrapped date would be hard to read.
    for place in columns.iter().enumerate().filter(|(_, name)| is_time(name)).map(|(place, _)| place) {
        if let Some(column) = table.column_mut(place) {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    table
}

/// The width from which a table has room for all columns.
const ROOMY: u16 = 110;

/// Whether a table on this terminal shows a column: the least useful ones make room for the text.
fn is_shown(column: &str) -> bool {
    let is_roomy = terminal_width().is_none_or(|columns| columns >= ROOMY);
    is_roomy || !["agent", "status", "warnings"].contains(&column)
}

fn is_time(column: &str) -> bool {
    column.ends_with("_at")
}

/// The heading of a column, shortened where the cells make it clear that they are ids or times.
fn heading(column: &str) -> String {
    column.strip_suffix("_id").or(column.strip_suffix("_at")).unwrap_or(column).replace('_', " ")
}

/// A time in short form; other texts are unchanged.
fn brief(cell: &str) -> String {
    cell.parse::<Timestamp>().map_or_else(|_| cell.to_owned(), |at| at.strftime("%Y-%m-%d %H:%M").to_string())
}

/// Prints an answer as a line of JSON and flushes it.
pub(super) fn print_at_once(answer: &impl Serialize) -> anyhow::Result<()> {
    json_line(answer)?;
    Ok(io::stdout().flush()?)
}

/// Prints a table for readers.
pub(super) fn print_table(table: &Table) -> io::Result<()> {
    table.lines().try_for_each(|text| line(text.trim_end()))
}

/// Prints a list item by item, in any format.
pub(super) struct ListPrinter {
    format: OutputFormat,
    columns: Vec<&'static str>,
    table: Table,
    csv: csv::Writer<io::Stdout>,
    is_empty: bool,
}

impl ListPrinter {
    /// Creates an empty list with these columns for tables and CSV.
    pub(super) fn new(format: OutputFormat, columns: &[&'static str]) -> Self {
        let shown: Vec<&str> = columns.iter().copied().filter(|column| is_shown(column)).collect();
        let table = table(&shown);
        let csv = csv::WriterBuilder::new().from_writer(io::stdout());
        Self { format, columns: columns.to_vec(), table, csv, is_empty: true }
    }

    /// Adds an item: `cells` for tables and CSV, the item itself for JSON.
    pub(super) fn add(&mut self, item: &impl Serialize, cells: impl FnOnce() -> Vec<String>) -> anyhow::Result<()> {
        let is_first = std::mem::replace(&mut self.is_empty, false);
        match self.format {
            OutputFormat::Table => {
                let cells = cells().into_iter().zip(&self.columns).filter(|(_, column)| is_shown(column));
                let shown = cells.map(|(cell, column)| if is_time(column) { brief(&cell) } else { cell });
                self.table.add_row(shown.map(|cell| visible::lines(&cell).into_owned()));
            }
            OutputFormat::Csv => {
                if is_first {
                    self.csv.write_record(&self.columns)?;
                }
                self.csv.write_record(cells().iter().map(|cell| harmless(&visible::lines(cell))))?;
            }
            OutputFormat::Jsonl => json_line(item)?,
            OutputFormat::Json => {
                let opening = if is_first { "[" } else { "," };
                let text = visible::json(&serde_json::to_string_pretty(item)?).replace('\n', "\n  ");
                let mut out = io::stdout().lock();
                write!(out, "{opening}\n  {text}")?;
            }
        }
        Ok(())
    }

    /// Prints what is still buffered.
    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        match self.format {
            OutputFormat::Table if self.is_empty => {}
            OutputFormat::Table => print_table(&self.table)?,
            OutputFormat::Csv if self.is_empty => self.csv.write_record(&self.columns)?,
            OutputFormat::Csv | OutputFormat::Jsonl => {}
            OutputFormat::Json if self.is_empty => line("[]")?,
            OutputFormat::Json => line("\n]")?,
        }
        self.csv.flush()?;
        io::stdout().flush()?;
        Ok(())
    }
}

/// Escapes a cell that a spreadsheet would take for a formula; control characters are already visible.
fn harmless(cell: &str) -> String {
    if cell.starts_with(['=', '+', '-', '@']) { format!("'{cell}") } else { cell.to_owned() }
}
