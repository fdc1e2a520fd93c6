//! Reading the frames of a sentence: from each verb of doing backwards to what makes a statement of it.

mod aspect;
mod elliptic;
mod inflected;

use std::ops::Range;

use super::super::statement::{Analysis, PhrasePosition};
use super::{Form, Frame, Known};
use crate::registry::{ActionKind, ActionKinds, Forms, WordClass, Words};
use crate::work;

/// So many frames tell what a sentence claims.
const MOST_FRAMES: usize = 16;

/// The frames of a sentence, in its order.
pub(in crate::claim) fn frames<'r>(sentence: &Analysis<'_, '_>, words: &'r Words) -> Vec<Frame<'r>> {
    let known = Known::new(sentence.tokens(), words);
    let reader = Reader { sentence, known: &known, words };
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

pub(super) struct Reader<'a, 's, 't, 'r> {
    pub(super) sentence: &'a Analysis<'s, 't>,
    pub(super) known: &'a Known<'a, 't>,
    words: &'r Words,
}

/// What makes a statement of a verb.
pub(super) struct Said {
    pub(super) form: Form,
    pub(super) is_completing: bool,
    pub(super) by_several: bool,
    /// The first token of the group of verbs.
    pub(super) group: usize,
    /// The tokens of what something was done to, where it does not stand behind the verb.
    pub(super) subject: Option<Range<usize>>,
}

impl<'r> Reader<'_, '_, '_, 'r> {
    fn frame(&self, at: usize, verb: usize, forms: Forms) -> Option<Frame<'r>> {
        let clause = self.known.clause(self.sentence, at);
        // "I did not find it" negates another verb, "made without errors" none.
        let is_negated = self.sentence.negates(at + 1..at + 2) && !self.known.is(at + 1, WordClass::Preposition);
        if self.is_noun(at, &clause) || is_negated {
            return None;
        }
        let said = self.going_on(at, &clause).or_else(|| self.said(at, forms, &clause))?;
        // Who will remind nobody remembers.
        let names_user = || clause.clone().any(|place| self.known.is_any(place, &[WordClass::Users, WordClass::You]));
        if said.form == Form::Future && !names_user() {
            return None;
        }
        // "I'm setting it for seven, is that right?" asks.
        if self.was_so(&said, &clause) || said.form == Form::Progressive && self.sentence.is_question() {
            return None;
        }
        let place = PhrasePosition { sentence: self.sentence, start: said.group, end: at + 1 };
        let is_active = matches!(said.form, Form::Active | Form::Progressive | Form::Future);
        if !place.is_meant() || !is_active && self.known.has_agent(at, clause.end) {
            return None;
        }
        // The items of a list tell of others, unless they speak to the user.
        if self.sentence.sentence.is_item && !is_active && !self.sentence.addresses_user() {
            return None;
        }
        let object = at + 1..self.known.phrase_end(at + 1, clause.end);
        let (phrase, about) = match &said.subject {
            Some(subject) => (self.without_adverbs(subject.clone()), subject.clone()),
            None => (self.without_enclitics(object.clone()), self.without_particles(object)),
        };
        // "Lecture en pause": what it is in is none of what it was done to.
        let is_within =
            said.form == Form::Elliptic && at > 0 && phrase.end == at && self.known.is(at - 1, WordClass::Preposition);
        let phrase = phrase.start..phrase.end - usize::from(is_within && !phrase.is_empty());
        let own = self.words.verb(verb)?;
        // "A poem for a wedding is called an epithalamium."
        let is_called =
            || at + 1 < clause.end && self.known.word(at + 1).is_none() && self.known.is(said.group, WordClass::ItIs);
        let is_naming = self.known.is(at + 1, WordClass::Determiner) && !self.known.is(at + 1, WordClass::Completing)
            || is_called();
        if is_naming && matches!(said.form, Form::State | Form::PassivePast) && own.kinds.has(ActionKind::Control) {
            return None;
        }
        // "He preparado una lista:" is the list itself.
        let is_text = phrase.clone().any(|place| self.known.is(place, WordClass::Text));
        if is_text && own.kinds.has(ActionKind::Create) && self.sentence.announces() {
            return None;
        }
        let nouns = self.known.nouns(clause.clone(), at);
        let action = phrase.clone().rev().find_map(|place| self.known.word(place)?.action);
        let is_light = own.kinds.has(ActionKind::Complete);
        let named = action.filter(|_| is_light).and_then(|action| Some((action, self.words.verb(action)?.kinds)));
        // "The boots are made of leather", "You have requested the refund", "I've confirmed that it is open".
        let by_user = self.known.is(said.group, WordClass::You) && self.known.is(at, WordClass::Function);
        let is_made_of = matches!(said.form, Form::State | Form::Passive) && self.known.is(at + 1, WordClass::Of);
        if is_light && (by_user || is_made_of || self.known.is(at + 1, WordClass::Relative)) {
            return None;
        }
        let own_verb = verb;
        let (verb, kinds) = named.unwrap_or((verb, own.kinds));
        let head = self.known.head(about);
        let span = |places: &Range<usize>| {
            let (first, last) =
                (self.known.tokens.get(places.start)?, self.known.tokens.get(places.end.checked_sub(1)?)?);
            (first.span.start < last.span.end).then_some(first.span.start..last.span.end)
        };
        let written =
            |form| forms.has(form).then(|| self.known.tokens.get(at).map(|token| token.text.to_string())).flatten();
        Some(Frame {
            words: self.words,
            form: said.form,
            verb,
            own_verb,
            kinds,
            // "Your request has been submitted successfully."
            is_completing: said.is_completing || self.known.is(at + 1, WordClass::Completing),
            names_text: phrase.clone().any(|place| self.known.is(place, WordClass::Text)),
            of_user: !self.known.is(said.group, WordClass::You)
                && said.subject.as_ref().is_none_or(|subject| {
                    subject
                        .clone()
                        .any(|place| self.known.is_any(place, &[WordClass::Users, WordClass::It, WordClass::You]))
                }),
            is_certain: said
                .subject
                .as_ref()
                .is_some_and(|subject| self.known.is(subject.start, WordClass::Determiner)),
            by_several: said.by_several,
            tells_of_before: self.tells_of_before(&clause),
            head,
            nouns,
            phrase: span(&phrase).filter(|_| !phrase.is_empty()),
            participle: written(Forms::PARTICIPLE).filter(|_| !is_within),
            past: written(Forms::PAST),
            is_many: (clause.start..clause.end).any(|place| self.known.is(place, WordClass::Many)),
            tokens: said.group..at + 1,
        })
    }

    /// Whether a clause tells of what was so before: "The alarm is already set".
    fn was_so(&self, said: &Said, clause: &Range<usize>) -> bool {
        let known = self.known;
        let states = matches!(said.form, Form::State | Form::Elliptic | Form::PassivePast);
        if !states {
            return false;
        }
        // "Tu pedido ya está cancelado" tells what was just done; "Un pedido ya está cancelado" and "Pedido ya cancelado" do not.
        let is_new = |subject: &Range<usize>| known.is(subject.start, WordClass::Indefinite);
        let is_indefinite = said.subject.as_ref().is_some_and(is_new);
        let is_elliptic = said.form == Form::Elliptic;
        self.tells_of_before(clause)
            || clause.clone().any(|place| {
                known.is(place, WordClass::Already) && (is_indefinite || is_elliptic && place > clause.start)
            })
    }

    /// Whether a clause says that something was done before: "We have already processed the return". Where the ending of a verb
    /// names its subject, the same word tells what was just done.
    fn tells_of_before(&self, clause: &Range<usize>) -> bool {
        let tells_both = self.words.subject_in_verb || self.words.subjectless;
        !tells_both && clause.clone().any(|place| self.known.is(place, WordClass::Already))
    }

    /// Places without the adverbs that end them: they belong to the verb.
    fn without_adverbs(&self, places: Range<usize>) -> Range<usize> {
        let is_adverb = |at: &usize| {
            self.known.is_any(*at, &[WordClass::Adverb, WordClass::Completing])
                && !self.known.is(*at, WordClass::Determiner)
        };
        let adverbs = places.clone().rev().take_while(is_adverb).count();
        if adverbs < places.len() { places.start..places.end - adverbs } else { places }
    }

    /// Whether a word that may be a verb names something: "o pedido", "the reserved seat".
    fn is_noun(&self, at: usize, clause: &Range<usize>) -> bool {
        let is_thing = self.known.word(at).is_some_and(|word| word.thing.is_some());
        is_thing && at > clause.start && self.known.is(at - 1, WordClass::Determiner)
    }

    /// What stands behind a verb without the pronouns that are written together with it ("enviei-lhe o recibo").
    fn without_enclitics(&self, object: Range<usize>) -> Range<usize> {
        let is_enclitic = |at: &usize| self.known.tokens.get(*at).is_some_and(|token| token.text.starts_with('-'));
        let start = object.clone().find(|at| !is_enclitic(at)).unwrap_or(object.end);
        start..object.end
    }

    /// An object without what belongs to the verb ("up" in "set up a call").
    fn without_particles(&self, object: Range<usize>) -> Range<usize> {
        if self.words.subject_in_verb {
            return object;
        }
        let is_particle =
            |at: &usize| self.known.is(*at, WordClass::Preposition) && !self.known.is(*at, WordClass::Determiner);
        let start = object.clone().find(|at| !is_particle(at)).unwrap_or(object.end);
        start..self.known.phrase_end(start, object.end).max(start)
    }

    /// How a verb at a token is said, if it is said as done.
    fn said(&self, at: usize, forms: Forms, clause: &Range<usize>) -> Option<Said> {
        let known = self.known;
        let (group, is_completing) = known.before_adverbs(clause.start, at);
        let group = if forms.has(Forms::PARTICIPLE) { group } else { known.before_clitics(clause.start, group) };
        let before = group.checked_sub(1).filter(|before| *before >= clause.start);
        let said = |form, group: usize, subject| {
            let by_several = (clause.start..=at).any(|place| known.is(place, WordClass::Several));
            Some(Said { form, is_completing, by_several, group, subject })
        };
        if self.words.verb_last {
            return self.verb_last(at, forms, clause);
        }
        if self.words.subjectless && forms.has(Forms::PAST) && self.ends_in_author(at, group, clause) {
            return said(Form::Active, at, None);
        }
        if self.words.unspaced {
            return self.by_aspect(at, clause);
        }
        if self.words.subject_in_verb {
            let by_ending = self.by_ending(at, forms, clause);
            return by_ending.or_else(|| self.without_auxiliary(at, forms, clause, is_completing));
        }
        let Some(before) = before else { return self.without_auxiliary(at, forms, clause, is_completing) };
        let is_outcome = before > clause.start && forms.has(Forms::PARTICIPLE) && self.is_outcome(at, before);
        let before = if is_outcome { before - 1 } else { before };
        let by_author = |place: usize| !known.describes_noun(clause.start, place);
        if forms.has(Forms::PARTICIPLE) {
            if known.is(before, WordClass::Been) {
                let (after, _) = known.before_adverbs(clause.start, before);
                let has = after.checked_sub(1).filter(|has| *has >= clause.start)?;
                if known.is(has, WordClass::ItIs) {
                    return said(Form::Passive, has, None);
                }
                // "Le vol vient d'être annulé."
                let just = known.is(has, WordClass::Infinitive).then(|| has.checked_sub(1)).flatten();
                if let Some(just) = just.filter(|just| *just >= clause.start && known.is(*just, WordClass::Managed)) {
                    return said(Form::Passive, just, self.undergone(clause.start, just)?);
                }
                let subject = known.is(has, WordClass::Have).then(|| self.undergone(clause.start, has)).flatten()?;
                return said(Form::Passive, has, subject);
            }
            if known.is(before, WordClass::AuthorHave) && by_author(before) {
                return said(Form::Active, before, None);
            }
            if known.is(before, WordClass::Have) {
                let after = known.before_clitics(clause.start, before);
                let author = after.checked_sub(1).filter(|author| *author >= clause.start)?;
                if known.is(author, WordClass::You) {
                    return said(Form::State, author, None);
                }
                // "The film has started."
                if self.plays(at)
                    && !known.is(author, WordClass::Author)
                    && known.is(clause.start, WordClass::Determiner)
                {
                    return said(Form::State, before, Some(self.subject(clause.start, before)?));
                }
                let says = known.is(author, WordClass::Author) && by_author(author);
                return says.then(|| said(Form::Active, author, None)).flatten();
            }
            if known.is(before, WordClass::ItIs) {
                return said(Form::State, before, None);
            }
            let auxiliaries =
                [(WordClass::Became, Form::Passive), (WordClass::Is, Form::State), (WordClass::Was, Form::PassivePast)];
            if let Some((_, form)) = auxiliaries.into_iter().find(|(class, _)| known.is(before, *class)) {
                return said(form, before, self.undergone(clause.start, before)?);
            }
        }
        if forms.has(Forms::PAST) && known.is(before, WordClass::Author) && by_author(before) && !self.is_infinite(at) {
            return said(Form::Active, before, None);
        }
        // "The song is playing."
        if forms.has(Forms::PROGRESSIVE) && self.plays(at) {
            if known.is(before, WordClass::ItIs) {
                return said(Form::State, before, None);
            }
            if known.is(before, WordClass::Is) {
                return said(Form::State, before, Some(self.subject(clause.start, before)?));
            }
        }
        if forms.has(Forms::PROGRESSIVE)
            && (known.is(before, WordClass::AuthorIs) || known.is(before, WordClass::Author) && by_author(before))
        {
            return self.present(at, before, clause);
        }
        if forms.has(Forms::BASE) {
            if known.is(before, WordClass::AuthorWill)
                || known.is(before, WordClass::Will) && before > clause.start && known.is(before - 1, WordClass::Author)
            {
                return said(Form::Future, before, None);
            }
            let leads = if known.is(before, WordClass::Infinitive) { before.checked_sub(1) } else { Some(before) };
            let managed = leads.filter(|managed| *managed >= clause.start && known.is(*managed, WordClass::Managed));
            if let Some(managed) = managed
                && (self.words.subjectless || self.is_by_author(clause.start..managed))
                && !(clause.start..managed)
                    .any(|place| known.is_any(place, &[WordClass::Will, WordClass::Modal, WordClass::AuthorWill]))
            {
                return said(Form::Active, clause.start, None);
            }
        }
        self.without_auxiliary(at, forms, clause, is_completing)
    }

    /// Whether an article before a verb makes an outcome of it: "Your booking was a success."
    fn is_outcome(&self, at: usize, article: usize) -> bool {
        self.known.is(article, WordClass::Determiner)
            && self.known.is_any(article - 1, &[WordClass::Is, WordClass::Was, WordClass::ItIs])
            && self.completes(at)
    }

    /// What is going on, or what its author says that he will do: "j'annule", "ich erinnere dich".
    pub(super) fn present(&self, at: usize, group: usize, clause: &Range<usize>) -> Option<Said> {
        let known = self.known;
        let reminds =
            known.verb(at).and_then(|(verb, _)| self.words.verb(verb)).is_some_and(|verb| counts_announced(verb.kinds));
        let is_future = reminds && !known.is(group, WordClass::AuthorIs);
        // What waits for something is an offer, and so is what is asked.
        if self.sentence.holds_terms() || self.sentence.is_question() {
            return None;
        }
        Some(Said {
            form: if is_future { Form::Future } else { Form::Progressive },
            is_completing: (clause.start..clause.end).any(|place| known.is(place, WordClass::Completing)),
            by_several: (clause.start..clause.end).any(|place| known.is(place, WordClass::Several)),
            group,
            subject: None,
        })
    }

    /// An infinitive that says what is going on, where the ending of a verb names its subject: "a reproduzir", "estou a criar".
    fn going_on(&self, at: usize, clause: &Range<usize>) -> Option<Said> {
        let known = self.known;
        let in_clause = |place: &usize| self.words.subjectless && clause.contains(place);
        let being = at.checked_sub(1).filter(in_clause).filter(|being| known.is(*being, WordClass::Being))?;
        let base = self.words.verb(known.verb(at)?.0).map(|verb| verb.base.as_str());
        let is_infinitive = known.tokens.get(at).is_some_and(|token| Some(token.text.as_ref()) == base);
        let author = being.checked_sub(1).filter(in_clause).filter(|author| known.is(*author, WordClass::AuthorIs));
        let begins = || (being == clause.start && self.sentence.begins_with_openers(being)).then_some(being);
        let author = author.or_else(begins).filter(|_| is_infinitive)?;
        self.present(at, author, clause)
    }

    /// Whether a verb that names its author by its ending makes a statement: "cancelei", "já o enviei".
    fn ends_in_author(&self, at: usize, group: usize, clause: &Range<usize>) -> bool {
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

    /// What something was done to, as a clause names it before its auxiliary: in a language that may do without, nothing. `None`
    /// where that is no clause of its own.
    #[allow(clippy::option_option, reason = "no clause, a clause without a subject, and its subject")]
    fn undergone(&self, start: usize, end: usize) -> Option<Option<Range<usize>>> {
        let is_bare =
            self.words.subjectless && (start..end).all(|at| self.is_opener(at) || self.known.is(at, WordClass::Clitic));
        if is_bare && !(start..end).any(|at| self.known.is(at, WordClass::Relative)) {
            return Some(None);
        }
        self.subject(start, end).map(Some)
    }

    /// Whether the author is the last one who is named.
    fn is_by_author(&self, places: Range<usize>) -> bool {
        let authors = [WordClass::Author, WordClass::AuthorHave, WordClass::AuthorIs];
        let persons = [WordClass::You, WordClass::Third];
        let mut named = places.rev().filter(|at| self.known.is_any(*at, &authors) || self.known.is_any(*at, &persons));
        named.next().is_some_and(|at| self.known.is_any(at, &authors))
    }

    /// Whether a word says by itself that something was completed, and nothing else.
    fn completes(&self, at: usize) -> bool {
        let verb = self.known.verb(at).filter(|(_, forms)| !forms.has(Forms::PAST));
        verb.and_then(|(verb, _)| self.words.verb(verb)).is_some_and(|verb| verb.kinds.has(ActionKind::Complete))
    }

    /// Whether a verb is one of switching a device: what goes on then was switched.
    fn plays(&self, at: usize) -> bool {
        let verb = self.known.verb(at).and_then(|(verb, _)| self.words.verb(verb));
        verb.is_some_and(|verb| verb.kinds.has(ActionKind::Control))
    }

    /// Whether a word of several forms stands as what is done in general ("I set it every day").
    fn is_infinite(&self, at: usize) -> bool {
        let forms = self.known.word(at).and_then(|word| word.verb).map(|(_, forms)| forms);
        forms.is_some_and(|forms| forms.has(Forms::BASE) && !forms.has(Forms::PARTICIPLE))
    }

    /// The subject of a passive sentence: what something was done to. None where that is the author, or somebody else.
    pub(super) fn subject(&self, start: usize, end: usize) -> Option<Range<usize>> {
        let known = self.known;
        let start = (start..end).find(|at| !self.is_opener(*at)).unwrap_or(end);
        let authors = [WordClass::Author, WordClass::AuthorHave, WordClass::AuthorIs];
        let acts = |at: usize| known.is_any(at, &authors) || known.is_other_person(start, at);
        let is_named = start < end && !(start..end).any(acts);
        let describes = (start + 1..end).any(|at| known.is(at, WordClass::Relative))
            || start > 0 && known.is(start - 1, WordClass::Subordinator)
            || known.is(start, WordClass::Subordinator);
        // A clause in which another verb stands has a subject of its own.
        let has_verb = (start..end).any(|at| {
            let finite = [
                WordClass::Have,
                WordClass::Is,
                WordClass::Was,
                WordClass::Became,
                WordClass::Will,
                WordClass::AuthorWill,
            ];
            known.is_any(at, &finite)
        });
        (is_named && !describes && !has_verb).then_some(start..end)
    }

    /// Whether a word before a subject is none of it ("that", "so").
    fn is_opener(&self, at: usize) -> bool {
        self.known.is_any(at, &[WordClass::Relative, WordClass::Adverb, WordClass::Completing])
            && !self.known.is(at, WordClass::It)
    }
}

/// Whether a form says it as done and over, not as a state or as what is going on.
pub(super) fn is_done(form: Form) -> bool {
    matches!(form, Form::Active | Form::Passive)
}

/// The kinds of doing that are announced as well as claimed: who says "I'll remind you" has set a reminder.
pub(super) fn counts_announced(kinds: ActionKinds) -> bool {
    kinds.has(ActionKind::Remind)
}
