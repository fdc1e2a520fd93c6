//! `patterns`: the registry.

use clap::{Args, Subcommand, ValueEnum};
use serde_json::json;

use super::Outcome;
use super::options::Common;
use super::output::{self, Format, List};
use crate::registry::{self, Pattern};

/// The patterns: which payloads are known, and what they mean.
#[derive(Debug, Subcommand)]
pub(super) enum Arguments {
    List(ListArguments),
}

/// List the patterns in force, in the order in which they are tried.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall patterns list
  ghostcall patterns list --format json5 > mine.json5    a copy to edit and pass with --patterns")]
pub(super) struct ListArguments {
    /// How to print them.
    #[arg(long, value_name = "FORMAT")]
    format: Option<PatternFormat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PatternFormat {
    /// For people.
    Table,
    /// One JSON document.
    Json,
    /// One JSON document a line.
    Jsonl,
    /// Comma-separated values.
    Csv,
    /// The built-in registry as a file.
    Json5,
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> anyhow::Result<Outcome> {
    let Arguments::List(arguments) = arguments;
    let format = match arguments.format {
        Some(PatternFormat::Json5) => {
            output::line(registry::BUILTIN.trim_end())?;
            return Ok(Outcome::Done);
        }
        Some(PatternFormat::Table) => Some(Format::Table),
        Some(PatternFormat::Json) => Some(Format::Json),
        Some(PatternFormat::Jsonl) => Some(Format::Jsonl),
        Some(PatternFormat::Csv) => Some(Format::Csv),
        None => None,
    };
    let registry = common.registry()?;
    let mut list = List::new(Format::or_default(format), &["name", "tool", "kind", "class", "example"]);
    for pattern in registry.patterns() {
        let item = json!({
            "name": pattern.name, "tool": pattern.tool, "kind": pattern.kind, "class": pattern.class,
            "record": pattern.record, "examples": pattern.examples,
        });
        list.add(&item, || cells(pattern, &item))?;
    }
    list.finish()?;
    Ok(Outcome::Done)
}

fn cells(pattern: &Pattern, item: &serde_json::Value) -> Vec<String> {
    const EXCERPT: usize = 60;
    let word = |name: &str| item.get(name).and_then(serde_json::Value::as_str).unwrap_or_default().to_owned();
    let example = pattern.examples.matching.first().map(|text| crate::visible::excerpt(text, EXCERPT));
    vec![word("name"), word("tool"), word("kind"), word("class"), example.unwrap_or_default()]
}
