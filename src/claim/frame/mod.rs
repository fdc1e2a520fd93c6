//! Frames: who did what to what, according to a sentence. "Your order has been cancelled" has the verb `cancel`, an
//! order as its object, and reports it as done.
//!
//! A frame is not yet a claim: [`ground`] checks whether it is about something that a tool does, that the user asked
//! for, or that the application keeps a record of. A clause that is negated, a question, conditional, quoted or about
//! somebody else makes no frame.

mod action_kinds;
mod clause;
mod denial;
mod ground;
mod joined;
mod language;
mod noun;
mod preview;
mod read;
mod report;
mod request;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_agents;
#[cfg(test)]
mod tests_agreed;
#[cfg(test)]
mod tests_answers;
#[cfg(test)]
mod tests_chinese;
#[cfg(test)]
mod tests_choices;
#[cfg(test)]
mod tests_commands;
#[cfg(test)]
mod tests_customers;
#[cfg(test)]
mod tests_files;
#[cfg(test)]
mod tests_inquiries;
#[cfg(test)]
mod tests_languages;
#[cfg(test)]
mod tests_outcomes;
#[cfg(test)]
mod tests_services;
#[cfg(test)]
mod tests_spanish;
#[cfg(test)]
mod tests_ticks;
#[cfg(test)]
mod tests_traps;
#[cfg(test)]
mod tests_verbs;
mod text_request;
mod text_work;
mod tools;
mod unnamed_request;
mod unspaced;
mod window;

use std::ops::Range;

pub(super) use action_kinds::{changes_world, is_decisive, is_strong, keeps_records, strong_kinds};
pub(super) use denial::denial;
pub(super) use ground::{Ground, Grounds, grounded};
pub(super) use language::{language_of, language_of_answer};
pub use preview::{Previewer, RequestPreview, TextPreview};
pub(super) use read::{frames, is_by_author, is_done};
#[cfg(test)]
pub(crate) use request::asked_kinds;
pub use tools::{ToolActions, kinds_of_action};
pub use window::{UserMessage, Window};

use crate::registry::{ActionKind, ActionKinds, Forms, Lexicon, Token, TokenKind, Word, WordClass, tokens};
use crate::work;

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
    /// Its tokens in the sentence: from the first word of the group of verbs to the verb itself.
    pub(super) tokens: Range<usize>,
}

impl Frame<'_> {
    /// Whether it reports an action on a thing outside the conversation, or one that is only possible there. If the
    /// reply `shows` something itself, that may be what was changed or added.
    pub(super) fn is_deed(&self, shows: bool) -> bool {
        let says = match self.form {
            Form::Active | Form::Passive => true,
            Form::Elliptic => !self.nouns.is_empty(),
            Form::State | Form::PassivePast => self.is_completing || (self.of_user && self.head.is_some()),
            Form::Future => read::counts_announced(self.kinds),
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

    /// Whether it may follow from any other change: money was moved, or everything is done.
    pub(super) fn follows(&self) -> bool {
        // "Done.", "You're all set."
        let is_bare = matches!(self.form, Form::Elliptic | Form::State | Form::Active) && self.nouns.is_empty();
        self.kinds.has(ActionKind::Pay) || self.kinds.has(ActionKind::Complete) || is_bare
    }

    /// Whether it is a single word that may only answer the user: "Confirmed."
    pub(super) fn acknowledges(&self) -> bool {
        let is_acknowledging = |base: &str| self.words.is(base, WordClass::Acknowledging);
        self.form == Form::Elliptic && self.nouns.is_empty() && self.base().is_some_and(is_acknowledging)
    }

    /// Whether it says that something was looked into: "The verification is completed". Tools that only read do so.
    pub(super) fn reports_inquiry(&self) -> bool {
        let is_inquiry = |noun: &String| self.words.is(noun, WordClass::Inquiry);
        self.kinds.has(ActionKind::Complete) && self.nouns.last().or(self.head.as_ref()).is_some_and(is_inquiry)
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

    /// Whether it says that the user is transferred to somebody: "You are being transferred to an agent".
    pub(super) fn hands_user_over(&self) -> bool {
        self.moves_user && self.kinds.has(ActionKind::Transfer)
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

    /// Whether it only describes a state, which may be an old one.
    pub(super) fn describes(&self) -> bool {
        matches!(self.form, Form::State | Form::PassivePast) && !self.is_completing
    }
}

/// The tokens of a text; in a language without spaces, the words that the language knows.
pub(super) fn spoken<'t>(text: &'t str, words: &Lexicon) -> Vec<Token<'t>> {
    in_words(text, tokens(text, 0..text.len(), &[]), words)
}

/// The tokens split into the words of a language, where it writes several words as one.
pub(in crate::claim) fn in_words<'t>(text: &'t str, tokens: Vec<Token<'t>>, words: &Lexicon) -> Vec<Token<'t>> {
    match () {
        () if words.unspaced => unspaced::words_of(text, tokens, words),
        () if words.joints.is_empty() => tokens,
        () => joined::words_of(text, tokens, words),
    }
}

fn begins_with_digit(token: &Token<'_>) -> bool {
    token.text.starts_with(|first: char| first.is_ascii_digit())
}

/// The tokens of a sentence with what the language knows of them.
pub(super) struct KnownTokens<'a, 't> {
    pub(super) tokens: &'a [Token<'t>],
    pub(super) words: Vec<Option<&'a Word>>,
    /// The words of the language and the rules of its grammar.
    pub(super) rules: &'a Lexicon,
}

impl<'a, 't> KnownTokens<'a, 't> {
    pub(super) fn new(tokens: &'a [Token<'t>], words: &'a Lexicon) -> Self {
        let known = |(at, token): (usize, &Token<'t>)| {
            let word = words.word(token.text.as_ref()).filter(|_| token.kind == TokenKind::Word)?;
            // The "am" of "11 am" is no verb.
            let may_be_clock = word.classes.has(WordClass::Clock) && word.classes.has(WordClass::Is);
            let is_clock = || at.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(begins_with_digit);
            (!may_be_clock || !is_clock()).then_some(word)
        };
        Self { tokens, words: tokens.iter().enumerate().map(known).collect(), rules: words }
    }

    /// The verb of which a token is a form, alone or with its particle.
    pub(super) fn verb(&self, at: usize) -> Option<(usize, Forms)> {
        let word = self.word(at)?;
        let parted = || {
            let last = self.tokens.len().min(at + clause::REACH);
            let end = (at + 1..last).find(|place| self.is_mark(*place)).unwrap_or(last);
            work::count(end - at);
            let is_this = |particle: &str, place: usize| self.tokens.get(place).is_some_and(|token| token.is(particle));
            let found = word.parted.iter().filter_map(|verb| {
                let particle = (at + 1..end).rev().find(|place| is_this(&verb.particle, *place))?;
                let follows = || particle == at + 1 || particle == self.phrase_end(at + 1, end);
                let is_meant = if self.is(particle, WordClass::Particle) { follows() } else { self.closes(particle) };
                is_meant.then_some((verb.verb, verb.forms))
            });
            found.reduce(|one, other| if one.0 == other.0 { (one.0, one.1.and(other.1)) } else { one })
        };
        if word.parted.is_empty() { word.verb } else { parted().or(word.verb) }
    }

    /// The particle of a verb at a token, if it is one: "off" in "turned off", "on" in "turned on at 7".
    pub(super) fn particle(&self, at: usize) -> Option<&'a str> {
        let is_particle =
            self.is(at, WordClass::Particle) || self.is(at, WordClass::ClosingParticle) && self.closes(at);
        self.tokens.get(at).filter(|_| is_particle).map(|token| token.text.as_ref())
    }

    /// Whether no object follows a token in its clause.
    fn closes(&self, at: usize) -> bool {
        let follows = [WordClass::Function, WordClass::Preposition, WordClass::Completing];
        self.is_mark(at + 1) || self.is_any(at + 1, &follows)
    }

    pub(super) fn word(&self, at: usize) -> Option<&'a Word> {
        self.words.get(at).copied().flatten()
    }

    pub(super) fn is(&self, at: usize, class: WordClass) -> bool {
        self.word(at).is_some_and(|word| word.classes.has(class))
    }

    pub(super) fn is_any(&self, at: usize, classes: &[WordClass]) -> bool {
        self.word(at).is_some_and(|word| word.classes.has_any(classes))
    }

    /// Whether a token is a number, or a label or a time that begins with one: "7", "14A", "9am".
    pub(super) fn begins_with_digit(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(begins_with_digit)
    }

    pub(super) fn is_mark(&self, at: usize) -> bool {
        self.tokens.get(at).is_none_or(Token::is_mark)
    }
}
