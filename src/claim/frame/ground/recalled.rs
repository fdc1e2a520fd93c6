//! What is no claim, since it only repeats what was said or what was so before: how a thing was paid for, a state that the
//! user reported, a request that was noted.

use super::super::request::UserRequest;
use super::super::{Form, Frame};
use super::Grounds;
use super::fit::has_verb_of;
use crate::registry::{ActionKind, WordClass};

impl Grounds<'_> {
    /// Whether the frame says what was or is so, whoever brought it about.
    pub(super) fn recalls(&self, frame: &Frame<'_>) -> bool {
        self.recalls_payment(frame) || self.repeats_state(frame) || Self::tells_connection(frame)
    }

    /// Whether the frame says how a thing was paid for once, which nobody asked to pay: "This order was paid with a Visa".
    fn recalls_payment(&self, frame: &Frame<'_>) -> bool {
        let asks = |wish: &UserRequest| has_verb_of(frame, wish);
        frame.form == Form::PassivePast
            && !frame.is_completing
            && frame.kinds.has(ActionKind::Pay)
            && !self.now().wishes.iter().chain(&self.wanted().earlier).any(asks)
    }

    /// Whether the frame only acknowledges what the user said, among tools of which none is known to store it.
    pub(in crate::claim) fn only_hears(&self, frame: &Frame<'_>) -> bool {
        let stores = |wish: &UserRequest| !wish.verb.is_empty() && wish.kinds.has(ActionKind::Store);
        frame.may_only_hear()
            && self.in_application
            && self.tools.doing(frame).is_none()
            && !self.now().wishes.iter().any(stores)
    }

    /// Whether the frame repeats a state that the user reported in this turn, and asked nobody for: "Mobile data: enabled".
    fn repeats_state(&self, frame: &Frame<'_>) -> bool {
        let is_said = |word: &String| self.window.last_names(word);
        frame.is_state()
            && frame.participle.as_ref().is_some_and(is_said)
            && frame.head.as_ref().is_none_or(|head| is_said(head) || frame.nouns.iter().any(is_said))
            && !self.orders().any(|wish| frame.kinds.compatible().meets(wish.kinds))
    }

    /// Whether the frame says that the user or a thing is connected, and not to a person: "You're connected to 5G".
    fn tells_connection(frame: &Frame<'_>) -> bool {
        let is_person = |noun: &String| frame.words.is_thing(noun) && noun == "agent";
        frame.form == Form::State
            && !frame.names_action()
            && frame.kinds.has(ActionKind::Transfer)
            && !frame.nouns.iter().any(is_person)
    }

    /// Whether the user asks to be told that something is so, which "Confirmed." answers.
    pub(super) fn asks_to_confirm(&self, frame: &Frame<'_>) -> bool {
        let is_amount = |noun: &str| frame.words.is(noun, WordClass::Money) || frame.words.is(noun, WordClass::Sum);
        let is_fact = |wish: &UserRequest| {
            frame.words.is(&wish.verb, WordClass::Acknowledging)
                && (wish.is_text || wish.nouns.iter().all(|noun| is_amount(noun)))
        };
        self.now().wishes.iter().any(is_fact)
    }
}
