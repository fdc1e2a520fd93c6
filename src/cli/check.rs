//! `check`: messages in, findings out, line by line: the live gate of a gateway or a job.

use std::io::{self, Write as _};

use clap::Args;
use serde::Serialize;
use serde_json::json;

use super::Outcome;
use super::input::Lines;
use super::options::Common;
use super::output;
use crate::audit::Gateway;

/// Check a stream of messages: one JSON line in, one out, flushed at once.
///
/// Each line is {"id", "role", "content", "tools_used", "tool_calls", "agent_id", "conversation_id",
/// "created_at"}; only `content` is required. Without `tools_used` nothing is known about what ran; `[]` says that
/// nothing did. Other lines of a conversation tell what the user asked for, and which tools ran, and so they must come in
/// their order. With `seq` (a number or a time) a line that comes too late is answered by an error, as is the rest of its
/// turn, and the exit status is 1. {"conversation_id": …, "end": true} ends a conversation; 10,000 are remembered.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall check messages.jsonl
  ghostcall check --sorted partition.jsonl
  tail -f gateway.jsonl | ghostcall check | jq -c 'select(.remedy)'
  ghostcall check --fail < reply.jsonl || echo 'the reply claims what did not happen'")]
pub(super) struct Arguments {
    /// The file; `-` or nothing for standard input.
    #[arg(value_name = "FILE")]
    file: Option<String>,

    /// End with status 1 where anything is found.
    #[arg(long)]
    fail: bool,

    /// The lines come conversation by conversation: each is forgotten at its end, and a line of one that ended is answered by
    /// an error, status 1.
    #[arg(long)]
    sorted: bool,
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> anyhow::Result<Outcome> {
    let mut gateway =
        Gateway::new(common.registry()?, common.gateway_profile()?, common.catalog_if_named()?, common.options());
    if arguments.sorted {
        gateway = gateway.sorted();
    }
    let (mut found, mut disordered) = (false, false);
    let printed = each_line(arguments.file.as_deref(), |line| match gateway.judge(line) {
        Ok(finding) => {
            found |= !finding.claims.is_empty();
            print(&finding).map(Ok)
        }
        Err(error) => {
            disordered |= error.is_of_order();
            Ok(Err(error.to_string()))
        }
    });
    let outcome = if disordered || arguments.fail && found { Outcome::Problems } else { Outcome::Done };
    outcome.told(printed)
}

/// Prints one answer and hands it on at once.
pub(super) fn print(answer: &impl Serialize) -> anyhow::Result<()> {
    output::json_line(answer)?;
    Ok(io::stdout().flush()?)
}

/// Hands each line of a file, or of standard input, to `answer`; a line that it refuses is answered with the reason.
pub(super) fn each_line(
    file: Option<&str>,
    mut answer: impl FnMut(&str) -> anyhow::Result<Result<(), String>>,
) -> anyhow::Result<()> {
    let mut lines = Lines::open(file)?;
    while let Some((number, text)) = lines.next()? {
        let refused = match text {
            Ok(line) => answer(line)?.err(),
            Err(reason) => Some(reason),
        };
        if let Some(error) = refused {
            print(&json!({ "line": number, "error": error }))?;
        }
    }
    Ok(())
}
