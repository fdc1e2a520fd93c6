//! An invented conversation, for tests that show one.

use super::support::items;
use crate::source::Key;
use crate::tui::{ConversationMessage, LoadedConversation, Speaker};

/// A conversation with every kind of message around the one with a key of [`items`].
pub(super) fn conversation(key: &Key) -> LoadedConversation {
    let at = |minute: i8| {
        Some(
            "2026-01-20T17:00:00Z".parse::<jiff::Timestamp>().unwrap() + jiff::SignedDuration::from_mins(minute.into()),
        )
    };
    let spoken = |number, speaker, minute, tools: &[&str], text: &str| ConversationMessage {
        key: Key::Integer(number),
        speaker,
        at: at(minute),
        tools: tools.iter().map(|tool| (*tool).to_owned()).collect(),
        text: text.to_owned(),
        cut: 0,
    };
    let agent = || Speaker::Assistant("Paulina".to_owned());
    let text = items()
        .into_iter()
        .find(|item| item.key == *key)
        .map_or_else(String::new, |item| item.finding().unwrap().message.text.clone());
    let long = "And so the talk went on about tides, ropes and the keeper's lamp.\n\n".repeat(9);
    let messages = vec![
        ConversationMessage { cut: 812, ..spoken(1, agent(), 0, &[], &long) },
        spoken(2, Speaker::User, 1, &[], "What does the lamp\u{1b}[31m say?"),
        spoken(3, agent(), 2, &["web_search"], ""),
        spoken(4, Speaker::Other(Some("tool".to_owned())), 2, &[], "{\"results\": []}"),
        ConversationMessage { key: key.clone(), ..spoken(5, agent(), 3, &[], &text) },
        spoken(6, Speaker::User, 4, &[], "Tomorrow, then. 日本語"),
        spoken(7, agent(), 5, &[], &long),
    ];
    LoadedConversation {
        message: key.clone(),
        conversation: Some(Key::Integer(7)),
        messages,
        earlier: 12,
        later: 0,
        journal_head: 0,
    }
}
