//! Requests for work on a text that the message brings along: a translation, a correction. Whatever the reply says is
//! that text.

use super::request::begins_clause;
use super::{KnownTokens, spoken};
use crate::registry::{Language, Lexicon, Statements};

/// The marks after which a message brings a text along.
const TEXT_MARKS: [char; 8] = [':', '：', '\n', '"', '“', '„', '«', '「'];
/// The fewest letters and digits of a text that a message brings along.
const BROUGHT: usize = 6;
/// The most letters and digits after its end.
const AFTER_TEXT: usize = 8;

/// Whether a message asks for work on a text that it brings along after a colon, a line break or in quotation marks:
/// "Translate: …". "Correct my order: two lamps" is an order.
///
/// The text may be in another language than the message, and longer.
pub(super) fn works_on_text(message: &str, statements: &Statements) -> bool {
    let brings = message.contains(TEXT_MARKS);
    brings
        && statements.words().iter().any(|words| {
            let tokens = spoken(message, words);
            let known = KnownTokens::new(&tokens, words);
            statements.language(&words.language).is_some_and(|own| asks_for_text_work(message, &known, words, own))
        })
}

fn asks_for_text_work(message: &str, known: &KnownTokens<'_, '_>, words: &Lexicon, language: &Language) -> bool {
    let letters = |text: &str| text.chars().filter(|letter| letter.is_alphanumeric()).count();
    (0..known.tokens.len()).any(|at| {
        let begins = begins_clause(known, language, at);
        let Some((_, end)) = words.text_work.found(known.tokens, at, begins, words.boundaries()).next() else {
            return false;
        };
        let after = end.checked_sub(1).and_then(|last| known.tokens.get(last)).map_or(0, |last| last.span.end);
        let rest = message.get(after..).unwrap_or_default();
        let Some((task, text)) = rest.split_once(TEXT_MARKS) else {
            return false;
        };
        let is_task =
            |place: &usize| known.tokens.get(*place).is_some_and(|token| token.span.end <= after + task.len());
        let names_thing = (end..known.tokens.len())
            .take_while(is_task)
            .any(|place| known.word(place).is_some_and(|word| word.thing.is_some()));
        let closes = text.rfind(['"', '”', '“', '»', '」']).map_or("", |end| text.get(end..).unwrap_or_default());
        !names_thing && letters(text) >= BROUGHT && letters(closes) <= AFTER_TEXT
    })
}
