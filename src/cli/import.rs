//! `import`: creates a database in ghostcall's own layout from chat logs in JSON Lines or a single JSON document.

mod document;
mod entries;
mod findings;

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use indicatif::ProgressBar;

use super::input::{self, InputLines};
use super::new_file::{keep, temporary_next_to};
use super::options::CommonOptions;
use super::output::{self, count};
use super::{CommandOutcome, progress};
use crate::source::chat_log::{AddError, ImportSummary, LogRules, NewChatLog, read_line};
use crate::source::{Key, no_chat_log, sqlite_error};
use crate::visible;
use entries::EntryReader;
use findings::ImportedFindings;

/// The maximum number of invalid lines that are reported individually.
const MOST_REPORTED: u64 = 5;
/// The maximum number of the others whose numbers are listed.
const MOST_NUMBERED: usize = 20;

/// The number of lines between updates of the progress bar.
const PACE: u64 = 256;

/// Create a database from JSON Lines chat logs.
///
/// Each line is one JSON document. It may be a message, as `ghostcall check` reads it: {"id", "role", "content", "tools_used",
/// "tool_calls", "agent_id", "agent", "conversation_id", "created_at", "model"}, of which only `content` is required. It may be a
/// conversation in OpenAI's format, alone or in the `body` of a batch request: {"messages": [{"role", "content", "tool_calls",
/// "tool_call_id"}], "id", "model", "created"}, its content a text or a list of parts. Lines of all kinds may be mixed. A file may
/// also be one JSON document: a conversation, a message, or a list of either; a list of messages is one conversation.
///
/// Findings that `ghostcall check --whole --with-context` printed can be imported too: the messages around each become a
/// conversation again. Review the findings here; `ghostcall export` prints the decisions for where the messages live. Findings that
/// are judged differently here are reported.
///
/// Keys and times stay as they are; a message without a key is named after its line (`line-7`, `line-7/2`). If a message does not
/// mention tools, it is unknown what ran, and its findings are for review; --all-calls-logged says that nothing ran.
///
/// A line that cannot be kept (invalid JSON, no content, an unknown time, a duplicate key) is reported and left out, as is a message
/// without content in a conversation; the exit status is then 1.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall import chats.jsonl --out chats.db
  zcat logs/*.gz | ghostcall import - --out chats.db --all-calls-logged
  ghostcall import findings.jsonl --out found.db
  ghostcall import batch.jsonl --out batch.db --agent support-bot
  ghostcall scan chats.db")]
pub(super) struct Arguments {
    /// Chat log; `-` for standard input.
    #[arg(value_name = "FILE")]
    file: String,

    /// New database file.
    #[arg(long, value_name = "DB")]
    out: PathBuf,

    /// Agent of assistant messages that name none; without one, lost memories have no owner.
    #[arg(long, value_name = "ID")]
    agent: Option<String>,

    /// The log holds every call that ran: a message without calls called nothing.
    #[arg(long)]
    all_calls_logged: bool,
}

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    let out = &arguments.out;
    if out.symlink_metadata().is_ok() {
        bail!("{}: already exists; choose a new file", out.display());
    }
    let mut lines = InputLines::open(Some(&arguments.file))?;
    let file = Some(arguments.file.as_str()).filter(|file| *file != "-");
    if let Some(known) = no_chat_log(input::name(file), file, lines.head()?) {
        return Err(known.into());
    }
    let unfinished = temporary_next_to(out)?;
    let failed = |error: rusqlite::Error| sqlite_error(out, &error);
    let mut log = NewChatLog::begin(unfinished.path()).map_err(failed)?;
    let bar = progress::of_bytes(length(&arguments.file));
    let (bad, findings) = Import::new(&mut log, arguments, &bar).fill(&mut lines)?;
    bar.finish_and_clear();
    let written = log.finish().map_err(failed)?;
    if written.messages == 0 {
        bail!("{}: no messages found; nothing was written", input::name(Some(&arguments.file)));
    }
    keep(unfinished, out)?;
    report_import(arguments, &written, bad);
    report_differing_findings(findings, arguments, common)?;
    Ok(if bad == 0 { CommandOutcome::Done } else { CommandOutcome::Problems })
}

/// The database that a log is imported into.
struct Import<'a> {
    log: &'a mut NewChatLog,
    arguments: &'a Arguments,
    rules: LogRules,
    bar: &'a ProgressBar,
    findings: ImportedFindings,
    /// How much could not be kept.
    bad: u64,
    /// The lines, or the entries of a document, that could not be kept and were not reported one by one.
    unreported: Vec<u64>,
    /// Whether there are more of them.
    is_cut: bool,
}

impl<'a> Import<'a> {
    fn new(log: &'a mut NewChatLog, arguments: &'a Arguments, bar: &'a ProgressBar) -> Self {
        // As elsewhere, an integer is a number and not a text.
        let key = |typed: &String| typed.parse().map_or_else(|_| Key::Text(typed.clone()), Key::Integer);
        let agent = arguments.agent.as_ref().map(key);
        let rules = LogRules { agent, all_calls_logged: arguments.all_calls_logged };
        Self {
            log,
            arguments,
            rules,
            bar,
            findings: ImportedFindings::default(),
            bad: 0,
            unreported: Vec::new(),
            is_cut: false,
        }
    }

    fn name(&self) -> &'a str {
        input::name(Some(&self.arguments.file))
    }

    /// Imports a whole log. Returns the number of rejected lines and messages, and the findings in the log.
    fn fill(mut self, lines: &mut InputLines) -> anyhow::Result<(u64, ImportedFindings)> {
        let mut entries = EntryReader::new(lines);
        if let Some((first, text)) = entries.list()? {
            return self.document(&text, first);
        }
        while let Some((number, text)) = entries.next()? {
            self.entry(text, number)?;
            if number % PACE == 0 {
                self.bar.set_position(entries.bytes_read());
            }
        }
        self.report_rest("more bad line", "more bad lines");
        Ok((self.bad, self.findings))
    }

    fn entry(&mut self, text: Result<String, String>, number: u64) -> anyhow::Result<()> {
        let refused = match text {
            Ok(text) => self.add(&text, number)?,
            Err(reason) => vec![reason],
        };
        for reason in refused {
            self.refuse(number, &format!("{}:{number}: {reason}", self.name()));
        }
        Ok(())
    }

    /// Imports the entries of one document, which begins at line `first`.
    fn document(mut self, text: &str, first: u64) -> anyhow::Result<(u64, ImportedFindings)> {
        for (number, part) in (1..).zip(document::parts(self.name(), text, first)?) {
            for reason in self.add(&part, number)? {
                self.refuse(number, &format!("{}: entry {number}: {reason}", self.name()));
            }
        }
        self.report_rest("more bad entry", "more bad entries");
        Ok((self.bad, self.findings))
    }

    /// Imports a line. Returns why it, or some of its messages, are rejected.
    fn add(&mut self, line: &str, number: u64) -> anyhow::Result<Vec<String>> {
        let Some(finding) = findings::read(line) else { return self.add_line(line, number) };
        let lines = match finding.and_then(|finding| self.findings.take(finding)) {
            Ok(lines) => lines,
            Err(reason) => return Ok(vec![reason]),
        };
        let mut refused = Vec::new();
        for line in lines {
            refused.extend(self.add_line(line.get(), number)?);
        }
        Ok(refused)
    }

    fn add_line(&mut self, line: &str, number: u64) -> anyhow::Result<Vec<String>> {
        let read = match read_line(line, number, &self.rules) {
            Ok(read) => read,
            Err(reason) => return Ok(vec![reason.to_string()]),
        };
        match self.log.add(&read) {
            Ok(()) => Ok(read.left_out().to_vec()),
            Err(AddError::Database(error)) => Err(sqlite_error(&self.arguments.out, &error).into()),
            Err(duplicate) => Ok(vec![duplicate.to_string()]),
        }
    }

    /// Counts a rejected line, and reports it unless the limit is reached.
    fn refuse(&mut self, number: u64, text: &str) {
        self.bad += 1;
        if self.bad <= MOST_REPORTED {
            self.bar.suspend(|| output::note(&visible::one_line(text)));
        } else if self.unreported.last() != Some(&number) {
            self.is_cut = self.unreported.len() == MOST_NUMBERED;
            self.unreported.extend((!self.is_cut).then_some(number));
        }
    }

    fn report_rest(&self, one: &str, many: &str) {
        if self.bad > MOST_REPORTED {
            let numbers: Vec<String> = self.unreported.iter().map(u64::to_string).collect();
            let more = if self.is_cut { ", …" } else { "" };
            let rest = count_lines(self.bad - MOST_REPORTED, one, many);
            output::note(&format!("… and {rest}: {}{more}", numbers.join(", ")));
        }
    }
}

/// The size of a file in bytes; unknown for a pipe.
fn length(file: &str) -> Option<u64> {
    let metadata = std::fs::metadata(file).ok()?;
    metadata.is_file().then_some(metadata.len())
}

fn report_import(arguments: &Arguments, written: &ImportSummary, bad: u64) {
    let mut text = format!(
        "wrote {} and {} to {}",
        count_lines(written.conversations, "conversation", "conversations"),
        count_lines(written.messages, "message", "messages"),
        arguments.out.display()
    );
    if bad > 0 {
        text.push_str(&format!("; {} left out", count_lines(bad, "bad line", "bad lines")));
    }
    output::note(&text);
    let most = usize::try_from(MOST_REPORTED).unwrap_or_default();
    for (role, count) in written.unknown_roles.iter().take(most) {
        let messages = count_lines(*count, "message", "messages");
        let role = visible::one_line(role);
        output::note(&format!("note: {messages} of the unknown role `{role}`: neither judged nor read as requests"));
    }
}

/// Reports findings that differ in the new database: a review of all conversations sees what none shows alone, such as
/// the same memory in two of them.
fn report_differing_findings(
    findings: ImportedFindings,
    arguments: &Arguments,
    common: &CommonOptions,
) -> anyhow::Result<()> {
    if findings.is_empty() {
        return Ok(());
    }
    let differing = findings.differing(&arguments.out, common)?;
    let most = usize::try_from(MOST_REPORTED).unwrap_or_default();
    for text in differing.iter().take(most) {
        output::note(&format!("note: judged differently here: {}", visible::one_line(text)));
    }
    if differing.len() > most {
        output::note(&format!("… and {} more", differing.len() - most));
    }
    Ok(())
}

fn count_lines(number: u64, one: &str, many: &str) -> String {
    count(usize::try_from(number).unwrap_or(usize::MAX), one, many)
}
