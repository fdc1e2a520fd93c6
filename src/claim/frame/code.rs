//! Code in a conversation: who brings some along, or is shown some, is told what was changed in that code.

use super::super::marks::shows_program;
use super::super::sentence::calls;
use super::action_kinds::{is_strong, may_be_text};
use super::{Form, Frame};
use crate::registry::ActionKind;
use crate::work;

/// The fewest signs of code in a message that brings some along.
const SIGNS: usize = 4;
/// Signs of code that are rare in sentences, besides calls.
const OPERATORS: [&str; 8] = ["==", "+=", "!=", ":=", "&&", "||", "::", "</"];
/// Signs of formulas.
const FORMULAS: [&str; 6] = ["\\(", "\\[", "$$", "\\frac", "\\times", "\\cdot"];

/// Whether a message brings code along, even in one line with the request.
pub(super) fn brings_code(message: &str) -> bool {
    work::count(message.len());
    let operators = || OPERATORS.iter().flat_map(|operator| message.match_indices(operator));
    shows_program(message) || calls(message).map(|_| ()).chain(operators().map(|_| ())).nth(SIGNS - 1).is_some()
}

/// Whether an answer shows a formula, in the signs of TeX.
pub(super) fn shows_formula(answer: &str) -> bool {
    work::count(answer.len());
    FORMULAS.iter().any(|sign| answer.contains(sign))
}

impl Frame<'_> {
    /// Whether it may report what was done in code or a formula: "I've added a check", "Then we set x to 1". Files, records
    /// and what is the user's are elsewhere.
    pub(super) fn may_be_of_code(&self) -> bool {
        let is_plain = may_be_text(self.kinds) && !self.kinds.has(ActionKind::Run);
        let is_weak = !is_strong(self.kinds) && !self.kinds.has(ActionKind::Send);
        let is_record = self.keeps_record() && !self.by_several;
        let is_elsewhere = self.names_file || self.is_of_users || self.names_users || is_record;
        (is_plain || is_weak && (self.by_several || !self.is_of_world())) && !is_elsewhere
    }

    /// Whether it explains code that is shown with it: "Here we create a list". "The database is updated" is about a thing.
    pub(super) fn explains_code(&self) -> bool {
        self.form == Form::Active || !self.is_of_world()
    }

    /// Whether it may report a change of a text that is shown with it: "I've removed the part about the opera".
    pub(super) fn may_be_of_text(&self) -> bool {
        let is_weak =
            !is_strong(self.kinds) && ![ActionKind::Send, ActionKind::Run].into_iter().any(|kind| self.kinds.has(kind));
        let is_elsewhere = self.names_file || self.is_of_users || self.names_users || self.keeps_record();
        is_weak && !is_elsewhere && (!self.is_of_world() || self.names_known)
    }
}
