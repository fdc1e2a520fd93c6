//! `review`: the terminal UI.

use std::io::{self, IsTerminal as _};
use std::mem::ManuallyDrop;
use std::path::Path;

use anyhow::{anyhow, bail};
use clap::Args;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use super::CommandOutcome;
use super::database::{DatabaseArgument, report_obstacles};
use super::interface::Interface;
use super::options::CommonOptions;
use super::output::{self, count};
use super::show::find_message;
use crate::proposal::Status;
use crate::review::ReviewError;
use crate::session::{Access, Session, SessionError};
use crate::tui::terminal::{self, Signals, TerminalInput};
use crate::tui::{self, Counts, KeyMap, Model, Query, ReviewSettings, SessionHost, StartPosition};

/// Review findings in the terminal.
///
/// Decisions are saved in DB.review as you make them. The database changes only when you write back. Press ? for keys; `o` opens
/// a finding in $VISUAL, else in $EDITOR, else in vi.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall review export.db
  ghostcall review export.db --reviewer ana --include-discarded
  ghostcall review export.db --theme light --no-mouse
  ghostcall review export.db --item 1042
  ghostcall review export.db --filter 'is:flagged -status:written'
  ghostcall review export.db --read-only      while another reviewer decides")]
pub(super) struct Arguments {
    #[command(flatten)]
    database: DatabaseArgument,

    #[command(flatten)]
    way: StartOptions,

    #[command(flatten)]
    interface: Interface,
}

/// How a review begins.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Start")]
pub(super) struct StartOptions {
    /// Start at this message. Default: where you stopped.
    #[arg(long, value_name = "KEY", allow_hyphen_values = true)]
    item: Option<String>,

    /// Show matches only, as `f` in the review does: words, agent:juno, status:skipped, is:flagged, confidence<0.8,
    /// -warning:expired.
    #[arg(long, value_name = "QUERY", allow_hyphen_values = true, value_parser = query)]
    filter: Option<Query>,

    /// Look only: take no lock; decide, save and write nothing.
    #[arg(long)]
    read_only: bool,
}

/// Parses a query; the error says where it is invalid.
fn query(typed: &str) -> Result<Query, String> {
    Query::parse(typed).map_err(|mistake| {
        let column = typed.get(..mistake.at).map_or(0, |before| before.chars().count()) + 1;
        format!("at character {column}: {}", mistake.text)
    })
}

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    refuse_without_terminal("review")?;
    let (database, way) = (&arguments.database.database, &arguments.way);
    let end = review(database, way, common, &arguments.interface)?;
    if !way.read_only {
        print_end_state(&end, database, common);
    }
    Ok(end.outcome)
}

/// Without a terminal, names the commands to use instead.
pub(super) fn refuse_without_terminal(what: &str) -> anyhow::Result<()> {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
            bail!(
                "{what} needs a terminal with a cursor, and TERM is `dumb`; set TERM, for example to xterm-256color, or use \
                 `ghostcall scan`, `show`, `decide` and `apply`"
            );
        }
        return Ok(());
    }
    bail!("{what} needs a terminal; in scripts use `ghostcall scan`, `show`, `decide` and `apply`")
}

/// How a review ended.
pub(super) struct ReviewEnd {
    pub(super) outcome: CommandOutcome,
    counts: Counts,
    /// Whether the scan was still running, so that there may be more findings.
    is_scanning: bool,
    /// Why nothing can be written back to the database, if so.
    write_back_obstacle: Option<String>,
}

/// Runs the review until the reviewer quits.
pub(super) fn review(
    database: &Path,
    way: &StartOptions,
    common: &CommonOptions,
    interface: &Interface,
) -> anyhow::Result<ReviewEnd> {
    let access = if way.read_only { Access::Read } else { Access::Hold };
    let session = Session::open(common.setup(database)?, access).map_err(or_read_only)?;
    report_obstacles(session.audit().source());
    let item = way.item.as_deref().map(|typed| find_message(&session, typed)).transpose()?;
    let mut host = SessionHost::new(session, common.wants_backup()).with_clipboard(interface.clipboard(common));
    let theme = interface.theme(common);
    let start = StartPosition { kept: host.kept_view(), filter: way.filter.clone(), item };
    let (keys, mistakes) = keys(common);
    let settings = ReviewSettings { mistakes, keys, ..host.settings() };
    let write_back_obstacle = settings.write_back_obstacle.clone();
    let model = Model::new(settings).starting(start);
    let signals = Signals::watch()?;
    let mut input = TerminalInput::new(host.start_scan(), signals.clone());
    let screen = terminal::TerminalSession::enter(interface.wants_mouse(common))?;
    // Dropping it after the terminal is gone would try to report that there, and panic. The screen restores the cursor.
    let mut terminal = ManuallyDrop::new(Terminal::new(CrosstermBackend::new(io::stdout()))?);
    let left = tui::run(&mut terminal, model, &theme, &mut input, &mut host);
    drop(screen);
    if let Some(number) = signals.ended_by() {
        let (outcome, counts) = (CommandOutcome::Ended(number), Counts::default());
        return Ok(ReviewEnd { outcome, counts, is_scanning: true, write_back_obstacle });
    }
    let left = left?;
    let (counts, is_scanning) = (left.counts(), left.is_scanning());
    let outcome = if left.was_interrupted() { CommandOutcome::INTERRUPTED } else { CommandOutcome::Done };
    Ok(ReviewEnd { outcome, counts, is_scanning, write_back_obstacle })
}

/// Where another process holds the review, adds that it can be looked at meanwhile.
fn or_read_only(error: SessionError) -> anyhow::Error {
    match error {
        SessionError::Review(held @ ReviewError::Held { .. }) => anyhow!("{held}, or open with --read-only"),
        other => other.into(),
    }
}

/// Prints what is decided, what remains to be written, and how to continue.
fn print_end_state(end: &ReviewEnd, database: &Path, common: &CommonOptions) {
    let ReviewEnd { counts, is_scanning, write_back_obstacle, .. } = end;
    if counts.total == 0 {
        return;
    }
    let by_status = [Status::Accepted, Status::Edited, Status::Rejected, Status::Written]
        .into_iter()
        .filter(|status| counts.of_status(*status) > 0)
        .map(|status| format!("{} {}", counts.of_status(status), status.name()));
    let by_status = by_status.collect::<Vec<_>>().join(", ");
    let so_far = if *is_scanning { " so far" } else { "" };
    let findings = count(counts.total, "finding", "findings");
    let mut line = format!("{} of {findings}{so_far} decided", counts.decided());
    if !by_status.is_empty() {
        line.push_str(&format!(": {by_status}"));
    }
    // A skipped finding is not decided.
    if counts.of_status(Status::Skipped) > 0 {
        line.push_str(&format!("; {} skipped", counts.of_status(Status::Skipped)));
    }
    output::note(&format!("{line}."));
    let waits = counts.of_status(Status::Accepted) + counts.of_status(Status::Edited);
    if waits > 0 {
        let waits = count(waits, "accepted finding", "accepted findings");
        output::note(&match write_back_obstacle {
            Some(why) => format!("{waits} cannot be written here: {why}"),
            None => format!("{waits} not written yet: {}", common.next("apply", database)),
        });
    }
    if *is_scanning || counts.undecided() > 0 {
        output::note(&format!("Next: {}", common.next("review", database)));
    }
}

/// The keys in force, and the errors in the screen's configuration with what is used instead.
fn keys(common: &CommonOptions) -> (KeyMap, Vec<String>) {
    let mut mistakes = common.configuration().mistakes.clone();
    if !mistakes.is_empty() {
        mistakes.extend([String::new(), "This setting is ignored; the default is used.".to_owned()]);
    }
    let keys = common.key_map().unwrap_or_else(|wrong| {
        mistakes.extend((!mistakes.is_empty()).then(String::new));
        mistakes.extend(wrong.iter().map(ToString::to_string));
        mistakes.extend([String::new(), "The default keys are used until this is corrected.".to_owned()]);
        KeyMap::default()
    });
    (keys, mistakes)
}
