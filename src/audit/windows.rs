//! What a person may still want done when a message answers: what he asked for before, as long as he was only asked back.

use super::wanted::said;
use crate::claim::Window;
use crate::source::{Conversation, Key, Source as _, SourceError, SqliteSource};

/// How many messages before the one that asks are read.
const MESSAGES_READ: usize = 24;

/// The window that a person's message ends; `conversation` are all messages in their order.
pub(super) fn before(source: &SqliteSource, conversation: &Conversation, asking: &Key) -> Result<Window, SourceError> {
    let end = conversation.place_of(asking).map_or(conversation.len(), |at| at + 1);
    let mut window = Window::default();
    if conversation.uses_tools_before(end) {
        window.saw_tools();
    }
    // Where each answer would be looked for among all rows, what was said last must do.
    let most = if source.finds_rows_at_once() { MESSAGES_READ } else { 1 };
    for message in conversation.iter().take(end).skip(end.saturating_sub(most)) {
        if message.is_user || message.asks {
            window.asked(&said(source, message)?.unwrap_or_default());
        }
        if !message.is_user && message.key != *asking {
            window.answered(&source.text(&message.key)?.unwrap_or_default());
        }
    }
    Ok(window)
}
