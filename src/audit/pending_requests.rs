//! What a user may still want in a conversation, followed row by row: the last request, and earlier ones that were only
//! answered by asking back.

use crate::claim::{Asked, TextPreview};

/// What follows the user's last message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LastAnswer {
    /// The rows before the first one that was seen are unknown.
    #[default]
    Unknown,
    Missing,
    /// It asks nothing: the request is answered.
    Plain,
    /// It may ask back.
    AsksBack,
}

/// A conversation as far as it was followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PendingRequests {
    asked: Asked,
    /// Whether nothing else may still be wanted.
    is_whole: bool,
    answer: LastAnswer,
}

impl PendingRequests {
    /// Whether anything was said before.
    pub(super) fn has_begun(&self) -> bool {
        self.answer != LastAnswer::Unknown
    }

    /// Whether earlier requests remain open after a message that `may_answer` a question.
    pub(super) fn continues(&self, may_answer: bool) -> bool {
        match self.answer {
            LastAnswer::AsksBack => true,
            LastAnswer::Plain => may_answer,
            LastAnswer::Missing | LastAnswer::Unknown => false,
        }
    }

    /// Adds a user's requests, in a message that may answer a question.
    pub(super) fn asked(&mut self, asked: Asked, may_answer: bool) {
        if self.continues(may_answer) {
            self.asked = self.asked.without_statements().and(asked).and(Asked::ANSWERING);
        } else {
            (self.asked, self.is_whole) = (asked, self.answer != LastAnswer::Unknown);
        }
        self.answer = LastAnswer::Missing;
    }

    /// Adds an answer with this preview.
    pub(super) fn answered(&mut self, text: &str, seen: TextPreview) {
        if !text.trim().is_empty() {
            self.answer = if seen.may_ask_back { LastAnswer::AsksBack } else { LastAnswer::Plain };
        }
    }

    /// Adds a row whose text is unknown: it may ask back.
    pub(super) fn went_on(&mut self) {
        if self.answer != LastAnswer::Unknown {
            self.answer = LastAnswer::AsksBack;
        }
    }

    /// What the user may still want, if nothing came before the rows that were seen.
    pub(super) fn wanted(&self) -> Asked {
        self.asked
    }

    /// Whether that is everything, whatever came before.
    pub(super) fn is_whole(&self) -> bool {
        self.is_whole
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
        let mut talk = PendingRequests::default();
        assert!(!talk.has_begun());
        talk.asked(pay, true);
        assert!(talk.has_begun());
        assert!(!talk.is_whole(), "what was said before is not known");
        talk.answered("Paid.", seen(false));
        talk.asked(book, false);
        assert_eq!((talk.wanted(), talk.is_whole()), (book, true));
        talk.answered(" ", seen(false));
        talk.asked(cancel, true);
        assert_eq!(talk.wanted(), cancel, "who says something else before an answer wants that");
        talk.answered("Which one?", seen(true));
        talk.asked(book, false);
        assert_eq!(talk.wanted(), cancel.and(book).and(Asked::ANSWERING));
        talk.went_on();
        talk.asked(pay, false);
        assert_eq!(talk.wanted(), cancel.and(book).and(pay).and(Asked::ANSWERING));
        talk.answered("All is done.", seen(false));
        talk.asked(pay, false);
        assert_eq!(talk.wanted(), pay);
        talk.answered("For your account.", seen(false));
        talk.asked(book, true);
        assert_eq!(talk.wanted(), pay.and(book).and(Asked::ANSWERING), "who says little may answer");
    }
}
