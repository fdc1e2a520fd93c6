//! The outline of a database: of each conversation where its messages stand, what people ask for in it, and with what in mind
//! its answers were looked at. It makes looking a conversation up cheap without any index, and most messages need no look at
//! their sentences.

use std::collections::HashMap;

use super::knowledge::Knowledge;
use crate::claim::Asked;
use crate::source::{Key, SeenRow, SqliteSource, Stretch};

/// Of more conversations nothing is kept: memory shall not grow with the database.
const MOST_CONVERSATIONS: usize = 400_000;
/// So many times all rows may be read for looking up each conversation once; where that is not enough, an index is made.
const MOST_READS: i128 = 16;

/// What is known of one conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Conversation {
    rows: Stretch,
    asked: Asked,
    /// What every answer was looked at for.
    looked_for: Asked,
    /// When its first message was written and when its last one, in microseconds, as long as its rows stand in the order of
    /// their times, no two of them at once.
    times: Option<(i64, i64)>,
}

/// What is known of all conversations.
#[derive(Debug)]
pub(super) struct Outline {
    conversations: HashMap<Key, Conversation>,
    /// The conversation that was seen last, which is not among the others.
    last: Option<(Key, Conversation)>,
    /// Whether there are too many, or rows do not tell who speaks: then nothing is known.
    is_unknown: bool,
    /// Whether answers may have been looked at for less than what was asked for, in which rows.
    unsettled: Unsettled,
    /// Whether messages of a conversation stand so near to one another that they are found by reading what is between.
    is_near: bool,
}

/// Rows that have to be looked at again.
#[derive(Debug)]
enum Unsettled {
    /// All of them.
    All,
    /// Those of some conversations: stretches in order, apart from one another.
    Stretches(Vec<Stretch>),
}

impl Outline {
    /// The outline of a database of which nothing was seen yet.
    pub(super) fn new(source: &SqliteSource) -> Self {
        Self {
            conversations: HashMap::new(),
            last: None,
            is_unknown: !source.tells_who_asks(),
            unsettled: Unsettled::Stretches(Vec::new()),
            is_near: false,
        }
    }

    /// Takes in a row, and answers for what an answer in it is to be looked at.
    pub(super) fn see(&mut self, row: &SeenRow<'_>, knowledge: &Knowledge) -> Asked {
        if self.is_unknown {
            return Asked::ANYTHING;
        }
        let Some(key) = row.conversation else { return Asked::default() };
        if self.last.as_ref().is_none_or(|(last, _)| last != key) {
            let last = self.last.take();
            self.extend(last);
            self.last = self.conversations.remove_entry(key);
        }
        let seen = Conversation {
            rows: Stretch { first: row.number, last: row.number },
            asked: row.said.map(|said| knowledge.asked_in(said)).unwrap_or_default(),
            looked_for: Asked::ANYTHING,
            times: row.at.map(|at| (at.as_microsecond(), at.as_microsecond())),
        };
        match &mut self.last {
            Some((_, known)) => known.take(seen),
            none => *none = Some((key.clone(), seen)),
        }
        let Some((_, conversation)) = &mut self.last else { return Asked::ANYTHING };
        if row.answer.is_some() {
            conversation.looked_for = conversation.looked_for.common(conversation.asked);
        }
        conversation.asked
    }

    /// Adds what another part of the database tells.
    pub(super) fn merge(&mut self, other: Self) {
        self.is_unknown |= other.is_unknown;
        if matches!(other.unsettled, Unsettled::All) {
            self.unsettled = Unsettled::All;
        }
        self.extend(other.conversations.into_iter().chain(other.last));
    }

    /// Adds conversations, or what else is known of them.
    fn extend(&mut self, conversations: impl IntoIterator<Item = (Key, Conversation)>) {
        for (key, seen) in conversations {
            if self.is_unknown {
                break;
            }
            self.conversations.entry(key).and_modify(|known| known.take(seen)).or_insert(seen);
            if self.conversations.len() > MOST_CONVERSATIONS {
                self.is_unknown = true;
                self.unsettled = Unsettled::All;
            }
        }
        if self.is_unknown {
            self.conversations = HashMap::new();
        }
    }

    /// To be called when all is added; `all` are the rows of the database.
    pub(super) fn finish(&mut self, all: Stretch) {
        let last = self.last.take();
        self.extend(last);
        let width = |rows: Stretch| i128::from(rows.last) - i128::from(rows.first) + 1;
        let reads: i128 = self.conversations.values().map(|known| width(known.rows)).sum();
        self.is_near = reads <= width(all).saturating_mul(MOST_READS);
        if matches!(self.unsettled, Unsettled::Stretches(_)) {
            let unsettled = self.conversations.values().filter(|known| !known.is_settled()).map(|known| known.rows);
            self.unsettled = Unsettled::Stretches(apart(unsettled.collect()));
        }
    }

    /// What people may have asked for in a conversation.
    pub(super) fn asked(&self, conversation: Option<&Key>) -> Asked {
        if self.is_unknown {
            return Asked::ANYTHING;
        }
        let known = conversation.and_then(|key| self.conversations.get(key));
        known.map(|known| known.asked).unwrap_or_default()
    }

    /// Whether some answer in a stretch has to be looked at again, since more was asked for than was known then.
    pub(super) fn is_unsettled(&self, stretch: Stretch) -> bool {
        match &self.unsettled {
            Unsettled::All => true,
            Unsettled::Stretches(stretches) => {
                let next = stretches.partition_point(|other| other.last < stretch.first);
                stretches.get(next).is_some_and(|other| other.first <= stretch.last)
            }
        }
    }

    /// The rows outside which no message of a conversation stands, where reading them is cheap.
    pub(super) fn rows(&self, conversation: &Key) -> Option<Stretch> {
        self.conversations.get(conversation).filter(|_| self.is_near).map(|known| known.rows)
    }

    /// The same, where all its messages have times and stand in their order.
    pub(super) fn rows_in_order(&self, conversation: &Key) -> Option<Stretch> {
        let is_in_order = self.conversations.get(conversation).is_some_and(|known| known.times.is_some());
        self.rows(conversation).filter(|_| is_in_order)
    }
}

impl Conversation {
    fn take(&mut self, other: Self) {
        self.times = self.times_with(&other);
        self.rows.first = self.rows.first.min(other.rows.first);
        self.rows.last = self.rows.last.max(other.rows.last);
        self.asked = self.asked.and(other.asked);
        self.looked_for = self.looked_for.common(other.looked_for);
    }

    /// The times of the first message and of the last of this and other rows, where they are in order.
    fn times_with(&self, other: &Self) -> Option<(i64, i64)> {
        let (before, after) = if self.rows.first < other.rows.first { (self, other) } else { (other, self) };
        let ((first, end), (start, last)) = before.times.zip(after.times)?;
        (before.rows.last < after.rows.first && end < start).then_some((first, last))
    }

    fn is_settled(&self) -> bool {
        self.asked.is_within(self.looked_for)
    }
}

/// The same rows, in stretches that are apart.
fn apart(mut stretches: Vec<Stretch>) -> Vec<Stretch> {
    stretches.sort_unstable_by_key(|stretch| stretch.first);
    let mut all: Vec<Stretch> = Vec::new();
    for stretch in stretches {
        match all.last_mut().filter(|last| stretch.first <= last.last) {
            Some(last) => last.last = last.last.max(stretch.last),
            None => all.push(stretch),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What is known of the rows of one conversation with these times.
    fn told(rows: &[(i64, Option<i64>)]) -> Option<Conversation> {
        let row = |(number, time): &(i64, Option<i64>)| Conversation {
            rows: Stretch { first: *number, last: *number },
            asked: Asked::default(),
            looked_for: Asked::ANYTHING,
            times: time.map(|time| (time, time)),
        };
        rows.iter().map(row).reduce(|mut all, other| {
            all.take(other);
            all
        })
    }

    proptest! {
        #[test]
        fn rows_are_in_order_where_each_time_is_later_than_the_one_before(
            times in prop::collection::vec(prop::option::weighted(0.95, 0_i64..40), 1..12),
            is_sorted in any::<bool>(),
            split in 0_usize..12,
        ) {
            let mut times = times;
            if is_sorted {
                times.sort_unstable();
            }
            let rows: Vec<_> = (1..).zip(times.iter().copied()).collect();
            let is_in_order = times.iter().all(Option::is_some) && times.windows(2).all(|pair| pair[0] < pair[1]);
            prop_assert_eq!(told(&rows).unwrap().times.is_some(), is_in_order);
            let (before, behind) = rows.split_at(split.min(rows.len()));
            for [one, other] in [[before, behind], [behind, before]] {
                if let (Some(mut all), Some(other)) = (told(one), told(other)) {
                    all.take(other);
                    prop_assert_eq!(all.times, told(&rows).unwrap().times);
                }
            }
            // Several workers see every so-manieth stretch of them: then nobody knows of an order that is there.
            let [mut odd, even] = [1, 0].map(|rest| rows.iter().copied().filter(|row| row.0 % 2 == rest).collect::<Vec<_>>()).map(|rows| told(&rows));
            if let (Some(odd), Some(even)) = (&mut odd, even) {
                odd.take(even);
                prop_assert!(odd.times.is_none() || is_in_order);
            }
        }
    }

    #[test]
    fn overlapping_rows_become_one_stretch() {
        let stretch = |(first, last)| Stretch { first, last };
        let all = [(7, 9), (1, 3), (2, 5), (20, 20), (5, 6)].map(stretch).to_vec();
        assert_eq!(apart(all), [(1, 6), (7, 9), (20, 20)].map(stretch));
    }
}
