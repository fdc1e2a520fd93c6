//! Sentences that claim an action: "I've set a reminder for 9", "Saved.", "Your alarm is on".
//!
//! A phrase of the registry finds them. The rest of the module checks that the author of the text says it about the
//! present and as done: what is negated, asked, offered, conditional, quoted, past, or done by the reply itself is no
//! claim.

mod announced;
mod answer;
mod brief;
mod claims;
mod done;
mod extent;
mod outcome;
mod receipts;
mod reported;
mod reported_actions;
mod requests;
mod restated;

use std::ops::Range;

use super::asked::Asked;
use super::frame::{ToolActions, language_of_answer};
use super::sentence::{Analysis, PhrasePosition, Sentence, sentences};
use super::{Span, payload};
use crate::registry::{Language, PhraseEntry, Statement, Statements, tokens};
use crate::work;

pub use reported_actions::ReportedAction;
pub use requests::Requests;

/// The words after a phrase that still show what it is about.
const BEHIND: usize = 3;

/// The most words of a reply that consists of its claim only.
const BARE_REPLY: usize = 4;

/// Whether a reply has so few words that it consists of its claim only.
#[must_use]
pub fn is_bare_reply(reply: &str) -> bool {
    reply.split_whitespace().nth(BARE_REPLY).is_none()
}

/// A sentence that claims an action.
#[derive(Clone, Debug)]
pub struct CompletionClaim<'r> {
    /// The bytes of the sentence.
    pub span: Span,
    /// The statements it may make, at least one: words such as "added" are used for events, lists and files.
    pub statements: Vec<&'r Statement>,
    /// Whether it is a claim only if the user asked for such an action.
    pub if_asked: bool,
    /// The tokens of its phrase in the sentence.
    words: Range<usize>,
    /// Whether the author is named as the one who did it.
    pub by_name: bool,
}

impl<'r> CompletionClaim<'r> {
    fn new(span: Span, found: PhraseMatch<'r>) -> Self {
        let PhraseMatch { statement, if_asked, words, by_name } = found;
        Self { span, statements: vec![statement], if_asked, words, by_name }
    }

    /// The most likely statement.
    #[must_use]
    pub fn first(&self) -> Option<&'r Statement> {
        let named = self.statements.iter().find(|statement| statement.tool.is_some());
        named.or(self.statements.first()).copied()
    }

    /// Merges another reading of the same words. A claim without a condition outweighs one that needs a request.
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

/// A phrase found in a sentence.
struct PhraseMatch<'r> {
    statement: &'r Statement,
    if_asked: bool,
    words: Range<usize>,
    by_name: bool,
}

/// The language of a sentence.
#[derive(Clone, Copy)]
struct SpokenLanguage<'r> {
    name: &'r str,
    /// Whether a negation of this language is in the sentence.
    is_negated: bool,
}

impl<'r> SpokenLanguage<'r> {
    /// The language of a sentence of `text`, if it is one that the registry has.
    fn of(sentence: &str, text: &str, statements: &'r Statements) -> Option<Self> {
        let (words, language) = language_of_answer(sentence, Some(text), statements)?;
        let tokens = tokens(sentence, 0..sentence.len(), &[]);
        Some(Self { name: &words.language, is_negated: language.negations.is_in(&tokens, &language.boundaries) })
    }
}

/// Finds statements; built once, used for many texts.
#[derive(Clone, Debug, Default)]
pub struct StatementFinder {
    /// For each statement, whether a tool makes it true.
    available: Vec<bool>,
    /// The actions of the tools.
    actions: ToolActions,
    /// The prefilter for short texts.
    brief: brief::BriefTexts,
}

impl StatementFinder {
    /// The claims of `text` in prose, in its order. One sentence may make several.
    ///
    /// `payloads`, which must be in order, are not part of the prose.
    #[must_use]
    pub fn find<'r>(&self, text: &str, payloads: &[Span], statements: &'r Statements) -> Vec<CompletionClaim<'r>> {
        let mut found = find_of(text, payloads, statements, None);
        // Related languages share words: "ha sido cancelada" is Spanish, and rather no claim in Portuguese.
        let mut last = None;
        found.retain_mut(|stated| {
            // A sentence may make many claims, and is read once.
            let read = match last {
                Some((span, read)) if span == stated.span => read,
                _ => SpokenLanguage::of(stated.span.of(text), text, statements),
            };
            last = Some((stated.span, read));
            let Some(SpokenLanguage { name, is_negated }) = read else { return true };
            let is_own = |said: &&Statement| name == said.language;
            if stated.statements.iter().any(is_own) {
                stated.statements.retain(is_own);
                return true;
            }
            // Another language does not know its negations.
            !is_negated
        });
        found
    }

    /// Whether a short text states, without a verb of action, an outcome of what was asked for, or ends with an announcement.
    #[must_use]
    pub fn says_briefly(&self, text: &str, asked: Asked, statements: &Statements) -> bool {
        self.announces(text, statements)
            || brief::states_outcome(text, self.brief.possible_outcomes(text, asked), statements)
    }

    /// Whether a short text ends with what is about to be done.
    pub(super) fn announces(&self, text: &str, statements: &Statements) -> bool {
        self.brief.may_announce(text) && announced::announces(text, statements)
    }
}

/// The same for the relevant statements alone; for all of them if `relevant` is `None`.
fn find_of<'r>(
    text: &str,
    payloads: &[Span],
    statements: &'r Statements,
    relevant: Option<&[bool]>,
) -> Vec<CompletionClaim<'r>> {
    let payloads = with_bare(text, payloads);
    find_in(&sentences(text, &payloads, statements.languages()), statements, relevant)
}

/// The same for sentences that are already read.
fn find_in<'r>(
    sentences: &[Sentence<'_>],
    statements: &'r Statements,
    relevant: Option<&[bool]>,
) -> Vec<CompletionClaim<'r>> {
    let mut all = Vec::new();
    let phrases = statements.index();
    let counts = |place: usize| relevant.is_none_or(|relevant| relevant.get(place).is_some_and(|counts| *counts));
    let mut shown = vec![AnnouncementTracker::default(); statements.languages().len()];
    for (index, sentence) in sentences.iter().enumerate() {
        // In the order of their beginnings.
        let possible = phrases.possible(&sentence.tokens, counts);
        if possible.is_empty() {
            continue;
        }
        let analyses: Vec<_> =
            statements.languages().iter().map(|language| Analysis::new(sentence, language)).collect();
        let before = sentences.get(..index).unwrap_or_default();
        let mut around = SentenceContext { before, next: sentences.get(index + 1), shown: &mut shown };
        let span = Span::new(sentence.span.start, sentence.span.end);
        let mut stated: Vec<CompletionClaim<'r>> = Vec::new();
        for found in found(&analyses, &mut around, statements, &possible) {
            match stated.last_mut().filter(|last| found.words.start < last.words.end) {
                Some(last) => last.take(&found),
                None => stated.push(CompletionClaim::new(span, found)),
            }
        }
        all.extend(stated);
    }
    all
}

/// The possible phrases that a sentence contains and means, read in each language.
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

/// A phrase at a position of a sentence, if the sentence contains and means it.
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
    // A phrase that may begin with any word may begin with a condition: "Tell me the amount to be paid."
    if phrase.heads().is_none() && sentence.is_conditional(end) {
        return None;
    }
    if entry.if_asked && sentence.negates_anywhere() {
        return None;
    }
    // The items of a list are about others, unless they address the user.
    let reports = sentence.sentence.is_item && !place.names_author() && !sentence.addresses_user();
    // What the reply itself contains was done by writing it.
    let is_in_reply = statement.in_reply && (place.is_shown() || around.show(entry.language, sentence.language));
    let if_asked = entry.if_asked || is_in_reply || reports;
    Some(PhraseMatch { statement, if_asked, words: at..end, by_name: place.names_author() })
}

/// The spans of these and all other payloads of the text, in order, since data is no prose.
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
    /// For each language, what is known of the sentences before it.
    shown: &'s mut [AnnouncementTracker],
}

/// Whether one of the first sentences of a text announces something in the text itself.
#[derive(Clone, Copy, Default)]
struct AnnouncementTracker {
    /// The number of sentences read.
    sentences: usize,
    is_announced: bool,
}

impl SentenceContext<'_, '_, '_> {
    /// Whether the reply contains what a sentence is about: "Here is the new version:" comes before or right after it.
    /// `place` is the index of the language.
    fn show(&mut self, place: usize, language: &Language) -> bool {
        let shows = |sentence: &Sentence<'_>| Analysis::new(sentence, language).shows();
        let Some(known) = self.shown.get_mut(place) else { return false };
        let unseen = self.before.get(known.sentences..).unwrap_or_default();
        known.is_announced |= unseen.iter().any(|sentence| sentence.announces() && shows(sentence));
        known.sentences = self.before.len();
        known.is_announced || self.next.is_some_and(shows)
    }
}

/// The statements that a user's message asks for, among those that count.
fn requested(message: &str, statements: &Statements, counts: impl Fn(usize) -> bool) -> Vec<bool> {
    let sentence = Sentence {
        span: 0..message.len(),
        tokens: tokens(message, 0..message.len(), &[]),
        is_item: false,
        is_ticked: false,
    };
    let languages = statements.languages().iter();
    let analyses: Vec<_> = languages.map(|language| Analysis::new(&sentence, language)).collect();
    let asks = |statement: &Statement| {
        let Some(sentence) = analyses.iter().find(|sentence| sentence.language.name == statement.language) else {
            return false;
        };
        let (tokens, boundaries) = (sentence.tokens(), &sentence.language.boundaries);
        let possible = tokens.iter().enumerate().filter(|(_, token)| statement.asks().may_begin_with(token));
        possible.map(|(at, _)| at).any(|at| {
            // Where clauses begin is found out only if it decides.
            statement.asks().found(tokens, at, true, boundaries).any(|(phrase, end)| {
                let place = PhrasePosition { sentence, start: at, end };
                (!phrase.begins_clause() || sentence.begins_clause(at))
                    && place.may_begin(phrase)
                    && !place.is_negated()
            })
        })
    };
    let all = statements.entries().iter().enumerate();
    all.map(|(place, statement)| counts(place) && asks(statement)).collect()
}
