//! Whether a frame confirms a booking: one that the user answered questions about, chose, or described.

use super::super::action_kinds::{is_booking, is_strong};
use super::super::user_request::UserRequest;
use super::super::{Form, Frame};
use super::Grounds;
use crate::registry::ActionKind;

impl Grounds<'_> {
    /// Whether the user answered a question, and the reply says that the booking is made: "Purchased.", "Your reservation
    /// is confirmed", "I have booked your cab".
    pub(super) fn is_booked(&self, frame: &Frame<'_>) -> bool {
        let is_said = match frame.form {
            Form::Elliptic => self.is_terse() && frame.nouns.is_empty(),
            Form::State | Form::PassivePast | Form::Passive => {
                self.is_short() && (frame.of_user || frame.is_of_world()) && frame.names_action()
            }
            Form::Active => self.is_short() && (frame.names_users || frame.is_of_world()) && is_booking(frame.kinds),
            _ => false,
        };
        let now = self.now();
        // Who answers at length may have changed the subject, unless the reply is the assistant's own action or the user's.
        let is_answer = now.answers() || self.replies() && (frame.of_user || frame.form == Form::Active);
        is_said && is_strong(frame.kinds) && is_answer && self.wanted().was_asked
    }

    /// Whether the user chose something, and the reply says little more than that it is confirmed: "Your van is
    /// confirmed" after "The van, please".
    pub(super) fn is_chosen(&self, frame: &Frame<'_>) -> bool {
        let is_booking = |wish: &UserRequest| self.counts(wish) && is_booking(wish.kinds);
        let says_confirmed = self.is_plain() && frame.kinds.has(ActionKind::Complete) && !frame.names_action();
        says_confirmed
            && (frame.names_users || frame.of_user || self.is_terse())
            && self.wanted().asked_back
            && (self.wanted().chosen || self.wanted().earlier.iter().chain(&self.now().wishes).any(is_booking))
            && frame.nouns.iter().any(|noun| self.window.names_choice(noun, frame.words))
    }

    /// Whether the user only told what a booking is to be like, among calls of tools, and the frame confirms it by a name that
    /// the user gave: "In Oslo it's the Grand, from the 5th" – "Your stay at the Grand is confirmed".
    pub(super) fn confirms_details(&self, frame: &Frame<'_>) -> bool {
        self.has_tools
            && frame.of_user
            && self.confirms_named_booking(frame)
            && !self.asks_question()
            && !self.wants_text()
            && !self.traits().is_parting
    }

    /// Whether the user ordered a booking with a verb, and the frame confirms one by a name that the user just gave: "Book a
    /// seat for Ana Lee" – "Ana Lee's seat on the night train is confirmed".
    pub(super) fn confirms_order(&self, frame: &Frame<'_>) -> bool {
        let is_order = |wish: &UserRequest| self.counts(wish) && !wish.by_noun && is_booking(wish.kinds);
        self.confirms_named_booking(frame) && self.wished().any(is_order)
    }

    /// Whether the frame says that a booking is made, and names what the user's last message names.
    fn confirms_named_booking(&self, frame: &Frame<'_>) -> bool {
        let is_given = |noun: &String| frame.words.word(noun).is_none() && self.window.last_names(noun);
        frame.form == Form::State
            // "Your seat is all set."
            && (frame.kinds.has(ActionKind::Complete) || is_booking(frame.kinds) || frame.is_completing)
            && frame.names_booked()
            && frame.nouns.iter().any(is_given)
    }
}
