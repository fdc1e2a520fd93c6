//! A report as a self-contained HTML file without scripts. Pure.
//!
//! Messages are untrusted: every text is escaped by `html::escaped`, and the page's content security policy forbids
//! scripts and external resources.

mod charts;
mod findings;
mod html;

use crate::proposal::Finding;
use crate::source::{JournalBatch, Key};
use crate::statistics::{DecisionStatus, Statistics};

use html::escaped;

/// The style sheet of the page.
const STYLE: &str = include_str!("style.css");

/// A finding in the report.
#[derive(Clone, Debug, Default)]
pub struct ReportedFinding {
    /// The finding as decided, with the reviewer's changes.
    pub finding: Finding,
    /// The user's request before the message, if any.
    pub request: Option<String>,
    /// The text before the write-back.
    pub before: String,
    /// The text after the write-back.
    pub after: String,
    /// The rows that were written, such as `agent_memories 12`.
    pub rows: Vec<String>,
    /// The reviewer who decided it.
    pub reviewer: Option<String>,
    /// Whether it was decided in bulk.
    pub in_bulk: bool,
    /// The other reviewer who approved it.
    pub approved_by: Option<String>,
    /// When it was decided (RFC 3339).
    pub decided_at: Option<String>,
    /// When it was written (RFC 3339); `None` if it is not written.
    pub written_at: Option<String>,
    /// The reviewer's note on the finding, if there is one.
    pub note: Option<String>,
}

impl ReportedFinding {
    fn key(&self) -> String {
        self.finding.message_id.as_ref().map(Key::to_string).unwrap_or_default()
    }
}

/// The content of a report.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The name of the database, for the title.
    pub database: String,
    /// The batch that it is about; `None` for the whole review.
    pub batch: Option<JournalBatch>,
    /// When the report was made (RFC 3339).
    pub made_at: String,
    /// The findings, in the order of the report.
    pub findings: Vec<ReportedFinding>,
}

impl Report {
    /// The report as an HTML page.
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

    /// Who wrote the batch, who decided its findings, and how they were selected.
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
