//! Whether an answer reports anything as done.

use super::super::statement::{Analysis, sentences};
use super::language::language_of;
use super::{Form, frames};
use crate::registry::Statements;

/// Whether a text reports anything as done, or as a new state.
pub(super) fn reports(text: &str, statements: &Statements) -> bool {
    let Some((words, language)) = language_of(text, statements) else { return false };
    let sentences = sentences(text, &[], statements.languages());
    sentences.iter().any(|sentence| {
        let sentence = sentence.in_words(text, words);
        let found = frames(&Analysis::new(&sentence, language), words);
        // "7 pm is fully booked" is about others.
        found.iter().filter(|frame| !frame.introduces_text).any(|frame| {
            !(matches!(frame.form, Form::Progressive | Form::Future) || frame.describes() && frame.is_of_others())
        })
    })
}
