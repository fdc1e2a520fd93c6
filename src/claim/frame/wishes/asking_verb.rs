//! Whether a verb asks for something, by its form and by what leads to it.

use super::super::action_kinds::is_always_external;
use super::super::known_tokens::KnownTokens;
use super::super::user_request::{ASSENT, begins_clause, clause};
use crate::registry::{Forms, Language, PhraseSet, Token, WordClass};

/// The fewest words of a condition before the verb of what is asked for.
const CONDITION: usize = 5;

/// Whether a verb in one of these forms asks for something: it begins a clause, or follows a word that leads to it.
pub(super) fn asks(known: &KnownTokens<'_, '_>, language: &Language, at: usize, forms: Forms) -> bool {
    let (group, _) = known.before_adverbs(0, at);
    // In "mi reserva" it is a noun.
    let is_owned = group == at && at.checked_sub(1).is_some_and(|before| known.is(before, WordClass::Determiner));
    if known.rules.subject_in_verb && is_owned && known.word(at).is_some_and(|word| word.thing.is_some()) {
        return false;
    }
    // "Do you have a bag?" is a question, "Do it" an order.
    let is_auxiliary = known.word(at).is_some_and(|word| word.classes.is_function());
    if is_auxiliary && known.is_any(at + 1, &[WordClass::You, WordClass::Author]) {
        return false;
    }
    // "I do see it" asks for nothing.
    let is_emphatic = known.verb(at).is_some_and(|(verb, _)| known.rules.settled == Some(verb));
    if is_auxiliary && is_emphatic && at > 0 && known.is(at - 1, WordClass::Author) {
        return false;
    }
    // "Booking 3 tickets for Friday." – "Yes."
    let opens = Forms::BASE.and(Forms::PROGRESSIVE);
    let Some(before) = group.checked_sub(1) else { return forms.has(opens) };
    let leads = [WordClass::Infinitive, WordClass::You, WordClass::Author, WordClass::Will, WordClass::AuthorWill];
    // "The large one will do" says what will be.
    let is_said_of =
        known.is(before, WordClass::Will) && before.checked_sub(1).is_some_and(|named| known.noun(named).is_some());
    // "If I block my card, what happens?" considers it.
    let is_considered = known.is(before, WordClass::Author)
        && before.checked_sub(1).is_some_and(|leading| known.is(leading, WordClass::Subordinator));
    let is_led = begins_clause(known.tokens, language, group)
        || known.is_any(before, &leads) && !is_said_of && !is_considered && !tells_habit(known, before)
        // "Yes please book it."
        || (before..at).any(|place| known.is(place, WordClass::Leads))
        || follows_request_opener(known, language, group)
        || follows_openers(known, language, group, at);
    (forms.has(Forms::BASE) && (is_led || follows_condition(known, at)))
        || (forms.has(Forms::PROGRESSIVE) && (known.is(before, WordClass::Preposition) || known.is_mark(before)))
        || (language_puts_verb_last(known, forms) && (!known.is(at, WordClass::Preposition) || known.is_mark(at + 1)))
}

/// Whether a person right before a verb, in a language that asks questions with an auxiliary, makes a habit of it: "I play
/// the piano", "What do you play?". Elsewhere the same words order ("je prends le menu").
pub(in super::super) fn tells_habit(known: &KnownTokens<'_, '_>, person: usize) -> bool {
    let Some(auxiliary) = known.rules.settled else { return false };
    let leading = person.checked_sub(1);
    let is_asked = || leading.and_then(|at| known.verb(at)).is_some_and(|(verb, _)| verb == auxiliary);
    let may_ask = || leading.is_some_and(|at| known.is_any(at, &[WordClass::Modal, WordClass::Will]));
    known.is(person, WordClass::Author) && !may_ask() || known.is(person, WordClass::You) && is_asked()
}

/// Whether a modal verb before a verb says that the user wishes it done: "You can cancel it", "It would be great if you could
/// cancel it". "If you could cancel it, what would it cost?" considers it.
pub(super) fn is_wished(known: &KnownTokens<'_, '_>, language: &Language, at: usize) -> bool {
    let (group, _) = known.before_adverbs(0, at);
    let Some(you) = group.checked_sub(2) else { return false };
    let begins = |at| begins_clause(known.tokens, language, at);
    let may_wish = || begins(you) || known.is(you - 1, WordClass::Subordinator) && !begins(you - 1);
    known.is(group - 1, WordClass::Modal) && known.is(you, WordClass::You) && may_wish()
}

/// Whether words that open a request end right before a verb: "Is there any way you could cancel it?"
fn follows_request_opener(known: &KnownTokens<'_, '_>, language: &Language, group: usize) -> bool {
    let start = clause(known, group).start;
    let ends_there = |place: usize| {
        known.rules.request_openers.ends(known.tokens, place, &language.boundaries).any(|end| end == group)
    };
    (start..group).any(ends_there)
}

/// Whether a verb with an object follows a condition to which no comma puts an end: "If he has overdue tasks book a meeting
/// with him". In "If people order a pizza" it belongs to the condition.
fn follows_condition(known: &KnownTokens<'_, '_>, at: usize) -> bool {
    let start = (0..at).rev().find(|place| known.is_mark(*place)).map_or(0, |mark| mark + 1);
    let finite = [WordClass::Is, WordClass::Was, WordClass::Have, WordClass::Subordinator, WordClass::Author];
    let is_condition = known.is(start, WordClass::Subordinator) && start + CONDITION <= at;
    let asks = || known.tokens.get(clause(known, at).end).is_some_and(Token::is_question_mark);
    is_condition
        && known.is_any(at + 1, &[WordClass::Indefinite, WordClass::Users])
        && known.word(at - 1).is_none_or(|word| !word.classes.is_function())
        && (start + 1..at).any(|place| known.is_any(place, &finite))
        && !asks()
}

/// In German and Chinese the verb of a request may come anywhere after its object.
fn language_puts_verb_last(known: &KnownTokens<'_, '_>, forms: Forms) -> bool {
    (known.rules.verb_last || known.rules.unspaced) && forms.has(Forms::BASE)
}

/// Whether only words that open a sentence come before a verb in its clause: "Yes cancel it", "Hi book the van". "Great
/// book!" is praise, and "Hi order 5 is late" names an order.
fn follows_openers(known: &KnownTokens<'_, '_>, language: &Language, group: usize, at: usize) -> bool {
    // "Great remove the last line" is about a text.
    let verb = known.verb(at).and_then(|(verb, _)| known.rules.verb(verb));
    if !verb.is_some_and(|verb| is_always_external(verb.kinds)) {
        return false;
    }
    let start = (0..group).rev().find(|place| begins_clause(known.tokens, language, *place)).unwrap_or(0);
    let mut place = start;
    while place < group {
        let ends_of = |phrases: &PhraseSet| {
            let ends = phrases.ends(known.tokens, place, &language.boundaries);
            ends.filter(|end| *end > place && *end <= group).max()
        };
        // "Sounds good book it."
        let assents = place == start && start < ASSENT;
        let assent = if assents { ends_of(&known.rules.assents) } else { None };
        let Some(end) = ends_of(&language.openers).max(assent) else { return false };
        place = end;
    }
    let next = at + 1;
    let names_one = known.is_any(next, &[WordClass::Determiner, WordClass::Users, WordClass::It]);
    let may_name = known.word(at).is_some_and(|word| word.thing.is_some() || word.action.is_some());
    let follows_preposition = group.checked_sub(1).is_some_and(|before| known.is(before, WordClass::Preposition));
    !follows_preposition && (names_one || !may_name && !known.is_mark(next))
}
