//! A report for a colleague: one HTML file that holds all it shows, and runs nothing. Pure.
//!
//! Messages are data: every text goes through `html::escaped`, and the page forbids scripts and every look
//! elsewhere by itself.

mod charts;
mod findings;
mod html;

use crate::proposal::Finding;
use crate::source::{JournalBatch, Key};
use crate::statistics::{DecisionStatus, Statistics};

use html::escaped;

/// What a page looks like.
const STYLE: &str = include_str!("style.css");

/// A finding in the report.
#[derive(Clone, Debug, Default)]
pub struct ReportedFinding {
    /// The finding as it was decided, changes included.
    pub finding: Finding,
    /// What the user had asked.
    pub request: Option<String>,
    /// The text before.
    pub before: String,
    /// The text afterwards.
    pub after: String,
    /// The rows that were written, such as `agent_memories 12`.
    pub rows: Vec<String>,
    /// Who decided it.
    pub reviewer: Option<String>,
    /// Whether it was decided in bulk.
    pub in_bulk: bool,
    /// Who else approved it.
    pub approved_by: Option<String>,
    /// When, RFC 3339.
    pub decided_at: Option<String>,
    /// When it was written, RFC 3339.
    pub written_at: Option<String>,
    /// Why, or what else was noted.
    pub note: Option<String>,
}

impl ReportedFinding {
    fn key(&self) -> String {
        self.finding.message_id.as_ref().map(Key::to_string).unwrap_or_default()
    }
}

/// What a report is about.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The name of the database.
    pub database: String,
    /// The batch that it is about; `None` where it is about everything.
    pub batch: Option<JournalBatch>,
    /// When it was made, RFC 3339.
    pub made_at: String,
    /// The findings, in their order.
    pub findings: Vec<ReportedFinding>,
}

impl Report {
    /// The whole page.
    #[must_use]
    pub fn to_html(&self) -> String {
        let title = match &self.batch {
            Some(batch) => format!("ghostcall: batch {} of {}", batch.batch, self.database),
            None => format!("ghostcall: {}", self.database),
        };
        let mut statistics = Statistics::default();
        for ReportedFinding { finding, reviewer, .. } in &self.findings {
            let (status, reviewer) = (finding.status, reviewer.as_deref());
            statistics.add(finding, DecisionStatus { status, reviewer, ..DecisionStatus::default() });
        }
        let findings: String = (1..).zip(&self.findings).map(findings::section).collect();
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"referrer\" content=\"no-referrer\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <header>\n<h1>{title}</h1>\n{provenance}</header>\n<main>\n{summary}{charts}\
             <h2 id=\"findings\">Findings</h2>\n{contents}{findings}</main>\n\
             <footer>Made by ghostcall {version} on {made_at}. This page is complete in itself and runs no script.</footer>\n\
             </body>\n</html>\n",
            title = escaped(&title),
            provenance = self.provenance(),
            summary = charts::summary(&statistics),
            charts = charts::all(&statistics),
            contents = findings::contents(&self.findings),
            version = env!("CARGO_PKG_VERSION"),
            made_at = escaped(&html::time(&self.made_at)),
        )
    }

    /// Who wrote a batch, who decided it, and how it was selected.
    fn provenance(&self) -> String {
        let Some(batch) = &self.batch else { return String::new() };
        let mut rows = vec![("Written", format!("{} by {}", html::time(&batch.written_at), batch.reviewer))];
        rows.extend(batch.name.clone().map(|name| ("Name", name)));
        for (heading, names) in [("Decided by", &batch.decided_by), ("Approved by", &batch.approved_by)] {
            rows.extend((!names.is_empty()).then(|| (heading, names.join(", "))));
        }
        for selection in &batch.selections {
            rows.push(("Selected by", selection.filter.clone()));
            rows.extend(selection.sample.as_ref().map(|sample| ("Sample", sample.sentence())));
        }
        if batch.in_effect < batch.findings {
            rows.push(("Undone", format!("{} of {}", batch.findings - batch.in_effect, batch.findings)));
        }
        html::definitions(&rows)
    }
}

#[cfg(test)]
mod tests;
