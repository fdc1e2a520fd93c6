//! A cheap first look at a text, before any of it is read: one pass for the literals without which nothing is claimed.

use std::collections::HashMap;
use std::ops::Range;

use memchr::{memchr, memchr2};

use super::Span;
use super::escaped;
use super::literals::{Hit, LiteralFinder};
use super::payload::skip_blank;
use super::statement::{Asked, StatementFinder};
use crate::catalog::KnownTools;
use crate::registry::{Literal, PhraseEntry, Registry, Statements, Token, tokens};

/// Marks with which code, a quotation or a remark may begin or end: what stands in it is no word of its line.
const MARKS_OF_THINGS: [char; 9] = ['`', '"', '“', '”', '„', '«', '‚', '‘', '('];

/// Says of most texts that nothing is claimed in them, and never of one in which something is.
#[derive(Clone, Debug)]
pub struct Sieve {
    literals: Vec<Sought>,
    finder: Option<LiteralFinder>,
    /// Whether some phrase needs no literal: then everything must be looked at.
    lets_all_through: bool,
}

/// What a literal may be of.
#[derive(Clone, Debug)]
struct Sought {
    literal: Literal,
    /// The phrases of which one may stand around it; none where the literal is enough.
    phrases: Vec<Phrase>,
    /// What of all that may be asked for these phrases speak of.
    of: Asked,
}

/// A phrase that is looked for around a literal.
#[derive(Clone, Debug)]
struct Phrase {
    entry: PhraseEntry,
    /// Of these one stands in the same sentence, unless there are none.
    company: Vec<Literal>,
    /// Whether it speaks of what a tool does: then it counts whatever was asked for.
    is_available: bool,
}

impl Sieve {
    /// A sieve for what stands in syntaxes, for calls of tools, and for sentences: those of what a tool does, and, where
    /// users may ask for something, of all that they may ask for.
    #[must_use]
    pub fn new(registry: &Registry, tools: &KnownTools, finder: &StatementFinder, may_ask: bool) -> Self {
        let statements = registry.statements();
        let of_conversations = |place: usize| statements.entries().get(place).is_some_and(|entry| !entry.context_only);
        let counts = |place: usize| finder.is_available(place) || (may_ask && of_conversations(place));
        let mut sought: HashMap<Literal, Vec<Phrase>> = HashMap::new();
        let mut lets_all_through = false;
        for needed in statements.index().needed(statements, counts) {
            lets_all_through |= needed.literals.is_none();
            for literal in needed.literals.into_iter().flatten() {
                let is_available = finder.is_available(needed.phrase.statement);
                let company = needed.company.iter().cloned().collect();
                sought.entry(literal).or_default().push(Phrase { entry: needed.phrase, company, is_available });
            }
        }
        let names = tools.spellings().filter(|_| registry.openers().looks_for_names());
        for text in registry.openers().literals().chain(names).chain(escaped::SIGNS) {
            let literal = Literal { text: text.to_owned(), begins: false, ends: false };
            sought.insert(literal, Vec::new());
        }
        let literals: Vec<Sought> =
            sought.into_iter().map(|(literal, phrases)| Sought::new(literal, phrases)).collect();
        let finder = LiteralFinder::new(literals.iter().map(|sought| sought.literal.text.as_str()));
        Self { lets_all_through: lets_all_through || finder.is_none(), literals, finder }
    }

    /// Whether something may be claimed in a text, where the user may have asked for no more than what is `asked`.
    #[must_use]
    pub fn lets_through(&self, text: &str, statements: &Statements, asked: Asked) -> bool {
        // Where data stands in a text, words may begin and end at it.
        let data = memchr2(b'{', b'[', text.as_bytes()).and_then(|at| text.as_bytes().get(at));
        self.lets_all_through
            || (data.is_some() && (text.contains('{') || skip_blank(text).starts_with('[')))
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

    /// Whether one of the literals stands in a text: where `anywhere`, in the middle of words too; where `marks`, also those
    /// of syntaxes and tools.
    fn finds(&self, text: &str, statements: &Statements, asked: Asked, anywhere: bool, marks: bool) -> bool {
        let Some(finder) = &self.finder else { return true };
        let mut around = Around::default();
        finder.any(text, |Hit { start, literal }| {
            let Some(sought) = self.literals.get(literal).filter(|sought| sought.counts(asked, marks)) else {
                return false;
            };
            let Some(place) = sought.place_at(text, start, anywhere) else { return false };
            let counts = |phrase: &&Phrase| phrase.is_available || asked.holds(phrase.entry.statement);
            sought.phrases.is_empty()
                || sought.phrases.iter().filter(counts).any(|phrase| {
                    anywhere || {
                        around.move_to(text, place.start);
                        around.shows_things || around.may_hold(phrase, place.start, statements)
                    }
                })
        })
    }
}

impl Sought {
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

    /// The place of the literal, if it stands at a byte of a text: where `anywhere`, in the middle of words too.
    fn place_at(&self, text: &str, start: usize, anywhere: bool) -> Option<Range<usize>> {
        let place = self.literal.place_at(text, start)?;
        (anywhere || self.literal.is_word_at(text, place.clone())).then_some(place)
    }
}

/// What stands around a literal, up to where a sentence ends for certain: no phrase goes on behind that.
#[derive(Default)]
struct Around<'t> {
    text: &'t str,
    range: Range<usize>,
    /// Its words, once somebody asked for them.
    words: Option<Vec<Token<'t>>>,
    /// Whether something in it may be code, quoted, or a remark.
    shows_things: bool,
}

impl<'t> Around<'t> {
    /// Looks around byte `at`, if that is not done yet; places come in order.
    fn move_to(&mut self, text: &'t str, at: usize) {
        if at < self.range.end {
            return;
        }
        let (before, behind) = text.split_at_checked(at).unwrap_or_default();
        let start = before.as_bytes().windows(2).rposition(ends_sentence).map_or(0, |place| place + 1);
        let start = start.max(before.rfind('\n').map_or(0, |line| line + 1));
        let rest = behind.as_bytes();
        let end = rest.windows(2).position(ends_sentence).map_or(rest.len(), |place| place + 1);
        let end = at + memchr(b'\n', rest).map_or(end, |line| end.min(line));
        let shows_things = text.get(start..end).is_none_or(|said| said.contains(MARKS_OF_THINGS));
        *self = Self { text, range: start..end, words: None, shows_things };
    }

    /// Whether a phrase may stand around its literal at byte `at`.
    fn may_hold(&mut self, phrase: &Phrase, at: usize, statements: &Statements) -> bool {
        let (text, range) = (self.text, self.range.clone());
        let has_company =
            phrase.company.is_empty() || phrase.company.iter().any(|other| other.stands_within(text, range.clone()));
        has_company && {
            let words = self.words.get_or_insert_with(|| tokens(text, range, &[]));
            let own = words.partition_point(|word| word.span.end <= at);
            phrase.entry.may_stand_around(words, own, statements)
        }
    }
}

/// Whether a sentence ends with the first of two bytes: a mark between letters would belong to a word.
fn ends_sentence(bytes: &[u8]) -> bool {
    matches!(bytes, [b'.' | b'!' | b'?', b' ' | b'\n'])
}
