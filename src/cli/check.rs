//! `check`: judges messages line by line, as a live gate of a gateway or a job.

#[cfg(feature = "arrow")]
mod arrow;
mod whole;

use clap::{Args, ValueEnum};
use serde_json::json;

use super::CommandOutcome;
use super::input::{InputLines, LineText};
use super::options::CommonOptions;
use super::output::print_at_once;
use crate::audit::Gateway;

/// Check a stream of messages: one JSON line in, one out, flushed at once.
///
/// Each line is {"id", "role", "content", "tools_used", "tool_calls", "agent_id", "conversation_id", "created_at"}; only `content`
/// is required. Without `tools_used` it is unknown what ran; `[]` says that nothing did. The other lines of a conversation show what
/// the user asked for and which tools ran, so they must come in order. With `seq` (a number or a time), a line out of order and the
/// rest of its turn are answered by an error, and the exit status is 1. {"conversation_id": …, "end": true} ends a conversation;
/// 10,000 conversations are remembered.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall check messages.jsonl
  ghostcall check --sorted partition.jsonl
  ghostcall check --whole --sorted --with-context partition.jsonl > findings.jsonl
  ghostcall import findings.jsonl --out found.db && ghostcall review found.db
  tail -f gateway.jsonl | ghostcall check | jq -c 'select(.remedy)'
  ghostcall check --fail < reply.jsonl || echo 'the reply claims what did not happen'")]
#[allow(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(super) struct Arguments {
    /// Input file. Default: standard input (`-`).
    #[arg(value_name = "FILE")]
    file: Option<String>,

    /// Exit with status 1 if anything is found, or a line cannot be read.
    #[arg(long)]
    fail: bool,

    /// The lines are sorted by conversation, so that each is forgotten at its end.
    ///
    /// A line of a conversation that ended is answered by an error, and the exit status is 1.
    #[arg(long)]
    sorted: bool,

    /// Judge each conversation at its end, when all of it is known, and print only findings.
    ///
    /// The findings are those that `ghostcall scan` prints after an import. A conversation ends where --sorted input goes on to the
    /// next one, with {"conversation_id": …, "end": true}, or with the input. It is not judged if a line came out of order. Each
    /// conversation is judged by itself, so that the findings are the same however the input is divided. Open conversations are kept
    /// in a temporary file.
    #[arg(long)]
    whole: bool,

    /// Add to each finding what a review elsewhere needs; `ghostcall import` makes a database of it.
    ///
    /// That is {"request", "text", "text_digest", "context": {"first", "messages"}}. `messages` are the lines of the conversation (at
    /// most 100 before and after); `first` is the number of lines before them. Each line must have an `id`.
    #[arg(long, requires = "whole")]
    with_context: bool,

    /// Format of input and output; `arrow` is an Arrow IPC stream.
    ///
    /// Each column is a field of a message; lists and objects may also be JSON text. The output has the columns line, message_id,
    /// conversation_id, remedy, finding (JSON) and error.
    #[arg(long, value_name = "FORMAT", default_value = "jsonl")]
    #[cfg_attr(not(feature = "arrow"), arg(hide = true))]
    format: StreamFormat,
}

/// How messages come, and findings go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum StreamFormat {
    /// One JSON document a line.
    Jsonl,
    /// Arrow IPC streams.
    #[cfg(feature = "arrow")]
    Arrow,
}

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    match arguments.format {
        #[cfg(feature = "arrow")]
        StreamFormat::Arrow => arrow::run(arguments, common),
        StreamFormat::Jsonl if arguments.whole => whole::run(arguments, common),
        StreamFormat::Jsonl => one_by_one(arguments, common),
    }
}

/// Creates the gateway that judges messages with these options.
fn gateway(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<Gateway> {
    let (registry, profile) = (common.registry()?, common.gateway_profile()?);
    let gateway = Gateway::new(registry, profile, common.catalog_if_named()?, common.options());
    Ok(if arguments.sorted { gateway.sorted() } else { gateway })
}

fn one_by_one(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    let mut gateway = gateway(arguments, common)?;
    let mut seen = SeenProblems::default();
    let printed = each_line(arguments.file.as_deref(), |line| {
        let judged = line.map(|line| gateway.judge(line));
        match judged {
            Ok(Ok(finding)) => {
                seen.found |= !finding.claims.is_empty();
                print_at_once(&finding).map(Ok)
            }
            Ok(Err(error)) => {
                seen.refuse(error.is_of_order());
                Ok(Err(error.to_string()))
            }
            Err(reason) => {
                seen.refuse(false);
                Ok(Err(reason))
            }
        }
    });
    seen.outcome(arguments).after_printing(printed)
}

/// The problems seen, which determine the exit status.
#[derive(Debug, Default)]
struct SeenProblems {
    /// A finding with claims was reported.
    found: bool,
    /// A line that was answered by an error. It may hold anything, so a gate must not let it pass.
    refused: bool,
    /// A line out of order.
    disordered: bool,
}

impl SeenProblems {
    fn refuse(&mut self, is_of_order: bool) {
        self.refused = true;
        self.disordered |= is_of_order;
    }

    fn outcome(&self, arguments: &Arguments) -> CommandOutcome {
        let fails = arguments.fail && (self.found || self.refused);
        if self.disordered || fails { CommandOutcome::Problems } else { CommandOutcome::Done }
    }
}

/// Passes each line of a file or of standard input, or why it is invalid, to `answer`. If that fails, the reason is the
/// answer.
pub(super) fn each_line(
    file: Option<&str>,
    mut answer: impl FnMut(LineText<'_>) -> anyhow::Result<Result<(), String>>,
) -> anyhow::Result<()> {
    let mut lines = InputLines::open(file)?;
    while let Some((number, text)) = lines.next()? {
        if let Err(error) = answer(text)? {
            print_at_once(&json!({ "line": number, "error": error }))?;
        }
    }
    Ok(())
}
