//! The conversation around a message, as it is read from the database.

use std::ops::Range;

use jiff::Timestamp;

use crate::audit::Audit;
use crate::proposal::Finding;
use crate::session::SessionError;
use crate::source::{self, Key, Message, Source as _, TurnMessage};
use crate::writeback::listed_tools;

/// The number of messages loaded before the message, and again after it.
const REACH: usize = 100;
/// The maximum number of characters loaded of any message other than the selected one.
const LONGEST: usize = 50_000;
/// The maximum number of characters shown of such a message unless the whole text was asked for.
const LONGEST_SHOWN: usize = 1_200;

/// The author of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// A person wrote it.
    User,
    /// The assistant, with the name of its agent if it has one.
    Assistant(String),
    /// A tool, the system, or any other role, as the database names it.
    Other(Option<String>),
}

/// A message of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversationMessage {
    /// The key of the message.
    pub key: Key,
    /// Who wrote it: the user, the assistant, or another role.
    pub speaker: Speaker,
    /// When it was written.
    pub at: Option<Timestamp>,
    /// The names of the tools recorded with it.
    pub tools: Vec<String>,
    /// Its text, possibly truncated.
    pub text: String,
    /// The number of characters truncated from the text.
    pub cut: usize,
}

/// The conversation around a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadedConversation {
    /// The key of the message that it was loaded for.
    pub message: Key,
    /// The key of the conversation; `None` if the message belongs to none.
    pub conversation: Option<Key>,
    /// Its messages in order.
    pub messages: Vec<ConversationMessage>,
    /// The number of earlier messages that are not loaded.
    pub earlier: usize,
    /// The number of later messages that are not loaded.
    pub later: usize,
    /// The ID of the last journal row when it was read.
    pub journal_head: i64,
}

/// Loads the conversation around a message.
pub(crate) fn load(audit: &Audit, key: &Key) -> Result<LoadedConversation, SessionError> {
    let source = audit.source();
    let mut message = source.message(key)?;
    let conversation = message.as_ref().and_then(|message| message.conversation.clone());
    let all = match &conversation {
        Some(conversation) => source.conversation(conversation, None)?,
        None => source::Conversation::default(),
    };
    let around = around(&all, key);
    let (earlier, later) = (around.start, all.len() - around.end);
    let mut messages = Vec::new();
    for turn in all.get(around).unwrap_or_default() {
        let is_looked_at = turn.key == *key;
        // The text may be long; it is loaded once.
        let known = message.take_if(|_| is_looked_at);
        let message = if known.is_some() { known } else { source.message(&turn.key)? };
        messages.push(spoken(audit, turn, message, is_looked_at)?);
    }
    if messages.is_empty() {
        // A message outside any conversation is shown alone.
        let tools_used = message.as_ref().and_then(|message| message.tools_used.clone()).unwrap_or_default();
        messages.push(spoken(audit, &answer(key.clone(), tools_used), message, true)?);
    }
    let journal_head = source.journal().head;
    Ok(LoadedConversation { message: key.clone(), conversation, messages, earlier, later, journal_head })
}

/// The range of messages to load.
fn around(all: &[TurnMessage], key: &Key) -> Range<usize> {
    let place = all.iter().position(|message| message.key == *key).unwrap_or(0);
    place.saturating_sub(REACH)..(place + REACH).min(all.len())
}

/// An assistant's message of which nothing else is known.
fn answer(key: Key, tools_used: Vec<String>) -> TurnMessage {
    TurnMessage {
        key,
        is_user: false,
        answers: false,
        is_assistant: true,
        is_of_tool: false,
        asks: false,
        role: None,
        owner: None,
        created_at: None,
        tools_used,
    }
}

fn spoken(
    audit: &Audit,
    turn: &TurnMessage,
    message: Option<Message>,
    whole: bool,
) -> Result<ConversationMessage, SessionError> {
    let (owner, at, text) = match message {
        Some(message) => (message.owner.name, message.created_at, message.text),
        // The message is still streaming, or has no text.
        None => (None, None, audit.source().text(&turn.key)?.unwrap_or_default()),
    };
    let speaker = match (turn.is_user, turn.is_assistant) {
        (true, _) => Speaker::User,
        (_, true) => Speaker::Assistant(owner.unwrap_or_else(|| match &turn.owner {
            Some(key) => format!("agent {key}"),
            None => "assistant".to_owned(),
        })),
        _ => Speaker::Other(turn.role.as_deref().map(str::to_owned)),
    };
    let (text, cut) = if whole { (text, 0) } else { shortened(text) };
    let (key, mut tools) = (turn.key.clone(), turn.tools_used.clone());
    // Tools recorded by a write-back are no evidence, but they are part of the message.
    if !audit.source().journal().tools_added(&key).is_empty() {
        tools = listed_tools(audit.source(), &key)?.unwrap_or(tools);
    }
    Ok(ConversationMessage { key, speaker, at: turn.created_at.or(at), tools, text, cut })
}

/// Returns the beginning of a long text and the number of characters left out.
fn shortened(text: String) -> (String, usize) {
    let (kept, left_out) = beginning(&text, LONGEST);
    if left_out == 0 { (text, 0) } else { (kept.to_owned(), left_out) }
}

fn beginning(text: &str, most: usize) -> (&str, usize) {
    match text.char_indices().nth(most) {
        None => (text, 0),
        Some((place, _)) => {
            let (kept, rest) = text.split_at(place);
            (kept, rest.chars().count())
        }
    }
}

impl ConversationMessage {
    /// Returns the part of a text that is shown and the number of characters left out.
    pub(crate) fn shown<'a>(&self, text: &'a str, whole: bool) -> (&'a str, usize) {
        let (shown, hidden) = if whole { (text, 0) } else { beginning(text, LONGEST_SHOWN) };
        (shown, hidden + self.cut)
    }

    /// Whether it is the unchanged message of a finding.
    pub(crate) fn is_of(&self, finding: &Finding) -> bool {
        let text = &finding.message.text;
        if self.cut == 0 { self.text == *text } else { text.starts_with(&self.text) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_conversation_only_the_part_around_the_message_is_loaded() {
        let all: Vec<_> = (0..500).map(|key| answer(Key::Integer(key), Vec::new())).collect();
        assert_eq!(around(&all, &Key::Integer(250)), 150..350);
        assert_eq!(around(&all, &Key::Integer(3)), 0..103);
        assert_eq!(around(&all, &Key::Integer(499)), 399..500);
        assert_eq!(around(&[], &Key::Integer(1)), 0..0);
    }

    #[test]
    fn a_long_text_is_cut_between_characters() {
        assert_eq!(shortened("é".repeat(LONGEST)), ("é".repeat(LONGEST), 0));
        assert_eq!(shortened("é".repeat(LONGEST + 7)), ("é".repeat(LONGEST), 7));
    }
}
