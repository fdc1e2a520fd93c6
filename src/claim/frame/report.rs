//! Whether an answer says that something was done.

use super::super::statement::{Analysis, sentences};
use super::request::language_of;
use super::{Form, frames};
use crate::registry::Statements;

/// Whether a text says of anything that it was done, or is so now.
pub(super) fn reports(text: &str, statements: &Statements) -> bool {
    let Some((words, language)) = language_of(text, statements) else { return false };
    let sentences = sentences(text, &[], statements.languages());
    sentences.iter().any(|sentence| {
        let sentence = sentence.in_words(text, words);
        let found = frames(&Analysis::new(&sentence, language), words);
        // "7 pm is fully booked" tells of others.
        found.iter().any(|frame| {
            !(matches!(frame.form, Form::Progressive | Form::Future) || frame.describes() && frame.is_of_others())
        })
    })
}
