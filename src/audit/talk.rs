//! What a person may still want in a conversation, followed row by row: what was said last, and before that what was only
//! answered by asking back.

use crate::claim::{Asked, TextPreview};

/// What stands behind what was said last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Answer {
    /// Nobody knows what stands before the first row that was seen.
    #[default]
    Unknown,
    Missing,
    /// It asks nothing: what was wanted is answered.
    Plain,
    /// It may ask back.
    AsksBack,
}

/// A conversation as far as it was followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Talk {
    asked: Asked,
    /// Whether that is all that may still be wanted.
    is_whole: bool,
    answer: Answer,
}

impl Talk {
    /// Takes what a person asks for.
    pub(super) fn asked(&mut self, asked: Asked) {
        match self.answer {
            Answer::AsksBack => self.asked = self.asked.and(asked).and(Asked::ANSWERING),
            Answer::Missing | Answer::Plain => (self.asked, self.is_whole) = (asked, true),
            Answer::Unknown => (self.asked, self.is_whole) = (asked, false),
        }
        self.answer = Answer::Missing;
    }

    /// Takes what was answered, of which this was seen.
    pub(super) fn answered(&mut self, text: &str, seen: TextPreview) {
        if !text.trim().is_empty() {
            self.answer = if seen.may_ask_back { Answer::AsksBack } else { Answer::Plain };
        }
    }

    /// Takes a row of which nobody knows what it says: it may ask back.
    pub(super) fn went_on(&mut self) {
        if self.answer != Answer::Unknown {
            self.answer = Answer::AsksBack;
        }
    }

    /// What may still be wanted; `None` where that is not known.
    pub(super) fn wanted(&self) -> Option<Asked> {
        self.is_whole.then_some(self.asked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::{ActionKind, ActionKinds};

    fn asked(kind: ActionKind) -> Asked {
        Asked::for_kinds(kind.into(), ActionKinds::NONE)
    }

    fn seen(may_ask_back: bool) -> TextPreview {
        TextPreview { may_ask_back, ..TextPreview::default() }
    }

    #[test]
    fn what_was_asked_for_is_wanted_until_it_is_answered() {
        let (book, cancel, pay) = (asked(ActionKind::Book), asked(ActionKind::Cancel), asked(ActionKind::Pay));
        let mut talk = Talk::default();
        talk.asked(pay);
        assert_eq!(talk.wanted(), None, "what was said before is not known");
        talk.answered("Paid.", seen(false));
        talk.asked(book);
        assert_eq!(talk.wanted(), Some(book));
        talk.answered(" ", seen(false));
        talk.asked(cancel);
        assert_eq!(talk.wanted(), Some(cancel), "who says something else before an answer wants that");
        talk.answered("Which one?", seen(true));
        talk.asked(book);
        assert_eq!(talk.wanted(), Some(cancel.and(book).and(Asked::ANSWERING)));
        talk.went_on();
        talk.asked(pay);
        assert_eq!(talk.wanted(), Some(cancel.and(book).and(pay).and(Asked::ANSWERING)));
        talk.answered("All is done.", seen(false));
        talk.asked(pay);
        assert_eq!(talk.wanted(), Some(pay));
    }
}
