//! Sentences that report an action in any words, as claims: the grounds of their frames.

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::super::frame::{Form, Frame, Ground, Grounds, changes_world, denial, frames, grounded, language_of};
use super::super::sentence::{Analysis, PhrasePosition, Sentence};
use super::super::{Claim, Span};
use super::extent::{introduces_list, span_of, with_signs, with_ticks, with_whole_emphasis};
use super::receipts::receipts;
use super::reported::Reported;
use super::{brief, outcome};
use crate::registry::{
    ActionKind, ActionKinds, Language, Lexicon, PhraseSet, Statements, Token, ToolWords, Verb, WordClass,
    with_plain_letters,
};

/// Adds the claims of frames to those of phrases, in the order of the text.
pub(super) fn add(
    claims: &mut Vec<Claim>,
    text: &str,
    sentences: &[Sentence<'_>],
    statements: &Statements,
    (words, language): (&Lexicon, &Language),
    grounds: &Grounds<'_>,
) {
    // Related languages share words: a sentence in the language of the text is none of another.
    claims.retain(|claim| {
        is_of_language(claim, words, statements)
            || language_of(claim.span.of(text), statements).is_none_or(|(own, _)| own.language != words.language)
    });
    let by_phrases = claims.iter().enumerate().map(|(place, claim)| (claim.span.start, place)).collect();
    let (no_claims, left) = (HashSet::new(), HashSet::new());
    let mut reports = Reports { text, words, language, statements, grounds, claims, by_phrases, no_claims, left };
    let last_proposal = LazyCell::new(|| {
        let last = sentences.iter().rfind(|sentence| proposes(sentence, text, words, language));
        last.map_or(0, |sentence| sentence.span.start)
    });
    let mut known_before = Vec::new();
    for sentence in sentences {
        let sentence = &sentence.in_words(text, words);
        let analysis = Analysis::new(sentence, language);
        let span = span_of(sentence);
        // A form with gaps to fill in is no report.
        if has_gap(span.of(text)) {
            continue;
        }
        let found = reports.frames_of(&analysis);
        let proposes = || found.iter().any(Frame::revises_request) && span.start < *last_proposal;
        let is_quoted = || !found.is_empty() && grounds.quotes_user(span.of(text));
        let is_no_news = recounts(&analysis, &found, words, grounds, &known_before) || proposes() || is_quoted();
        known_before = if grounds.has_tools() { names_after_already(sentence, words) } else { Vec::new() };
        if is_no_news {
            reports.no_claims.insert(span.start);
        } else {
            reports.add(sentence, &analysis, &found);
        }
    }
    reports.finish(sentences);
}

/// The claims of a text, while its sentences are read.
struct Reports<'a, 'g> {
    text: &'a str,
    words: &'a Lexicon,
    language: &'a Language,
    statements: &'a Statements,
    grounds: &'a Grounds<'g>,
    claims: &'a mut Vec<Claim>,
    /// The places of the claims that phrases found, by where their sentences begin.
    by_phrases: HashMap<usize, usize>,
    /// Where sentences begin that are no claims, whatever a phrase found in them.
    no_claims: HashSet<usize>,
    /// Where sentences begin that claim nothing and may report something.
    left: HashSet<usize>,
}

impl<'a> Reports<'a, '_> {
    /// The frames of a sentence, without those about what follows in the text.
    fn frames_of(&self, analysis: &Analysis<'_, '_>) -> Vec<Frame<'a>> {
        let mut found = frames(analysis, self.words);
        found.retain(|frame| !frame.introduces_text || self.grounds.points_to_file());
        found
    }

    /// Adds the claim of a sentence with these frames.
    fn add(&mut self, sentence: &Sentence<'_>, analysis: &Analysis<'_, '_>, found: &[Frame<'_>]) {
        let (span, grounds) = (span_of(sentence), self.grounds);
        let counted: Vec<_> = found.iter().filter_map(|frame| Some((frame, grounded(frame, grounds)?))).collect();
        // "Done — I've cancelled it": what was done says more than that it was.
        let names = |(frame, _): &&(&Frame<'_>, _)| !frame.nouns.is_empty();
        let Some((first, (ground, tool))) = counted.iter().find(names).or(counted.first()).copied() else {
            self.add_without_ground(sentence, analysis, found);
            return;
        };
        // A phrase says what is wrong in better words than a need that the user only told.
        if counted.iter().all(|(_, (ground, _))| *ground == Ground::StatedNeed) && self.of_phrase(span).is_some() {
            self.add_without_ground(sentence, analysis, found);
            return;
        }
        let Some(replacement) = denials(&counted, sentence, self.text) else { return };
        let true_by = made_true_by(&counted, tool, self.statements);
        let all = counted.iter().map(|(frame, _)| *frame).collect();
        let reported = Reported { first, all, ground, tool, true_by, replacement };
        let (words, statements) = (self.words, self.statements);
        if let Some(known) = self.of_phrase(span).filter(|claim| claim.span == span) {
            let is_of_language = is_of_language(known, words, statements);
            reported.merge_into(known, is_of_language, grounds);
        } else {
            self.claims.push(reported.into_claim(span, grounds));
        }
    }

    /// Adds the claim of a sentence of whose frames none has a ground: that of a phrase, or of an outcome.
    fn add_without_ground(&mut self, sentence: &Sentence<'_>, analysis: &Analysis<'_, '_>, found: &[Frame<'_>]) {
        let (span, words) = (span_of(sentence), self.words);
        if !found.is_empty() && found.iter().all(|frame| self.grounds.is_reported_by_user(frame)) {
            self.no_claims.insert(span.start);
            return;
        }
        if let Some(known) = self.of_phrase(span) {
            // "Cancelled:" says above a list of the things that the user's order was followed.
            let answers = is_bare(analysis) && known.was_requested();
            if found.is_empty() && is_heading(analysis, words) && !answers {
                self.no_claims.insert(span.start);
                return;
            }
            // "You will receive an email" follows from any change.
            let follows = follows_from_action(analysis, words);
            (known.changes, known.any_change) = (known.changes || follows, known.any_change || follows);
            return;
        }
        let outcome = || outcome::claim(analysis, words, self.statements, self.grounds);
        match brief::is_brief(self.text).then(outcome).flatten() {
            Some(claim) => self.claims.push(claim),
            None => drop(self.left.insert(span.start)),
        }
    }

    /// The claim that a phrase found in a sentence.
    fn of_phrase(&mut self, sentence: Span) -> Option<&mut Claim> {
        self.claims.get_mut(*self.by_phrases.get(&sentence.start)?)
    }

    /// Whether a sentence that is no claim reports something as done, so that a correction of the others leaves it.
    fn leaves_report(&self, sentence: &Sentence<'_>) -> bool {
        let sentence = sentence.in_words(self.text, self.words);
        let analysis = Analysis::new(&sentence, self.language);
        let lists = || sentence.is_item && names_action(&sentence, self.words);
        self.frames_of(&analysis).iter().any(reports) || lists() || follows_from_action(&analysis, self.words)
    }

    /// Once all sentences are read: adds receipts, and completes the claims.
    fn finish(self, sentences: &[Sentence<'_>]) {
        let Self { text, words, language, grounds, .. } = self;
        self.claims.retain(|claim| !self.no_claims.contains(&claim.span.start));
        if self.claims.is_empty() {
            return;
        }
        let receipts = receipts(self.claims, text, sentences, (words, language), grounds);
        let goes =
            |span: Span| receipts.iter().any(|claim| claim.span.start <= span.start && span.end <= claim.span.end);
        let is_left = |span: Span| self.left.contains(&span.start) && !goes(span);
        let leaves_reports =
            sentences.iter().any(|sentence| is_left(span_of(sentence)) && self.leaves_report(sentence));
        let claims = self.claims;
        claims.extend(receipts);
        for claim in claims.iter_mut() {
            claim.leaves_reports = leaves_reports || introduces_list(text, claim.span);
            claim.span = with_ticks(text, with_whole_emphasis(text, with_signs(text, claim.span)));
        }
        claims.sort_by_key(|claim| claim.span.start);
    }
}

/// Whether a sentence only recounts what was so before it, what a tool showed, or what the user said. `known_before` are the
/// words of a sentence right before it that says that something was so already.
fn recounts(
    sentence: &Analysis<'_, '_>,
    found: &[Frame<'_>],
    words: &Lexicon,
    grounds: &Grounds<'_>,
    known_before: &[String],
) -> bool {
    let goes_on = |frame: &Frame<'_>| frame.form != Form::Active && frame.is_of_any(known_before);
    let only_hears = |frame: &Frame<'_>| grounds.only_hears(frame);
    // What follows "noted that you" is what the user said.
    let hears_clause = |first: &Frame<'_>| first.hears_clause && only_hears(first);
    found.first().is_some_and(|first| {
        found.iter().all(goes_on)
            || hinders(sentence, found, words, grounds)
            || is_regretted(sentence, found, words)
            || found.iter().any(|frame| grounds.may_have_shown(frame))
            || hears_clause(first)
            || found.iter().all(only_hears)
    })
}

/// The nouns of a sentence that says that something was so already: what the next one says of them was so, too. "Your refund
/// has already been issued. The refund is complete."
fn names_after_already(sentence: &Sentence<'_>, words: &Lexicon) -> Vec<String> {
    let tokens: Vec<_> = sentence.tokens.iter().filter(|token| !token.is_mark()).collect();
    let is = |token: &Token<'_>, classes: &[WordClass]| {
        words.word(&token.text).is_some_and(|word| word.classes.has_any(classes))
    };
    // "I've already checked the order", "You are already a member" say nothing of a thing.
    let persons = [WordClass::Author, WordClass::AuthorHave, WordClass::AuthorIs, WordClass::You, WordClass::YouAre];
    let leads = [WordClass::Have, WordClass::Is, WordClass::Was, WordClass::Been];
    let is_of_thing = |(at, token): (usize, &&Token<'_>)| {
        let mut before = tokens.iter().take(at).rev().skip_while(|token| is(token, &leads));
        is(token, &[WordClass::Already]) && !before.next().is_some_and(|token| is(token, &persons))
    };
    if words.subject_in_verb || words.subjectless || !tokens.iter().enumerate().any(is_of_thing) {
        return Vec::new();
    }
    let name = |token: &Token<'_>| words.word(&token.text).and_then(|word| word.thing.clone());
    tokens.into_iter().map(|token| name(token).unwrap_or_else(|| token.text.to_string())).collect()
}

/// Whether a sentence says why something else that the user wants is impossible, and not what its author did: "Order 5 has
/// been cancelled, so I can't change its address". Only tools show such a state.
fn hinders(sentence: &Analysis<'_, '_>, found: &[Frame<'_>], words: &Lexicon, grounds: &Grounds<'_>) -> bool {
    let Some(last) = found.iter().map(|frame| frame.tokens.end).max().filter(|_| grounds.has_tools()) else {
        return false;
    };
    if found.iter().any(|frame| frame.form == Form::Active) {
        return false;
    }
    let tokens = sentence.tokens();
    let is_other_wish = |token: &Token<'_>| {
        let Some(word) = words.word(token.text.as_ref()) else { return false };
        let wants_verb = |verb: usize| {
            let is_same = found.iter().any(|frame| [frame.verb, frame.own_verb].contains(&verb));
            !is_same && words.verb(verb).is_some_and(|verb| grounds.wants(verb.kinds).is_some())
        };
        // "…, so I can't use its address" to who wants another address.
        let wants_thing =
            |thing: &String| grounds.orders_thing(thing) && !found.iter().any(|frame| frame.nouns.contains(thing));
        word.verb.is_some_and(|(verb, _)| wants_verb(verb)) || word.thing.as_ref().is_some_and(wants_thing)
    };
    let ends = |at: usize| words.hindrances.ends(tokens, at, words.boundaries()).max();
    let prevented = (last..tokens.len()).find_map(ends).and_then(|end| tokens.get(end..));
    prevented.is_some_and(|prevented| prevented.iter().any(is_other_wish))
}

/// Whether a sentence regrets what happened, which its author did not bring about: "Unfortunately, this order has been
/// cancelled."
fn is_regretted(sentence: &Analysis<'_, '_>, found: &[Frame<'_>], words: &Lexicon) -> bool {
    let tokens = sentence.tokens();
    let regret = (0..tokens.len()).find_map(|at| words.regrets.ends(tokens, at, words.boundaries()).max());
    // A comma right after the regret does not end its clause.
    let is_of_same_clause = |frame: &Frame<'_>, end: usize| {
        let after = end + usize::from(tokens.get(end).is_some_and(|token| token.text == ","));
        let mut between = (after..frame.tokens.start).filter_map(|at| tokens.get(at));
        end <= frame.tokens.start && !between.any(|token| sentence.is_boundary(token))
    };
    let is_bad_news =
        |frame: &Frame<'_>| frame.form != Form::Active && regret.is_some_and(|end| is_of_same_clause(frame, end));
    found.iter().all(is_bad_news)
}

/// The most actions of a sentence that its correction denies one by one.
const MOST_DENIED: usize = 3;

/// The correction of a sentence: it denies each of its actions.
fn denials(counted: &[(&Frame<'_>, (Ground, Option<&str>))], sentence: &Sentence<'_>, text: &str) -> Option<String> {
    // In "提醒已创建" the verb "remind" names what was created.
    let names_object = |frame: &Frame<'_>| {
        let verb = frame.tokens.end.checked_sub(1).and_then(|last| sentence.tokens.get(last));
        let is_in = |phrase: &Range<usize>| verb.is_some_and(|verb| phrase.contains(&verb.span.start));
        counted
            .iter()
            .any(|(other, _)| frame.tokens.start < other.tokens.start && other.phrase.as_ref().is_some_and(is_in))
    };
    let frames = counted.iter().map(|(frame, _)| *frame).filter(|frame| !names_object(frame));
    let mut all: Vec<String> = Vec::new();
    for said in frames.filter_map(|frame| denial(frame, text)) {
        if !all.contains(&said) && all.len() < MOST_DENIED {
            all.push(said);
        }
    }
    let is_unspaced = counted.first().is_some_and(|(frame, _)| frame.words.unspaced);
    (!all.is_empty()).then(|| all.join(if is_unspaced { "" } else { " " }))
}

/// Whether a frame reports something as done, no matter who asked for it.
fn reports(frame: &Frame<'_>) -> bool {
    let is_done = matches!(frame.form, Form::Active | Form::Passive | Form::PassivePast);
    !frame.reports_earlier && (is_done || frame.form == Form::State && frame.is_completing)
}

/// Whether the item of a list names what was done: "- Refund: $20, processed immediately".
fn names_action(item: &Sentence<'_>, words: &Lexicon) -> bool {
    let is_done = |token: &Token<'_>| {
        participle(token, words).is_some_and(|verb| changes_world(verb.kinds) || verb.kinds.has(ActionKind::Complete))
    };
    item.tokens.iter().any(is_done)
}

/// The verb of which a token is a participle and no base form.
fn participle<'w>(token: &Token<'_>, words: &'w Lexicon) -> Option<&'w Verb> {
    let (verb, forms) = words.word(token.text.as_ref())?.verb?;
    words.verb(verb).filter(|_| forms.are_of_participle_alone())
}

/// The most words and marks of a heading.
const HEADING: usize = 7;

/// Whether a sentence is a heading above what follows it: "Updated itinerary:", "Already cancelled (no action needed):".
fn is_heading(sentence: &Analysis<'_, '_>, words: &Lexicon) -> bool {
    let tokens = sentence.tokens();
    let is = |token: &Token<'_>, class| words.is(token.text.as_ref(), class);
    let begins =
        tokens.first().is_some_and(|first| participle(first, words).is_some() || is(first, WordClass::Already));
    let names_one = |token: &Token<'_>| is(token, WordClass::Determiner) || is(token, WordClass::It);
    begins && sentence.announces() && tokens.len() <= HEADING && !tokens.iter().any(names_one)
}

/// Whether a sentence is a single word.
fn is_bare(sentence: &Analysis<'_, '_>) -> bool {
    sentence.tokens().iter().filter(|token| !token.is_mark()).count() == 1
}

/// Whether a sentence says what follows from an action: "You will receive a refund". A question or a condition does not.
fn follows_from_action(sentence: &Analysis<'_, '_>, words: &Lexicon) -> bool {
    let tokens = sentence.tokens();
    let says = |at: usize| {
        let mut found = words.consequences.found(tokens, at, sentence.begins_clause(at), words.boundaries());
        found.next().is_some_and(|(_, end)| PhrasePosition { sentence, start: at, end }.is_meant())
    };
    (0..tokens.len()).any(says)
}

/// Drops claims next to a question that asks for confirmation: such a reply says what will be done.
pub(super) fn drop_proposed(
    claims: &mut Vec<Claim>,
    text: &str,
    sentences: &[Sentence<'_>],
    (words, language): (&Lexicon, &Language),
) {
    if claims.is_empty() {
        return;
    }
    let proposing: Vec<bool> = sentences.iter().map(|sentence| proposes(sentence, text, words, language)).collect();
    claims.retain(|claim| {
        let own = sentences.partition_point(|sentence| sentence.span.end <= claim.span.start);
        let near = own.saturating_sub(1)..=own + 1;
        !near.into_iter().any(|place| proposing.get(place).is_some_and(|proposes| *proposes))
    });
}

/// Whether a sentence asks whether a proposal is right.
fn proposes(sentence: &Sentence<'_>, text: &str, words: &Lexicon, language: &Language) -> bool {
    let sentence = sentence.in_words(text, words);
    let analysis = Analysis::new(&sentence, language);
    let tokens = analysis.tokens();
    (0..tokens.len()).any(|at| {
        let begins = analysis.begins_clause(at);
        let holds = |phrases: &PhraseSet| phrases.found(tokens, at, begins, words.boundaries()).next().is_some();
        let is_tag = || at > 0 && analysis.is_question() && tokens.get(at - 1).is_some_and(Token::is_mark);
        holds(&words.proposals) || is_tag() && holds(&words.tags)
    })
}

/// Whether a phrase of a language found a claim.
fn is_of_language(claim: &Claim, words: &Lexicon, statements: &Statements) -> bool {
    let mut entries = statements.entries().iter();
    let statement = entries.find(|statement| claim.pattern.as_deref() == Some(statement.name.as_str()));
    statement.is_some_and(|statement| statement.language == words.language)
}

/// The prose of a text, since its data shows no language.
pub(super) fn said(text: &str, sentences: &[Sentence<'_>]) -> String {
    let said: Vec<&str> = sentences.iter().map(|sentence| span_of(sentence).of(text)).collect();
    said.join(" ")
}

/// Whether a sentence contains a gap to fill in: "on [date]". A link such as "[the chart](chart.png)" is none.
pub(super) fn has_gap(said: &str) -> bool {
    let opens = said.find('[').or_else(|| said.find('<'));
    let after = opens.and_then(|at| said.get(at + 1..)).unwrap_or_default();
    after.starts_with(char::is_alphabetic) && after.contains([']', '>']) && !after.contains("](")
}

/// Words in the names of tools that make a sentence true: the verbs of such actions, and the nouns.
fn made_true_by(
    counted: &[(&Frame<'_>, (Ground, Option<&str>))],
    tool: Option<&str>,
    statements: &Statements,
) -> ToolWords {
    let frames = counted.iter().map(|(frame, _)| frame);
    let kinds = frames.clone().fold(ActionKinds::default(), |all, frame| all.and(frame.done_by()));
    let own = frames.flat_map(|frame| frame.base().map(str::to_owned).into_iter().chain(frame.nouns.iter().cloned()));
    // Where another tool does it, a verb that only a tool's name has is no evidence: what it means is a guess.
    let named = statements.tool_words(kinds, tool.is_none());
    named.and(own.flat_map(with_plain_letters).collect())
}
