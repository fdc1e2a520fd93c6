//! Requests without a verb of action: a thing is named, or an idiom asks for it.

use std::ops::Range;

use super::action_kinds::{booking_kinds, is_booking, named_kinds};
use super::known_tokens::KnownTokens;
use super::noun::MESSAGE;
use super::user_request::{UserRequest, clause, negated};
use crate::registry::{ActionKind, Forms, Language, Lexicon, PhraseSet, RequestIdiom, Token, TokenKind, WordClass};

/// The most words between a word of wanting and the name of the thing ("I need two more tickets").
const BEFORE_THING: usize = 4;

/// A request that names a thing to book or to order: "I want 2 tickets", "I'd like a table".
pub(super) fn wanted_thing(known: &KnownTokens<'_, '_>, language: &Language, at: usize) -> Option<UserRequest> {
    // "Can I have a table for two?"
    let is = |back: usize, class| at.checked_sub(back).is_some_and(|place| known.is(place, class));
    let may_have = is(0, WordClass::Have) && is(1, WordClass::Author) && is(2, WordClass::Modal);
    if !known.is(at, WordClass::Wants) && !may_have {
        return None;
    }
    let clause = clause(known, at);
    let ends = |place: &usize| {
        known.is_any(*place, &[WordClass::Infinitive, WordClass::Preposition])
            && !known.is(*place, WordClass::Determiner)
    };
    // "I'd like to have my order cancelled."
    let is_done = |place: usize| known.verb(place).is_some_and(|(_, forms)| forms.has(Forms::PARTICIPLE));
    let has_done = known.is(at + 1, WordClass::Infinitive)
        && known.is_any(at + 2, &[WordClass::Have, WordClass::Wants])
        && known.is(at + 3, WordClass::Determiner)
        && (at + 4..clause.end).take(BEFORE_THING).any(is_done);
    let start = if has_done { at + 3 } else { at + 1 };
    let phrase = start..(start..clause.end).find(ends).unwrap_or(clause.end);
    let mut near = phrase.clone().take(BEFORE_THING + 1);
    let is_thing = |place: usize| known.word(place).is_some_and(|word| word.thing.is_some());
    // In Chinese what describes a thing comes before it: "我需要从酒店到公园的出租车".
    let is_described = known.rules.unspaced
        && clause.end > at + 2
        && known.is(clause.end - 2, WordClass::Attributive)
        && is_thing(clause.end - 1);
    let phrase = if is_described { at + 1..clause.end } else { phrase };
    let is_named =
        (is_described || near.any(is_thing)) && !phrase.clone().any(|place| known.is(place, WordClass::Text));
    if !is_named || negated(known, language, clause.start..at) || inquires(known, language, &clause, at) {
        return None;
    }
    Some(UserRequest {
        verb: String::new(),
        kinds: booking_kinds(),
        nouns: known.nouns(phrase, at),
        is_text: false,
        by_noun: true,
        is_external: true,
        is_handover: false,
    })
}

/// A request in one of these idioms, which do not name their verbs: "I want to talk to a person" asks to be transferred.
pub(super) fn by_idiom(
    known: &KnownTokens<'_, '_>,
    words: &Lexicon,
    language: &Language,
    idioms: &[&RequestIdiom],
    at: usize,
) -> Option<UserRequest> {
    let first = known.tokens.get(at)?;
    let mut idioms = idioms.iter().filter(|idiom| idiom.asks.may_begin_with(first));
    let (verb, end) = idioms.find_map(|idiom| {
        let ends = idiom.asks.ends(known.tokens, at, words.boundaries());
        Some((words.verb(idiom.verb)?, ends.max()?))
    })?;
    let clause = clause(known, at);
    if negated(known, language, clause.start..at) || inquires(known, language, &clause, at) {
        return None;
    }
    let is_handover = verb.kinds.has(ActionKind::Transfer);
    // "I'll take the van" chooses a thing, whatever is to be done with it.
    let chooses = is_booking(verb.kinds);
    let around = || [known.nouns(clause.start..at, at), known.nouns(end..clause.end, at)].concat();
    let nouns = match () {
        () if is_handover || chooses => known.nouns(clause.clone(), at),
        // "Tell Ana that I'm late" is answered by "Message sent".
        () if verb.kinds.first() == Some(ActionKind::Send) => vec![MESSAGE.to_owned()],
        () => around(),
    };
    Some(UserRequest {
        verb: if chooses { String::new() } else { verb.base.clone() },
        kinds: verb.kinds,
        nouns,
        is_text: false,
        by_noun: false,
        is_external: true,
        is_handover,
    })
}

/// Whether a clause asks what was done, or only considers what a word says: "tell me how to return it", but not "return it
/// and tell me how to get there".
pub(super) fn inquires(known: &KnownTokens<'_, '_>, language: &Language, clause: &Range<usize>, at: usize) -> bool {
    let rules = known.rules;
    let begins = |phrases: &PhraseSet, place: usize| phrases.begins(known.tokens, place, rules.boundaries());
    let joins =
        |place: &usize| known.tokens.get(*place).is_some_and(|token| language.joins.contains(token.text.as_ref()));
    let mut leading = (clause.start..at).rev().take_while(|place| !joins(place));
    // "The one on the right" asks nothing.
    let is_named = |place: usize| place > clause.start && known.is(place - 1, WordClass::Determiner);
    clause.clone().any(|place| begins(&rules.inquiries, place) && !is_named(place))
        || leading.any(|place| begins(&rules.considers, place) || begins(&rules.habits, place))
        || lists_habit(known, clause.start)
}

/// Whether a clause goes on with a list of what people like to do: "watch films" in "I like to read, watch films and paint".
fn lists_habit(known: &KnownTokens<'_, '_>, start: usize) -> bool {
    let rules = known.rules;
    let Some(comma) = start.checked_sub(1).filter(|at| known.tokens.get(*at).is_some_and(|mark| mark.text == ","))
    else {
        return false;
    };
    let before =
        (0..comma).rev().take_while(|place| !known.tokens.get(*place).is_some_and(|mark| mark.kind == TokenKind::End));
    !known.is_any(start, &[WordClass::Author, WordClass::You])
        && before.into_iter().any(|place| rules.habits.begins(known.tokens, place, rules.boundaries()))
}

/// Whether a clause asks how something is that it names: "Where is my order?" A question with "can" may be a request.
pub(super) fn asks_about(known: &KnownTokens<'_, '_>, clause: &Range<usize>) -> bool {
    let is_any = |classes: &[WordClass]| clause.clone().any(|place| known.is_any(place, classes));
    known.tokens.get(clause.end).is_some_and(Token::is_question_mark)
        && is_any(&[WordClass::Is, WordClass::Was, WordClass::Have, WordClass::Will])
        && !is_any(&[WordClass::Modal, WordClass::Wants, WordClass::AuthorWill])
}

/// The request of a message that only names a thing.
pub(super) fn named(known: &KnownTokens<'_, '_>, words: &Lexicon, language: &Language) -> Option<UserRequest> {
    let nouns = known.nouns(0..known.tokens.len(), usize::MAX);
    let asks = known.tokens.iter().any(Token::is_question_mark);
    let names = nouns.iter().any(|noun| words.is_thing(noun));
    let kinds = named_kinds();
    let thing = (0..known.tokens.len()).find(|at| known.noun(*at).is_some_and(|noun| words.is_thing(&noun)));
    let is_negated = thing.is_some_and(|at| negated(known, language, clause(known, at)));
    let is_wish = names && !asks && !is_negated;
    is_wish.then(|| UserRequest {
        verb: String::new(),
        kinds,
        nouns,
        is_text: false,
        by_noun: false,
        is_external: true,
        is_handover: false,
    })
}
