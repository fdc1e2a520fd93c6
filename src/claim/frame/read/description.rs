//! Describes what a verb reports: the frame that its sentence makes.

use std::ops::Range;

use super::super::noun::WRITTEN;
use super::{FrameReader, ReportingVerb, VerbObject, VerbReading, is_described};
use crate::claim::frame::{Form, Frame};
use crate::registry::{ActionKind, Forms, TokenKind, Verb, WordClass};

impl<'r> FrameReader<'_, '_, '_, 'r> {
    pub(super) fn describe(&self, reporting: ReportingVerb<'_>) -> Frame<'r> {
        let ReportingVerb { at, forms, said, clause, own_verb, own, verb, kinds, object, nouns, of_you, is_you_set } =
            reporting;
        let VerbObject { phrase, about, is_within } = object;
        let head = self.known.head(about);
        let subject = said.subject.as_ref();
        let hears_clause = self.hears_clause(at) || self.hears_statement(&phrase);
        let span = |places: &Range<usize>| {
            let (first, last) =
                (self.known.tokens.get(places.start)?, self.known.tokens.get(places.end.checked_sub(1)?)?);
            (first.span.start < last.span.end).then_some(first.span.start..last.span.end)
        };
        let written =
            |form| forms.has(form).then(|| self.known.tokens.get(at).map(|token| token.text.to_string())).flatten();
        Frame {
            words: self.words,
            form: said.form,
            verb,
            own_verb,
            kinds,
            // "Your request has been submitted successfully."
            is_completing: said.is_completing || self.known.is(at + 1, WordClass::Completing),
            is_success: self.known.is(at, WordClass::Success),
            names_text: self.names_any(&phrase, &[WordClass::Text]),
            introduces_text: self.introduces_text(&phrase, own),
            of_user: !self.known.is(said.group, WordClass::You)
                && subject
                    .is_none_or(|subject| self.names_any(subject, &[WordClass::Users, WordClass::It, WordClass::You])),
            is_certain: subject.is_some_and(|subject| self.known.is(subject.start, WordClass::Determiner)),
            names_users: self.names_any(&phrase, &[WordClass::Users]),
            is_of_users: (at + 1..clause.end).any(|place| {
                self.known.is(place, WordClass::Preposition)
                    && self.known.is(place + 1, WordClass::Users)
                    && self.known.noun(place + 2).is_some()
            }),
            moves_user: self.moves_user(&said),
            by_several: said.by_several,
            reports_earlier: self.reports_earlier(&clause, own.kinds),
            may_report_earlier: is_described(said.form)
                && clause.clone().any(|at| self.known.is(at, WordClass::Already)),
            details: self.details(at + 1..clause.end),
            numbers: self.details(phrase.clone()),
            head,
            nouns,
            is_part_of_list: self.begins_list(phrase.end) || self.ends_list(phrase.start),
            // "It is booked for 7" names nothing that was booked.
            phrase: span(&phrase)
                .filter(|_| !phrase.is_empty() && !is_you_set && (subject.is_some() || !is_described(said.form))),
            of_you,
            participle: written(Forms::PARTICIPLE).filter(|_| !is_within),
            past: written(Forms::PAST),
            next_particle: self.known.particle(at + 1).map(str::to_owned),
            last_particle: self.known.particle(phrase.end).map(str::to_owned),
            is_item: self.is_of_others(&said, &clause),
            is_many: self.is_many(&said, &phrase, &clause),
            is_undertaking: self.is_undertaking(&phrase),
            is_resultative: self.is_resultative(&said),
            names_known: self.names_known(&phrase),
            names_file: clause.clone().any(|place| self.known.is_file(place)),
            names_statement: self.names_any(&phrase, &[WordClass::Statement]) || hears_clause,
            hears_clause,
            names_means: self.known.is_any(at + 1, &[WordClass::Preposition, WordClass::Agent]),
            takes_bare_object: self.takes_bare_object_alone(at, &said, &clause),
            tokens: said.group..at + 1,
        }
    }

    /// Whether only an order can tell that what follows a verb is its object.
    fn takes_bare_object_alone(&self, at: usize, said: &VerbReading, clause: &Range<usize>) -> bool {
        let persons = [WordClass::Author, WordClass::AuthorIs, WordClass::AuthorHave, WordClass::Is, WordClass::Being];
        matches!(said.form, Form::Elliptic | Form::Progressive)
            && said.subject.is_none()
            && !self.names_any(&(said.group..at), &persons)
            && !self.begins_ellipsis(at, clause)
            && self.takes_bare_object(at, clause)
    }

    /// Whether further things are listed from a token on, and nothing is said of them.
    fn begins_list(&self, at: usize) -> bool {
        let tokens = self.known.tokens;
        let end = tokens.iter().skip(at).position(|token| token.kind == TokenKind::End);
        let end = end.map_or(tokens.len(), |length| at + length);
        let joins = |place: usize| {
            let is_boundary = tokens.get(place).is_some_and(|token| self.sentence.is_boundary(token));
            is_boundary && self.known.is_coordinator(place)
        };
        let is_joined = joins(at) || self.known.is_comma(at) && (at..end).any(joins);
        is_joined && !(at..end).any(|place| self.known.says_something(place))
    }

    /// Whether a token begins the last item of a list without an article: "kettle" in "The boots and kettle".
    fn ends_list(&self, at: usize) -> bool {
        let is_joined = at.checked_sub(1).is_some_and(|before| before > 0 && self.known.is_coordinator(before));
        is_joined && self.known.noun(at).is_some() && self.known.word(at).is_none_or(|word| !word.classes.is_function())
    }

    /// Whether a clause about the user follows a verb: "noted that you want it", "noted you want it".
    fn hears_clause(&self, at: usize) -> bool {
        let names_user = |place: usize| self.known.is_any(place, &[WordClass::You, WordClass::YouAre]);
        names_user(at + 1) || self.known.is(at + 1, WordClass::Relative) && names_user(at + 2)
    }

    /// Whether a noun phrase names what the user said, and a clause follows that tells it: "your feedback that it was late".
    fn hears_statement(&self, phrase: &Range<usize>) -> bool {
        self.names_any(phrase, &[WordClass::Statement]) && self.known.is(phrase.end, WordClass::Relative)
    }

    /// Whether a noun phrase names what is known of something: "the order details", "the status of the order".
    fn names_known(&self, phrase: &Range<usize>) -> bool {
        let ends = [phrase.end, self.known.phrase_end(phrase.start, phrase.end)];
        ends.into_iter().any(|end| end > phrase.start && self.known.is(end - 1, WordClass::Known))
    }

    /// The numbers, amounts and times of day in a range.
    fn details(&self, places: Range<usize>) -> Vec<String> {
        let numbers = places.filter(|place| self.known.begins_with_digit(*place));
        numbers.filter_map(|place| Some(self.known.tokens.get(place)?.text.to_string())).collect()
    }

    /// Whether a sentence introduces the text itself: "He preparado una lista:".
    fn introduces_text(&self, phrase: &Range<usize>, verb: &Verb) -> bool {
        let words = self.known.rules;
        let is_text = |place: usize| {
            let ends_text = |word: &str| words.ends_in(word, WordClass::Text);
            let thing = self.known.word(place).and_then(|word| word.thing.as_deref());
            self.known.is(place, WordClass::Text)
                || thing.is_some_and(|thing| WRITTEN.contains(&thing))
                || self.known.tokens.get(place).is_some_and(|token| ends_text(token.text.as_ref()))
        };
        verb.kinds.has(ActionKind::Create) && self.sentence.announces() && phrase.clone().any(is_text)
    }
}
