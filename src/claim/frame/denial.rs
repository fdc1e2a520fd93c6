//! What is true instead of a false sentence, in its own words: that it was not done.

use super::{Form, Frame};
use crate::registry::{WordClass, Words};

/// The sentence that takes a frame of `text` back.
pub(in crate::claim) fn denial(frame: &Frame<'_>, text: &str) -> Option<String> {
    let forms = &frame.words.denials;
    let participle = frame.participle.as_deref()?;
    let phrase = frame
        .phrase
        .clone()
        .and_then(|phrase| text.get(phrase))
        .map(|phrase| phrase.trim_end_matches("'s").trim_end_matches("’s"));
    let phrase = phrase.filter(|phrase| says_what(phrase));
    let is_active = matches!(frame.form, Form::Active | Form::Progressive | Form::Future);
    let form = match phrase {
        None => &forms.nothing,
        Some(_) if is_active && frame.by_several => &forms.we,
        Some(_) if is_active || is_object(frame) => &forms.i,
        Some(phrase) if is_plural(phrase, frame.words) => &forms.many,
        Some(_) => &forms.one,
    };
    let phrase = phrase.unwrap_or_default();
    let said = form
        .replace("{participle}", participle)
        .replace("{object}", &if is_active { phrase.to_owned() } else { uncapitalised(phrase, frame.words) })
        .replace("{subject}", &capitalised(phrase));
    Some(said).filter(|said| !said.is_empty())
}

/// Whether the phrase of an ellipsis stands behind its verb: "Added milk to the list".
fn is_object(frame: &Frame<'_>) -> bool {
    frame.form == Form::Elliptic && frame.tokens.len() == 1
}

/// Whether a phrase can stand in a sentence of its own: a line without marks of its own.
fn says_what(phrase: &str) -> bool {
    phrase.chars().any(char::is_alphabetic)
        && !phrase.contains(['\n', '*', '`', '"', ',', ';', ':', '(', '[', '{', '，', '；', '：', '（'])
}

/// Whether a noun phrase names several things: its last word before a preposition tells.
fn is_plural(phrase: &str, words: &Words) -> bool {
    let is_preposition = |word: &str| {
        words
            .word(&word.to_lowercase())
            .is_some_and(|word| word.classes.has(WordClass::Preposition) && !word.classes.has(WordClass::Determiner))
    };
    let last = phrase.split_whitespace().take_while(|word| !is_preposition(word)).last().unwrap_or_default();
    last.ends_with('s') && !last.ends_with("ss") && !last.ends_with("us") && !last.ends_with("is")
}

/// A phrase within a sentence: a word of the language is small there, a name is not.
fn uncapitalised(phrase: &str, words: &Words) -> String {
    let first = phrase.split_whitespace().next().unwrap_or_default();
    if words.word(&first.to_lowercase()).is_none() {
        return phrase.to_owned();
    }
    let mut letters = phrase.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

fn capitalised(phrase: &str) -> String {
    let mut letters = phrase.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
