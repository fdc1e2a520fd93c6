//! Results on standard output: tables for people, JSON and CSV for programs.

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
    /// The format that was asked for, or the one that suits standard output.
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
    /// The format that was asked for, or the one that suits standard output.
    pub(super) fn or_default(chosen: Option<Self>) -> Self {
        chosen.unwrap_or(if io::stdout().is_terminal() { Self::Text } else { Self::Jsonl })
    }

    /// Prints a document and hands it on at once; `text` says it for people.
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

/// Prints lines for people on standard output.
pub(super) fn line(text: &str) -> io::Result<()> {
    exact(&visible::lines(text))
}

/// Prints lines for programs, which say of themselves what would be hidden in them.
pub(super) fn exact(text: &str) -> io::Result<()> {
    writeln!(io::stdout().lock(), "{text}")
}

/// Prints a JSON document on one line.
pub(super) fn json_line(document: &impl Serialize) -> anyhow::Result<()> {
    let mut text = serde_json::to_string(document)?;
    // In one piece: standard output writes the end of a line apart from the text before it.
    text.push('\n');
    Ok(io::stdout().lock().write_all(visible::json(&text).as_bytes())?)
}

/// Prints a JSON document on several lines.
pub(super) fn json_pretty(document: &impl Serialize) -> anyhow::Result<()> {
    Ok(exact(&visible::json(&serde_json::to_string_pretty(document)?))?)
}

/// Prints a note on standard error; where nobody reads it, it is no error either.
pub(super) fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", visible::lines(text));
}

/// The columns of the terminal, where there is one; no other program is run to guess them.
pub(super) fn terminal_width() -> Option<u16> {
    crossterm::terminal::window_size().ok().map(|size| size.columns).filter(|columns| *columns > 0)
}

/// An empty table for people with these columns, as wide as the terminal at most.
pub(super) fn table(columns: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    if let Some(width) = terminal_width() {
        table.set_width(width);
    }
    table.set_header(columns.iter().map(|name| heading(name)));
    // Half of a date is useless.
    for place in columns.iter().enumerate().filter(|(_, name)| is_time(name)).map(|(place, _)| place) {
        if let Some(column) = table.column_mut(place) {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    table
}

/// From so many columns on, a table has room for everything.
const ROOMY: u16 = 110;

/// Whether a column shows in a table on this terminal: the least useful gives its room to the text.
fn is_shown(column: &str) -> bool {
    let is_roomy = terminal_width().is_none_or(|columns| columns >= ROOMY);
    is_roomy || !["agent", "status", "warnings"].contains(&column)
}

fn is_time(column: &str) -> bool {
    column.ends_with("_at")
}

/// The heading of a column: that it is an id or a time its cells show.
fn heading(column: &str) -> String {
    column.strip_suffix("_id").or(column.strip_suffix("_at")).unwrap_or(column).replace('_', " ")
}

/// A time as people read it; what is none stays as it is.
fn brief(cell: &str) -> String {
    cell.parse::<Timestamp>().map_or_else(|_| cell.to_owned(), |at| at.strftime("%Y-%m-%d %H:%M").to_string())
}

/// Prints one answer as a line of JSON and hands it on at once.
pub(super) fn print_at_once(answer: &impl Serialize) -> anyhow::Result<()> {
    json_line(answer)?;
    Ok(io::stdout().flush()?)
}

/// Prints a table for people.
pub(super) fn print_table(table: &Table) -> io::Result<()> {
    table.lines().try_for_each(|text| line(text.trim_end()))
}

/// A list that is printed in any format as it grows.
pub(super) struct ListPrinter {
    format: OutputFormat,
    columns: Vec<&'static str>,
    table: Table,
    csv: csv::Writer<io::Stdout>,
    is_empty: bool,
}

impl ListPrinter {
    /// An empty list with these columns (of tables and CSV).
    pub(super) fn new(format: OutputFormat, columns: &[&'static str]) -> Self {
        let shown: Vec<&str> = columns.iter().copied().filter(|column| is_shown(column)).collect();
        let table = table(&shown);
        let csv = csv::WriterBuilder::new().from_writer(io::stdout());
        Self { format, columns: columns.to_vec(), table, csv, is_empty: true }
    }

    /// Adds an item: its cells for tables and CSV, itself for JSON.
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

    /// Prints what is still held back.
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

/// A cell that no spreadsheet takes for a formula; tabs and the like are visible by now.
fn harmless(cell: &str) -> String {
    if cell.starts_with(['=', '+', '-', '@']) { format!("'{cell}") } else { cell.to_owned() }
}
