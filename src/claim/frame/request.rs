//! What a message asks for, as its verbs and the nouns of doing say it.

use std::ops::Range;

use super::Known;
use super::ground::is_strong;
use super::unspaced::words_of;
use crate::registry::{
    ActionKind, ActionKinds, Forms, Language, Statements, Token, TokenKind, Word, WordClass, Words, tokens,
};
use crate::work;

/// So many bytes of a message are read for what it asks; what is longer holds material, and asks at its beginning and its end.
pub(super) const READ: usize = 2_000;
/// A message of more bytes brings material along: what it asks for is a text.
pub(super) const MATERIAL: usize = 400;

/// So many letters a word of Latin ones has for each of a Chinese one.
const LATIN_LETTERS: usize = 3;

/// The first so many bytes of a text tell its language, where it is the first one and they leave no doubt.
const SAMPLE: usize = 400;

/// So many words of a text may make its language sure.
const SURE: usize = 10;
/// Within so many words somebody says that he agrees.
pub(super) const ASSENT: usize = 14;

/// So many words behind it may still turn an assent around ("that's not right").
const NEGATED: usize = 3;
/// A message of so few words may name what it wants without a verb ("kitchen lights on").
pub(super) const NAMED: usize = 10;

/// Something that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wish {
    /// The base form of the verb.
    pub(super) verb: String,
    pub(super) kinds: ActionKinds,
    pub(super) nouns: Vec<String>,
    /// Whether it asks for what can stand in the reply.
    pub(super) is_text: bool,
    /// Whether a noun names it ("the cancellation").
    pub(super) by_noun: bool,
    /// Whether it can only be done outside of the conversation.
    pub(super) is_external: bool,
}

/// What a message asks for that nobody wrote.
pub(super) static NOTHING: Requested = Requested {
    wishes: Vec::new(),
    wants_text: false,
    brings_text: false,
    assents: false,
    is_parting: false,
    is_fragment: false,
    is_short: false,
};

/// What a message asks for.
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a message, independent of the others")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Requested {
    pub(super) wishes: Vec<Wish>,
    /// Whether it asks for what can stand in the reply itself, or brings material along.
    pub(super) wants_text: bool,
    /// Whether it begins with what is to be done to a text, which follows behind a blank line.
    pub(super) brings_text: bool,
    /// Whether it agrees to what was offered.
    pub(super) assents: bool,
    /// Whether it thanks, or takes leave.
    pub(super) is_parting: bool,
    /// Whether it says little, and asks for nothing by a verb: it answers a question.
    is_fragment: bool,
    /// Whether it says little.
    is_short: bool,
}

impl Wish {
    /// Whether a sentence may claim it: where the user wants a text, only what is strong; outside of an application only what
    /// can be done nowhere but outside of the conversation.
    pub(super) fn counts(&self, wants_text: bool, in_application: bool) -> bool {
        if wants_text {
            self.is_external && is_strong(self.kinds)
        } else {
            self.is_external || (in_application && !self.is_text)
        }
    }
}

impl Requested {
    /// What a message asks for, in the language in which it seems to be.
    pub(super) fn of(message: &str, statements: &Statements) -> Self {
        let read = ends(message);
        let Some((words, language)) = language_of(&read, statements) else { return Self::default() };
        let tokens = super::spoken(&read, words);
        let known = Known::new(&tokens, words);
        let wants_text = message.len() > MATERIAL || wants_text(&known, words, language);
        let task =
            read.split_once("\n\n").filter(|(_, text)| !text.trim().is_empty()).map_or(0, |(task, _)| task.len());
        let brings_text = task > 0 && {
            let words_of_task = tokens.partition_point(|token| token.span.end <= task);
            tokens.get(..words_of_task).is_some_and(|task| self::wants_text(&Known::new(task, words), words, language))
        };
        // "Correct the spelling" tells to do something, "Correct, thank you" agrees.
        let is_order = |at: usize| {
            let is_base = known.verb(at).is_some_and(|(_, forms)| forms.has(Forms::BASE));
            is_base && known.is(at + 1, WordClass::Determiner)
        };
        let agrees = |at: usize| {
            begins_clause(&known, language, at)
                && !is_order(at)
                && words.assents.begins(&tokens, at, words.boundaries())
                && !negated(&known, language, 0..(at + NEGATED).min(tokens.len()))
        };
        let assents = (0..tokens.len().min(ASSENT)).any(agrees);
        let is_parting = (0..tokens.len()).any(|at| words.partings.begins(&tokens, at, words.boundaries()));
        let mut wishes = wishes(&known, words, language);
        let asks = || tokens.iter().any(|token| matches!(token.text.as_ref(), "?" | "？"));
        let is_short = tokens.len() <= NAMED;
        let is_fragment = wishes.is_empty() && is_short && !asks();
        if wishes.is_empty() && !wants_text && is_short {
            wishes.extend(named(&known, words, language));
        }
        Self { wishes, wants_text, brings_text, assents, is_parting, is_fragment, is_short }
    }

    /// What it asks for by a verb, where it says little else: nothing that can stand in the reply, unless that is to go.
    pub(super) fn commands(&self) -> impl Iterator<Item = &Wish> {
        let is_command = |wish: &&Wish| {
            !wish.by_noun && !wish.verb.is_empty() && (!wish.is_text || wish.kinds.has(ActionKind::Remove))
        };
        self.wishes.iter().filter(move |wish| self.is_short && !self.wants_text && is_command(wish))
    }

    /// Whether it answers what it was asked.
    pub(super) fn answers(&self) -> bool {
        self.assents || self.is_fragment
    }
}

/// The kinds of doing that a message asks for, as far as a sentence may claim them: in any conversation, and where an
/// application stands behind it. The first look at a message is held to them.
#[cfg(test)]
pub(crate) fn asked_kinds(message: &str, statements: &Statements) -> [ActionKinds; 2] {
    let requested = Requested::of(message, statements);
    if requested.assents {
        return [ActionKinds::ALL; 2];
    }
    let all = |counts: &dyn Fn(&Wish) -> bool| {
        let wishes = requested.wishes.iter().filter(|wish| counts(wish));
        wishes.fold(ActionKinds::default(), |all, wish| all.and(wish.kinds))
    };
    let strict = requested.wants_text;
    let commands = requested.commands().fold(ActionKinds::default(), |all, wish| all.and(wish.kinds));
    [false, true].map(|in_application| all(&|wish| wish.counts(strict, in_application)).and(commands))
}

/// Where the letter begins in which a byte stands; the end of a text that has fewer bytes.
pub(super) fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|place| text.is_char_boundary(*place)).unwrap_or_default()
}

/// A message, or the beginning and the end of a long one.
fn ends(message: &str) -> String {
    if message.len() <= READ {
        return message.to_owned();
    }
    let (first, last) = (boundary(message, READ / 2), boundary(message, message.len() - READ / 2));
    format!("{}\n{}", message.get(..first).unwrap_or_default(), message.get(last..).unwrap_or_default())
}

/// The words of the language in which a text seems to be: of which it holds most words that name nothing.
pub(in crate::claim) fn language_of<'s>(text: &str, statements: &'s Statements) -> Option<(&'s Words, &'s Language)> {
    language_of_answer(text, None, statements)
}

/// The same of an answer: where its few words tell no language, it is that of the question.
pub(in crate::claim) fn language_of_answer<'s>(
    text: &str,
    asked: Option<&str>,
    statements: &'s Statements,
) -> Option<(&'s Words, &'s Language)> {
    let is_unspaced = is_unspaced(text);
    let mut candidates = statements.words().iter().filter(|words| words.unspaced == is_unspaced);
    let first = candidates.next()?;
    // Most texts are in the first language: where it knows most of the words, no other is asked.
    let is_sure = |words: usize, (score, _): (usize, usize)| words >= SURE && score * 10 >= words * 8;
    let sample = tokens(text, 0..boundary(text, SAMPLE), &[]);
    if is_sure(sample.len(), score(text, &sample, first)) {
        return Some((first, statements.language(&first.language)?));
    }
    let tokens = if text.len() > SAMPLE { tokens(text, 0..boundary(text, READ), &[]) } else { sample };
    let of_first = score(text, &tokens, first);
    let is_sure = is_sure(tokens.len(), of_first);
    let asked = asked.filter(|_| tokens.len() < SURE).and_then(|asked| Some(language_of(asked, statements)?.0));
    let rank =
        |words: &Words, score: (usize, usize)| (score, asked.is_some_and(|asked| asked.language == words.language));
    let others = candidates.filter(|_| !is_sure).map(|words| (rank(words, score(text, &tokens, words)), words));
    // Of equals the first.
    let best = others.rev().max_by_key(|(rank, _)| *rank).filter(|(best, _)| *best > rank(first, of_first));
    let words = best.map_or(first, |(_, words)| words);
    Some((words, statements.language(&words.language)?))
}

/// How much a language knows of a text, and how many of its words.
fn score(text: &str, tokens: &[Token<'_>], words: &Words) -> (usize, usize) {
    work::count(tokens.len());
    if words.unspaced { (known_letters(text, tokens, words), 0) } else { known_words(tokens, words) }
}

/// How much of a text a language knows, words that name nothing twice; and how many words that are.
fn known_words(tokens: &[Token<'_>], words: &Words) -> (usize, usize) {
    let written = tokens.iter().filter(|token| token.kind == TokenKind::Word);
    let weight = |word: &Word| {
        2 * usize::from(word.classes.is_function()) + usize::from(word.verb.is_some() || word.thing.is_some())
    };
    let known = written.flat_map(|token| words.parts(token.text.as_ref()));
    let weights = known.map(|word| words.word(word).map_or(usize::from(words.tells(word)), weight));
    weights.filter(|weight| *weight > 0).fold((0, 0), |(sum, count), weight| (sum + weight, count + 1))
}

/// How many letters of a text without blanks stand in words that a language knows.
fn known_letters(text: &str, tokens: &[Token<'_>], words: &Words) -> usize {
    let split = words_of(text, tokens.to_vec(), words);
    let known = split.iter().filter(|token| words.word(token.text.as_ref()).is_some());
    known.map(|token| token.text.chars().count()).sum()
}

/// Whether a text is written in the letters of Chinese, which leave no blanks between words, and not in those of Japanese.
fn is_unspaced(text: &str) -> bool {
    let mut ideographs = 0_usize;
    let mut others = 0_usize;
    for letter in text.chars().take(READ) {
        match letter {
            '\u{4e00}'..='\u{9fff}' => ideographs += 1,
            '\u{3040}'..='\u{30ff}' => return false,
            _ => others += usize::from(letter.is_alphabetic()),
        }
    }
    // A word of Latin letters is as long as several of Chinese.
    ideographs > 1 && ideographs * LATIN_LETTERS >= others
}

fn begins_clause(known: &Known<'_, '_>, language: &Language, at: usize) -> bool {
    let Some(before) = at.checked_sub(1) else { return true };
    known.tokens.get(before).is_some_and(|token| token.is_mark() || language.joins.contains(token.text.as_ref()))
}

fn wants_text(known: &Known<'_, '_>, words: &Words, language: &Language) -> bool {
    (0..known.tokens.len()).any(|at| {
        let begins = begins_clause(known, language, at);
        words.text_requests.found(known.tokens, at, begins, words.boundaries()).next().is_some()
    })
}

/// All that is asked for or offered in some words.
pub(super) fn wishes(known: &Known<'_, '_>, words: &Words, language: &Language) -> Vec<Wish> {
    let mut wishes: Vec<Wish> = Vec::new();
    for at in 0..known.tokens.len() {
        work::count(1);
        let Some(word) = known.word(at) else { continue };
        wishes.extend(wanted_thing(known, language, at));
        let asked = known.verb(at).filter(|(_, forms)| asks(known, language, at, *forms)).map(|(verb, _)| verb);
        let Some(verb) = asked.or(word.action) else { continue };
        let Some(known_verb) = words.verb(verb) else { continue };
        let clause = clause(known, at);
        if negated(known, language, clause.start..at) {
            continue;
        }
        let nouns = known.nouns(clause.clone(), at);
        // "Schedule a visit" asks for no schedule, "Run the script" for no script.
        let names_text = || clause.clone().any(|place| place != at && known.is(place, WordClass::Text));
        let runs = known_verb.kinds.has(ActionKind::Run) && known.tokens.len() <= NAMED;
        let is_of_list = changes_list(known_verb.kinds, known, &clause);
        let is_text = may_be_text(known_verb.kinds) && !runs && !is_of_list && names_text();
        // "Email Jim that I am late."
        let sends_thing = known_verb.kinds.has(ActionKind::Send) && word.thing.is_some() && asked.is_some();
        let is_external = is_external(known_verb.kinds, &nouns, is_text, words) || is_of_list || sends_thing;
        let by_noun = asked.is_none();
        let wish =
            Wish { verb: known_verb.base.clone(), kinds: known_verb.kinds, nouns, by_noun, is_text, is_external };
        if !wishes.contains(&wish) {
            wishes.push(wish);
        }
    }
    wishes
}

/// So many words may stand between what asks for a thing and its name ("I need two more tickets").
const BEFORE_THING: usize = 4;

/// What is asked for by the name of a thing that can be booked or ordered: "I want 2 tickets", "I'd like a table".
fn wanted_thing(known: &Known<'_, '_>, language: &Language, at: usize) -> Option<Wish> {
    if !known.is(at, WordClass::Wants) {
        return None;
    }
    let clause = clause(known, at);
    let ends = |place: &usize| {
        known.is_any(*place, &[WordClass::Infinitive, WordClass::Preposition])
            && !known.is(*place, WordClass::Determiner)
    };
    let phrase = at + 1..(at + 1..clause.end).find(ends).unwrap_or(clause.end);
    let mut near = phrase.clone().take(BEFORE_THING + 1);
    let is_thing = |place: usize| known.word(place).is_some_and(|word| word.thing.is_some());
    let is_named = near.any(is_thing) && !phrase.clone().any(|place| known.is(place, WordClass::Text));
    if !is_named || negated(known, language, clause.start..at) {
        return None;
    }
    Some(Wish {
        verb: String::new(),
        kinds: ActionKinds::from(ActionKind::Book).with(ActionKind::Order),
        nouns: known.nouns(phrase, at),
        is_text: false,
        by_noun: true,
        is_external: true,
    })
}

/// The kinds of doing that may be meant where a message only names a thing.
pub(super) fn named_kinds() -> ActionKinds {
    let kinds = [ActionKind::Control, ActionKind::Create, ActionKind::Remind, ActionKind::Add];
    kinds.into_iter().fold(ActionKinds::default(), ActionKinds::with)
}

/// What a message wants that only names a thing of the world.
fn named(known: &Known<'_, '_>, words: &Words, language: &Language) -> Option<Wish> {
    let nouns = known.nouns(0..known.tokens.len(), usize::MAX);
    let asks = known.tokens.iter().any(|token| matches!(token.text.as_ref(), "?" | "？"));
    let names = nouns.iter().any(|noun| words.is_thing(noun));
    let kinds = named_kinds();
    let thing = (0..known.tokens.len()).find(|at| known.noun(*at).is_some_and(|noun| words.is_thing(&noun)));
    let is_negated = thing.is_some_and(|at| negated(known, language, clause(known, at)));
    let is_wish = names && !asks && !is_negated;
    is_wish.then(|| Wish { verb: String::new(), kinds, nouns, is_text: false, by_noun: false, is_external: true })
}

/// Whether what is done in such a way may be a text: made, changed, completed.
pub(super) fn may_be_text(kinds: ActionKinds) -> bool {
    let of_world = [
        ActionKind::Book,
        ActionKind::Cancel,
        ActionKind::Order,
        ActionKind::Pay,
        ActionKind::Remind,
        ActionKind::Control,
        ActionKind::Transfer,
        ActionKind::Send,
    ];
    !of_world.into_iter().any(|kind| kinds.has(kind))
}

/// Whether a verb in one of these forms stands as one that asks: where a clause begins, or behind a word that leads to it.
fn asks(known: &Known<'_, '_>, language: &Language, at: usize, forms: Forms) -> bool {
    let (group, _) = known.before_adverbs(0, at);
    // "mi reserva" names a thing.
    let is_owned = group == at && at.checked_sub(1).is_some_and(|before| known.is(before, WordClass::Determiner));
    if known.rules.subject_in_verb && is_owned && known.word(at).is_some_and(|word| word.thing.is_some()) {
        return false;
    }
    // "Booking 3 tickets for Friday." – "Yes."
    let opens = Forms::BASE.and(Forms::PROGRESSIVE);
    let Some(before) = group.checked_sub(1) else { return forms.has(opens) };
    let leads = [WordClass::Infinitive, WordClass::You, WordClass::Author, WordClass::Will, WordClass::AuthorWill];
    let is_led =
        begins_clause(known, language, group) || known.is_any(before, &leads) || known.is(before, WordClass::Leads);
    (forms.has(Forms::BASE) && is_led)
        || (forms.has(Forms::PROGRESSIVE) && (known.is(before, WordClass::Preposition) || known.is_mark(before)))
        || (language_puts_verb_last(known, forms) && (!known.is(at, WordClass::Preposition) || known.is_mark(at + 1)))
}

/// In German the verb that is asked for may stand anywhere behind what it is done to, in Chinese as well.
fn language_puts_verb_last(known: &Known<'_, '_>, forms: Forms) -> bool {
    (known.rules.verb_last || known.rules.unspaced) && forms.has(Forms::BASE)
}

/// The stretch of a token between marks.
fn clause(known: &Known<'_, '_>, at: usize) -> Range<usize> {
    let start = (0..at).rev().find(|place| known.is_mark(*place)).map_or(0, |mark| mark + 1);
    let end = (at + 1..known.tokens.len()).find(|place| known.is_mark(*place)).unwrap_or(known.tokens.len());
    start..end
}

fn negated(known: &Known<'_, '_>, language: &Language, before: Range<usize>) -> bool {
    before.into_iter().any(|at| language.negations.begins(known.tokens, at, &language.boundaries))
}

/// Whether something can only be done outside of the conversation: booking, paying, telling others; anything else where
/// it is done to a thing of the world.
fn is_external(kinds: ActionKinds, nouns: &[String], is_text: bool, words: &Words) -> bool {
    let is_of_world = nouns.iter().any(|noun| words.is_thing(noun));
    !is_text && (is_of_world || is_always_external(kinds))
}

/// Whether something is to go onto a list, or off it, or to be done on it, that is somewhere else.
fn changes_list(kinds: ActionKinds, known: &Known<'_, '_>, clause: &Range<usize>) -> bool {
    let is_list = |at: usize| known.word(at).is_some_and(|word| word.thing.as_deref() == Some("list"));
    let is_there = |at: usize| {
        let mut before = (clause.start..at).rev().take(3);
        before.any(|place| known.is(place, WordClass::Preposition))
    };
    let changes = [ActionKind::Add, ActionKind::Remove, ActionKind::Complete].into_iter().any(|kind| kinds.has(kind));
    changes && clause.clone().any(|at| is_list(at) && is_there(at))
}

/// Whether some of these kinds of doing can only be done outside of the conversation, whatever they are done to.
pub(super) fn is_always_external(kinds: ActionKinds) -> bool {
    let always = [ActionKind::Book, ActionKind::Cancel, ActionKind::Pay, ActionKind::Remind, ActionKind::Order];
    always.iter().any(|kind| kinds.has(*kind))
}
