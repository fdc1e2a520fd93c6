//! `log`: the journal, and with a review file all events of the review.

mod batches;

use std::collections::{HashMap, VecDeque};

use anyhow::bail;
use clap::Args;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;

use super::CommandOutcome;
use super::database::{DatabaseArgument, report_obstacles};
use super::options::CommonOptions;
use super::output::{self, ListPrinter, OutputFormat};
use crate::review::{ReviewEvent, ReviewFile};
use crate::session::{Access, Session};
use crate::source::{EntryKind, JournalEntry, each_entry, text_digest};
use crate::visible;

/// Show the journal: who changed what, when, before and after.
///
/// A table lists the batches first: what each run wrote or undid, who decided it, and with which filters.
///
/// JSON also holds the events of the review file, by time. Each line has its `kind`, the reviewer, the time, and the version of
/// the program and of the patterns. `write` and `undo` are rows of the journal. `accept`, `reject`, `skip`, `reset`, `note`,
/// `flag`, `unflag`, `undo_decision` and `redo_decision` come from the review file; decisions have the digest of the text and the
/// finding as shown.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall log export.db
  ghostcall log export.db --batches
  ghostcall log export.db --batch 3
  ghostcall log export.db --format jsonl | jq 'select(.kind == \"write\") | .message'
  ghostcall log export.db --format jsonl > trail.jsonl    everything shown, decided and written")]
pub(super) struct Arguments {
    #[command(flatten)]
    database: DatabaseArgument,

    /// Show only the batches.
    #[arg(long)]
    batches: bool,

    /// Show only this batch, without decisions.
    #[arg(long, value_name = "ID")]
    batch: Option<i64>,

    /// Output format.
    #[arg(long, value_name = "FORMAT")]
    format: Option<OutputFormat>,
}

/// A row of the journal, and whether it was undone.
#[derive(Serialize)]
struct EntryRow {
    #[serde(flatten)]
    entry: JournalEntry,
    /// The time, under the member name that all lines use.
    at: String,
    /// The SHA-256 of the text before the change, if it was changed.
    text_digest: Option<String>,
    /// The row that undid it.
    undone_by: Option<i64>,
}

const COLUMNS: [&str; 7] = ["id", "written_at", "reviewer", "kind", "message_id", "records", "text"];

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    let session = Session::open(common.setup(&arguments.database.database)?, Access::Read)?;
    report_obstacles(session.audit().source());
    let connection = session.audit().source().connection();
    let mut undone: HashMap<i64, i64> = HashMap::new();
    each_entry(connection, |entry| {
        undone.extend(entry.undoes.filter(|_| entry.is_intact()).map(|write| (write, entry.id)));
    })?;
    let format = OutputFormat::or_default(arguments.format);
    let only = arguments.batch;
    if let Some(batch) = only
        && !session.journal().batches()?.iter().any(|known| known.batch == batch)
    {
        bail!("no batch {batch}; `ghostcall log DB --batches` lists them");
    }
    if arguments.batches {
        if batches::list(&session, only, format)? == 0 {
            note_nothing();
        }
        return Ok(CommandOutcome::Done);
    }
    if format == OutputFormat::Table && batches::list(&session, only, format)? > 0 {
        output::line("")?;
    }
    // A table shows only write-backs; JSON shows the decisions as well.
    let is_whole = matches!(format, OutputFormat::Json | OutputFormat::Jsonl) && only.is_none();
    let mut events = Events::of(session.decisions().review().filter(|_| is_whole));
    let mut list = ListPrinter::new(format, &COLUMNS);
    let mut failure = None;
    let mut rows = 0;
    each_entry(connection, |entry| {
        if only.is_some_and(|only| only != entry.batch) {
            return;
        }
        rows += 1;
        if failure.is_some() {
            return;
        }
        let row = EntryRow {
            undone_by: undone.get(&entry.id).copied(),
            at: entry.written_at.clone(),
            text_digest: entry.before.text.as_deref().map(text_digest),
            entry,
        };
        let listed = events.list_until(row.at.parse().ok(), &mut list).and_then(|()| list.add(&row, || cells(&row)));
        failure = listed.err();
    })?;
    if let Some(error) = failure {
        return Err(error);
    }
    events.list_until(None, &mut list)?;
    list.finish()?;
    if rows == 0 {
        note_nothing();
    }
    Ok(CommandOutcome::Done)
}

fn note_nothing() {
    output::note("No write-backs yet.");
}

/// The events of a review file, read in chunks.
struct Events<'a> {
    review: Option<&'a ReviewFile>,
    read: VecDeque<ReviewEvent>,
    last: i64,
}

impl<'a> Events<'a> {
    fn of(review: Option<&'a ReviewFile>) -> Self {
        Self { review, read: VecDeque::new(), last: 0 }
    }

    /// Lists the events up to a time, or all that remain.
    fn list_until(&mut self, time: Option<Timestamp>, list: &mut ListPrinter) -> anyhow::Result<()> {
        while let Some(event) = self.next()? {
            let is_later = |time| event.at.parse::<Timestamp>().is_ok_and(|at| at > time);
            if time.is_some_and(is_later) {
                self.read.push_front(event);
                break;
            }
            list.add(&event, Vec::new)?;
        }
        Ok(())
    }

    fn next(&mut self) -> anyhow::Result<Option<ReviewEvent>> {
        const AT_ONCE: usize = 200;
        if let (true, Some(review)) = (self.read.is_empty(), self.review) {
            self.read = review.events_after(self.last, AT_ONCE)?.into();
            self.last = self.read.back().map_or(self.last, |event| event.seq);
        }
        Ok(self.read.pop_front())
    }
}

fn cells(row: &EntryRow) -> Vec<String> {
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
