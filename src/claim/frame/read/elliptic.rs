//! Verbs without an auxiliary: "Cancelled!", "Reminder for the dentist set", "Cancelling your order now.", and verbs
//! that continue what the author did.

use std::ops::Range;

use super::super::Form;
use super::super::action_kinds::may_be_text;
use super::super::known_tokens::REACH;
use super::super::noun::is_number_of_thing;
use super::{FINITE, FrameReader, VerbReading};
use crate::registry::{ActionKind, Forms, Token, WordClass};

/// The most words before the verb of an ellipsis ("Reminder for the dentist set").
const BEFORE_ELLIPSIS: usize = 6;

/// A verb without an auxiliary.
#[derive(Clone, Copy)]
struct BareVerb<'c> {
    at: usize,
    forms: Forms,
    clause: &'c Range<usize>,
    /// Where its group of words begins: the verb with the adverbs before it.
    group: usize,
    /// Whether it may say that something is over.
    is_finished: bool,
}

impl BareVerb<'_> {
    /// Whether it may be a base form as well.
    fn is_ambiguous(&self) -> bool {
        self.forms.has(Forms::BASE)
    }
}

impl FrameReader<'_, '_, '_, '_> {
    /// A verb without an auxiliary: it continues what the author did, begins the sentence, or ends a noun phrase that
    /// does.
    pub(in crate::claim::frame) fn without_auxiliary(
        &self,
        at: usize,
        forms: Forms,
        clause: &Range<usize>,
        is_completing: bool,
    ) -> Option<VerbReading> {
        let known = self.known;
        let group = known.before_adverbs(clause.start, at).0;
        // "Payments (recorded in your history)" says which ones.
        if group > 0 && known.names(group.saturating_sub(2)) && known.tokens[group - 1].text == "(" {
            return None;
        }
        // "Pedido en camino" names an order.
        let names_thing = known.word(at).is_some_and(|word| word.thing.is_some());
        let is_finished = forms.has(Forms::PARTICIPLE) && !(names_thing && self.words.subject_in_verb);
        let verb = BareVerb { at, forms, clause, group, is_finished };
        let reading = |form, is_completing, group, subject| {
            Some(VerbReading { form, is_completing, by_several: false, group, subject })
        };
        if self.continues_author(verb) {
            return reading(Form::Active, is_completing, group, None);
        }
        if self.begins_report(verb) {
            return reading(Form::Elliptic, is_completing, group, None);
        }
        // "Cancelling your order now."
        let completes = |place: usize| known.is(place, WordClass::Completing);
        let is_completing = is_completing || (at + 1..clause.end).any(completes);
        if self.begins_progress(verb) {
            return reading(Form::Progressive, is_completing, group, None);
        }
        if let Some(heading) = self.ticks_heading(verb) {
            return reading(Form::Elliptic, true, group, Some(heading));
        }
        let phrase = self.ends_phrase(verb)?;
        reading(Form::Elliptic, is_completing, clause.start, Some(phrase))
    }

    /// "I found a table and booked it."
    fn continues_author(&self, verb: BareVerb<'_>) -> bool {
        let BareVerb { at, forms, clause, group, .. } = verb;
        let may_join = group == clause.start && clause.start > 0 && forms.has(Forms::PAST.and(Forms::PARTICIPLE));
        let is_joined = || {
            let join = self.known.tokens.get(clause.start - 1);
            join.is_some_and(|join| !join.is_mark() || join.text == ",")
        };
        may_join && is_joined() && self.author_acts_before(clause.start, at) && !verb.is_ambiguous()
    }

    /// "Cancelled your order."
    fn begins_report(&self, verb: BareVerb<'_>) -> bool {
        verb.is_finished
            && (!verb.is_ambiguous() || self.settles(verb.at, verb.group))
            && self.sentence.begins_with_openers(verb.group)
            && (self.begins_ellipsis(verb.at, verb.clause) || self.takes_bare_object(verb.at, verb.clause))
    }

    /// Whether a verb says that all is done: "All set!"
    pub(super) fn settles(&self, at: usize, group: usize) -> bool {
        group + 1 == at && self.known.is(group, WordClass::Completing) && self.known.is_mark(at + 1)
    }

    /// "Cancelling your order."
    fn begins_progress(&self, verb: BareVerb<'_>) -> bool {
        let BareVerb { at, forms, clause, group, .. } = verb;
        let leads_on = || (at + 1..clause.end).any(|place| self.known.is_any(place, &FINITE));
        forms.has(Forms::PROGRESSIVE)
            && !verb.is_ambiguous()
            && self.sentence.begins_with_openers(group)
            && !leads_on()
            && !self.sentence.is_question()
            && (self.begins_ellipsis(at, clause) || self.takes_bare_object(at, clause))
    }

    /// The heading that a verb alone reports on, in a ticked line: "✅ Order 5: cancelled".
    fn ticks_heading(&self, verb: BareVerb<'_>) -> Option<Range<usize>> {
        let BareVerb { at, clause, group, is_finished, .. } = verb;
        let is_alone = is_finished && group == clause.start && self.is_ticked() && self.ends_line(at);
        let heading = 0..self.before_marks(clause.start);
        (is_alone && self.names_one_thing(&heading)).then_some(heading)
    }

    /// The noun phrase that a verb ends: "Reminder set for 7".
    fn ends_phrase(&self, verb: BareVerb<'_>) -> Option<Range<usize>> {
        let BareVerb { at, forms, clause, group, is_finished } = verb;
        let known = self.known;
        // "- Total paid: $20" names an amount.
        let is_item = self.sentence.sentence.is_item;
        let is_label = is_item && known.tokens.get(at + 1).is_some_and(Token::is_colon);
        // "Wait for your cycle to reset" says what will happen.
        let is_infinitive = || verb.is_ambiguous() && known.is(group - 1, WordClass::Infinitive);
        if !is_finished || group <= clause.start || is_label || is_infinitive() || self.lacks_object(at) {
            return None;
        }
        let follows_heading = || self.is_ticked() && self.names_one_thing(&(0..self.before_marks(clause.start)));
        if !self.sentence.begins_with_openers(clause.start) && !follows_heading() {
            return None;
        }
        let phrase = clause.start..group;
        // In a language with a separate past tense an article makes a noun phrase: "la lumière éteinte".
        // "Both changes confirmed" names what was confirmed.
        let has_subject = forms.has(Forms::PAST)
            && known.is(clause.start, WordClass::Determiner)
            && !self.completes_action(at, &phrase);
        let is_sentence = has_subject
            || known.is(clause.start, WordClass::Subordinator)
            || clause.start > 0 && known.is(clause.start - 1, WordClass::Subordinator);
        let is_report = self.is_short_phrase(&phrase)
            && self.ends_object(at + 1, known.tokens.len())
            && !is_sentence
            && (!self.sentence.announces() || self.takes_up_action(at, &phrase));
        is_report.then_some(phrase)
    }

    /// Whether the verb at a token never has an object: "Hans replied" says what Hans did.
    fn lacks_object(&self, at: usize) -> bool {
        let verb = self.known.verb(at).and_then(|(verb, _)| self.words.verb(verb));
        verb.is_some_and(|verb| self.words.denials.without_object.contains(&verb.base))
    }

    /// Whether a range is a short noun phrase.
    fn is_short_phrase(&self, phrase: &Range<usize>) -> bool {
        let known = self.known;
        let words = phrase.clone().filter(|place| !known.is_mark(*place) && !known.is_number(*place));
        // "With the seat removed, …" is a condition; in German a preposition may lead to a place.
        let is_led = !self.words.verb_last
            && known.is(phrase.start, WordClass::Preposition)
            && !known.is(phrase.start, WordClass::Determiner);
        // "The song became a huge success."
        let is_torn = !self.words.subject_in_verb
            && (phrase.start + 1..phrase.end).any(|place| {
                known.is(place, WordClass::Determiner)
                    && !known.is_any(place - 1, &[WordClass::Preposition, WordClass::Determiner])
                    && !known.is_mark(place - 1)
            });
        let names = [WordClass::Determiner, WordClass::Preposition, WordClass::Adverb, WordClass::Statement];
        let belongs = |place: usize| {
            known.word(place).is_none_or(|word| {
                let is_participle = word.verb.is_some_and(|(_, forms)| forms.has(Forms::PARTICIPLE));
                (!word.classes.is_function() || word.classes.has_any(&names))
                    && (word.thing.is_some() || !is_participle)
            })
        };
        // "Summary of actions taken" is a heading.
        let heads_text = known.is(phrase.start, WordClass::Text) && known.is(phrase.start + 1, WordClass::Of);
        words.count() <= BEFORE_ELLIPSIS
            && !heads_text
            && phrase.clone().any(|place| known.noun(place).is_some())
            && !is_torn
            && !is_led
            && phrase.clone().all(belongs)
    }

    /// Whether a token before `end` cannot belong to an object before it, or there is none.
    pub(super) fn ends_object(&self, at: usize, end: usize) -> bool {
        let leads = [WordClass::Preposition, WordClass::Completing, WordClass::Adverb, WordClass::Infinitive];
        at >= end || self.known.is_mark(at) || self.known.is_any(at, &leads)
    }

    /// Whether nothing follows a verb but marks and words that complete it.
    fn ends_line(&self, at: usize) -> bool {
        (at + 1..self.known.tokens.len())
            .all(|place| self.known.is_mark(place) || self.known.is(place, WordClass::Completing))
    }

    /// The place of the first of the marks before a token.
    fn before_marks(&self, at: usize) -> usize {
        (0..at).rev().take_while(|place| self.known.is_mark(*place)).last().unwrap_or(at)
    }

    /// Whether a heading is a short noun phrase that names a thing or an action: "Order #W8268610", but not "Status".
    fn names_one_thing(&self, heading: &Range<usize>) -> bool {
        let known = self.known;
        let mut words = heading.clone().filter(|place| !known.is_mark(*place));
        let is_phrase = |place: usize| {
            known.word(place).is_none_or(|word| {
                !word.classes.is_function() || word.classes.has_any(&[WordClass::Determiner, WordClass::Preposition])
            })
        };
        let names = |place: usize| {
            let is_known = known.word(place).is_some_and(|word| word.thing.is_some() || word.action.is_some());
            is_known || known.tokens.get(place).is_some_and(|token| is_number_of_thing(&token.text))
        };
        words.clone().count() <= BEFORE_ELLIPSIS && words.clone().any(names) && words.all(is_phrase)
    }

    /// Whether a verb takes up or completes the action that a noun phrase names: "Return requests placed: …"
    fn takes_up_action(&self, at: usize, phrase: &Range<usize>) -> bool {
        let own = self.known.verb(at).and_then(|(verb, _)| self.words.verb(verb));
        self.completes_action(at, phrase) || own.is_some_and(|own| self.action_taken_up(phrase, own).is_some())
    }

    /// Whether a verb says of the action that a noun phrase names that it is complete.
    fn completes_action(&self, at: usize, phrase: &Range<usize>) -> bool {
        let verb = self.known.verb(at).and_then(|(verb, _)| self.words.verb(verb));
        let names_action = phrase.clone().next_back().and_then(|last| self.known.word(last)?.action).is_some();
        names_action && verb.is_some_and(|verb| verb.kinds.has(ActionKind::Complete))
    }

    /// Whether a clause of the sentence before `start` reports what the author did or does, which the verb at `verb`
    /// continues.
    fn author_acts_before(&self, start: usize, verb: usize) -> bool {
        let last = (start.saturating_sub(REACH)..start).rev().find(|at| {
            self.known.is_any(
                *at,
                &[WordClass::Author, WordClass::AuthorHave, WordClass::You, WordClass::Third, WordClass::Users],
            ) && !self.known.is(*at, WordClass::Users)
                && !self.is_led_person(*at)
        });
        last.is_some_and(|at| {
            // "I went ahead and cancelled it."
            let between = at + 1..start.saturating_sub(1).max(at + 1);
            let goes_ahead =
                !between.is_empty() && between.clone().all(|place| self.known.is(place, WordClass::Adverb));
            let is_finite = |place: usize| self.known.is_any(place, &FINITE);
            let did = |place: usize| {
                self.known.verb(place).is_some_and(|(_, forms)| forms.has(Forms::PAST))
                    && !(at + 1..place).any(is_finite)
            };
            let has = |place: usize| {
                self.known.is(place, WordClass::Have) && self.known.before_adverbs(at + 1, place).0 == at + 1
            };
            let acts = self.known.is(at, WordClass::AuthorHave)
                || goes_ahead
                || (at + 1..start).any(|place| {
                    did(place)
                        || has(place)
                        || self.known.is(place, WordClass::Managed)
                        || self.inquires(at, place) && self.follows_inquiry(place, start, verb)
                });
            self.known.is_any(at, &[WordClass::Author, WordClass::AuthorHave]) && acts
        })
    }

    /// Whether a preposition leads to a person, who then does nothing: "a slot that works for everyone".
    fn is_led_person(&self, at: usize) -> bool {
        self.known.is(at, WordClass::Third) && at > 0 && self.known.is(at - 1, WordClass::Preposition)
    }

    /// Whether an author looked into something: "I reviewed", "I have just checked".
    fn inquires(&self, author: usize, at: usize) -> bool {
        self.known.is(at, WordClass::Inquired) && self.known.before_adverbs(author + 1, at).0 == author + 1
    }

    /// Whether a verb is what an author did after looking into something: "I reviewed the lease and made the payment". In "I
    /// found it paid and sent" others acted, in "I checked the list and sent items are empty" nobody did, and "I found your
    /// booking and confirmed the details" is no action.
    fn follows_inquiry(&self, inquiry: usize, start: usize, verb: usize) -> bool {
        let known = self.known;
        let end = known.tokens.len();
        let leads_on = || (verb + 1..end).any(|place| known.is_any(place, &FINITE));
        let names_one = || known.word(verb + 1).is_none() && !known.is_mark(verb + 1) && !leads_on();
        let takes_object =
            known.is_any(verb + 1, &[WordClass::Determiner, WordClass::Users, WordClass::It]) || names_one();
        // "I found a slot that works and booked it", but not "the slot that he took and …".
        let others = [WordClass::You, WordClass::Third, WordClass::Users, WordClass::Determiner];
        let is_plain = |place: usize| {
            let is_verb = known.verb(place).is_some_and(|(_, forms)| forms.has(Forms::PARTICIPLE));
            let is_of_others = known.is(place, WordClass::Relative) && known.is_any(place + 1, &others);
            // "that works"
            let describes = known.is(place, WordClass::General) && known.is(place - 1, WordClass::Relative);
            !known.is_mark(place) && !is_verb && (!known.is_any(place, &FINITE) || describes) && !is_of_others
        };
        takes_object
            && !known.is(verb, WordClass::Inquired)
            && !(self.sentence.announces() && self.may_introduce(verb))
            && (inquiry + 1..start).all(is_plain)
    }

    /// Whether what a verb made may follow a colon: a text, but no booking.
    fn may_introduce(&self, verb: usize) -> bool {
        let verb = self.known.verb(verb).and_then(|(verb, _)| self.words.verb(verb));
        verb.is_none_or(|verb| may_be_text(verb.kinds))
    }
}
