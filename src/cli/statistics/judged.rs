//! Decisions by pattern, which show how often each pattern is right.

use serde::Serialize;

use super::align;
use crate::cli::output::{self, print_table, table};
use crate::statistics::{Judgements, Precision, Row, Statistics};
use crate::visible;

/// The columns of the table.
const HEADER: [&str; 6] = ["pattern", "accepted", "edited", "rejected", "in bulk", "precision (95%)"];

/// The decisions on a pattern.
#[derive(Serialize)]
pub(super) struct DecidedPattern {
    name: Option<String>,
    #[serde(flatten)]
    judgements: Judgements,
    #[serde(flatten)]
    precision: Option<Precision>,
}

impl DecidedPattern {
    pub(super) fn of(row: Row) -> Self {
        Self { name: row.name, judgements: row.judgements, precision: row.judgements.precision() }
    }
}

/// Prints the patterns with decisions, the most often rejected first, and those that are rejected more often than not.
pub(super) fn print(statistics: &Statistics) -> anyhow::Result<()> {
    let rows = statistics.judged();
    if rows.is_empty() {
        return Ok(());
    }
    output::line("")?;
    let mut table = table(&HEADER);
    for row in &rows {
        let Judgements { accepted, edited, rejected, in_bulk } = row.judgements;
        let precision = row.judgements.precision().map_or_else(|| "–".to_owned(), Precision::describe);
        let counts = [accepted, edited, rejected, in_bulk].map(|count| count.to_string());
        table.add_row(std::iter::once(name(row)).chain(counts).chain([precision]));
    }
    align(&mut table, 1..5);
    print_table(&table)?;
    if rows.iter().any(|row| row.judgements.in_bulk > 0) {
        output::line("Precision counts only findings decided one by one, not in bulk.")?;
    }
    for row in rows.iter().filter(|row| row.judgements.is_mostly_rejected()) {
        let (rejected, decided) = (row.judgements.rejected, row.judgements.decided());
        output::line(&format!("{} is mostly rejected: {rejected} of {decided}", name(row)))?;
    }
    Ok(())
}

fn name(row: &Row) -> String {
    visible::one_line(row.name.as_deref().unwrap_or_default()).into_owned()
}
