//! Resultatives: an author has something done, or got it done ("I have you booked", "I got that booked for you"), or the
//! user has it done ("You have two seats reserved").

use std::ops::Range;

use super::super::Form;
use super::super::action_kinds::leaves_trace;
use super::{FrameReader, VerbReading};
use crate::registry::{Forms, WordClass};

/// The most words of an object between "have" and the participle.
pub(in crate::claim::frame) const RESULTATIVE_OBJECT: usize = 4;

impl FrameReader<'_, '_, '_, '_> {
    /// A participle after what the author has or got: its object comes first.
    pub(super) fn by_resultative(
        &self,
        at: usize,
        forms: Forms,
        clause: &Range<usize>,
        is_completing: bool,
    ) -> Option<VerbReading> {
        let known = self.known;
        if !self.has_resultatives() {
            return None;
        }
        let changes = known.verb(at).and_then(|(verb, _)| self.words.verb(verb));
        if !forms.has(Forms::PARTICIPLE) || !changes.is_some_and(|verb| leaves_trace(verb.kinds)) {
            return None;
        }
        let (end, _) = known.before_adverbs(clause.start, at);
        let first = end.saturating_sub(RESULTATIVE_OBJECT + 1).max(clause.start);
        let leads = |place: &usize| known.is_any(*place, &[WordClass::Have, WordClass::AuthorHave, WordClass::Was]);
        let lead = (first..end).rev().find(leads)?;
        let object = lead + 1..end;
        if !self.is_resultative_object(&object) || !self.ends_object(at + 1, clause.end) {
            return None;
        }
        let (form, group) = self.resultative_author(lead, clause)?;
        Some(VerbReading { form, is_completing, by_several: false, group, subject: Some(object) })
    }

    /// How an author has something done ("I have it booked", a state) or got it done ("I got it booked", "I've got it
    /// booked"), and where that begins. What the user has done is a state.
    fn resultative_author(&self, lead: usize, clause: &Range<usize>) -> Option<(Form, usize)> {
        let known = self.known;
        let begins = |author: usize| author == clause.start || self.sentence.begins_with_openers(author);
        if known.is(lead, WordClass::AuthorHave) {
            return begins(lead).then_some((Form::State, lead));
        }
        let (after, _) = known.before_adverbs(clause.start, lead);
        let author = after.checked_sub(1).filter(|author| *author >= clause.start)?;
        let is_author = known.is_any(author, &[WordClass::Author, WordClass::AuthorHave]);
        let is_got = known.is(lead, WordClass::Was) && known.is(author, WordClass::Author);
        let is_user = known.is(lead, WordClass::Have) && known.is(author, WordClass::You);
        let form = if is_got { Form::Active } else { Form::State };
        ((is_author || is_user) && begins(author)).then_some((form, author))
    }

    /// Whether words are a short object of which something may have been done: "it", "you", "4 tickets", "your room".
    fn is_resultative_object(&self, object: &Range<usize>) -> bool {
        let known = self.known;
        let persons = [WordClass::It, WordClass::You];
        let leads = [WordClass::Determiner, WordClass::Users, WordClass::Many];
        let begins = known.is_number(object.start) || known.is_any(object.start, &leads);
        match object.len() {
            0 => false,
            1 => known.is_any(object.start, &persons),
            _ => begins && (object.start + 1..object.end).all(|place| known.noun(place).is_some()),
        }
    }

    /// Whether a verb has a plural subject. In "I have your room booked" the verb of the author does not show it.
    pub(super) fn is_many(&self, said: &VerbReading, phrase: &Range<usize>, clause: &Range<usize>) -> bool {
        self.names_any(if said.has_inner_object() { phrase } else { clause }, &[WordClass::Many])
    }

    /// Whether an author has something done or got it done.
    pub(super) fn is_resultative(&self, said: &VerbReading) -> bool {
        self.has_resultatives() && said.has_inner_object()
    }

    fn has_resultatives(&self) -> bool {
        let words = self.words;
        !(words.verb_last || words.unspaced || words.subject_in_verb || words.subjectless)
    }
}

impl VerbReading {
    /// Whether the object comes within the group of verbs: "I have your room booked".
    fn has_inner_object(&self) -> bool {
        self.subject.as_ref().is_some_and(|subject| subject.start > self.group)
    }
}
