//! What a user's message asks for, by its verbs and by the nouns of actions.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::known_tokens::{KnownTokens, spoken};
use super::language::{READ, boundary, language_at, place_of_language};
use super::text_request::wants_own_text;
use super::unnamed_request::named;
use super::user_request::{ASSENT, NAMED, UserRequest, begins_clause, negated};
use super::wishes::wishes;
use crate::registry::{ActionKind, ActionKinds, Forms, Language, Lexicon, Statements, Token, WordClass};

/// A message with more bytes brings material along, and asks for a text.
pub(super) const MATERIAL: usize = 400;

/// A negation within this number of words revokes an agreement ("that's not right").
const NEGATED: usize = 3;

/// A request that asks for nothing, where there is no message.
pub(super) static NOTHING: LazyLock<Requested> = LazyLock::new(Requested::default);

/// What a message asks for.
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a message, independent of the others")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Requested {
    pub(super) wishes: Vec<UserRequest>,
    /// Whether it asks for a text in its own words.
    pub(super) asks_for_text: bool,
    /// Whether it has more than [`MATERIAL`] bytes.
    pub(super) is_long: bool,
    /// Whether it agrees to an offer.
    pub(super) assents: bool,
    /// Whether it is short and asks for nothing with a verb: it answers a question.
    is_fragment: bool,
    /// Whether it has at most [`NAMED`] words.
    pub(super) is_short: bool,
    /// Whether it contains a question.
    asks_question: bool,
}

impl Requested {
    /// Reads what a message asks for in the language with an index.
    pub(super) fn of(message: &str, language: Option<usize>, statements: &Statements) -> Self {
        read(message, language, statements, |read, known, language| {
            let (tokens, words) = (known.tokens, known.rules);
            let asks_for_text = wants_own_text(read, known, words, language);
            let asks_question = tokens.iter().any(Token::is_question_mark);
            let mut wishes = wishes(known, words, language);
            let is_short = tokens.len() <= NAMED;
            let is_fragment = wishes.is_empty() && is_short && !asks_question;
            // "My order is cancelled, right?" names an order, and asks about it.
            let orders_nothing = || {
                [&words.inquiries, &words.considers, &words.habits, &words.thanks]
                    .into_iter()
                    .any(|phrases| phrases.is_in(tokens, words.boundaries()))
            };
            if wishes.is_empty() && !asks_for_text && is_short && !orders_nothing() {
                wishes.extend(named(known, words, language));
            }
            let is_long = message.len() > MATERIAL;
            let assents = assents(known, words, language);
            Self { wishes, asks_for_text, is_long, assents, is_fragment, is_short, asks_question }
        })
    }

    /// The requests of a short message with a verb, for anything but a text; removing a text is included.
    pub(super) fn commands(&self) -> impl Iterator<Item = &UserRequest> {
        let is_command = |wish: &&UserRequest| {
            !wish.by_noun
                && !wish.verb.is_empty()
                && !wish.is_handover
                && (!wish.is_text || wish.kinds.has(ActionKind::Remove))
        };
        self.wishes.iter().filter(move |wish| self.is_short && !self.asks_for_text && is_command(wish))
    }

    /// The kinds of action that it asks for and that count: in any conversation, and with an application behind it; all where
    /// it agrees to something. `wants_text` says for each whether a text is asked for, next to which only what is strong
    /// counts.
    pub(super) fn kinds(&self, wants_text: [bool; 2]) -> [ActionKinds; 2] {
        if self.assents {
            return [ActionKinds::ALL; 2];
        }
        [false, true].map(|in_application| {
            let wants_text = wants_text[usize::from(in_application)];
            let counted = self.wishes.iter().filter(|wish| wish.counts(wants_text, in_application));
            counted.chain(self.commands()).fold(ActionKinds::NONE, |all, wish| all.and(wish.kinds))
        })
    }

    /// Whether it asks for a text or a fact, or is long.
    pub(super) fn asks_something(&self) -> bool {
        self.asks_for_text || self.is_long
    }

    /// Whether it asks for a text in its own words, and is long.
    pub(super) fn asks_at_length(&self) -> bool {
        self.asks_for_text && self.is_long
    }

    /// Whether it answers a question of the assistant.
    pub(super) fn answers(&self) -> bool {
        self.assents || self.is_fragment
    }

    /// Whether it neither asks a question nor is about a text: it may answer a question in many words.
    pub(super) fn may_reply(&self) -> bool {
        !self.asks_for_text && !self.is_long && !self.asks_question
    }
}

/// The index of the most likely language of a message.
pub(super) fn language_of_message(message: &str, statements: &Statements) -> Option<usize> {
    place_of_language(&ends(message), None, statements)
}

/// Reads a message, or the beginning and the end of a long one, in the language with an index.
pub(super) fn read<T: Default>(
    message: &str,
    language: Option<usize>,
    statements: &Statements,
    of: impl FnOnce(&str, &KnownTokens<'_, '_>, &Language) -> T,
) -> T {
    let Some((words, language)) = language.and_then(|place| language_at(place, statements)) else {
        return T::default();
    };
    let read = ends(message);
    let tokens = spoken(&read, words);
    of(&read, &KnownTokens::new(&tokens, words), language)
}

/// A message, or the beginning and the end of a long one.
fn ends(message: &str) -> Cow<'_, str> {
    if message.len() <= READ {
        return Cow::Borrowed(message);
    }
    let (first, last) = (boundary(message, READ / 2), boundary(message, message.len() - READ / 2));
    let [first, last] = [message.get(..first), message.get(last..)].map(Option::unwrap_or_default);
    Cow::Owned(format!("{first}\n{last}"))
}

/// Whether a message agrees to something at its beginning.
fn assents(known: &KnownTokens<'_, '_>, words: &Lexicon, language: &Language) -> bool {
    let tokens = known.tokens;
    // "Correct the spelling" is an instruction; "Correct, thank you" agrees.
    let is_order = |at: usize| {
        let is_base = known.verb(at).is_some_and(|(_, forms)| forms.has(Forms::BASE));
        is_base && known.is(at + 1, WordClass::Determiner)
    };
    // "…, right?" asks whether it is so.
    let is_tag = |at: usize| tokens.get(at + 1).is_some_and(Token::is_question_mark);
    let agrees = |at: usize| {
        begins_clause(tokens, language, at)
            && !is_order(at)
            && !is_tag(at)
            && words.assents.begins(tokens, at, words.boundaries())
            && !negated(known, language, 0..(at + NEGATED).min(tokens.len()))
    };
    (0..tokens.len().min(ASSENT)).any(agrees)
}
