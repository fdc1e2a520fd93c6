//! A finding with everything that a review elsewhere needs: the text, its digest, the request, and the messages around
//! it.

use rusqlite::{Connection, OptionalExtension as _};
use serde::Serialize;
use serde_json::value::RawValue;

use super::spool::Spool;
use crate::proposal::Finding;
use crate::source::chat_log::LogMessage;
use crate::source::profile::Profile;
use crate::source::{Key, SqliteSource, text_digest};

/// The maximum number of messages of a conversation that is included as a whole, so that a review judges it by the same
/// context.
const WHOLE: usize = 200;
/// The messages before and after the finding's message that are included of a longer conversation.
const AROUND: usize = 100;

/// A finding in a stream.
#[derive(Clone, Debug, Serialize)]
pub struct StreamFinding {
    /// The finding, whose members are written next to those of the context.
    #[serde(flatten)]
    pub finding: Finding,
    /// What a review elsewhere needs; `None` unless it was asked for.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub context: Option<FindingContext>,
}

/// What a reviewer needs to know of a message besides its finding.
#[derive(Clone, Debug, Serialize)]
pub struct FindingContext {
    /// The user's message before it.
    pub request: Option<String>,
    /// The text of the message.
    pub text: String,
    /// The SHA-256 of the text, in hexadecimal: a message with another one has changed since.
    pub text_digest: String,
    /// The messages around it.
    pub context: ContextMessages,
}

/// Consecutive messages of a conversation.
#[derive(Clone, Debug, Serialize)]
pub struct ContextMessages {
    /// The number of messages in the conversation before these.
    pub first: usize,
    /// Their lines as they came.
    pub messages: Vec<Box<RawValue>>,
}

impl StreamFinding {
    pub(super) fn alone(finding: Finding) -> Self {
        Self { finding, context: None }
    }

    pub(super) fn with_context(
        finding: Finding,
        (database, places): (&SqliteSource, &LineNumbers),
        spool: &Spool,
        conversation: &Key,
    ) -> rusqlite::Result<Self> {
        let own = finding.message_id.as_ref().map(|key| logged_place(database.connection(), key)).transpose()?;
        let Some((first, own, numbers)) = own.flatten().and_then(|place| places.around(place)) else {
            return Ok(Self::alone(finding));
        };
        let profile = database.profile();
        let mut messages = Vec::new();
        spool.each(conversation, numbers, &mut |_, line| {
            messages.extend(RawValue::from_string(line.trim().to_owned()).ok());
            Ok(())
        })?;
        let request = messages[..(own - first).min(messages.len())].iter().rev().find_map(|line| said(line, profile));
        let text = finding.message.text.clone();
        let text_digest = text_digest(&text);
        let context = FindingContext { request, text, text_digest, context: ContextMessages { first, messages } };
        Ok(Self { finding, context: Some(context) })
    }
}

/// The user's text in a line.
fn said(line: &RawValue, profile: &Profile) -> Option<String> {
    let message: LogMessage = serde_json::from_str(line.get()).ok()?;
    let is_user = message.role().is_some_and(|role| profile.messages.user.iter().any(|known| known == role));
    message.text().filter(|_| is_user)
}

/// The index of a message in a log, from 0.
fn logged_place(database: &Connection, key: &Key) -> rusqlite::Result<Option<usize>> {
    let mut select = database.prepare_cached("SELECT place FROM logged_messages WHERE id = ?1")?;
    let place: Option<i64> = select.query_row([key], |row| row.get(0)).optional()?;
    Ok(place.and_then(|place| usize::try_from(place - 1).ok()))
}

/// The numbers of the lines of a conversation.
#[derive(Debug, Default)]
pub(super) struct LineNumbers {
    numbers: Vec<u64>,
    /// The number of messages up to each line, inclusive: an answer of several tools is several messages.
    messages: Vec<usize>,
}

impl LineNumbers {
    /// Adds the line with this number, which contains `messages` messages.
    pub(super) fn add(&mut self, number: u64, messages: usize) {
        self.numbers.push(number);
        self.messages.push(self.messages.last().copied().unwrap_or_default() + messages);
    }

    /// The index of the first line around the message at an index, that of its own line, and the numbers of the lines.
    fn around(&self, message: usize) -> Option<(usize, usize, std::ops::RangeInclusive<u64>)> {
        let own = self.messages.partition_point(|messages| *messages <= message);
        self.numbers.get(own)?;
        let last = self.numbers.len().checked_sub(1)?;
        let (first, last) = if self.numbers.len() <= WHOLE {
            (0, last)
        } else {
            (own.saturating_sub(AROUND), (own + AROUND).min(last))
        };
        Some((first, own, self.numbers[first]..=self.numbers[last]))
    }
}
