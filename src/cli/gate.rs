//! `gate`: whether an action happened, and what an assistant may say about it.

use std::io::IsTerminal as _;

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::options::CommonOptions;
use super::output::{self, DocumentFormat};
use super::{CommandOutcome, input};
use crate::gate::{ActionContext, ReplyGate, ReplyJudgement, injected};
use crate::verdict::Verdict;

/// Keep an assistant from claiming actions that did not happen.
#[derive(Debug, Subcommand)]
pub(super) enum Arguments {
    Context(ContextArguments),
    Prompt(PromptArguments),
    Reply(ReplyArguments),
}

/// Build the action context of a turn from its plan and the executor's result.
///
/// Reads {"plan": {"action", "payload"}, "result": {"status", "artifacts", "errors"} or null}: one document, or one per line,
/// each answered at once. An action counts as executed only if the status of its result is "ok". Exits with status 1 if a line
/// cannot be read, which is answered by an error.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  echo '{\"plan\": {\"action\": \"CREATE_REMINDER\", \"payload\": {}}, \"result\": null}' | ghostcall gate context
  tail -f turns.jsonl | ghostcall gate context | jq -c 'select(.action_executed)'")]
pub(super) struct ContextArguments {
    /// Input file. Default: standard input (`-`).
    #[arg(value_name = "FILE")]
    file: Option<String>,

    /// Output format.
    #[arg(long, value_name = "FORMAT")]
    format: Option<DocumentFormat>,
}

/// Append to a system prompt what happened, and what the assistant may say about it.
///
/// Reads {"prompt", "context"}, with the context that `gate context` prints: one document, or one per line. Prints the prompt as
/// text; with --format jsonl as {"prompt"}, one per line. Exits with status 1 if a line cannot be read.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall gate context turn.json | jq '{prompt: \"You are kind.\", context: .}' | ghostcall gate prompt
  ghostcall gate prompt turns.jsonl --format jsonl | jq -r .prompt")]
pub(super) struct PromptArguments {
    /// Input file. Default: standard input (`-`).
    #[arg(value_name = "FILE")]
    file: Option<String>,

    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: DocumentFormat,
}

/// Check whether a reply claims actions that did not happen.
///
/// Reads {"context", "reply"}, with the context that `gate context` prints: one document, or one per line. Prints {"truthful",
/// "claims": [{"start", "end", "text", "action", "verdict"}], "corrected"}: the completion claims, and the reply with true sentences
/// instead of the false ones. Exits with status 1 if a reply is not truthful, or a line cannot be read. --patterns adds wordings and languages
/// (`patterns list --format json5`: statements).
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall gate context turn.json | jq '{context: ., reply: \"Reminder created!\"}' | ghostcall gate reply
  ghostcall gate reply turns.jsonl --format jsonl | jq -r 'select(.truthful | not) | .corrected'")]
pub(super) struct ReplyArguments {
    /// Input file. Default: standard input (`-`).
    #[arg(value_name = "FILE")]
    file: Option<String>,

    /// Also treat an announcement at the end of a reply ("I'll look that up now, one moment.") as a claim.
    #[arg(long)]
    announcements: bool,

    /// Output format.
    #[arg(long, value_name = "FORMAT")]
    format: Option<DocumentFormat>,
}

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    match arguments {
        Arguments::Reply(arguments) => reply(arguments, common),
        Arguments::Context(arguments) => context(arguments),
        Arguments::Prompt(arguments) => prompt(arguments),
    }
}

fn context(arguments: &ContextArguments) -> anyhow::Result<CommandOutcome> {
    let format = DocumentFormat::or_default(arguments.format);
    input::each_document(arguments.file.as_deref(), |request| match ActionContext::of_request(request) {
        Ok(context) => {
            let document = json!(context);
            format.print(&document, || in_words(&document)).map(Ok)
        }
        Err(error) => Ok(Err(error.to_string())),
    })
}

fn prompt(arguments: &PromptArguments) -> anyhow::Result<CommandOutcome> {
    input::each_document(arguments.file.as_deref(), |request| match prompt_of(request) {
        Ok(prompt) => print_prompt(arguments.format, &prompt).map(Ok),
        Err(reason) => Ok(Err(reason)),
    })
}

fn prompt_of(request: &Value) -> Result<String, String> {
    Ok(injected(text_of(request, "prompt")?, &context_of(request)?))
}

fn reply(arguments: &ReplyArguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    let registry = common.registry()?;
    let gate = ReplyGate::new(registry.statements());
    let gate = if arguments.announcements { gate.with_announcements() } else { gate };
    let format = DocumentFormat::or_default(arguments.format);
    let mut outcome = CommandOutcome::Done;
    let printed = input::each_document(arguments.file.as_deref(), |request| {
        let judged = text_of(request, "reply").and_then(|reply| Ok(gate.judge(&context_of(request)?, reply)));
        let judged = match judged {
            Ok(judged) => judged,
            Err(reason) => return Ok(Err(reason)),
        };
        if !judged.truthful {
            outcome = CommandOutcome::Problems;
        }
        format.print(&judged, || judgement_in_words(&judged)).map(Ok)
    });
    let printed = printed.map(|read| {
        if read == CommandOutcome::Problems {
            outcome = read;
        }
    });
    outcome.after_printing(printed)
}

fn judgement_in_words(judged: &ReplyJudgement) -> String {
    if judged.truthful {
        return "The reply is truthful.".to_owned();
    }
    let lies = judged.claims.iter().filter(|claim| claim.verdict != Verdict::Executed);
    let lies: Vec<_> = lies.map(|claim| format!("Did not happen: {}", claim.text)).collect();
    format!("{}\n\nCorrected:\n{}", lies.join("\n"), judged.corrected)
}

fn text_of<'v>(request: &'v Value, name: &'static str) -> Result<&'v str, String> {
    let text = request.get(name).ok_or_else(|| format!("missing field `{name}`"))?;
    text.as_str().ok_or_else(|| format!("`{name}` is not a string"))
}

fn context_of(request: &Value) -> Result<ActionContext, String> {
    let context = request.get("context").ok_or("missing field `context`")?;
    ActionContext::read(context).map_err(|error| format!("`context`: {error}"))
}

/// Prints a prompt unchanged for programs; on a terminal, control characters are escaped.
fn print_prompt(format: DocumentFormat, prompt: &str) -> anyhow::Result<()> {
    if format == DocumentFormat::Text && !std::io::stdout().is_terminal() {
        output::exact(prompt.trim_end_matches('\n'))?;
        return Ok(());
    }
    format.print(&json!({ "prompt": prompt }), || prompt.to_owned())
}

/// The members of a context, one a line.
fn in_words(context: &Value) -> String {
    let members = context.as_object().into_iter().flatten();
    let lines: Vec<_> = members.map(|(name, value)| format!("{}: {value}", name.replace('_', " "))).collect();
    lines.join("\n")
}
