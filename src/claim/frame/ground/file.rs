//! Whether a reply says in which file something is: "The chart is saved as `plots/visits.png`". Then what the user asked
//! for is not in the reply.

use super::super::super::sentence::{Analysis, PhrasePosition, sentences, shows_more};
use super::super::language::language_of;
use super::super::window::Window;
use crate::registry::{Lexicon, Statements, WordClass};

/// What begins the address of a file that a model made. Other addresses are of pages.
const OWN_SCHEMES: [&str; 2] = ["sandbox:", "file:"];

/// The files that a reply names and the conversation did not name before it.
pub(super) struct NewFiles<'a> {
    pub(super) reply: &'a str,
    pub(super) window: &'a Window,
    pub(super) statements: &'a Statements,
}

impl NewFiles<'_> {
    /// Whether a sentence of the reply points to one, and the reply shows no more than sentences and files.
    pub(super) fn hold_what_was_made(&self) -> bool {
        if !self.are_in(self.reply) || shows_more(self.reply, |line| !self.are_in(line)) {
            return false;
        }
        let Some((words, language)) = language_of(self.reply, self.statements) else { return false };
        sentences(self.reply, &[], self.statements.languages()).iter().any(|sentence| {
            let sentence = sentence.in_words(self.reply, words);
            self.are_pointed_to_by(&Analysis::new(&sentence, language), words)
        })
    }

    /// Whether a sentence says that something is in one of them: "You can view it at plots/visits.png", "I've created the
    /// deck: deck.pptx", "[Download](visits.png)". "Copy it to visits.png" does not.
    pub(super) fn are_pointed_to_by(&self, sentence: &Analysis<'_, '_>, words: &Lexicon) -> bool {
        let said = self.reply.get(sentence.sentence.span.clone()).unwrap_or_default();
        let is_linked =
            || said.split("](").skip(1).any(|link| link.split(')').next().is_some_and(|to| self.are_in(to)));
        let is_introduced = || {
            let named = said.rsplit([':', '：']).next().and_then(|after| after.split_whitespace().next());
            said.contains(": ") && named.is_some_and(|named| self.are_in(named))
        };
        let tokens = sentence.tokens();
        let is_told = |at: usize| {
            let mut found = words.file_pointers.found(tokens, at, sentence.begins_clause(at), words.boundaries());
            found.any(|(_, end)| PhrasePosition { sentence, start: at, end }.is_meant())
        };
        self.are_in(said) && (is_linked() || is_introduced() || (0..tokens.len()).any(is_told))
    }

    /// Whether one is named in a part of the reply.
    fn are_in(&self, said: &str) -> bool {
        let Some(words) = self.statements.words().first() else { return false };
        let is_border = |letter: char| letter.is_whitespace() || "()[]\"'`".contains(letter);
        let mut files = said.split(is_border).filter_map(|word| file_in(word, words));
        files.any(|file| !self.window.holds(file))
    }
}

/// The name of a file, or the path to one, that a word is.
fn file_in<'w>(word: &'w str, words: &Lexicon) -> Option<&'w str> {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric() && letter != '/');
    let (name, ending) = word.rsplit_once('.')?;
    let is_page = word.contains("://") && !OWN_SCHEMES.iter().any(|scheme| word.starts_with(scheme));
    let is_known = || words.is(&ending.to_lowercase(), WordClass::File);
    (name.ends_with(char::is_alphanumeric) && !is_page && is_known()).then_some(word)
}
