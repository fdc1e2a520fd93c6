//! What is true instead of a false sentence, in its own words: that it was not done.

use super::{Form, Frame};

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
        Some(phrase) if is_plural(phrase) => &forms.many,
        Some(_) => &forms.one,
    };
    let phrase = phrase.unwrap_or_default();
    let said = form
        .replace("{participle}", participle)
        .replace("{object}", phrase)
        .replace("{subject}", &if is_active || is_object(frame) { phrase.to_owned() } else { capitalised(phrase) });
    Some(said).filter(|said| !said.is_empty())
}

/// Whether the phrase of an ellipsis stands behind its verb: "Added milk to the list".
fn is_object(frame: &Frame<'_>) -> bool {
    frame.form == Form::Elliptic && frame.tokens.len() == 1
}

/// Whether a phrase can stand in a sentence of its own: a line without marks of its own.
fn says_what(phrase: &str) -> bool {
    phrase.chars().any(char::is_alphabetic) && !phrase.contains(['\n', '*', '`', '"', ',', ';', ':', '(', '[', '{'])
}

/// Whether an English noun phrase names several things.
fn is_plural(phrase: &str) -> bool {
    let last = phrase.split_whitespace().last().unwrap_or_default();
    last.ends_with('s') && !last.ends_with("ss") && !last.ends_with("us") && !last.ends_with("is")
}

fn capitalised(phrase: &str) -> String {
    let mut letters = phrase.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
