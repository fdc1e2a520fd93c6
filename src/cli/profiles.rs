//! `profiles`: the known application schemas.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::{Args, Subcommand};
use serde_json::json;

use super::database::Database;
use super::output::{self, Format, List};
use super::{Outcome, patterns};
use crate::source::{Columns, Detector, Profile, Standing, open_read_only, profile, sqlite_error};

/// How an application is described.
const MAPPING: &str = "\
Example: ghostcall profiles check mine.json5

A profile is a JSON5 file; begin with `ghostcall profiles show plain > mine.json5`.

  needs, without    columns that such a database has, or never has: by these it is detected
  write             full: texts, tools and records; strip: texts only; none: nothing, and `why` says why
  messages          table, key (one column or several), text, role, conversation, owner, time, model; `where` leaves rows out,
                    `joins` names tables that a row belongs to, `touch` time columns that move along with a write
  evidence          where it shows that a tool ran: {from: 'column'}, {from: 'table'}, {from: 'parts'}, {from: 'messages'},
                    {from: 'records'}, {from: 'history'}, {from: 'neighbours'}
  records           where recovered records go: table, key (auto, uuid4), owner, fields with their rules, `same`

Where a text stands:
  content                                  in a column
  bodies.words                             in a row that `joins` names
  data->$.text                             in the JSON of a column
  chat->$.messages.{key}.content           in each member of a JSON object: each is a message
  parts->$[*|type=text].text               in each element of a list of which a member has this value: each is a message
  copies: ['chat.chat->$.messages.{key}']  again elsewhere: all change together, or none; `member` is an SQL expression for {key}

`ghostcall profiles schema` prints all of it as a JSON Schema.";

/// The profiles: which applications are known, and which one a database has.
#[derive(Debug, Subcommand)]
pub(super) enum Arguments {
    List(ListArguments),
    Show(ShowArguments),
    Check(CheckArguments),
    /// Print the JSON Schema of profiles, for editors that complete and check them.
    #[command(after_help = "Example: ghostcall profiles schema > profile.schema.json")]
    Schema,
    Detect(DetectArguments),
}

/// List the built-in profiles.
#[derive(Args, Debug)]
#[command(after_help = "Example: ghostcall profiles list")]
pub(super) struct ListArguments {
    /// How to print them.
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
}

/// Print a built-in profile as a file that can be edited and passed with --profile.
#[derive(Args, Debug)]
#[command(after_help = "Example: ghostcall profiles show helix-kit > mine.json5")]
pub(super) struct ShowArguments {
    /// Its name.
    #[arg(value_name = "NAME")]
    name: String,
}

/// Check a file that describes an application.
///
/// Every mistake is told with its line and column. Ends with status 1 where there is one. A column that a database lacks is told
/// when the profile is used on it.
#[derive(Args, Debug)]
#[command(after_help = "Example: ghostcall profiles check mine.json5", after_long_help = MAPPING)]
pub(super) struct CheckArguments {
    /// The file.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// How to print the mistakes; `table` is a line for each, as compilers write them.
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

/// Tell which profile fits a database, and why.
#[derive(Args, Debug)]
#[command(after_help = "Example: ghostcall profiles detect export.db")]
pub(super) struct DetectArguments {
    #[command(flatten)]
    database: Database,

    /// How to print it.
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    match arguments {
        Arguments::List(arguments) => list(arguments),
        Arguments::Show(arguments) => match profile::named(&arguments.name) {
            Some(text) => {
                output::line(text.trim_end())?;
                Ok(Outcome::Done)
            }
            None => bail!(
                "there is no profile `{}`; `ghostcall profiles list` names them, each layout by its own name",
                arguments.name
            ),
        },
        Arguments::Check(arguments) => check(arguments),
        Arguments::Schema => {
            output::line(profile::SCHEMA.trim_end())?;
            Ok(Outcome::Done)
        }
        Arguments::Detect(arguments) => detect(arguments),
    }
}

fn list(arguments: &ListArguments) -> anyhow::Result<Outcome> {
    let mut list = List::new(Format::or_default(arguments.format), &["name", "writes", "needs"]);
    for profile in Detector::builtin()?.profiles() {
        let needs: Vec<_> = profile.needs.iter().map(ToString::to_string).collect();
        let item = json!({ "name": profile.name, "write": profile.write, "needs": needs });
        let writes = item["write"].as_str().unwrap_or_default().to_owned();
        list.add(&item, || vec![profile.name.clone(), writes, needs.join(", ")])?;
    }
    list.finish()?;
    Ok(Outcome::Done)
}

fn check(arguments: &CheckArguments) -> anyhow::Result<Outcome> {
    let name = arguments.file.display().to_string();
    let text = std::fs::read_to_string(&arguments.file).with_context(|| name.clone())?;
    let mistakes = Profile::mistakes(&name, &text);
    let outcome = if mistakes.is_empty() { Outcome::Done } else { Outcome::Problems };
    outcome.told(patterns::check::print(&mistakes, &name, arguments.format))
}

fn detect(arguments: &DetectArguments) -> anyhow::Result<Outcome> {
    let path = &arguments.database.database;
    let connection = open_read_only(path)?;
    let columns = Columns::of(&connection).map_err(|error| sqlite_error(path, &error))?;
    let detector = Detector::builtin()?;
    let chosen = detector.choose(path, &columns);
    let mut list = List::new(Format::or_default(arguments.format), &["profile", "chosen", "why", "found", "missing"]);
    for (rank, standing) in detector.explain(&columns) {
        let is_chosen = standing == Standing::Chosen;
        let why = standing.told(&rank);
        let item = json!({
            "profile": rank.profile, "fits": rank.fits(), "chosen": is_chosen, "why": why,
            "found": rank.found, "missing": rank.missing, "unwanted": rank.unwanted,
        });
        list.add(&item, || {
            let chosen = if is_chosen { "yes" } else { "no" }.to_owned();
            vec![rank.profile.clone(), chosen, why.clone(), rank.found.join(", "), rank.missing.join(", ")]
        })?;
    }
    list.finish()?;
    chosen?;
    Ok(Outcome::Done)
}
