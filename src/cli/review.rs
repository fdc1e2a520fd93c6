//! `review`: the terminal UI.

use std::io::{self, IsTerminal as _};
use std::path::Path;

use anyhow::bail;
use clap::Args;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use super::Outcome;
use super::arguments::Database;
use super::options::Common;
use crate::session::{Access, Session};
use crate::tui::terminal::{self, TerminalInput};
use crate::tui::{self, KeyMap, Model, Notice, SessionHost, Setting, Theme};

/// Review findings in the terminal UI: compare, accept, edit, reject, write back.
///
/// Each decision is stored the moment it is made, beside the database; the database itself changes only when you
/// write back. `?` in the UI lists the keys.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall review export.db
  ghostcall review export.db --reviewer ana --include-discarded")]
pub(super) struct Arguments {
    #[command(flatten)]
    database: Database,
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> anyhow::Result<Outcome> {
    refuse_without_terminal("review")?;
    review(&arguments.database.database, common)
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
pub(super) fn review(database: &Path, common: &Common) -> anyhow::Result<Outcome> {
    let session = Session::open(common.setup(database)?, Access::Hold)?;
    let mut host = SessionHost::new(session, common.wants_backup());
    let theme = if common.wants_colour() { Theme::colour() } else { Theme::plain() };
    let (keys, mistakes) = match common.key_map() {
        Ok(keys) => (keys, Vec::new()),
        Err(mistakes) => (KeyMap::default(), mistakes),
    };
    let mut model = Model::new(Setting { keys, ..host.setting() });
    if !mistakes.is_empty() {
        let mut lines: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
        lines.push("The usual keys are in force until this is mended.".to_owned());
        model.open_notice(Notice {
            title: "The configuration of the keys is not used".to_owned(),
            lines,
            failed: true,
        });
    }
    let mut input = TerminalInput::new(host.start_scan());
    let screen = terminal::Session::enter()?;
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let left = tui::run(&mut terminal, model, &theme, &mut input, &mut host);
    drop(screen);
    left?;
    Ok(Outcome::Done)
}
