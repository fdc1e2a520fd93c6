//! Messages of a conversation before an answer, each read at most once, when that is first needed.

use std::ops::Range;
use std::sync::OnceLock;

use super::known_tokens::{KnownTokens, spoken};
use super::language::{boundary, language_of};
use super::message_need::MessageNeed;
use super::message_traits::MessageTraits;
use super::preview::RequestPreview;
use super::report::MessageReport;
use super::request::{NOTHING, Requested, language_of_message};
use super::user_request::UserRequest;
use super::wishes::offers;
use crate::registry::{ActionKinds, PhraseSet, Statements};

/// The most bytes kept of each message; its end.
pub(super) const BYTES_KEPT: usize = 4_000;

/// The bytes at the end of an answer in which it may ask the user something.
const ASKING_END: usize = 2_400;

/// A message of the user; its requests are read when they are first needed.
#[derive(Clone, Debug, Default)]
pub struct UserMessage {
    pub(super) text: String,
    /// Whether a first look at it found that it asks for nothing and agrees to nothing.
    asks_nothing: bool,
    /// The index of its most likely language.
    language: OnceLock<Option<usize>>,
    requested: OnceLock<Requested>,
    traits: OnceLock<MessageTraits>,
    need: OnceLock<MessageNeed>,
    report: OnceLock<MessageReport>,
}

impl UserMessage {
    /// The message, of which the end is kept.
    #[must_use]
    pub fn new(said: &str) -> Self {
        Self { text: last_of(said), ..Self::default() }
    }

    /// Notes what a first look at it found.
    pub fn note_preview(&mut self, seen: RequestPreview) {
        self.asks_nothing = seen.kinds == ActionKinds::NONE;
    }

    /// The kinds of action that it asks for at most: in any conversation, and with an application behind it.
    #[must_use]
    pub fn requested_kinds(&self, statements: &Statements) -> [ActionKinds; 2] {
        self.requested(statements).kinds([false; 2])
    }

    /// The index of its most likely language.
    #[must_use]
    pub fn language(&self, statements: &Statements) -> Option<usize> {
        *self.language.get_or_init(|| language_of_message(&self.text, statements))
    }

    pub(super) fn requested(&self, statements: &Statements) -> &Requested {
        self.requested.get_or_init(|| Requested::of(&self.text, self.language(statements), statements))
    }

    /// Its requests, and whether it agrees to something; the rest is not to be relied on. It is read only if a first look
    /// left either open.
    pub(super) fn possibly_requested(&self, statements: &Statements) -> &Requested {
        if self.asks_nothing { &NOTHING } else { self.requested(statements) }
    }

    pub(super) fn traits(&self, statements: &Statements) -> &MessageTraits {
        let of = || MessageTraits::of(&self.text, self.language(statements), self.requested(statements), statements);
        self.traits.get_or_init(of)
    }

    pub(super) fn need(&self, statements: &Statements) -> &MessageNeed {
        self.need.get_or_init(|| MessageNeed::of(&self.text, self.language(statements), statements))
    }

    /// Whether it asks for a text and nothing else, or brings material along. Who writes at length to an assistant that
    /// uses tools gives orders, and may ask for information as well.
    pub(super) fn wants_text(&self, has_tools: bool, statements: &Statements) -> bool {
        let Requested { asks_for_text, is_long, .. } = self.requested(statements);
        if has_tools { *asks_for_text && !self.traits(statements).gives_orders() } else { *asks_for_text || *is_long }
    }

    pub(super) fn report(&self, statements: &Statements) -> &MessageReport {
        self.report.get_or_init(|| MessageReport::of(&self.text, statements))
    }
}

/// An answer; what it asks and offers is read when that is first needed.
#[derive(Clone, Debug, Default)]
pub(super) struct EarlierAnswer {
    pub(super) text: String,
    /// Whether a first look at it found neither a question, nor a failure, nor that it goes on with anything.
    asks_nothing: bool,
    offer: OnceLock<Option<Offer>>,
    wishes: OnceLock<Vec<UserRequest>>,
    report: OnceLock<MessageReport>,
}

impl EarlierAnswer {
    /// The answer, of which the end is kept; `may_ask_back` says whether a first look found a question.
    pub(super) fn new(said: &str, may_ask_back: bool) -> Self {
        Self { text: last_of(said), asks_nothing: !may_ask_back, ..Self::default() }
    }

    /// How it offers or announces something; `None` if it neither asks nor reports a failure. An answer to which the user
    /// replied counts as a question, unless it reports something ("Confirming a table for two." – "Yes.").
    pub(super) fn offer(&self, is_answered: bool, statements: &Statements) -> Option<Offer> {
        if self.asks_nothing && !is_answered {
            return None;
        }
        let offer = self.read_offer(statements)?;
        (offer.is_explicit || offer.fails || is_answered && !self.reports(statements)).then_some(offer)
    }

    /// Whether it reports something as done.
    pub(super) fn reports(&self, statements: &Statements) -> bool {
        !self.report(statements).actions.is_empty()
    }

    pub(super) fn report(&self, statements: &Statements) -> &MessageReport {
        self.report.get_or_init(|| MessageReport::of(&self.text, statements))
    }

    /// Whether it only goes on to do what was asked for: "Okay, let me proceed."
    pub(super) fn takes_on(&self, statements: &Statements) -> bool {
        !self.asks_nothing
            && self.read_offer(statements).is_some_and(|offer| offer.goes_on)
            && !self.reports(statements)
    }

    fn read_offer(&self, statements: &Statements) -> Option<Offer> {
        let of_nothing = || language_of(&self.text, statements).map(|_| Offer::default());
        *self.offer.get_or_init(|| if self.asks_nothing { of_nothing() } else { offered(&self.text, statements) })
    }

    /// What it offers to do: of interest only where the user agreed.
    pub(super) fn wishes(&self, statements: &Statements) -> &[UserRequest] {
        self.wishes.get_or_init(|| offered_wishes(&self.text, &self.report(statements).done, statements))
    }
}

/// How an answer asks or offers something.
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of an answer, independent of the others")]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Offer {
    /// Whether it only asks whether there is anything else to do.
    pub(super) closes: bool,
    /// Whether it asks in its own words.
    pub(super) is_explicit: bool,
    /// Whether it reports a failure.
    pub(super) fails: bool,
    /// Whether it goes on to do something.
    goes_on: bool,
}

/// Whether an answer asks the user for something, and not only whether there is anything else to do.
pub(super) fn asks_back(answer: &str, statements: &Statements) -> bool {
    offered(answer, statements).is_some_and(|offer| offer.is_explicit && !offer.closes)
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
    let goes_on = words.takes_on.is_in(&tokens, words.boundaries());
    Some(Offer { closes, is_explicit, fails, goes_on })
}

/// What an answer offers to do: nothing that it reports as `done`.
fn offered_wishes(answer: &str, done: &[Range<usize>], statements: &Statements) -> Vec<UserRequest> {
    let Some((words, language)) = language_of(answer, statements) else { return Vec::new() };
    let mut tokens = spoken(answer, words);
    tokens.retain(|token| !done.iter().any(|sentence| sentence.contains(&token.span.start)));
    offers(&KnownTokens::new(&tokens, words), words, language)
}

/// The kinds of action that a message asks for and that count. Checks the first look at messages.
#[cfg(test)]
pub(crate) fn asked_kinds(message: &str, statements: &Statements) -> [ActionKinds; 2] {
    let message = UserMessage { text: message.to_owned(), ..UserMessage::default() };
    message.requested(statements).kinds([false, true].map(|has_tools| message.wants_text(has_tools, statements)))
}

/// Whether a message asks for nothing, of any kind of action, and agrees to nothing.
#[cfg(test)]
pub(crate) fn asks_for_nothing(message: &str, statements: &Statements) -> bool {
    let message = UserMessage { text: message.to_owned(), ..UserMessage::default() };
    let Requested { wishes, assents, .. } = message.requested(statements);
    wishes.is_empty() && !assents
}

fn last_of(said: &str) -> String {
    let start = boundary(said, said.len().saturating_sub(BYTES_KEPT));
    said.get(start..).unwrap_or_default().to_owned()
}
