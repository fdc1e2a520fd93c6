//! A cheap first look at a text, before any of it is read: one pass for the literals without which nothing is claimed.

use std::collections::HashMap;
use std::ops::Range;

use indexmap::IndexSet;
use memchr::{memchr, memchr2, memchr3_iter, memrchr, memrchr3_iter};

use super::Span;
use super::escaped;
use super::payload::{may_open, skip_blank};
use super::statement::{Asked, StatementFinder, quotations};
use crate::catalog::KnownTools;
use crate::literals::{Hit, LiteralFinder};
use crate::registry::{CooccurringLiterals, Literal, PhraseEntry, Registry, Statements, Token, tokens};
use crate::work;

/// Marks with which code, a quotation or a remark may begin or end: what is in it is no word of its line.
const MARKS_OF_THINGS: [char; 9] = ['`', '"', '“', '”', '„', '«', '‚', '‘', '('];

/// Says of most texts that nothing is claimed in them, and never of one in which something is.
#[derive(Clone, Debug)]
pub struct Prefilter {
    literals: Vec<LiteralRule>,
    /// What stands next to literals in the same sentence.
    cooccurring_sets: Vec<CooccurringLiterals>,
    finder: Option<LiteralFinder>,
    /// Whether some phrase needs no literal: then everything must be looked at.
    lets_all_through: bool,
}

/// What a literal may be part of.
#[derive(Clone, Debug)]
struct LiteralRule {
    literal: Literal,
    /// The phrases of which one may be around it; none where the literal is enough.
    phrases: Vec<Phrase>,
    /// What of all that may be asked for these phrases speak of.
    of: Asked,
}

/// A phrase that is looked for around a literal.
#[derive(Clone, Debug)]
struct Phrase {
    entry: PhraseEntry,
    /// Which of its elements needs the literal.
    element: usize,
    /// What is beside the literal in the same sentence, by its place among all, where that is known.
    cooccurring: Option<usize>,
    /// Whether it speaks of what a tool does: then it counts whatever was asked for.
    is_available: bool,
}

impl Prefilter {
    /// A prefilter for what stands in syntaxes, for calls of tools, and for sentences: those of what a tool does, and, where
    /// users may ask for something, of all that they may ask for.
    #[must_use]
    pub fn new(registry: &Registry, tools: &KnownTools, finder: &StatementFinder, may_ask: bool) -> Self {
        let statements = registry.statements();
        let of_conversations = |place: usize| statements.entries().get(place).is_some_and(|entry| !entry.context_only);
        let counts = |place: usize| finder.is_available(place) || (may_ask && of_conversations(place));
        let mut sought: HashMap<Literal, Vec<Phrase>> = HashMap::new();
        let mut cooccurring_sets = IndexSet::new();
        let mut lets_all_through = false;
        for needed in statements.index().needed(statements, counts) {
            let Some((element, literals)) = needed.literals else {
                lets_all_through = true;
                continue;
            };
            let (entry, is_available) = (needed.phrase, finder.is_available(needed.phrase.statement));
            let cooccurring = needed.cooccurring.map(|cooccurring| cooccurring_sets.insert_full(cooccurring).0);
            for literal in literals {
                sought.entry(literal).or_default().push(Phrase { entry, element, cooccurring, is_available });
            }
        }
        let names = tools.spellings().filter(|_| registry.openers().looks_for_names());
        for text in registry.openers().literals().chain(names).chain(escaped::SIGNS) {
            let literal = Literal { text: text.to_owned(), begins: false, ends: false };
            sought.insert(literal, Vec::new());
        }
        let literals: Vec<LiteralRule> =
            sought.into_iter().map(|(literal, phrases)| LiteralRule::new(literal, phrases)).collect();
        let finder = LiteralFinder::new(literals.iter().map(|sought| sought.literal.text.as_str()));
        let cooccurring_sets = cooccurring_sets.into_iter().collect();
        Self { lets_all_through: lets_all_through || finder.is_none(), literals, cooccurring_sets, finder }
    }

    /// Whether something may be claimed in a text, where the user may have asked for no more than what is `asked`.
    #[must_use]
    pub fn lets_through(&self, text: &str, statements: &Statements, asked: Asked) -> bool {
        // Where data is in a text, words may begin and end at it.
        let data = memchr2(b'{', b'[', text.as_bytes()).and_then(|at| text.as_bytes().get(at));
        self.lets_all_through
            || may_open(text)
            || (data.is_some() && skip_blank(text).starts_with('['))
            || self.finds(text, statements, asked, data.is_some(), true)
    }

    /// Whether a sentence may claim something outside of `others`, the places of what else the text claims, in order.
    #[must_use]
    pub fn may_state(&self, text: &str, others: &[Span], statements: &Statements, asked: Asked) -> bool {
        let ends = std::iter::once(0).chain(others.iter().map(|other| other.end));
        let starts = others.iter().map(|other| other.start).chain([text.len()]);
        let mut gaps = ends.zip(starts).filter_map(|(end, start)| text.get(end..start));
        self.lets_all_through
            || gaps.any(|gap| {
                let has_data = memchr2(b'{', b'[', gap.as_bytes()).is_some();
                self.finds(gap, statements, asked, has_data, false)
            })
    }

    /// Whether one of the literals is in a text: where `anywhere`, in the middle of words too; where `marks`, also those
    /// of syntaxes and tools.
    fn finds(&self, text: &str, statements: &Statements, asked: Asked, anywhere: bool, marks: bool) -> bool {
        let Some(finder) = &self.finder else { return true };
        let mut around = LiteralContext::default();
        finder.any(text, |Hit { start, literal }| {
            let Some(sought) = self.literals.get(literal).filter(|sought| sought.counts(asked, marks)) else {
                return false;
            };
            let place = start..start + sought.literal.text.len();
            if !anywhere && !sought.literal.is_word_at(text, place.clone()) {
                return false;
            }
            let counts = |phrase: &&Phrase| phrase.is_available || asked.holds(phrase.entry.statement);
            sought.phrases.is_empty()
                || sought.phrases.iter().filter(counts).any(|phrase| {
                    anywhere || {
                        around.move_to(text, start);
                        around.shows_code || around.may_hold(phrase, place.clone(), &self.cooccurring_sets, statements)
                    }
                })
        })
    }
}

impl LiteralRule {
    fn new(literal: Literal, phrases: Vec<Phrase>) -> Self {
        let of = phrases
            .iter()
            .map(|phrase| if phrase.is_available { Asked::ANYTHING } else { Asked::of(phrase.entry.statement) });
        let of = of.fold(Asked::default(), Asked::and);
        Self { literal, phrases, of }
    }

    /// Whether it tells anything, where no more than this was asked for; where `marks`, those of syntaxes and tools do.
    fn counts(&self, asked: Asked, marks: bool) -> bool {
        if self.phrases.is_empty() { marks } else { self.of == Asked::ANYTHING || self.of.meets(asked) }
    }
}

/// What is around a literal, up to where a sentence ends for certain, or its line: no phrase goes on after that.
#[derive(Default)]
struct LiteralContext<'t> {
    text: &'t str,
    line: Range<usize>,
    range: Range<usize>,
    /// What is quoted in it, and remarks.
    things: Vec<Range<usize>>,
    /// Its words, once somebody asked for them.
    words: Option<Vec<Token<'t>>>,
    /// The places in it of the co-occurring literals that were asked for.
    cooccurring_sets: HashMap<usize, Option<usize>>,
    /// Whether something in it may be code.
    shows_code: bool,
}

impl<'t> LiteralContext<'t> {
    /// Looks around byte `at`, if that is not done yet.
    fn move_to(&mut self, text: &'t str, at: usize) {
        if self.range.contains(&at) {
            return;
        }
        let (before, behind) = text.split_at_checked(at).unwrap_or_default();
        let (before, rest) = (before.as_bytes(), behind.as_bytes());
        let line = if self.line.contains(&at) {
            self.line.clone()
        } else {
            memrchr(b'\n', before).map_or(0, |end| end + 1)..at + memchr(b'\n', rest).unwrap_or(rest.len())
        };
        let is_known = self.line.contains(&at);
        let mark = memrchr3_iter(b'.', b'!', b'?', before).take_while(|mark| *mark >= line.start);
        let start = mark.map(|mark| mark + 1).find(|end| is_end(before, *end)).unwrap_or(line.start);
        let mark = memchr3_iter(b'.', b'!', b'?', rest).take_while(|mark| at + mark < line.end);
        let end = mark.map(|mark| mark + 1).find(|end| is_end(rest, *end)).map_or(line.end, |end| at + end);
        work::count(if is_known { end - start } else { line.len() });
        *self = Self { text, line: line.clone(), range: start..end, ..Self::default() };
        if text.get(start..end).is_none_or(|said| may_hold_mark(said) && said.contains(MARKS_OF_THINGS)) {
            // A quotation may hold ends of sentences.
            self.shows_code = text.get(line.clone()).is_none_or(|said| said.contains('`'));
            self.things = quotations(text, line.clone(), &[]);
            self.range = line;
        }
    }

    /// Whether a phrase may be around its literal, which is at `place`.
    fn may_hold(
        &mut self,
        phrase: &Phrase,
        place: Range<usize>,
        cooccurring_sets: &[CooccurringLiterals],
        statements: &Statements,
    ) -> bool {
        let after = self.things.partition_point(|thing| thing.start <= place.start);
        let thing = after.checked_sub(1).and_then(|last| self.things.get(last));
        if thing.is_some_and(|thing| place.start < thing.end) {
            return false;
        }
        let (text, range, at) = (self.text, self.range.clone(), place.start);
        let cooccurring = phrase.cooccurring.and_then(|number| Some((number, cooccurring_sets.get(number)?)));
        let is_alone = cooccurring.is_some_and(|(number, cooccurring)| {
            let nearest =
                self.cooccurring_sets.entry(number).or_insert_with(|| cooccurring.outermost(text, range.clone()));
            !nearest.is_some_and(|nearest| cooccurring.is_satisfied_at(place, nearest))
        });
        !is_alone && {
            let words = self.words.get_or_insert_with(|| tokens(text, range, &self.things));
            let own = words.partition_point(|word| word.span.end <= at);
            phrase.entry.may_stand_around(phrase.element, words, own, statements)
        }
    }
}

/// Whether one of the marks of things may be in a text, as its bytes tell: they are all looked at in one go.
fn may_hold_mark(said: &str) -> bool {
    said.bytes().fold(false, |may, byte| may | matches!(byte, b'`' | b'"' | b'(' | 0x80..))
}

/// Whether a sentence ends before a byte, after a mark: one between letters would belong to a word.
fn is_end(bytes: &[u8], place: usize) -> bool {
    matches!(bytes.get(place), Some(b' ' | b'\n'))
}
