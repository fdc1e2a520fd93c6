//! A cheap first look: which kinds of doing a text may claim, or ask for, told in one pass over its words.

mod asking;
mod claiming;
mod hash;
mod mark;
mod reading;
#[cfg(test)]
mod tests;

use crate::registry::{ActionKinds, Statements};
use crate::work;
use asking::Asking;
pub use asking::Asks;
use claiming::Claiming;
use mark::{MOST_LANGUAGES, Marks};

/// Tells of texts which kinds of doing they may speak of. Made once for many.
#[derive(Clone, Debug, Default)]
pub struct Glances {
    marks: Marks,
    /// Whether some language is written without blanks, so that its texts must be read.
    reads_unspaced: bool,
    /// Whether there are more languages than it tells apart: then everything must be read.
    reads_all: bool,
}

/// What a first look at a text showed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextPreview {
    /// The kinds of doing that it may claim.
    pub claimed: ActionKinds,
    /// Those of them that it may say as done by a verb with its author or its auxiliary, not by a participle alone.
    pub acted: ActionKinds,
    /// Those that it may say as done beside something that applications keep records of.
    pub of_records: ActionKinds,
    /// The same beside a thing of the world.
    pub of_things: ActionKinds,
    /// Whether it may ask back.
    pub may_ask_back: bool,
}

impl Glances {
    /// Looks for the words of these languages.
    #[must_use]
    pub fn new(statements: &Statements) -> Self {
        Self {
            marks: Marks::new(statements),
            reads_unspaced: statements.words().iter().any(|words| words.unspaced),
            reads_all: statements.words().len() > MOST_LANGUAGES,
        }
    }

    /// What a text may claim.
    #[must_use]
    pub fn look(&self, text: &str) -> TextPreview {
        work::count(text.len());
        if self.must_be_read(text) {
            let all = ActionKinds::ALL;
            return TextPreview { claimed: all, acted: all, of_records: all, of_things: all, may_ask_back: true };
        }
        let mut claiming = Claiming::new(&self.marks, text);
        reading::read(text, &mut claiming);
        claiming.finish()
    }

    /// What a message of a person may ask for.
    #[must_use]
    pub fn asks(&self, text: &str) -> Asks {
        work::count(text.len());
        if self.must_be_read(text) {
            return Asks { kinds: ActionKinds::ALL, counted: ActionKinds::ALL, may_answer: true };
        }
        let mut asking = Asking::new(&self.marks, text);
        reading::read(text, &mut asking);
        asking.finish()
    }

    fn must_be_read(&self, text: &str) -> bool {
        self.reads_all || (self.reads_unspaced && is_chinese(text.as_bytes()))
    }
}

/// Whether ideographs stand in a text, and none of the letters that Japanese writes beside them.
fn is_chinese(bytes: &[u8]) -> bool {
    let is_kana =
        |pair: &[u8]| pair.first() == Some(&0xe3) && pair.get(1).is_some_and(|next| (0x81..=0x83).contains(next));
    bytes.iter().any(|byte| (0xe4..=0xe9).contains(byte)) && !bytes.windows(2).any(is_kana)
}
