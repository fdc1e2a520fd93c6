//! `import`: a database of ghostcall's own layout from chat logs in JSON Lines.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use indicatif::ProgressBar;

use super::input::{self, Lines};
use super::new_file::{keep, temporary_beside};
use super::output::{self, count};
use super::{Outcome, progress};
use crate::source::chat_log::{AddError, LogRules, NewChatLog, Written, read_line};
use crate::source::{Key, sqlite_error};
use crate::visible;

/// How many bad lines are told one by one.
const TOLD: u64 = 5;

/// The bar moves after so many lines.
const PACE: u64 = 256;

/// Make a database of chat logs: from then on it is scanned, reviewed and written like any other.
///
/// The log has one JSON document on each line. It is a message, as `ghostcall check` reads it: {"id", "role", "content",
/// "tools_used", "tool_calls", "agent_id", "agent", "conversation_id", "created_at", "model"}, of which only `content` is
/// required; or a conversation: {"messages": [{"role", "content", "tool_calls", "tool_call_id"}], "id", "model", "created"}, as
/// OpenAI takes it, alone or in the `body` of a batch request, its content a text or a list of parts. Lines of all kinds may stand
/// side by side.
///
/// Keys and times stay as they are; a message without a key is called by its line (`line-7`, `line-7/2`). Where a message
/// says nothing of tools, nothing is known of them: a person decides then. --all-calls-logged says that nothing ran.
///
/// A line that cannot be kept (no JSON, no content, an unknown time, a key that was there before) is told and left out, and the
/// exit status is 1.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall import chats.jsonl --out chats.db
  zcat logs/*.gz | ghostcall import - --out chats.db --all-calls-logged
  ghostcall import batch.jsonl --out batch.db --agent support-bot   lost memories belong to this agent
  ghostcall scan chats.db")]
pub(super) struct Arguments {
    /// The log; `-` for standard input.
    #[arg(value_name = "FILE")]
    file: String,

    /// The new database; nothing is overwritten.
    #[arg(long, value_name = "DB")]
    out: PathBuf,

    /// The agent of assistant messages that name none: without one, nobody is there to whom a lost memory could belong.
    #[arg(long, value_name = "ID")]
    agent: Option<String>,

    /// The log holds every call that ran: an assistant message without one called nothing.
    #[arg(long)]
    all_calls_logged: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let out = &arguments.out;
    if out.symlink_metadata().is_ok() {
        bail!("{} exists already; name a new file", out.display());
    }
    let mut lines = Lines::open(Some(&arguments.file))?;
    let unfinished = temporary_beside(out)?;
    let failed = |error: rusqlite::Error| sqlite_error(out, &error);
    let mut log = NewChatLog::begin(unfinished.path()).map_err(failed)?;
    let bar = progress::of_bytes(length(&arguments.file));
    let bad = fill(&mut log, &mut lines, arguments, &bar)?;
    bar.finish_and_clear();
    let written = log.finish().map_err(failed)?;
    if written.messages == 0 {
        bail!("{}: no line holds a message; nothing was written", input::name(Some(&arguments.file)));
    }
    keep(unfinished, out)?;
    tell(arguments, written, bad);
    Ok(if bad == 0 { Outcome::Done } else { Outcome::Problems })
}

/// Adds all lines; answers how many could not be kept.
fn fill(log: &mut NewChatLog, lines: &mut Lines, arguments: &Arguments, bar: &ProgressBar) -> anyhow::Result<u64> {
    // As everywhere, a whole number is a number.
    let key = |typed: &String| typed.parse().map_or_else(|_| Key::Text(typed.clone()), Key::Integer);
    let agent = arguments.agent.as_ref().map(key);
    let rules = LogRules { agent, all_calls_logged: arguments.all_calls_logged };
    let mut bad = 0;
    while let Some((number, text)) = lines.next()? {
        let refused = match text {
            Ok(line) if line.trim().is_empty() => None,
            Ok(line) => add(log, line, number, &rules).map_err(|error| sqlite_error(&arguments.out, &error))?.err(),
            Err(reason) => Some(reason),
        };
        if let Some(reason) = refused {
            bad += 1;
            if bad <= TOLD {
                let text = format!("{}:{number}: {reason}", input::name(Some(&arguments.file)));
                bar.suspend(|| output::note(&visible::one_line(&text)));
            }
        }
        if number % PACE == 0 {
            bar.set_position(lines.bytes_read());
        }
    }
    if bad > TOLD {
        output::note(&format!("… and {}", count_lines(bad - TOLD, "more bad line", "more bad lines")));
    }
    Ok(bad)
}

/// Adds a line; the inner error is why it cannot be kept, the outer one that nothing can be written.
fn add(log: &mut NewChatLog, line: &str, number: u64, rules: &LogRules) -> rusqlite::Result<Result<(), String>> {
    let read = match read_line(line, number, rules) {
        Ok(read) => read,
        Err(reason) => return Ok(Err(reason.to_string())),
    };
    match log.add(&read) {
        Ok(()) => Ok(Ok(())),
        Err(AddError::Database(error)) => Err(error),
        Err(duplicate) => Ok(Err(duplicate.to_string())),
    }
}

/// How many bytes a file has; nobody knows it of a pipe.
fn length(file: &str) -> Option<u64> {
    let metadata = std::fs::metadata(file).ok()?;
    metadata.is_file().then_some(metadata.len())
}

fn tell(arguments: &Arguments, written: Written, bad: u64) {
    let mut text = format!(
        "wrote {} and {} to {}",
        count_lines(written.conversations, "conversation", "conversations"),
        count_lines(written.messages, "message", "messages"),
        arguments.out.display()
    );
    if bad > 0 {
        text.push_str(&format!("; left out {}", count_lines(bad, "bad line", "bad lines")));
    }
    output::note(&text);
}

fn count_lines(number: u64, one: &str, many: &str) -> String {
    count(usize::try_from(number).unwrap_or(usize::MAX), one, many)
}
