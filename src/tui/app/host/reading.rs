//! What the host reads of the database to be shown.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::session::SessionError;
use crate::source::{FileState, Key};
use crate::tui::app::worker::{self, Asked, ConversationReader};
use crate::tui::app::writing;
use crate::tui::dialogs::copy::Part;
use crate::tui::dialogs::{conversation, journal};
use crate::tui::findings::written;
use crate::tui::input::action::Action;
use crate::tui::input::effect::Effect;

use super::SessionHost;

impl SessionHost {
    /// Reads what an effect asks for, from a database that was looked at just now.
    pub(crate) fn read(&mut self, effect: Effect) -> Result<Vec<Action>, SessionError> {
        Ok(match effect {
            Effect::OpenConversation(key) => self.open_conversation(key)?,
            Effect::ReadWritten(message) => {
                let now = Box::new(written::load(&self.session, &message)?);
                vec![Action::WrittenNow { message, now }]
            }
            Effect::OpenJournal => vec![Action::Journal(journal::load(&self.session)?)],
            Effect::CopyFinding(finding) => {
                let document = self.session.document_of(&finding)?;
                let key = finding.message_id.as_ref().map_or_else(String::new, ToString::to_string);
                vec![self.copy(format!("{} of {key}", Part::Finding.name()), &format!("{document:#}"))]
            }
            // Nothing else is read so.
            _ => Vec::new(),
        })
    }

    /// Finds the findings of some messages anew, beside the review.
    pub(crate) fn find_again(&self, search: u64, messages: Vec<Key>) -> Option<Action> {
        let Some(news) = &self.news else {
            return Some(match worker::find_these(&self.session, &messages, &mut |_| true) {
                Ok(items) => Action::FoundAgain { search, items },
                Err(error) => worker::not_found_again(search, &error.to_string()),
            });
        };
        // What is found by other patterns is of no use: under new ones all is looked for anew.
        let patterns = Arc::clone(&self.patterns);
        let number = patterns.load(Ordering::SeqCst);
        let is_wanted = move || patterns.load(Ordering::SeqCst) == number;
        worker::find_again(self.session.setup().clone(), (search, messages), news.clone(), is_wanted);
        None
    }

    /// Reads what the user had asked; beside the review, where that may take long.
    pub(crate) fn read_request(&mut self, message: Key) -> Option<Action> {
        if let Some(reader) = self.reader() {
            reader.ask(Asked::Request(message));
            return None;
        }
        // It is a help: where it cannot be read, the finding is decided without it.
        let said = self.session.request(&message).ok().flatten();
        Some(Action::Request { message, said })
    }

    /// Reads a conversation; beside the review, where that may take long.
    fn open_conversation(&mut self, key: Key) -> Result<Vec<Action>, SessionError> {
        let Some(reader) = self.reader() else {
            return Ok(vec![Action::Conversation(conversation::load(self.session.audit(), &key)?)]);
        };
        reader.ask(Asked::Conversation(key));
        Ok(Vec::new())
    }

    /// Who reads conversations beside the review, where to read one may take long.
    fn reader(&mut self) -> Option<&ConversationReader> {
        let news = self.news.as_ref().filter(|_| writing::takes_long(&self.session))?;
        // Who read before something was written would not see that.
        let head = self.session.audit().source().journal().head;
        let knows = (head, FileState::of(&self.session.setup().database));
        let reader = self.conversations.take().filter(|reader| reader.knows == knows && reader.is_there());
        let begin = || ConversationReader::begin(self.session.setup().clone(), knows, news.clone());
        let reader = reader.unwrap_or_else(begin);
        Some(self.conversations.insert(reader))
    }
}
