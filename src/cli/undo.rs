//! `undo`: undoes write-backs.

use anyhow::{Context as _, bail};
use clap::Args;
use jiff::Timestamp;

use super::CommandOutcome;
use super::apply::{
    DONE_UNPRINTED, ScriptTarget, TargetDatabase, carry_sql, list_done, plans, print_message, print_next_steps,
    report_left_out,
};
use super::database::Database;
use super::options::CommonOptions;
use super::output::{self, OutputFormat, count};
use crate::session::Session;
use crate::source::EntryKind;
use crate::writeback::UndoDifference;

/// Undo write-backs: text, tools and times as they were, recovered records removed.
///
/// What somebody changed since is left alone, and reported.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall undo export.db               the last batch
  ghostcall undo export.db --batch 3     by its number in `ghostcall log`
  ghostcall undo export.db --write 12    one finding, by its number there
  ghostcall undo export.db --last 5      the last five findings
  ghostcall undo export.db --all
  ghostcall undo export.db --all --emit-sql postgres > back.sql
  ghostcall undo found.db --all --emit-sql postgres --target-profile helix-kit > back.sql

The SQL of --emit-sql restores a message of the database that the export came from only where it is as it was left; a record goes only
where it is as it was written, and nothing refers to it. Times are moved along, not back. --write takes write-backs that were undone
here, too; --all also takes what is accepted and was never written here: `apply --emit-sql` may have written that there.")]
pub(super) struct Arguments {
    #[command(flatten)]
    database: Database,

    /// What is still in effect of this batch, by its number in the journal [default: the last batch].
    #[arg(long, value_name = "ID", conflicts_with_all = ["last", "write", "all"])]
    batch: Option<i64>,

    /// The last N findings that were written.
    #[arg(long, value_name = "N", conflicts_with_all = ["write", "all"])]
    last: Option<usize>,

    /// Undo these write-backs, by their numbers in the journal.
    #[arg(long, value_name = "ID", num_args = 1.., conflicts_with = "all")]
    write: Vec<i64>,

    /// Undo all batches.
    #[arg(long)]
    all: bool,

    /// Print SQL for the database that the export came from, instead of undoing anything here.
    #[arg(long, value_name = "DATABASE", conflicts_with = "format")]
    emit_sql: Option<ScriptTarget>,

    #[command(flatten)]
    target: TargetDatabase,

    /// How to print it.
    #[arg(long, value_name = "FORMAT")]
    format: Option<OutputFormat>,
}

impl Arguments {
    /// The selected write-backs that are not yet undone.
    fn writes(&self, session: &Session, in_effect: &[i64]) -> anyhow::Result<Vec<i64>> {
        if self.all {
            return Ok(in_effect.to_vec());
        }
        if !self.write.is_empty() {
            return Ok(self.write.clone());
        }
        match (self.batch, self.last) {
            (Some(batch), _) => of_batch(session, batch),
            (None, Some(0)) => bail!("--last wants a number from 1"),
            (None, Some(last)) => Ok(in_effect.iter().take(last).copied().collect()),
            (None, None) => {
                Ok(session.last_batch().map(|batch| session.writes_in_effect_of(batch)).unwrap_or_default())
            }
        }
    }
}

/// The write-backs of a batch that are not yet undone. A batch that never existed is an error, an undone one is not.
fn of_batch(session: &Session, batch: i64) -> anyhow::Result<Vec<i64>> {
    let writes = session.writes_in_effect_of(batch);
    let is_known = || -> anyhow::Result<bool> {
        Ok(session.batches()?.iter().any(|known| known.batch == batch && known.kind == EntryKind::Write))
    };
    if writes.is_empty() && !is_known()? {
        bail!("there is no batch {batch} that wrote something; `ghostcall log --batches` lists them");
    }
    Ok(writes)
}

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    if let Some(target) = arguments.emit_sql {
        let session = arguments.database.read(common)?;
        return match arguments.target.profile()? {
            Some(_) if !arguments.all => {
                bail!("--target-profile wants --all: the journal here knows nothing of what was written there")
            }
            Some(profile) => carry_sql(&session, &profile, (target.dialect(), EntryKind::Undo)),
            None => emit_sql(&session, arguments, target),
        };
    }
    let mut session = arguments.database.hold(common)?;
    let format = OutputFormat::or_default(arguments.format);
    let in_effect = session.writes_in_effect();
    let writes = arguments.writes(&session, &in_effect)?;
    if writes.is_empty() {
        list_done(format, &[], "restored")?;
        print_message(format, "Nothing to undo.")?;
        return Ok(CommandOutcome::Done);
    }
    let report = session.undo_once(&writes, Timestamp::now())?;
    let mut text = format!(
        "Undid {}: {} removed, {} restored.",
        count(report.done.len(), "write-back", "write-backs"),
        count(report.records(), "record", "records"),
        count(report.texts(), "text", "texts")
    );
    text.push_str(&plans(report.plans(), "put back"));
    let left = in_effect.len().saturating_sub(report.done.len());
    if left > 0 {
        let hint = if arguments.all { "" } else { "; --all undoes them too" };
        text.push_str(&format!(
            " {}{hint}.",
            count(left, "write-back is still in effect", "write-backs are still in effect")
        ));
    }
    let printed = list_done(format, &report.done, "restored").and_then(|()| print_message(format, &text));
    for UndoDifference { message, write, what } in &report.differs {
        output::note(&format!("message {message} is not all as it was (write-back {write} was undone): {what}"));
    }
    let outcome = match report_left_out(&report.left_out) {
        CommandOutcome::Done if !report.differs.is_empty() => CommandOutcome::Problems,
        outcome => outcome,
    };
    outcome.after_printing(printed).context(DONE_UNPRINTED)
}

fn emit_sql(session: &Session, arguments: &Arguments, target: ScriptTarget) -> anyhow::Result<CommandOutcome> {
    let writes = arguments.writes(session, &session.writes_in_effect())?;
    if writes.is_empty() && !arguments.all {
        output::note(
            "No write-back is in effect here. --all takes what is accepted, which `apply --emit-sql` may have written.",
        );
        return Ok(CommandOutcome::Done);
    }
    let script = session.undo_script(target.dialect(), &writes, arguments.all, &mut std::io::stdout().lock())?;
    output::note(&format!(
        "The way back of {} for the database that the export came from. Nothing was undone here.",
        count(script.findings, "finding", "findings")
    ));
    print_next_steps(&script);
    Ok(report_left_out(&script.left_out))
}
