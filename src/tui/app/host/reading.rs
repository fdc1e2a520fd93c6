//! What the host reads from the database for display.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::session::{self, SessionError, request_before};
use crate::source::{FileState, Key};
use crate::tui::app::worker::{self, ConversationReader, ConversationRequest};
use crate::tui::app::writing;
use crate::tui::input::action::Action;
use crate::tui::input::clipboard_part::ClipboardPart;
use crate::tui::input::effect::Effect;
use crate::tui::loaded::{conversation, journal, written};

use super::SessionHost;

impl SessionHost {
    /// Reads what an effect asks for. The caller has just refreshed the session.
    pub(crate) fn read(&mut self, effect: Effect) -> Result<Vec<Action>, SessionError> {
        Ok(match effect {
            Effect::OpenConversation(key) => self.open_conversation(key)?,
            Effect::ReadWritten(message) => {
                let now = Box::new(written::load(&self.session, &message)?);
                vec![Action::WrittenNow { message, now }]
            }
            Effect::OpenJournal => vec![Action::Journal(journal::load(&self.session)?)],
            Effect::CopyFinding(finding) => {
                let document = session::document_of(self.session.findings(), &finding)?;
                let key = finding.message_id.as_ref().map_or_else(String::new, ToString::to_string);
                vec![self.copy(format!("{} of {key}", ClipboardPart::Finding.name()), &format!("{document:#}"))]
            }
            // No other effect gets here.
            _ => Vec::new(),
        })
    }

    /// Scans some messages again in the background.
    pub(crate) fn find_again(&self, search: u64, messages: Vec<Key>) -> Option<Action> {
        let Some(news) = &self.news else {
            return Some(match worker::find_these(&self.session, &messages, &mut |_| true) {
                Ok(items) => Action::FoundAgain { search, items },
                Err(error) => worker::not_found_again(search, &error.to_string()),
            });
        };
        // A result of older patterns is useless: after a change everything is scanned again.
        let patterns = Arc::clone(&self.patterns);
        let number = patterns.load(Ordering::SeqCst);
        let is_wanted = move || patterns.load(Ordering::SeqCst) == number;
        worker::find_again(self.session.setup().clone(), (search, messages), news.clone(), is_wanted);
        None
    }

    /// Reads the user's request, in the background if that may take long.
    pub(crate) fn read_request(&mut self, message: Key) -> Option<Action> {
        if let Some(reader) = self.reader() {
            reader.ask(ConversationRequest::Request(message));
            return None;
        }
        let said = request_before(self.session.audit(), &message);
        Some(Action::Request { message, said: said.map_err(|error| error.to_string()) })
    }

    /// Reads a conversation, in the background if that may take long.
    fn open_conversation(&mut self, key: Key) -> Result<Vec<Action>, SessionError> {
        let Some(reader) = self.reader() else {
            return Ok(vec![Action::Conversation(conversation::load(self.session.audit(), &key)?)]);
        };
        reader.ask(ConversationRequest::Conversation(key));
        Ok(Vec::new())
    }

    /// The thread that reads conversations, if reading one may take long.
    fn reader(&mut self) -> Option<&ConversationReader> {
        let news = self.news.as_ref().filter(|_| writing::takes_long(&self.session))?;
        // A reader that started before a write would not see that write.
        let head = self.session.audit().source().journal().head;
        let knows = (head, FileState::of(&self.session.setup().database));
        let reader = self.conversations.take().filter(|reader| reader.knows == knows && reader.is_there());
        let begin = || ConversationReader::begin(self.session.setup().clone(), knows, news.clone());
        let reader = reader.unwrap_or_else(begin);
        Some(self.conversations.insert(reader))
    }
}
