//! `patterns list`: the registry in force.

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use crate::cli::CommandOutcome;
use crate::cli::options::CommonOptions;
use crate::cli::output::{self, ListPrinter, OutputFormat};
use crate::registry::{self, Examples, Pattern, Statement, Syntax};

/// List the patterns, syntaxes and statements in use, in the order in which they are tried.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall patterns list
  ghostcall patterns list --format json5 > mine.json5    copy to edit and pass with --patterns")]
pub(in crate::cli) struct Arguments {
    /// Output format.
    #[arg(long, value_name = "FORMAT")]
    format: Option<PatternFormat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PatternFormat {
    /// For reading in a terminal.
    Table,
    /// One JSON document.
    Json,
    /// One JSON document a line.
    Jsonl,
    /// Comma-separated values with a header line.
    Csv,
    /// The built-in registry as a file.
    Json5,
}

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    let format = match arguments.format {
        Some(PatternFormat::Json5) => {
            output::exact(registry::BUILTIN.trim_end())?;
            return Ok(CommandOutcome::Done);
        }
        Some(PatternFormat::Table) => Some(OutputFormat::Table),
        Some(PatternFormat::Json) => Some(OutputFormat::Json),
        Some(PatternFormat::Jsonl) => Some(OutputFormat::Jsonl),
        Some(PatternFormat::Csv) => Some(OutputFormat::Csv),
        None => None,
    };
    let registry = common.registry()?;
    let mut list =
        ListPrinter::new(OutputFormat::or_default(format), &["entry", "name", "tool", "kind", "class", "example"]);
    for pattern in registry.patterns() {
        let item = of_pattern(pattern);
        list.add(&item, || cells(&item, &pattern.examples))?;
    }
    for syntax in registry.syntaxes() {
        let item = of_syntax(syntax);
        list.add(&item, || cells(&item, &syntax.examples))?;
    }
    for statement in registry.statements().entries() {
        let item = of_statement(statement);
        list.add(&item, || cells(&item, &statement.examples))?;
    }
    list.finish()?;
    Ok(CommandOutcome::Done)
}

fn of_pattern(pattern: &Pattern) -> Value {
    json!({
        "entry": "pattern", "name": pattern.name, "source": pattern.source, "tool": pattern.tool, "kind": pattern.kind,
        "class": pattern.class, "record": pattern.record, "examples": pattern.examples,
    })
}

fn of_syntax(syntax: &Syntax) -> Value {
    json!({
        "entry": "syntax", "name": syntax.name, "source": syntax.source, "kind": syntax.kind, "class": syntax.class,
        "open": syntax.open, "body": syntax.body, "close": syntax.close, "examples": syntax.examples,
    })
}

fn of_statement(statement: &Statement) -> Value {
    json!({
        "entry": "statement", "name": statement.name, "language": statement.language, "tool": statement.tool,
        "kind": "statement", "denial": statement.denial, "example": statement.example, "examples": statement.examples,
    })
}

fn cells(item: &Value, examples: &Examples) -> Vec<String> {
    const EXCERPT: usize = 60;
    let word = |name: &str| item.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let example = examples.matching.first().map(|text| crate::visible::excerpt(text, EXCERPT));
    vec![word("entry"), word("name"), word("tool"), word("kind"), word("class"), example.unwrap_or_default()]
}
