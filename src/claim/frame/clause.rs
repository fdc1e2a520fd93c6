//! The clause of a verb: where it begins and ends, and whose action it describes.

use std::ops::Range;

use super::super::sentence::Analysis;
use super::known_tokens::{KnownTokens, REACH};
use super::noun::is_number_of_thing;
use crate::registry::{Forms, WordClass};

/// The auxiliaries of a participle.
const AUXILIARIES: [WordClass; 4] = [WordClass::Have, WordClass::Is, WordClass::Was, WordClass::Became];

/// The most words between a preposition and the person it leads to ("for all of the 5 people").
const BEFORE_PERSON: usize = 4;

impl KnownTokens<'_, '_> {
    /// The clause of a token. Text between commas belongs to it if an auxiliary follows the comma ("Your table for 3,
    /// at 8, has been booked").
    pub(super) fn clause(&self, sentence: &Analysis<'_, '_>, at: usize) -> Range<usize> {
        // A comma between numbers continues a list of them: "2 hours, 5 minutes and 30 seconds". "Okay, 5 minutes" is none.
        let counts = |place: usize| (place.saturating_sub(2)..place).any(|before| self.is_number(before));
        let is_boundary = |place: usize| {
            let goes_on = self.abbreviates(place)
                || self.continues_dates(place)
                || self.follows_date(place)
                    && !self.tokens.get(place + 1).is_some_and(|next| sentence.is_boundary(next))
                || self.separates_author(place)
                || place + 2 < self.tokens.len() && self.is_number(place + 1) && counts(place);
            self.tokens.get(place).is_none_or(|token| sentence.is_boundary(token)) && !goes_on
        };
        let first = at.saturating_sub(REACH);
        let begin_before =
            |end: usize| (first..end).rev().find(|place| is_boundary(*place)).map_or(first, |place| place + 1);
        let mut start = begin_before(at);
        while start > first + 1 && self.is_any(start, &AUXILIARIES) && self.is_comma(start - 1) {
            start = begin_before(start - 1);
        }
        if start > first + 1 && self.is_comma(start - 1) && self.is_apposition(start, at) {
            let whole = begin_before(start - 1);
            start = if self.is_noun_phrase(whole..start - 1) { whole } else { start };
        }
        // "Your return for the lamp and the desk has been submitted" names one subject.
        let has_auxiliary = |start: usize| (start..at).any(|place| self.is_any(place, &AUXILIARIES));
        while start > first + 1 && has_auxiliary(start) && self.is_coordinator(start - 1) {
            let before = start - 1;
            let whole = begin_before(before);
            // "The order stays and the subscription has been cancelled" names two.
            // "Both orders #5 and #6 have been cancelled" goes on with a number.
            let goes_on = (whole..before).any(|place| self.is(place, WordClass::Preposition))
                || self.is_number(start)
                || self.tokens.get(start).is_some_and(|token| is_number_of_thing(&token.text));
            let names_same = || self.head(whole..before) == self.head(start..self.phrase_end(start, at).max(start));
            if !goes_on && !names_same() || !self.is_noun_phrase(whole..before) || self.is_person(start) {
                break;
            }
            start = whole;
        }
        if start > first + 1 && has_auxiliary(start) {
            let separates = |place: usize| is_boundary(place) && (self.is_comma(place) || self.is_coordinator(place));
            let is_other = |place: &usize| is_boundary(*place) && !separates(*place);
            let whole = (first..start).rev().find(is_other).map_or(first, |place| place + 1);
            let separators: Vec<usize> = (whole..start).filter(|place| separates(*place)).collect();
            if self.is_list(whole, &separators) && !self.is_person(start) {
                start = whole;
            }
        }
        let last = self.tokens.len().min(at + REACH);
        let end = (at + 1..last).find(|place| is_boundary(*place)).unwrap_or(last);
        start..end
    }

    pub(super) fn is_comma(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|mark| mark.text == ",")
    }

    /// Whether words between commas say more of a thing, before an auxiliary: "Your uncle, Ana Lee, is booked", "Your
    /// order, which included a gift, has been cancelled".
    fn is_apposition(&self, start: usize, at: usize) -> bool {
        let end = (start..at).find(|place| self.is_comma(*place));
        end.is_some_and(|end| self.is_any(end + 1, &AUXILIARIES) && self.says_more(start..end))
    }

    /// Whether words after a comma say more of what is before it: "which included a gift", or a name of several words, of
    /// which none is known.
    pub(super) fn says_more(&self, mut places: Range<usize>) -> bool {
        let is_unknown = |place: usize| self.word(place).is_none() && !self.is_mark(place);
        self.is(places.start, WordClass::Relative) || places.len() > 1 && places.all(is_unknown)
    }

    /// Whether the words up to the last of these separators name one thing and list what it is about ("your return for the
    /// lamp, the boots and"), or describe it ("your return for the expensive,").
    fn is_list(&self, start: usize, separators: &[usize]) -> bool {
        let starts = std::iter::once(start).chain(separators.iter().map(|separator| separator + 1));
        let mut items = starts.zip(separators).map(|(start, end)| start..*end).filter(|item| !item.is_empty());
        let (Some(first), Some(last)) = (items.next(), separators.last()) else { return false };
        let is_about = first.clone().any(|place| self.is(place, WordClass::Preposition));
        if !is_about || !self.is_noun_phrase(first) {
            return false;
        }
        let mut others = items.peekable();
        // "The order stays with us, and the subscription has been cancelled" names two things.
        let names_other = self.is_any(last + 1, &[WordClass::Determiner, WordClass::Users]);
        (others.peek().is_some() || !names_other) && !others.flatten().any(|place| self.says_something(place))
    }

    /// Whether a conjunction is one that joins words as well as clauses: "and", but not "so". Lexicons list it as a
    /// preposition, too.
    pub(super) fn is_coordinator(&self, at: usize) -> bool {
        !self.is_mark(at) && self.is(at, WordClass::Preposition)
    }

    /// Whether words name a thing and say nothing of it: "your return for the lamp", but not "we found the lamp".
    fn is_noun_phrase(&self, places: Range<usize>) -> bool {
        self.is_any(places.start, &[WordClass::Determiner, WordClass::Users])
            && !places.clone().any(|place| self.is_mark(place) || self.says_something(place))
            && self.head(places.clone()).is_some()
    }

    /// Whether a word says something of a thing, instead of naming it.
    pub(super) fn says_something(&self, at: usize) -> bool {
        let is_verb = || {
            let is_said = [Forms::PAST, Forms::PARTICIPLE, Forms::THIRD];
            let is_past = |forms: Forms| is_said.into_iter().any(|form| forms.has(form));
            let is_adjective = at > 0 && self.is_any(at - 1, &[WordClass::Determiner, WordClass::Users]);
            self.verb(at).is_some_and(|(_, forms)| is_past(forms)) && !is_adjective
        };
        self.is_finite(at) || is_verb()
    }

    /// Whether a word belongs to a clause with a verb, rather than to a noun phrase.
    fn is_finite(&self, at: usize) -> bool {
        let others = [WordClass::Will, WordClass::ItIs, WordClass::Relative, WordClass::Subordinator];
        // "May 6" is a day.
        let is_modal = self.is(at, WordClass::Modal) && !self.begins_with_digit(at + 1);
        self.is_any(at, &AUXILIARIES) || self.is_any(at, &others) || is_modal || self.is_person(at)
    }

    /// Whether a word is a pronoun for who acts or what was named: "I", "you", "it".
    fn is_person(&self, at: usize) -> bool {
        let persons = [
            WordClass::Author,
            WordClass::AuthorHave,
            WordClass::AuthorIs,
            WordClass::AuthorWill,
            WordClass::You,
            WordClass::YouAre,
            WordClass::Third,
        ];
        self.is_any(at, &persons) || self.is(at, WordClass::It) && !self.is(at, WordClass::Determiner)
    }

    /// Whether a token is the point of an abbreviation, after which the sentence continues ("your visit to Dr. Lee").
    fn abbreviates(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|mark| mark.text == ".") && !self.is_mark(at + 1)
    }

    /// Whether a word comes between the author and the verb: "I then deleted it".
    fn separates_author(&self, at: usize) -> bool {
        let is_author = |place: usize| self.is_any(place, &[WordClass::Author, WordClass::AuthorHave]);
        !self.is_mark(at)
            && self.is(at, WordClass::Adverb)
            && at.checked_sub(1).is_some_and(is_author)
            && self.verb(at + 1).is_some()
    }

    /// Whether a comma ends a date that is followed by another: "from May 2, 2024, to June 3, 2024".
    fn continues_dates(&self, at: usize) -> bool {
        let is_year = at.checked_sub(1).is_some_and(|year| self.is_number(year) && self.tokens[year].text.len() == 4);
        is_year && self.is(at + 1, WordClass::Infinitive)
    }

    /// Whether a comma only ends a date with its year within what a clause names: "your seat for May 2, 2024, in coach".
    fn follows_date(&self, at: usize) -> bool {
        let is_year = |place: usize| self.is_number(place) && self.tokens[place].text.len() == 4;
        at >= 3
            && self.is_comma(at)
            && is_year(at - 1)
            && self.is_comma(at - 2)
            && self.begins_with_digit(at - 3)
            && self.is(at + 1, WordClass::Preposition)
    }

    pub(super) fn is_number(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.text.bytes().all(|byte| byte.is_ascii_digit()))
    }

    /// The first token of the adverbs right before a token, or the token itself; and whether one of the adverbs says
    /// that the action is over.
    pub(super) fn before_adverbs(&self, start: usize, at: usize) -> (usize, bool) {
        let mut place = at;
        let mut is_completing = false;
        while place > start && self.is_any(place - 1, &[WordClass::Adverb, WordClass::Completing]) {
            place -= 1;
            is_completing |= self.is(place, WordClass::Completing);
        }
        (place, is_completing)
    }

    /// The same, skipping the pronouns of the group of verbs too ("je vous l'ai envoyé").
    pub(super) fn before_clitics(&self, start: usize, at: usize) -> usize {
        let mut place = at;
        while place > start
            && self.is_any(place - 1, &[WordClass::Adverb, WordClass::Completing, WordClass::Clitic])
            && !self.is(place - 1, WordClass::Author)
        {
            place -= 1;
        }
        place
    }

    /// Whether the clause of a token describes a noun before it ("the note I saved").
    pub(super) fn describes_noun(&self, clause_start: usize, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).filter(|before| *before >= clause_start) else { return false };
        if self.is(before, WordClass::Relative) {
            return before > clause_start && self.names(before - 1);
        }
        self.noun(before).is_some() && self.word(before).is_none_or(|word| word.verb.is_none())
    }

    /// Whether a token names somebody else who may act; not after a preposition ("a table for 5 people").
    pub(super) fn is_other_person(&self, start: usize, at: usize) -> bool {
        let is_led = || {
            let before = (start..at).rev().take(BEFORE_PERSON);
            let mut before =
                before.skip_while(|place| self.is_number(*place) || self.is(*place, WordClass::Determiner));
            before.next().is_some_and(|place| self.is(place, WordClass::Preposition) || self.word(place).is_none())
        };
        self.is(at, WordClass::Third) && !is_led()
    }

    /// Whether a token is a noun and cannot be a verb.
    pub(super) fn names(&self, at: usize) -> bool {
        self.noun(at).is_some() && self.word(at).is_none_or(|word| word.verb.is_none() || word.thing.is_some())
    }

    /// Whether the agent is named after a verb ("by the airline").
    pub(super) fn has_agent(&self, at: usize, end: usize) -> bool {
        let near =
            (at + 1..end.min(at + 3)).find(|place| !self.is_any(*place, &[WordClass::Adverb, WordClass::Completing]));
        let is_agent = near.is_some_and(|place| {
            self.is(place, WordClass::Agent)
                && (self.is_any(place + 1, &[WordClass::Determiner, WordClass::You, WordClass::Third])
                    || self.tokens.get(place + 1).is_some_and(|next| {
                        next.text.chars().all(char::is_alphabetic) && self.word(place + 1).is_none()
                    }))
        });
        // Further on only a person is meant, and not the agent of another verb ("for the delay caused by the crew").
        is_agent || self.names_agent((at + 1..end).take_while(|place| self.verb(*place).is_none()))
    }

    /// Whether one of these tokens names a person as who did it: "by you", "vom Verkäufer".
    pub(super) fn names_agent(&self, mut places: impl Iterator<Item = usize>) -> bool {
        places.any(|at| {
            let named = if self.is(at + 1, WordClass::Determiner) { at + 2 } else { at + 1 };
            self.is(at, WordClass::Agent) && self.is_any(named, &[WordClass::You, WordClass::Third])
        })
    }
}
