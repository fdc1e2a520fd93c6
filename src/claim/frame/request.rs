//! What a user's message asks for, by its verbs and by the nouns of actions.

use super::code::brings_code;
use super::known_tokens::{KnownTokens, spoken};
use super::language::{READ, boundary, language_of};
use super::text_request::{self, Orders, is_order_of, wants_own_text};
use super::text_work::works_on_text;
use super::unnamed_request::named;
use super::user_request::{ASSENT, NAMED, UserRequest, begins_clause, negated};
use super::wishes::wishes;
use crate::registry::{ActionKind, ActionKinds, Forms, Language, Lexicon, Statements, Token, WordClass};

/// A message with more bytes brings material along, and asks for a text.
pub(super) const MATERIAL: usize = 400;

/// A negation within this number of words revokes an agreement ("that's not right").
const NEGATED: usize = 3;

/// A request that asks for nothing, where there is no message.
pub(super) static NOTHING: Requested = Requested {
    wishes: Vec::new(),
    wants_text: false,
    brings_text: false,
    works_on_text: false,
    brings_code: false,
    plays_role: false,
    is_long: false,
    names_file: false,
    orders: Orders::NONE,
    assents: false,
    goes_on_talking: false,
    is_parting: false,
    awaits: false,
    wants_more: false,
    is_fragment: false,
    is_short: false,
    is_reply: false,
};

#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a message, independent of the others")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Requested {
    pub(super) wishes: Vec<UserRequest>,
    /// Whether it asks for a text in its own words.
    wants_text: bool,
    /// Whether it begins with an instruction about the text that follows after an empty line.
    pub(super) brings_text: bool,
    /// Whether it asks for work on a text that it brings along: then whatever the reply says is that text.
    pub(super) works_on_text: bool,
    /// Whether it brings code along.
    pub(super) brings_code: bool,
    /// Whether it gives the assistant the role of somebody else, who may have done anything: "Imagine you are a sailor".
    pub(super) plays_role: bool,
    /// Whether it has more than [`MATERIAL`] bytes.
    is_long: bool,
    /// Whether it names a file.
    names_file: bool,
    /// What it orders next to a text.
    orders: Orders,
    /// Whether it agrees to an offer.
    pub(super) assents: bool,
    /// Whether it is long enough for talk, and asks what somebody did or how something is.
    pub(super) goes_on_talking: bool,
    /// Whether it says thanks or goodbye.
    pub(super) is_parting: bool,
    /// Whether it waits for what was asked for before: "Let me know once it's done".
    pub(super) awaits: bool,
    /// Whether it asks for more of the same: "Another one, please".
    pub(super) wants_more: bool,
    /// Whether it is short and asks for nothing with a verb: it answers a question.
    is_fragment: bool,
    /// Whether it has at most [`NAMED`] words.
    pub(super) is_short: bool,
    /// Whether it neither asks a question nor is about a text: it may answer a question in many words.
    is_reply: bool,
}

impl Requested {
    /// Reads what a message asks for, in the most likely language.
    pub(super) fn of(message: &str, statements: &Statements) -> Self {
        let read = ends(message);
        let Some((words, language)) = language_of(&read, statements) else { return Self::default() };
        let tokens = spoken(&read, words);
        let known = KnownTokens::new(&tokens, words);
        let is_long = message.len() > MATERIAL;
        let wants_text = wants_own_text(&read, &known, words, language);
        let task =
            read.split_once("\n\n").filter(|(_, text)| !text.trim().is_empty()).map_or(0, |(task, _)| task.len());
        let brings_text = task > 0 && {
            let words_of_task = tokens.partition_point(|token| token.span.end <= task);
            tokens
                .get(..words_of_task)
                .is_some_and(|task| text_request::wants_text(&KnownTokens::new(task, words), words, language))
        };
        let works_on_text = works_on_text(message, statements);
        let assents = assents(&known, words, language);
        let asks = || tokens.iter().any(Token::is_question_mark);
        // "Yes, I agree. It was a long game. Did you know that they play for 11 minutes?" goes on talking.
        let goes_on_talking = tokens.len() > ASSENT && asks() && words.inquiries.is_in(&tokens, words.boundaries());
        let is_parting = words.partings.is_in(&tokens, words.boundaries());
        let mut wishes = wishes(&known, words, language);
        let is_short = tokens.len() <= NAMED;
        let is_reply = !wants_text && !brings_text && !is_long && !asks();
        let is_fragment = wishes.is_empty() && is_short && !asks();
        // "My order is cancelled, right?" names an order, and asks about it.
        let orders_nothing = || {
            [&words.inquiries, &words.considers, &words.thanks]
                .into_iter()
                .any(|phrases| phrases.is_in(&tokens, words.boundaries()))
        };
        if wishes.is_empty() && !wants_text && is_short && !orders_nothing() {
            wishes.extend(named(&known, words, language));
        }
        let may_order = wants_text && wishes.iter().any(is_order_of);
        let orders = if may_order { Orders::of(&tokens, words, language) } else { Orders::NONE };
        Self {
            wishes,
            wants_text,
            brings_text,
            works_on_text,
            brings_code: brings_code(message),
            plays_role: words.roles.is_in(&tokens, words.boundaries()),
            is_long,
            names_file: (0..tokens.len()).any(|at| known.is_file(at) || known.is(at, WordClass::File)),
            orders,
            assents,
            goes_on_talking,
            is_parting,
            awaits: words.awaits.is_in(&tokens, words.boundaries()),
            wants_more: words.further.is_in(&tokens, words.boundaries()),
            is_fragment,
            is_short,
            is_reply,
        }
    }

    /// The requests of a short message with a verb, for anything but a text; removing a text is included.
    pub(super) fn commands(&self) -> impl Iterator<Item = &UserRequest> {
        let is_command = |wish: &&UserRequest| {
            !wish.by_noun
                && !wish.verb.is_empty()
                && !wish.is_handover
                && (!wish.is_text || wish.kinds.has(ActionKind::Remove))
        };
        self.wishes.iter().filter(move |wish| self.is_short && !self.wants_text && is_command(wish))
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

    /// Whether it asks for a text and nothing else, or brings material along. Who writes at length to an assistant that
    /// uses tools gives orders, and may ask for information as well.
    pub(super) fn wants_text(&self, has_tools: bool) -> bool {
        if has_tools { self.wants_text && !self.orders.are_given() } else { self.wants_text || self.is_long }
    }

    /// Whether a wish is an order, though the message asks for a text.
    pub(super) fn orders_next_to_text(&self, wish: &UserRequest) -> bool {
        self.orders.hold(wish)
    }

    /// Whether it is long and asks for no text in its own words: it may be an order with its material.
    pub(super) fn brings_material(&self) -> bool {
        self.is_long && !self.wants_text && !self.brings_text
    }

    /// Whether it describes a task at length that is about a file.
    pub(super) fn is_task_on_files(&self) -> bool {
        self.is_long && self.names_file
    }

    /// Whether it asks for a text or a fact, or is long.
    pub(super) fn asks_something(&self) -> bool {
        self.wants_text || self.is_long
    }

    /// Whether it asks for a text in its own words, and is long.
    pub(super) fn asks_at_length(&self) -> bool {
        self.wants_text && self.is_long
    }

    /// Whether it answers a question of the assistant.
    pub(super) fn answers(&self) -> bool {
        self.assents || self.is_fragment
    }

    /// Whether it answers a question that the assistant asked in its own words, if need be in many words.
    pub(super) fn replies(&self) -> bool {
        self.answers() || self.is_reply
    }
}

/// The kinds of action that a message asks for and that count. Checks the first look at messages.
#[cfg(test)]
pub(crate) fn asked_kinds(message: &str, statements: &Statements) -> [ActionKinds; 2] {
    let requested = Requested::of(message, statements);
    requested.kinds([false, true].map(|has_tools| requested.wants_text(has_tools)))
}

/// A message, or the beginning and the end of a long one.
fn ends(message: &str) -> String {
    if message.len() <= READ {
        return message.to_owned();
    }
    let (first, last) = (boundary(message, READ / 2), boundary(message, message.len() - READ / 2));
    format!("{}\n{}", message.get(..first).unwrap_or_default(), message.get(last..).unwrap_or_default())
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
