//! `review`: the terminal UI.

use std::io::{self, IsTerminal as _};
use std::path::Path;

use anyhow::bail;
use clap::Args;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use super::Outcome;
use super::arguments::Database;
use super::interface::Interface;
use super::options::Common;
use crate::session::{Access, Session};
use crate::tui::terminal::{self, Signals, TerminalInput};
use crate::tui::{self, Model, SessionHost, Setting};

/// Review findings in the terminal UI: compare, accept, edit, reject, write back.
///
/// Each decision is stored the moment it is made, beside the database; the database itself changes only when you
/// write back. `?` in the UI lists the keys; `o` there opens a finding in $VISUAL, else in $EDITOR, else in vi.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall review export.db
  ghostcall review export.db --reviewer ana --include-discarded
  ghostcall review export.db --theme light --no-mouse")]
pub(super) struct Arguments {
    #[command(flatten)]
    database: Database,

    #[command(flatten)]
    interface: Interface,
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> anyhow::Result<Outcome> {
    refuse_without_terminal("review")?;
    review(&arguments.database.database, common, &arguments.interface)
}

/// Names the commands to use instead, where nobody sits at a terminal.
pub(super) fn refuse_without_terminal(what: &str) -> anyhow::Result<()> {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        return Ok(());
    }
    bail!(
        "{what} needs a terminal; without one use `ghostcall scan DB`, `ghostcall show DB MESSAGE_ID`, \
         `ghostcall decide DB accept --all` and `ghostcall apply DB`"
    )
}

/// Reviews a database until the reviewer quits.
pub(super) fn review(database: &Path, common: &Common, interface: &Interface) -> anyhow::Result<Outcome> {
    let session = Session::open(common.setup(database)?, Access::Hold)?;
    let mut host = SessionHost::new(session, common.wants_backup()).with_clipboard(interface.clipboard(common));
    let theme = interface.theme(common);
    let model = Model::new(Setting { mistakes: common.configuration().mistakes.clone(), ..host.setting() });
    let signals = Signals::watch()?;
    let mut input = TerminalInput::new(host.start_scan(), signals.clone());
    let screen = terminal::Session::enter(interface.wants_mouse(common))?;
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let left = tui::run(&mut terminal, model, &theme, &mut input, &mut host);
    drop(screen);
    if let Some(number) = signals.ended_by() {
        return Ok(Outcome::Ended(number));
    }
    left?;
    Ok(Outcome::Done)
}
