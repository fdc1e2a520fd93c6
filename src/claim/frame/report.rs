//! What a message reports as done.

use std::ops::Range;

use super::super::sentence::{Analysis, sentences};
use super::known_tokens::KnownTokens;
use super::language::language_of;
use super::{Form, Frame, frames};
use crate::registry::{ActionKind, ActionKinds, Forms, Lexicon, Statements, Token, Verb, WordClass};

/// Something that a message reports as done, or as a new state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EarlierAction {
    /// The base form of its verb.
    pub(super) verb: String,
    pub(super) kinds: ActionKinds,
    pub(super) head: Option<String>,
    pub(super) nouns: Vec<String>,
    /// Whether the author of the message says "I did it".
    pub(super) is_own: bool,
    /// Whether the author of the message thanks for it.
    pub(super) is_thanked: bool,
    /// Whether it is reported without a finite verb, as users name what they want ("lights on").
    pub(super) is_elliptic: bool,
}

impl EarlierAction {
    fn of(frame: &Frame<'_>) -> Self {
        Self {
            verb: frame.base().unwrap_or_default().to_owned(),
            kinds: frame.kinds,
            head: frame.head.clone(),
            nouns: frame.nouns.clone(),
            is_own: frame.form == Form::Active,
            is_thanked: false,
            is_elliptic: frame.form == Form::Elliptic,
        }
    }

    /// What a sentence thanks for: "Thank you for processing the return".
    fn thanked(tokens: &[Token<'_>], words: &Lexicon) -> Option<Self> {
        let known = KnownTokens::new(tokens, words);
        let after = (0..tokens.len()).find_map(|at| words.thanks.ends(tokens, at, words.boundaries()).max())?;
        let end = (after..tokens.len()).find(|at| known.is_mark(*at)).unwrap_or(tokens.len());
        // "Processing the return" is a return.
        let is_action = |verb: &&Verb| !verb.kinds.has(ActionKind::Complete);
        // "Thanks for getting it cancelled" names the action last.
        let ends = |at: usize| at >= end || known.is_any(at, &[WordClass::Preposition, WordClass::Adverb]);
        let names_action_done =
            |at: usize, forms: Forms| forms.has(Forms::PROGRESSIVE) || forms.are_of_participle_alone() && ends(at + 1);
        let doing = |at: usize| known.verb(at).filter(|(_, forms)| names_action_done(at, *forms)).map(|(verb, _)| verb);
        let (at, verb) = (after..end).find_map(|at| {
            let verb = words.verb(doing(at).or(known.word(at)?.action)?);
            verb.filter(is_action).map(|verb| (at, verb))
        })?;
        let object = at..known.phrase_end(at, end).max(at + 1);
        Some(Self {
            verb: verb.base.clone(),
            kinds: verb.kinds,
            head: known.head(object),
            nouns: known.nouns(after..end, tokens.len()),
            is_own: false,
            is_thanked: true,
            is_elliptic: false,
        })
    }

    /// Whether a frame reports the same.
    pub(super) fn is_reported_by(&self, frame: &Frame<'_>) -> bool {
        // "Swap completed" reports again that something was swapped.
        let names_verb = || frame.kinds.has(ActionKind::Complete) && frame.nouns.contains(&self.verb);
        // "Thanks for getting that submitted" – "I've submitted the return"
        let is_written =
            || self.is_thanked && frame.words.verb(frame.own_verb).is_some_and(|verb| verb.base == self.verb);
        let is_same = frame.base() == Some(self.verb.as_str()) || is_written();
        // "I paid bill 5" – "Your payment has been processed."
        let names_own_action = || self.is_own && frame.names_action();
        let is_bare = || self.is_thanked && self.nouns.is_empty();
        let shares = || is_bare() || frame.nouns.iter().any(|noun| self.nouns.contains(noun));
        let names_head = || frame.head.as_ref().is_some_and(|head| self.nouns.contains(head));
        is_same && (shares() || names_own_action()) || self.kinds.meets(frame.kinds) && names_head() || names_verb()
    }

    /// Whether a frame names the action: "I've booked the flight" – "Your booking has been processed".
    pub(super) fn is_named_by(&self, frame: &Frame<'_>) -> bool {
        frame.names_action() && frame.base() == Some(self.verb.as_str())
    }

    /// Whether a frame may be about the same thing, or the same kind of action.
    pub(super) fn is_akin_to(&self, frame: &Frame<'_>) -> bool {
        self.kinds.compatible().meets(frame.kinds) || frame.nouns.iter().any(|noun| self.nouns.contains(noun))
    }
}

/// What a message reports.
#[derive(Clone, Debug, Default)]
pub(super) struct MessageReport {
    pub(super) actions: Vec<EarlierAction>,
    /// Its sentences in small letters, without the questions: those name what is still to do.
    pub(super) text: String,
    /// Where the sentences are that say in full that something was done.
    pub(super) done: Vec<Range<usize>>,
}

impl MessageReport {
    /// Reads a message in its most likely language.
    pub(super) fn of(text: &str, statements: &Statements) -> Self {
        let Some((words, language)) = language_of(text, statements) else { return Self::default() };
        let mut sentences = sentences(text, &[], statements.languages());
        sentences.retain(|sentence| !sentence.is_question());
        let said = sentences.iter().filter_map(|sentence| text.get(sentence.span.clone()));
        let said: Vec<String> = said.map(str::to_lowercase).collect();
        let mut done = Vec::new();
        let actions = sentences.iter().flat_map(|sentence| {
            let sentence = sentence.in_words(text, words);
            let found = frames(&Analysis::new(&sentence, language), words);
            if found.iter().any(|frame| matches!(frame.form, Form::Active | Form::Passive)) {
                done.push(sentence.span.clone());
            }
            let reported = found.iter().filter(|frame| counts(frame)).map(EarlierAction::of);
            reported.chain(EarlierAction::thanked(&sentence.tokens, words)).collect::<Vec<_>>()
        });
        Self { actions: actions.collect(), text: said.join(" "), done }
    }
}

/// Whether a frame reports something: "7 pm is fully booked" is about others, "I'll book it" is to come.
fn counts(frame: &Frame<'_>) -> bool {
    let is_of_others = frame.describes() && frame.is_of_others();
    let is_to_come = matches!(frame.form, Form::Progressive | Form::Future);
    !(frame.introduces_text || is_to_come || is_of_others)
}
