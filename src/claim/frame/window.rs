//! What a user may still want: what he asks for now, what he asked for before as long as he was only asked back, and what he was
//! offered and agreed to.

use super::report::reports;
use super::request::{Requested, Wish, boundary, language_of, wishes};
use super::{Known, spoken};
use crate::registry::{PhraseSet, Statements};

/// How many messages of the user are kept while he is only asked back, the last ones.
const MESSAGES_KEPT: usize = 12;
/// How many bytes of each message are kept, the last ones.
const BYTES_KEPT: usize = 4_000;

/// The messages that tell what a user may still want. Nothing is read until somebody wants to know.
#[derive(Clone, Debug, Default)]
pub struct Window {
    /// What the user said before, each with what was answered.
    before: Vec<(String, String)>,
    /// What the user said last.
    now: Option<String>,
    /// What was answered last.
    answer: String,
    has_tools: bool,
}

/// What a user may still want.
#[derive(Clone, Debug, Default)]
pub(super) struct Wanted {
    pub(super) now: Requested,
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
            Some(before) if !answer.is_empty() => self.before.push((before, answer)),
            _ => self.before.clear(),
        }
        let surplus = self.before.len().saturating_sub(MESSAGES_KEPT);
        self.before.drain(..surplus);
        self.now = Some(last_of(said));
    }

    /// Takes what was answered.
    pub fn answered(&mut self, said: &str) {
        if !said.trim().is_empty() {
            self.answer = last_of(said);
        }
    }

    /// Says that tools were called in the conversation: then an application stands behind it.
    pub fn saw_tools(&mut self) {
        self.has_tools = true;
    }

    /// What the user said last.
    pub(super) fn asked_last(&self) -> Option<&str> {
        self.now.as_deref()
    }

    /// Whether a text stands in one of its messages.
    pub(super) fn holds(&self, text: &str) -> bool {
        let before = self.before.iter().flat_map(|(said, answer)| [said, answer]);
        before.chain(&self.now).any(|said| said.contains(text))
    }

    /// Whether tools were called in the conversation.
    pub(super) fn has_tools(&self) -> bool {
        self.has_tools
    }

    /// Reads what the user may still want.
    pub(super) fn wanted(&self, statements: &Statements) -> Wanted {
        let now = self.now.as_deref().map(|said| Requested::of(said, statements)).unwrap_or_default();
        let mut wanted = Wanted { now, ..Wanted::default() };
        let mut agreed = wanted.now.assents;
        let mut is_answer = wanted.now.answers();
        let mut asks = false;
        // Backwards, as long as the answers ask back.
        for (place, (said, answer)) in self.before.iter().enumerate().rev() {
            let Some(Offer { mut wishes, closes, is_explicit }) = offered(answer, is_answer, statements) else { break };
            let is_last = place + 1 == self.before.len();
            // "Enjoy the music" wishes well whoever was asked nothing, and thanks.
            if is_last && wanted.now.is_parting && !is_explicit {
                break;
            }
            if is_last {
                wanted.asked_back = !closes;
                asks = is_explicit;
            }
            if agreed && is_last {
                wanted.accepted = wishes;
            } else if agreed {
                wanted.earlier.append(&mut wishes);
            }
            if closes {
                break;
            }
            let mut requested = Requested::of(said, statements);
            agreed = requested.assents;
            is_answer = requested.answers();
            // A text that was asked for before is there.
            if !requested.wants_text {
                wanted.earlier.append(&mut requested.wishes);
            }
        }
        wanted.was_asked = wanted.asked_back && asks;
        // Who answers asks for nothing new: without a wish before, it was talk.
        wanted.asked_back &= asks || !(wanted.earlier.is_empty() && wanted.accepted.is_empty());
        wanted
    }
}

/// What an answer offers that asks back.
struct Offer {
    wishes: Vec<Wish>,
    /// Whether it only asks whether there is more.
    closes: bool,
    /// Whether its own words ask.
    is_explicit: bool,
}

/// What an answer offers, or says that it would do; `None` where it neither asks back nor says that something failed. What was answered has asked, in
/// whatever words, unless it reports something ("Confirming a table for two." – "Yes.").
fn offered(answer: &str, is_answered: bool, statements: &Statements) -> Option<Offer> {
    let (words, language) = language_of(answer, statements)?;
    let tokens = spoken(answer, words);
    let count =
        |phrases: &PhraseSet| (0..tokens.len()).filter(|at| phrases.begins(&tokens, *at, words.boundaries())).count();
    let questions = tokens.iter().filter(|token| matches!(token.text.as_ref(), "?" | "？")).count();
    let asks = questions + count(&words.asks_back);
    let is_explicit = asks > 0;
    // What did not work out is still wanted: it may be tried again.
    let fails = count(&words.failures) > 0;
    let asks_back = is_explicit || fails || is_answered && !reports(answer, statements);
    let closes = is_explicit && !fails && asks <= count(&words.closings);
    let wishes = if closes { Vec::new() } else { wishes(&Known::new(&tokens, words), words, language) };
    asks_back.then_some(Offer { wishes, closes, is_explicit })
}

fn last_of(said: &str) -> String {
    let start = boundary(said, said.len().saturating_sub(BYTES_KEPT));
    said.get(start..).unwrap_or_default().to_owned()
}
