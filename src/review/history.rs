//! The history of a review, folded from its events. Pure: the same events always give the same state.
//!
//! Events are only ever appended. Undo and redo are events too: each names the step that it undoes or redoes and, for
//! each message, the event that is in effect again. An undo step, called gesture in the code and in the file, is one
//! key press or bulk action.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::Decision;
use crate::source::Key;

/// What an event changes about a message. Each kind of change is undone independently of the others.
#[derive(Clone, Debug, PartialEq)]
pub enum MessageChange {
    /// A decision was made.
    Decided(Decision),
    /// The text of a note; an empty one removes the note.
    Noted(String),
    /// Whether the message is flagged for another look.
    Flagged(bool),
    /// A reviewer approved another reviewer's decision.
    Approved {
        /// The number of the decision's event.
        decision: i64,
        /// The reviewer who approved it.
        reviewer: String,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum ChangeKind {
    Decision,
    Note,
    Flag,
    Approval,
}

impl MessageChange {
    fn kind(&self) -> ChangeKind {
        match self {
            Self::Decided(_) => ChangeKind::Decision,
            Self::Noted(_) => ChangeKind::Note,
            Self::Flagged(_) => ChangeKind::Flag,
            Self::Approved { .. } => ChangeKind::Approval,
        }
    }
}

#[derive(Debug)]
struct HistoryEvent {
    gesture: i64,
    message: Key,
    change: MessageChange,
    /// The event that was in effect before.
    replaced: Option<i64>,
}

/// The state of a review.
#[derive(Debug, Default)]
pub struct History {
    events: HashMap<i64, HistoryEvent>,
    gestures: HashMap<i64, Vec<i64>>,
    /// The steps whose findings were selected and decided in bulk.
    selected: HashSet<i64>,
    current: HashMap<(Key, ChangeKind), i64>,
    applied: Vec<i64>,
    undone: Vec<i64>,
    last_seq: i64,
    last_gesture: i64,
}

impl History {
    /// The number of the last event.
    #[must_use]
    pub fn last_seq(&self) -> i64 {
        self.last_seq
    }

    /// The number of the last step.
    #[must_use]
    pub fn last_gesture(&self) -> i64 {
        self.last_gesture
    }

    /// Adds an event that changes something.
    pub fn change(&mut self, seq: i64, gesture: i64, message: Key, change: MessageChange) {
        if !self.gestures.contains_key(&gesture) {
            self.applied.push(gesture);
            self.undone.clear();
        }
        self.advance(seq, gesture);
        let replaced = self.current.insert((message.clone(), change.kind()), seq);
        self.gestures.entry(gesture).or_default().push(seq);
        self.events.insert(seq, HistoryEvent { gesture, message, change, replaced });
    }

    /// Records that the findings of a step were selected and decided in bulk.
    pub fn select(&mut self, gesture: i64) {
        self.selected.insert(gesture);
    }

    /// Adds an undo (`is_undo`) or redo of a whole step.
    pub fn undo_or_redo(&mut self, seq: i64, gesture: i64, target: i64, is_undo: bool) {
        self.advance(seq, gesture);
        let (from, to) =
            if is_undo { (&mut self.applied, &mut self.undone) } else { (&mut self.undone, &mut self.applied) };
        let Some(place) = from.iter().rposition(|known| *known == target) else { return };
        to.push(from.remove(place));
        let events = self.gestures.get(&target).cloned().unwrap_or_default();
        let in_order: Vec<i64> = if is_undo { events.into_iter().rev().collect() } else { events };
        for event_seq in in_order {
            let Some(event) = self.events.get(&event_seq) else { continue };
            let place = (event.message.clone(), event.change.kind());
            let (from, to) =
                if is_undo { (Some(event_seq), event.replaced) } else { (event.replaced, Some(event_seq)) };
            // A later step that was skipped, since it can no longer be undone, stays in effect.
            if self.current.get(&place).copied() != from {
                continue;
            }
            match to {
                Some(restored) => self.current.insert(place, restored),
                None => self.current.remove(&place),
            };
        }
    }

    /// Registers the numbers of an event, so that neither is used again.
    pub fn advance(&mut self, seq: i64, gesture: i64) {
        self.last_seq = self.last_seq.max(seq);
        self.last_gesture = self.last_gesture.max(gesture);
    }

    /// The steps that can be undone, latest first.
    pub fn undoable(&self) -> impl Iterator<Item = i64> {
        self.applied.iter().rev().copied()
    }

    /// The step that a redo would redo.
    #[must_use]
    pub fn redoable(&self) -> Option<i64> {
        self.undone.last().copied()
    }

    /// The messages of a step, each once, in order.
    #[must_use]
    pub fn messages(&self, gesture: i64) -> Vec<Key> {
        let (mut messages, mut known) = (Vec::new(), HashSet::new());
        for seq in self.gestures.get(&gesture).into_iter().flatten() {
            if let Some(event) = self.events.get(seq)
                && known.insert(&event.message)
            {
                messages.push(event.message.clone());
            }
        }
        messages
    }

    /// The changes of a step that are in effect, with their messages.
    pub fn in_effect(&self, gesture: i64) -> impl Iterator<Item = (&Key, &MessageChange)> {
        let seqs = self.gestures.get(&gesture).into_iter().flatten();
        seqs.filter_map(|seq| {
            let HistoryEvent { message, change, .. } = self.events.get(seq)?;
            let is_current = self.current.get(&(message.clone(), change.kind())) == Some(seq);
            is_current.then_some((message, change))
        })
    }

    /// The events of a step: number, message, and the event that was in effect before.
    #[must_use]
    pub fn events(&self, gesture: i64) -> Vec<(i64, Key, Option<i64>)> {
        let seqs = self.gestures.get(&gesture).into_iter().flatten();
        seqs.filter_map(|seq| self.events.get(seq).map(|event| (*seq, event.message.clone(), event.replaced))).collect()
    }

    /// The decision about a message that is in effect.
    #[must_use]
    pub fn decision(&self, message: &Key) -> Option<&Decision> {
        match self.last(message, ChangeKind::Decision)? {
            MessageChange::Decided(decision) => Some(decision),
            MessageChange::Noted(_) | MessageChange::Flagged(_) | MessageChange::Approved { .. } => None,
        }
    }

    /// Whether the decision in effect about a message was made in bulk, so that possibly no reviewer has seen the
    /// finding.
    #[must_use]
    pub fn is_in_bulk(&self, message: &Key) -> bool {
        let decision = self.current.get(&(message.clone(), ChangeKind::Decision)).and_then(|seq| self.events.get(seq));
        decision.is_some_and(|event| self.selected.contains(&event.gesture))
    }

    /// The note about a message, unless it is empty.
    #[must_use]
    pub fn note(&self, message: &Key) -> Option<&str> {
        match self.last(message, ChangeKind::Note)? {
            MessageChange::Noted(note) if !note.is_empty() => Some(note),
            _ => None,
        }
    }

    /// The reviewer who approved the current decision about a message. A new decision has no approval.
    #[must_use]
    pub fn approved_by(&self, message: &Key) -> Option<&str> {
        let counts = self.decision(message)?.seq;
        match self.last(message, ChangeKind::Approval)? {
            MessageChange::Approved { decision, reviewer } if *decision == counts => Some(reviewer),
            _ => None,
        }
    }

    /// Whether a message is flagged for another look.
    #[must_use]
    pub fn is_flagged(&self, message: &Key) -> bool {
        self.last(message, ChangeKind::Flag) == Some(&MessageChange::Flagged(true))
    }

    fn last(&self, message: &Key, kind: ChangeKind) -> Option<&MessageChange> {
        let seq = self.current.get(&(message.clone(), kind))?;
        self.events.get(seq).map(|event| &event.change)
    }

    /// The messages of the last decisions in effect, latest first.
    #[must_use]
    pub fn decided_last(&self, count: usize) -> Vec<&Key> {
        let mut decided: Vec<_> = self.decisions().map(|(message, decision)| (decision.seq, message)).collect();
        decided.sort_unstable_by_key(|(seq, _)| Reverse(*seq));
        decided.into_iter().take(count).map(|(_, message)| message).collect()
    }

    /// All decisions in effect.
    pub fn decisions(&self) -> impl Iterator<Item = (&Key, &Decision)> {
        self.current.iter().filter_map(|((message, kind), seq)| match &self.events.get(seq)?.change {
            MessageChange::Decided(decision) if *kind == ChangeKind::Decision => Some((message, decision)),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proposal::Edit;
    use crate::review::DecisionKind;
    use proptest::prelude::*;

    fn decided(seq: i64, kind: DecisionKind) -> MessageChange {
        MessageChange::Decided(Decision {
            seq,
            kind,
            edit: Edit::default(),
            text_digest: String::new(),
            journal_head: 0,
            reviewer: String::new(),
            at: jiff::Timestamp::UNIX_EPOCH,
        })
    }

    /// A history that numbers its events itself, as the store does.
    #[derive(Default)]
    struct CountedHistory {
        history: History,
    }

    impl CountedHistory {
        fn decide(&mut self, messages: &[i64], kind: DecisionKind) {
            let gesture = self.history.last_gesture() + 1;
            for message in messages {
                let seq = self.history.last_seq() + 1;
                self.history.change(seq, gesture, Key::Integer(*message), decided(seq, kind));
            }
        }

        fn undo(&mut self) {
            let last = self.history.undoable().next();
            if let Some(target) = last {
                self.history.undo_or_redo(self.history.last_seq() + 1, self.history.last_gesture() + 1, target, true);
            }
        }

        fn redo(&mut self) {
            if let Some(target) = self.history.redoable() {
                self.history.undo_or_redo(self.history.last_seq() + 1, self.history.last_gesture() + 1, target, false);
            }
        }

        fn decisions(&self) -> Vec<Option<DecisionKind>> {
            (0..5).map(|message| self.history.decision(&Key::Integer(message)).map(|decision| decision.kind)).collect()
        }
    }

    #[test]
    fn a_bulk_action_is_one_gesture() {
        let mut desk = CountedHistory::default();
        desk.decide(&[1], DecisionKind::Reject);
        desk.decide(&[1, 2, 3], DecisionKind::Accept);
        desk.undo();
        assert_eq!(desk.decisions(), [None, Some(DecisionKind::Reject), None, None, None]);
        desk.redo();
        assert_eq!(
            desk.decisions(),
            [None, Some(DecisionKind::Accept), Some(DecisionKind::Accept), Some(DecisionKind::Accept), None]
        );
    }

    #[test]
    fn an_undo_that_skips_a_later_step_leaves_that_step_in_effect() {
        let mut desk = CountedHistory::default();
        desk.decide(&[1, 2], DecisionKind::Skip);
        desk.decide(&[1], DecisionKind::Accept);
        let skipping = |desk: &mut CountedHistory, is_undo| {
            desk.history.undo_or_redo(desk.history.last_seq() + 1, desk.history.last_gesture() + 1, 1, is_undo);
        };
        skipping(&mut desk, true);
        assert_eq!(desk.decisions(), [None, Some(DecisionKind::Accept), None, None, None]);
        assert_eq!(desk.history.undoable().collect::<Vec<_>>(), [2]);
        skipping(&mut desk, false);
        assert_eq!(desk.decisions(), [None, Some(DecisionKind::Accept), Some(DecisionKind::Skip), None, None]);
    }

    #[test]
    fn a_new_decision_ends_the_redoing() {
        let mut desk = CountedHistory::default();
        desk.decide(&[1], DecisionKind::Accept);
        desk.undo();
        desk.decide(&[2], DecisionKind::Accept);
        assert_eq!(desk.history.redoable(), None);
        desk.undo();
        assert_eq!(desk.decisions(), [None; 5]);
    }

    #[test]
    fn a_decision_is_in_bulk_until_it_is_made_again_by_itself() {
        let mut desk = CountedHistory::default();
        desk.decide(&[1, 2], DecisionKind::Accept);
        desk.history.select(desk.history.last_gesture());
        desk.decide(&[2], DecisionKind::Accept);
        let in_bulk = |desk: &CountedHistory| [0, 1, 2].map(|message| desk.history.is_in_bulk(&Key::Integer(message)));
        assert_eq!(in_bulk(&desk), [false, true, false]);
        desk.undo();
        assert_eq!(in_bulk(&desk), [false, true, true]);
        desk.undo();
        assert_eq!(in_bulk(&desk), [false; 3]);
    }

    #[test]
    fn notes_and_decisions_do_not_touch_each_other() {
        let mut desk = CountedHistory::default();
        let key = Key::Integer(1);
        desk.decide(&[1], DecisionKind::Skip);
        desk.history.change(2, 2, key.clone(), MessageChange::Noted("ask Ana".to_owned()));
        assert_eq!(desk.history.note(&key), Some("ask Ana"));
        desk.undo();
        assert_eq!((desk.history.note(&key), desk.decisions()[1]), (None, Some(DecisionKind::Skip)));
    }

    #[test]
    fn a_flag_is_taken_back_and_put_back_like_a_decision() {
        let mut desk = CountedHistory::default();
        let key = Key::Integer(1);
        desk.history.change(1, 1, key.clone(), MessageChange::Flagged(true));
        desk.decide(&[1], DecisionKind::Skip);
        desk.history.change(3, 3, key.clone(), MessageChange::Flagged(false));
        for (turn, flagged, kind) in [
            (CountedHistory::undo as fn(&mut CountedHistory), true, Some(DecisionKind::Skip)),
            (CountedHistory::undo, true, None),
            (CountedHistory::undo, false, None),
            (CountedHistory::redo, true, None),
            (CountedHistory::redo, true, Some(DecisionKind::Skip)),
            (CountedHistory::redo, false, Some(DecisionKind::Skip)),
        ] {
            turn(&mut desk);
            assert_eq!((desk.history.is_flagged(&key), desk.decisions()[1]), (flagged, kind));
        }
    }

    proptest! {
        #[test]
        fn undoing_everything_and_redoing_it_changes_nothing(
            steps in proptest::collection::vec((proptest::collection::vec(0..5i64, 1..4), 0..4usize), 0..20)
        ) {
            let mut desk = CountedHistory::default();
            let mut states = vec![desk.decisions()];
            for (messages, kind) in &steps {
                let kind = [DecisionKind::Accept, DecisionKind::Reject, DecisionKind::Skip, DecisionKind::Reset][*kind];
                desk.decide(messages, kind);
                states.push(desk.decisions());
            }
            for state in states.iter().rev().skip(1) {
                desk.undo();
                prop_assert_eq!(&desk.decisions(), state);
            }
            for state in states.iter().skip(1) {
                desk.redo();
                prop_assert_eq!(&desk.decisions(), state);
            }
        }
    }
}
