//! Looks up the conversations of messages, as much of each as is needed.
//!
//! A message is usually examined together with what is close to it: the user's last message, the turn, the neighbours.
//! In a conversation in order of time, a few rows around the message show the same as all of it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::conversation_index::ConversationIndex;
use crate::source::profile::EvidenceSource;
use crate::source::{Conversation, Key, Message, RowRange, Source as _, SourceError, SqliteSource, TurnMessage};

/// The conversations cached for the next look-up.
const KEPT: usize = 64;
/// The numbers of rows read before and after a message, until they suffice.
const AROUND: [i64; 3] = [2, 8, 32];

type SharedMessages = Rc<Conversation>;

/// Looks conversations up over one connection.
pub(super) struct Conversations<'a> {
    source: &'a SqliteSource,
    index: Option<&'a ConversationIndex>,
    /// The distance in seconds within which messages are neighbours.
    seconds: i64,
    whole: RefCell<HashMap<Key, SharedMessages>>,
}

impl<'a> Conversations<'a> {
    pub(super) fn new(source: &'a SqliteSource, index: Option<&'a ConversationIndex>) -> Self {
        let seconds = source.profile().evidence.iter().filter_map(|place| match place {
            EvidenceSource::Neighbours { seconds } => Some(*seconds),
            _ => None,
        });
        Self { source, index, seconds: seconds.max().unwrap_or_default(), whole: RefCell::default() }
    }

    /// All messages of the conversation of a message.
    pub(super) fn whole(&self, message: &Message) -> Result<SharedMessages, SourceError> {
        let Some(key) = &message.conversation else { return Ok(Rc::default()) };
        if let Some(known) = self.whole.borrow().get(key) {
            return Ok(Rc::clone(known));
        }
        let within = self.index.and_then(|index| index.rows(key));
        if self.index.is_some() && within.is_none() {
            self.source.copy_conversations()?;
        }
        let read = Rc::new(self.source.conversation(key, within)?);
        let mut kept = self.whole.borrow_mut();
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert(key.clone(), Rc::clone(&read));
        Ok(read)
    }

    /// The part of a message's conversation with the user's last message, the rest of its turn, and its neighbours.
    /// `row` is the number of its row, if that is known.
    pub(super) fn around(&self, message: &Message, row: Option<i64>) -> Result<SharedMessages, SourceError> {
        let (Some(conversation), Some(key), Some(row)) = (&message.conversation, &message.key, row) else {
            return self.whole(message);
        };
        let rows = self.index.and_then(|index| index.rows_by_time(conversation));
        let Some(rows) = rows.filter(|_| !self.whole.borrow().contains_key(conversation)) else {
            return self.whole(message);
        };
        for most in AROUND {
            let (first, last) = (row.saturating_sub(most).max(rows.first), row.saturating_add(most).min(rows.last));
            if (first, last) == (rows.first, rows.last) {
                break;
            }
            let part = self.source.conversation(conversation, Some(RowRange { first, last }))?;
            let ends = IncludedEnds { begins: first == rows.first, ends: last == rows.last };
            if shows_as_much(&part, key, self.seconds, ends) {
                return Ok(Rc::new(part));
            }
        }
        self.whole(message)
    }
}

/// Whether a part of a conversation includes its first and its last message.
#[derive(Clone, Copy, Debug)]
struct IncludedEnds {
    begins: bool,
    ends: bool,
}

/// Whether a part of a conversation in order of time shows as much about one of its messages as the whole.
fn shows_as_much(part: &Conversation, key: &Key, seconds: i64, IncludedEnds { begins, ends }: IncludedEnds) -> bool {
    let Some((before, [own, after @ ..])) = part.place_of(key).map(|at| part.split_at(at)) else { return false };
    let Some(at) = own.created_at.filter(|_| own.role.is_some()) else { return false };
    let is_far =
        |other: &TurnMessage| other.created_at.is_some_and(|time| (time.as_second() - at.as_second()).abs() > seconds);
    let bounds_turn = |other: &TurnMessage| other.is_user || other.asks;
    (begins || (before.iter().any(bounds_turn) && before.first().is_some_and(is_far)))
        && (ends || (after.iter().any(bounds_turn) && after.last().is_some_and(is_far)))
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use proptest::prelude::*;

    use super::*;
    use crate::source::{asked_by, rows_of_turn, turn_of};

    /// A conversation of speakers, each with the seconds since the message before.
    fn conversation(speakers: &[(u8, i64)]) -> Conversation {
        let mut second = 0;
        let messages = speakers.iter().zip(1..).map(|((speaker, pause), key)| {
            second += pause;
            TurnMessage {
                key: Key::Integer(key),
                is_user: *speaker == 0,
                answers: *speaker == 0 && pause % 2 == 0,
                is_assistant: *speaker == 1,
                is_of_tool: false,
                asks: *speaker == 2,
                role: Some("any".into()),
                owner: None,
                created_at: Timestamp::from_second(second).ok(),
                tools_used: Vec::new(),
            }
        });
        messages.collect::<Vec<_>>().into()
    }

    const SECONDS: i64 = 60;

    fn neighbours<'a>(messages: &'a [TurnMessage], own: &TurnMessage) -> Vec<&'a Key> {
        let time = |message: &TurnMessage| message.created_at.unwrap().as_second();
        let near = messages.iter().filter(|other| (time(other) - time(own)).abs() <= SECONDS);
        near.map(|other| &other.key).collect()
    }

    proptest! {
        #[test]
        fn a_part_that_shows_as_much_shows_the_same(
            messages in prop::collection::vec((0_u8..6, 1_i64..90), 1..24),
            place in any::<prop::sample::Index>(),
            before in 0_usize..6,
            after in 0_usize..6,
        ) {
            let whole = conversation(&messages);
            let place = place.index(whole.len());
            let (first, last) = (place.saturating_sub(before), (place + after).min(whole.len() - 1));
            let (part, own) = (&Conversation::from(whole[first..=last].to_vec()), &whole[place]);
            let ends = IncludedEnds { begins: first == 0, ends: last + 1 == whole.len() };
            if shows_as_much(part, &own.key, SECONDS, ends) {
                prop_assert_eq!(asked_by(part, &own.key), asked_by(&whole, &own.key));
                prop_assert_eq!(turn_of(part, &own.key), turn_of(&whole, &own.key));
                prop_assert_eq!(rows_of_turn(part, &own.key), rows_of_turn(&whole, &own.key));
                prop_assert_eq!(neighbours(part, own), neighbours(&whole, own));
            }
        }
    }

    #[test]
    fn few_messages_show_enough_where_a_person_speaks_before_and_after() {
        let whole = conversation(&[(1, 70), (0, 70), (1, 70), (0, 70), (1, 70)]);
        let part = |first: usize| Conversation::from(whole[first..4].to_vec());
        let ends = IncludedEnds { begins: false, ends: false };
        assert!(shows_as_much(&part(1), &Key::Integer(3), SECONDS, ends));
        assert!(!shows_as_much(&part(1), &Key::Integer(3), 70, ends));
        assert!(!shows_as_much(&part(2), &Key::Integer(3), SECONDS, ends));
        assert!(shows_as_much(&part(2), &Key::Integer(3), SECONDS, IncludedEnds { begins: true, ends: false }));
    }
}
