//! The position of a phrase, and whether its author means it: in person, about the present, and as done.

use std::ops::Range;

use super::analysis::Analysis;
use crate::registry::{Phrase, PhraseSet};

/// The position of a phrase in a sentence, as a range of tokens.
pub(in crate::claim) struct PhrasePosition<'a, 't> {
    pub(in crate::claim) sentence: &'a Analysis<'a, 't>,
    pub(in crate::claim) start: usize,
    pub(in crate::claim) end: usize,
}

impl PhrasePosition<'_, '_> {
    /// Whether one of `phrases` begins within a range of tokens.
    pub(in crate::claim) fn has(&self, phrases: &PhraseSet, places: Range<usize>) -> bool {
        places.into_iter().any(|at| self.sentence.begins(phrases, at))
    }

    pub(in crate::claim) fn may_begin(&self, phrase: &Phrase) -> bool {
        !phrase.begins_clause() || self.has_its_subject()
    }

    /// Whether the phrase names the author.
    pub(in crate::claim) fn names_author(&self) -> bool {
        let words = self.sentence.tokens().get(self.start..self.end);
        words.is_some_and(|words| words.iter().any(|word| self.sentence.is_subject(word)))
    }

    /// Whether the phrase has its own subject, continues what the author did, or begins the sentence. In "Maria opened
    /// it and sent a note" only Maria acts.
    fn has_its_subject(&self) -> bool {
        let sentence = self.sentence;
        // "Confirm – the note was deleted" explains something.
        let before = self.start.checked_sub(1).and_then(|before| sentence.tokens().get(before));
        if before.is_some_and(|mark| matches!(mark.text.as_ref(), "–" | "—" | "-")) && !self.names_author() {
            return sentence.begins_with_openers(self.start);
        }
        let first = sentence.tokens().get(self.start);
        first.is_some_and(|first| sentence.is_subject(first) || sentence.is_other(first))
            || sentence.goes_on_by_author(self.start)
    }

    /// Whether the author means it, about the present and as done.
    pub(in crate::claim) fn is_meant(&self) -> bool {
        let sentence = self.sentence;
        let promises = || sentence.begins(&sentence.language.promises, self.start);
        !(self.is_asked()
            || self.is_negated()
            || sentence.is_conditional(self.start)
            || (promises() && (sentence.holds_terms() || sentence.is_question()))
            || sentence.is_past()
            || sentence.is_framed())
    }

    /// Whether its clause, or one that it continues, negates it.
    pub(in crate::claim) fn is_negated(&self) -> bool {
        self.sentence.negates(self.sentence.scope(self.start)..self.end)
    }

    /// Whether it is about something in the reply itself.
    pub(in crate::claim) fn is_shown(&self) -> bool {
        self.sentence.announces() || self.sentence.shows()
    }

    /// Whether it is part of a question. "I've set it for 9, does that suit you?" states it first and then asks.
    fn is_asked(&self) -> bool {
        self.sentence.is_question() && !self.sentence.goes_on_after(self.end)
    }
}
