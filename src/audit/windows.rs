//! What a user may still want done when a message answers: earlier requests that were only answered by asking back.

use super::earlier_requests::said;
use crate::claim::Window;
use crate::source::{Conversation, Key, Source as _, SourceError, SqliteSource};

/// The maximum number of messages that are read before the last request.
const MESSAGES_READ: usize = 24;

/// The window up to a user's message, in which an answer to it is read; `conversation` has all messages in order.
pub(super) fn before(
    source: &SqliteSource,
    conversation: &Conversation,
    asking: &Key,
    answer: &Key,
) -> Result<Window, SourceError> {
    let end_of = |key| conversation.place_of(key).map_or(conversation.len(), |at| at + 1);
    let end = end_of(asking);
    let mut window = Window::default();
    if conversation.uses_tools_before(end_of(answer)) {
        window.note_tools();
    }
    // If finding an answer means reading all rows, the last message must suffice.
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
