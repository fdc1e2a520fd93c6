//! Requests for work on a text that the message brings along: a translation, a correction. Whatever the reply says is
//! that text.

use super::known_tokens::{KnownTokens, spoken};
use super::user_request::begins_clause;
use crate::registry::{Language, Lexicon, Statements, Token, tokens};

/// The marks after which a message brings a text along.
const TEXT_MARKS: [char; 8] = [':', '：', '\n', '"', '“', '„', '«', '「'];
/// The marks that end a quotation.
const CLOSING_MARKS: [char; 5] = ['"', '”', '“', '»', '」'];
/// The most bytes of the instruction before it.
const TASK: usize = 120;
/// The fewest letters and digits of the text.
const BROUGHT: usize = 6;
/// The most letters and digits after its end.
const AFTER_TEXT: usize = 8;

/// Whether a message asks for work on a text that it brings along after a colon, a line break or in quotation marks:
/// "Translate: …". "Correct my order: two lamps" is an order.
///
/// The text may be in another language than the instruction, and longer, so each language reads the instruction.
pub(super) fn works_on_text(message: &str, statements: &Statements) -> bool {
    let brought =
        message.split_once(TEXT_MARKS).filter(|(task, text)| task.len() <= TASK && has_letters(text, BROUGHT));
    let Some((task, text)) = brought else { return false };
    let plain = tokens(task, 0..task.len(), &[]);
    let is_asked = statements.words().iter().any(|words| {
        let Some(language) = statements.language(&words.language) else { return false };
        if words.unspaced { asks_in(&spoken(task, words), words, language) } else { asks_in(&plain, words, language) }
    });
    is_asked && {
        let after = text.rfind(CLOSING_MARKS).and_then(|end| text.get(end..)).unwrap_or_default();
        !has_letters(after, AFTER_TEXT + 1)
    }
}

/// Whether an instruction asks for work on a text, and names no other thing.
fn asks_in(task: &[Token<'_>], words: &Lexicon, language: &Language) -> bool {
    let asked = (0..task.len()).find_map(|at| {
        let begins = begins_clause(task, language, at);
        words.text_work.found(task, at, begins, words.boundaries()).next()
    });
    asked.is_some_and(|(_, end)| {
        let known = KnownTokens::new(task, words);
        !(end..task.len()).any(|place| known.word(place).is_some_and(|word| word.thing.is_some()))
    })
}

/// Whether a text has at least this number of letters and digits.
fn has_letters(text: &str, count: usize) -> bool {
    text.chars().filter(|letter| letter.is_alphanumeric()).nth(count - 1).is_some()
}
