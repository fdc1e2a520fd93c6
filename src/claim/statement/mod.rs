//! Sentences that claim an action: "I've set a reminder for 9", "Saved.", "Your alarm is on".
//!
//! A phrase of the registry says how; here it is judged whether the author of the text says it, of now, and as done:
//! what is negated, asked, offered, conditional, quoted, past, or done by the reply itself is no claim.

mod analysis;
mod announced;
mod answer;
mod brief;
mod claims;
mod done;
mod outcome;
mod place;
mod requests;
mod sentence;

use std::ops::Range;

pub(super) use self::analysis::Analysis;
pub(super) use self::place::PhrasePosition;
pub(super) use self::sentence::quotations;
pub(super) use self::sentence::{Sentence, sentences};
use super::frame::ToolActions;
use super::{Span, payload};
use crate::registry::{Language, PhraseEntry, Statement, Statements, tokens};
use crate::work;

pub use done::Deed;
pub use requests::{Asked, Requests};

/// How many words after a phrase still say what it is about.
const BEHIND: usize = 3;

/// A sentence that claims an action.
#[derive(Clone, Debug)]
pub struct Stated<'r> {
    /// The sentence.
    pub span: Span,
    /// What it may claim, never nothing: words such as "added" are said of events, lists and files.
    pub statements: Vec<&'r Statement>,
    /// Whether it is a claim only where the user asked for such an action.
    pub if_asked: bool,
    /// Its words, by their places in the sentence.
    words: Range<usize>,
    /// Whether the author names himself as the one who did it.
    pub by_name: bool,
}

impl<'r> Stated<'r> {
    fn new(span: Span, found: PhraseMatch<'r>) -> Self {
        let PhraseMatch { statement, if_asked, words, by_name } = found;
        Self { span, statements: vec![statement], if_asked, words, by_name }
    }

    /// What it claims first of all.
    #[must_use]
    pub fn first(&self) -> Option<&'r Statement> {
        let named = self.statements.iter().find(|statement| statement.tool.is_some());
        named.or(self.statements.first()).copied()
    }

    /// Takes another reading of the same words. What claims by itself outweighs what does so only if asked.
    fn take(&mut self, found: &PhraseMatch<'r>) {
        if self.if_asked && !found.if_asked {
            self.if_asked = false;
            self.statements.clear();
        }
        self.words.end = self.words.end.max(found.words.end);
        let is_known = self.statements.iter().any(|known| known.name == found.statement.name);
        if self.if_asked == found.if_asked && !is_known {
            self.statements.push(found.statement);
        }
    }
}

/// A phrase that was found.
struct PhraseMatch<'r> {
    statement: &'r Statement,
    if_asked: bool,
    words: Range<usize>,
    by_name: bool,
}

/// Finds statements; made once for many texts.
#[derive(Clone, Debug, Default)]
pub struct StatementFinder {
    /// Which statements speak of what one of the tools does.
    available: Vec<bool>,
    /// What the tools do.
    actions: ToolActions,
    /// What is said in few words.
    brief: brief::BriefTexts,
}

impl StatementFinder {
    /// What `text` claims in prose, in its order. One sentence may claim several things.
    ///
    /// `payloads`, which are in order, are no part of what it says.
    #[must_use]
    pub fn find<'r>(&self, text: &str, payloads: &[Span], statements: &'r Statements) -> Vec<Stated<'r>> {
        find_of(text, payloads, statements, None)
    }
}

/// What a text claims in prose by the relevant statements alone; by all where nothing says which they are.
fn find_of<'r>(
    text: &str,
    payloads: &[Span],
    statements: &'r Statements,
    relevant: Option<&[bool]>,
) -> Vec<Stated<'r>> {
    let payloads = with_bare(text, payloads);
    find_in(&sentences(text, &payloads, statements.languages()), statements, relevant)
}

/// The same of sentences that are read already.
fn find_in<'r>(sentences: &[Sentence<'_>], statements: &'r Statements, relevant: Option<&[bool]>) -> Vec<Stated<'r>> {
    let mut all = Vec::new();
    let phrases = statements.index();
    let counts = |place: usize| relevant.is_none_or(|relevant| relevant.get(place).is_some_and(|counts| *counts));
    let mut shown = vec![AnnouncedSoFar::default(); statements.languages().len()];
    for (index, sentence) in sentences.iter().enumerate() {
        // In the order in which they begin.
        let possible = phrases.possible(&sentence.tokens, counts);
        if possible.is_empty() {
            continue;
        }
        let analyses: Vec<_> =
            statements.languages().iter().map(|language| Analysis::new(sentence, language)).collect();
        let before = sentences.get(..index).unwrap_or_default();
        let mut around = SentenceContext { before, next: sentences.get(index + 1), shown: &mut shown };
        let span = Span::new(sentence.span.start, sentence.span.end);
        let mut stated: Vec<Stated<'r>> = Vec::new();
        for found in found(&analyses, &mut around, statements, &possible) {
            match stated.last_mut().filter(|last| found.words.start < last.words.end) {
                Some(last) => last.take(&found),
                None => stated.push(Stated::new(span, found)),
            }
        }
        all.extend(stated);
    }
    all
}

/// The possible phrases that stand in a sentence, which each language reads for itself, and are meant.
fn found<'r>(
    analyses: &[Analysis<'_, '_>],
    around: &mut SentenceContext<'_, '_, '_>,
    statements: &'r Statements,
    possible: &[PhraseEntry],
) -> Vec<PhraseMatch<'r>> {
    let begins_clause =
        |at: usize, language: usize| analyses.get(language).is_some_and(|sentence| sentence.begins_clause(at));
    let tokens = analyses.first().map(Analysis::tokens).unwrap_or_default();
    let mut all = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        work::count(possible.len());
        let begins = |language| begins_clause(at, language);
        for entry in possible.iter().filter(|entry| entry.may_begin_with(&token.text, begins, statements)) {
            let sentence = analyses.get(entry.language);
            all.extend(sentence.and_then(|sentence| found_at(*entry, sentence, around, at, statements)));
        }
    }
    all
}

/// A phrase at a place of a sentence, if it stands there and is meant.
fn found_at<'r>(
    entry: PhraseEntry,
    sentence: &Analysis<'_, '_>,
    around: &mut SentenceContext<'_, '_, '_>,
    at: usize,
    statements: &'r Statements,
) -> Option<PhraseMatch<'r>> {
    let statement = statements.entries().get(entry.statement)?;
    let phrase = entry.phrase(statements)?;
    let end = phrase.end(sentence.tokens(), at, &sentence.language.boundaries)?;
    let place = PhrasePosition { sentence, start: at, end };
    if !place.may_begin(phrase) || !place.is_meant() || place.has(statement.unless(), at..end + BEHIND) {
        return None;
    }
    // What may begin with any word may begin with a condition: "Tell me the amount to be paid."
    if phrase.heads().is_none() && sentence.is_conditional(end) {
        return None;
    }
    if entry.if_asked && sentence.negates_anywhere() {
        return None;
    }
    // The items of a list tell of others, unless they speak to the user.
    let tells = sentence.sentence.is_item && !place.names_author() && !sentence.addresses_user();
    // What the reply itself holds was done by writing it.
    let is_in_reply = statement.in_reply && (place.is_shown() || around.show(entry.language, sentence.language));
    let if_asked = entry.if_asked || is_in_reply || tells;
    Some(PhraseMatch { statement, if_asked, words: at..end, by_name: place.names_author() })
}

/// These payloads and all others of the text, in order: data says nothing in prose.
fn with_bare(text: &str, payloads: &[Span]) -> Vec<Span> {
    let mut all = payloads.to_vec();
    if text.contains(['{', '[']) {
        all.extend(payload::read_all(text).into_iter().map(|payload| payload.span));
    }
    work::count(all.len());
    all.sort_by_key(|span| (span.start, span.end));
    let mut end = 0;
    all.retain(|span| {
        let is_next = span.end > end;
        end = end.max(span.end);
        is_next
    });
    all
}

/// The sentences around one.
struct SentenceContext<'a, 't, 's> {
    before: &'a [Sentence<'t>],
    next: Option<&'a Sentence<'t>>,
    /// For each language, what is known of those before it.
    shown: &'s mut [AnnouncedSoFar],
}

/// Whether one of the first sentences of a text announces something that stands in the text itself.
#[derive(Clone, Copy, Default)]
struct AnnouncedSoFar {
    /// How many sentences were looked at.
    sentences: usize,
    is_announced: bool,
}

impl SentenceContext<'_, '_, '_> {
    /// Whether the reply holds what a sentence speaks of: "Here is the new version:" stands before, or comes next. `place` is
    /// that of the language among all.
    fn show(&mut self, place: usize, language: &Language) -> bool {
        let shows = |sentence: &Sentence<'_>| Analysis::new(sentence, language).shows();
        let Some(known) = self.shown.get_mut(place) else { return false };
        let unseen = self.before.get(known.sentences..).unwrap_or_default();
        known.is_announced |= unseen.iter().any(|sentence| sentence.announces() && shows(sentence));
        known.sentences = self.before.len();
        known.is_announced || self.next.is_some_and(shows)
    }
}

/// Which statements a user's message asks for; those that do not count are not looked at.
fn requested(message: &str, statements: &Statements, counts: impl Fn(usize) -> bool) -> Vec<bool> {
    let sentence = Sentence { span: 0..message.len(), tokens: tokens(message, 0..message.len(), &[]), is_item: false };
    let languages = statements.languages().iter();
    let analyses: Vec<_> = languages.map(|language| Analysis::new(&sentence, language)).collect();
    let asks = |statement: &Statement| {
        let Some(sentence) = analyses.iter().find(|sentence| sentence.language.name == statement.language) else {
            return false;
        };
        let (tokens, boundaries) = (sentence.tokens(), &sentence.language.boundaries);
        (0..tokens.len()).any(|at| {
            let begins = sentence.begins_clause(at);
            statement.asks().found(tokens, at, begins, boundaries).any(|(phrase, end)| {
                let place = PhrasePosition { sentence, start: at, end };
                place.may_begin(phrase) && !place.is_negated()
            })
        })
    };
    let all = statements.entries().iter().enumerate();
    all.map(|(place, statement)| counts(place) && asks(statement)).collect()
}
