//! Verbs whose ending names their subject, as in Spanish: "cancelé", "te lo he enviado", "se ha cancelado la reserva".

use std::ops::Range;

use super::{Form, FrameReader, VerbReading};
use crate::registry::{Forms, WordClass};

/// Pronouns and adverbs, which may come between an auxiliary and its subject or before a verb.
const CLITICS: [WordClass; 3] = [WordClass::Adverb, WordClass::Completing, WordClass::Clitic];

impl FrameReader<'_, '_, '_, '_> {
    /// Whether a verb whose ending names the author reports an action: "cancelei", "já o enviei".
    pub(super) fn ends_in_author(&self, at: usize, group: usize, clause: &Range<usize>) -> bool {
        let known = self.known;
        let group = known.before_clitics(clause.start, group);
        let before = group.checked_sub(1).filter(|before| *before >= clause.start);
        let led = [
            WordClass::Modal,
            WordClass::Will,
            WordClass::AuthorWill,
            WordClass::Infinitive,
            WordClass::You,
            WordClass::Third,
        ];
        let author = before.filter(|before| known.is(*before, WordClass::Author));
        let describes = known.describes_noun(clause.start, author.unwrap_or(group));
        let is_led = before.is_some_and(|before| known.is_any(before, &led));
        let is_relative = || before.is_some_and(|before| known.is(before, WordClass::Relative));
        let describes = describes && (is_relative() || author.is_some());
        !is_led && !describes && at >= clause.start
    }

    /// How the ending of a verb, or the auxiliary before it, reports it.
    pub(super) fn by_ending(&self, at: usize, forms: Forms, clause: &Range<usize>) -> Option<VerbReading> {
        let known = self.known;
        let is_completing = (clause.start..at).any(|place| known.is(place, WordClass::Completing));
        let by_several = self.is_by_several(clause.start..at + 1);
        let said = |form, group, subject| Some(VerbReading { form, is_completing, by_several, group, subject });
        let by_author = |group: usize| (!self.names_other(clause.start..group)).then_some(group);
        let verb = self.before_clitics(clause.start, at);
        if forms.has(Forms::PAST) && (is_completing || !forms.has(Forms::BASE)) {
            return said(Form::Active, by_author(verb)?, None);
        }
        // "Te aviso a las nueve" announces something; "te recuerdo que …" and "el aviso" do not.
        let announces = verb < at && !known.is(at + 1, WordClass::Relative);
        if forms.has(Forms::FUTURE) && announces {
            return said(Form::Future, by_author(verb)?, None);
        }
        let reflexive = |group: usize| group.checked_sub(1).filter(|se| known.is(*se, WordClass::Reflexive));
        if forms.has(Forms::THIRD)
            && let Some(reflexive) = reflexive(verb)
        {
            return said(Form::Passive, reflexive, Some(self.suffering(clause, reflexive, at)?));
        }
        let (group, _) = known.before_adverbs(clause.start, at);
        let before = group.checked_sub(1).filter(|before| *before >= clause.start)?;
        let opening = self.before_clitics(clause.start, before);
        if forms.has(Forms::PARTICIPLE) {
            if known.is(before, WordClass::AuthorHave) {
                return said(Form::Active, by_author(opening)?, None);
            }
            if known.is(before, WordClass::Been) {
                let (after, _) = known.before_adverbs(clause.start, before);
                let has = after.checked_sub(1).filter(|has| *has >= clause.start && known.is(*has, WordClass::Have))?;
                return said(Form::Passive, has, Some(self.suffering(clause, has, at)?));
            }
            if known.is(before, WordClass::Have)
                && let Some(reflexive) = reflexive(opening)
            {
                return said(Form::Passive, reflexive, Some(self.suffering(clause, reflexive, at)?));
            }
            if known.is(before, WordClass::Is) {
                return said(Form::State, before, Some(self.suffering(clause, opening, at)?));
            }
            if known.is(before, WordClass::Was) {
                return said(Form::PassivePast, before, Some(self.suffering(clause, opening, at)?));
            }
        }
        if forms.has(Forms::PROGRESSIVE) && known.is(before, WordClass::AuthorIs) {
            return said(Form::Progressive, by_author(opening)?, None);
        }
        if forms.has(Forms::BASE) {
            // "voy a cancelar", "acabo de cancelar", "pude cancelar"
            let leading = if known.is(before, WordClass::Infinitive) { before.checked_sub(1)? } else { before };
            if leading < clause.start {
                return None;
            }
            if known.is(leading, WordClass::AuthorWill) {
                return said(Form::Future, by_author(self.before_clitics(clause.start, leading))?, None);
            }
            let by_author_himself =
                (clause.start..=leading).any(|place| known.is_any(place, &[WordClass::Author, WordClass::AuthorHave]));
            if known.is(leading, WordClass::Managed) && by_author_himself {
                return said(Form::Active, clause.start, None);
            }
        }
        None
    }

    /// The first of the pronouns and adverbs right before a token, or the token itself.
    fn before_clitics(&self, start: usize, at: usize) -> usize {
        let is_clitic = |place: &usize| self.known.is_any(*place, &CLITICS);
        (start..at).rev().take_while(is_clitic).last().unwrap_or(at)
    }

    /// Whether the words before those of an author make them part of a description ("la reserva que he cancelado"), or
    /// name somebody else.
    fn names_other(&self, before: Range<usize>) -> bool {
        before.end > before.start
            && (self.known.describes_noun(before.start, before.end)
                && self.known.is(before.end - 1, WordClass::Relative))
    }

    /// What the action was done to: the words before the group of verbs, or after it. `None` if a person is named
    /// there.
    fn suffering(&self, clause: &Range<usize>, group: usize, at: usize) -> Option<Range<usize>> {
        let known = self.known;
        let names = (clause.start..group).any(|place| known.noun(place).is_some());
        if names {
            return self.subject(clause.start, group);
        }
        let acts = [WordClass::Author, WordClass::AuthorHave, WordClass::AuthorIs];
        let describes = (clause.start..group).any(|place| known.is_any(place, &[WordClass::Subordinator]));
        let acts = |place: usize| known.is_any(place, &acts) || known.is_other_person(clause.start, place);
        let is_other = describes || (clause.start..group).any(acts);
        (!is_other).then(|| at + 1..known.phrase_end(at + 1, clause.end).max(at + 1))
    }
}
