//! `plan`: validates a plan against the tool catalog.

use anyhow::Context as _;
use clap::Args;
use serde_json::{Value, json};

use super::options::CommonOptions;
use super::output::{self, ListPrinter, OutputFormat};
use super::{CommandOutcome, input};
use crate::document::{self, AnyValue};
use crate::plan::{self, PlanError, PlanReport, Severity};

/// Validate a plan against the catalog before it runs.
///
/// A plan is a list of steps {"id", "tool" (or "action"), "inputs", "deps" (or "dependencies")}, or {"steps": […]}. Reports invented
/// tools and the ones to use instead, steps that cannot run in their order, and invalid inputs; "$step_1.result" and "{{step_1}}" are
/// the results of earlier steps. Exits with status 1 if the plan has errors.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall plan plan.json --catalog tools.json
  ghostcall plan plan.json --catalog tools.json --format json | jq .errors
  planner | ghostcall plan --catalog tools.json --feedback
  ghostcall plan --prompt --catalog tools.json")]
pub(super) struct Arguments {
    /// Plan in JSON. Default: standard input (`-`).
    #[arg(value_name = "PLAN", conflicts_with = "prompt")]
    plan: Option<String>,

    /// Print feedback for the planner's next attempt: errors, tools, and what to use instead.
    #[arg(long, conflicts_with_all = ["prompt", "format"])]
    feedback: bool,

    /// Print the tools, rules and known inventions for a planner's system prompt; reads no plan.
    #[arg(long, conflicts_with = "format")]
    prompt: bool,

    /// Output format.
    #[arg(long, value_name = "FORMAT")]
    format: Option<OutputFormat>,
}

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    let catalog = common.catalog()?;
    if arguments.prompt {
        output::line(plan::prompt(&catalog).trim_end())?;
        return Ok(CommandOutcome::Done);
    }
    let file = arguments.plan.as_deref();
    let text = without_fence(input::text(file)?);
    let AnyValue(plan) = document::parse(input::name(file), &text).context("a plan is a list of steps in JSON")?;
    let report = plan::validate(&plan, &catalog);
    let outcome = if report.valid { CommandOutcome::Done } else { CommandOutcome::Problems };
    outcome.after_printing(if arguments.feedback {
        output::line(plan::feedback(&report, &catalog).trim_end()).map_err(Into::into)
    } else {
        print(&report, OutputFormat::or_default(arguments.format))
    })
}

/// A plan without the code fence in which models write it; all else keeps its place.
fn without_fence(text: String) -> String {
    const FENCE: &str = "```";
    let inner = text.trim();
    let Some((label, rest)) = inner.strip_prefix(FENCE).and_then(|rest| rest.split_once('\n')) else { return text };
    let is_label = label.trim().bytes().all(|byte| byte.is_ascii_alphanumeric());
    match rest.trim_end().strip_suffix(FENCE) {
        Some(plan) if is_label => format!("\n{plan}"),
        _ => text,
    }
}

fn print(report: &PlanReport, format: OutputFormat) -> anyhow::Result<()> {
    match format {
        OutputFormat::Json => output::json_pretty(report)?,
        OutputFormat::Jsonl => output::json_line(report)?,
        OutputFormat::Table | OutputFormat::Csv => {
            let columns = ["step_id", "severity", "error_type", "message", "suggested_tools"];
            let mut list = ListPrinter::new(format, &columns);
            for error in &report.errors {
                list.add(error, || cells(error))?;
            }
            list.finish()?;
        }
    }
    output::note(&verdict(report));
    Ok(())
}

fn cells(error: &PlanError) -> Vec<String> {
    let word = |value: Value| match value {
        Value::String(word) => word,
        Value::Null => String::new(),
        other => other.to_string(),
    };
    vec![
        word(error.step_id.clone()),
        word(json!(error.severity)),
        word(json!(error.error_type)),
        error.message.clone(),
        error.suggested_tools.join(", "),
    ]
}

fn verdict(report: &PlanReport) -> String {
    let warnings = output::count(report.count(Severity::Warning), "warning", "warnings");
    if report.valid {
        return format!("The plan can run: no errors, {warnings}.");
    }
    let errors = output::count(report.count(Severity::Error), "error", "errors");
    format!("The plan cannot run: {errors}, {warnings}.")
}
