//! What a message tells as done.

use super::super::statement::{Analysis, sentences};
use super::language::language_of;
use super::{Form, Frame, frames};
use crate::registry::{ActionKind, ActionKinds, Statements};

/// Something that a message tells as done, or as a new state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ToldDeed {
    /// The base form of its verb.
    pub(super) verb: String,
    pub(super) kinds: ActionKinds,
    pub(super) head: Option<String>,
    pub(super) nouns: Vec<String>,
    /// Whether the author of the message says "I did it".
    pub(super) is_own: bool,
    /// Whether it is told without a finite verb, as users name what they want ("lights on").
    pub(super) is_elliptic: bool,
}

impl ToldDeed {
    fn of(frame: &Frame<'_>) -> Self {
        Self {
            verb: frame.base().unwrap_or_default().to_owned(),
            kinds: frame.kinds,
            head: frame.head.clone(),
            nouns: frame.nouns.clone(),
            is_own: frame.form == Form::Active,
            is_elliptic: frame.form == Form::Elliptic,
        }
    }

    /// Whether a frame tells the same.
    pub(super) fn is_told_by(&self, frame: &Frame<'_>) -> bool {
        // "Swap completed" tells again that something was swapped.
        let names_verb = || frame.kinds.has(ActionKind::Complete) && frame.nouns.contains(&self.verb);
        let is_same = frame.base() == Some(self.verb.as_str());
        let shares = || frame.nouns.iter().any(|noun| self.nouns.contains(noun));
        let names_head = || frame.head.as_ref().is_some_and(|head| self.nouns.contains(head));
        is_same && shares() || self.kinds.meets(frame.kinds) && names_head() || names_verb()
    }

    /// Whether a frame may be about the same thing, or the same kind of action.
    pub(super) fn is_akin_to(&self, frame: &Frame<'_>) -> bool {
        self.kinds.compatible().meets(frame.kinds) || frame.nouns.iter().any(|noun| self.nouns.contains(noun))
    }
}

/// What a message tells.
#[derive(Clone, Debug, Default)]
pub(super) struct Told {
    /// What it tells as done, or as a new state.
    pub(super) deeds: Vec<ToldDeed>,
    /// Its sentences in small letters, without the questions: those name what is still to do.
    pub(super) text: String,
}

/// What a text tells.
pub(super) fn told(text: &str, statements: &Statements) -> Told {
    let Some((words, language)) = language_of(text, statements) else { return Told::default() };
    let mut sentences = sentences(text, &[], statements.languages());
    sentences.retain(|sentence| !sentence.is_question());
    let said = sentences.iter().filter_map(|sentence| text.get(sentence.span.clone()));
    let said: Vec<String> = said.map(str::to_lowercase).collect();
    let deeds = sentences.iter().flat_map(|sentence| {
        let sentence = sentence.in_words(text, words);
        let found = frames(&Analysis::new(&sentence, language), words);
        // "7 pm is fully booked" is about others.
        let counts = |frame: &&Frame<'_>| {
            let is_of_others = frame.describes() && frame.is_of_others();
            let is_to_come = matches!(frame.form, Form::Progressive | Form::Future);
            !(frame.introduces_text || is_to_come || is_of_others)
        };
        found.iter().filter(counts).map(ToldDeed::of).collect::<Vec<_>>()
    });
    Told { deeds: deeds.collect(), text: said.join(" ") }
}
