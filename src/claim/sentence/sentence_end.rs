//! Where a sentence ends: at a mark after which another one begins, also for writers who begin it without a capital.

use hashbrown::HashSet;

use crate::registry::{Language, Token, TokenKind};

/// Marks beyond ASCII that do not end a sentence; emoji end it before a capital.
const DASHES: [&str; 10] = ["–", "—", "→", "·", "•", "…", "，", "、", "；", "："];

/// The fewest letters of a word after which a point ends a sentence before a small letter; shorter ones are mostly
/// abbreviations.
const SHORTEST: usize = 3;

/// Finds where the sentences of a text end.
pub(super) struct SentenceEnds<'t, 'a> {
    text: &'t str,
    /// For each language, the words with a point that ends no sentence.
    abbreviations: Vec<&'a HashSet<String>>,
}

impl<'t, 'a> SentenceEnds<'t, 'a> {
    pub(super) fn new(text: &'t str, languages: &'a [Language]) -> Self {
        Self { text, abbreviations: languages.iter().map(|language| &language.not_ends).collect() }
    }

    /// Whether the token `mark` ends the sentence before it, of which the words are `sentence`.
    pub(super) fn at(&self, sentence: &[Token<'_>], mark: &Token<'_>, next: Option<&Token<'_>>) -> bool {
        let is_picture =
            mark.kind == TokenKind::Pause && !mark.text.is_ascii() && !DASHES.contains(&mark.text.as_ref());
        if is_picture && next.is_some_and(|next| self.begins_large(next)) {
            return true;
        }
        let begins_next = |next: &Token<'_>| {
            let follows_word = || sentence.last().is_some_and(|last| last.kind == TokenKind::Word);
            next.kind != TokenKind::End
                && !self.ends_quotation(mark, next)
                && (next.span.start > mark.span.end || is_wide(mark) || follows_word() && self.begins_large(next))
        };
        mark.kind == TokenKind::End
            && next.is_none_or(begins_next)
            && !(mark.text == "." && self.is_abbreviated(sentence, next))
    }

    /// Whether a point belongs to the word before it: an abbreviation, a list number or a day.
    fn is_abbreviated(&self, sentence: &[Token<'_>], next: Option<&Token<'_>>) -> bool {
        let Some(last) = sentence.last().filter(|last| last.kind == TokenKind::Word) else { return false };
        let is_number = last.text.len() <= 2 && last.text.bytes().all(|byte| byte.is_ascii_digit());
        let is_known = |word: &Token<'_>| self.abbreviations.iter().any(|words| words.contains(word.text.as_ref()));
        next.is_some_and(|next| self.begins_small(next)) && !self.is_full_word(last)
            || (is_number && sentence.len() == 1)
            || is_known(last)
            || is_number && next.is_some_and(is_known)
    }

    /// Whether a word is written out in small letters: "okay. its done. bye".
    fn is_full_word(&self, word: &Token<'_>) -> bool {
        let written = self.written(word);
        written.chars().count() >= SHORTEST && written.chars().all(char::is_lowercase)
    }

    /// Whether a mark ends what is quoted within a sentence: "with the subject 'Free today?' and no text".
    fn ends_quotation(&self, mark: &Token<'_>, next: &Token<'_>) -> bool {
        let behind = self.text.get(mark.span.end..).unwrap_or_default();
        behind.starts_with(['\'', '"', '’', '”', '»']) && next.kind == TokenKind::Word && !self.begins_large(next)
    }

    /// Whether a word begins with a capital letter.
    fn begins_large(&self, word: &Token<'_>) -> bool {
        word.kind == TokenKind::Word && self.written(word).chars().next().is_some_and(char::is_uppercase)
    }

    fn begins_small(&self, word: &Token<'_>) -> bool {
        self.written(word).chars().next().is_some_and(char::is_lowercase)
    }

    fn written(&self, word: &Token<'_>) -> &'t str {
        self.text.get(word.span.clone()).unwrap_or_default()
    }
}

/// Whether a mark is full-width, so that no space follows it.
fn is_wide(mark: &Token<'_>) -> bool {
    matches!(mark.text.as_ref(), "。" | "！" | "？")
}
