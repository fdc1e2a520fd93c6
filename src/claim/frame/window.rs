//! What a user may still want: what he asks for now, what he asked for before as long as he was only asked back, and what he was
//! offered and agreed to.

use std::sync::OnceLock;

use super::report::reports;
use super::request::{NOTHING, Requested, Wish, boundary, language_of, wishes};
use super::{Known, spoken};
use crate::registry::{PhraseSet, Statements};

/// How many messages of the user are kept while he is only asked back, the last ones.
const MESSAGES_KEPT: usize = 12;
/// How many bytes of each message are kept, the last ones.
const BYTES_KEPT: usize = 4_000;

/// How many bytes a letter has at most: a message is cut before one.
const LONGEST_LETTER: usize = 4;

/// A message of the user, and what it asks for once somebody wanted to know.
#[derive(Clone, Debug, Default)]
struct Said {
    text: String,
    requested: OnceLock<Requested>,
}

impl Said {
    fn new(said: &str) -> Self {
        Self { text: last_of(said), requested: OnceLock::new() }
    }

    fn requested(&self, statements: &Statements) -> &Requested {
        self.requested.get_or_init(|| Requested::of(&self.text, statements))
    }
}

/// An answer, and what it asks and offers once somebody wanted to know.
#[derive(Clone, Debug, Default)]
struct Answer {
    text: String,
    /// Whether a first look showed that its own words ask nothing.
    asks_nothing: bool,
    offer: OnceLock<Option<Offer>>,
    reports: OnceLock<bool>,
}

impl Answer {
    /// What it offers, or says that it would do; `None` where it neither asks back nor says that something failed. What
    /// was answered has asked, in whatever words, unless it reports something ("Confirming a table for two." – "Yes.").
    fn offer(&self, is_answered: bool, statements: &Statements) -> Option<&Offer> {
        if self.asks_nothing && !is_answered {
            return None;
        }
        let offer = self.offer.get_or_init(|| offered(&self.text, statements)).as_ref()?;
        let reports = || *self.reports.get_or_init(|| reports(&self.text, statements));
        (offer.is_explicit || offer.fails || is_answered && !reports()).then_some(offer)
    }
}

/// The messages that tell what a user may still want. Nothing is read until somebody wants to know, and then once.
#[derive(Clone, Debug, Default)]
pub struct Window {
    /// What the user said before, each with what was answered.
    before: Vec<(Said, Answer)>,
    /// What the user said last.
    now: Option<Said>,
    /// What was answered last.
    answer: Answer,
    has_tools: bool,
}

/// What a user may still want.
#[derive(Clone, Debug, Default)]
pub(super) struct Wanted {
    /// What was offered, and agreed to in this turn.
    pub(super) accepted: Vec<Wish>,
    pub(super) earlier: Vec<Wish>,
    /// Whether the last answer asked for something, not only whether there is more.
    pub(super) asked_back: bool,
    /// Whether the last answer asked for something in its own words, and the user said something to that.
    pub(super) was_asked: bool,
}

impl Window {
    /// Takes what the user says.
    pub fn asked(&mut self, said: &str) {
        let answer = std::mem::take(&mut self.answer);
        match self.now.take() {
            Some(before) if !answer.text.is_empty() => self.before.push((before, answer)),
            _ => self.before.clear(),
        }
        let surplus = self.before.len().saturating_sub(MESSAGES_KEPT);
        self.before.drain(..surplus);
        self.now = Some(Said::new(said));
    }

    /// Takes what was answered.
    pub fn answered(&mut self, said: &str) {
        self.answered_asking(said, true);
    }

    /// Takes what was answered, where a first look told whether it may ask something.
    pub fn answered_asking(&mut self, said: &str, may_ask_back: bool) {
        if !said.trim().is_empty() {
            self.answer = Answer { text: last_of(said), asks_nothing: !may_ask_back, ..Answer::default() };
        }
    }

    /// Says that tools were called in the conversation: then an application stands behind it.
    pub fn saw_tools(&mut self) {
        self.has_tools = true;
    }

    /// How many bytes of texts it keeps.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let before: usize = self.before.iter().map(|(said, answer)| said.text.len() + answer.text.len()).sum();
        before + self.now.as_ref().map_or(0, |said| said.text.len()) + self.answer.text.len()
    }

    /// Whether not all may be kept of what the user said last.
    pub(in crate::claim) fn is_cut(&self) -> bool {
        self.now.as_ref().is_some_and(|said| said.text.len() + LONGEST_LETTER > BYTES_KEPT)
    }

    /// What the user said last.
    pub(in crate::claim) fn asked_last(&self) -> Option<&str> {
        self.now.as_ref().map(|said| said.text.as_str())
    }

    /// Whether a text stands in one of its messages.
    pub(super) fn holds(&self, text: &str) -> bool {
        let before = self.before.iter().flat_map(|(said, answer)| [&said.text, &answer.text]);
        before.chain(self.now.as_ref().map(|said| &said.text)).any(|said| said.contains(text))
    }

    /// Whether something was answered before.
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

    /// What he asked for in each message before that may still matter.
    pub(super) fn requested_before(&self, statements: &Statements) -> impl Iterator<Item = &Requested> {
        self.before.iter().map(|(said, _)| said.requested(statements))
    }

    /// Reads what the user may still want of what was said before.
    pub(super) fn wanted(&self, statements: &Statements) -> Wanted {
        let now = self.now(statements);
        let mut wanted = Wanted::default();
        // Who brings a text to be worked on asks for that alone, whatever he was asked.
        if now.brings_text && !now.assents {
            return wanted;
        }
        let mut agreed = now.assents;
        let mut is_answer = now.answers();
        let mut asks = false;
        // Backwards, as long as the answers ask back.
        for (place, (said, answer)) in self.before.iter().enumerate().rev() {
            let Some(Offer { wishes, closes, is_explicit, .. }) = answer.offer(is_answer, statements) else { break };
            let is_last = place + 1 == self.before.len();
            // "Enjoy the music" wishes well whoever was asked nothing, and thanks.
            if is_last && now.is_parting && !is_explicit {
                break;
            }
            if is_last {
                wanted.asked_back = !closes;
                asks = *is_explicit;
            }
            if agreed && is_last {
                wanted.accepted.clone_from(wishes);
            } else if agreed {
                wanted.earlier.extend_from_slice(wishes);
            }
            if *closes {
                break;
            }
            let requested = said.requested(statements);
            agreed = requested.assents;
            is_answer = requested.answers();
            // A text that was asked for before is there.
            if !requested.wants_text {
                wanted.earlier.extend_from_slice(&requested.wishes);
            }
        }
        wanted.was_asked = wanted.asked_back && asks;
        // Who answers asks for nothing new: without a wish before, it was talk.
        wanted.asked_back &= asks || !(wanted.earlier.is_empty() && wanted.accepted.is_empty());
        wanted
    }
}

/// What an answer offers.
#[derive(Clone, Debug)]
struct Offer {
    wishes: Vec<Wish>,
    /// Whether it only asks whether there is more.
    closes: bool,
    /// Whether its own words ask.
    is_explicit: bool,
    /// Whether it says that something failed.
    fails: bool,
}

/// What an answer offers, and whether its words ask something or say that something failed.
fn offered(answer: &str, statements: &Statements) -> Option<Offer> {
    let (words, language) = language_of(answer, statements)?;
    let tokens = spoken(answer, words);
    let count =
        |phrases: &PhraseSet| (0..tokens.len()).filter(|at| phrases.begins(&tokens, *at, words.boundaries())).count();
    let questions = tokens.iter().filter(|token| matches!(token.text.as_ref(), "?" | "？")).count();
    let asks = questions + count(&words.asks_back);
    let is_explicit = asks > 0;
    // What did not work out is still wanted: it may be tried again.
    let fails = count(&words.failures) > 0;
    let closes = is_explicit && !fails && asks <= count(&words.closings);
    let wishes = if closes { Vec::new() } else { wishes(&Known::new(&tokens, words), words, language) };
    Some(Offer { wishes, closes, is_explicit, fails })
}

fn last_of(said: &str) -> String {
    let start = boundary(said, said.len().saturating_sub(BYTES_KEPT));
    said.get(start..).unwrap_or_default().to_owned()
}
