//! The batches of the journal: what each run wrote or undid, who decided it, and which filters selected it.

use crate::cli::output::{ListPrinter, OutputFormat};
use crate::session::Session;
use crate::source::{EntryKind, JournalBatch, Selection};

const COLUMNS: [&str; 8] =
    ["batch", "written_at", "decided_by", "written_by", "what", "findings", "in_effect", "selected_by"];

/// Lists all batches, or one of them, oldest first. Returns their number.
pub(super) fn list(session: &Session, only: Option<i64>, format: OutputFormat) -> anyhow::Result<usize> {
    let mut batches = session.journal().batches()?;
    batches.retain(|batch| only.is_none_or(|only| batch.batch == only));
    let mut list = ListPrinter::new(format, &COLUMNS);
    for batch in &batches {
        list.add(batch, || cells(batch))?;
    }
    list.finish()?;
    Ok(batches.len())
}

/// A filter, and the result of the sample of its findings.
fn selected_by(selection: &Selection) -> String {
    match &selection.sample {
        None => selection.filter.clone(),
        Some(sample) => format!("{} ({})", selection.filter, sample.sentence()),
    }
}

/// The reviewers who decided the findings of a batch, and those who approved them.
fn decided_by(batch: &JournalBatch) -> String {
    let decided = batch.decided_by.join(", ");
    if batch.approved_by.is_empty() {
        decided
    } else {
        format!("{decided}; approved by {}", batch.approved_by.join(", "))
    }
}

fn cells(batch: &JournalBatch) -> Vec<String> {
    let is_write = batch.kind == EntryKind::Write;
    let what = match (is_write, &batch.name) {
        (false, _) => "undo".to_owned(),
        (true, None) => batch.summary(),
        (true, Some(name)) => format!("{name}: {}", batch.summary()),
    };
    let selections: Vec<_> = batch.selections.iter().map(selected_by).collect();
    vec![
        batch.batch.to_string(),
        batch.written_at.clone(),
        decided_by(batch),
        batch.reviewer.clone(),
        what,
        batch.findings.to_string(),
        if is_write { batch.in_effect.to_string() } else { String::new() },
        selections.join("; "),
    ]
}
