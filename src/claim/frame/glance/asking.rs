//! What a user's message may ask for, and whether it must be read in full to know.

use super::super::ground::is_strong;
use super::super::request::{ASSENT, MATERIAL, NAMED, READ, is_always_external, named_kinds};
use super::reading::{Between, Reader, Spelled};
use super::table::Marks;
use crate::registry::{ActionKind, ActionKinds};

/// What a first look at a user's message found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asks {
    /// The kinds of action that it may ask for.
    pub kinds: ActionKinds,
    /// Whether it may agree to something, or ask for what counts outside an application.
    pub may_count: bool,
    /// Whether it may answer a question: it agrees, or it is short and asks nothing.
    pub may_answer: bool,
}

/// The message read so far.
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a message, independent of the others")]
pub(super) struct Asking<'t> {
    marks: &'t Marks,
    asks: Asks,
    /// Whether it is long enough to bring material along: then only strong kinds of action count.
    brings_material: bool,
    words: usize,
    begins_clause: bool,
    names_thing: bool,
    is_question: bool,
    clause: Clause,
}

/// The clause read so far.
#[derive(Clone, Copy, Default)]
struct Clause {
    /// Whether it asks for something that counts when done to a thing outside the conversation.
    asks: bool,
    names_thing: bool,
}

impl<'t> Asking<'t> {
    pub(super) fn new(marks: &'t Marks, text: &str) -> Self {
        // The middle of a long message is not read.
        let asks = Asks { may_count: text.len() > READ, ..Asks::default() };
        Self {
            marks,
            asks,
            brings_material: text.len() > MATERIAL,
            words: 0,
            begins_clause: true,
            names_thing: false,
            is_question: false,
            clause: Clause::default(),
        }
    }

    pub(super) fn finish(mut self) -> Asks {
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

    fn take(&mut self, word: Spelled) -> bool {
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

impl Reader for Asking<'_> {
    fn part(&mut self, part: Spelled, elided: Option<Spelled>) {
        self.take(part);
        if let Some(elided) = elided {
            self.take(elided);
        }
    }

    fn word(&mut self, word: Spelled) {
        self.begins_clause = self.take(word);
        self.words += 1;
    }

    fn between(&mut self, between: Between, _: usize) {
        self.is_question |= between == Between::Question;
        // A line break or the end of code does not end a clause.
        if !matches!(between, Between::Line | Between::Code) {
            self.begins_clause = true;
            self.clause = Clause::default();
        }
    }
}
