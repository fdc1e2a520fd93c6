//! `patterns`: the registry.

pub(super) mod check;
mod draft;
mod list;
mod shapes;

use clap::Subcommand;

use super::options::CommonOptions;
use super::{CommandOutcome, output};
use crate::registry;

/// List, check and draft patterns.
#[derive(Debug, Subcommand)]
pub(super) enum Arguments {
    List(list::Arguments),
    Check(check::Arguments),
    /// Print the JSON Schema of pattern files, for editors that complete and check them.
    #[command(after_help = "Example: ghostcall patterns schema > patterns.schema.json")]
    Schema,
    Shapes(shapes::Arguments),
    Draft(draft::Arguments),
}

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    match arguments {
        Arguments::List(arguments) => list::run(arguments, common),
        Arguments::Check(arguments) => check::run(arguments, common),
        Arguments::Shapes(arguments) => shapes::run(arguments, common),
        Arguments::Draft(arguments) => draft::run(arguments, common),
        Arguments::Schema => {
            output::line(registry::SCHEMA.trim_end())?;
            Ok(CommandOutcome::Done)
        }
    }
}
