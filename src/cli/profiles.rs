//! `profiles`: descriptions of applications' tables.

mod check;
mod help;
mod report;

use anyhow::bail;
use clap::{Args, Subcommand};
use serde_json::json;

use super::CommandOutcome;
use super::database::DatabaseArgument;
use super::output::{self, ListPrinter, OutputFormat};
use crate::source::{Columns, DetectionRank, Detector, open_read_only, profile, sqlite_error};

/// List, check and detect profiles.
#[derive(Debug, Subcommand)]
pub(super) enum Arguments {
    List(ListArguments),
    Show(ShowArguments),
    Check(check::Arguments),
    /// Print the JSON Schema of profiles, for editors that complete and check them.
    #[command(after_help = "Example: ghostcall profiles schema > profile.schema.json")]
    Schema,
    Detect(DetectArguments),
}

/// List the built-in profiles.
#[derive(Args, Debug)]
#[command(after_help = "Example: ghostcall profiles list")]
pub(super) struct ListArguments {
    /// Output format.
    #[arg(long, value_name = "FORMAT")]
    format: Option<OutputFormat>,
}

/// Print a built-in profile, to edit and pass with --profile.
#[derive(Args, Debug)]
#[command(after_help = "Example: ghostcall profiles show helix-kit > mine.json5")]
pub(super) struct ShowArguments {
    /// Name of the profile.
    #[arg(value_name = "NAME")]
    name: String,
}

/// Show which profile fits a database, and why.
#[derive(Args, Debug)]
#[command(after_help = "Example: ghostcall profiles detect export.db")]
pub(super) struct DetectArguments {
    #[command(flatten)]
    database: DatabaseArgument,

    /// Output format.
    #[arg(long, value_name = "FORMAT")]
    format: Option<OutputFormat>,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<CommandOutcome> {
    match arguments {
        Arguments::List(arguments) => list(arguments),
        Arguments::Show(arguments) => match profile::named(&arguments.name) {
            Some(text) => {
                output::line(text.trim_end())?;
                Ok(CommandOutcome::Done)
            }
            None => match Detector::builtin()?.layouts(&arguments.name).as_slice() {
                [] => bail!("unknown profile `{}`; `ghostcall profiles list` lists the names", arguments.name),
                layouts => bail!("`{}` stands for {}; show one of them", arguments.name, layouts.join(", ")),
            },
        },
        Arguments::Check(arguments) => check::run(arguments),
        Arguments::Schema => {
            output::line(profile::SCHEMA.trim_end())?;
            Ok(CommandOutcome::Done)
        }
        Arguments::Detect(arguments) => detect(arguments),
    }
}

fn list(arguments: &ListArguments) -> anyhow::Result<CommandOutcome> {
    let mut list = ListPrinter::new(OutputFormat::or_default(arguments.format), &["name", "write", "needs"]);
    for profile in Detector::builtin()?.profiles() {
        let needs: Vec<_> = profile.needs.iter().map(ToString::to_string).collect();
        let item = json!({ "name": profile.name, "write": profile.write, "needs": needs });
        let writes = item["write"].as_str().unwrap_or_default().to_owned();
        list.add(&item, || vec![profile.name.clone(), writes, needs.join(", ")])?;
    }
    list.finish()?;
    Ok(CommandOutcome::Done)
}

fn detect(arguments: &DetectArguments) -> anyhow::Result<CommandOutcome> {
    let path = &arguments.database.database;
    let connection = open_read_only(path)?;
    let columns = Columns::of(&connection).map_err(|error| sqlite_error(path, &error))?;
    let detector = Detector::builtin()?;
    let chosen = detector.choose(path, &columns);
    let mut list =
        ListPrinter::new(OutputFormat::or_default(arguments.format), &["profile", "chosen", "why", "found", "missing"]);
    for (candidate, rank) in detector.explain(&columns) {
        let is_chosen = rank == DetectionRank::Chosen;
        let why = rank.describe(&candidate);
        let item = json!({
            "profile": candidate.profile, "fits": candidate.fits(), "chosen": is_chosen, "why": why,
            "found": candidate.found, "missing": candidate.missing, "unwanted": candidate.unwanted,
        });
        list.add(&item, || {
            let chosen = if is_chosen { "yes" } else { "no" }.to_owned();
            vec![
                candidate.profile.clone(),
                chosen,
                why.clone(),
                candidate.found.join(", "),
                candidate.missing.join(", "),
            ]
        })?;
    }
    list.finish()?;
    chosen?;
    Ok(CommandOutcome::Done)
}
