//! `scan --stats`: statistics of the findings.

mod judged;

use anyhow::Context as _;
use comfy_table::{CellAlignment, ColumnConstraint, Table, Width};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use serde::Serialize;

use super::CommandOutcome;
use super::options::CommonOptions;
use super::output::{self, ListPrinter, OutputFormat, count, print_table, table, terminal_width};
use super::progress::ScanWatch;
use super::scan::{self, Arguments};
use crate::audit::Tally;
use crate::explore::spark;
use crate::proposal::Status;
use crate::session::Reviewed;
use crate::statistics::{
    ClaimOutcome, DecisionCounts, Dimension, OutcomeCounts, Reviewer, Row, Statistics, bar, shrink,
};
use crate::visible;

/// The columns of the CSV with all dimensions.
const COLUMNS: [&str; 7] = ["dimension", "name", "claims", "executed", "lost", "false", "unclear"];
/// The columns of a table for readers.
const TABLE: [&str; 8] = ["", "claims", "executed", "lost", "false", "unclear", "", "weeks"];
/// The columns that everything but the name, the bar and the weeks takes, including spaces.
const NUMBERS: usize = 38;
/// The maximum number of rows of a table for readers.
const MOST_ROWS: usize = 30;
/// The line width without a terminal.
const WIDTH: usize = 80;

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    let session = scan::open(arguments, common)?;
    let mut statistics = Statistics::default();
    let mut listed = 0;
    let mut add = |reviewed: &Reviewed| {
        let is_wanted = arguments.want(reviewed);
        if is_wanted {
            statistics.add(&reviewed.finding, reviewed.decision_status());
        }
        is_wanted
    };
    let watch = ScanWatch::new()?;
    let mut count = |reviewed: Reviewed| {
        watch.found();
        listed += usize::from(add(&reviewed));
        true
    };
    let tally = session.findings().list_watched(&mut count, &mut |progress| watch.goes_on(progress))?;
    if let Some(interrupted) = watch.finish() {
        return Ok(interrupted);
    }
    if arguments.may_want(Status::Written) {
        let least = session.setup().options.min_confidence;
        session.findings().each_written(|reviewed| {
            let is_counted = reviewed.finding.confidence() >= least && add(&reviewed);
            listed += usize::from(is_counted && arguments.wants_only(Status::Written));
        })?;
    }
    let database = arguments.database.database.display().to_string();
    match OutputFormat::or_default(arguments.format) {
        OutputFormat::Json => output::json_pretty(&StatisticsDocument::of(&statistics, tally, &database)?)?,
        OutputFormat::Jsonl => output::json_line(&StatisticsDocument::of(&statistics, tally, &database)?)?,
        OutputFormat::Csv => print_csv(&statistics)?,
        OutputFormat::Table => print_for_people(&statistics, tally, &database)?,
    }
    Ok(arguments.outcome(listed))
}

/// All statistics as JSON.
#[derive(Serialize)]
struct StatisticsDocument<'a> {
    database: &'a str,
    messages: u64,
    /// The number of messages that are not valid UTF-8.
    #[serde(skip_serializing_if = "is_none")]
    not_utf8: u64,
    /// Documents that were left out.
    #[serde(skip_serializing_if = "is_none")]
    not_json: u64,
    findings: usize,
    #[serde(flatten)]
    all: ClaimCounts,
    by_pattern: Vec<Named>,
    by_tool: Vec<Named>,
    by_model: Vec<Named>,
    by_agent: Vec<Named>,
    by_week: Vec<Week>,
    by_status: DecisionCounts,
    /// The decisions on each pattern's findings, which show how often the pattern is right.
    precision: Vec<judged::DecidedPattern>,
    reviewers: Vec<ReviewerCounts<'a>>,
}

/// The number of claims, in all and by outcome.
#[derive(Serialize)]
struct ClaimCounts {
    claims: usize,
    #[serde(flatten)]
    outcomes: OutcomeCounts,
}

impl ClaimCounts {
    fn of(outcomes: OutcomeCounts) -> Self {
        Self { claims: outcomes.claims(), outcomes }
    }
}

/// The claims of one name.
#[derive(Serialize)]
struct Named {
    name: Option<String>,
    /// For tools: whether no tool has this name.
    #[serde(skip_serializing_if = "Option::is_none")]
    invented: Option<bool>,
    #[serde(flatten)]
    numbers: ClaimCounts,
    /// The number of claims in each week of `by_week`.
    over_weeks: Vec<usize>,
}

/// The claims of one week.
#[derive(Serialize)]
struct Week {
    name: Option<String>,
    from: Option<Timestamp>,
    /// The start of the next week.
    until: Option<Timestamp>,
    #[serde(flatten)]
    numbers: ClaimCounts,
}

/// The decisions of one reviewer.
#[derive(Serialize)]
struct ReviewerCounts<'a> {
    name: &'a str,
    accepted: usize,
    edited: usize,
    rejected: usize,
    skipped: usize,
    written: usize,
    stale: usize,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_none(number: &u64) -> bool {
    *number == 0
}

impl<'a> StatisticsDocument<'a> {
    fn of(statistics: &'a Statistics, tally: Tally, database: &'a str) -> anyhow::Result<Self> {
        let mondays = statistics.mondays();
        let by = |dimension: Dimension| {
            let named = |row: Row| Named {
                over_weeks: row.over(&mondays),
                name: row.name,
                invented: (dimension == Dimension::Tool).then_some(row.is_invented),
                numbers: ClaimCounts::of(row.outcomes),
            };
            statistics.rows(dimension).into_iter().map(named).collect()
        };
        let weeks = statistics.rows(Dimension::Week).into_iter().map(Week::of);
        Ok(Self {
            database,
            messages: tally.messages,
            not_utf8: tally.unreadable,
            not_json: tally.no_json,
            findings: statistics.findings(),
            all: ClaimCounts::of(statistics.outcomes()),
            by_pattern: by(Dimension::Pattern),
            by_tool: by(Dimension::Tool),
            by_model: by(Dimension::Model),
            by_agent: by(Dimension::Agent),
            by_week: weeks.collect::<anyhow::Result<_>>()?,
            by_status: statistics.statuses(),
            precision: statistics.judged().into_iter().map(judged::DecidedPattern::of).collect(),
            reviewers: statistics.reviewers().iter().map(ReviewerCounts::of).collect(),
        })
    }
}

impl Week {
    fn of(row: Row) -> anyhow::Result<Self> {
        let midnight = |date: Date| Ok::<_, jiff::Error>(date.to_zoned(TimeZone::UTC)?.timestamp());
        let next = row.monday.map(|monday| monday.saturating_add(1.week()));
        Ok(Self {
            from: row.monday.map(midnight).transpose().context("a week has no beginning")?,
            until: next.map(midnight).transpose().context("a week has no end")?,
            numbers: ClaimCounts::of(row.outcomes),
            name: row.name,
        })
    }
}

impl<'a> ReviewerCounts<'a> {
    fn of(reviewer: &Reviewer<'a>) -> Self {
        let of = |status| reviewer.decisions.of(status);
        Self {
            name: reviewer.name,
            accepted: of(Status::Accepted),
            edited: of(Status::Edited),
            rejected: of(Status::Rejected),
            skipped: of(Status::Skipped),
            written: of(Status::Written),
            stale: of(Status::Stale),
        }
    }
}

fn print_csv(statistics: &Statistics) -> anyhow::Result<()> {
    let mut list = ListPrinter::new(OutputFormat::Csv, &COLUMNS);
    for dimension in Dimension::ALL {
        for row in statistics.rows(dimension) {
            let name = row.name.unwrap_or_default();
            let outcomes = row.outcomes;
            list.add(&(), || {
                let numbers =
                    std::iter::once(outcomes.claims()).chain(ClaimOutcome::ALL.map(|outcome| outcomes.of(outcome)));
                let words = [dimension.name().to_owned(), name];
                words.into_iter().chain(numbers.map(|number| number.to_string())).collect()
            })?;
        }
    }
    list.finish()
}

fn print_for_people(statistics: &Statistics, tally: Tally, database: &str) -> anyhow::Result<()> {
    let (findings, outcomes) = (statistics.findings(), statistics.outcomes());
    let messages = count(usize::try_from(tally.messages).unwrap_or(usize::MAX), "message", "messages");
    let all = [count(findings, "finding", "findings"), count(outcomes.claims(), "claim", "claims")].join(" with ");
    output::line(&format!("{all} in {messages} of {database}"))?;
    scan::left_out(tally).iter().try_for_each(|line| output::line(line))?;
    if findings == 0 {
        return Ok(());
    }
    let of_each: Vec<_> =
        ClaimOutcome::ALL.map(|outcome| format!("{} {}", outcomes.of(outcome), outcome.name())).into();
    output::line(&format!("{}\n▇ lost or false, ░ executed or unclear", of_each.join(", ")))?;
    let sizes = Sizes::of_terminal();
    for dimension in Dimension::ALL.into_iter().filter(|dimension| *dimension != Dimension::Week) {
        output::line("")?;
        print_table(&rows_as_table(statistics, dimension, sizes))?;
    }
    print_weeks(statistics, sizes)?;
    let statuses = statistics.statuses();
    let statuses: Vec<_> = statuses.each().filter(|(_, count)| *count > 0).collect();
    let counts: Vec<_> = statuses.iter().map(|(status, count)| format!("{count} {}", status.name())).collect();
    output::line(&format!("\nfindings  {}", counts.join(", ")))?;
    let reviewers = statistics.reviewers();
    if !reviewers.is_empty() {
        output::line("")?;
        print_table(&reviewers_as_table(&reviewers))?;
    }
    judged::print(statistics)
}

/// The widths of the parts of a table.
#[derive(Clone, Copy)]
struct Sizes {
    name: usize,
    bar: usize,
    weeks: usize,
}

impl Sizes {
    fn of_terminal() -> Self {
        let width = terminal_width().map_or(WIDTH, usize::from);
        let left = width.saturating_sub(NUMBERS);
        let bar = (left / 4).clamp(5, 30);
        Self { name: (left / 2).clamp(8, 40), bar, weeks: bar }
    }

    /// The width of the name column, with the space after it.
    fn column(self) -> u16 {
        u16::try_from(self.name + 1).unwrap_or(u16::MAX)
    }
}

/// A bar: first the claims that did not happen, then the rest.
fn bar_text(outcomes: OutcomeCounts, most: usize, width: usize) -> String {
    let missing = outcomes.not_happened();
    let columns = bar(&[missing, outcomes.claims().saturating_sub(missing)], most, width);
    columns.iter().zip(['▇', '░']).flat_map(|(columns, glyph)| std::iter::repeat_n(glyph, *columns)).collect()
}

fn rows_as_table(statistics: &Statistics, dimension: Dimension, sizes: Sizes) -> Table {
    let mut header = TABLE;
    header[0] = dimension.name();
    let mut table = table(&header);
    let mondays = statistics.mondays();
    let rows = statistics.rows(dimension);
    let most = rows.iter().map(|row| row.outcomes.claims()).max().unwrap_or_default();
    for row in rows.iter().take(MOST_ROWS) {
        let invented = if row.is_invented { " (invented)" } else { "" };
        let room = sizes.name.saturating_sub(invented.len()).max(8);
        let name = row.name.as_deref().map_or_else(|| "–".to_owned(), |name| visible::excerpt(name, room));
        let numbers =
            std::iter::once(row.outcomes.claims()).chain(ClaimOutcome::ALL.map(|outcome| row.outcomes.of(outcome)));
        let cells = std::iter::once(format!("{name}{invented}"))
            .chain(numbers.map(|number| number.to_string()))
            .chain([bar_text(row.outcomes, most, sizes.bar), spark(&shrink(&row.over(&mondays), sizes.weeks))]);
        table.add_row(cells);
    }
    if let Some(more) = rows.len().checked_sub(MOST_ROWS).filter(|more| *more > 0) {
        table.add_row([format!("… {more} more: csv, json")]);
    }
    align(&mut table, 1..6);
    // The tables are shown one below the other, so their columns are aligned.
    if let Some(names) = table.column_mut(0) {
        names.set_constraint(ColumnConstraint::Absolute(Width::Fixed(sizes.column())));
    }
    table
}

fn reviewers_as_table(reviewers: &[Reviewer<'_>]) -> Table {
    let header: Vec<&str> =
        std::iter::once("reviewer").chain(Reviewer::STATUSES.iter().map(|status| status.name())).collect();
    let mut table = table(&header);
    for reviewer in reviewers {
        let numbers = Reviewer::STATUSES.iter().map(|status| reviewer.decisions.of(*status).to_string());
        table.add_row(std::iter::once(visible::one_line(reviewer.name).into_owned()).chain(numbers));
    }
    align(&mut table, 1..header.len());
    table
}

/// Sets narrow padding, and right-aligns the numbers.
fn align(table: &mut Table, numbers: std::ops::Range<usize>) {
    for (place, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 1));
        if numbers.contains(&place) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

/// Prints the number of claims in each week, from the first to the last.
fn print_weeks(statistics: &Statistics, sizes: Sizes) -> anyhow::Result<()> {
    let weeks: Vec<Row> = statistics.rows(Dimension::Week).into_iter().filter(|row| row.monday.is_some()).collect();
    let (Some(first), Some(last)) = (weeks.first(), weeks.last()) else { return Ok(()) };
    let name = |row: &Row| row.name.clone().unwrap_or_default();
    let counts: Vec<usize> = weeks.iter().map(|row| row.outcomes.claims()).collect();
    let line = spark(&shrink(&counts, sizes.name + sizes.bar));
    output::line(&format!("\nweeks  {} ▕{line}▏ {}", name(first), name(last)))?;
    // In a tie, the first week.
    if let Some(busiest) = weeks.iter().rev().max_by_key(|row| row.outcomes.claims()) {
        let claims = count(busiest.outcomes.claims(), "claim", "claims");
        output::line(&format!("       at most {claims}, in {}", name(busiest)))?;
    }
    Ok(())
}
