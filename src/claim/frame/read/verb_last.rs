//! Languages such as German: the auxiliary opens the clause, and the participle or the infinitive closes it.

use std::ops::Range;

use super::super::known_tokens::REACH;
use super::{Form, FrameReader, VerbReading};
use crate::registry::{Forms, WordClass};

/// The auxiliaries that make a report with a participle.
const AUXILIARIES: [WordClass; 6] =
    [WordClass::Have, WordClass::AuthorHave, WordClass::Became, WordClass::Is, WordClass::Was, WordClass::ItIs];

impl FrameReader<'_, '_, '_, '_> {
    /// How a verb is reported as done, if it is.
    pub(super) fn verb_last(&self, at: usize, forms: Forms, clause: &Range<usize>) -> Option<VerbReading> {
        let known = self.known;
        if forms.has(Forms::PARTICIPLE) && self.closes(at, clause) {
            return self.closing_participle(at, clause);
        }
        let holds = |class| (clause.start..clause.end).any(|place| known.is(place, class));
        if forms.has(Forms::BASE) && self.closes(at, clause) && holds(WordClass::Author) && !holds(WordClass::Modal) {
            let form = match () {
                () if holds(WordClass::Managed) => Some(Form::Active),
                () if holds(WordClass::Will) => Some(Form::Future),
                () => None,
            };
            if let Some(form) = form {
                let object = self.object(clause.start..at);
                return Some(self.said_of(form, clause.start, clause, object));
            }
        }
        let author = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
        let author = author.into_iter().find(|place| clause.contains(place) && known.is(*place, WordClass::Author));
        // "Starte den Timer für die Nudeln."
        let begins = || at == clause.start && self.sentence.begins_with_openers(at) && forms.has(Forms::PROGRESSIVE);
        let author = author.or_else(|| begins().then_some(at))?;
        match () {
            () if self.sentence.negates(clause.clone()) => None,
            () if forms.has(Forms::PAST) => Some(self.said_of(Form::Active, author.min(at), clause, None)),
            () if forms.has(Forms::PROGRESSIVE) => self.present(at, author.min(at), clause),
            () => None,
        }
    }

    fn said_of(&self, form: Form, group: usize, clause: &Range<usize>, subject: Option<Range<usize>>) -> VerbReading {
        let holds = |class| (clause.start..clause.end).any(|place| self.known.is(place, class));
        let is_completing = holds(WordClass::Completing);
        VerbReading { form, is_completing, by_several: holds(WordClass::Several), group, subject }
    }

    /// Whether a verb closes its clause: only adverbs, auxiliaries or a prepositional phrase may follow.
    fn closes(&self, at: usize, clause: &Range<usize>) -> bool {
        let next = at + 1;
        let is_particle = self.known.is(at, WordClass::Preposition);
        let after = [WordClass::Completing, WordClass::Adverb];
        let added = [WordClass::Preposition, WordClass::Been];
        next >= clause.end
            || self.known.is_any(next, &after)
            || (!is_particle && (self.known.is_any(next, &added) || self.known.is_any(next, &AUXILIARIES)))
    }

    fn closing_participle(&self, at: usize, clause: &Range<usize>) -> Option<VerbReading> {
        let known = self.known;
        let is_auxiliary = |place: &usize| known.is_any(*place, &AUXILIARIES);
        let opens = |place: &usize| is_auxiliary(place) || known.is(*place, WordClass::Being);
        if let Some(auxiliary) = (clause.start..at).rev().find(opens) {
            return self.with_auxiliary(at, auxiliary, clause);
        }
        if let Some(auxiliary) = (at + 1..(at + 3).min(clause.end)).find(is_auxiliary) {
            // "Ich kann bestätigen, dass …" reports; any other such clause describes what is known.
            let is_confirmed =
                known.is(clause.start, WordClass::Relative) && self.sentence.begins_with_openers(clause.start);
            return is_confirmed.then(|| self.with_auxiliary(at, auxiliary, clause)).flatten();
        }
        self.joined(at, clause).or_else(|| self.without_auxiliary(at, Forms::PARTICIPLE, clause, false))
    }

    fn with_auxiliary(&self, at: usize, auxiliary: usize, clause: &Range<usize>) -> Option<VerbReading> {
        let known = self.known;
        let by_author = (clause.start..clause.end).any(|place| known.is(place, WordClass::Author));
        let inner = if auxiliary < at { auxiliary + 1..at } else { clause.start + 1..at };
        let group = auxiliary.min(at);
        if known.is_any(auxiliary, &[WordClass::Have, WordClass::AuthorHave]) {
            let begins = known.before_adverbs(clause.start, auxiliary).0 == clause.start;
            let says = by_author || known.is(auxiliary, WordClass::AuthorHave) && begins;
            let first = Some(clause.start..auxiliary).filter(|first| auxiliary < at && !first.is_empty());
            let object = first.and_then(|first| self.object(first)).or_else(|| self.object(inner));
            return says.then(|| self.said_of(Form::Active, group, clause, object));
        }
        let is_of_other = (clause.start..at).any(|place| known.is_other_person(clause.start, place));
        if by_author || is_of_other || known.names_agent(inner.clone()) {
            return None;
        }
        let subject = if auxiliary < at { self.subject(clause.start, auxiliary) } else { None };
        let subject = subject.or_else(|| self.object(inner.clone())).or(Some(inner));
        let is_done = (at + 1..(at + 3).min(clause.end)).any(|place| known.is(place, WordClass::Been));
        let form = match () {
            () if is_done || known.is(auxiliary, WordClass::Became) => Form::Passive,
            () if known.is(auxiliary, WordClass::Was) => Form::PassivePast,
            () if known.is(auxiliary, WordClass::Being) => Form::Progressive,
            () => Form::State,
        };
        Some(self.said_of(form, group, clause, subject))
    }

    /// A participle that shares the auxiliary of the clause before it: "Ich habe den Termin abgesagt und dir
    /// geschrieben".
    fn joined(&self, at: usize, clause: &Range<usize>) -> Option<VerbReading> {
        let known = self.known;
        let join = clause.start.checked_sub(1).and_then(|join| known.tokens.get(join))?;
        if join.is_mark() && join.text != "," {
            return None;
        }
        let finite =
            [&AUXILIARIES[..], &[WordClass::Will, WordClass::Modal, WordClass::You, WordClass::Third]].concat();
        let auxiliary =
            (clause.start.saturating_sub(REACH)..clause.start).rev().find(|place| known.is_any(*place, &finite))?;
        let before = known.clause(self.sentence, auxiliary);
        let by_author = (before.start..before.end).any(|place| known.is(place, WordClass::Author));
        // "Ihr Flug ist auf Freitag, 14:30 Uhr, umgebucht."
        let is_open = || !(auxiliary..before.end).any(|place| known.verb(place).is_some());
        let state = [WordClass::Is, WordClass::ItIs];
        let form = match () {
            () if known.is_any(auxiliary, &[WordClass::Have, WordClass::AuthorHave]) && by_author => Form::Active,
            () if known.is(auxiliary, WordClass::Became) && !by_author => Form::Passive,
            () if known.is_any(auxiliary, &state) && !by_author && is_open() => Form::State,
            () => return None,
        };
        let is_other = (clause.start..at).any(|place| known.is_any(place, &finite));
        if form == Form::State {
            let subject = self.subject(before.start, auxiliary).filter(|_| !is_other && clause.start == at)?;
            return Some(self.said_of(form, auxiliary, &(before.start..clause.end), Some(subject)));
        }
        (!is_other).then(|| self.said_of(form, clause.start, clause, self.object(clause.start..at)))
    }

    /// The noun phrase of a range that follows no preposition.
    fn object(&self, places: Range<usize>) -> Option<Range<usize>> {
        let known = self.known;
        let mut behind_preposition = false;
        for at in places.clone() {
            if known.is_any(at, &[WordClass::Author, WordClass::Clitic]) {
                continue;
            }
            let names = known.is_any(at, &[WordClass::Determiner, WordClass::It]) || known.noun(at).is_some();
            if names && !behind_preposition {
                return Some(at..known.phrase_end(at, places.end));
            }
            behind_preposition = match () {
                () if known.is(at, WordClass::Preposition) => true,
                // The noun that ends a prepositional phrase is not the object.
                () if behind_preposition && known.noun(at).is_some() => false,
                () => behind_preposition,
            };
        }
        None
    }
}
