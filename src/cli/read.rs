//! `read`: extracts payloads without judging them.

use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::CommandOutcome;
use super::check::each_line;
use super::output::print_at_once;
use crate::claim::payload::{self, RepairKind};
use crate::proposal;

/// Extract payloads from texts without judging them: one JSON line in, one out.
///
/// Each line is {"id", "content"} or a JSON string. Objects and lists of objects are found at any position, those with
/// unquoted keys only where a text or a paragraph begins: within a sentence they are code as often. `repairs` names the
/// syntax errors that were tolerated.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  echo '\"{success: true}You saw right through me.\"' | ghostcall read
  ghostcall read messages.jsonl | jq .cleaned")]
pub(super) struct Arguments {
    /// Input file. Default: standard input (`-`).
    #[arg(value_name = "FILE")]
    file: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum InputFile {
    Text(String),
    Message {
        #[serde(default)]
        id: Value,
        content: String,
    },
}

#[derive(Serialize)]
struct Output {
    id: Value,
    payloads: Vec<PayloadOutput>,
    cleaned: String,
}

#[derive(Serialize)]
struct PayloadOutput {
    start: usize,
    end: usize,
    value: Option<Value>,
    repairs: Vec<RepairKind>,
    uncertain: bool,
    truncated: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<CommandOutcome> {
    each_line(arguments.file.as_deref(), |line| {
        let input = line.and_then(|line| {
            serde_json::from_str(line).map_err(|_| "neither a JSON string nor {\"id\", \"content\"}".to_owned())
        });
        match input {
            Ok(InputFile::Text(content)) => print_at_once(&read(Value::Null, &content)).map(Ok),
            Ok(InputFile::Message { id, content }) => print_at_once(&read(id, &content)).map(Ok),
            Err(reason) => Ok(Err(reason)),
        }
    })?;
    Ok(CommandOutcome::Done)
}

fn read(id: Value, content: &str) -> Output {
    let payloads = payload::read_all(content);
    let spans: Vec<_> = payloads.iter().map(|payload| payload.span).collect();
    let removals: Vec<_> = payload::with_wrappers(content, &spans).into_iter().map(|span| (span, "")).collect();
    let cleaned = proposal::clean(content, &removals);
    let payloads = payloads.into_iter().map(|payload| PayloadOutput {
        start: payload.span.start,
        end: payload.span.end,
        repairs: payload.repair_kinds(),
        uncertain: payload.uncertain,
        truncated: payload.truncated,
        value: payload.value,
    });
    Output { id, payloads: payloads.collect(), cleaned }
}
