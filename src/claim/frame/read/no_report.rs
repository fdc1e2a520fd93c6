//! Verbs that look like reports and are none: they name a thing, tell what was found, or lead to another verb.

use std::ops::Range;

use super::super::Form;
use super::{FrameReader, VerbReading};
use crate::registry::{ActionKind, Forms, Token, Verb, WordClass};

/// The most words between a preposition and the thing it leads to ("into your team's calendar").
const BEFORE_PLACE: usize = 2;
/// The same before the name of a file ("to a new file called notes.txt").
const BEFORE_FILE: usize = 4;

impl FrameReader<'_, '_, '_, '_> {
    /// Whether a verb reports nothing: it says what the user is to state, or only looks like a verb of action.
    pub(super) fn reports_nothing(&self, at: usize, said: &VerbReading, of_you: bool, verb: &Verb) -> bool {
        of_you && said.group.checked_sub(1).is_some_and(|before| self.leads_to_statement(before))
            // "You've shared your number" says what the user told.
            || verb.kinds.first() == Some(ActionKind::Send) && self.is_done_by_user(at, said)
            || said.form == Form::Active && verb.base == "do" && self.leads_to_verb(at)
            // "I'm doing well": what is done is named.
            || said.form == Form::Progressive && verb.base == "do" && !self.names_done(at)
            || said.form == Form::Elliptic && (self.is_label_of_sum(at, said) || self.is_cell_before_amount(at))
            || verb.kinds.has(ActionKind::Pay) && self.is_attribute(at, said)
            // "Address updates requested" says what the user asked for.
            || said.form == Form::Elliptic && verb.base == "request" && !said.is_completing
            || said.form == Form::Elliptic && (self.supposes(at, said, verb) || self.is_numbered_heading(at, said))
            // "I did hear that": what is only asked for is never reported.
            || !self.words.unspaced && verb.past.is_none() && verb.participle == verb.base
    }

    /// Whether a participle supposes what follows it, as German does: "Angenommen, x wäre 1, …"
    fn supposes(&self, at: usize, said: &VerbReading, verb: &Verb) -> bool {
        let follows = self.known.tokens.get(at + 1).is_some_and(|mark| mark.text == ",");
        said.subject.is_none() && verb.base == "annehmen" && follows
    }

    /// Whether it begins a heading with a number: "Cours 2 : Conception".
    fn is_numbered_heading(&self, at: usize, said: &VerbReading) -> bool {
        let is_colon = self.known.tokens.get(at + 2).is_some_and(Token::is_colon);
        said.subject.is_none() && is_colon && self.known.is_number(at + 1)
    }

    /// Whether a participle after a comma says how a thing was paid: "status: delivered, paid on your Visa".
    fn is_attribute(&self, at: usize, said: &VerbReading) -> bool {
        let before = said.group.checked_sub(1).and_then(|before| self.known.tokens.get(before));
        matches!(said.form, Form::Elliptic | Form::Active)
            && said.subject.is_none()
            && before.is_some_and(|mark| mark.text == ",")
            && self.known.is_any(at + 1, &[WordClass::Preposition, WordClass::Agent])
    }

    /// Whether a verb praises what the user did: "Well done!"
    pub(super) fn praises_user(&self, at: usize, said: &VerbReading) -> bool {
        said.form == Form::Elliptic && at > 0 && self.known.is(at - 1, WordClass::Praise)
    }

    /// Whether a verb says what the user has done: "You've done all the steps".
    fn is_done_by_user(&self, at: usize, said: &VerbReading) -> bool {
        let (known, group) = (self.known, said.group);
        let has = known.is(group, WordClass::ItIs) && known.is(group, WordClass::You)
            || known.is(group, WordClass::You) && (group + 1..at).any(|place| known.is(place, WordClass::Have));
        has && !(group + 1..at).any(|place| known.is(place, WordClass::Been))
    }

    /// Whether a token leads to what the user is to state: "Please confirm you're authorized", "a statement that you're
    /// authorized".
    fn leads_to_statement(&self, before: usize) -> bool {
        let known = self.known;
        let is_order = |place: usize| {
            let is_base = known.verb(place).is_some_and(|(_, forms)| forms.has(Forms::BASE));
            // "I'll confirm you're fully restored."
            let leads = [WordClass::Leads, WordClass::AuthorWill, WordClass::Will, WordClass::Modal];
            let begins = place == 0 || self.sentence.begins_clause(place) || known.is_any(place - 1, &leads);
            is_base && begins && known.is(place, WordClass::Acknowledging)
        };
        let asks_for_it = |place: usize| is_order(place) || known.is(place, WordClass::Statement);
        asks_for_it(before) || known.is(before, WordClass::Relative) && before.checked_sub(1).is_some_and(asks_for_it)
    }

    /// Whether what is done follows a form of "do": "doing it", "doing that now", but not "doing our best".
    fn names_done(&self, at: usize) -> bool {
        let named = [WordClass::It, WordClass::Determiner, WordClass::Users];
        let is_best = self.known.tokens.get(at + 2).is_some_and(|word| word.text == "best");
        self.known.is_any(at + 1, &named) && !is_best
    }

    /// Whether another verb follows a form of "do": "I did find it".
    fn leads_to_verb(&self, at: usize) -> bool {
        let known = self.known;
        let is_base = |forms: Forms| forms.has(Forms::BASE) && !forms.has(Forms::PARTICIPLE);
        match known.word(at + 1) {
            Some(next) => {
                next.verb.is_some_and(|(_, forms)| is_base(forms))
                    || known.is_any(at + 1, &[WordClass::Reads, WordClass::Wants])
            }
            None => known.is_any(at + 2, &[WordClass::Determiner, WordClass::Users, WordClass::It]),
        }
    }

    /// Whether a sum is labelled: "Total paid: $20", "Amount refunded: $20".
    fn is_label_of_sum(&self, at: usize, said: &VerbReading) -> bool {
        let names_sum = |subject: &Range<usize>| !subject.is_empty() && self.known.is(subject.end - 1, WordClass::Sum);
        said.subject.as_ref().is_some_and(names_sum) && self.known.tokens.get(at + 1).is_some_and(Token::is_colon)
    }

    /// Whether the next cell of a table says how much, or that it is not so: "Certificates applied | $100 |".
    fn is_cell_before_amount(&self, at: usize) -> bool {
        let token = |place: usize| self.known.tokens.get(place);
        let is_amount = |place: usize| {
            self.known.begins_with_digit(place) || token(place).is_some_and(|token| token.text.starts_with('$'))
        };
        let follows = |place: usize| {
            token(place).is_some_and(|bar| bar.text == "|")
                && (is_amount(place + 1) || self.sentence.negates(place + 1..place + 2))
        };
        !self.is_ticked() && (at + 1..self.known.tokens.len()).any(follows)
    }

    /// Whether a verb only names a thing: "A poem for a wedding is called an epithalamium."
    pub(super) fn is_naming(&self, at: usize, said: &VerbReading, clause: &Range<usize>, verb: &Verb) -> bool {
        let known = self.known;
        let is_called = || at + 1 < clause.end && known.word(at + 1).is_none() && known.is(said.group, WordClass::ItIs);
        let takes_name =
            known.is(at + 1, WordClass::Determiner) && !known.is(at + 1, WordClass::Completing) || is_called();
        takes_name && matches!(said.form, Form::State | Form::PassivePast) && verb.kinds.has(ActionKind::Control)
    }

    /// Whether a verb of little meaning ("make", "have") reports no action of the author.
    pub(super) fn reports_no_action(&self, at: usize, said: &VerbReading, clause: &Range<usize>, verb: &Verb) -> bool {
        // "The boots are made of leather", "You have requested the refund", "I've confirmed that it is open".
        let by_user = self.known.is(said.group, WordClass::You) && self.known.is(at, WordClass::Function);
        // "It is confirmed from May 5" says since when.
        let is_dated = || (at + 2..at + 4).any(|place| self.known.begins_with_digit(place));
        let is_made_of =
            matches!(said.form, Form::State | Form::Passive) && self.known.is(at + 1, WordClass::Of) && !is_dated();
        // "It is ready to go once you confirm."
        let is_to_come = self.completes(at) && self.known.is(at + 1, WordClass::Infinitive);
        if by_user
            || self.is_done_by_user(at, said)
            || is_made_of
            || is_to_come
            || self.known.is(at + 1, WordClass::Relative)
        {
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

    /// Whether a state is of any thing to which something was done: "The refund for a cancelled flight is returned to your card".
    pub(super) fn is_about_any(&self, said: &VerbReading) -> bool {
        let is_any = |place: usize| {
            self.known.is(place, WordClass::Preposition)
                && self.known.is(place + 1, WordClass::Indefinite)
                && self.known.verb(place + 2).is_some_and(|(_, forms)| forms.are_of_participle_alone())
        };
        let subject = said.subject.as_ref().filter(|_| !self.words.subject_in_verb);
        subject.is_some_and(|subject| {
            (subject.start..subject.end.saturating_sub(1)).any(is_any) && !self.names_any(subject, &[WordClass::Users])
        })
    }

    /// Whether words say in which file or thing something is: "to notes.md", "on your calendar".
    pub(super) fn says_where(&self, mut places: Range<usize>) -> bool {
        let end = places.end;
        // "In a table" is in the answer.
        let names_thing = |place: usize| {
            let is_thing = self.known.word(place).is_some_and(|word| word.thing.is_some());
            self.known.is_file(place) || is_thing && !self.known.is(place, WordClass::Text)
        };
        places.any(|place| {
            let is_led = self.known.is(place, WordClass::Preposition) && !self.known.is(place, WordClass::Determiner);
            let mut near = (place + 1)..end.min(place + BEFORE_PLACE + 2);
            let mut further = (place + 1)..end.min(place + BEFORE_FILE + 2);
            is_led && (near.any(names_thing) || further.any(|place| self.known.is_file(place)))
        })
    }
}
