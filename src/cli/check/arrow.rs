//! `check --format arrow`: reads and writes Arrow record batches, as query engines pass them.

mod row;

use std::io;
use std::sync::Arc;

use anyhow::Context as _;
use arrow_array::{ArrayRef, RecordBatch, StringArray, UInt64Array};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{DataType, Field, Schema, SchemaRef};

use super::{Arguments, SeenProblems, whole};
use crate::audit::{Gateway, StreamEvent, StreamFinding, WholeConversations};
use crate::cli::CommandOutcome;
use crate::cli::input;
use crate::cli::options::CommonOptions;
use crate::source::Key;
use crate::verdict::Remedy;
use row::ArrowRows;

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    let mut judge = RowJudge::new(arguments, common)?;
    let file = arguments.file.as_deref();
    let unread = || format!("{}: not an Arrow IPC stream", input::name(file));
    let batches = StreamReader::try_new(input::open(file)?, None).with_context(unread)?;
    let mut answers = AnswerRows::new();
    let mut out = StreamWriter::try_new(io::stdout().lock(), &answers.schema)?;
    let mut number = 0;
    for batch in batches {
        let batch = batch.with_context(unread)?;
        let rows = ArrowRows::of(&batch)?;
        for row in 0..batch.num_rows() {
            number += 1;
            judge.take(number, &rows.line(row)?, &mut |event| answers.add(number, &event))?;
        }
        answers.print(&mut out)?;
    }
    judge.finish(&mut |event| answers.add(number, &event))?;
    answers.print(&mut out)?;
    out.finish()?;
    Ok(answers.seen.outcome(arguments))
}

/// Judges rows one by one, or each conversation at its end.
enum RowJudge {
    Live(Box<Gateway>),
    Whole(Box<WholeConversations>),
}

impl RowJudge {
    fn new(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<Self> {
        Ok(if arguments.whole {
            Self::Whole(Box::new(whole::conversations(arguments, common)?))
        } else {
            Self::Live(Box::new(super::gateway(arguments, common)?))
        })
    }

    fn take(&mut self, number: u64, line: &str, report: &mut dyn FnMut(StreamEvent)) -> anyhow::Result<()> {
        match self {
            Self::Live(gateway) => report(match gateway.judge(line) {
                Ok(finding) => StreamEvent::Finding(Box::new(StreamFinding { finding, context: None })),
                Err(error) => {
                    StreamEvent::Refused { line: number, reason: error.to_string(), is_of_order: error.is_of_order() }
                }
            }),
            Self::Whole(conversations) => conversations.take(number, line, report)?,
        }
        Ok(())
    }

    fn finish(self, report: &mut dyn FnMut(StreamEvent)) -> anyhow::Result<()> {
        match self {
            Self::Live(_) => Ok(()),
            Self::Whole(conversations) => Ok(conversations.finish(report)?),
        }
    }
}

/// The answers to the rows of a batch.
struct AnswerRows {
    schema: SchemaRef,
    lines: Vec<u64>,
    messages: Vec<Option<String>>,
    conversations: Vec<Option<String>>,
    remedies: Vec<Option<&'static str>>,
    findings: Vec<Option<String>>,
    errors: Vec<Option<String>>,
    seen: SeenProblems,
}

impl AnswerRows {
    fn new() -> Self {
        let text = |name| Field::new(name, DataType::Utf8, true);
        let schema = Schema::new(vec![
            Field::new("line", DataType::UInt64, false),
            text("message_id"),
            text("conversation_id"),
            text("remedy"),
            text("finding"),
            text("error"),
        ]);
        Self {
            schema: Arc::new(schema),
            lines: Vec::new(),
            messages: Vec::new(),
            conversations: Vec::new(),
            remedies: Vec::new(),
            findings: Vec::new(),
            errors: Vec::new(),
            seen: SeenProblems::default(),
        }
    }

    /// Adds an event; `number` is the row that was read last.
    fn add(&mut self, number: u64, event: &StreamEvent) {
        match event {
            StreamEvent::Finding(found) => {
                let finding = &found.finding;
                self.seen.found |= !finding.claims.is_empty();
                self.lines.push(number);
                self.messages.push(finding.message_id.as_ref().map(Key::to_string));
                self.conversations.push(finding.conversation_id.as_ref().map(Key::to_string));
                self.remedies.push(finding.remedy.map(Remedy::name));
                self.findings.push(serde_json::to_string(found).ok());
                self.errors.push(None);
            }
            StreamEvent::Refused { line, reason, is_of_order } => {
                self.seen.refuse(*is_of_order);
                self.lines.push(*line);
                self.messages.push(None);
                self.conversations.push(None);
                self.remedies.push(None);
                self.findings.push(None);
                self.errors.push(Some(reason.clone()));
            }
        }
    }

    /// Writes the answers added so far and flushes them.
    fn print<W: io::Write>(&mut self, out: &mut StreamWriter<W>) -> anyhow::Result<()> {
        if self.lines.is_empty() {
            return Ok(());
        }
        let columns: Vec<ArrayRef> = vec![
            Arc::new(UInt64Array::from(std::mem::take(&mut self.lines))),
            Arc::new(StringArray::from(std::mem::take(&mut self.messages))),
            Arc::new(StringArray::from(std::mem::take(&mut self.conversations))),
            Arc::new(StringArray::from(std::mem::take(&mut self.remedies))),
            Arc::new(StringArray::from(std::mem::take(&mut self.findings))),
            Arc::new(StringArray::from(std::mem::take(&mut self.errors))),
        ];
        out.write(&RecordBatch::try_new(Arc::clone(&self.schema), columns)?)?;
        Ok(out.get_mut().flush()?)
    }
}
