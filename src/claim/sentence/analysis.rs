//! A sentence as a language reads it. What is needed for each phrase in it is computed once: a sentence may be as long
//! as its text and contain thousands of phrases.

use std::cell::OnceCell;
use std::ops::Range;

use fixedbitset::FixedBitSet;

use super::Sentence;
use crate::registry::{Language, PhraseSet, Token};
use crate::work;

/// A sentence in a language; each property is computed when it is first needed.
pub(in crate::claim) struct Analysis<'a, 't> {
    pub(in crate::claim) sentence: &'a Sentence<'t>,
    pub(in crate::claim) language: &'a Language,
    starts: OnceCell<FixedBitSet>,
    clauses: OnceCell<Vec<Clause>>,
    openings: OnceCell<Vec<usize>>,
    negations: OnceCell<Vec<usize>>,
    first_condition: OnceCell<Option<usize>>,
    last_pause: OnceCell<Option<usize>>,
    is_question: OnceCell<bool>,
    announces: OnceCell<bool>,
    addresses_user: OnceCell<bool>,
    holds_terms: OnceCell<bool>,
    is_past: OnceCell<bool>,
    is_framed: OnceCell<bool>,
    shows: OnceCell<bool>,
}

/// The words between two marks or conjunctions.
#[derive(Clone, Copy)]
struct Clause {
    /// The index of its first token.
    start: usize,
    /// The index from which words can negate it: its own words, and those of the clauses that it continues.
    scope: usize,
    /// Whether nobody but the author is named before it.
    by_author: bool,
}

impl<'a, 't> Analysis<'a, 't> {
    pub(in crate::claim) fn new(sentence: &'a Sentence<'t>, language: &'a Language) -> Self {
        Self {
            sentence,
            language,
            starts: OnceCell::new(),
            clauses: OnceCell::new(),
            openings: OnceCell::new(),
            negations: OnceCell::new(),
            first_condition: OnceCell::new(),
            last_pause: OnceCell::new(),
            is_question: OnceCell::new(),
            announces: OnceCell::new(),
            addresses_user: OnceCell::new(),
            holds_terms: OnceCell::new(),
            is_past: OnceCell::new(),
            is_framed: OnceCell::new(),
            shows: OnceCell::new(),
        }
    }

    pub(in crate::claim) fn tokens(&self) -> &'a [Token<'t>] {
        &self.sentence.tokens
    }

    pub(in crate::claim) fn begins(&self, phrases: &PhraseSet, at: usize) -> bool {
        phrases.begins(self.tokens(), at, &self.language.boundaries)
    }

    fn holds(&self, phrases: &PhraseSet) -> bool {
        phrases.is_in(self.tokens(), &self.language.boundaries)
    }

    /// Whether a clause begins at a token, or continues there after its openers.
    pub(in crate::claim) fn begins_clause(&self, at: usize) -> bool {
        self.starts.get_or_init(|| self.clause_starts()).contains(at)
    }

    fn clause_starts(&self) -> FixedBitSet {
        let tokens = self.tokens();
        work::count(tokens.len());
        let mut starts = FixedBitSet::with_capacity(tokens.len() + 1);
        starts.insert(0);
        for (at, token) in tokens.iter().enumerate() {
            if self.is_boundary(token) {
                starts.insert(at + 1);
            }
            if starts.contains(at) {
                starts.extend(self.language.openers.ends(tokens, at, &self.language.boundaries));
            }
        }
        starts
    }

    pub(in crate::claim) fn is_boundary(&self, token: &Token<'_>) -> bool {
        token.is_mark() || self.language.joins.contains(token.text.as_ref())
    }

    pub(in crate::claim) fn is_subject(&self, token: &Token<'_>) -> bool {
        self.language.subjects.contains(token.text.as_ref())
    }

    pub(in crate::claim) fn is_other(&self, token: &Token<'_>) -> bool {
        self.language.others.contains(token.text.as_ref())
    }

    /// The clauses in order; there is always a first one.
    fn clauses(&self) -> &[Clause] {
        self.clauses.get_or_init(|| {
            let tokens = self.tokens();
            let mut last = Clause { start: 0, scope: 0, by_author: true };
            let mut clauses = vec![last];
            for (mark, token) in tokens.iter().enumerate().filter(|(_, token)| self.is_boundary(token)) {
                let breaks = &self.language.boundaries.breaks;
                // A colon may introduce an explanation of a negation.
                let goes_on = matches!(token.text.as_ref(), "," | "，" | ":" | "：")
                    && !tokens.get(mark + 1).is_some_and(|next| breaks.contains(next.text.as_ref()));
                let continues = goes_on && !self.is_opening(last.start..mark);
                let scope = if continues { last.scope } else { mark + 1 };
                last = Clause { start: mark + 1, scope, by_author: self.is_by_author(last, mark) };
                clauses.push(last);
            }
            clauses
        })
    }

    /// The clause of a token, by the marks and conjunctions before it.
    fn clause_of(&self, at: usize) -> Option<Clause> {
        let clauses = self.clauses();
        let after = clauses.partition_point(|clause| clause.start <= at);
        clauses.get(after.checked_sub(1)?).copied()
    }

    /// The index from which words can negate a token: its clause, and the clauses before it that it continues.
    pub(in crate::claim) fn scope(&self, at: usize) -> usize {
        self.clause_of(at).map_or(0, |clause| clause.scope)
    }

    /// Whether a token continues what the author did, or begins the sentence.
    pub(in crate::claim) fn goes_on_by_author(&self, at: usize) -> bool {
        self.clause_of(at).is_none_or(|clause| self.is_by_author(clause, at))
    }

    /// Whether nobody but the author is named before a token of a clause.
    fn is_by_author(&self, clause: Clause, end: usize) -> bool {
        let first = self.tokens().get(clause.start);
        if first.is_some_and(|first| self.is_subject(first)) {
            return true;
        }
        let names_other = first.is_some_and(|first| self.is_other(first))
            || (clause.by_author && clause.start == 0 && !self.begins_with_openers(end));
        clause.by_author && !names_other
    }

    /// Whether only openers come before a token.
    pub(in crate::claim) fn begins_with_openers(&self, end: usize) -> bool {
        let openings = self.openings.get_or_init(|| {
            let mut places = vec![0];
            let mut at = 0;
            while let Some(next) = self.past_opener(at, self.tokens().len()) {
                places.push(next);
                at = next;
            }
            places
        });
        let after = openings.partition_point(|place| *place <= end);
        let from = after.checked_sub(1).and_then(|last| openings.get(last)).copied().unwrap_or_default();
        self.is_opening(from..end)
    }

    /// Whether a range of tokens consists of openers.
    fn is_opening(&self, places: Range<usize>) -> bool {
        let mut at = places.start;
        while at < places.end {
            match self.past_opener(at, places.end) {
                Some(end) => at = end,
                None => return false,
            }
        }
        true
    }

    /// The end of the mark, or of the longest opener, at a token, if it is before `limit`.
    fn past_opener(&self, at: usize, limit: usize) -> Option<usize> {
        if self.tokens().get(at).is_some_and(Token::is_mark) {
            return Some(at + 1).filter(|end| *end <= limit);
        }
        let ends = self.language.openers.ends(self.tokens(), at, &self.language.boundaries);
        ends.filter(|end| *end <= limit && *end > at).max()
    }

    /// Whether a negation is in a range of tokens.
    pub(in crate::claim) fn negates(&self, places: Range<usize>) -> bool {
        let negations = self
            .negations
            .get_or_init(|| (0..self.tokens().len()).filter(|at| self.begins(&self.language.negations, *at)).collect());
        let first = negations.partition_point(|at| *at < places.start);
        negations.get(first).is_some_and(|at| *at < places.end)
    }

    pub(in crate::claim) fn negates_anywhere(&self) -> bool {
        self.negates(0..self.tokens().len())
    }

    /// Whether a condition begins before a token.
    pub(in crate::claim) fn is_conditional(&self, at: usize) -> bool {
        let first = self.first_condition.get_or_init(|| {
            (0..self.tokens().len()).find(|at| self.begins(&self.language.conditions, *at) && !self.is_aside(*at))
        });
        first.is_some_and(|first| first < at)
    }

    /// Whether a word leads to what is said of a thing between commas, before its verb: "Your order, which included a gift,
    /// has been cancelled".
    fn is_aside(&self, at: usize) -> bool {
        let tokens = self.tokens();
        let is_comma = |token: &Token<'_>| token.text == ",";
        let follows_comma = at.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(is_comma);
        if !follows_comma || !tokens.get(at).is_some_and(|word| self.is_other(word)) {
            return false;
        }
        let closes = tokens.iter().skip(at).position(is_comma).and_then(|length| tokens.get(at + length + 1));
        closes.is_some_and(|next| self.language.boundaries.auxiliaries.contains(next.text.as_ref()))
    }

    /// Whether a mark within the sentence is at a token or after it.
    pub(in crate::claim) fn goes_on_after(&self, at: usize) -> bool {
        let is_pause =
            |token: &Token<'_>| token.is_mark() && !matches!(token.text.as_ref(), "?" | "!" | "." | "？" | "！" | "。");
        let last = self.last_pause.get_or_init(|| self.tokens().iter().rposition(is_pause));
        last.is_some_and(|last| last >= at)
    }

    pub(in crate::claim) fn is_question(&self) -> bool {
        *self.is_question.get_or_init(|| self.sentence.is_question())
    }

    pub(in crate::claim) fn announces(&self) -> bool {
        *self.announces.get_or_init(|| self.sentence.announces())
    }

    /// Whether it addresses the user.
    pub(in crate::claim) fn addresses_user(&self) -> bool {
        let is_user = |token: &Token<'_>| self.language.user.contains(token.text.as_ref());
        *self.addresses_user.get_or_init(|| self.tokens().iter().any(is_user))
    }

    /// Whether it depends on a condition.
    pub(in crate::claim) fn holds_terms(&self) -> bool {
        *self.holds_terms.get_or_init(|| self.holds(&self.language.terms))
    }

    /// Whether it is about the past, and does not just name a thing of the past ("the order you placed yesterday").
    pub(in crate::claim) fn is_past(&self) -> bool {
        *self.is_past.get_or_init(|| {
            let mut past = (0..self.tokens().len()).filter(|at| self.begins(&self.language.past, *at)).peekable();
            let things = if past.peek().is_some() { self.dated_things() } else { Vec::new() };
            past.any(|at| !things.iter().any(|thing| thing.contains(&at)))
        })
    }

    /// What names things with their past times.
    fn dated_things(&self) -> Vec<Range<usize>> {
        let (dated, boundaries) = (&self.language.dated_things, &self.language.boundaries);
        let things = |at: usize| dated.ends(self.tokens(), at, boundaries).max().map(|end| at..end);
        (0..self.tokens().len()).filter_map(things).collect()
    }

    /// Whether it introduces an example.
    pub(in crate::claim) fn is_framed(&self) -> bool {
        *self.is_framed.get_or_init(|| self.holds(&self.language.frames))
    }

    /// Whether it is about something in the reply itself.
    pub(in crate::claim) fn shows(&self) -> bool {
        *self.shows.get_or_init(|| self.holds(&self.language.shown))
    }
}
