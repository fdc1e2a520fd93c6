//! `undo`: undoes write-backs.

use anyhow::{Context as _, bail};
use clap::Args;
use jiff::Timestamp;

use super::CommandOutcome;
use super::apply::{
    DONE_UNPRINTED, ScriptTarget, TargetDatabase, carry_sql, list_done, plans, print_message, print_next_steps,
    report_left_out,
};
use super::database::DatabaseArgument;
use super::options::CommonOptions;
use super::output::{self, OutputFormat, count};
use super::progress::report_waiting;
use crate::session::Session;
use crate::source::EntryKind;
use crate::writeback::UndoDifference;

/// Undo write-backs: restore texts, tools and times; remove recovered records.
///
/// What changed since the write-back is left as it is, and reported.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall undo export.db               the last batch
  ghostcall undo export.db --batch 3     batch 3 of `ghostcall log`
  ghostcall undo export.db --write 12    one finding, by its journal row
  ghostcall undo export.db --last 5      the last five findings
  ghostcall undo export.db --all
  ghostcall undo export.db --all --emit-sql postgres > back.sql
  ghostcall undo found.db --all --emit-sql postgres --target-profile helix-kit > back.sql

The SQL of --emit-sql restores a message only if it is still as it was written, and removes a record only if it is unchanged and \
nothing refers to it. It sets times forward, never back. There --write accepts write-backs already undone here, and --all includes \
accepted findings never written here: `apply --emit-sql` may have written them.

Exit status: 0 done, 1 something left as it is, 2 failed.")]
pub(super) struct Arguments {
    #[command(flatten)]
    database: DatabaseArgument,

    /// Undo what is still in effect of this batch. Default: the last batch.
    #[arg(long, value_name = "ID", conflicts_with_all = ["last", "write", "all"])]
    batch: Option<i64>,

    /// Undo the last N findings written.
    #[arg(long, value_name = "N", conflicts_with_all = ["write", "all"])]
    last: Option<usize>,

    /// Undo these journal rows.
    #[arg(long, value_name = "ID", num_args = 1.., conflicts_with = "all")]
    write: Vec<i64>,

    /// Undo all batches.
    #[arg(long)]
    all: bool,

    /// Print SQL for the original database instead.
    #[arg(long, value_name = "DIALECT", conflicts_with = "format")]
    emit_sql: Option<ScriptTarget>,

    #[command(flatten)]
    target: TargetDatabase,

    /// Output format.
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
            (None, Some(0)) => bail!("--last 0: pass a number from 1"),
            (None, Some(last)) => Ok(in_effect.iter().take(last).copied().collect()),
            (None, None) => {
                let journal = session.journal();
                Ok(journal.last_batch().map(|batch| journal.writes_in_effect_of(batch)).unwrap_or_default())
            }
        }
    }
}

/// The write-backs of a batch that are not yet undone. A batch that never existed is an error, an undone one is not.
fn of_batch(session: &Session, batch: i64) -> anyhow::Result<Vec<i64>> {
    let writes = session.journal().writes_in_effect_of(batch);
    let is_known = || -> anyhow::Result<bool> {
        Ok(session.journal().batches()?.iter().any(|known| known.batch == batch && known.kind == EntryKind::Write))
    };
    if writes.is_empty() && !is_known()? {
        bail!("no batch {batch} of write-backs; `ghostcall log DB --batches` lists them");
    }
    Ok(writes)
}

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    if let Some(target) = arguments.emit_sql {
        let session = arguments.database.read(common)?;
        return match arguments.target.profile()? {
            Some(_) if !arguments.all => {
                bail!("--target-profile needs --all: this journal does not know what was written there")
            }
            Some(profile) => carry_sql(&session, &profile, (target.dialect(), EntryKind::Undo)),
            None => emit_sql(&session, arguments, target),
        };
    }
    let mut session = arguments.database.open_locked(common)?;
    let format = OutputFormat::or_default(arguments.format);
    let in_effect = session.journal().writes_in_effect();
    let writes = arguments.writes(&session, &in_effect)?;
    if writes.is_empty() {
        session.audit().source().has_own_journal()?;
        list_done(format, &[], "restored")?;
        print_message(format, "Nothing to undo.")?;
        return Ok(CommandOutcome::Done);
    }
    let report = session.undo_once(&writes, Timestamp::now(), &mut report_waiting())?;
    let mut text = format!(
        "Undid {}: {} removed, {} restored.",
        count(report.done.len(), "write-back", "write-backs"),
        count(report.records(), "record", "records"),
        count(report.texts(), "text", "texts")
    );
    text.push_str(&plans(report.plans(), "restored"));
    let left = in_effect.len().saturating_sub(report.done.len());
    if left > 0 {
        let are_left_out = left == report.left_out.len();
        let hint = if arguments.all || are_left_out { "" } else { "; --all undoes them too" };
        text.push_str(&format!(
            " {}{hint}.",
            count(left, "write-back is still in effect", "write-backs are still in effect")
        ));
    }
    let printed = list_done(format, &report.done, "restored").and_then(|()| print_message(format, &text));
    for UndoDifference { message, write, what } in &report.differs {
        output::note(&format!("message {message}: write-back {write} undone, but not everything was restored: {what}"));
    }
    report.unnoted_in_words().into_iter().for_each(output::note);
    let outcome = match report_left_out(&report.left_out) {
        CommandOutcome::Done if !report.differs.is_empty() => CommandOutcome::Problems,
        outcome => outcome,
    };
    outcome.after_printing(printed).context(DONE_UNPRINTED)
}

fn emit_sql(session: &Session, arguments: &Arguments, target: ScriptTarget) -> anyhow::Result<CommandOutcome> {
    let writes = arguments.writes(session, &session.journal().writes_in_effect())?;
    if writes.is_empty() && !arguments.all {
        output::note(
            "No write-back is in effect here. --all includes accepted findings, which `apply --emit-sql` may have written.",
        );
        return Ok(CommandOutcome::Done);
    }
    let script =
        session.writer().undo_script(target.dialect(), &writes, arguments.all, &mut std::io::stdout().lock())?;
    output::note(&format!(
        "SQL that undoes {} for the original database. Nothing was undone here.",
        count(script.findings, "finding", "findings")
    ));
    print_next_steps(&script);
    Ok(report_left_out(&script.left_out))
}
