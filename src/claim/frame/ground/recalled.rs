//! What is no claim, since it only repeats what was said or what was so before: how a thing was paid for, a state that the
//! user reported, a request that was noted.

use super::super::action_kinds::keeps_records;
use super::super::user_request::UserRequest;
use super::super::{Form, Frame};
use super::Grounds;
use super::fit::has_verb_of;
use crate::registry::{ActionKind, Lexicon, Token, WordClass, tokens};

impl Grounds<'_> {
    /// Whether the frame says what was or is so, no matter who brought it about.
    pub(super) fn recalls(&self, frame: &Frame<'_>) -> bool {
        self.recalls_payment(frame)
            || self.repeats_state(frame)
            || self.reports_connection(frame)
            || self.names_holder(frame)
            || self.sums_up_work(frame)
            || self.drops_request(frame)
    }

    /// Whether the frame sums up what was done together with a user who did it, and names no thing: "We've fixed a lot".
    fn sums_up_work(&self, frame: &Frame<'_>) -> bool {
        frame.form == Form::Active
            && frame.by_several
            && frame.kinds.has(ActionKind::Change)
            && !frame.nouns.iter().any(|noun| frame.words.is_thing(noun))
            && !self.now().wishes.iter().any(|wish| !wish.by_noun && has_verb_of(frame, wish))
            && (self.user_acted()
                || !frame.nouns.is_empty() && !self.orders().any(|wish| wish.kinds.meets(frame.kinds)))
    }

    /// Whether the frame says that a request of the conversation is dropped, which nobody asked to cancel: "Your request for
    /// changes is cancelled".
    fn drops_request(&self, frame: &Frame<'_>) -> bool {
        frame.kinds.first() == Some(ActionKind::Cancel)
            && frame.is_undertaking
            && !frame.is_completing
            && !self.wishes_with_verb(frame)
            && !self.wished().any(|wish| !wish.by_noun && wish.kinds.meets(frame.kinds))
    }

    /// Whether the frame says how a thing was paid for once, which nobody asked to pay: "This order was paid with a Visa".
    fn recalls_payment(&self, frame: &Frame<'_>) -> bool {
        let kinds = frame.kinds.compatible();
        let is_past = frame.form == Form::PassivePast || frame.form == Form::Elliptic && frame.names_means;
        let asks = |wish: &UserRequest| {
            if frame.names_means { !wish.by_noun && has_verb_of(frame, wish) } else { kinds.meets(wish.kinds) }
        };
        is_past && !frame.is_completing && frame.kinds.first() == Some(ActionKind::Pay) && !self.wished().any(asks)
    }

    /// Whether the frame only acknowledges what the user said, among tools of which none is known to store it.
    pub(in crate::claim) fn only_hears(&self, frame: &Frame<'_>) -> bool {
        (frame.may_only_hear() || self.hears_detail(frame))
            && self.in_application
            && self.tools.doing(frame).is_none()
            && !self.orders().any(|wish| wish.kinds.has(ActionKind::Store))
    }

    /// Whether the frame says that its author noted what the user told for something else, where tools are called: "It's for
    /// the 5th" – "I've noted the date. For how many?"
    fn hears_detail(&self, frame: &Frame<'_>) -> bool {
        let keeps = |wish: &UserRequest| {
            let names_record = || wish.nouns.iter().any(|noun| frame.words.is_record(noun));
            keeps_records(wish.kinds) && names_record() || wish.kinds.has(ActionKind::Remind)
        };
        frame.notes()
            && self.has_tools
            && frame.form == Form::Active
            && !frame.is_of_users
            && !frame.keeps_record()
            && !self.orders().any(keeps)
    }

    /// Whether the frame repeats a state that the user reported in this turn, and asked nobody for: "Mobile data: enabled".
    fn repeats_state(&self, frame: &Frame<'_>) -> bool {
        let is_said = |word: &String| self.window.last_names(word);
        frame.is_state()
            && frame.participle.as_ref().is_some_and(|participle| self.user_reports(participle, frame.words))
            && frame.head.as_ref().is_none_or(|head| is_said(head) || frame.nouns.iter().any(is_said))
            && !self.orders().chain(&self.wanted().earlier).any(|wish| frame.kinds.compatible().meets(wish.kinds))
    }

    /// Whether the user's last message says of something that it is so: "it is enabled", "Data: enabled". "I want it
    /// enabled" does not.
    pub(super) fn user_reports(&self, participle: &str, words: &Lexicon) -> bool {
        let asked = self.window.asked_last().unwrap_or_default();
        let said = tokens(asked, 0..asked.len(), &[]);
        let is = |token: &Token<'_>, classes: &[WordClass]| classes.iter().any(|class| words.is(&token.text, *class));
        let leads = |token: &Token<'_>| {
            token.is_colon() || is(token, &[WordClass::Is, WordClass::Was, WordClass::ItIs, WordClass::Been])
        };
        let passes = |token: &&Token<'_>| is(token, &[WordClass::Adverb, WordClass::Completing]);
        (0..said.len()).filter(|at| said.get(*at).is_some_and(|word| word.is(participle))).any(|at| {
            let mut before = said.get(..at).unwrap_or_default().iter().rev().skip_while(passes);
            before.next().is_some_and(leads)
        })
    }

    /// Whether the frame says that the user or a device is connected, and not to a person, which nobody asked for: "You're
    /// connected to 5G".
    fn reports_connection(&self, frame: &Frame<'_>) -> bool {
        let is_person = |noun: &String| frame.words.is_thing(noun) && noun == "agent";
        let orders = |wish: &UserRequest| wish.is_handover || wish.kinds.has(ActionKind::Transfer);
        frame.form == Form::State
            && frame.kinds.has(ActionKind::Transfer)
            && !frame.nouns.iter().any(is_person)
            && !self.wished().any(orders)
    }

    /// Whether the frame says to whom the user's case went, about which the user only asks: "Who handles my request?" – "Your
    /// request has been escalated to an agent".
    fn names_holder(&self, frame: &Frame<'_>) -> bool {
        let is_moved = frame.kinds.has(ActionKind::Transfer) || frame.kinds.has(ActionKind::Send);
        let is_case = || matches!(frame.head.as_deref(), Some("request" | "case" | "ticket"));
        frame.form == Form::Passive
            && is_moved
            && (is_case() || frame.hands_user_over() && !frame.moves_user)
            && self.names_last(frame)
            && self.asks_question()
            && self.orders().next().is_none()
    }

    /// Whether the user asks to be told that something is so, which "Confirmed." answers.
    pub(super) fn asks_to_confirm(&self, frame: &Frame<'_>) -> bool {
        let is_amount = |noun: &str| frame.words.is(noun, WordClass::Sum);
        let is_fact = |wish: &UserRequest| {
            frame.words.is(&wish.verb, WordClass::Acknowledging)
                && (wish.is_text || !wish.nouns.is_empty() && wish.nouns.iter().all(|noun| is_amount(noun)))
        };
        self.now().wishes.iter().any(is_fact)
    }
}
