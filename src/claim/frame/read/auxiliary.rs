//! Languages such as English: an auxiliary or the author before a verb reports it as done ("I have cancelled it", "it
//! has been cancelled").

use std::ops::Range;

use super::{Form, FrameReader, VerbReading, counts_announced};
use crate::registry::{ActionKind, Forms, WordClass};

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
        let said = |form, group: usize, subject| {
            let by_several = self.is_by_several(clause.start..at + 1);
            Some(VerbReading { form, is_completing, by_several, group, subject })
        };
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
            // "You are being transferred to an agent."
            if known.is(before, WordClass::Being) && self.transfers(at) {
                return said(Form::Passive, before, Some(self.moved(clause.start, before)?));
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
        // "I am cancelling it."
        if forms.has(Forms::PROGRESSIVE)
            && known.is(before, WordClass::Is)
            && let Some(author) = before.checked_sub(1).filter(|author| *author >= clause.start)
            && known.is(author, WordClass::Author)
            && by_author(author)
        {
            return self.present(at, author, clause);
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

    /// The user, where a clause says what is being done with the user: "you are being …".
    fn moved(&self, start: usize, being: usize) -> Option<Range<usize>> {
        let (group, _) = self.known.before_adverbs(start, being);
        let is = group.checked_sub(1).filter(|is| *is > start && self.known.is(*is, WordClass::Is))?;
        let user = start..is;
        let is_user = |at: usize| self.is_opener(at) || self.known.is(at, WordClass::You);
        user.clone().all(is_user).then_some(user)
    }

    /// Whether a verb hands the user over to somebody.
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
        let authors = [WordClass::Author, WordClass::AuthorHave, WordClass::AuthorIs];
        let acts = |at: usize| known.is_any(at, &authors) || known.is_other_person(start, at);
        let is_named = start < end && !(start..end).any(acts);
        let describes = (start + 1..end).any(|at| known.is(at, WordClass::Relative))
            || start > 0 && known.is(start - 1, WordClass::Subordinator)
            || known.is(start, WordClass::Subordinator);
        // Words with a finite verb of their own are a clause, not a subject.
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

    /// Whether a word introduces a subject without being part of it ("that", "so").
    fn is_opener(&self, at: usize) -> bool {
        self.known.is_any(at, &[WordClass::Relative, WordClass::Adverb, WordClass::Completing])
            && !self.known.is(at, WordClass::It)
    }
}
