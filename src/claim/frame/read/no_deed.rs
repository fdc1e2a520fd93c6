//! Verbs that look like reports and are none: they name a thing, tell what was found, or lead to another verb.

use std::ops::Range;

use super::super::Form;
use super::{FrameReader, VerbReading};
use crate::registry::{ActionKind, Forms, Verb, WordClass};

impl FrameReader<'_, '_, '_, '_> {
    /// Whether a verb reports nothing: it tells what the user is to state, or only looks like a verb of action.
    pub(super) fn is_told(&self, at: usize, said: &VerbReading, of_you: bool, verb: &Verb) -> bool {
        let known = self.known;
        // "Please confirm you're authorized", "a statement that you're authorized"
        let is_order = |place: usize| {
            let is_base = known.verb(place).is_some_and(|(_, forms)| forms.has(Forms::BASE));
            let begins = place == 0 || self.sentence.begins_clause(place) || known.is(place - 1, WordClass::Leads);
            is_base && begins && known.is(place, WordClass::Acknowledging)
        };
        let is_content = |before: usize| {
            let is_told = |place: usize| is_order(place) || known.is(place, WordClass::Statement);
            is_told(before) || known.is(before, WordClass::Relative) && before.checked_sub(1).is_some_and(is_told)
        };
        // "I did find it"
        let is_auxiliary = || {
            let is_base = |forms: Forms| forms.has(Forms::BASE) && !forms.has(Forms::PARTICIPLE);
            let takes_object = || known.is_any(at + 2, &[WordClass::Determiner, WordClass::Users, WordClass::It]);
            let leads = match known.word(at + 1) {
                Some(next) => next.verb.is_some_and(|(_, forms)| is_base(forms)) || known.is(at + 1, WordClass::Reads),
                None => takes_object(),
            };
            said.form == Form::Active && verb.base == "do" && leads
        };
        // "Total paid: $20", "Amount refunded: $20"
        let is_sum = || {
            let subject = said.subject.as_ref().filter(|_| said.form == Form::Elliptic);
            let is_label = || known.tokens.get(at + 1).is_some_and(|next| matches!(next.text.as_ref(), ":" | "："));
            let names_sum = |subject: &Range<usize>| !subject.is_empty() && known.is(subject.end - 1, WordClass::Sum);
            subject.is_some_and(names_sum) && is_label()
        };
        // "Certificates applied | $100 |"
        let is_cell = || {
            let is_bar = |place: usize| known.tokens.get(place).is_some_and(|token| token.text == "|");
            let is_amount = |place: usize| {
                known.begins_with_digit(place)
                    || known.tokens.get(place).is_some_and(|token| token.text.starts_with('$'))
            };
            let follows =
                |place: usize| is_bar(place) && (is_amount(place + 1) || self.sentence.negates(place + 1..place + 2));
            said.form == Form::Elliptic && !self.is_ticked() && (at + 1..known.tokens.len()).any(follows)
        };
        of_you && said.group.checked_sub(1).is_some_and(is_content) || is_auxiliary() || is_sum() || is_cell()
    }

    /// Whether a verb only names a thing: "A poem for a wedding is called an epithalamium."
    pub(super) fn is_naming(&self, at: usize, said: &VerbReading, clause: &Range<usize>, verb: &Verb) -> bool {
        let known = self.known;
        let is_called = || at + 1 < clause.end && known.word(at + 1).is_none() && known.is(said.group, WordClass::ItIs);
        let takes_name =
            known.is(at + 1, WordClass::Determiner) && !known.is(at + 1, WordClass::Completing) || is_called();
        takes_name && matches!(said.form, Form::State | Form::PassivePast) && verb.kinds.has(ActionKind::Control)
    }

    /// Whether a verb of little meaning ("make", "have") reports no deed of the author.
    pub(super) fn is_no_deed(&self, at: usize, said: &VerbReading, clause: &Range<usize>, verb: &Verb) -> bool {
        // "The boots are made of leather", "You have requested the refund", "I've confirmed that it is open".
        let by_user = self.known.is(said.group, WordClass::You) && self.known.is(at, WordClass::Function);
        let is_made_of = matches!(said.form, Form::State | Form::Passive) && self.known.is(at + 1, WordClass::Of);
        if by_user || is_made_of || self.known.is(at + 1, WordClass::Relative) {
            return true;
        }
        // "The details that I have ready."
        let has_ready = || verb.base == "complete" && self.completes(at);
        said.form == Form::Active && (self.reports_only(at, clause) || has_ready())
    }

    /// Whether an author only reports what was found, or what went wrong: "I've confirmed the order is here", "I made a mistake".
    fn reports_only(&self, at: usize, clause: &Range<usize>) -> bool {
        let known = self.known;
        let end = (at + 1..clause.end).find(|place| known.is_mark(*place)).unwrap_or(clause.end);
        let finite = [WordClass::Is, WordClass::Was, WordClass::Will];
        // "I've made the payment that is due" names the payment.
        let is_of_object = |place: usize| known.is(place - 1, WordClass::Relative) && place > at + 2;
        (at + 1..end).any(|place| {
            let is_finite = || known.is_any(place, &finite) && !known.is(place, WordClass::Determiner);
            known.is(place, WordClass::Fault) || is_finite() && !is_of_object(place)
        })
    }
}
