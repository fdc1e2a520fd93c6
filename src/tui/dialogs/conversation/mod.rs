//! The conversation around a message: how it reads before and after.

mod view;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use jiff::Timestamp;

use crate::audit::Audit;
use crate::proposal::{Finding, Status};
use crate::session::SessionError;
use crate::source::{self, Key, Message, Source as _, TurnMessage};
use crate::tui::input::action::Action;
use crate::tui::input::context::KeyContext;
use crate::tui::input::effect::Effect;
use crate::tui::panes::page::Page;
use crate::tui::review::model::Model;
use crate::tui::screen;
use crate::tui::text::long_texts::LongTexts;
use crate::writeback::listed_tools;

use super::Overlay;
use super::dialog::{Dialog, DialogOutcome};
use super::sheet::{Sheet, SheetContext, SheetLines};

/// The number of messages loaded before the message, and again after it.
const REACH: usize = 100;
/// The most characters loaded of any message other than the selected one.
const LONGEST: usize = 50_000;
/// The most characters shown of such a message unless the whole text was asked for.
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
    /// Who wrote it.
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

/// A requested conversation that is not loaded yet.
#[derive(Clone, Debug)]
pub(crate) struct AwaitedConversation {
    message: Key,
    /// Whether the reviewer pressed other keys meanwhile.
    pub(crate) went_on: bool,
}

impl Model {
    /// Requests the conversation around a message.
    pub(crate) fn ask_for_conversation(&mut self, message: Key) -> Vec<Effect> {
        self.notify("reading the conversation…");
        self.jobs.awaited_conversation = Some(AwaitedConversation { message: message.clone(), went_on: false });
        vec![Effect::OpenConversation(message)]
    }

    /// Shows a conversation. If the reviewer moved on meanwhile, only a toast reports it, since the next key is meant
    /// for something else.
    pub(crate) fn open_conversation(&mut self, conversation: LoadedConversation) {
        let open = self.overlays.iter().position(
            |overlay| matches!(overlay, Overlay::Conversation(open) if open.what.message == conversation.message),
        );
        if let Some(place) = open {
            return self.renew_conversation(place, conversation);
        }
        let awaited = self.jobs.awaited_conversation.take();
        let is_open = self.overlays.iter().any(|overlay| matches!(overlay, Overlay::Conversation(_)));
        if awaited.as_ref().is_some_and(|awaited| awaited.message != conversation.message) {
            self.jobs.awaited_conversation = awaited;
        } else if awaited.is_some_and(|awaited| awaited.went_on) {
            let key = self.key(&Action::ShowConversation);
            self.notify(format!("the conversation of {} is read: {key} shows it there", conversation.message));
        } else if !is_open {
            self.toast = None;
            let dialog = ConversationDialog::new(conversation, self);
            self.open(dialog);
        }
    }
}

impl Model {
    /// Refreshes an open conversation and keeps its scroll position.
    fn renew_conversation(&mut self, place: usize, conversation: LoadedConversation) {
        let mut renewed = ConversationDialog::new(conversation, self);
        if let Some(Overlay::Conversation(open)) = self.overlays.get_mut(place)
            && open.what.journal_head <= renewed.what.journal_head
        {
            renewed.shows_after = open.shows_after && !renewed.after.is_empty();
            (renewed.whole, renewed.top) = (open.whole, open.top);
            **open = renewed;
        }
    }
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
        let alone = TurnMessage {
            key: key.clone(),
            is_user: false,
            answers: false,
            is_assistant: true,
            is_of_tool: false,
            asks: false,
            role: None,
            owner: None,
            created_at: None,
            tools_used: message.as_ref().and_then(|message| message.tools_used.clone()).unwrap_or_default(),
        };
        messages.push(spoken(audit, &alone, message, true)?);
    }
    let journal_head = source.journal().head;
    Ok(LoadedConversation { message: key.clone(), conversation, messages, earlier, later, journal_head })
}

/// The range of messages to load.
fn around(all: &[TurnMessage], key: &Key) -> Range<usize> {
    let place = all.iter().position(|message| message.key == *key).unwrap_or(0);
    place.saturating_sub(REACH)..(place + REACH).min(all.len())
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
    fn is_of(&self, finding: &Finding) -> bool {
        let text = &finding.message.text;
        if self.cut == 0 { self.text == *text } else { text.starts_with(&self.text) }
    }
}

/// The conversation dialog.
#[derive(Clone, Debug)]
pub struct ConversationDialog {
    pub(crate) what: LoadedConversation,
    /// The findings as they would be written: the accepted ones and the selected one.
    pub(crate) after: HashMap<Key, Arc<Finding>>,
    pub(crate) shows_after: bool,
    /// Whether long messages are shown in full.
    pub(crate) whole: bool,
    pub(crate) top: FirstRow,
}

/// The first row of a conversation that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FirstRow {
    /// Where the selected message begins.
    Message,
    /// Where the message with this index begins. The row moves while longer texts before it are laid out.
    Place(usize),
    /// A fixed row.
    Row(usize),
}

impl ConversationDialog {
    pub(crate) fn new(what: LoadedConversation, model: &Model) -> Self {
        let rules = model.settings.rules();
        let mut after = HashMap::new();
        for spoken in &what.messages {
            let Some(item) = model.place(&spoken.key).and_then(|place| model.items.get(place)) else {
                continue;
            };
            let is_accepted = matches!(item.status, Status::Accepted | Status::Edited);
            if (is_accepted || spoken.key == what.message) && spoken.is_of(&item.finding()) {
                after.insert(spoken.key.clone(), item.current(&rules));
            }
        }
        Self { what, after, shows_after: false, whole: false, top: FirstRow::Message }
    }

    /// Switches between before and after, and scrolls to what changes.
    fn toggle(&mut self) {
        self.shows_after = !self.shows_after && !self.after.is_empty();
        self.top = FirstRow::Message;
    }

    /// The finding of a message as it would be written, if the dialog shows the state after.
    pub(crate) fn after(&self, spoken: &ConversationMessage) -> Option<&Finding> {
        self.after.get(&spoken.key).filter(|_| self.shows_after).map(|finding| &**finding)
    }
}

impl ConversationDialog {
    /// Lays out its rows.
    fn rows<'a>(&self, room: SheetContext<'a>) -> view::ConversationRows<'a> {
        view::rows(self, Page::new(room.model, None, room.whole_width(), room.theme), room.rows())
    }

    /// Toggles truncation of long messages and keeps the message at the top.
    fn show_whole(&mut self, model: &Model) {
        let theme = model.plain_theme();
        let Some(room) = screen::room(model, &theme) else { return };
        let starts = self.rows(room).starts;
        let top = screen::dialog_extent(model, self).top;
        let at_top = starts.iter().rposition(|start| *start <= top);
        self.whole = !self.whole;
        self.top = at_top.map_or(FirstRow::Message, FirstRow::Place);
    }
}

impl Dialog for ConversationDialog {
    fn context(&self) -> KeyContext {
        KeyContext::Conversation
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        match action {
            Action::Toggle => self.toggle(),
            Action::Zoom => self.show_whole(model),
            _ => {}
        }
        DialogOutcome::stays()
    }

    fn sheet<'a>(&'a self, room: SheetContext<'a>) -> Option<Sheet<'a>> {
        let rows = self.rows(room);
        Some(Sheet::full(view::heading(self), SheetLines::Page(rows.page), rows.top, room.theme))
    }

    fn scroll_to(&mut self, line: usize) {
        self.top = FirstRow::Row(line);
    }

    fn lay_out(&self, room: SheetContext<'_>, texts: &mut LongTexts) {
        view::rows(self, Page::new(room.model, None, room.whole_width(), room.theme).laying_out(texts), room.rows());
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
            answers: false,
            is_assistant: true,
            is_of_tool: false,
            asks: false,
            role: None,
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
