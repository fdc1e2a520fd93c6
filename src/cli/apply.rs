//! `apply`: writes every accepted decision back.

use anyhow::Context as _;
use clap::Args;

use super::CommandOutcome;
use super::database::DatabaseArgument;
use super::options::CommonOptions;
use super::output::{self, ListPrinter, OutputFormat, count};
use super::progress::report_waiting;
use crate::session::{Session, script_for_original};
use crate::source::profile::Profile;
use crate::source::{Detector, EntryKind};
use crate::visible;
use crate::writeback::script::{Dialect, ScriptSummary};
use crate::writeback::{LeftOut, PlannedWrite, WriteReport, WrittenFinding, describe_snapshots_left};

/// Write accepted findings back to the database.
///
/// Makes a backup, then writes everything in one transaction and logs it in the journal. Messages that changed since they were
/// decided are left out. Running it twice is safe.
///
/// An export is a copy. To change the database that it came from, run the SQL of --emit-sql there: it writes what was written
/// here, and what is accepted and not written yet. Nothing is written here then.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall apply export.db --dry-run
  ghostcall apply export.db
  ghostcall apply export.db --name 'memories of May'
  ghostcall apply export.db --dry-run --format json   cells and rows in full
  ghostcall apply export.db --emit-sql postgres > fix.sql
  psql -X -v ON_ERROR_STOP=1 -d production -f fix.sql
  ghostcall apply export.db --emit-sql sqlite > fix.sql
  sqlite3 -bail production.db < fix.sql
  ghostcall apply found.db --emit-sql postgres --target-profile helix-kit > fix.sql

The SQL is one transaction. It leaves out messages that differ from the export and records that already exist, and its last SELECT \
reports each message. Running it twice is safe. Where the database is in use, it soon gives up and writes nothing; run it again. \
`ghostcall undo --emit-sql` prints SQL that undoes it.

`ghostcall import` makes databases of its own profile: --target-profile names that of the database in which the messages live \
(`ghostcall guide production`).

Exit status: 0 done, 1 findings left out, 2 failed.")]
pub(super) struct Arguments {
    #[command(flatten)]
    database: DatabaseArgument,

    /// Show what would be written.
    #[arg(long)]
    dry_run: bool,

    /// Write only what another reviewer approved (`ghostcall decide DB approve`).
    ///
    /// `require_approval: true` in the configuration does so always.
    #[arg(long)]
    require_approval: bool,

    /// Name of the batch, shown by `ghostcall log`.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["dry_run", "emit_sql"])]
    name: Option<String>,

    /// Print SQL for the original database instead.
    #[arg(long, value_name = "DIALECT", conflicts_with_all = ["dry_run", "format"])]
    emit_sql: Option<ScriptTarget>,

    #[command(flatten)]
    target: TargetDatabase,

    /// Output format.
    #[arg(long, value_name = "FORMAT")]
    format: Option<OutputFormat>,
}

/// The database that SQL is for, where it is not the one that the export came from.
#[derive(Args, Debug)]
pub(super) struct TargetDatabase {
    /// Profile of the original database, where `ghostcall import` made this one.
    ///
    /// The messages must have the same keys there.
    #[arg(long, value_name = "NAME|FILE", requires = "emit_sql")]
    target_profile: Option<String>,
}

impl TargetDatabase {
    /// Loads the named profile.
    pub(super) fn profile(&self) -> anyhow::Result<Option<Profile>> {
        let named = self.target_profile.as_deref();
        Ok(named.map(|name| Detector::builtin()?.named_or_file(name)).transpose()?)
    }
}

/// A kind of database that SQL is printed for.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum ScriptTarget {
    /// PostgreSQL, version 12 or newer.
    Postgres,
    /// SQLite, version 3.
    Sqlite,
}

impl Arguments {
    /// Applies these options to a session.
    fn prepared(&self, mut session: Session) -> Session {
        session.name_batch(self.name.clone());
        if self.require_approval {
            session.require_approval();
        }
        session
    }
}

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    let format = OutputFormat::or_default(arguments.format);
    if arguments.dry_run {
        return dry_run(&arguments.prepared(arguments.database.read(common)?), format);
    }
    if let Some(target) = arguments.emit_sql {
        let session = arguments.prepared(arguments.database.read(common)?);
        return match arguments.target.profile()? {
            Some(profile) => carry_sql(&session, &profile, (target.dialect(), EntryKind::Write)),
            None => emit_sql(&session, target),
        };
    }
    let mut session = arguments.prepared(arguments.database.open_locked(common)?);
    // All records of the run get the same time.
    let now = session.setup().options.now;
    let report = session.write_once(common.wants_backup(), now, &mut report_waiting())?;
    let undo = common.next("undo", &arguments.database.database);
    let text = written(&report, written_batch(&session, &report)?, &undo);
    let printed = list_done(format, &report.done, "cleaned").and_then(|()| print_message(format, &text));
    for what in report.describe_trigger_changes().into_iter().chain(report.describe_snapshots_left()) {
        output::note(&what);
    }
    report.unnoted_in_words().into_iter().for_each(output::note);
    let lost = session.decisions().lost_journal().is_some_and(|lost| !lost.pending.is_empty());
    let outcome = match report_left_out(&report.left_out) {
        CommandOutcome::Done if lost => CommandOutcome::Problems,
        outcome => outcome,
    };
    outcome.after_printing(printed).context(DONE_UNPRINTED)
}

/// The error message if the results cannot be printed after the work is done.
pub(super) const DONE_UNPRINTED: &str = "done, but output was cut short; see `ghostcall log`";

/// Lists the results of a run; `changed` describes a changed text.
pub(super) fn list_done(format: OutputFormat, all: &[WrittenFinding], changed: &str) -> anyhow::Result<()> {
    let mut list = ListPrinter::new(format, &["message_id", "journal", "text", "records"]);
    for done in all {
        list.add(done, || {
            let records: Vec<_> = done.records.iter().map(|(table, key)| format!("{table} {key}")).collect();
            let text = if done.text_changed { changed } else { "unchanged" };
            vec![done.message.to_string(), done.journal.to_string(), text.to_owned(), records.join(", ")]
        })?;
    }
    list.finish()
}

/// The number of the batch that a run wrote.
fn written_batch(session: &Session, report: &WriteReport) -> anyhow::Result<Option<i64>> {
    let Some(done) = report.done.first() else { return Ok(None) };
    Ok(session.journal().row(done.journal)?.map(|entry| entry.batch))
}

fn written(report: &WriteReport, batch: Option<i64>, undo: &str) -> String {
    if report.done.is_empty() {
        let is_empty = report.left_out.is_empty();
        return if is_empty { "Nothing to write: no accepted findings." } else { "Nothing was written." }.to_owned();
    }
    let mut text = format!(
        "Wrote {}: {} and {}.",
        count(report.done.len(), "finding", "findings"),
        count(report.records(), "new record", "new records"),
        count(report.texts(), "cleaned text", "cleaned texts")
    );
    text.push_str(&plans(report.plans(), "changed"));
    if let Some(backup) = &report.backup {
        text.push_str(&format!("\nBackup: {}", backup.display()));
    }
    for what in &report.afterwards {
        text.push_str(&format!("\nNext: {what}."));
    }
    let batch = batch.map(|batch| format!(" --batch {batch}")).unwrap_or_default();
    text.push_str(&format!("\nUndo: {undo}{batch}"));
    text
}

/// Describes the number of changed plans; empty if there are none.
pub(super) fn plans(number: usize, done: &str) -> String {
    if number == 0 { String::new() } else { format!(" {} {done}.", count(number, "recorded plan", "recorded plans")) }
}

fn dry_run(session: &Session, format: OutputFormat) -> anyhow::Result<CommandOutcome> {
    let mut list = ListPrinter::new(format, &["message_id", "record", "tools", "text"]);
    let [mut findings, mut records, mut texts, mut changed_plans] = [0; 4];
    let (mut printed, mut snapshots_left) = (Ok(()), Vec::new());
    let left_out = session.writer().preview(&mut |_, write| {
        findings += 1;
        snapshots_left.extend(write.snapshots_left.iter().cloned());
        records += write.rows.len();
        texts += usize::from(write.text_after.is_some());
        changed_plans += usize::from(write.plan_after.is_some());
        printed = list.add(&write, || cells(&write));
        printed.is_ok()
    })?;
    printed?;
    list.finish()?;
    let text = format!(
        "Would write {}: {} and {}.{} Nothing was written.",
        count(findings, "finding", "findings"),
        count(records, "new record", "new records"),
        count(texts, "cleaned text", "cleaned texts"),
        plans(changed_plans, "to change")
    );
    print_message(format, &text)?;
    if let Some(what) = describe_snapshots_left(&snapshots_left) {
        output::note(&what);
    }
    Ok(report_left_out(&left_out))
}

impl ScriptTarget {
    pub(super) fn dialect(self) -> Dialect {
        match self {
            Self::Postgres => Dialect::Postgres,
            Self::Sqlite => Dialect::Sqlite,
        }
    }
}

fn emit_sql(session: &Session, target: ScriptTarget) -> anyhow::Result<CommandOutcome> {
    let script = session.writer().script(target.dialect(), &mut std::io::stdout().lock())?;
    let mut text = count(script.findings, "finding", "findings");
    let left_out = script.left_out.iter().filter(|left_out| left_out.write.is_some()).count();
    let written = session.journal().writes_in_effect().len().saturating_sub(left_out).min(script.findings);
    if written > 0 {
        text.push_str(&format!(" ({written} of them written here already)"));
    }
    output::note(&format!("{text} for the original database. Nothing was written here."));
    if script.findings == 0 && script.left_out.is_empty() {
        output::note(NOTHING_DECIDED);
    }
    print_next_steps(&script);
    Ok(report_left_out(&script.left_out))
}

/// Prints SQL for a database of this profile, which is not available here.
pub(super) fn carry_sql(
    session: &Session,
    profile: &Profile,
    (dialect, kind): (Dialect, EntryKind),
) -> anyhow::Result<CommandOutcome> {
    let script = script_for_original(session, profile, dialect, kind, &mut std::io::stdout().lock())?;
    let (findings, name) = (count(script.findings, "finding", "findings"), visible::one_line(&profile.name));
    let (what, done) = match kind {
        EntryKind::Write => (findings, "written"),
        EntryKind::Undo => (format!("SQL that undoes {findings}"), "undone"),
    };
    output::note(&format!("{what} for a database of profile {name}. Nothing was {done} here."));
    if script.findings == 0 && script.left_out.is_empty() {
        output::note(NOTHING_DECIDED);
    }
    print_next_steps(&script);
    Ok(report_left_out(&script.left_out))
}

/// The reason for an empty script.
const NOTHING_DECIDED: &str =
    "No finding is accepted or written; decide first with `ghostcall review` or `ghostcall decide`.";

/// Prints what remains to be done after the script has run.
pub(super) fn print_next_steps(script: &ScriptSummary) {
    for what in &script.afterwards {
        output::note(&format!("Next, after running it: {what}."));
    }
}

fn cells(write: &PlannedWrite) -> Vec<String> {
    const EXCERPT: usize = 50;
    let row = |row: &crate::writeback::PlannedRow| {
        let values: Vec<_> = row.values.iter().map(|(name, value)| format!("{name}={value}")).collect();
        visible::excerpt(&format!("{}: {}", row.table, values.join(" ")), EXCERPT)
    };
    let text = match &write.text_after {
        Some(text) => visible::excerpt(text, EXCERPT),
        None => "(unchanged)".to_owned(),
    };
    let plan = write.plan_after.as_ref().map(|plan| match plan.as_str() {
        Some(plan) => format!("\nplan: {}", visible::excerpt(plan, EXCERPT)),
        None => "\nplan: (none)".to_owned(),
    });
    let text = text + &plan.unwrap_or_default();
    let tools = write.tools_after.as_ref().and_then(serde_json::Value::as_str).unwrap_or("(unchanged)");
    vec![write.message.to_string(), write.rows.iter().map(row).collect::<Vec<_>>().join("\n"), tools.to_owned(), text]
}

/// Prints a sentence for readers: on standard output if the results are a table, otherwise on standard error.
pub(super) fn print_message(format: OutputFormat, text: &str) -> anyhow::Result<()> {
    if format == OutputFormat::Table {
        output::line(text)?;
    } else {
        output::note(text);
    }
    Ok(())
}

/// Reports the findings that were left out.
pub(super) fn report_left_out(left_out: &[LeftOut]) -> CommandOutcome {
    for LeftOut { message, write, reason } in left_out {
        let what = match (message, write) {
            (Some(message), _) => format!("message {message}"),
            (None, Some(write)) => format!("write-back {write}"),
            (None, None) => "a finding".to_owned(),
        };
        output::note(&format!("left out {what}: {reason}"));
    }
    if left_out.is_empty() { CommandOutcome::Done } else { CommandOutcome::Problems }
}
