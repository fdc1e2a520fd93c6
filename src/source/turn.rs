//! The turns of a conversation: what belongs to a message, from one message of a user to the next.

use std::ops::RangeInclusive;

use jiff::Timestamp;

use super::{Conversation, Key, TurnMessage};

/// A pause that ends a turn without a user's message, in seconds.
const PAUSE: i64 = 3600;

/// The turn of a message: from the user's last message to the next one. Without a user's message before it, the turn
/// begins after the last pause and ends before the next.
#[must_use]
pub fn turn_of<'a>(conversation: &'a Conversation, key: &Key) -> &'a [TurnMessage] {
    let Some(place) = conversation.place_of(key) else { return &[] };
    let (start, end) = bounds(conversation, place);
    conversation.get(start..end).unwrap_or_default()
}

/// The rows that may hold something of a message's turn: those of the turn, the user's row that began it, and the next
/// row if that holds tool results in the user's name.
#[must_use]
pub fn rows_of_turn<'a>(conversation: &'a Conversation, key: &Key) -> &'a [TurnMessage] {
    let Some(place) = conversation.place_of(key) else { return &[] };
    let (start, end) = bounds(conversation, place);
    let row = |place: Option<usize>| place.and_then(|place| conversation.get(place)).filter(|row| row.is_user);
    // A row that holds the user's words is itself part of the turn.
    let asks = conversation.get(start).is_some_and(|row| row.asks);
    let begins = !asks && row(start.checked_sub(1)).is_some_and(|row| !row.answers);
    let answers = row(Some(end)).is_some_and(|row| row.answers);
    conversation.get(start - usize::from(begins)..end + usize::from(answers)).unwrap_or_default()
}

/// The rows after a turn that may still hold results of its calls, because a user may write before a tool has answered.
/// They end before the next message of the assistant.
#[must_use]
pub fn rows_answering_late<'a>(conversation: &'a Conversation, key: &Key) -> &'a [TurnMessage] {
    let rows = rows_of_turn(conversation, key);
    let last = rows.last().and_then(|last| conversation.place_of(&last.key));
    let after = last.and_then(|last| conversation.get(last + 1..)).unwrap_or_default();
    // The turn may have ended with a pause instead of a user's message.
    if !after.first().is_some_and(|row| row.is_user) {
        return &[];
    }
    let count = after.iter().position(|row| row.is_assistant && !row.is_user).unwrap_or(after.len());
    after.get(..count).unwrap_or_default()
}

/// The positions of the rows close to a row: those before it without a pause, and those after it with gaps of at most
/// `seconds`.
pub(super) fn close_rows(rows: &[TurnMessage], place: usize, seconds: i64) -> RangeInclusive<usize> {
    let before = rows_without_pause(rows.get(..=place).unwrap_or_default().iter().rev(), PAUSE);
    let after = rows_without_pause(rows.get(place..).unwrap_or_default().iter(), seconds);
    place.saturating_sub(before)..=place + after
}

/// The position of the first row of a turn, and the position after its last row.
fn bounds(conversation: &[TurnMessage], place: usize) -> (usize, usize) {
    let (before, after) = conversation.split_at(place);
    let begins = |turn: &TurnMessage| turn.is_user || turn.asks;
    let own = after.first().is_some_and(|message| message.asks);
    let start = match before.iter().rposition(begins) {
        _ if own => Some(place),
        Some(user) if conversation.get(user).is_some_and(|message| message.is_user) => Some(user + 1),
        asking => asking,
    };
    let end = after.iter().skip(1).position(begins).map_or(conversation.len(), |next| place + 1 + next);
    if let Some(start) = start {
        return (start, end);
    }
    let before = rows_without_pause(conversation.get(..=place).unwrap_or_default().iter().rev(), PAUSE);
    let after = rows_without_pause(conversation.get(place..end).unwrap_or_default().iter(), PAUSE);
    (place - before, place + 1 + after)
}

/// The number of rows after the first one until a gap of more than `pause` seconds.
fn rows_without_pause<'a>(rows: impl Iterator<Item = &'a TurnMessage> + Clone, pause: i64) -> usize {
    let second = |row: &TurnMessage| row.created_at.map(Timestamp::as_second);
    let is_close = |(row, next): &(&TurnMessage, &TurnMessage)| {
        second(row).zip(second(next)).is_none_or(|(row, next)| (next - row).abs() <= pause)
    };
    rows.clone().zip(rows.skip(1)).take_while(is_close).count()
}

/// The user's last message before this one, or the row that holds the user's words.
#[must_use]
pub fn asked_by<'a>(conversation: &'a Conversation, key: &Key) -> Option<&'a TurnMessage> {
    let place = conversation.place_of(key)?;
    let own = conversation.get(place).filter(|message| message.asks);
    own.or_else(|| conversation.iter().take(place).rev().find(|message| message.is_user || message.asks))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::message::tests::message;

    #[test]
    fn a_turn_ends_where_a_person_speaks() {
        let conversation: Conversation = [(1, true), (2, false), (3, false), (4, true), (5, true), (6, false)]
            .map(|(k, u)| message(k, u))
            .to_vec()
            .into();
        let turn = |key| -> Vec<_> {
            turn_of(&conversation, &Key::Integer(key)).iter().map(|message| message.key.to_string()).collect()
        };
        assert_eq!(turn(2), ["2", "3"]);
        assert_eq!(turn(3), ["2", "3"]);
        assert_eq!(turn(6), ["6"]);
        assert!(turn(99).is_empty());
        assert_eq!(asked_by(&conversation, &Key::Integer(6)).map(|message| &message.key), Some(&Key::Integer(5)));
        assert_eq!(asked_by(&conversation, &Key::Integer(1)), None);
    }

    #[test]
    fn a_pause_ends_a_turn_that_no_person_began() {
        let at = |key: i64, second: i64, is_user: bool| TurnMessage {
            created_at: Timestamp::from_second(second).ok(),
            ..message(key, is_user)
        };
        let times = [(1, 0), (2, 3600), (3, 10_000), (4, 10_001), (5, 20_000)];
        let unbegun: Vec<_> = times.iter().map(|(key, second)| at(*key, *second, false)).collect();
        let begun: Vec<_> = std::iter::once(at(0, 0, true)).chain(unbegun.clone()).collect();
        let (unbegun, begun) = (Conversation::from(unbegun), Conversation::from(begun));
        let turn = |conversation: &Conversation, key| -> Vec<_> {
            turn_of(conversation, &Key::Integer(key)).iter().map(|message| message.key.to_string()).collect()
        };
        assert_eq!(
            (turn(&unbegun, 1), turn(&unbegun, 2)),
            (vec!["1".to_owned(), "2".to_owned()], vec!["1".to_owned(), "2".to_owned()])
        );
        assert_eq!(
            (turn(&unbegun, 3), turn(&unbegun, 4)),
            (vec!["3".to_owned(), "4".to_owned()], vec!["3".to_owned(), "4".to_owned()])
        );
        assert_eq!(turn(&unbegun, 5), ["5"]);
        assert_eq!(turn(&begun, 4), ["1", "2", "3", "4", "5"]);
    }

    #[test]
    fn to_a_turn_belong_also_the_row_that_began_it_and_the_answers_in_a_persons_name() {
        let answering = |key| TurnMessage { answers: true, ..message(key, true) };
        let conversation =
            vec![message(1, true), message(2, false), answering(3), message(4, false), message(5, true)].into();
        let rows = |key| -> Vec<_> {
            rows_of_turn(&conversation, &Key::Integer(key)).iter().map(|message| message.key.to_string()).collect()
        };
        assert_eq!((rows(2), rows(4)), (vec!["1".to_owned(), "2".to_owned(), "3".to_owned()], vec!["4".to_owned()]));
        assert!(rows(99).is_empty());
    }

    #[test]
    fn an_answer_may_be_behind_the_next_words_of_a_person() {
        let answering = |key| TurnMessage { answers: true, is_user: false, ..message(key, true) };
        let answering = |key| TurnMessage { is_assistant: false, ..answering(key) };
        let conversation =
            vec![message(1, true), message(2, false), message(3, true), answering(4), message(5, false), answering(6)]
                .into();
        let late = |key| -> Vec<_> {
            rows_answering_late(&conversation, &Key::Integer(key)).iter().map(|row| row.key.to_string()).collect()
        };
        assert_eq!(late(2), ["3", "4"]);
        assert!(late(5).is_empty() && late(99).is_empty());
    }

    #[test]
    fn a_turn_begins_with_the_row_that_shows_what_was_said() {
        let asking = |key, asks| TurnMessage { asks, ..message(key, false) };
        let conversation = vec![asking(1, true), asking(2, false), asking(3, true), asking(4, false)].into();
        let turn = |key| -> Vec<_> {
            turn_of(&conversation, &Key::Integer(key)).iter().map(|message| message.key.to_string()).collect()
        };
        assert_eq!((turn(1), turn(2)), (vec!["1".to_owned(), "2".to_owned()], vec!["1".to_owned(), "2".to_owned()]));
        assert_eq!((turn(3), turn(4)), (vec!["3".to_owned(), "4".to_owned()], vec!["3".to_owned(), "4".to_owned()]));
        let asked = |key| asked_by(&conversation, &Key::Integer(key)).map(|message| message.key.to_string());
        assert_eq!((asked(2), asked(3)), (Some("1".to_owned()), Some("3".to_owned())));
    }
}
