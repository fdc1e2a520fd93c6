//! Reports of what was done or so before: "The alarm is already set", "We have already processed the return".

use std::ops::Range;

use super::super::Form;
use super::{FrameReader, VerbReading};
use crate::registry::{ActionKind, ActionKinds, WordClass};

impl FrameReader<'_, '_, '_, '_> {
    /// Whether a clause describes an earlier state: "The alarm is already set".
    pub(super) fn was_so(&self, said: &VerbReading, clause: &Range<usize>) -> bool {
        let known = self.known;
        let states = matches!(said.form, Form::State | Form::Elliptic | Form::PassivePast);
        if !states {
            return false;
        }
        // "Tu pedido ya está cancelado" reports what was just done; "Un pedido ya está cancelado" and "Pedido ya
        // cancelado" do not.
        let is_new = |subject: &Range<usize>| known.is(subject.start, WordClass::Indefinite);
        let is_indefinite = said.subject.as_ref().is_some_and(is_new);
        let is_elliptic = said.form == Form::Elliptic;
        self.says_already(clause)
            || clause.clone().any(|place| {
                known.is(place, WordClass::Already) && (is_indefinite || is_elliptic && place > clause.start)
            })
    }

    /// Whether a clause reports what was done earlier: "We have already processed the return". In languages whose verbs
    /// name their subject by their ending, the same word reports what was just done.
    pub(super) fn reports_earlier(&self, clause: &Range<usize>, kinds: ActionKinds) -> bool {
        // What is paid back, or done, follows on what was so.
        let follows = || kinds.has(ActionKind::Pay) || kinds.has(ActionKind::Complete);
        self.says_already(clause) || follows() && self.says_already(&self.joined_before(clause))
    }

    fn says_already(&self, clause: &Range<usize>) -> bool {
        let tells_both = self.words.subject_in_verb || self.words.subjectless;
        !tells_both && clause.clone().any(|place| self.known.is(place, WordClass::Already))
    }

    /// The clause that another one continues after a conjunction: "It is already cancelled, and the money has been returned".
    fn joined_before(&self, clause: &Range<usize>) -> Range<usize> {
        let is_comma = |place: usize| self.known.tokens.get(place).is_some_and(|token| token.text == ",");
        let join = clause.start.checked_sub(1).filter(|join| !self.known.is_mark(*join));
        let before = join.and_then(|join| join.checked_sub(1));
        let last = before.and_then(|last| if is_comma(last) { last.checked_sub(1) } else { Some(last) });
        last.map_or(0..0, |last| self.known.clause(self.sentence, last))
    }
}
