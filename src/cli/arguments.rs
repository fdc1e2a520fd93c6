//! The command line parser.

use clap::{Parser, Subcommand};

use super::options::CommonOptions;
use super::{
    apply, check, completions, decide, demo, export, gate, guide, import, log, patterns, plan, profiles, read, report,
    review, sample, scan, show, tool, undo, verify,
};

/// Find tool calls a chat model claimed but never made, and recover what was lost.
///
/// ghostcall reads a local export of a chat database (SQLite), finds what messages claim, looks up the evidence
/// whether it happened, proposes a remedy, lets a person accept, edit or reject each one, and writes back what was
/// approved: in one transaction, journaled, undoable.
#[derive(Debug, Parser)]
#[command(version, about, propagate_version = true, arg_required_else_help = true, max_term_width = 100)]
#[command(after_long_help = "\
Examples:
  ghostcall demo                            try it on the sample export
  ghostcall scan export.db                  what would be found? changes nothing
  ghostcall review export.db                decide in the terminal UI, and write back
  ghostcall decide export.db accept --all   the same without the UI …
  ghostcall apply export.db --dry-run       … what would be written …
  ghostcall apply export.db                 … and write it
  ghostcall undo export.db --all            undo it all
  ghostcall guide                           the guide, page by page

Exit status: 0 done; 1 problems found or something left out; 2 not done, with one line that says why;
130 interrupted.")]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,

    #[command(flatten)]
    pub(super) common: CommonOptions,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Review(review::Arguments),
    Demo(demo::Arguments),
    Scan(scan::Arguments),
    Show(show::Arguments),
    Decide(decide::Arguments),
    Sample(sample::Arguments),
    Apply(apply::Arguments),
    Undo(undo::Arguments),
    Log(log::Arguments),
    Verify(verify::Arguments),
    Import(import::Arguments),
    Export(export::Arguments),
    Report(report::Arguments),
    #[command(subcommand, after_help = "Example: ghostcall patterns list")]
    Patterns(patterns::Arguments),
    #[command(subcommand, after_help = "Example: ghostcall profiles detect export.db")]
    Profiles(profiles::Arguments),
    Check(check::Arguments),
    Read(read::Arguments),
    Plan(plan::Arguments),
    Tool(tool::Arguments),
    #[command(subcommand, after_help = "Example: ghostcall gate context < turn.json")]
    Gate(gate::Arguments),
    Guide(guide::Arguments),
    Completions(completions::Arguments),
    /// Print the manual page.
    ///
    /// Example: ghostcall man | man -l -
    Man,
}
