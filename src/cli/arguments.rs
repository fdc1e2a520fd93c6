//! The command line parser.

use clap::{Arg, CommandFactory as _, Parser, Subcommand};

use super::options::CommonOptions;
use super::{
    apply, check, completions, decide, demo, export, gate, guide, import, log, patterns, plan, profiles, read, report,
    review, sample, scan, show, tool, undo, verify,
};

/// Find tool calls a chat model claimed but never made, and recover what was lost.
///
/// ghostcall reads a local export of a chat database (SQLite), finds what messages claim, and checks for evidence that it
/// happened. For each finding it proposes a remedy, which you accept, edit or reject. What you accept is written back in one
/// transaction, with a journal and undo.
#[derive(Debug, Parser)]
#[command(version, about, propagate_version = true, arg_required_else_help = true, max_term_width = 100)]
#[command(after_long_help = "\
Examples:
  ghostcall demo                            try it on sample data
  ghostcall scan export.db                  list findings; changes nothing
  ghostcall review export.db                decide in the terminal, and write back
  ghostcall decide export.db accept --all   decide in a script
  ghostcall apply export.db --dry-run       show what would be written
  ghostcall apply export.db                 write it
  ghostcall undo export.db --all            undo every write-back
  ghostcall guide                           list the pages of the guide

Exit status: 0 done, 1 problems found or something left out, 2 failed, 130 interrupted.")]
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

/// The command line. Each command accepts all common options, and shows those that apply to it.
pub(super) fn command() -> clap::Command {
    let mut all = Arguments::command();
    let common: Vec<Arg> = all.get_arguments().filter(|option| option.is_global_set()).cloned().collect();
    for below in all.get_subcommands_mut() {
        let shown = common_options_of(below.get_name());
        let hidden = common.iter().filter(|option| !shown.contains(&option.get_id().as_str()));
        let hidden: Vec<Arg> = hidden.map(|option| option.clone().hide(true)).collect();
        *below = std::mem::take(below).args(hidden);
    }
    all
}

/// The common options of every command that judges the messages of a database.
const JUDGING: [&str; 10] = [
    "profile", "patterns", "catalog", "review", "record_time", "record_tool", "include_discarded", "stamps",
    "min_confidence", "config",
];

/// The common options that apply to a command or its subcommands.
fn common_options_of(command: &str) -> Vec<&'static str> {
    let judging_and = |others: &[&'static str]| [&JUDGING, others].concat();
    match command {
        "scan" | "show" | "export" | "report" => JUDGING.to_vec(),
        "decide" | "sample" => judging_and(&["reviewer"]),
        "apply" => judging_and(&["no_backup", "reviewer"]),
        "check" => vec!["profile", "patterns", "catalog", "stamps", "min_confidence", "config"],
        "undo" => vec!["profile", "review", "include_discarded", "reviewer", "config"],
        "log" | "verify" => vec!["profile", "review", "include_discarded", "config"],
        "patterns" => vec!["profile", "patterns", "catalog", "include_discarded", "config"],
        "import" => vec!["patterns", "catalog", "config"],
        "gate" => vec!["patterns", "config"],
        "plan" | "tool" => vec!["catalog", "config"],
        "guide" => vec!["color", "config"],
        "man" => vec!["config"],
        "profiles" | "read" | "completions" => Vec::new(),
        _ => judging_and(&["no_backup", "reviewer", "color"]),
    }
}
