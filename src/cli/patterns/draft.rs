//! `patterns draft`: a pattern for payloads that no pattern knows, as a file to go on from.

use anyhow::Context as _;
use clap::Args;

use crate::cli::Outcome;
use crate::cli::database::{Database, tell_changed_profile};
use crate::cli::options::Common;
use crate::cli::output;
use crate::explore::{Shape, Survey};
use crate::session::open_audit;
use crate::visible;

/// Print a pattern for the payloads of a shape: a file to edit, check and pass with --patterns.
///
/// It is inferred from all payloads of the shape: keys that are always there, types, constants, enumerations. Its tool is
/// the one that the messages name, else a guess by --catalog. It proposes `review` and nothing else; comments say why it is
/// as it is, and how to make more of it. Several shapes make one pattern that takes them all.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall patterns shapes export.db                        which shapes there are
  ghostcall patterns draft export.db 3fa9c1 > mine.json5     a pattern for one of them
  ghostcall patterns draft export.db 3fa9c1 --catalog tools.json5
  ghostcall patterns check mine.json5")]
pub(in crate::cli) struct Arguments {
    #[command(flatten)]
    database: Database,

    /// The shape, as `patterns shapes` names it; the first digits are enough where only one begins so.
    #[arg(value_name = "SHAPE", required = true)]
    shapes: Vec<String>,

    /// The name of the pattern; else it is named by its tool, or by its keys.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> anyhow::Result<Outcome> {
    let database = &arguments.database.database;
    let setup = common.setup(database)?.with_known_profile()?;
    let audit = open_audit(&setup)?;
    tell_changed_profile(audit.source());
    let survey = Survey::of(&audit)?;
    let mut shapes: Vec<&Shape> = Vec::new();
    for typed in &arguments.shapes {
        let shape = survey.shape(typed);
        let shape = shape.with_context(|| {
            format!(
                "there is no shape {typed}, or more than one begins so; `ghostcall patterns shapes {}` lists them",
                visible::shell_word(&database.display().to_string())
            )
        })?;
        if !shapes.contains(&shape) {
            shapes.push(shape);
        }
    }
    let text = survey.draft(arguments.name.as_deref(), &shapes, setup.catalog.as_deref(), audit.registry());
    output::exact(text.trim_end())?;
    Ok(Outcome::Done)
}
