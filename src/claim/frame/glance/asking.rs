//! What a user's message may ask for, and whether it must be read in full to know.

use super::super::ground::is_strong;
use super::super::request::{ASSENT, MATERIAL, NAMED, READ, is_always_external, named_kinds};
use super::reading::{HashedWord, Separator, WordVisitor};
use super::table::WordTable;
use crate::registry::{ActionKind, ActionKinds};

/// What a first look at a user's message found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RequestPreview {
    /// The kinds of action that it may ask for.
    pub kinds: ActionKinds,
    /// Whether it may agree to something, or ask for what counts outside an application.
    pub may_count: bool,
    /// Whether it may answer a question: it agrees, or it is short and asks nothing.
    pub may_answer: bool,
}

/// The message read so far.
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a message, independent of the others")]
pub(super) struct RequestScanner<'t> {
    marks: &'t WordTable,
    asks: RequestPreview,
    /// Whether it is long enough to bring material along: then only strong kinds of action count.
    brings_material: bool,
    words: usize,
    begins_clause: bool,
    names_thing: bool,
    is_question: bool,
    clause: ClausePreview,
}

/// The clause read so far.
#[derive(Clone, Copy, Default)]
struct ClausePreview {
    /// Whether it asks for something that counts when done to a thing outside the conversation.
    asks: bool,
    names_thing: bool,
}

impl<'t> RequestScanner<'t> {
    pub(super) fn new(marks: &'t WordTable, text: &str) -> Self {
        // The middle of a long message is not read.
        let asks = RequestPreview { may_count: text.len() > READ, ..RequestPreview::default() };
        Self {
            marks,
            asks,
            brings_material: text.len() > MATERIAL,
            words: 0,
            begins_clause: true,
            names_thing: false,
            is_question: false,
            clause: ClausePreview::default(),
        }
    }

    pub(super) fn finish(mut self) -> RequestPreview {
        // Naming a thing is enough of a request: "kitchen lights on".
        if self.words <= NAMED && self.names_thing {
            self.asks.kinds = self.asks.kinds.and(named_kinds());
        }
        // A short command counts when the reply is as short.
        let names_or_asks = self.names_thing || self.asks.kinds != ActionKinds::NONE;
        self.asks.may_count |= self.words <= NAMED && names_or_asks;
        self.asks.may_answer |= self.words <= NAMED && !self.is_question;
        self.asks
    }

    fn take(&mut self, word: HashedWord) -> bool {
        let Some(mark) = self.marks.get(word.hash) else { return false };
        self.asks.kinds = self.asks.kinds.and(mark.asked);
        if mark.asked != ActionKinds::NONE && (!self.brings_material || is_strong(mark.asked)) {
            self.clause.asks = true;
            // A look cannot find the nouns within compound words.
            self.asks.may_count |= is_always_external(mark.asked) || mark.asks_of_parts;
        }
        if mark.wants {
            self.asks.kinds = self.asks.kinds.with(ActionKind::Book).with(ActionKind::Order);
            self.clause.asks = true;
        }
        self.clause.names_thing |= mark.is_thing;
        self.names_thing |= mark.is_thing;
        self.asks.may_count |= self.clause.asks && self.clause.names_thing;
        let assents = mark.assents && self.begins_clause && self.words < ASSENT;
        if assents {
            // It may agree to anything that was offered.
            self.asks.kinds = ActionKinds::ALL;
            self.asks.may_count = true;
        }
        self.asks.may_answer |= assents;
        mark.joins != 0
    }
}

impl WordVisitor for RequestScanner<'_> {
    fn part(&mut self, part: HashedWord, elided: Option<HashedWord>) {
        self.take(part);
        if let Some(elided) = elided {
            self.take(elided);
        }
    }

    fn word(&mut self, word: HashedWord) {
        self.begins_clause = self.take(word);
        self.words += 1;
    }

    fn between(&mut self, between: Separator, _: usize) {
        self.is_question |= between == Separator::Question;
        // A line break or the end of code does not end a clause.
        if !matches!(between, Separator::Line | Separator::Code) {
            self.begins_clause = true;
            self.clause = ClausePreview::default();
        }
    }
}
