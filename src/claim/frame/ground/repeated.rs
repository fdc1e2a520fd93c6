//! What is repeated is no new claim: an action that an earlier answer reported, or one that the user reports.

use super::super::user_request::UserRequest;
use super::super::window::has_word;
use super::super::{Form, Frame};
use super::Grounds;
use super::fit::fits;
use crate::registry::ActionKind;

impl Grounds<'_> {
    /// Whether the frame repeats what was reported before, and nothing that the user asked for since.
    pub(super) fn repeats(&self, frame: &Frame<'_>) -> bool {
        let reports = !matches!(frame.form, Form::Progressive | Form::Future);
        reports && (self.is_reported_by_user(frame) || self.is_reported_before(frame))
    }

    /// Whether the user reported in the last message what the frame reports: "The return has been initiated. Anything else?" –
    /// "Your return has been initiated". What the user did ("I paid it") is no action of the assistant's.
    pub(in crate::claim) fn is_reported_by_user(&self, frame: &Frame<'_>) -> bool {
        // "All done."
        let is_bare = frame.nouns.is_empty() && !self.now().is_short;
        let is_same = || {
            let mut reported = self.window.reported_now(self.statements).iter().filter(|action| !action.is_elliptic);
            reported.any(|action| {
                if action.is_own {
                    frame.form != Form::Active && action.is_reported_by(frame)
                } else {
                    (!self.now().assents || action.is_thanked && !self.wanted().asked_back)
                        && (is_bare || action.is_reported_by(frame))
                }
            })
        };
        // "I switched it. Mobile data is on now." – "Mobile data is now enabled."
        let is_state =
            || frame.is_state() && self.now().wishes.is_empty() && self.user_acted() && self.names_last(frame);
        !self.orders_report(frame) && (is_same() || is_state())
    }

    /// Whether the user's last message names what the frame is about.
    pub(super) fn names_last(&self, frame: &Frame<'_>) -> bool {
        frame.head.as_ref().is_some_and(|head| self.window.last_names(head))
    }

    /// Whether the user reports actions of the user's own.
    pub(in crate::claim) fn user_acted(&self) -> bool {
        self.window.reported_now(self.statements).iter().any(|action| action.is_own)
    }

    /// Whether one of them may have brought about what the frame says.
    pub(in crate::claim) fn user_acted_on(&self, frame: &Frame<'_>) -> bool {
        self.window.reported_now(self.statements).iter().any(|action| action.is_own && action.is_akin_to(frame))
    }

    /// Whether the user leaves without another wish, after an answer that reported something: then "You're all set" sums up.
    pub(in crate::claim) fn is_recap(&self) -> bool {
        self.leaves() && self.window.earlier_reports(self.statements).next().is_some()
    }

    fn leaves(&self) -> bool {
        let traits = self.traits();
        traits.is_parting && !traits.awaits && self.orders().next().is_none()
    }

    /// Whether the user asks a question and orders nothing: "How long does the return take?"
    pub(super) fn only_asks(&self) -> bool {
        self.orders().all(|wish| wish.by_noun) && self.asks_question()
    }

    /// Whether a wish only names an action, in a question or next to another order: "Flag the return as urgent".
    pub(super) fn is_topic(&self, wish: &UserRequest) -> bool {
        let orders_other = || self.orders().any(|wish| !wish.by_noun && !wish.kinds.has(ActionKind::Complete));
        wish.by_noun && (self.only_asks() || orders_other())
    }

    /// Whether an earlier answer reported the action, with the same numbers: a recap.
    fn is_reported_before(&self, frame: &Frame<'_>) -> bool {
        let (now, accepted) = (self.now(), &self.wanted().accepted);
        // "Yes, and send me the receipt" says what is still wanted, "Yes" takes up what was offered.
        let takes_up = || {
            !self.leaves()
                && self.orders().all(|wish| wish.by_noun)
                && (accepted.is_empty() || accepted.iter().any(|wish| fits(frame, wish)))
        };
        let wants_new = self.traits().awaits || self.wanted().is_taken_on || now.assents && takes_up();
        let only_asks = self.only_asks();
        // "That one is on too" tells what the user found, "Is that so for the other one?" asks. At length, "another" may be
        // of anything.
        let wants_more = now.is_short && self.traits().wants_more && !self.leaves() && !self.user_acted() && !only_asks;
        // A user who is asked again to hold on is handed over again.
        if frame.hands_user_over() || wants_new || wants_more {
            return false;
        }
        let is_bare = frame.nouns.is_empty();
        // "Add a bag" may be answered by "Your booking has been updated", which reported a new flight earlier.
        let is_named = frame.names_action() && !frame.is_undertaking;
        let is_wide = !is_named && (frame.kinds.has(ActionKind::Change) || frame.kinds.has(ActionKind::Complete));
        // "Send me an email about the exchange" orders no exchange.
        let only_tells = |wish: &UserRequest| {
            is_named && wish.kinds.first() == Some(ActionKind::Send) && !frame.kinds.has(ActionKind::Send)
        };
        let may_answer = |wish: &UserRequest| {
            fits(frame, wish) && !only_tells(wish) || is_wide && !wish.by_noun && self.is_order(wish)
        };
        let is_order = |wish: &&UserRequest| !self.is_topic(wish) && may_answer(wish);
        let numbers = self.window.numbers_now();
        self.window.earlier_reports(self.statements).any(|report| {
            let is_wanted = || self.wished().any(|wish| wish.kinds.meets(frame.kinds));
            let is_same = || {
                let mut actions = report.actions.iter();
                actions.any(|action| action.is_reported_by(frame) || action.is_named_by(frame) && !is_wanted())
            };
            let holds = |word: &String| report.text.contains(word.as_str());
            // Who asks for it once more names the very thing: "Please proceed with the return of the sneakers".
            let is_known = |wish: &UserRequest| {
                let mut names = wish.nouns.iter().filter(|noun| !frame.words.is_thing(noun));
                // "Post" is no word of "posted".
                let mut is_named =
                    || names.any(|name| if frame.words.unspaced { holds(name) } else { has_word(&report.text, name) });
                numbers.iter().all(holds) && (!numbers.is_empty() || is_named())
            };
            let mut names = frame.nouns.iter().filter(|noun| !frame.words.is_thing(noun));
            (is_bare || is_same())
                && names.all(holds)
                && frame.numbers.iter().chain(&frame.details).all(holds)
                && now.wishes.iter().filter(is_order).all(is_known)
        })
    }
}
