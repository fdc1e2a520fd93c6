//! Languages such as English: an auxiliary or the author before a verb reports it as done ("I have cancelled it", "it
//! has been cancelled").

use std::ops::Range;

use super::super::action_kinds::counts_announced;
use super::{Form, FrameReader, VerbReading};
use crate::registry::{ActionKind, Forms, WordClass};

/// Finite verbs: with one of their own, words are a clause.
const FINITE: [WordClass; 6] =
    [WordClass::Have, WordClass::Is, WordClass::Was, WordClass::Became, WordClass::Will, WordClass::AuthorWill];

/// A verb of which the auxiliary is read.
struct VerbPlace<'c> {
    at: usize,
    clause: &'c Range<usize>,
    is_completing: bool,
}

impl FrameReader<'_, '_, '_, '_> {
    /// How the word `before` a verb reports it, as its auxiliary or its author.
    pub(super) fn by_auxiliary(
        &self,
        at: usize,
        forms: Forms,
        clause: &Range<usize>,
        before: usize,
        is_completing: bool,
    ) -> Option<VerbReading> {
        let known = self.known;
        let verb = VerbPlace { at, clause, is_completing };
        let is_outcome = before > clause.start && forms.has(Forms::PARTICIPLE) && self.is_outcome(at, before);
        let before = if is_outcome { before - 1 } else { before };
        if forms.has(Forms::PARTICIPLE) {
            if known.is(before, WordClass::Been) {
                return self.after_been(&verb, before);
            }
            if known.is(before, WordClass::AuthorHave) && self.is_author_of_clause(before, clause) {
                return self.reading(&verb, Form::Active, before, None);
            }
            if known.is(before, WordClass::Have) {
                return self.after_have(&verb, before);
            }
            if known.is(before, WordClass::ItIs) {
                // "Its updated version" is a thing, "its updated now" says that it is.
                let may_own = known.is(before, WordClass::Determiner);
                // "He's booked a table" is what he did.
                let may_act = known.is(before, WordClass::Third);
                let describes = (may_own || may_act) && !self.ends_object(at + 1, clause.end);
                return (!describes).then(|| self.reading(&verb, Form::State, before, None)).flatten();
            }
            // "You're being transferred", "You are being transferred to an agent."
            if known.is(before, WordClass::Being) && self.transfers(at) {
                let is_user = |place: &usize| known.is(*place, WordClass::ItIs) && known.is(*place, WordClass::YouAre);
                if let Some(user) = before.checked_sub(1).filter(|place| *place >= clause.start).filter(is_user) {
                    return self.reading(&verb, Form::Passive, user, None);
                }
                return self.reading(&verb, Form::Passive, before, Some(self.moved(clause.start, before)?));
            }
            // "Your return is being processed."
            if known.is(before, WordClass::Being) && before > clause.start && known.is(before - 1, WordClass::Is) {
                return self.reading(&verb, Form::State, before - 1, self.undergone(clause.start, before - 1)?);
            }
            let auxiliaries =
                [(WordClass::Became, Form::Passive), (WordClass::Is, Form::State), (WordClass::Was, Form::PassivePast)];
            if let Some((_, form)) = auxiliaries.into_iter().find(|(class, _)| known.is(before, *class)) {
                return self.reading(&verb, form, before, self.undergone(clause.start, before)?);
            }
        }
        if forms.has(Forms::PAST) && self.is_author(before, clause) && !self.is_infinite(at) {
            return self.reading(&verb, Form::Active, before, None);
        }
        if forms.has(Forms::PROGRESSIVE) {
            if let Some(author) = self.present_author(before, clause) {
                return self.present(at, author, clause);
            }
            // "The song is playing."
            if self.plays(at) && known.is(before, WordClass::ItIs) {
                return self.reading(&verb, Form::State, before, None);
            }
            if self.plays(at) && known.is(before, WordClass::Is) {
                return self.reading(&verb, Form::State, before, Some(self.subject(clause.start, before)?));
            }
        }
        if forms.has(Forms::BASE) {
            if self.is_future_of_author(before, clause) {
                return self.reading(&verb, Form::Future, before, None);
            }
            if self.is_managed_by_author(before, clause) {
                return self.reading(&verb, Form::Active, clause.start, None);
            }
        }
        self.by_resultative(at, forms, clause, is_completing)
            .or_else(|| self.without_auxiliary(at, forms, clause, is_completing))
    }

    #[allow(clippy::unnecessary_wraps, reason = "callers return it as one of several possible readings")]
    fn reading(
        &self,
        verb: &VerbPlace<'_>,
        form: Form,
        group: usize,
        subject: Option<Range<usize>>,
    ) -> Option<VerbReading> {
        let by_several = self.is_by_several(verb.clause.start..verb.at + 1);
        Some(VerbReading { form, is_completing: verb.is_completing, by_several, group, subject })
    }

    /// "It has been cancelled."
    fn after_been(&self, verb: &VerbPlace<'_>, been: usize) -> Option<VerbReading> {
        let (known, start) = (self.known, verb.clause.start);
        let (after, _) = known.before_adverbs(start, been);
        let has = after.checked_sub(1).filter(|has| *has >= start)?;
        // "He's been enrolled."
        let person = known.is(has, WordClass::Third).then_some(has..has + 1);
        if known.is(has, WordClass::ItIs) {
            return self.reading(verb, Form::Passive, has, person);
        }
        // "Le vol vient d'être annulé."
        let just = known.is(has, WordClass::Infinitive).then(|| has.checked_sub(1)).flatten();
        if let Some(just) = just.filter(|just| *just >= start && known.is(*just, WordClass::Managed)) {
            return self.reading(verb, Form::Passive, just, self.undergone(start, just)?);
        }
        // "The bedroom's been vacuumed."
        if known.tokens.get(has).is_some_and(|token| token.text.ends_with("'s")) && known.noun(has).is_some() {
            return self.reading(verb, Form::Passive, has, Some(self.subject(start, has + 1)?));
        }
        if !known.is(has, WordClass::Have) {
            return None;
        }
        // "He has been enrolled."
        let first = (start..has).find(|at| !self.is_opener(*at)).unwrap_or(has);
        let is_person = first + 1 == has && known.is(first, WordClass::Third);
        let subject = if is_person { Some(first..has) } else { self.undergone(start, has)? };
        self.reading(verb, Form::Passive, has, subject)
    }

    /// "I have cancelled it."
    fn after_have(&self, verb: &VerbPlace<'_>, have: usize) -> Option<VerbReading> {
        let (known, start) = (self.known, verb.clause.start);
        let after = known.before_clitics(start, have);
        let author = after.checked_sub(1).filter(|author| *author >= start)?;
        if known.is(author, WordClass::You) {
            return self.reading(verb, Form::State, author, None);
        }
        // "The film has started."
        if self.plays(verb.at) && !known.is(author, WordClass::Author) && known.is(start, WordClass::Determiner) {
            return self.reading(verb, Form::State, have, Some(self.subject(start, have)?));
        }
        if self.is_author(author, verb.clause) {
            return self.reading(verb, Form::Active, author, None);
        }
        // "The tickets have successfully purchased" names no object: they were.
        let next = verb.at + 1;
        let ends = next >= verb.clause.end || known.is_mark(next) || known.is(next, WordClass::Preposition);
        let names_thing = known.head(start..have).is_some_and(|head| self.words.is_thing(&head));
        (verb.is_completing && ends && names_thing)
            .then(|| self.reading(verb, Form::Passive, have, Some(self.subject(start, have)?)))
            .flatten()
    }

    /// Whether a word is the author ("I") and the subject of its clause.
    fn is_author(&self, place: usize, clause: &Range<usize>) -> bool {
        self.known.is(place, WordClass::Author) && self.is_author_of_clause(place, clause)
    }

    /// Whether the author at `place` is the subject of the clause, not part of what describes a noun.
    fn is_author_of_clause(&self, place: usize, clause: &Range<usize>) -> bool {
        // "Alright I have booked it."
        self.sentence.begins_with_openers(place) || !self.known.describes_noun(clause.start, place)
    }

    /// The author of a progressive verb after the word `before`: "I'm cancelling it", "I am cancelling it".
    fn present_author(&self, before: usize, clause: &Range<usize>) -> Option<usize> {
        if self.known.is(before, WordClass::AuthorIs) || self.is_author(before, clause) {
            return Some(before);
        }
        let author = before.checked_sub(1).filter(|author| *author >= clause.start)?;
        (self.known.is(before, WordClass::Is) && self.is_author(author, clause)).then_some(author)
    }

    /// "I'll cancel it", "I will cancel it".
    fn is_future_of_author(&self, before: usize, clause: &Range<usize>) -> bool {
        self.known.is(before, WordClass::AuthorWill)
            || before > clause.start
                && self.known.is(before, WordClass::Will)
                && self.known.is(before - 1, WordClass::Author)
    }

    /// "I managed to cancel it."
    fn is_managed_by_author(&self, before: usize, clause: &Range<usize>) -> bool {
        let known = self.known;
        let leads = if known.is(before, WordClass::Infinitive) { before.checked_sub(1) } else { Some(before) };
        let managed = leads.filter(|managed| *managed >= clause.start && known.is(*managed, WordClass::Managed));
        // "I am only able to report it" and "I like being able to vote" say what is possible.
        let is_possible = |managed: usize| {
            let is = known.before_adverbs(clause.start, managed).0.checked_sub(1).filter(|is| *is >= clause.start);
            is.is_some_and(|is| known.is_any(is, &[WordClass::Is, WordClass::AuthorIs, WordClass::Being]))
        };
        managed.filter(|managed| !is_possible(*managed)).is_some_and(|managed| {
            (self.words.subjectless || self.is_by_author(clause.start..managed))
                && !(clause.start..managed)
                    .any(|place| known.is_any(place, &[WordClass::Will, WordClass::Modal, WordClass::AuthorWill]))
        })
    }

    /// Whether an article makes an outcome of the verb after it: "Your booking was a success."
    fn is_outcome(&self, at: usize, article: usize) -> bool {
        self.known.is(article, WordClass::Determiner)
            && self.known.is_any(article - 1, &[WordClass::Is, WordClass::Was, WordClass::ItIs])
            && self.completes(at)
    }

    /// An ongoing action, or one that the author announces: "j'annule", "ich erinnere dich".
    pub(super) fn present(&self, at: usize, group: usize, clause: &Range<usize>) -> Option<VerbReading> {
        let known = self.known;
        let reminds =
            known.verb(at).and_then(|(verb, _)| self.words.verb(verb)).is_some_and(|verb| counts_announced(verb.kinds));
        // "I am setting a reminder" is going on.
        let is_present =
            known.is(group, WordClass::AuthorIs) || (group + 1..at).any(|place| known.is(place, WordClass::Is));
        let is_future = reminds && !is_present;
        // A conditional sentence or a question is only an offer.
        if self.sentence.holds_terms() || self.sentence.is_question() {
            return None;
        }
        Some(VerbReading {
            form: if is_future { Form::Future } else { Form::Progressive },
            is_completing: (clause.start..clause.end).any(|place| known.is(place, WordClass::Completing)),
            by_several: (clause.start..clause.end).any(|place| known.is(place, WordClass::Several)),
            group,
            subject: None,
        })
    }

    /// An infinitive as an ongoing action, in a language whose verbs name their subject: "a reproduzir", "estou a
    /// criar".
    pub(super) fn going_on(&self, at: usize, clause: &Range<usize>) -> Option<VerbReading> {
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

    /// The subject of a passive sentence before its auxiliary: `Some(None)` where the language may omit it, `None`
    /// where this is no clause of its own.
    #[allow(clippy::option_option, reason = "no clause, a clause without a subject, and its subject")]
    fn undergone(&self, start: usize, end: usize) -> Option<Option<Range<usize>>> {
        let is_bare =
            self.words.subjectless && (start..end).all(|at| self.is_opener(at) || self.known.is(at, WordClass::Clitic));
        if is_bare && !(start..end).any(|at| self.known.is(at, WordClass::Relative)) {
            return Some(None);
        }
        self.subject(start, end).map(Some)
    }

    /// Whether the author is the last person named.
    fn is_by_author(&self, places: Range<usize>) -> bool {
        let authors = [WordClass::Author, WordClass::AuthorHave, WordClass::AuthorIs];
        let persons = [WordClass::You, WordClass::Third];
        let mut named = places.rev().filter(|at| self.known.is_any(*at, &authors) || self.known.is_any(*at, &persons));
        named.next().is_some_and(|at| self.known.is_any(at, &authors))
    }

    /// Whether a word is a noun or participle of completion, not a past tense.
    pub(super) fn completes(&self, at: usize) -> bool {
        let verb = self.known.verb(at).filter(|(_, forms)| !forms.has(Forms::PAST));
        verb.and_then(|(verb, _)| self.words.verb(verb)).is_some_and(|verb| verb.kinds.has(ActionKind::Complete))
    }

    /// Whether something is done with the user: "You have been transferred".
    pub(super) fn moves_user(&self, said: &VerbReading) -> bool {
        match &said.subject {
            Some(subject) => self.names_any(subject, &[WordClass::You]),
            None => said.form == Form::Passive && self.known.is(said.group, WordClass::YouAre),
        }
    }

    /// The user, where a clause says what is being done with the user: "you are being …".
    fn moved(&self, start: usize, being: usize) -> Option<Range<usize>> {
        let (group, _) = self.known.before_adverbs(start, being);
        let is = group.checked_sub(1).filter(|is| *is > start && self.known.is(*is, WordClass::Is))?;
        let user = start..is;
        let is_user = |at: usize| self.is_opener(at) || self.known.is(at, WordClass::You);
        user.clone().all(is_user).then_some(user)
    }

    /// Whether a verb hands the user over to another person.
    fn transfers(&self, at: usize) -> bool {
        let verb = self.known.verb(at).and_then(|(verb, _)| self.words.verb(verb));
        verb.is_some_and(|verb| verb.kinds.has(ActionKind::Transfer))
    }

    /// Whether a verb switches a device: if it is running, it was switched on.
    fn plays(&self, at: usize) -> bool {
        let verb = self.known.verb(at).and_then(|(verb, _)| self.words.verb(verb));
        verb.is_some_and(|verb| verb.kinds.has(ActionKind::Control))
    }

    /// Whether a form in the past tense may be a base form as well ("I set it every day").
    fn is_infinite(&self, at: usize) -> bool {
        let forms = self.known.word(at).and_then(|word| word.verb).map(|(_, forms)| forms);
        forms.is_some_and(|forms| forms.has(Forms::BASE) && !forms.has(Forms::PARTICIPLE))
    }

    /// The subject of a passive sentence: what the action was done to. `None` if the author or somebody else acts.
    pub(super) fn subject(&self, start: usize, end: usize) -> Option<Range<usize>> {
        let known = self.known;
        let start = (start..end).find(|at| !self.is_opener(*at)).unwrap_or(end);
        // "Okay the change is processed."
        let article = (start..end).find(|at| known.is(*at, WordClass::Determiner));
        let start = article.filter(|at| self.sentence.begins_with_openers(*at)).unwrap_or(start);
        let authors = [WordClass::Author, WordClass::AuthorHave, WordClass::AuthorIs];
        let acts = |at: usize| known.is_any(at, &authors) || known.is_other_person(start, at);
        let is_named = start < end && !(start..end).any(acts);
        let named = self.without_description(start..end);
        let describes = named.clone().skip(1).any(|at| known.is(at, WordClass::Relative))
            || start > 0 && known.is(start - 1, WordClass::Subordinator)
            || known.is(start, WordClass::Subordinator);
        // Words with a finite verb of their own are a clause, not a subject.
        let has_verb = named.clone().any(|at| known.is_any(at, &FINITE));
        (is_named && !describes && !has_verb).then_some(named)
    }

    /// A subject without what says more of it between commas ("Your order, which included a gift,"), and without the clause
    /// that says what state it was in ("All tasks that were in review").
    fn without_description(&self, subject: Range<usize>) -> Range<usize> {
        let known = self.known;
        let is_enclosed = subject.end.checked_sub(1).is_some_and(|last| known.is_comma(last));
        let opens = |at: &usize| is_enclosed && known.is_comma(*at) && known.says_more(*at + 1..subject.end - 1);
        if let Some(comma) = (subject.start + 1..subject.end.saturating_sub(2)).find(opens) {
            return subject.start..comma;
        }
        let describes = |at: &usize| {
            known.is(*at, WordClass::Relative)
                && known.names(*at - 1)
                && known.is_any(*at + 1, &[WordClass::Is, WordClass::Was])
                && !(*at + 2..subject.end).any(|place| known.is_any(place, &FINITE))
        };
        let end = (subject.start + 1..subject.end.saturating_sub(1)).find(describes);
        subject.start..end.unwrap_or(subject.end)
    }

    /// Whether a word introduces a subject without being part of it ("that", "so").
    fn is_opener(&self, at: usize) -> bool {
        self.known.is_any(at, &[WordClass::Relative, WordClass::Adverb, WordClass::Completing])
            && !self.known.is(at, WordClass::It)
    }
}
