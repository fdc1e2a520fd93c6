//! What a user may still want: the present requests, earlier ones as long as the assistant only asked back, and offers
//! that the user accepted.

use super::language::language_of;
use super::message::{BYTES_KEPT, EarlierAnswer, Offer, UserMessage};
use super::message_need::{self, MessageNeed};
use super::message_traits::{self, MessageTraits};
use super::noun::is_number_of_thing;
use super::report::{EarlierAction, MessageReport};
use super::request::{NOTHING, Requested};
use super::user_request::UserRequest;
use crate::catalog::first_name_word;
use crate::registry::{Lexicon, Statements, WordClass};

/// The most messages of the user that are kept while the assistant asks back; the last ones.
const MESSAGES_KEPT: usize = 12;

/// The fewest bytes of a name by which a thing is known again.
const SHORTEST_NAME: usize = 3;
/// The fewest prices or times of a list to choose from.
const OPTIONS: usize = 2;

/// The signs of money, with which a price begins.
const MONEY: [char; 4] = ['$', '€', '£', '¥'];

/// The most bytes of a character: a message is cut at the beginning of one.
const LONGEST_LETTER: usize = 4;

/// The messages that show what a user may still want. Each is read at most once, when it is first needed.
#[derive(Clone, Debug, Default)]
pub struct Window {
    /// The user's earlier messages, each with its answer.
    before: Vec<(UserMessage, EarlierAnswer)>,
    /// The user's last message.
    now: Option<UserMessage>,
    /// The answer to the user's last message; its text is empty while there is none.
    answer: EarlierAnswer,
    has_tools: bool,
    /// Whether the conversation began before these messages.
    is_partial: bool,
}

/// What a user may still want.
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of the last answer, independent of the others")]
#[derive(Clone, Debug, Default)]
pub(super) struct OpenRequests {
    /// Offers that the user accepted in this turn.
    pub(super) accepted: Vec<UserRequest>,
    pub(super) earlier: Vec<UserRequest>,
    /// Whether the last answer asked for something, other than whether there is anything else to do.
    pub(super) asked_back: bool,
    /// Whether the last answer asked in its own words, and the user replied.
    pub(super) was_asked: bool,
    /// Whether the last answer only went on to do what was asked for.
    pub(super) is_taken_on: bool,
    /// Whether the user chose among what the last answer listed with prices or times.
    pub(super) chosen: bool,
}

impl Window {
    /// Adds a message of the user.
    pub fn asked(&mut self, said: &str) {
        self.add(UserMessage::new(said));
    }

    /// Adds a message of the user, which may have been read.
    pub fn add(&mut self, message: UserMessage) {
        let answer = std::mem::take(&mut self.answer);
        match self.now.take() {
            Some(before) if !answer.text.is_empty() => self.before.push((before, answer)),
            _ => self.before.clear(),
        }
        let surplus = self.before.len().saturating_sub(MESSAGES_KEPT);
        self.before.drain(..surplus);
        self.now = Some(message);
    }

    /// Adds the answer to the user's last message, which may ask something; a blank one changes nothing.
    pub fn answered(&mut self, said: &str) {
        self.answered_asking(said, true);
    }

    /// Adds an answer for which a first look showed whether it may ask something.
    pub fn answered_asking(&mut self, said: &str, may_ask_back: bool) {
        if !said.trim().is_empty() {
            self.answer = EarlierAnswer::new(said, may_ask_back);
        }
    }

    /// A window on the rest of a conversation, whose earlier messages are not kept.
    #[must_use]
    pub fn partial() -> Self {
        Self { is_partial: true, ..Self::default() }
    }

    /// Whether the conversation began before these messages.
    pub(super) fn is_partial(&self) -> bool {
        self.is_partial
    }

    /// Notes that tools were called in the conversation: there is an application behind it.
    pub fn note_tools(&mut self) {
        self.has_tools = true;
    }

    /// The bytes of the kept texts.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let before: usize = self.before.iter().map(|(said, answer)| said.text.len() + answer.text.len()).sum();
        before + self.now.as_ref().map_or(0, |said| said.text.len()) + self.answer.text.len()
    }

    /// Whether the user's last message is kept only in part.
    pub(in crate::claim) fn is_cut(&self) -> bool {
        self.now.as_ref().is_some_and(|said| said.text.len() + LONGEST_LETTER > BYTES_KEPT)
    }

    /// The user's last message.
    pub(in crate::claim) fn asked_last(&self) -> Option<&str> {
        self.now.as_ref().map(|said| said.text.as_str())
    }

    /// Whether one of the kept messages contains a text.
    pub(super) fn holds(&self, text: &str) -> bool {
        let before = self.before.iter().flat_map(|(said, answer)| [&said.text, &answer.text]);
        before.chain(self.now.as_ref().map(|said| &said.text)).any(|said| said.contains(text))
    }

    /// Whether one of the user's messages contains a number, an amount or a time of day.
    pub(super) fn is_said_by_user(&self, detail: &str) -> bool {
        let is_inner = |letter: char| letter.is_alphanumeric() || matches!(letter, ':' | '.' | ',');
        let says = |said: &UserMessage| {
            let mut words = said.text.split(|letter: char| !is_inner(letter));
            words.any(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric()).eq_ignore_ascii_case(detail))
        };
        self.before.iter().map(|(said, _)| said).chain(&self.now).any(says)
    }

    /// Whether the user's last message contains a word, in any case.
    pub(super) fn last_names(&self, word: &str) -> bool {
        has_word(self.asked_last().unwrap_or_default(), word)
    }

    /// Whether the user's last message contains a word, or the answer before it if `with_offer`.
    pub(super) fn order_names(&self, word: &str, with_offer: bool) -> bool {
        let offer = self.before.last().filter(|_| with_offer).map(|(_, answer)| answer.text.as_str());
        let is_same = |said: &str| {
            let said = said.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase();
            said.trim_end_matches('s') == word.trim_end_matches('s')
        };
        self.asked_last().into_iter().chain(offer).any(|said| said.split_whitespace().any(is_same))
    }

    /// Whether the user's last message names a thing, and the question before did not ask for it as the user's own ("What
    /// is your name?").
    pub(super) fn names_choice(&self, noun: &str, words: &Lexicon) -> bool {
        let is_named = |word: &str| {
            let [short, long] = if word.len() < noun.len() { [word, noun] } else { [noun, word] };
            short.len() >= SHORTEST_NAME && long.starts_with(short)
        };
        let said = words_of(self.asked_last().unwrap_or_default());
        let asked = words_of(self.before.last().map_or("", |(_, answer)| answer.text.as_str()));
        let is_own = |pair: &[String]| {
            let [owner, thing] = pair else { return false };
            is_named(thing) && words.is(owner, WordClass::Users)
        };
        said.iter().any(|word| is_named(word)) && !asked.windows(2).any(is_own)
    }

    /// Whether the user's last message names one of the options that the answer before listed with their prices or times:
    /// "Van: $12, minivan: $20." – "The minivan, thanks".
    fn chooses(&self, statements: &Statements) -> bool {
        let Some((_, EarlierAnswer { text: offered, .. })) = self.before.last() else { return false };
        if offered.split_whitespace().filter(|word| is_price_or_time(word)).count() < OPTIONS {
            return false;
        }
        let Some((words, _)) = language_of(offered, statements) else { return false };
        let [offered, said] = [offered, self.asked_last().unwrap_or_default()].map(str::to_lowercase);
        let is_option = |word: &str| {
            let is_function = words.word(word).is_some_and(|word| word.classes.is_function());
            word.len() >= SHORTEST_NAME && !is_function && offered.contains(word)
        };
        said.split_whitespace().any(|word| is_option(word.trim_matches(|letter: char| !letter.is_alphanumeric())))
    }

    /// What the user's last message reports as done.
    pub(super) fn reported_now(&self, statements: &Statements) -> &[EarlierAction] {
        let report = self.now.as_ref().map(|said| said.report(statements));
        report.map_or(&[], |report| report.actions.as_slice())
    }

    /// The earlier answers that report anything as done, the last one first.
    pub(super) fn earlier_reports(&self, statements: &Statements) -> impl Iterator<Item = &MessageReport> {
        self.before
            .iter()
            .rev()
            .map(|(_, answer)| answer.report(statements))
            .filter(|report| !report.actions.is_empty())
    }

    /// The numbers by which the user's last message names things, in small letters.
    pub(super) fn numbers_now(&self) -> Vec<String> {
        let mut said = words_of(self.asked_last().unwrap_or_default());
        said.retain(|word| is_number_of_thing(word));
        said
    }

    /// All kept messages before the user's last one, in small letters.
    pub(super) fn said_before(&self) -> String {
        let texts = self.before.iter().flat_map(|(said, answer)| [said.text.as_str(), answer.text.as_str()]);
        texts.collect::<Vec<_>>().join("\n").to_lowercase()
    }

    /// The words with digits in the user's last message, in small letters.
    pub(super) fn numbered_now(&self) -> Vec<String> {
        let mut said = words_of(self.asked_last().unwrap_or_default());
        said.retain(|word| word.contains(|letter: char| letter.is_ascii_digit()));
        said
    }

    /// Whether there was an answer before.
    pub(super) fn goes_on(&self) -> bool {
        !self.before.is_empty()
    }

    /// Whether tools were called in the conversation.
    pub(super) fn has_tools(&self) -> bool {
        self.has_tools
    }

    /// What the user asks for now.
    pub(super) fn now(&self, statements: &Statements) -> &Requested {
        self.now.as_ref().map_or(&NOTHING, |said| said.requested(statements))
    }

    /// What the user's last message shows besides.
    pub(super) fn traits_now(&self, statements: &Statements) -> &MessageTraits {
        self.now.as_ref().map_or(&message_traits::NONE, |said| said.traits(statements))
    }

    /// What the user's last message tells of a need.
    pub(super) fn need_now(&self, statements: &Statements) -> &MessageNeed {
        self.now.as_ref().map_or(&message_need::NONE, |said| said.need(statements))
    }

    /// Whether the user's last message asks for a text and nothing else, or brings material along.
    pub(super) fn wants_text(&self, has_tools: bool, statements: &Statements) -> bool {
        self.now.as_ref().is_some_and(|said| said.wants_text(has_tools, statements))
    }

    /// Whether the user gave the assistant a role to play.
    pub(super) fn plays_role(&self, statements: &Statements) -> bool {
        let mut said = self.now.iter().chain(self.before.iter().map(|(said, _)| said));
        said.any(|said| said.traits(statements).plays_role)
    }

    /// The requests of each kept earlier message, and whether it agrees to something.
    pub(super) fn requested_before(&self, statements: &Statements) -> impl Iterator<Item = &Requested> {
        self.before.iter().map(|(said, _)| said.possibly_requested(statements))
    }

    /// The requests of each kept earlier message since an answer last reported anything as done.
    pub(super) fn requested_since_report(&self, statements: &Statements) -> impl Iterator<Item = &Requested> {
        let before = self.before.iter().rev();
        let since = before.take_while(|(_, answer)| !answer.reports(statements));
        since.map(|(said, _)| said.requested(statements))
    }

    /// Reads from the earlier messages what the user may still want.
    pub(super) fn wanted(&self, statements: &Statements, has_tools: bool) -> OpenRequests {
        let (now, traits) = (self.now(statements), self.traits_now(statements));
        let mut wanted = OpenRequests::default();
        // A user who brings a text to work on asks for that alone, whatever the assistant asked.
        if traits.brings_text && !now.assents {
            return wanted;
        }
        let mut agreed = now.assents;
        let mut is_answer = now.answers();
        let mut asks = false;
        let chooses = is_answer && self.chooses(statements);
        // From the last answer backwards, as long as the answers ask back.
        for (place, (said, answer)) in self.before.iter().enumerate().rev() {
            let is_last = place + 1 == self.before.len();
            // "I'll look into it." – "Let me know once it's done"
            wanted.is_taken_on |= is_last && answer.takes_on(statements);
            let waits = is_last && (traits.awaits && !answer.reports(statements) || wanted.is_taken_on);
            let waits = waits.then(Offer::default);
            let offer = answer.offer(is_answer, statements).filter(|offer| !offer.closes || waits.is_none());
            let Some(Offer { closes, is_explicit, .. }) = offer.or(waits) else { break };
            // "Enjoy the music" after a thanks is a farewell and asks nothing.
            if is_last && traits.is_parting && !is_explicit && !chooses && !traits.awaits && !wanted.is_taken_on {
                break;
            }
            if is_last {
                wanted.asked_back = !closes;
                asks = is_explicit || chooses;
                wanted.chosen = chooses && !closes;
            }
            if closes {
                break;
            }
            if agreed {
                let to = if is_last { &mut wanted.accepted } else { &mut wanted.earlier };
                to.extend_from_slice(answer.wishes(statements));
            }
            let requested = said.requested(statements);
            agreed = requested.assents;
            is_answer = requested.answers();
            // A text that was asked for earlier has been delivered.
            if !said.wants_text(has_tools, statements) {
                wanted.earlier.extend_from_slice(&requested.wishes);
            }
        }
        wanted.was_asked = wanted.asked_back && asks;
        // A reply to a question asks for nothing new: without an earlier request it was small talk.
        wanted.asked_back &= asks || !(wanted.earlier.is_empty() && wanted.accepted.is_empty());
        wanted
    }
}

/// Whether a word of an answer gives a price or a time of day.
fn is_price_or_time(word: &str) -> bool {
    let counts = |rest: &str| rest.starts_with(|first: char| first.is_ascii_digit());
    let (first, last) = word.split_once(':').unwrap_or_default();
    let is_time = first.ends_with(|last: char| last.is_ascii_digit()) && counts(last);
    is_time || word.match_indices(MONEY).any(|(at, sign)| word.get(at + sign.len()..).is_some_and(counts))
}

/// Whether a text contains a word, in any case, or one that names the same.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    words_of(text).iter().any(|said| said == word || first_name_word(said).as_deref() == Some(word))
}

/// The words of a text in lower case.
fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}
