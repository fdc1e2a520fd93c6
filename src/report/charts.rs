//! The summary and the bar charts of claims by outcome.

use crate::counted::counted;
use crate::proposal::Status;
use crate::statistics::{ClaimOutcome, Dimension, OutcomeCounts, Row, Statistics};

use super::html::{escaped, joined};

/// The maximum number of rows shown for a dimension.
const MAX_ROWS: usize = 20;

/// The number of findings and claims, claims by outcome, and findings by status.
pub(super) fn summary(statistics: &Statistics) -> String {
    let outcomes = statistics.outcomes();
    let each = ClaimOutcome::ALL
        .map(|outcome| format!("<li class=\"{0}\"><b>{1}</b> {0}</li>", outcome.name(), outcomes.of(outcome)));
    let statuses = Status::ALL.iter().filter_map(|status| {
        let count = statistics.statuses().of(*status);
        (count > 0).then(|| format!("<li><b>{count}</b> {}</li>", status.name()))
    });
    format!(
        "<h2>Summary</h2>\n<p>{} with {}:</p>\n<ul class=\"numbers\">{}</ul>\n\
         <p>The findings by their decision:</p>\n<ul class=\"numbers\">{}</ul>\n",
        counted(statistics.findings(), "finding"),
        counted(outcomes.claims(), "claim"),
        each.concat(),
        statuses.collect::<String>(),
    )
}

/// The charts by model, tool and week.
pub(super) fn all(statistics: &Statistics) -> String {
    let dimensions = [Dimension::Model, Dimension::Tool, Dimension::Week];
    dimensions.into_iter().map(|dimension| chart(dimension, &statistics.rows(dimension))).collect()
}

fn chart(dimension: Dimension, rows: &[Row]) -> String {
    let most = rows.iter().map(|row| row.outcomes.claims()).max().unwrap_or(0);
    if most == 0 {
        return String::new();
    }
    let heads = joined(ClaimOutcome::ALL.iter().map(|outcome| format!("<th>{}</th>", outcome.name())));
    let shown: String = rows.iter().take(MAX_ROWS).map(|row| chart_row(row, most)).collect();
    let more = match rows.len().saturating_sub(MAX_ROWS) {
        0 => String::new(),
        more => format!("<p>and {more} more</p>\n"),
    };
    format!(
        "<h2>By {name}</h2>\n<table class=\"chart\">\n<thead><tr><th>{name}</th><th></th>{heads}</tr></thead>\n\
         <tbody>\n{shown}</tbody>\n</table>\n{more}",
        name = dimension.name()
    )
}

fn chart_row(row: &Row, most: usize) -> String {
    let name = row.name.as_deref().map_or_else(|| "(unknown)".to_owned(), escaped);
    let invented = if row.is_invented { " <em>no such tool</em>" } else { "" };
    let numbers = joined(ClaimOutcome::ALL.iter().map(|outcome| format!("<td>{}</td>", row.outcomes.of(*outcome))));
    format!("<tr><th scope=\"row\">{name}{invented}</th><td>{}</td>{numbers}</tr>\n", bar(row.outcomes, most))
}

/// A bar that is divided by outcome, scaled to `most` claims.
fn bar(outcomes: OutcomeCounts, most: usize) -> String {
    /// The length of a full bar, in SVG units.
    const MAX_BAR: usize = 240;
    let mut at = 0;
    let parts = ClaimOutcome::ALL.map(|outcome| {
        let width = outcomes.of(outcome) * MAX_BAR / most;
        let part = format!("<rect class=\"{}\" x=\"{at}\" width=\"{width}\" height=\"14\"/>", outcome.name());
        at += width;
        part
    });
    format!(
        "<svg viewBox=\"0 0 {MAX_BAR} 14\" preserveAspectRatio=\"none\" aria-hidden=\"true\">{}</svg>",
        parts.concat()
    )
}
