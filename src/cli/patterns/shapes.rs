//! `patterns shapes`: everything in a database that reads like a call or a result, grouped by shape.

use std::collections::BTreeMap;

use clap::Args;
use jiff::Timestamp;
use serde::Serialize;

use crate::cli::CommandOutcome;
use crate::cli::database::{DatabaseArgument, report_obstacles};
use crate::cli::options::CommonOptions;
use crate::cli::output::{self, ListPrinter, OutputFormat, count};
use crate::explore::{Shape, Survey, shares, spark};
use crate::session::open_audit;
use crate::source::Key;
use crate::visible;

/// The number of parts of the sparkline.
const PARTS: usize = 24;
/// The maximum number of columns of a payload on a line.
const EXCERPT: usize = 90;
/// The maximum number of agents and models on a line.
const MOST_NAMED: usize = 4;

/// Group the payloads of a database by shape, unknown ones first; changes nothing.
///
/// A shape is a syntax, and the keys with the types of their values. Every payload that looks like a call or a result counts, even if
/// it is not a finding: data that a user asked for, and examples in code fences.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall patterns shapes export.db
  ghostcall patterns shapes export.db --format jsonl | jq -c 'select(.unknown > 0) | {id, count, members}'
  ghostcall patterns draft export.db 3fa9c1 > mine.json5

A shape in JSON: {\"id\", \"syntax\", \"kind\": \"object\", \"members\": {KEY: KIND}, \"count\", \"unknown\" (payloads that match no \
pattern), \"findings\" (payloads that are claims), \"patterns\": {NAME: COUNT}, \"first_seen\", \"last_seen\", \"over_time\": [24 \
counts, from the first payload of the database to the last], \"models\" and \"agents\": [{\"name\", \"count\", \"share\"}], \
\"example\": {\"message_id\", \"text\"}}. A kind is null, boolean, number, string, array or object; the members of an array are those \
of its elements.")]
pub(in crate::cli) struct Arguments {
    #[command(flatten)]
    database: DatabaseArgument,

    /// Output format.
    #[arg(long, value_name = "FORMAT")]
    format: Option<OutputFormat>,
}

const COLUMNS: [&str; 13] = [
    "id", "syntax", "members", "count", "unknown", "findings", "patterns", "first_seen", "last_seen", "models",
    "agents", "message_id", "text",
];

/// A shape as JSON.
#[derive(Serialize)]
struct ShapeRow<'a> {
    id: &'a str,
    syntax: &'a str,
    kind: &'static str,
    members: BTreeMap<&'a str, &'static str>,
    count: usize,
    unknown: usize,
    findings: usize,
    patterns: &'a BTreeMap<String, usize>,
    first_seen: Option<Timestamp>,
    last_seen: Option<Timestamp>,
    over_time: Vec<usize>,
    models: Vec<Author<'a>>,
    agents: Vec<Author<'a>>,
    example: Option<Example<'a>>,
}

/// The number of payloads by an author.
#[derive(Serialize)]
struct Author<'a> {
    name: &'a str,
    count: usize,
    /// From 0 to 1.
    share: f64,
}

/// A payload as written.
#[derive(Serialize)]
struct Example<'a> {
    message_id: &'a Key,
    text: &'a str,
}

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    let database = &arguments.database.database;
    let audit = open_audit(&common.setup(database)?.with_known_profile()?)?;
    report_obstacles(audit.source());
    let survey = Survey::of(&audit)?;
    let format = OutputFormat::or_default(arguments.format);
    let mut list = ListPrinter::new(format, &COLUMNS);
    for shape in &survey.shapes {
        let row = ShapeRow::of(shape, &survey);
        if format == OutputFormat::Table {
            print_for_people(shape, &row)?;
        } else {
            list.add(&row, || row.cells(shape))?;
        }
    }
    list.finish()?;
    let text = summary(&survey, &database.display().to_string(), &common.next("patterns draft", database));
    if format == OutputFormat::Table {
        output::line(&text)?;
    } else {
        output::note(&text);
    }
    Ok(CommandOutcome::Done)
}

impl<'a> ShapeRow<'a> {
    fn of(shape: &'a Shape, survey: &'a Survey) -> Self {
        let count = shape.seen.len();
        let example = survey.example(shape);
        Self {
            id: &shape.id,
            syntax: &shape.syntax,
            kind: shape.value.kind.name(),
            members: shape.value.members.iter().map(|(key, kind)| (key.as_str(), kind.name())).collect(),
            count,
            unknown: shape.unknown(),
            findings: shape.claims,
            patterns: &shape.patterns,
            first_seen: shape.times.map(|(first, _)| first),
            last_seen: shape.times.map(|(_, last)| last),
            over_time: survey.over_time(shape, PARTS),
            models: authors(&shape.models, count),
            agents: authors(&shape.agents, count),
            example: example.map(|seen| Example { message_id: &seen.message, text: &seen.text.written }),
        }
    }

    fn cells(&self, shape: &Shape) -> Vec<String> {
        let time = |time: Option<Timestamp>| time.map(|time| time.to_string()).unwrap_or_default();
        vec![
            self.id.to_owned(),
            self.syntax.to_owned(),
            shape.value.to_string(),
            self.count.to_string(),
            self.unknown.to_string(),
            self.findings.to_string(),
            names(&shape.patterns.iter().map(|(name, count)| (name.as_str(), *count)).collect::<Vec<_>>()),
            time(self.first_seen),
            time(self.last_seen),
            shares(&shape.models, self.count, MOST_NAMED),
            shares(&shape.agents, self.count, MOST_NAMED),
            self.example.as_ref().map(|example| example.message_id.to_string()).unwrap_or_default(),
            self.example.as_ref().map(|example| visible::excerpt(example.text, EXCERPT)).unwrap_or_default(),
        ]
    }
}

#[allow(clippy::cast_precision_loss, reason = "a share needs no more")]
fn authors(names: &[(String, usize)], all: usize) -> Vec<Author<'_>> {
    let share = |count: usize| (count as f64 / all.max(1) as f64 * 1000.0).round() / 1000.0;
    names.iter().map(|(name, count)| Author { name, count: *count, share: share(*count) }).collect()
}

/// Names with counts other than one: `a (3), b`.
fn names(counted: &[(&str, usize)]) -> String {
    let parts =
        counted.iter().map(|(name, count)| if *count == 1 { (*name).to_owned() } else { format!("{name} ({count})") });
    parts.collect::<Vec<_>>().join(", ")
}

/// Prints a shape on a few short lines, which would not fit side by side as columns.
fn print_for_people(shape: &Shape, row: &ShapeRow<'_>) -> anyhow::Result<()> {
    let print_line = |line: &str| output::line(visible::one_line(line).trim_end());
    let payloads = count(row.count, "payload", "payloads");
    let findings = count(row.findings, "finding", "findings");
    print_line(&format!("{}  {}  {payloads}, {findings}", row.id, row.syntax))?;
    let line =
        |name: &str, text: String| if text.is_empty() { Ok(()) } else { print_line(&format!("    {name:<8} {text}")) };
    let patterns: Vec<_> = shape.patterns.iter().map(|(name, count)| (name.as_str(), *count)).collect();
    let unknown = if row.unknown == row.count { "none".to_owned() } else { format!("none ({})", row.unknown) };
    let unknown = (row.unknown > 0).then_some(unknown);
    let known = (!patterns.is_empty()).then(|| names(&patterns));
    line("members", visible::excerpt(&shape.value.to_string(), EXCERPT))?;
    line("pattern", unknown.into_iter().chain(known).collect::<Vec<_>>().join(", "))?;
    if let Some((first, last)) = shape.times {
        let day = |time: Timestamp| time.to_string().chars().take(10).collect::<String>();
        line("seen", format!("{} to {}  |{}|", day(first), day(last), spark(&row.over_time)))?;
    }
    line("models", shares(&shape.models, row.count, MOST_NAMED))?;
    line("agents", shares(&shape.agents, row.count, MOST_NAMED))?;
    if let Some(example) = &row.example {
        line("example", format!("{}: {}", example.message_id, visible::excerpt(example.text, EXCERPT)))?;
    }
    output::line("")?;
    Ok(())
}

fn summary(survey: &Survey, database: &str, draft: &str) -> String {
    let shapes = count(survey.shapes.len(), "shape", "shapes");
    let unknown = survey.shapes.iter().filter(|shape| shape.unknown() > 0);
    let mut text = format!(
        "{shapes} in {} of {database}, {} with unknown payloads",
        count(usize::try_from(survey.messages).unwrap_or(usize::MAX), "assistant message", "assistant messages"),
        unknown.clone().count()
    );
    if let Some(first) = unknown.into_iter().next() {
        text.push_str(&format!("\nNext: {draft} {} > mine.json5", first.id));
    }
    text
}
