//! Whether a frame reports that what the user named was done, or put elsewhere than in the reply.

use super::super::user_request::UserRequest;
use super::super::{Form, Frame};
use super::Grounds;
use super::fit::{has_verb_of, shares_noun};
use crate::registry::ActionKind;

impl Grounds<'_> {
    /// Whether an order was done to what another sentence of the message names: "The tank is low. Could you top it up?" –
    /// "The tank has been filled".
    pub(super) fn is_done_to_named(&self, frame: &Frame<'_>, wish: &UserRequest) -> bool {
        frame.form == Form::Passive
            && !wish.by_noun
            && !wish.is_text
            && frame.kinds.meets(wish.kinds)
            && self.names_last(frame)
    }

    /// Whether the frame says that an order was a success, in the words of the order or about what it named: "The role has
    /// been deleted successfully" answers "Can you delete the role?", and "It was successfully added to your watchlist",
    /// among calls of tools, whatever names the watchlist and asks nothing.
    pub(super) fn reports_success(&self, frame: &Frame<'_>) -> bool {
        let is_named = || frame.nouns.iter().any(|noun| self.window.last_names(noun));
        let is_like = |wish: &UserRequest| {
            has_verb_of(frame, wish) && (shares_noun(frame, wish) || is_named())
                || (self.has_tools || frame.kinds.compatible().meets(wish.kinds)) && is_named()
        };
        let is_order = |wish: &UserRequest| !wish.by_noun && !wish.is_text && is_like(wish);
        let is_reported = || frame.participle.as_ref().is_some_and(|done| self.user_reports(done, frame.words));
        frame.form == Form::Passive
            && frame.is_completing
            && !frame.names_text
            && self.is_short()
            && !self.wants_text()
            && (self.now().wishes.iter().any(is_order) || self.has_tools && !self.asks_question() && is_named())
            && !is_reported()
    }

    /// Whether the frame says that what the user asked for is in a file, or was sent, in a reply that shows no text: "Create
    /// notes.md" – "The file 'notes.md' has been created", "Draft a message to Ana" – "A message has been sent to Ana".
    pub(super) fn puts_elsewhere(&self, frame: &Frame<'_>) -> bool {
        let is_sent = || self.in_application && self.names_last(frame) && frame.kinds.first() == Some(ActionKind::Send);
        let is_order = |wish: &UserRequest| !wish.by_noun && !wish.verb.is_empty();
        let is_asked = || self.now().asks_for_text || self.now().wishes.iter().any(is_order);
        let may_show = |letter: char| matches!(letter, '\n' | '`');
        frame.form == Form::Passive
            && !frame.is_item
            && (frame.names_file || !frame.names_text && is_sent())
            && self.is_short()
            && !self.reply.contains(may_show)
            && !self.names_as_done(frame)
            && is_asked()
    }
}
