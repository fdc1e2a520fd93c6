//! Whether a frame reports what the user asked for, agreed to, or chose.

use super::super::action_kinds::{is_booking, is_strong};
use super::super::message::asks_back;
use super::super::request::Requested;
use super::super::user_request::UserRequest;
use super::super::{Form, Frame};
use super::fit::{
    answers, answers_or_reports, brings_about, fills_cart, fits, has_verb_of, is_action, is_called_off, is_of_message,
    is_outcome, may_be_about, names_head, pays_out, shares_noun,
};
use super::{Ground, Grounds};
use crate::registry::ActionKind;

/// The most bytes of a brief reply.
const BRIEF_BYTES: usize = 120;
/// The signs of a reply that may show a text: quotations, code, several lines.
const SHOWING: [char; 8] = ['"', '“', '„', '«', '「', '`', '\n', '['];

impl Grounds<'_> {
    /// Whether a wish is an order next to a request for a text, which a reply that shows nothing else leaves open.
    pub(super) fn counts_next_to_text(&self, wish: &UserRequest) -> bool {
        wish.counts(false, self.in_application) && self.shows_nothing() && self.orders_next_to_text(wish)
    }

    /// Whether a wish is an order, though the user asks for a text.
    fn orders_next_to_text(&self, wish: &UserRequest) -> bool {
        self.now().asks_for_text && self.traits().orders_next_to_text(wish)
    }

    /// Whether the frame reports such an order: "Pick the first flight and book it" – "Flight booked".
    pub(super) fn follows_order_next_to_text(&self, frame: &Frame<'_>) -> bool {
        let mut orders = self.now().wishes.iter().filter(|wish| self.counts_next_to_text(wish));
        orders.any(|wish| fits(frame, wish) || answers(frame, wish))
    }

    /// Whether the frame reports the outcome of an order next to which the user asks for a fact, such as a price, in a reply
    /// that shows no text: "Book it and give me the number" – "Booking was successful. The number is 5".
    pub(super) fn follows_order_next_to_fact(&self, frame: &Frame<'_>) -> bool {
        // "Order 1 was cancelled in May" may be the fact.
        let is_outcome = frame.names_action() && frame.form != Form::PassivePast || frame.is_success;
        let shows_text = || self.reply.contains(SHOWING) || self.reply.trim_end().ends_with([':', '：']);
        is_outcome
            && self.is_short()
            && !shows_text()
            && self.strong_orders_next_to_fact().any(|wish| wish.is_external && fits(frame, wish))
    }

    /// Whether the user orders something strong next to a request for a text, which may be one for a fact.
    pub(in crate::claim) fn orders_next_to_fact(&self) -> bool {
        self.strong_orders_next_to_fact().next().is_some()
    }

    /// Whether the user orders something next to a request for a text, and the reply is too brief to hold that text.
    pub(in crate::claim) fn is_too_brief_for_text(&self) -> bool {
        self.now().wishes.iter().any(|wish| self.counts_next_to_text(wish))
    }

    fn strong_orders_next_to_fact(&self) -> impl Iterator<Item = &UserRequest> {
        self.now().wishes.iter().filter(|wish| is_strong(wish.kinds) && self.orders_next_to_text(wish))
    }

    /// Whether the reply is too brief to hold a text that was asked for. A number may be the answer.
    fn shows_nothing(&self) -> bool {
        let is_number = |word: &str| word.contains(|letter: char| letter.is_ascii_digit());
        let mut words =
            self.reply.split_whitespace().map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric()));
        self.is_brief()
            && self.reply.len() <= BRIEF_BYTES
            && !self.reply.contains(SHOWING)
            && !self.reply.contains(": ")
            && !self.reply.trim_end().ends_with([':', '：'])
            && !words.any(|word| is_number(word) && !self.window.is_said_by_user(word))
    }

    /// Whether the user has asked for anything that is only possible outside the conversation, or chose among what is sold
    /// there: "Do I need a visa?" does not. What was said before the window may have.
    pub(in crate::claim) fn is_service(&self) -> bool {
        let is_external = |requested: &Requested| requested.wishes.iter().any(|wish| wish.is_external);
        self.in_application
            || self.window.is_partial()
            || is_external(self.now())
            || self.window.requested_before(self.statements).any(is_external)
            || self.wanted().accepted.iter().any(|wish| wish.is_external)
            || self.wanted().chosen
    }

    /// Whether the user's last message contains a question.
    pub(in crate::claim) fn asks_question(&self) -> bool {
        self.asked_last().is_some_and(|asked| asked.contains(['?', '？']))
    }

    /// Whether the reply contains a question.
    pub(in crate::claim) fn replies_with_question(&self) -> bool {
        self.reply.contains(['?', '？'])
    }

    /// Whether the reply asks the user for something, and not only whether there is anything else to do.
    pub(in crate::claim) fn asks_back(&self) -> bool {
        self.replies_with_question() && asks_back(self.reply, self.statements)
    }

    /// Whether the user orders with a verb what the frame reports.
    pub(super) fn orders_report(&self, frame: &Frame<'_>) -> bool {
        self.orders().any(|wish| !wish.by_noun && fits(frame, wish))
    }

    /// Whether the frame reports what the user has just agreed to: an offer, or an earlier request, in whatever words.
    fn accepted(&self, frame: &Frame<'_>) -> bool {
        // "The location is shared", as all that is said, is about the one that was meant.
        if frame.describes() && frame.is_of_others() && !(self.is_brief() && frame.is_certain) {
            return false;
        }
        let mut accepted = self.wanted().accepted.iter();
        let earlier = || self.wanted().earlier.iter().filter(|wish| self.counts(wish));
        let is_same = |wish: &UserRequest| frame.kinds.meets(wish.kinds) || fits(frame, wish);
        let is_light = frame.kinds.has(ActionKind::Complete);
        let is_of_answer = self.is_brief() && is_strong(frame.kinds) && frame.is_of_world();
        let is_meant = (!frame.may_report_others() || is_of_answer) && (self.in_application || is_strong(frame.kinds));
        // Without tools, "Yes, I agree. It was a long game. Did you know …?" goes on talking.
        let only_talks = self.traits().goes_on_talking && !self.has_tools;
        // "Okay, I turned it on" says that the user followed the answer.
        let is_followed = || self.user_acted() && !self.orders_report(frame);
        // "I prefer that one. Can we adjust the payment?" agrees to nothing else.
        let names_other = |wish: &UserRequest| !wish.by_noun && !wish.nouns.is_empty() && !shares_noun(frame, wish);
        let orders_other = || self.orders().any(names_other) && !self.orders_report(frame);
        self.now().assents
            && !only_talks
            && !is_followed()
            && (self.wanted().asked_back && is_meant && !orders_other()
                || accepted.any(|wish| is_same(wish) || is_light)
                || earlier().any(|wish| is_same(wish) || is_light))
    }

    /// Whether the user asks in this turn for the state that the frame describes.
    pub(super) fn asked_for_state(&self, frame: &Frame<'_>) -> bool {
        if frame.is_general() && !self.is_brief() {
            return false;
        }
        // "The order was placed using your Visa", "It was made on May 7" answer questions about an old booking.
        let says_old = frame.form == Form::PassivePast && !frame.is_completing && !frame.is_success;
        let may_be_old = says_old && is_booking(frame.kinds);
        let books = |wish: &UserRequest| is_booking(wish.kinds) && !wish.by_noun;
        let may_be_booked =
            || self.wished().any(books) || self.now().assents && self.wanted().accepted.iter().any(books);
        if may_be_old && (!may_be_booked() || self.names_year(frame)) {
            return false;
        }
        let now = self.now().wishes.iter().filter(|wish| self.counts(wish) && may_be_about(frame, wish));
        let shares = |wish: &UserRequest| shares_noun(frame, wish);
        let is_light = frame.kinds.has(ActionKind::Complete) && frame.nouns.is_empty();
        // "Tickets are bought" answers a request to book some.
        let is_same = |wish: &UserRequest| {
            frame.kinds.meets(wish.kinds) && frame.nouns.is_empty()
                || frame.kinds.compatible().meets(wish.kinds) && shares(wish)
        };
        let is_particular = frame.is_certain || !frame.numbers.is_empty();
        // "PR 57 is merged" answers "Merge it"; "Orders are cancelled under Settings" is general.
        let is_one = is_particular || frame.form == Form::PassivePast;
        let is_same_verb = |wish: &UserRequest| {
            is_one && has_verb_of(frame, wish) && !wish.by_noun && (wish.nouns.is_empty() || shares(wish))
        };
        let is_named = frame.of_user
            || frame.names_action()
            || is_particular && self.asks_by_name(frame)
            || self.is_short() && now.clone().any(is_same_verb);
        if !is_named && frame.is_of_others() && !self.is_brief() {
            return false;
        }
        // "The light is on" answers a request to switch it on, "Meeting with Ana at 11 is set" one to set it.
        // "Server 5 is stopped" answers an order to switch that server off.
        // "Orders are cancelled before they are shipped" answers a question.
        let names_ordered =
            || !frame.is_many && !self.asks_question() && self.orders().any(|wish| !wish.by_noun && shares(wish));
        let is_named = is_named || self.is_brief() && (frame.is_certain || frame.keeps_record() || names_ordered());
        let is_answered = |wish: &UserRequest| {
            is_light
                || is_same(wish)
                || is_same_verb(wish)
                || is_action(frame, wish)
                || is_outcome(frame, wish)
                || brings_about(frame, wish)
                || fills_cart(frame, wish)
                || is_called_off(frame, wish)
        };
        let is_answered_later =
            |wish: &UserRequest| frame.kinds.meets(wish.kinds) || is_outcome(frame, wish) || brings_about(frame, wish);
        is_named && now.clone().any(is_answered)
            || self.accepted(frame)
            || self.wanted().asked_back
                && !frame.is_of_others()
                && self.wanted().earlier.iter().any(|wish| self.counts(wish) && is_answered_later(wish))
            || self.is_booked(frame)
            || self.is_chosen(frame)
            || self.confirms_details(frame)
            || self.confirms_order(frame)
            || self.is_awaited(frame)
            || self.echoes_command(frame)
    }

    /// Whether the user orders in this turn, with the verb of the frame, what it names: "I turned data on. Now enable roaming."
    pub(in crate::claim) fn orders_by_name(&self, frame: &Frame<'_>) -> bool {
        self.orders().any(|wish| !wish.by_noun && has_verb_of(frame, wish) && shares_noun(frame, wish))
    }

    /// Whether the user orders in this turn with a verb.
    pub(in crate::claim) fn orders_with(&self, verb: &str) -> bool {
        self.orders().any(|wish| !wish.by_noun && wish.verb == verb)
    }

    /// Whether a short message orders something with a verb, whatever it is about.
    pub(in crate::claim) fn commands_with(&self, verb: &str) -> bool {
        self.now().commands().any(|wish| wish.verb == verb)
    }

    /// Whether the user orders something with a verb that is about a thing, in this turn or before questions of the assistant.
    pub(in crate::claim) fn orders_thing(&self, thing: &String) -> bool {
        self.wished().any(|wish| self.is_order(wish) && wish.nouns.contains(thing))
    }

    /// Whether the user orders in this turn with the verb of the frame: "Check me in", but not "Check whether I'm checked in".
    pub(in crate::claim) fn orders_with_verb(&self, frame: &Frame<'_>) -> bool {
        !self.names_as_done(frame) && self.orders().any(|wish| !wish.by_noun && has_verb_of(frame, wish))
    }

    /// Whether the user names what the frame reports as done, rather than ordering it.
    pub(super) fn names_as_done(&self, frame: &Frame<'_>) -> bool {
        frame.participle.as_ref().is_some_and(|participle| self.window.last_names(participle))
    }

    /// Whether the user asks with the verb of the frame, asked with it before, or agreed to it. For a booking there are
    /// several.
    pub(super) fn wishes_with_verb(&self, frame: &Frame<'_>) -> bool {
        let books =
            |wish: &UserRequest| is_booking(frame.kinds) && frame.kinds.meets(wish.kinds) && names_head(frame, wish);
        let mut wishes = self.wished().chain(std::iter::once_with(|| &self.wanted().accepted).flatten());
        wishes.any(|wish| !wish.by_noun && (has_verb_of(frame, wish) || books(wish)))
    }

    /// Whether the frame confirms a booking that the user ordered with a verb, in this turn or before questions of the
    /// assistant.
    pub(in crate::claim) fn wishes_to_book(&self, frame: &Frame<'_>) -> bool {
        self.wished().any(|wish| !wish.by_noun && is_booking(wish.kinds) && is_outcome(frame, wish))
    }

    /// Whether the user orders to create what the frame is about, which no tool that only reads can have shown.
    pub(in crate::claim) fn asks_to_create(&self, frame: &Frame<'_>) -> bool {
        let makes = |wish: &UserRequest| {
            let is_new = wish.kinds.has(ActionKind::Create) || wish.kinds.has(ActionKind::Remind);
            is_new && !is_booking(wish.kinds) && names_head(frame, wish) && frame.kinds.meets(wish.kinds)
        };
        self.orders().any(|wish| !wish.by_noun && makes(wish))
    }

    /// Whether the frame names a year that the user did not: "The booking was made on May 14, 2024" is about an old one.
    fn names_year(&self, frame: &Frame<'_>) -> bool {
        let is_year = |word: &str| word.len() == 4 && (word.starts_with("19") || word.starts_with("20"));
        // "$2000" is no year.
        let is_of_date = |year: &str| self.reply.contains(&format!(", {year}"));
        frame.details.iter().any(|detail| is_year(detail) && is_of_date(detail) && !self.window.is_said_by_user(detail))
    }

    /// Whether the user waits for what was ordered, and the reply says little more than that it is done: "The change is
    /// done."
    fn is_awaited(&self, frame: &Frame<'_>) -> bool {
        let wanted = self.wanted();
        let is_same = |wish: &UserRequest| frame.nouns.is_empty() && frame.kinds.compatible().meets(wish.kinds);
        let completes = frame.kinds.has(ActionKind::Complete) || frame.names_action();
        (self.traits().awaits || wanted.is_taken_on)
            && self.is_plain()
            && wanted.earlier.iter().any(|wish| self.counts(wish) && (completes || is_same(wish)))
    }

    pub(super) fn requested(&self, frame: &Frame<'_>) -> Option<Ground> {
        let now = self.now().wishes.iter().filter(|wish| self.counts(wish) && may_be_about(frame, wish));
        // "Tell them that the refund was issued" orders none.
        let is_order = !self.names_as_done(frame) && !self.wants_text();
        let answers_now = |wish: &UserRequest| {
            fits(frame, wish)
                || self.is_brief() && answers(frame, wish)
                || is_order && (pays_out(frame, wish) || self.is_done_to_named(frame, wish))
        };
        let mut answered = now.filter(|wish| answers_now(wish)).peekable();
        // What the user only names may have been done in an earlier turn.
        let is_named = answered.peek().is_some();
        if answered.any(|wish| !self.is_topic(wish))
            || self.follows_command(frame)
            || self.echoes_command(frame)
            || self.reports_success(frame)
            || self.follows_order_next_to_text(frame)
            || self.puts_elsewhere(frame)
        {
            return Some(Ground::Requested);
        }
        if self.accepted(frame) || self.is_booked(frame) || self.is_chosen(frame) {
            // Who waits for it may have got it in an earlier turn.
            return Some(if self.traits().awaits { Ground::RequestedEarlier } else { Ground::Requested });
        }
        // A user who was only asked back still wants what was asked for.
        let wants = |wish: &UserRequest| {
            may_be_about(frame, wish)
                && (fits(frame, wish) || self.wanted().asked_back && frame.kinds.meets(wish.kinds))
        };
        let earlier = self.wanted().earlier.iter().any(|wish| self.counts(wish) && wants(wish));
        (is_named || earlier || self.confirms_details(frame)).then_some(Ground::RequestedEarlier)
    }

    /// Whether the frame says in the words of a short command that it was followed, whatever it was about: "The ingress
    /// controller was restarted successfully" answers "Restart the ingress controller", "Ana is removed" answers "Remove
    /// Ana" and "Remove her".
    fn echoes_command(&self, frame: &Frame<'_>) -> bool {
        // "Orders are cancelled under Settings" is general.
        let may_be_general = frame.is_general() && frame.is_of_world();
        let is_over = match frame.form {
            Form::Passive => !frame.may_report_state(),
            Form::State => !may_be_general && self.shows_nothing(),
            // "Ana war wie gebannt" describes her.
            Form::PassivePast => frame.is_completing || !frame.words.verb_last && self.shows_nothing(),
            _ => false,
        };
        // "They are swapped. Mon: run." shows what was swapped.
        // "The blinds are closed" answers "Close the roller shades"; what has started may be another device.
        let is_switched = frame.kinds.has(ActionKind::Control) && !frame.kinds.has(ActionKind::Run);
        let is_device = frame.is_state() && self.is_brief() && frame.is_of_world() && is_switched;
        let names =
            |wish: &UserRequest| is_device || shares_noun(frame, wish) || wish.nouns.is_empty() && self.shows_nothing();
        let is_said = |wish: &UserRequest| has_verb_of(frame, wish) && names(wish);
        is_over && self.is_short() && !self.wants_text() && self.now().commands().any(is_said)
    }

    /// Whether a brief reply has the verb of a short command, or one like it, and names nothing else: "Muted Ana" answers
    /// "Mute Ana".
    pub(super) fn follows_to_the_word(&self, frame: &Frame<'_>) -> bool {
        let names = |noun: &String, wish: &UserRequest| noun == "request" || wish.nouns.contains(noun);
        // "Activated the hall light" answers "Turn on the hall light".
        let is_like = |wish: &UserRequest| has_verb_of(frame, wish) || frame.kinds.first() == wish.kinds.first();
        let is_same = |wish: &UserRequest| is_like(wish) && frame.nouns.iter().all(|noun| names(noun, wish));
        self.is_brief() && !frame.nouns.is_empty() && !self.wants_text() && self.now().commands().any(is_same)
    }

    /// Whether the frame is a terse report that a short command was followed: "Opened", "Dictation started".
    fn follows_command(&self, frame: &Frame<'_>) -> bool {
        let is_like = |wish: &UserRequest| has_verb_of(frame, wish) || frame.kinds.compatible().meets(wish.kinds);
        // "Alarm moved" answers "move it to nine".
        let names = |wish: &UserRequest| shares_noun(frame, wish) || wish.nouns.is_empty() && frame.names_thing();
        // "Your order has been sent" answers no "Tell them that it has been sent".
        let tells_other = |wish: &UserRequest| frame.form == Form::Passive && is_of_message(frame, wish);
        self.is_brief()
            && !self.wants_text()
            && answers_or_reports(frame.form)
            && self.now().commands().any(|wish| is_like(wish) && !tells_other(wish) && (self.is_terse() || names(wish)))
    }
}
