//! The correction of a false report, in its own words: the sentence that the action was not done.

use super::{Form, Frame};
use crate::registry::WordClass;

/// The sentence that denies a frame of `text`.
pub(in crate::claim) fn denial(frame: &Frame<'_>, text: &str) -> Option<String> {
    let forms = &frame.words.denials;
    let verb = frame.words.verb(frame.own_verb)?;
    let phrase = frame
        .phrase
        .clone()
        .and_then(|phrase| text.get(phrase))
        .map(|phrase| phrase.trim_end_matches("'s").trim_end_matches("’s"));
    let phrase = phrase.filter(|phrase| says_what(phrase));
    let is_active = matches!(frame.form, Form::Active | Form::Progressive | Form::Future) || is_object(frame);
    let none = phrase.and_then(|phrase| denied(phrase, frame)).filter(|_| is_active && !forms.none.is_empty());
    let form = match phrase {
        None if frame.of_you && !forms.you.is_empty() => &forms.you,
        None => &forms.nothing,
        Some(_) if is_active => match (frame.by_several, none.is_some()) {
            (false, false) => &forms.i,
            (true, false) => &forms.we,
            (false, true) => &forms.none,
            (true, true) => &forms.none_of_us,
        },
        Some(_) if frame.form == Form::Elliptic && !forms.bare.is_empty() => &forms.bare,
        Some(phrase) if frame.is_many || is_plural(phrase, frame) => &forms.many,
        Some(_) => &forms.one,
    };
    let phrase = phrase.unwrap_or_default();
    let particle = frame.particle.as_deref().map(|particle| format!(" {particle}")).unwrap_or_default();
    let said = form
        .replace("{participle}", &verb.participle)
        .replace("{agreeing}", frame.participle.as_deref().unwrap_or(&verb.participle))
        .replace("{past}", frame.past.as_deref().or(verb.past.as_deref()).unwrap_or(&verb.base))
        .replace("{object}", &none.unwrap_or_else(|| within(phrase, frame)))
        .replace("{subject}", &capitalised(phrase))
        .replace(" {particle}", &particle);
    Some(said).filter(|said| !said.is_empty())
}

/// A noun phrase with the determiner of a denial.
fn denied(phrase: &str, frame: &Frame<'_>) -> Option<String> {
    let (article, rest) = phrase.split_once(' ')?;
    let no = frame.words.denials.no.get(&article.to_lowercase())?;
    Some(format!("{no} {rest}"))
}

/// A noun phrase with its determiner in lower case, as within a sentence.
fn within(phrase: &str, frame: &Frame<'_>) -> String {
    let first = phrase.split_whitespace().next().unwrap_or_default().to_lowercase();
    let is_article = frame.words.word(&first).is_some_and(|word| word.classes.has(WordClass::Determiner));
    let is_formal =
        frame.words.verb_last && frame.words.word(&first).is_some_and(|word| word.classes.has(WordClass::Users));
    match phrase.get(first.len()..) {
        Some(rest) if is_article && !is_formal => first + rest,
        _ => phrase.to_owned(),
    }
}

/// Whether the noun phrase of an ellipsis follows its verb: "Added milk to the list".
fn is_object(frame: &Frame<'_>) -> bool {
    frame.form == Form::Elliptic && frame.tokens.len() == 1
}

/// Whether a phrase fits into another sentence: it is a single line without punctuation.
fn says_what(phrase: &str) -> bool {
    phrase.chars().any(char::is_alphabetic)
        && !phrase.contains(['\n', '*', '`', '"', ',', ';', ':', '(', '[', '{', '，', '；', '：', '（'])
}

/// Whether a noun phrase is plural, by its last word before a preposition.
fn is_plural(phrase: &str, frame: &Frame<'_>) -> bool {
    let is_preposition = |word: &str| {
        let word = frame.words.word(&word.to_lowercase());
        word.is_some_and(|word| word.classes.has(WordClass::Preposition) && !word.classes.has(WordClass::Determiner))
    };
    let last = phrase.split_whitespace().take_while(|word| !is_preposition(word)).last().unwrap_or_default();
    let plural = &frame.words.denials.plural;
    plural.iter().any(|end| last.ends_with(end.as_str()))
        && !last.ends_with("ss")
        && !last.ends_with("us")
        && !last.ends_with("is")
}

fn capitalised(phrase: &str) -> String {
    let mut letters = phrase.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
