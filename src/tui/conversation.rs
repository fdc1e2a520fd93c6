//! The conversation around a message: how it reads before and after.

use std::ops::Range;

use jiff::Timestamp;

use super::model::Model;
use crate::proposal;
use crate::session::{Session, SessionError};
use crate::source::{Key, Source as _, TurnMessage};

/// How many messages before, and as many after, are loaded.
const REACH: usize = 100;
/// The most characters of a message other than the one that is looked at.
const LONGEST: usize = 4_000;

/// Who speaks in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// A person.
    User,
    /// The assistant, by the name of its agent where there is one.
    Assistant(String),
    /// A tool or the system.
    Other,
}

/// A message of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spoken {
    /// Its key.
    pub key: Key,
    /// Who speaks.
    pub speaker: Speaker,
    /// When.
    pub at: Option<Timestamp>,
    /// The tools recorded with it.
    pub tools: Vec<String>,
    /// Its text, or the beginning of it.
    pub text: String,
    /// How many characters of the text are left out.
    pub cut: usize,
}

/// The conversation around a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversation {
    /// The message that it is about.
    pub message: Key,
    /// The key of the conversation, where the message belongs to one.
    pub conversation: Option<Key>,
    /// Its messages, in their order.
    pub messages: Vec<Spoken>,
    /// How many earlier ones are left out.
    pub earlier: usize,
    /// How many later ones are left out.
    pub later: usize,
}

/// Reads the conversation around a message.
pub(super) fn load(session: &Session, key: &Key) -> Result<Conversation, SessionError> {
    let source = session.audit().source();
    let conversation = source.message(key)?.and_then(|message| message.conversation);
    let all = match &conversation {
        Some(conversation) => source.conversation(conversation)?,
        None => Vec::new(),
    };
    let around = around(&all, key);
    let (earlier, later) = (around.start, all.len() - around.end);
    let mut messages = Vec::new();
    for turn in all.get(around).unwrap_or_default() {
        messages.push(spoken(session, turn, turn.key == *key)?);
    }
    if messages.is_empty() {
        // It stands in no conversation: then it stands alone.
        let alone = TurnMessage {
            key: key.clone(),
            is_user: false,
            is_assistant: true,
            owner: None,
            created_at: None,
            tools_used: Vec::new(),
        };
        messages.push(spoken(session, &alone, true)?);
    }
    Ok(Conversation { message: key.clone(), conversation, messages, earlier, later })
}

/// Which messages are loaded.
fn around(all: &[TurnMessage], key: &Key) -> Range<usize> {
    let place = all.iter().position(|message| message.key == *key).unwrap_or(0);
    place.saturating_sub(REACH)..(place + REACH).min(all.len())
}

fn spoken(session: &Session, turn: &TurnMessage, whole: bool) -> Result<Spoken, SessionError> {
    let source = session.audit().source();
    let message = source.message(&turn.key)?;
    let (owner, at, text) = match message {
        Some(message) => (message.owner.name, message.created_at, message.text),
        // One that still streams, or has no words.
        None => (None, None, source.text(&turn.key)?.unwrap_or_default()),
    };
    let speaker = match (turn.is_user, turn.is_assistant) {
        (true, _) => Speaker::User,
        (_, true) => Speaker::Assistant(owner.unwrap_or_else(|| match &turn.owner {
            Some(key) => format!("agent {key}"),
            None => "assistant".to_owned(),
        })),
        _ => Speaker::Other,
    };
    let (text, cut) = if whole { (text, 0) } else { shortened(text) };
    let (key, tools) = (turn.key.clone(), turn.tools_used.clone());
    Ok(Spoken { key, speaker, at: turn.created_at.or(at), tools, text, cut })
}

/// The beginning of a long text, and how many characters are left out.
fn shortened(text: String) -> (String, usize) {
    match text.char_indices().nth(LONGEST) {
        None => (text, 0),
        Some((place, _)) => {
            let (kept, rest) = text.split_at(place);
            (kept.to_owned(), rest.chars().count())
        }
    }
}

/// How the message that is looked at would read after a write-back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct After {
    pub(super) text: String,
    pub(super) tools: Vec<String>,
    /// The kinds of the records that would be written.
    pub(super) records: Vec<String>,
}

/// The conversation as it is looked at.
#[derive(Clone, Debug)]
pub struct ConversationDialog {
    pub(super) what: Conversation,
    pub(super) after: Option<After>,
    pub(super) shows_after: bool,
    /// The first row that shows; `None` for the row where the message begins.
    pub(super) scroll: Option<usize>,
}

impl ConversationDialog {
    pub(super) fn new(what: Conversation, model: &Model) -> Self {
        let item = model.place(&what.message).and_then(|place| model.items.get(place));
        let after = item.map(|item| {
            let finding = proposal::revise(&item.finding, &item.edit, &model.setting.rules());
            After {
                text: finding.text_left().to_owned(),
                tools: finding.tools_used_after.clone().unwrap_or_default(),
                records: finding.records.iter().map(|record| record.kind.clone()).collect(),
            }
        });
        Self { what, after, shows_after: false, scroll: None }
    }

    /// Shows the message before or after; what changes is brought on the screen.
    pub(super) fn toggle(&mut self) {
        self.shows_after = !self.shows_after && self.after.is_some();
        self.scroll = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_conversation_only_the_part_around_the_message_is_loaded() {
        let turn = |key| TurnMessage {
            key: Key::Integer(key),
            is_user: false,
            is_assistant: true,
            owner: None,
            created_at: None,
            tools_used: Vec::new(),
        };
        let all: Vec<_> = (0..500).map(turn).collect();
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
