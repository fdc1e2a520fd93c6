//! A cheap first look at a text: one pass for the literals without which it claims nothing.

use std::collections::HashMap;
use std::ops::Range;

use memchr::{memchr, memchr2, memchr3_iter, memrchr, memrchr3_iter};

use super::Span;
use super::asked::Asked;
use super::escaped;
use super::payload::{may_open, skip_blank};
use super::sentence::{may_quote, quotations};
use super::statement::StatementFinder;
use crate::catalog::KnownTools;
use crate::literals::{Hit, LiteralFinder};
use crate::registry::{Literal, OpenerHead, PhraseEntry, Registry, Statements, Token, may_end_with_calls, tokens};
use crate::work;

/// Marks around code, a quotation or a remark, whose words are not part of the line.
const MARKS_OF_THINGS: [char; 10] = ['`', '"', '\'', '“', '”', '„', '«', '‚', '‘', '('];

/// Rules out most texts without claims, and never a text with one.
#[derive(Clone, Debug)]
pub struct Prefilter {
    literals: Vec<LiteralRule>,
    finder: Option<LiteralFinder>,
    /// Whether some phrase needs no literal: then every text passes.
    lets_all_through: bool,
}

/// What a text may claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClaimHint {
    /// Whether it may contain a payload or a call.
    pub payload: bool,
    /// Whether it may contain a phrase.
    pub phrase: bool,
}

/// A literal and what it may be part of.
#[derive(Clone, Debug)]
struct LiteralRule {
    literal: Literal,
    wholes: LiteralWholes,
    /// The requests that its phrases are about.
    of: Asked,
}

/// What a literal may be part of; without openers and phrases it is enough by itself.
#[derive(Clone, Debug, Default)]
struct LiteralWholes {
    /// The openers of syntaxes with it, one of which must match.
    openers: Vec<OpenerHead>,
    /// The phrases around it, one of which must match.
    phrases: Vec<PhraseRule>,
}

/// A phrase that is searched for around a literal.
#[derive(Clone, Debug)]
struct PhraseRule {
    entry: PhraseEntry,
    /// The index of its element with the literal.
    element: usize,
    /// Whether it is about what a tool does and counts without a request.
    is_available: bool,
}

impl Prefilter {
    /// A prefilter for syntaxes, for calls of tools, and for sentences about what a tool does; with `may_ask`, also for
    /// sentences about anything that users may ask for.
    #[must_use]
    pub fn new(registry: &Registry, tools: &KnownTools, finder: &StatementFinder, may_ask: bool) -> Self {
        let statements = registry.statements();
        let of_conversations = |place: usize| statements.entries().get(place).is_some_and(|entry| !entry.context_only);
        let counts = |place: usize| finder.is_available(place) || (may_ask && of_conversations(place));
        let mut sought: HashMap<Literal, LiteralWholes> = HashMap::new();
        let mut lets_all_through = false;
        // Without a request, a phrase that needs one claims nothing, whatever the tools do.
        let needed = statements.index().needed(statements, counts);
        for needed in needed.filter(|needed| may_ask || !needed.phrase.if_asked) {
            let Some((element, literals)) = needed.literals else {
                lets_all_through = true;
                continue;
            };
            let entry = needed.phrase;
            let is_available = finder.is_available(entry.statement) && !entry.if_asked;
            for literal in literals {
                sought.entry(literal).or_default().phrases.push(PhraseRule { entry, element, is_available });
            }
        }
        let names = tools.spellings().filter(|_| registry.openers().looks_for_names());
        let anywhere = |text: &str| Literal { text: text.to_owned(), begins: false, ends: false };
        for head in registry.openers().heads() {
            sought.entry(anywhere(&head.literal)).or_default().openers.push(head.clone());
        }
        for text in names.chain(escaped::SIGNS) {
            sought.insert(anywhere(text), LiteralWholes::default());
        }
        let literals: Vec<LiteralRule> =
            sought.into_iter().map(|(literal, wholes)| LiteralRule::new(literal, wholes)).collect();
        let finder = LiteralFinder::new(literals.iter().map(|sought| sought.literal.text.as_str()));
        Self { lets_all_through: lets_all_through || finder.is_none(), literals, finder }
    }

    /// Whether a text may claim something, if the user asked for no more than `asked`.
    #[must_use]
    pub fn may_claim(&self, text: &str, statements: &Statements, asked: Asked) -> bool {
        let hint = self.hint(text, statements, asked, |hint| hint.payload || hint.phrase);
        hint.payload || hint.phrase
    }

    /// What a text may claim, if the user asked for no more than `asked`.
    #[must_use]
    pub fn look(&self, text: &str, statements: &Statements, asked: Asked) -> ClaimHint {
        self.hint(text, statements, asked, |hint| hint.payload && hint.phrase)
    }

    /// Whether a sentence may claim something outside of `others`, the spans of other claims in order.
    #[must_use]
    pub fn may_state(&self, text: &str, others: &[Span], statements: &Statements, asked: Asked) -> bool {
        let ends = std::iter::once(0).chain(others.iter().map(|other| other.end));
        let starts = others.iter().map(|other| other.start).chain([text.len()]);
        let mut gaps = ends.zip(starts).filter_map(|(end, start)| text.get(end..start));
        self.lets_all_through
            || gaps.any(|gap| {
                let has_data = memchr2(b'{', b'[', gap.as_bytes()).is_some();
                let hint = ClaimHint { payload: true, phrase: false };
                self.find(gap, statements, asked, has_data, hint, |hint| hint.phrase).phrase
            })
    }

    /// What a text may claim, as far as it takes to know enough.
    fn hint(
        &self,
        text: &str,
        statements: &Statements,
        asked: Asked,
        is_enough: impl Fn(ClaimHint) -> bool,
    ) -> ClaimHint {
        // Words may begin and end at data.
        let data = memchr2(b'{', b'[', text.as_bytes()).and_then(|at| text.as_bytes().get(at));
        let payload = self.lets_all_through
            || may_open(text)
            || (data.is_some() && (skip_blank(text).starts_with('[') || may_end_with_calls(text)));
        let hint = ClaimHint { payload, phrase: self.lets_all_through };
        if is_enough(hint) { hint } else { self.find(text, statements, asked, data.is_some(), hint, is_enough) }
    }

    /// Adds to a hint what the literals in a text may be part of, as far as it takes to know enough. With `anywhere`,
    /// literals within words count as well.
    fn find(
        &self,
        text: &str,
        statements: &Statements,
        asked: Asked,
        anywhere: bool,
        mut hint: ClaimHint,
        is_enough: impl Fn(ClaimHint) -> bool,
    ) -> ClaimHint {
        let Some(finder) = &self.finder else { return ClaimHint { payload: true, phrase: true } };
        let mut around = LiteralContext::default();
        finder.any(text, |Hit { start, literal }| {
            let Some(sought) = self.literals.get(literal).filter(|sought| sought.counts(asked, hint)) else {
                return false;
            };
            if !anywhere && !sought.literal.is_word_at(text, start..start + sought.literal.text.len()) {
                return false;
            }
            let counts = |phrase: &&PhraseRule| phrase.is_available || asked.holds(phrase.entry.statement);
            let LiteralWholes { openers, phrases } = &sought.wholes;
            if phrases.is_empty() {
                hint.payload = openers.is_empty() || openers.iter().any(|head| head.opens(text, start));
            } else {
                hint.phrase = phrases.iter().filter(counts).any(|phrase| {
                    anywhere || {
                        around.move_to(text, start);
                        around.shows_code || around.may_hold(phrase, start, statements)
                    }
                });
            }
            is_enough(hint)
        });
        hint
    }
}

impl LiteralRule {
    fn new(literal: Literal, wholes: LiteralWholes) -> Self {
        let of = wholes
            .phrases
            .iter()
            .map(|phrase| if phrase.is_available { Asked::ANYTHING } else { Asked::of(phrase.entry.statement) });
        let of = of.fold(Asked::default(), Asked::and);
        Self { literal, wholes, of }
    }

    /// Whether it adds anything to a hint, given these requests.
    fn counts(&self, asked: Asked, hint: ClaimHint) -> bool {
        if self.wholes.phrases.is_empty() {
            !hint.payload
        } else {
            !hint.phrase && (self.of == Asked::ANYTHING || self.of.meets(asked))
        }
    }
}

/// The text around a literal up to the next certain end of a sentence or of the line, which no phrase crosses.
#[derive(Default)]
struct LiteralContext<'t> {
    text: &'t str,
    line: Range<usize>,
    range: Range<usize>,
    /// Quotations and remarks within it.
    things: Vec<Range<usize>>,
    /// Its words, split when they are first needed.
    words: Option<Vec<Token<'t>>>,
    /// Whether it may contain code.
    shows_code: bool,
}

impl<'t> LiteralContext<'t> {
    /// Looks around byte `at`, unless that is done.
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
        let may_hold = |said: &str| (may_quote(said) || said.contains('`')) && said.contains(MARKS_OF_THINGS);
        if text.get(start..end).is_none_or(may_hold) {
            // A quotation may contain ends of sentences.
            self.shows_code = text.get(line.clone()).is_none_or(|said| said.contains('`'));
            self.things = quotations(text, line.clone(), &[]);
            self.range = line;
        }
    }

    /// Whether a phrase may match around its literal at byte `at`.
    fn may_hold(&mut self, phrase: &PhraseRule, at: usize, statements: &Statements) -> bool {
        let after = self.things.partition_point(|thing| thing.start <= at);
        let thing = after.checked_sub(1).and_then(|last| self.things.get(last));
        if thing.is_some_and(|thing| at < thing.end) {
            return false;
        }
        let words = self.words.get_or_insert_with(|| tokens(self.text, self.range.clone(), &self.things));
        let own = words.partition_point(|word| word.span.end <= at);
        phrase.entry.may_match_around(phrase.element, words, own, statements)
    }
}

/// Whether a sentence ends before a byte, after a mark; between letters the mark would belong to a word.
fn is_end(bytes: &[u8], place: usize) -> bool {
    matches!(bytes.get(place), Some(b' ' | b'\n'))
}
