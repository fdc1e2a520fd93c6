//! A cheap first look at a text: one pass over its words finds which kinds of action it may claim or ask for.

mod asking;
mod claiming;
mod hash;
mod mark;
mod reading;
mod table;
#[cfg(test)]
mod tests;

use crate::registry::{ActionKinds, Statements};
use crate::work;
pub use asking::RequestPreview;
use asking::RequestScanner;
use claiming::ClaimScanner;
use mark::{ALL, MOST_LANGUAGES};
use table::WordTable;

/// The most bytes of a text that may answer a need that the user only stated.
const SHORT: usize = 240;

/// Whether a text is so short that it may answer a need that the user only stated.
pub(in crate::claim) fn is_short(text: &str) -> bool {
    text.len() <= SHORT
}

/// Finds the kinds of action that a text may mention. Built once, used for many texts.
#[derive(Clone, Debug, Default)]
pub struct Previewer {
    marks: WordTable,
    /// Whether some language is written without spaces: its texts are always read in full.
    reads_unspaced: bool,
    /// Whether there are more languages than can be told apart: then every text is read in full.
    reads_all: bool,
}

/// What a first look at a text found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextPreview {
    /// The kinds of action that it may claim.
    pub claimed: ActionKinds,
    /// Those that a verb with its author or its auxiliary may report as done, rather than a participle alone.
    pub acted: ActionKinds,
    /// Those that it may report as done in a sentence that names a kind of record.
    pub of_records: ActionKinds,
    /// Those that it may report as done in a sentence that names a thing outside the conversation.
    pub of_things: ActionKinds,
    /// Whether it may name a file.
    pub names_file: bool,
    /// Whether it may ask the user something back.
    pub may_ask_back: bool,
    /// Whether it is so short that it may answer a need that the user only stated.
    pub is_short: bool,
}

impl Previewer {
    /// Takes the words of all languages.
    #[must_use]
    pub fn new(statements: &Statements) -> Self {
        Self {
            marks: WordTable::new(statements),
            reads_unspaced: statements.words().iter().any(|words| words.unspaced),
            reads_all: statements.words().len() > MOST_LANGUAGES,
        }
    }

    /// Finds what a text may claim.
    #[must_use]
    pub fn look(&self, text: &str) -> TextPreview {
        work::count(text.len());
        if self.must_be_read(text) {
            let all = ActionKinds::ALL;
            let names_file = text.contains('.');
            let [claimed, acted, of_records, of_things] = [all; 4];
            let is_short = is_short(text);
            return TextPreview { claimed, acted, of_records, of_things, names_file, may_ask_back: true, is_short };
        }
        let mut claiming = ClaimScanner::new(&self.marks, text);
        reading::read(text, &mut claiming);
        TextPreview { is_short: is_short(text), ..claiming.finish() }
    }

    /// Finds what a user's message may ask for, which is in the language with this index; in any if that is unknown.
    #[must_use]
    pub fn asks(&self, text: &str, language: Option<usize>) -> RequestPreview {
        work::count(text.len());
        if self.must_be_read(text) {
            return RequestPreview { kinds: ActionKinds::ALL, counted: ActionKinds::ALL, may_answer: true };
        }
        let languages = language.map_or(ALL, |place| 1 << place);
        let mut asking = RequestScanner::new(&self.marks, text, languages);
        reading::read(text, &mut asking);
        asking.finish()
    }

    fn must_be_read(&self, text: &str) -> bool {
        self.reads_all || (self.reads_unspaced && is_chinese(text.as_bytes()))
    }
}

/// Whether a text has ideographs and no kana, which Japanese mixes with them.
fn is_chinese(bytes: &[u8]) -> bool {
    let is_kana =
        |pair: &[u8]| pair.first() == Some(&0xe3) && pair.get(1).is_some_and(|next| (0x81..=0x83).contains(next));
    // A shortcut: most texts have no such bytes.
    !bytes.is_ascii() && bytes.iter().any(|byte| (0xe4..=0xe9).contains(byte)) && !bytes.windows(2).any(is_kana)
}
