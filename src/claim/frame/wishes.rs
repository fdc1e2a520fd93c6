//! Everything that a message asks for, by verbs and the nouns of actions, by idioms and by what it names.

mod asking_verb;

use std::ops::Range;

use super::action_kinds::{is_always_external, may_be_text};
use super::known_tokens::KnownTokens;
use super::unnamed_request::{asks_about, by_idiom, inquires, wanted_thing};
use super::user_request::{NAMED, UserRequest, begins_clause, clause, negated};
use crate::registry::{ActionKind, ActionKinds, Forms, Language, Lexicon, WordClass};
use crate::work;
pub(super) use asking_verb::tells_habit;
use asking_verb::{asks, is_wished};

/// Everything that the words of an answer offer: what the user can do is none of it.
pub(super) fn offers(known: &KnownTokens<'_, '_>, words: &Lexicon, language: &Language) -> Vec<UserRequest> {
    wishes_by(known, words, language, |_| false)
}

/// Everything that the words of a user ask for.
pub(super) fn wishes(known: &KnownTokens<'_, '_>, words: &Lexicon, language: &Language) -> Vec<UserRequest> {
    wishes_by(known, words, language, |at| is_wished(known, language, at))
}

/// Everything that some words ask for, with the verbs that ask for it and those that `also_asks` finds.
fn wishes_by(
    known: &KnownTokens<'_, '_>,
    words: &Lexicon,
    language: &Language,
    also_asks: impl Fn(usize) -> bool,
) -> Vec<UserRequest> {
    let mut wishes: Vec<UserRequest> = Vec::new();
    let idioms: Vec<_> = words.possible_idioms(known.tokens).collect();
    for at in 0..known.tokens.len() {
        work::count(1);
        wishes.extend(by_idiom(known, words, language, &idioms, at));
        let Some(word) = known.word(at) else { continue };
        wishes.extend(wanted_thing(known, language, at));
        let asks_with = |forms: Forms| asks(known, language, at, forms) || forms.has(Forms::BASE) && also_asks(at);
        let asked = known.verb(at).filter(|(_, forms)| asks_with(*forms)).map(|(verb, _)| verb);
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
        let is_text = |place: usize| place != at && known.is(place, WordClass::Text) && !known.is_coded(place);
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
