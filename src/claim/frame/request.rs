//! What a user's message asks for, by its verbs and by the nouns of actions.

mod asking_verb;

use std::ops::Range;

use super::KnownTokens;
use super::action_kinds::{is_always_external, is_strong, may_be_text};
use super::code::brings_code;
use super::language::{READ, boundary, language_of};
use super::text_request::{self, Orders, is_order_of, wants_own_text};
use super::text_work::works_on_text;
use super::unnamed_request::{asks_about, by_idiom, inquires, named, wanted_thing};
use crate::registry::{ActionKind, ActionKinds, Forms, Language, Lexicon, Statements, Token, WordClass};
use crate::work;
use asking_verb::asks;

/// A message with more bytes brings material along, and asks for a text.
pub(super) const MATERIAL: usize = 400;

/// The user's agreement is expected within this number of words.
pub(super) const ASSENT: usize = 14;

/// A negation within this number of words revokes an agreement ("that's not right").
const NEGATED: usize = 3;
/// The most words of a message that may ask for a thing by naming it ("kitchen lights on").
pub(super) const NAMED: usize = 10;

/// Something that a user asks for.
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a request, independent of the others")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UserRequest {
    /// Its base form; empty where only a thing is named.
    pub(super) verb: String,
    pub(super) kinds: ActionKinds,
    pub(super) nouns: Vec<String>,
    /// Whether a reply can fulfil it by itself, as a text.
    pub(super) is_text: bool,
    /// Whether a noun expresses it ("the cancellation").
    pub(super) by_noun: bool,
    /// Whether it is only possible outside the conversation.
    pub(super) is_external: bool,
    /// Whether the user asks for a person, and so for nothing else that can be transferred.
    pub(super) is_handover: bool,
}

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

impl UserRequest {
    /// Whether a report that it was done is a claim. If the user wants a text, only strong kinds of action are; outside
    /// an application, only what is impossible within a conversation.
    pub(super) fn counts(&self, wants_text: bool, in_application: bool) -> bool {
        if wants_text {
            self.is_external && is_strong(self.kinds)
        } else {
            self.is_external || (in_application && !self.is_text)
        }
    }
}

impl Requested {
    /// Reads what a message asks for, in the most likely language.
    pub(super) fn of(message: &str, statements: &Statements) -> Self {
        let read = ends(message);
        let Some((words, language)) = language_of(&read, statements) else { return Self::default() };
        let tokens = super::spoken(&read, words);
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

pub(super) fn begins_clause(tokens: &[Token<'_>], language: &Language, at: usize) -> bool {
    let Some(before) = at.checked_sub(1) else { return true };
    tokens.get(before).is_some_and(|token| token.is_mark() || language.joins.contains(token.text.as_ref()))
}

/// Everything that some words ask for or offer.
pub(super) fn wishes(known: &KnownTokens<'_, '_>, words: &Lexicon, language: &Language) -> Vec<UserRequest> {
    let mut wishes: Vec<UserRequest> = Vec::new();
    for at in 0..known.tokens.len() {
        work::count(1);
        wishes.extend(by_idiom(known, words, language, at));
        let Some(word) = known.word(at) else { continue };
        wishes.extend(wanted_thing(known, language, at));
        let asked = known.verb(at).filter(|(_, forms)| asks(known, language, at, *forms)).map(|(verb, _)| verb);
        let Some(verb) = asked.or(word.action) else { continue };
        let Some(known_verb) = words.verb(verb) else { continue };
        let clause = clause(known, at);
        let is_thanked = || thanked(known, words, language, clause.start..at, asked.is_none());
        let is_asked_about = || asked.is_none() && asks_about(known, &clause);
        if negated(known, language, clause.start..at)
            || inquires(known, language, &clause, at)
            || is_asked_about()
            || is_thanked()
        {
            continue;
        }
        let nouns = known.nouns(clause.clone(), at);
        // "Schedule a visit" does not ask for a schedule, nor "Run the script" for a script.
        let is_text = |place: usize| place != at && known.is(place, WordClass::Text);
        // "Save the table as results.md" asks for a file.
        let names_text = || {
            clause.clone().any(is_text)
                && !is_of_record(known, words, at + 1..clause.end)
                && !clause.clone().any(|place| known.is_file(place))
        };
        let runs = known_verb.kinds.has(ActionKind::Run) && known.tokens.len() <= NAMED;
        let is_of_list = changes_list(known_verb.kinds, known, &clause);
        // "Confirm that it is booked" asks to be told.
        let asks_whether = word.classes.has(WordClass::Acknowledging)
            && known.is_any(at + 1, &[WordClass::Relative, WordClass::Subordinator]);
        let is_text = asks_whether || may_be_text(known_verb.kinds) && !runs && !is_of_list && names_text();
        // "Email Jim that I am late."
        let sends_thing = known_verb.kinds.has(ActionKind::Send) && word.thing.is_some() && asked.is_some();
        let is_timed = known_verb.kinds.has(ActionKind::Create) && !is_text && names_time(known, clause.clone());
        let is_external =
            is_external(known_verb.kinds, &nouns, is_text, words) || is_of_list || sends_thing || is_timed;
        let by_noun = asked.is_none();
        let wish = UserRequest {
            verb: known_verb.base.clone(),
            kinds: known_verb.kinds,
            nouns,
            by_noun,
            is_text,
            is_external,
            is_handover: false,
        };
        if !wishes.contains(&wish) {
            wishes.push(wish);
        }
    }
    wishes
}

/// Whether thanks before a word name it as what was done: "thank you for cancelling it". A verb may begin an order within
/// the same clause: "thank you for that and please cancel order 5".
fn thanked(
    known: &KnownTokens<'_, '_>,
    words: &Lexicon,
    language: &Language,
    before: Range<usize>,
    is_noun: bool,
) -> bool {
    let leads = |place: usize| {
        known.is(place, WordClass::Leads)
            || begins_clause(known.tokens, language, place + 1)
            || known.is(place, WordClass::Modal)
    };
    let start = if is_noun { before.start } else { before.clone().rev().find(|at| leads(*at)).unwrap_or(before.start) };
    (start..before.end).any(|at| words.thanks.begins(known.tokens, at, words.boundaries()))
}

/// Whether an object is a record and no text: "Schedule a meeting to go over the report" does not ask for a report.
fn is_of_record(known: &KnownTokens<'_, '_>, words: &Lexicon, after: Range<usize>) -> bool {
    let has_object = known.is(after.start, WordClass::Determiner) || known.noun(after.start).is_some();
    let object = after.start..known.phrase_end(after.start, after.end).max(after.start);
    has_object
        && known.head(object.clone()).is_some_and(|head| words.is_record(&head))
        && !object.clone().any(|place| known.is(place, WordClass::Text))
}

/// Whether a range holds a time of day or a date: "5 pm", "5pm", "the 14th".
fn names_time(known: &KnownTokens<'_, '_>, mut places: Range<usize>) -> bool {
    places.any(|place| {
        let word = known.tokens.get(place).map_or("", |token| token.text.as_ref());
        let unit = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let is_unit = |unit: &str| known.rules.is(unit, WordClass::Clock);
        unit.len() < word.len()
            && match unit.strip_prefix(':') {
                Some(_) => place > 0 && known.is(place - 1, WordClass::Preposition),
                None if unit.is_empty() => known.tokens.get(place + 1).is_some_and(|next| is_unit(&next.text)),
                None => is_unit(unit),
            }
    })
}

/// The tokens between the marks around a token.
pub(super) fn clause(known: &KnownTokens<'_, '_>, at: usize) -> Range<usize> {
    let start = (0..at).rev().find(|place| known.is_mark(*place)).map_or(0, |mark| mark + 1);
    let end = (at + 1..known.tokens.len()).find(|place| known.is_mark(*place)).unwrap_or(known.tokens.len());
    start..end
}

pub(super) fn negated(known: &KnownTokens<'_, '_>, language: &Language, before: Range<usize>) -> bool {
    before.into_iter().any(|at| language.negations.begins(known.tokens, at, &language.boundaries))
}

/// Whether an action is only possible outside the conversation: booking, paying, reminding; or anything that is done to
/// a thing there.
fn is_external(kinds: ActionKinds, nouns: &[String], is_text: bool, words: &Lexicon) -> bool {
    let is_of_world = nouns.iter().any(|noun| words.is_thing(noun));
    !is_text && (is_of_world || is_always_external(kinds))
}

/// Whether something is added to a list that is kept elsewhere, removed from it, or completed on it.
fn changes_list(kinds: ActionKinds, known: &KnownTokens<'_, '_>, clause: &Range<usize>) -> bool {
    let is_list = |at: usize| known.word(at).is_some_and(|word| word.thing.as_deref() == Some("list"));
    let is_there = |at: usize| {
        let mut before = (clause.start..at).rev().take(3);
        before.any(|place| known.is(place, WordClass::Preposition))
    };
    let changes = [ActionKind::Add, ActionKind::Remove, ActionKind::Complete].into_iter().any(|kind| kinds.has(kind));
    changes && clause.clone().any(|at| is_list(at) && is_there(at))
}
