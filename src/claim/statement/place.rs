//! Where a phrase stands, and whether its author says it: as himself, of now, and as done.

use std::collections::BTreeSet;
use std::ops::Range;

use super::sentence::Sentence;
use crate::registry::{Language, Phrase, PhraseSet, Token};

/// The places of a sentence where clauses begin, or go on behind their openers.
pub(super) fn clause_starts(sentence: &Sentence<'_>, language: &Language) -> BTreeSet<usize> {
    let tokens = &sentence.tokens;
    let is_boundary = |token: &Token<'_>| token.is_mark() || language.joins.contains(token.text.as_ref());
    let mut starts = BTreeSet::from([0]);
    for (at, token) in tokens.iter().enumerate() {
        if is_boundary(token) {
            starts.insert(at + 1);
        }
        if starts.contains(&at) {
            starts.extend(language.openers.ends(tokens, at, &language.boundaries));
        }
    }
    starts
}

/// Where a phrase stands in a sentence.
pub(super) struct Place<'a, 't> {
    pub(super) sentence: &'a Sentence<'t>,
    pub(super) language: &'a Language,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Place<'_, '_> {
    fn tokens(&self) -> &[Token<'_>] {
        &self.sentence.tokens
    }

    /// Whether one of `phrases` begins at one of these places.
    pub(super) fn has(&self, phrases: &PhraseSet, places: Range<usize>) -> bool {
        places.into_iter().any(|at| phrases.begins(self.tokens(), at, &self.language.boundaries))
    }

    pub(super) fn has_anywhere(&self, phrases: &PhraseSet) -> bool {
        self.has(phrases, 0..self.tokens().len())
    }

    pub(super) fn may_begin(&self, phrase: &Phrase) -> bool {
        !phrase.begins_clause() || self.has_its_subject()
    }

    /// The first token of the clause of token `at`, as marks and joining words tell it.
    fn clause_of(&self, at: usize) -> usize {
        let before = self.tokens().get(..at).unwrap_or_default();
        before.iter().rposition(|token| self.is_boundary(token)).map_or(0, |at| at + 1)
    }

    fn is_boundary(&self, token: &Token<'_>) -> bool {
        token.is_mark() || self.language.joins.contains(token.text.as_ref())
    }

    /// Whether nothing but openers stands in these places.
    fn is_opening(&self, places: Range<usize>) -> bool {
        let mut at = places.start;
        while at < places.end {
            if self.tokens().get(at).is_some_and(Token::is_mark) {
                at += 1;
                continue;
            }
            let ends = self.language.openers.ends(self.tokens(), at, &self.language.boundaries);
            let ends = ends.filter(|end| *end <= places.end && *end > at);
            match ends.max() {
                Some(end) => at = end,
                None => return false,
            }
        }
        true
    }

    fn is_subject(&self, token: &Token<'_>) -> bool {
        self.language.subjects.contains(token.text.as_ref())
    }

    /// Whether the author is named here.
    pub(super) fn names_author(&self) -> bool {
        self.tokens().get(self.start..self.end).is_some_and(|words| words.iter().any(|word| self.is_subject(word)))
    }

    /// Whether the sentence speaks to the user.
    pub(super) fn addresses_user(&self) -> bool {
        self.tokens().iter().any(|token| self.language.user.contains(token.text.as_ref()))
    }

    /// Whether the phrase says of whom it speaks, or goes on with what the author did, or begins the sentence. In "Maria
    /// opened it and sent a note" nobody but Maria sent it.
    fn has_its_subject(&self) -> bool {
        let first = self.tokens().get(self.start).map(|token| token.text.as_ref()).unwrap_or_default();
        // "Confirm – the note was deleted" explains.
        let before = self.start.checked_sub(1).and_then(|before| self.tokens().get(before));
        if before.is_some_and(|mark| matches!(mark.text.as_ref(), "–" | "—" | "-")) && !self.names_author() {
            return self.is_opening(0..self.start);
        }
        if self.tokens().get(self.start).is_some_and(|first| self.is_subject(first))
            || self.language.others.contains(first)
        {
            return true;
        }
        let mut by_author = true;
        let mut at = 0;
        while at <= self.start {
            let after = self.tokens().get(at..self.start).unwrap_or_default();
            let end = after.iter().position(|token| self.is_boundary(token)).map_or(self.start, |length| at + length);
            let first = self.tokens().get(at).map(|token| token.text.as_ref()).unwrap_or_default();
            if self.language.subjects.contains(first) {
                by_author = true;
            } else if self.language.others.contains(first) || (by_author && at == 0 && !self.is_opening(at..end)) {
                by_author = false;
            }
            at = end + 1;
        }
        by_author
    }

    /// Whether the author says it of now, and as done.
    pub(super) fn is_meant(&self) -> bool {
        let language = self.language;
        !(self.is_asked()
            || self.has(&language.negations, self.scope()..self.end)
            || self.has(&language.conditions, 0..self.start)
            || (self.has(&language.promises, self.start..self.start + 1) && self.has_anywhere(&language.terms))
            || self.has_anywhere(&language.past)
            || self.has_anywhere(&language.frames))
    }

    /// Where the words begin that can take the phrase back: its clause, and those before it that it continues.
    pub(super) fn scope(&self) -> usize {
        let mut start = self.clause_of(self.start);
        while let Some(mark) = start.checked_sub(1) {
            let continues = self.tokens().get(mark).is_some_and(|mark| mark.text == ",")
                && !self
                    .tokens()
                    .get(start)
                    .is_some_and(|token| self.language.boundaries.breaks.contains(token.text.as_ref()));
            let before = self.clause_of(mark);
            if !continues || self.is_opening(before..mark) {
                break;
            }
            start = before;
        }
        start
    }

    /// Whether it speaks of what stands in the reply itself.
    pub(super) fn is_shown(&self) -> bool {
        self.sentence.announces() || self.has_anywhere(&self.language.shown)
    }

    /// Whether it is what a question asks. "I've set it for 9, does that suit you?" says it and then asks.
    fn is_asked(&self) -> bool {
        let behind = self.tokens().get(self.end..).unwrap_or_default();
        let goes_on = behind.iter().any(|token| token.is_mark() && !matches!(token.text.as_ref(), "?" | "!" | "."));
        self.sentence.is_question() && !goes_on
    }
}
