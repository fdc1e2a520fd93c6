//! Reads the frames of a sentence: for each verb of action, the words that make a report of it.

mod aspect;
mod auxiliary;
mod bare_object;
mod description;
mod earlier;
mod elliptic;
mod inflected;
mod no_report;
mod resultative;
mod verb_last;

use std::ops::Range;

pub(super) use resultative::RESULTATIVE_OBJECT;

use super::super::sentence::{Analysis, PhrasePosition};
use super::known_tokens::KnownTokens;
use super::noun::is_number_of_thing;
use super::{Form, Frame};
use crate::registry::{ActionKind, ActionKinds, Forms, Lexicon, Verb, WordClass};
use crate::work;

/// A finite verb after an ellipsis makes a subject of it: "Upgrading to economy will allow …".
const FINITE: [WordClass; 9] = [
    WordClass::Is,
    WordClass::Was,
    WordClass::Became,
    WordClass::Have,
    WordClass::Will,
    WordClass::AuthorWill,
    WordClass::Modal,
    WordClass::AuthorHave,
    WordClass::General,
];

/// The most frames that are read from a sentence.
const MOST_FRAMES: usize = 16;

/// The frames of a sentence, in its order.
pub(in crate::claim) fn frames<'r>(sentence: &Analysis<'_, '_>, words: &'r Lexicon) -> Vec<Frame<'r>> {
    let known = KnownTokens::new(sentence.tokens(), words);
    let reader = FrameReader { sentence, known: &known, words };
    let mut found: Vec<Frame<'r>> = Vec::new();
    for at in 0..known.tokens.len() {
        if found.len() == MOST_FRAMES {
            break;
        }
        work::count(1);
        if let Some((verb, forms)) = known.verb(at)
            && let Some(frame) = reader.frame(at, verb, forms)
        {
            found.push(frame);
        }
    }
    found
}

pub(super) struct FrameReader<'a, 's, 't, 'r> {
    pub(super) sentence: &'a Analysis<'s, 't>,
    pub(super) known: &'a KnownTokens<'a, 't>,
    pub(super) words: &'r Lexicon,
}

/// A verb with what makes a report of it.
pub(super) struct VerbReading {
    pub(super) form: Form,
    pub(super) is_completing: bool,
    pub(super) by_several: bool,
    /// The first token of the group of verbs.
    pub(super) group: usize,
    /// The tokens of what the action was done to, if that does not follow the verb.
    pub(super) subject: Option<Range<usize>>,
}

/// The tokens of what an action was done to.
struct VerbObject {
    phrase: Range<usize>,
    /// The same with the adverbs and without the particles of the verb.
    about: Range<usize>,
    /// Whether a preposition between it and the verb belongs to the verb.
    is_within: bool,
}

/// A verb that reports an action, with what was read to know that.
struct ReportingVerb<'r> {
    at: usize,
    forms: Forms,
    said: VerbReading,
    clause: Range<usize>,
    /// The verb as it is written.
    own_verb: usize,
    own: &'r Verb,
    /// The verb that is meant: of "placed the exchange request", to exchange.
    verb: usize,
    kinds: ActionKinds,
    object: VerbObject,
    nouns: Vec<String>,
    /// Whether it says in what state the user is.
    of_you: bool,
    /// Whether "you" alone is what was set: "You're all set".
    is_you_set: bool,
}

impl<'r> FrameReader<'_, '_, '_, 'r> {
    /// What the verb at a token reports; `None` if it is no report.
    fn frame(&self, at: usize, verb: usize, forms: Forms) -> Option<Frame<'r>> {
        let clause = self.known.clause(self.sentence, at);
        let said = self.report(at, forms, &clause)?;
        let is_you = |subject: &Range<usize>| subject.len() == 1 && self.known.is(subject.start, WordClass::You);
        let is_you_set = forms.has(Forms::BASE) && said.subject.as_ref().is_some_and(is_you);
        let of_you = is_you_set || self.is_of_you(at, &said);
        // "You're all set" says that all is done, and nothing of a setting.
        let is_settled = forms.has(Forms::BASE)
            && (of_you || said.form == Form::Elliptic && self.words.settled.is_some() && self.settles(at, said.group));
        let own_verb = if is_settled { self.words.settled? } else { verb };
        let object = self.object_of(at, &said, clause.end);
        let own = self.words.verb(own_verb)?;
        if self.is_naming(at, &said, &clause, own)
            || self.reports_nothing(at, &said, of_you, own)
            || self.praises_user(at, &said)
        {
            return None;
        }
        let nouns = self.known.nouns(clause.clone(), at);
        let is_light = own.kinds.has(ActionKind::Complete);
        let named =
            if is_light { self.completed_action(&object.phrase) } else { self.action_taken_up(&object.phrase, own) };
        if is_light && self.reports_no_action(at, &said, &clause, own) {
            return None;
        }
        // "I have written the answer" is about the reply, "I have written it to notes.md" is not.
        if self.words.placing.contains(&own_verb) && !self.says_where(at + 1..clause.end) {
            return None;
        }
        // "I ran a search."
        if own.kinds.has(ActionKind::Run) && object.phrase.clone().any(|place| self.known.is(place, WordClass::Reads)) {
            return None;
        }
        let of_you = of_you && !is_settled;
        let (verb, kinds) = named.unwrap_or((own_verb, own.kinds));
        Some(self.describe(ReportingVerb {
            at,
            forms,
            said,
            clause,
            own_verb,
            own,
            verb,
            kinds,
            object,
            nouns,
            of_you,
            is_you_set,
        }))
    }

    /// How a verb is reported as done, if it is and the sentence means it.
    fn report(&self, at: usize, forms: Forms, clause: &Range<usize>) -> Option<VerbReading> {
        // "I did not find it" negates the verb before, "made without errors" negates none.
        let is_negated = self.sentence.negates(at + 1..at + 2) && !self.known.is(at + 1, WordClass::Preposition);
        if self.is_noun(at, clause) || is_negated {
            return None;
        }
        let said = self.going_on(at, clause).or_else(|| self.said(at, forms, clause))?;
        self.is_report(at, &said, clause).then_some(said)
    }

    /// What an action was done to.
    fn object_of(&self, at: usize, said: &VerbReading, clause_end: usize) -> VerbObject {
        let object = at + 1..self.known.phrase_end(at + 1, clause_end);
        let (phrase, about) = match &said.subject {
            Some(subject) => (self.without_adverbs(subject.clone()), subject.clone()),
            None => (self.without_enclitics(object.clone()), self.without_particles(object)),
        };
        // In "Lecture en pause" the preposition leads to the verb, not to the noun.
        let is_within =
            said.form == Form::Elliptic && at > 0 && phrase.end == at && self.known.is(at - 1, WordClass::Preposition);
        let phrase = phrase.start..phrase.end - usize::from(is_within && !phrase.is_empty());
        VerbObject { phrase, about, is_within }
    }

    /// The verb and the kinds of the action that a noun phrase names: "the cancellation".
    fn completed_action(&self, phrase: &Range<usize>) -> Option<(usize, ActionKinds)> {
        // "The return for order 5" is a return.
        let head = phrase.start..self.known.phrase_end(phrase.start, phrase.end).max(phrase.start);
        let action_in = |places: Range<usize>| places.rev().find_map(|place| self.known.word(place)?.action);
        let action = action_in(head).or_else(|| action_in(phrase.clone()))?;
        Some((action, self.words.verb(action)?.kinds))
    }

    /// The same of an action that a verb takes up: "the exchange request" was placed.
    fn action_taken_up(&self, phrase: &Range<usize>, own: &Verb) -> Option<(usize, ActionKinds)> {
        let first = own.base.split(' ').next().unwrap_or_default();
        let is_request = |place: &usize| {
            let thing = self.known.word(*place).and_then(|word| word.thing.as_deref());
            thing == Some("request") || self.known.is(*place, WordClass::Undertaking)
        };
        if !self.words.is(first, WordClass::TakesUp) {
            return None;
        }
        let head = phrase.start..self.known.phrase_end(phrase.start, phrase.end).max(phrase.start);
        // "Your request to return the lamp" is a return.
        let asked = head.clone().rev().find(is_request).filter(|place| self.known.is(place + 1, WordClass::Infinitive));
        if let Some((verb, _)) = asked.and_then(|request| self.known.verb(request + 2)) {
            return Some((verb, self.words.verb(verb)?.kinds.and(own.kinds)));
        }
        // "Your return request for the lamp" is one, too.
        let action_in = |places: Range<usize>| {
            let word = self.known.word(places.rev().find(|place| !is_request(place))?)?;
            word.action.map(|action| (word, action))
        };
        let (word, action) = action_in(head).or_else(|| action_in(phrase.clone()))?;
        // "A reminder is set" is about a record.
        let is_record = word.thing.as_deref().is_some_and(|thing| self.words.is_record(thing));
        (!is_record).then_some((action, self.words.verb(action)?.kinds.and(own.kinds)))
    }

    /// Whether a noun phrase names what was to be done, and not to what: "each request", but not "your address change".
    fn is_undertaking(&self, phrase: &Range<usize>) -> bool {
        let names_other = |place: usize| {
            self.known.word(place).and_then(|word| word.thing.as_deref()).is_some_and(|thing| thing != "request")
        };
        self.names_any(phrase, &[WordClass::Undertaking]) && !phrase.clone().any(names_other)
    }

    /// Whether a verb says in what state the user is.
    fn is_of_you(&self, at: usize, said: &VerbReading) -> bool {
        // "You have purchased 2 tickets" says what the user did.
        let group = said.group..at;
        let has = self.names_any(&group, &[WordClass::Have])
            || self.known.is(said.group, WordClass::You) && self.known.is(said.group, WordClass::ItIs);
        let is_act = has && !self.names_any(&group, &[WordClass::Been]);
        said.subject.is_none() && self.known.is(said.group, WordClass::YouAre) && !is_act
    }

    /// Whether a verb in a clause reports something, and of the author.
    fn is_report(&self, at: usize, said: &VerbReading, clause: &Range<usize>) -> bool {
        // "I'll remember that" sets no reminder for the user.
        if said.form == Form::Future && !self.names_any(clause, &[WordClass::Users, WordClass::You]) {
            return false;
        }
        // "I'm setting it for seven, is that right?" is a question.
        if self.was_so(said, clause) || said.form == Form::Progressive && self.sentence.is_question() {
            return false;
        }
        let place = PhrasePosition { sentence: self.sentence, start: said.group, end: at + 1 };
        if !place.is_meant() || !is_by_author(said.form) && self.known.has_agent(at, clause.end) {
            return false;
        }
        if said.form == Form::State && !said.is_completing && self.is_about_any(said) {
            return false;
        }
        // "- Flights booked within a day can be refunded" is about any flights.
        let leads_on = || (at + 1..clause.end).any(|place| self.known.is_any(place, &FINITE));
        !self.is_of_others(said, clause) || said.subject.is_some() && !leads_on()
    }

    /// Whether the item of a list is about others: it neither addresses the user nor says of one thing that it is done.
    fn is_of_others(&self, said: &VerbReading, clause: &Range<usize>) -> bool {
        let is_certain =
            || self.is_ticked() && said.subject.is_some() || said.form == Form::Passive && self.names_number(clause);
        self.sentence.sentence.is_item && !is_by_author(said.form) && !self.sentence.addresses_user() && !is_certain()
    }

    /// Whether a tick in its line says that what the sentence reports is done.
    pub(super) fn is_ticked(&self) -> bool {
        self.sentence.sentence.is_ticked
    }

    /// Whether a clause names something by a number, such as an order.
    fn names_number(&self, clause: &Range<usize>) -> bool {
        clause.clone().any(|place| self.known.tokens.get(place).is_some_and(|token| is_number_of_thing(&token.text)))
    }

    /// Whether one of these words is of one of these classes.
    fn names_any(&self, places: &Range<usize>, classes: &[WordClass]) -> bool {
        places.clone().any(|place| self.known.is_any(place, classes))
    }

    /// A range without the adverbs at its end, which belong to the verb.
    fn without_adverbs(&self, places: Range<usize>) -> Range<usize> {
        let is_adverb = |at: &usize| {
            self.known.is_any(*at, &[WordClass::Adverb, WordClass::Completing])
                && !self.known.is(*at, WordClass::Determiner)
        };
        let adverbs = places.clone().rev().take_while(is_adverb).count();
        if adverbs == places.len() {
            return places;
        }
        // "Your seat on Saturday" goes on after its preposition.
        let end = places.end - adverbs;
        let is_led = adverbs > 0 && self.known.is(end - 1, WordClass::Preposition);
        places.start..end + usize::from(is_led)
    }

    /// Whether a word that may be a verb is a noun here: "o pedido", "the reserved seat".
    fn is_noun(&self, at: usize, clause: &Range<usize>) -> bool {
        let is_thing = self.known.word(at).is_some_and(|word| word.thing.is_some());
        // "您的预订成功" says that it succeeded.
        let succeeds = self.words.unspaced && self.known.is(at + 1, WordClass::Result);
        is_thing && at > clause.start && self.known.is(at - 1, WordClass::Determiner) && !succeeds
    }

    /// An object without the pronouns that are attached to the verb ("enviei-lhe o recibo").
    fn without_enclitics(&self, object: Range<usize>) -> Range<usize> {
        let is_enclitic = |at: &usize| self.known.tokens.get(*at).is_some_and(|token| token.text.starts_with('-'));
        let start = object.clone().find(|at| !is_enclitic(at)).unwrap_or(object.end);
        start..object.end
    }

    /// An object without the particle of the verb ("up" in "set up a call").
    fn without_particles(&self, object: Range<usize>) -> Range<usize> {
        if self.words.subject_in_verb {
            return object;
        }
        let is_particle =
            |at: &usize| self.known.is(*at, WordClass::Preposition) && !self.known.is(*at, WordClass::Determiner);
        let start = object.clone().find(|at| !is_particle(at)).unwrap_or(object.end);
        start..self.known.phrase_end(start, object.end).max(start)
    }

    /// How a verb is reported as done, if it is.
    fn said(&self, at: usize, forms: Forms, clause: &Range<usize>) -> Option<VerbReading> {
        let known = self.known;
        let (group, is_completing) = known.before_adverbs(clause.start, at);
        let group = if forms.has(Forms::PARTICIPLE) { group } else { known.before_clitics(clause.start, group) };
        if self.words.verb_last {
            return self.verb_last(at, forms, clause);
        }
        if self.words.subjectless && forms.has(Forms::PAST) && self.ends_in_author(at, group, clause) {
            let by_several = self.is_by_several(clause.start..at + 1);
            return Some(VerbReading { form: Form::Active, is_completing, by_several, group: at, subject: None });
        }
        if self.words.unspaced {
            return self.by_aspect(at, clause);
        }
        if self.words.subject_in_verb {
            let by_ending = self.by_ending(at, forms, clause);
            return by_ending.or_else(|| self.without_auxiliary(at, forms, clause, is_completing));
        }
        match group.checked_sub(1).filter(|before| *before >= clause.start) {
            Some(before) => self.by_auxiliary(at, forms, clause, before, is_completing),
            None => self.without_auxiliary(at, forms, clause, is_completing),
        }
    }

    /// Whether several act: "we", or the ending that Portuguese and Spanish have for it ("criamos").
    fn is_by_several(&self, mut places: Range<usize>) -> bool {
        let ends = self.words.subjectless || self.words.subject_in_verb;
        places.any(|place| {
            let ends_so = || ends && self.known.tokens.get(place).is_some_and(|word| word.text.ends_with("mos"));
            self.known.is(place, WordClass::Several) || ends_so()
        })
    }
}

/// Whether a form reports a finished action, rather than a state or an ongoing one.
pub(in crate::claim) fn is_done(form: Form) -> bool {
    matches!(form, Form::Active | Form::Passive)
}

/// Whether a form names its author as the one who acts.
pub(in crate::claim) fn is_by_author(form: Form) -> bool {
    matches!(form, Form::Active | Form::Progressive | Form::Future)
}

/// Whether a form describes a state, or what was done to a thing.
fn is_described(form: Form) -> bool {
    matches!(form, Form::State | Form::PassivePast | Form::Passive)
}
