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
}

impl ToldDeed {
    fn of(frame: &Frame<'_>) -> Self {
        Self {
            verb: frame.base().unwrap_or_default().to_owned(),
            kinds: frame.kinds,
            head: frame.head.clone(),
            nouns: frame.nouns.clone(),
            is_own: frame.form == Form::Active,
        }
    }

    /// Whether a frame tells the same.
    pub(super) fn is_told_by(&self, frame: &Frame<'_>) -> bool {
        // "Swap completed" tells again that something was swapped.
        let names_verb = || frame.kinds.has(ActionKind::Complete) && frame.nouns.contains(&self.verb);
        let is_same = frame.base() == Some(self.verb.as_str()) || self.kinds.meets(frame.kinds);
        let names = |head: &Option<String>, nouns: &[String]| head.as_ref().is_some_and(|head| nouns.contains(head));
        is_same && (names(&frame.head, &self.nouns) || names(&self.head, &frame.nouns)) || names_verb()
    }
}

/// What a text tells as done, or as a new state.
pub(super) fn told(text: &str, statements: &Statements) -> Vec<ToldDeed> {
    let Some((words, language)) = language_of(text, statements) else { return Vec::new() };
    let sentences = sentences(text, &[], statements.languages());
    let told = sentences.iter().flat_map(|sentence| {
        let sentence = sentence.in_words(text, words);
        let found = frames(&Analysis::new(&sentence, language), words);
        // "7 pm is fully booked" is about others.
        let counts = |frame: &&Frame<'_>| {
            !frame.introduces_text
                && !matches!(frame.form, Form::Progressive | Form::Future)
                && !(frame.describes() && frame.is_of_others())
        };
        found.iter().filter(counts).map(ToldDeed::of).collect::<Vec<_>>()
    });
    told.collect()
}
