//! `sample`: a random sample of a bulk action's findings, and what it implies for the rest.

use clap::Args;
use jiff::Timestamp;
use serde::Serialize;

use super::CommandOutcome;
use super::database::DatabaseArgument;
use super::decide::{FindingFilter, bulk};
use super::options::CommonOptions;
use super::output::{self, OutputFormat, count};
use super::pattern_name;
use crate::proposal::Cluster;
use crate::review::Sample;
use crate::sampling::{self, USUAL_SIZE};
use crate::session::{Session, draw_sample, sample_outcome, stored_sample, wrong_of};
use crate::source::Key;
use crate::visible;

/// Draw a random sample of what a bulk action would take, and estimate how many of the rest are wrong.
///
/// Review and decide each finding of the sample; then the same command says how many of the rest are wrong at most, with 95%
/// confidence (exact hypergeometric bound). A finding is wrong if it is rejected, or accepted with other changes than `decide` with the
/// same filters would make; one that is skipped, or was only decided in bulk, is undecided. The sample is stratified by group, and the
/// same for the same seed. It is kept until you draw another one with another --size or --seed. `decide accept` with the same filters keeps the outcome with its
/// decisions, and `log` shows it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall sample export.db --all                     draw 30 findings
  ghostcall show export.db 1042                        review each of them …
  ghostcall decide export.db accept --message 1042     … and decide it
  ghostcall sample export.db --all                     estimate the rest
  ghostcall decide export.db accept --all              accept the rest
  ghostcall sample export.db --pattern unknown --as strip --size 50 --seed 7 --format json")]
pub(super) struct Arguments {
    #[command(flatten)]
    database: DatabaseArgument,

    #[command(flatten)]
    filter: FindingFilter,

    /// Number of findings to draw. Default: 30.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    size: Option<u32>,

    /// Seed of the sample. Default: random.
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,

    /// Output format.
    #[arg(long, value_name = "FORMAT")]
    format: Option<OutputFormat>,
}

/// A sample and its result.
#[derive(Serialize)]
struct SampleOutput<'a> {
    filter: &'a str,
    keys: Vec<&'a Key>,
    wrong_keys: Vec<&'a Key>,
    #[serde(flatten)]
    outcome: &'a sampling::SampleOutcome,
}

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    let mut session = arguments.database.open_locked(common)?;
    pattern_name::refuse_unknown(arguments.filter.pattern(), &session)?;
    let filter = arguments.filter.or_all();
    let words = filter.in_words();
    let sample = match stored_sample(session.decisions(), &words)?.filter(|kept| is_meant(arguments, kept)) {
        Some(kept) => kept,
        None => draw(arguments, &filter, &mut session)?,
    };
    let format = OutputFormat::or_default(arguments.format);
    if format == OutputFormat::Table {
        return print_sample(&session, &sample, &common.next("decide", &arguments.database.database));
    }
    let outcome = sample_outcome(session.decisions(), &sample);
    let keys = sample.drawn.iter().map(|(key, _)| key).collect();
    let result =
        SampleOutput { filter: &words, keys, wrong_keys: wrong_of(session.decisions(), &sample), outcome: &outcome };
    match format {
        OutputFormat::Json => output::json_pretty(&result)?,
        OutputFormat::Jsonl => output::json_line(&result)?,
        OutputFormat::Csv | OutputFormat::Table => {
            let mut list = output::ListPrinter::new(format, &["message_id"]);
            for (key, _) in &sample.drawn {
                list.add(key, || vec![key.to_string()])?;
            }
            list.finish()?;
        }
    }
    Ok(CommandOutcome::Done)
}

/// Whether an existing sample is the requested one.
fn is_meant(arguments: &Arguments, kept: &Sample) -> bool {
    arguments.seed.is_none_or(|seed| seed == kept.seed)
        && arguments.size.is_none_or(|size| (size as usize).min(kept.population.len()) == kept.drawn.len())
        && !kept.drawn.is_empty()
}

fn draw(arguments: &Arguments, filter: &FindingFilter, session: &mut Session) -> anyhow::Result<Sample> {
    let decisions = bulk(&arguments.database, filter, session)?;
    let now = Timestamp::now();
    let size = arguments.size.map_or(USUAL_SIZE, |size| size as usize);
    Ok(draw_sample(
        session.decisions_mut(),
        &filter.in_words(),
        &decisions,
        (size, arguments.seed.unwrap_or_else(|| fastrand::u64(..1_000_000))),
        now,
    )?)
}

/// Describes the sample and what to do next; `decide` is the command for deciding the rest, with the typed options.
fn print_sample(session: &Session, sample: &Sample, decide: &str) -> anyhow::Result<CommandOutcome> {
    const EXCERPT: usize = 60;
    if sample.drawn.is_empty() {
        output::line("Nothing to sample: no finding of this selection can be decided in bulk.")?;
        return Ok(CommandOutcome::Done);
    }
    let mut list = output::ListPrinter::new(OutputFormat::Table, &["message_id", "decision", "group", "text"]);
    for (key, _) in &sample.drawn {
        let reviewed = session.findings().of(key)?;
        let group = reviewed.as_ref().map(|reviewed| Cluster::of(&reviewed.finding).title()).unwrap_or_default();
        let status = reviewed.as_ref().map_or("", |reviewed| reviewed.finding.status.name());
        let text = reviewed.as_ref().map(|reviewed| visible::excerpt(&reviewed.finding.message.text, EXCERPT));
        list.add(key, || vec![key.to_string(), status.to_owned(), group, text.unwrap_or_default()])?;
    }
    list.finish()?;
    let outcome = sample_outcome(session.decisions(), sample);
    let (drawn, all) = (sample.drawn.len(), count(sample.population.len(), "finding", "findings"));
    output::line(&format!("{drawn} of {all}, selected by {}, seed {}.", sample.filter, sample.seed))?;
    output::line(&outcome.sentence())?;
    let next = match (outcome.at_most, outcome.wrong) {
        (None, _) => format!("{decide} accept --message ID, or reject"),
        (Some(_), 0) => format!("{decide} accept {}", sample.filter),
        (Some(_), _) => "narrow the selection, or decide the group of the wrong findings one by one".to_owned(),
    };
    output::line(&format!("Next: {next}"))?;
    Ok(CommandOutcome::Done)
}
