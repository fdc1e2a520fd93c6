//! `log`: the journal.

use std::collections::HashMap;

use clap::Args;
use serde::Serialize;
use serde_json::Value;

use super::Outcome;
use super::database::Database;
use super::options::Common;
use super::output::{self, Format, List};
use crate::session::{Access, Session};
use crate::source::{Entry, EntryKind, each_entry};
use crate::visible;

/// List the journal: what was written, by whom, when, before and after, undone or not.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall log export.db
  ghostcall log export.db --format jsonl | jq 'select(.kind == \"write\") | .message'")]
pub(super) struct Arguments {
    #[command(flatten)]
    database: Database,

    /// How to print it.
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
}

/// A row of the journal, and what became of it.
#[derive(Serialize)]
struct Row {
    #[serde(flatten)]
    entry: Entry,
    /// The row that took it back.
    undone_by: Option<i64>,
}

const COLUMNS: [&str; 7] = ["id", "written_at", "reviewer", "kind", "message_id", "records", "text"];

pub(super) fn run(arguments: &Arguments, common: &Common) -> anyhow::Result<Outcome> {
    let session = Session::open(common.setup(&arguments.database.database)?, Access::Read)?;
    let connection = session.audit().source().connection();
    let mut undone: HashMap<i64, i64> = HashMap::new();
    each_entry(connection, |entry| undone.extend(entry.undoes.map(|write| (write, entry.id))))?;
    let format = Format::or_default(arguments.format);
    let mut list = List::new(format, &COLUMNS);
    let mut failure = None;
    let mut rows = 0;
    each_entry(connection, |entry| {
        rows += 1;
        let row = Row { undone_by: undone.get(&entry.id).copied(), entry };
        if failure.is_none() {
            failure = list.add(&row, || cells(&row)).err();
        }
    })?;
    if let Some(error) = failure {
        return Err(error);
    }
    list.finish()?;
    if rows == 0 {
        output::note("nothing was written to this database yet");
    }
    Ok(Outcome::Done)
}

fn cells(row: &Row) -> Vec<String> {
    const EXCERPT: usize = 50;
    let entry = &row.entry;
    let kind = match (entry.kind, entry.undoes, row.undone_by) {
        (EntryKind::Undo, Some(write), _) => format!("undo of {write}"),
        (_, _, Some(undo)) => format!("write, undone by {undo}"),
        _ => entry.kind.name().to_owned(),
    };
    let records: Vec<_> = entry.records.iter().map(|record| format!("{} {}", record.table, record.key)).collect();
    let text = match (&entry.before.text, &entry.after.text) {
        (Some(before), Some(after)) => {
            format!("{} → {}", visible::excerpt(before, EXCERPT), visible::excerpt(after, EXCERPT))
        }
        _ => "(unchanged)".to_owned(),
    };
    let plan = |cell: &Option<Value>| match cell {
        Some(Value::String(plan)) => visible::excerpt(plan, EXCERPT),
        _ => "(none)".to_owned(),
    };
    let is_changed = entry.after.plan.is_some();
    let plan = is_changed.then(|| format!("\nplan: {} → {}", plan(&entry.before.plan), plan(&entry.after.plan)));
    let text = text + &plan.unwrap_or_default();
    vec![
        entry.id.to_string(),
        entry.written_at.clone(),
        entry.reviewer.clone(),
        kind,
        entry.message.to_string(),
        records.join(", "),
        text,
    ]
}
