//! `demo`: the sample export for trying things out, or a generated one of any size.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;

use super::CommandOutcome;
use super::interface::Interface;
use super::new_file::{keep, temporary_next_to};
use super::options::CommonOptions;
use super::output;
use super::review;
use crate::sample::{self, Plan, TextKind};
use crate::source::sqlite_error;

/// Try ghostcall on a temporary sample database.
///
/// With --out, writes a generated export instead: questions and answers with the lengths, lists and code of real ones, of which one in
/// 25 holds a payload. The same seed gives the same export.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall demo
  ghostcall demo --messages 100000 --out large.db
  ghostcall demo --messages 100000 --out other.db --seed 2")]
pub(super) struct Arguments {
    /// Number of messages to generate.
    #[arg(long, value_name = "N", requires = "out", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    messages: u32,

    /// Write a generated export to this new file.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Seed of the generated export.
    #[arg(long, value_name = "N", requires = "out", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    interface: Interface,
}

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    if let Some(path) = &arguments.out {
        if path.exists() {
            bail!("{}: already exists; choose a new file", path.display());
        }
        let plan = Plan { messages: arguments.messages, seed: arguments.seed, text: TextKind::Realistic };
        let unfinished = temporary_next_to(path)?;
        sample::generate(unfinished.path(), plan, |_| {}).map_err(|error| sqlite_error(path, &error))?;
        keep(unfinished, path)?;
        output::note(&format!(
            "wrote {} to {}",
            output::count(arguments.messages, "message", "messages"),
            path.display()
        ));
        return Ok(CommandOutcome::Done);
    }
    review::refuse_without_terminal("the demo")?;
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let database = folder.path().join("helix-kit.db");
    sample::copy_to(&database).with_context(|| database.display().to_string())?;
    let outcome = review::review(&database, &review::StartOptions::default(), common, &arguments.interface)?.outcome;
    if outcome == CommandOutcome::Done {
        output::note("The sample database was deleted. To review your own export: ghostcall review export.db");
    }
    Ok(outcome)
}
