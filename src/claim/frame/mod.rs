//! Frames: who did what to what, according to a sentence. "Your order has been cancelled" has the verb `cancel`, an
//! order as its object, and reports it as done.
//!
//! A frame is not yet a claim: [`ground`] checks whether it is about something that a tool does, that the user asked
//! for, or that the application keeps a record of. A clause that is negated, a question, conditional, quoted or about
//! somebody else makes no frame.

mod action_kinds;
mod clause;
mod code;
mod denial;
mod ground;
mod known_tokens;
mod language;
mod message;
mod message_need;
mod message_traits;
mod noun;
mod preview;
mod read;
mod report;
mod request;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_cases;
#[cfg(test)]
mod tests_details;
#[cfg(test)]
mod tests_languages;
#[cfg(test)]
mod tests_long;
#[cfg(test)]
mod tests_traps;
mod text_request;
mod text_work;
mod tools;
mod unnamed_request;
mod user_request;
mod window;
mod wishes;

use std::ops::Range;

pub(super) use action_kinds::{changes_world, is_decisive, is_strong, keeps_records, leaves_trace, strong_kinds};
pub(super) use denial::denial;
pub(super) use ground::{Ground, Grounds, grounded};
pub(super) use language::{language_of, language_of_answer};
pub use message::UserMessage;
#[cfg(test)]
pub(crate) use message::{asked_kinds, asks_for_nothing};
pub(super) use preview::is_short;
pub use preview::{Previewer, RequestPreview, TextPreview};
pub(super) use read::{frames, is_by_author, is_done};
pub use tools::{ToolActions, kinds_of_action};
pub use window::Window;

use crate::registry::{ActionKind, ActionKinds, Lexicon, WordClass};

/// How a sentence reports an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::claim) enum Form {
    /// "I have cancelled", "I cancelled".
    Active,
    /// "It has been cancelled".
    Passive,
    /// "It is cancelled".
    State,
    /// "It was cancelled".
    PassivePast,
    /// "Cancelled!", "Reminder set for 7".
    Elliptic,
    /// "I am cancelling it", "Cancelling it now".
    Progressive,
    /// "I'll remind you".
    Future,
}

/// What a sentence reports as done.
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a sentence, independent of the others")]
#[derive(Clone, Debug)]
pub(super) struct Frame<'r> {
    pub(super) words: &'r Lexicon,
    pub(super) form: Form,
    /// The index of the verb among the verbs of the language.
    pub(super) verb: usize,
    /// The kinds of action that it may be; for a light verb such as "complete" those of the completed action.
    pub(super) kinds: ActionKinds,
    /// Whether a word says that it is over ("now", "successfully").
    pub(super) is_completing: bool,
    /// Whether its verb says that an action came out: "the exchange was successful".
    pub(super) is_success: bool,
    /// Whether it is about something of the user's, or names nothing ("your flight is booked", "it is booked").
    pub(super) of_user: bool,
    /// Whether it is about one particular thing ("the light"), not about all such things.
    pub(super) is_certain: bool,
    /// Whether it is about a text that the reply itself may hold ("the table").
    pub(super) names_text: bool,
    /// Whether it introduces such a text: "I've created the table:".
    pub(super) introduces_text: bool,
    /// Whether it names what is the user's.
    pub(super) names_users: bool,
    /// Whether something of the user's follows its verb: "I've enabled roaming on your line".
    pub(super) is_of_users: bool,
    /// Whether it says what is done with the user: "you are being transferred".
    pub(super) moves_user: bool,
    /// Whether it says in what state the user is: "you're signed up".
    pub(super) of_you: bool,
    /// Whether the author is plural ("we").
    pub(super) by_several: bool,
    /// Whether it reports what was done earlier ("already").
    pub(super) reports_earlier: bool,
    /// Whether it may report an earlier state, although its language uses the same word for what was just done ("ya").
    pub(super) may_report_earlier: bool,
    /// The numbers, amounts and times of day after its verb, in lower case.
    pub(super) details: Vec<String>,
    /// The numbers in its noun phrase: "88213" in "Order #88213 is cancelled".
    pub(super) numbers: Vec<String>,
    /// What the action was done to: the head of the noun phrase, as tools name it.
    pub(super) head: Option<String>,
    /// All nouns of its clause.
    pub(super) nouns: Vec<String>,
    /// Whether its noun phrase is only an item of a list: "the lamp" in "I've ordered the lamp and the cup".
    pub(super) is_part_of_list: bool,
    /// Where the noun phrase is in the text: the subject of a passive sentence, the object of an active one.
    pub(super) phrase: Option<Range<usize>>,
    /// The index of the verb as written. It differs from `verb` for a light verb.
    pub(super) own_verb: usize,
    /// The written word, if it is a participle.
    pub(super) participle: Option<String>,
    /// The written word, if it is a past tense.
    pub(super) past: Option<String>,
    /// The particle right after its verb: "off" in "has been turned off".
    pub(super) next_particle: Option<String>,
    /// The particle after the noun phrase: "off" in "turned the light off".
    pub(super) last_particle: Option<String>,
    /// Whether its sentence is the item of a list that is not plainly about the user.
    pub(super) is_item: bool,
    /// Whether its verb has a plural subject.
    pub(super) is_many: bool,
    /// Whether it is about what was to be done, whatever that was: "All 3 updates have been submitted".
    pub(super) is_undertaking: bool,
    /// Whether it says what its author has done: "I have you booked".
    pub(super) is_resultative: bool,
    /// Whether its noun phrase names what is known of something: "the order details".
    pub(super) names_known: bool,
    /// Whether its clause names a file: "I've saved it as notes.md".
    pub(super) names_file: bool,
    /// Whether it is about what the user said: "your preference", "that you prefer tea".
    pub(super) names_statement: bool,
    /// Whether a clause about the user follows it: "I've noted that you prefer tea".
    pub(super) hears_clause: bool,
    /// Whether it says with what, or to where, something was paid: "paid with a Visa".
    pub(super) names_means: bool,
    /// Whether its verb stands alone before its object, which it may as well describe: "Muted Ana", "Updated itinerary".
    pub(super) takes_bare_object: bool,
    /// Its tokens in the sentence: from the first word of the group of verbs to the verb itself.
    pub(super) tokens: Range<usize>,
}

impl Frame<'_> {
    /// Whether it reports an action on a thing outside the conversation, or one that is only possible there. If the
    /// reply `shows` something itself, that may be what was changed or added.
    pub(super) fn is_action(&self, shows: bool) -> bool {
        let says = match self.form {
            Form::Active | Form::Passive => true,
            Form::Elliptic => !self.nouns.is_empty(),
            Form::State | Form::PassivePast => self.is_completing || (self.of_user && self.head.is_some()),
            Form::Future => action_kinds::counts_announced(self.kinds),
            Form::Progressive => false,
        };
        let keeps = self.nouns.iter().any(|noun| self.words.is_record(noun));
        let may_be_shown = (shows || self.names_text) && action_kinds::may_be_text(self.kinds);
        // "The goal was cancelled" is about others.
        let is_own = self.form != Form::Passive || self.of_user;
        says && !may_be_shown && (self.is_of_world() || keeps || is_own && is_strong(self.kinds))
    }

    /// The base form of its verb.
    pub(super) fn base(&self) -> Option<&str> {
        self.words.verb(self.verb).map(|verb| verb.base.as_str())
    }

    /// Whether it names an action as what was done: "the cancellation has been completed".
    pub(super) fn names_action(&self) -> bool {
        self.own_verb != self.verb
    }

    /// Whether it was done to a thing outside the conversation.
    pub(super) fn is_of_world(&self) -> bool {
        self.head.as_deref().is_some_and(|head| self.words.is_thing(head))
    }

    /// Whether it was done to a record that applications keep.
    pub(super) fn keeps_record(&self) -> bool {
        self.head.as_deref().is_some_and(|head| self.words.is_record(head))
    }

    /// Whether it was done to a thing that a user has once it is booked.
    pub(super) fn names_booked(&self) -> bool {
        self.head.as_deref().is_some_and(|head| self.words.is_booked(head))
    }

    /// Whether its clause names a thing outside the conversation.
    pub(super) fn names_thing(&self) -> bool {
        self.nouns.iter().any(|noun| self.words.is_thing(noun))
    }

    /// Whether its clause names a record that applications keep.
    pub(super) fn names_record(&self) -> bool {
        self.nouns.iter().any(|noun| self.words.is_record(noun))
    }

    /// Whether it reports an action of one of these kinds, so that it is false if that action did not happen. If the
    /// reply `shows` something itself, that may be what was changed or added. A device or the user may have been in
    /// that state before.
    pub(super) fn reports_any(&self, kinds: ActionKinds, shows: bool) -> bool {
        let may_be_shown = (shows || self.names_text) && action_kinds::may_be_text(self.kinds);
        let may_be_read = self.describes() && (self.kinds.has(ActionKind::Control) || self.head.is_none());
        self.form != Form::Future && self.kinds.meets(kinds) && !may_be_shown && !may_be_read
    }

    /// The kinds of action that make it true. Applications keep many kinds of records: saving one does not set another.
    pub(in crate::claim) fn done_by(&self) -> ActionKinds {
        if self.keeps_record() {
            // Adding to a calendar creates an entry.
            let books = self.kinds.has(ActionKind::Book) || self.kinds.has(ActionKind::Add);
            // Deleting an entry cancels it.
            let cancels = self.kinds.has(ActionKind::Cancel);
            let kinds = if books { self.kinds.with(ActionKind::Create) } else { self.kinds };
            return if cancels { kinds.with(ActionKind::Remove) } else { kinds };
        }
        // Creating something anew changes it.
        let anew = ActionKinds::from(ActionKind::Create).and(ActionKind::Book.into());
        let changes = self.kinds.has(ActionKind::Change);
        self.kinds.compatible().and(if changes { anew } else { ActionKinds::default() })
    }

    /// Whether it may follow from any other change: money was moved, what was asked for is done, whatever it was, or
    /// everything is.
    pub(super) fn follows(&self) -> bool {
        // "Done.", "You're all set."
        let is_bare = matches!(self.form, Form::Elliptic | Form::State | Form::Active) && self.nouns.is_empty();
        // "A refund has been issued."
        let is_money = || self.head.as_deref().is_some_and(|head| self.words.is(head, WordClass::Money));
        let is_sent = self.form == Form::Passive && self.kinds.has(ActionKind::Send);
        let is_taken = self.form == Form::Passive && self.kinds.has(ActionKind::Run);
        // "A charge of $4 has been added to your bill."
        let is_charged = self.form == Form::Passive && self.kinds.has(ActionKind::Add);
        let is_general = || (is_sent || is_charged) && is_money() || (is_sent || is_taken) && self.is_undertaking;
        // "Your order is now confirmed" once it is paid.
        let is_confirmed = || action_kinds::is_booking(self.kinds) && self.confirms_action();
        // A return is more than the money that follows from it.
        let pays = self.kinds.has(ActionKind::Pay) && !self.kinds.has(ActionKind::Cancel);
        let completes = pays || self.kinds.has(ActionKind::Complete);
        completes || is_bare || is_general() || is_confirmed()
    }

    /// Whether it is a single word that may only answer the user: "Confirmed.", "Noted."
    pub(super) fn acknowledges(&self) -> bool {
        let is_acknowledging =
            |base: &str| self.words.is(base, WordClass::Acknowledging) || self.words.is(base, WordClass::Noting);
        self.form == Form::Elliptic && self.nouns.is_empty() && self.base().is_some_and(is_acknowledging)
    }

    /// Whether its author noted something, which may be no more than hearing it.
    pub(super) fn notes(&self) -> bool {
        self.base().is_some_and(|base| self.words.is(base, WordClass::Noting))
    }

    /// Whether it may only say that the user was heard: "I've noted your request".
    pub(super) fn may_only_hear(&self) -> bool {
        // "… in your profile" says where it was kept.
        self.notes() && (self.hears_clause || self.names_statement && !self.is_of_users)
    }

    /// Whether it says in what state a thing is, which the user may have brought about: "Mobile data is now enabled".
    pub(super) fn is_state(&self) -> bool {
        matches!(self.form, Form::State | Form::PassivePast)
    }

    /// Whether it says that something was looked into: "The verification is completed". Tools that only read do so.
    pub(super) fn reports_inquiry(&self) -> bool {
        let is_inquiry = |noun: &String| self.words.is(noun, WordClass::Inquiry);
        self.kinds.has(ActionKind::Complete) && self.head.iter().chain(self.nouns.last()).any(is_inquiry)
    }

    /// Whether it says of an action that it is certain: "Your payment has been confirmed".
    pub(super) fn confirms_action(&self) -> bool {
        let own = self.words.verb(self.own_verb);
        self.names_action() && own.is_some_and(|verb| self.words.is(&verb.base, WordClass::Acknowledging))
    }

    /// Whether it only says what is known: "I have confirmed the order details".
    pub(super) fn confirms_known(&self) -> bool {
        let own = self.words.verb(self.own_verb);
        self.names_known && own.is_some_and(|verb| self.words.is(&verb.base, WordClass::Acknowledging))
    }

    /// Whether it says no more than that something among these words is so, with the same numbers; or that all is done.
    pub(in crate::claim) fn is_of_any(&self, words: &[String]) -> bool {
        let is_one = |word: &String| words.contains(word);
        let is_completion = || self.nouns.is_empty() && self.kinds.has(ActionKind::Complete);
        let is_named = self.head.as_ref().is_some_and(is_one) || is_completion();
        !words.is_empty() && is_named && self.numbers.iter().chain(&self.details).all(is_one)
    }

    /// Whether it may only say what a proposal is now: "I've updated your request".
    pub(in crate::claim) fn revises_request(&self) -> bool {
        let is_request = self.head.as_deref() == Some("request");
        self.form == Form::Active && is_request && self.kinds.has(ActionKind::Change)
    }

    /// Whether it says in what state something is: "The status of the order is processed".
    pub(super) fn describes_known(&self) -> bool {
        // "The status of the order is updated" reports what was done to it.
        let done_to_it = [ActionKind::Change, ActionKind::Add, ActionKind::Store, ActionKind::Send];
        self.describes() && self.names_known && !done_to_it.into_iter().any(|kind| self.kinds.has(kind))
    }

    /// Whether it is about a notice that services send by themselves for what was changed: "I've sent you a confirmation",
    /// "All attendees have been notified".
    pub(super) fn notifies(&self) -> bool {
        let is_notice = |word: &str| self.words.is(word, WordClass::Notice);
        let is_notified = || self.form == Form::Passive && self.base().is_some_and(is_notice);
        self.kinds.has(ActionKind::Send) && (self.nouns.iter().any(|noun| is_notice(noun)) || is_notified())
    }

    /// Whether it may report what others did to a thing: "The order has been delivered".
    pub(super) fn may_report_others(&self) -> bool {
        self.form == Form::Passive && !self.of_user && !self.is_completing
    }

    /// Whether a tool may have looked it up while the user asked for something else: "The order has been delivered", "I
    /// have confirmed your profile".
    pub(super) fn may_be_looked_up(&self) -> bool {
        let only_confirms = self.kinds.has(ActionKind::Complete) && self.head.is_some();
        !self.is_completing
            && !self.hands_user_over()
            && (self.form == Form::Passive || only_confirms && self.form == Form::Active)
    }

    /// Whether it says that the user, or what the user wants, is transferred to a person: "You are being transferred to an
    /// agent", "I've escalated your request to an agent".
    pub(super) fn hands_user_over(&self) -> bool {
        let to_agent = || self.nouns.iter().any(|noun| noun == "agent") && (self.of_user || self.names_users);
        self.kinds.has(ActionKind::Transfer) && (self.moves_user || to_agent())
    }

    /// Whether it says what is generally so of many things: "Refunds are processed within 5 days".
    pub(super) fn is_general(&self) -> bool {
        self.describes() && self.is_many && !self.is_certain && !self.of_user && self.numbers.is_empty()
    }

    /// Whether it is about a thing that is neither the user's nor a kind of thing that tools work on.
    pub(super) fn is_of_others(&self) -> bool {
        !self.of_user && !self.is_of_world()
    }

    /// Whether the language uses the perfective for states, as Chinese does: "大门已经锁了".
    pub(super) fn may_report_state(&self) -> bool {
        self.words.unspaced && self.form == Form::Passive
    }

    /// Whether it may report what was done or so before.
    pub(super) fn may_be_of_earlier(&self) -> bool {
        self.reports_earlier || self.may_report_earlier
    }

    /// Whether it says of a device that nothing had to be done, in Spanish: "La luz ya está encendida". Of other things
    /// the same words report what was just done; in most languages such a sentence is no frame at all.
    pub(super) fn was_so(&self) -> bool {
        let is_of_device = self.words.subject_in_verb && self.kinds.has(ActionKind::Control);
        self.form == Form::State && self.may_report_earlier && is_of_device
    }

    /// Whether it says that something of the user's is booked: "Your seats at the Odeon are confirmed".
    pub(super) fn is_of_booking(&self) -> bool {
        let books = self.kinds.has(ActionKind::Complete) || action_kinds::is_booking(self.kinds);
        books && self.of_user && self.names_booked()
    }

    /// Whether it only describes a state, which may be an old one.
    pub(super) fn describes(&self) -> bool {
        self.is_state() && !self.is_completing
    }
}
