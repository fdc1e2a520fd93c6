//! Whole conversations from a stream: each is judged at its end, like a database of its own, so that later lines count.
//! Conversations are independent: however a stream is divided, the findings are the same.

use std::collections::HashMap;
use std::env;
use std::path::Path;
use std::sync::Arc;

use super::context::AuditContext;
use super::options::Options;
use super::sequence::{SequenceProgress, SortedStream};
use super::spool::Spool;
use super::with_context::{LineNumbers, StreamFinding};
use super::{findings_in, known_tools};
use crate::catalog::Catalog;
use crate::claim::Asked;
use crate::registry::Registry;
use crate::source::chat_log::{AddError, LineError, LogMessage, LogRules, NewChatLog, key, read_line, read_message};
use crate::source::profile::Profile;
use crate::source::{Key, SourceError, SqliteSource, sqlite_error};
use crate::unfinished;

/// The maximum number of bytes of pending lines that are held in memory; the rest goes to a temporary file.
const BYTES_HELD: usize = 1 << 20;
/// A conversation is judged by one thread, because each one would hold the index of the whole conversation.
const WORKERS: usize = 1;

/// What a stream of lines yields.
#[derive(Debug)]
pub enum StreamEvent {
    /// A finding of a conversation that ended.
    Finding(Box<StreamFinding>),
    /// A line that was not accepted.
    Refused {
        /// The number of the line, from 1.
        line: u64,
        /// Why, as an error message.
        reason: String,
        /// Whether the line itself is valid, but out of order.
        is_of_order: bool,
    },
}

impl StreamEvent {
    fn refused(line: u64, error: &LineError) -> Self {
        Self::Refused { line, reason: error.to_string(), is_of_order: error.is_of_order() }
    }
}

/// A conversation that has not ended.
#[derive(Debug)]
struct UnfinishedConversation {
    /// The number of its first line.
    first: u64,
    progress: SequenceProgress,
    /// Whether a line came out of order: its content is missing, and so is its evidence.
    is_broken: bool,
    /// Whether one of its messages may claim something.
    may_claim: bool,
}

/// Judges conversations when they end.
pub struct WholeConversations {
    profile: Profile,
    context: AuditContext,
    waiting: HashMap<Key, UnfinishedConversation>,
    sorted: Option<SortedStream>,
    spool: Spool,
    /// Whether findings carry the context for a review elsewhere.
    with_context: bool,
}

impl WholeConversations {
    /// Judges with these patterns; `profile` describes the layout `chat-log`, `catalog` the application's tools.
    #[must_use]
    pub fn new(registry: Registry, profile: Profile, catalog: Option<Arc<Catalog>>, options: Options) -> Self {
        unfinished::remove_temporary(&env::temp_dir());
        let tools = known_tools(&registry, &profile, catalog);
        Self {
            context: AuditContext::new(registry, tools, options),
            profile,
            waiting: HashMap::new(),
            sorted: None,
            spool: Spool::holding(BYTES_HELD),
            with_context: false,
        }
    }

    /// Requires the input to come conversation by conversation: each ends when the next one begins, and a line of an
    /// earlier one is refused.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.sorted = Some(SortedStream::default());
        self
    }

    /// Adds the context for a review elsewhere to findings: each message must have an `id` by which it is found in its
    /// own database.
    #[must_use]
    pub fn with_context(mut self) -> Self {
        self.with_context = true;
        self
    }

    /// Adds the next line, and reports the findings of a conversation that it ends.
    pub fn take(&mut self, number: u64, line: &str, report: &mut dyn FnMut(StreamEvent)) -> Result<(), SourceError> {
        match self.read(number, line) {
            Ok(read) => self.follow(number, line, read, report),
            Err(error) => {
                report(StreamEvent::refused(number, &error));
                Ok(())
            }
        }
    }

    /// Ends all conversations, in the order in which they began.
    pub fn finish(mut self, report: &mut dyn FnMut(StreamEvent)) -> Result<(), SourceError> {
        let mut left: Vec<_> = self.waiting.iter().map(|(key, waiting)| (waiting.first, key.clone())).collect();
        left.sort_unstable_by_key(|(first, _)| *first);
        left.iter().try_for_each(|(_, key)| self.end(key, report))
    }

    /// The content of a line, if all of it can be kept.
    fn read(&self, number: u64, line: &str) -> Result<AcceptedLine, LineError> {
        // Serde would read a list as the fields in their order.
        if line.trim_start().starts_with('[') {
            return Err(LineError::NoObject);
        }
        let message: LogMessage = serde_json::from_str(line)?;
        let (conversation, has_content) = (key(&message.conversation_id), message.has_content());
        if has_content && self.with_context && key(&message.id).is_none() {
            return Err(LineError::NoId);
        }
        if has_content {
            read_message(&message, number, &LogRules::default())?;
        }
        match conversation {
            None if !has_content => Err(LineError::NoContent),
            Some(_) if !has_content && !message.end => Err(LineError::NoContent),
            conversation => Ok(AcceptedLine { conversation, has_content, message }),
        }
    }

    fn follow(
        &mut self,
        number: u64,
        text: &str,
        line: AcceptedLine,
        report: &mut dyn FnMut(StreamEvent),
    ) -> Result<(), SourceError> {
        let AcceptedLine { conversation, has_content, message } = line;
        let may_claim = has_content && self.may_claim(&message);
        let Some(conversation) = conversation else {
            return if may_claim { self.judge_alone(number, text, report) } else { Ok(()) };
        };
        match self.sorted.as_mut().map(|sorted| sorted.advance(&conversation)).transpose() {
            Err(error) => {
                report(StreamEvent::refused(number, &error));
                return Ok(());
            }
            Ok(Some(Some(ended))) => self.end(&ended, report)?,
            Ok(_) => {}
        }
        if has_content {
            let new = || UnfinishedConversation {
                first: number,
                progress: SequenceProgress::default(),
                is_broken: false,
                may_claim: false,
            };
            let waiting = self.waiting.entry(conversation.clone()).or_insert_with(new);
            // Each line is reported on its own, so that all errors are shown.
            if let Err(error) = waiting.progress.advance(&message.seq, true) {
                waiting.is_broken = true;
                report(StreamEvent::refused(number, &error));
            }
            waiting.may_claim |= may_claim;
            if !waiting.is_broken {
                self.spool.add(&conversation, number, text).map_err(|error| unkept(&error))?;
            }
        }
        if message.end {
            self.end(&conversation, report)?;
            if let Some(sorted) = &mut self.sorted {
                sorted.end(&conversation);
            }
        }
        Ok(())
    }

    /// Whether a message may claim something, whatever the user asked for.
    fn may_claim(&self, message: &LogMessage) -> bool {
        let is_assistant =
            message.role().is_none_or(|role| self.profile.messages.assistant.iter().any(|known| known == role));
        let text = if is_assistant { message.text() } else { None };
        text.is_some_and(|text| self.context.may_claim(&text, self.context.look(&text), Asked::ANYTHING))
    }

    /// Judges a conversation, and forgets it.
    fn end(&mut self, conversation: &Key, report: &mut dyn FnMut(StreamEvent)) -> Result<(), SourceError> {
        let Some(waiting) = self.waiting.remove(conversation) else { return Ok(()) };
        if waiting.may_claim && !waiting.is_broken {
            self.judge(conversation, report)?;
        }
        self.spool.forget(conversation).map_err(|error| unkept(&error))
    }

    /// Judges a line that belongs to no conversation.
    fn judge_alone(&mut self, number: u64, text: &str, report: &mut dyn FnMut(StreamEvent)) -> Result<(), SourceError> {
        // A key that no line can have.
        let alone = Key::Composite(Box::default());
        self.spool.add(&alone, number, text).map_err(|error| unkept(&error))?;
        self.judge(&alone, report)?;
        self.spool.forget(&alone).map_err(|error| unkept(&error))
    }

    /// Judges the waiting lines of a conversation as a scan of a database with nothing else.
    fn judge(&self, conversation: &Key, report: &mut dyn FnMut(StreamEvent)) -> Result<(), SourceError> {
        let folder = env::temp_dir();
        let file = unfinished::create_temporary(&folder).map_err(|source| SourceError::Io { path: folder, source })?;
        let failed = |error| sqlite_error(file.path(), &error);
        let places = self.fill(file.path(), conversation, report).map_err(failed)?;
        let source = SqliteSource::open(file.path(), Some(&self.profile), false)?;
        let mut failure = None;
        let mut visit = |finding| {
            let found = if self.with_context {
                StreamFinding::with_context(finding, (&source, &places), &self.spool, conversation)
            } else {
                Ok(StreamFinding::alone(finding))
            };
            match found {
                Ok(found) => report(StreamEvent::Finding(Box::new(found))),
                Err(error) => failure = Some(error),
            }
            failure.is_none()
        };
        findings_in(&source, &self.context, WORKERS, &mut visit, &mut |_| true)?;
        failure.map_or(Ok(()), |error| Err(failed(error)))
    }

    /// Fills a database with a conversation. Returns the places of its messages, if findings need them.
    fn fill(
        &self,
        path: &Path,
        conversation: &Key,
        report: &mut dyn FnMut(StreamEvent),
    ) -> rusqlite::Result<LineNumbers> {
        let mut log = NewChatLog::begin(path)?;
        let mut places = LineNumbers::default();
        self.spool.each(conversation, 0..=u64::MAX, &mut |number, line| {
            // It was readable when it came.
            let Ok(line) = read_line(line, number, &LogRules::default()) else { return Ok(()) };
            match log.add(&line) {
                Err(AddError::Database(error)) => return Err(error),
                Err(duplicate) => {
                    report(StreamEvent::Refused { line: number, reason: duplicate.to_string(), is_of_order: false });
                }
                Ok(()) if self.with_context => places.add(number, line.messages()),
                Ok(()) => {}
            }
            Ok(())
        })?;
        log.finish().map(|_| places)
    }
}

/// Why lines could not be kept until their conversation ended.
fn unkept(error: &rusqlite::Error) -> SourceError {
    sqlite_error(&env::temp_dir(), error)
}

/// A line that can be kept.
struct AcceptedLine {
    conversation: Option<Key>,
    has_content: bool,
    message: LogMessage,
}

#[cfg(test)]
mod tests;
