//! The order of the lines of a stream: a verdict is only as good as the order in which its conversation came.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use jiff::Timestamp;
use serde_json::{Number, Value};

use crate::source::Key;
use crate::source::chat_log::{LineError, moment, time_cell};

/// The position of a line in its conversation: its `seq`.
#[derive(Clone, Debug)]
enum Sequence {
    Number(Number),
    Time(Timestamp),
}

impl Sequence {
    /// Reads a number or a time; `None` if the line has neither.
    fn read(value: &Value) -> Result<Option<Self>, LineError> {
        let time = || time_cell(value).as_ref().and_then(moment).map(|moment| Self::Time(moment.at));
        match value {
            Value::Null => Ok(None),
            Value::Number(number) => Ok(Some(Self::Number(number.clone()))),
            _ => time().map(Some).ok_or_else(|| LineError::NoSequence(value.to_string())),
        }
    }

    /// Whether it comes before another one; `None` if a number would be compared with a time.
    fn is_before(&self, other: &Self) -> Option<bool> {
        match (self, other) {
            (Self::Time(own), Self::Time(other)) => Some(own < other),
            (Self::Number(own), Self::Number(other)) => match (own.as_i64(), other.as_i64()) {
                (Some(own), Some(other)) => Some(own < other),
                _ => Some(own.as_f64()? < other.as_f64()?),
            },
            _ => None,
        }
    }
}

/// The progress of a conversation.
#[derive(Clone, Debug, Default)]
pub(super) struct SequenceProgress {
    last: Option<Sequence>,
    /// Whether a line came out of order since the user's last message: the turn is incomplete.
    is_broken: bool,
}

impl SequenceProgress {
    /// Advances to a line with this `seq`, or returns why it cannot be judged. A turn with a line out of order is not
    /// judged further; the user's next message begins another one.
    pub(super) fn advance(&mut self, sequence: &Value, begins_turn: bool) -> Result<(), LineError> {
        if let Some(next) = Sequence::read(sequence)? {
            let is_before = self.last.as_ref().map_or(Some(false), |last| next.is_before(last));
            if is_before != Some(false) {
                self.is_broken = true;
                return Err(LineError::OutOfOrder(sequence.to_string()));
            }
            self.last = Some(next);
        }
        if self.is_broken && !begins_turn {
            return Err(LineError::AfterOutOfOrder);
        }
        self.is_broken = false;
        Ok(())
    }
}

/// A stream that must come conversation by conversation.
#[derive(Debug, Default)]
pub(super) struct SortedStream {
    current: Option<Key>,
    /// Digests of the conversations that ended, because a stream may have many.
    ended: HashSet<u64>,
}

impl SortedStream {
    /// Advances to a line of this conversation. Returns the conversation that this ends, if there is one.
    pub(super) fn advance(&mut self, conversation: &Key) -> Result<Option<Key>, LineError> {
        if self.current.as_ref() == Some(conversation) {
            return Ok(None);
        }
        if self.ended.contains(&digest(conversation)) {
            return Err(LineError::NotSorted(conversation.to_string()));
        }
        let ended = self.current.replace(conversation.clone());
        self.ended.extend(ended.as_ref().map(digest));
        Ok(ended)
    }

    /// Notes that a conversation ended.
    pub(super) fn end(&mut self, conversation: &Key) {
        self.current.take_if(|current| current == conversation);
        self.ended.insert(digest(conversation));
    }
}

fn digest(key: &Key) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// For each `seq`, whether the line was accepted; a number below 0 is that of a user's message.
    fn taken(lines: &[(Value, bool)]) -> Vec<bool> {
        let mut progress = SequenceProgress::default();
        lines.iter().map(|(sequence, is_user)| progress.advance(sequence, *is_user).is_ok()).collect()
    }

    #[test]
    fn a_line_that_is_late_breaks_its_turn_and_no_other() {
        let lines = [(json!(1), true), (json!(3), false), (json!(2), false), (json!(4), false), (json!(5), true)];
        assert_eq!(taken(&lines), [true, true, false, false, true]);
        let equal = [(json!(7), true), (json!(7), false), (Value::Null, false), (json!(6.5), false)];
        assert_eq!(taken(&equal), [true, true, true, false]);
    }

    #[test]
    fn times_are_compared_as_times_and_never_with_numbers() {
        let lines = [("2026-01-02T00:00:00+02:00", true), ("2026-01-01T23:00:00Z", false)];
        assert_eq!(taken(&lines.map(|(time, is_user)| (json!(time), is_user))), [true, true]);
        assert_eq!(taken(&[(json!("2026-01-01T00:00:00Z"), true), (json!(5), false)]), [true, false]);
        assert_eq!(taken(&[(json!("soon"), true)]), [false]);
        // Numbers that are equal as floats.
        assert_eq!(
            taken(&[(json!(9_007_199_254_740_993_i64), true), (json!(9_007_199_254_740_992_i64), false)]),
            [true, false]
        );
    }

    #[test]
    fn a_conversation_that_ended_does_not_come_back() {
        let mut sorted = SortedStream::default();
        let [one, two] = [1, 2].map(Key::Integer);
        assert!(matches!(sorted.advance(&one), Ok(None)));
        assert!(matches!(sorted.advance(&one), Ok(None)));
        assert!(matches!(sorted.advance(&two), Ok(Some(Key::Integer(1)))));
        assert!(sorted.advance(&one).is_err());
        sorted.end(&two);
        assert!(sorted.advance(&two).is_err());
    }
}
