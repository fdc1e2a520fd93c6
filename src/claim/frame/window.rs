//! What a user may still want: the present requests, earlier ones as long as the assistant only asked back, and offers
//! that the user accepted.

use std::ops::Range;
use std::sync::OnceLock;

use super::known_tokens::{KnownTokens, spoken};
use super::language::{boundary, language_of};
use super::noun::is_number_of_thing;
use super::report::{EarlierAction, MessageReport};
use super::request::{NOTHING, Requested};
use super::user_request::UserRequest;
use super::wishes::wishes;
use crate::catalog::first_name_word;
use crate::registry::{ActionKinds, Lexicon, PhraseSet, Statements, WordClass};

/// The most messages of the user that are kept while the assistant asks back; the last ones.
const MESSAGES_KEPT: usize = 12;
/// The most bytes kept of each message; its end.
const BYTES_KEPT: usize = 4_000;

/// The fewest bytes of a name by which a thing is known again.
const SHORTEST_NAME: usize = 3;
/// The fewest prices or times of a list to choose from.
const OPTIONS: usize = 2;
/// The bytes at the end of an answer in which it may ask the user something.
const ASKING_END: usize = 2_400;

/// The signs of money, with which a price begins.
const MONEY: [char; 4] = ['$', '€', '£', '¥'];

/// The most bytes of a character: a message is cut at the beginning of one.
const LONGEST_LETTER: usize = 4;

/// A message of the user; its requests are read when they are first needed.
#[derive(Clone, Debug, Default)]
pub struct UserMessage {
    text: String,
    requested: OnceLock<Requested>,
    report: OnceLock<MessageReport>,
}

impl UserMessage {
    /// The message, of which the end is kept.
    #[must_use]
    pub fn new(said: &str) -> Self {
        Self { text: last_of(said), ..Self::default() }
    }

    /// The kinds of action that it asks for at most: in any conversation, and with an application behind it.
    #[must_use]
    pub fn requested_kinds(&self, statements: &Statements) -> [ActionKinds; 2] {
        self.requested(statements).kinds([false; 2])
    }

    fn requested(&self, statements: &Statements) -> &Requested {
        self.requested.get_or_init(|| Requested::of(&self.text, statements))
    }

    fn report(&self, statements: &Statements) -> &MessageReport {
        self.report.get_or_init(|| MessageReport::of(&self.text, statements))
    }
}

/// An answer; what it asks and offers is read when that is first needed.
#[derive(Clone, Debug, Default)]
struct EarlierAnswer {
    text: String,
    /// Whether a first look at it found no question.
    asks_nothing: bool,
    offer: OnceLock<Option<Offer>>,
    wishes: OnceLock<Vec<UserRequest>>,
    report: OnceLock<MessageReport>,
}

impl EarlierAnswer {
    /// How it offers or announces something; `None` if it neither asks nor reports a failure. An answer to which the user
    /// replied counts as a question, unless it reports something ("Confirming a table for two." – "Yes.").
    fn offer(&self, is_answered: bool, statements: &Statements) -> Option<Offer> {
        if self.asks_nothing && !is_answered {
            return None;
        }
        let offer = (*self.offer.get_or_init(|| offered(&self.text, statements)))?;
        (offer.is_explicit || offer.fails || is_answered && !self.reports(statements)).then_some(offer)
    }

    /// Whether it reports something as done.
    fn reports(&self, statements: &Statements) -> bool {
        !self.report(statements).actions.is_empty()
    }

    fn report(&self, statements: &Statements) -> &MessageReport {
        self.report.get_or_init(|| MessageReport::of(&self.text, statements))
    }

    /// Whether it only goes on to do what was asked for: "Okay, let me proceed."
    fn takes_on(&self, statements: &Statements) -> bool {
        let Some((words, _)) = language_of(&self.text, statements) else { return false };
        words.takes_on.is_in(&spoken(&self.text, words), words.boundaries()) && !self.reports(statements)
    }

    /// What it offers to do: of interest only where the user agreed.
    fn wishes(&self, statements: &Statements) -> &[UserRequest] {
        self.wishes.get_or_init(|| offered_wishes(&self.text, &self.report(statements).done, statements))
    }
}

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
            self.answer =
                EarlierAnswer { text: last_of(said), asks_nothing: !may_ask_back, ..EarlierAnswer::default() };
        }
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
        let is_same = |said: &String| said == word || first_name_word(said).as_deref() == Some(word);
        words_of(self.asked_last().unwrap_or_default()).iter().any(is_same)
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

    /// What each kept earlier message asks for.
    pub(super) fn requested_before(&self, statements: &Statements) -> impl Iterator<Item = &Requested> {
        self.before.iter().map(|(said, _)| said.requested(statements))
    }

    /// Reads from the earlier messages what the user may still want.
    pub(super) fn wanted(&self, statements: &Statements, has_tools: bool) -> OpenRequests {
        let now = self.now(statements);
        let mut wanted = OpenRequests::default();
        // A user who brings a text to work on asks for that alone, whatever the assistant asked.
        if now.brings_text && !now.assents {
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
            let waits = is_last && (now.awaits && !answer.reports(statements) || wanted.is_taken_on);
            let waits = waits.then_some(Offer { closes: false, is_explicit: false, fails: false });
            let offer = answer.offer(is_answer, statements).filter(|offer| !offer.closes || waits.is_none());
            let Some(Offer { closes, is_explicit, .. }) = offer.or(waits) else { break };
            // "Enjoy the music" after a thanks is a farewell and asks nothing.
            if is_last && now.is_parting && !is_explicit && !chooses && !now.awaits && !wanted.is_taken_on {
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
            if !requested.wants_text(has_tools) {
                wanted.earlier.extend_from_slice(&requested.wishes);
            }
        }
        wanted.was_asked = wanted.asked_back && asks;
        // A reply to a question asks for nothing new: without an earlier request it was small talk.
        wanted.asked_back &= asks || !(wanted.earlier.is_empty() && wanted.accepted.is_empty());
        wanted
    }
}

/// How an answer asks or offers something.
#[derive(Clone, Copy, Debug)]
struct Offer {
    /// Whether it only asks whether there is anything else to do.
    closes: bool,
    /// Whether it asks in its own words.
    is_explicit: bool,
    /// Whether it reports a failure.
    fails: bool,
}

/// How an answer offers something.
fn offered(answer: &str, statements: &Statements) -> Option<Offer> {
    let (words, _) = language_of(answer, statements)?;
    let tokens = spoken(answer, words);
    // A question in the middle of a long text is not put to the user.
    let end = answer.len().saturating_sub(ASKING_END);
    let last = tokens.partition_point(|token| token.span.start < end);
    let count = |phrases: &PhraseSet| {
        (last..tokens.len()).filter(|at| phrases.begins(&tokens, *at, words.boundaries())).count()
    };
    let questions = tokens.iter().skip(last).filter(|token| token.is_question_mark()).count();
    let asks = questions + count(&words.asks_back);
    let is_explicit = asks > 0;
    // The user still wants what failed, since it may be tried again.
    let fails = words.failures.is_in(&tokens, words.boundaries());
    let closes = is_explicit && !fails && asks <= count(&words.closings);
    Some(Offer { closes, is_explicit, fails })
}

/// What an answer offers to do: nothing that it reports as `done`.
fn offered_wishes(answer: &str, done: &[Range<usize>], statements: &Statements) -> Vec<UserRequest> {
    let Some((words, language)) = language_of(answer, statements) else { return Vec::new() };
    let mut tokens = spoken(answer, words);
    tokens.retain(|token| !done.iter().any(|sentence| sentence.contains(&token.span.start)));
    wishes(&KnownTokens::new(&tokens, words), words, language)
}

/// Whether a word of an answer gives a price or a time of day.
fn is_price_or_time(word: &str) -> bool {
    let counts = |rest: &str| rest.starts_with(|first: char| first.is_ascii_digit());
    let (first, last) = word.split_once(':').unwrap_or_default();
    let is_time = first.ends_with(|last: char| last.is_ascii_digit()) && counts(last);
    is_time || word.match_indices(MONEY).any(|(at, sign)| word.get(at + sign.len()..).is_some_and(counts))
}

/// The words of a text in lower case.
fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

fn last_of(said: &str) -> String {
    let start = boundary(said, said.len().saturating_sub(BYTES_KEPT));
    said.get(start..).unwrap_or_default().to_owned()
}
