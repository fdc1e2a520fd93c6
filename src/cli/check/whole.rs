//! `check --whole`: judges each conversation at its end.

use std::io::{self, Write as _};

use serde_json::json;

use super::{Arguments, SeenProblems};
use crate::audit::{StreamEvent, WholeConversations};
use crate::cli::CommandOutcome;
use crate::cli::input::InputLines;
use crate::cli::options::CommonOptions;
use crate::cli::output;

/// Creates the judge of conversations with these options.
pub(super) fn conversations(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<WholeConversations> {
    let (registry, profile) = (common.registry()?, common.chat_log_profile()?);
    let mut conversations = WholeConversations::new(registry, profile, common.catalog_if_named()?, common.options());
    if arguments.sorted {
        conversations = conversations.sorted();
    }
    if arguments.with_context {
        conversations = conversations.with_context();
    }
    Ok(conversations)
}

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    let conversations = conversations(arguments, common)?;
    let mut printed = PrintedFindings::default();
    let ended = printed.all(conversations, InputLines::open(arguments.file.as_deref())?);
    printed.seen.outcome(arguments).after_printing(ended)
}

/// The output so far.
#[derive(Debug, Default)]
struct PrintedFindings {
    seen: SeenProblems,
    /// The error that stopped the output.
    failure: Option<anyhow::Error>,
}

impl PrintedFindings {
    fn all(&mut self, mut conversations: WholeConversations, mut lines: InputLines) -> anyhow::Result<()> {
        while let Some((number, text)) = lines.next()? {
            match text {
                Ok(line) => conversations.take(number, line, &mut |event| self.print(&event))?,
                Err(reason) => self.print(&StreamEvent::Refused { line: number, reason, is_of_order: false }),
            }
            self.failure.take().map_or(Ok(()), Err)?;
        }
        conversations.finish(&mut |event| self.print(&event))?;
        self.failure.take().map_or(Ok(()), Err)
    }

    /// Prints an event and flushes it.
    fn print(&mut self, event: &StreamEvent) {
        if self.failure.is_some() {
            return;
        }
        let printed = match event {
            StreamEvent::Finding(finding) => {
                self.seen.found = true;
                output::json_line(finding)
            }
            StreamEvent::Refused { line, reason, is_of_order } => {
                self.seen.refuse(*is_of_order);
                output::json_line(&json!({ "line": line, "error": reason }))
            }
        };
        self.failure = printed.and_then(|()| Ok(io::stdout().flush()?)).err();
    }
}
