//! The outline of a database: of each conversation where its messages stand, what people ask for in it, and with what in mind
//! its answers were looked at. It makes looking a conversation up cheap without any index, and most messages need no look at
//! their sentences.

use std::hash::{BuildHasher as _, RandomState};
use std::num::NonZero;

use hashbrown::HashMap;
use jiff::Timestamp;

use super::filter::Filter;
use super::knowledge::Knowledge;
use crate::claim::Asked;
use crate::source::{Key, SeenRow, SqliteSource, Stretch};

/// Of more conversations nothing is kept but that they were seen: memory shall not grow with the database.
const MOST_CONVERSATIONS: usize = 200_000;
/// So many times all rows may be read for looking up each conversation once; where that is not enough, an index is made.
const MOST_READS: i128 = 16;

/// What is known of one conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Conversation {
    rows: Stretch,
    asked: Asked,
    /// What every answer was looked at for.
    looked_for: Asked,
    /// Its times, as long as its rows stand in their order, no two of them at once.
    times: Option<Times>,
}

/// When the first and the last of some messages were written, in seconds since 1970: few bytes, since there are many of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Times {
    first: NonZero<u32>,
    last: NonZero<u32>,
}

impl Times {
    fn at(time: Timestamp) -> Option<Self> {
        let second = NonZero::new(u32::try_from(time.as_second()).ok()?)?;
        Some(Self { first: second, last: second })
    }
}

/// What is known of all conversations.
#[derive(Debug)]
pub(super) struct Outline {
    /// By the hash of its key: it is small, and where two conversations are taken for one, more rows are read and nothing is
    /// overlooked.
    conversations: HashMap<u64, Conversation>,
    /// What other parts of the database tell; made into one, they would take twice the room for a moment.
    others: Vec<HashMap<u64, Conversation>>,
    hasher: RandomState,
    /// How many conversations are kept.
    most: usize,
    /// The conversation that was seen last, which is not among the others, and when its last message was written.
    last: Option<(Key, Conversation, Option<Timestamp>)>,
    /// Those that were too many. Their answers are looked at for what was asked before, where they were seen last.
    let_go: Filter,
    /// Of these the ones that were seen in several places, or in which more was asked behind an answer.
    torn: Filter,
    /// Whether rows do not tell who speaks: then nothing is known.
    is_unknown: bool,
    /// The rows in which answers may have been looked at for less than what was asked for: stretches in order, apart from one
    /// another.
    unsettled: Vec<Stretch>,
    /// Whether messages of a conversation stand so near to one another that they are found by reading what is between.
    is_near: bool,
}

impl Outline {
    /// The outline of one of so many parts of a database, of which nothing was seen yet. Outlines that are merged share a hasher.
    pub(super) fn new(source: &SqliteSource, hasher: RandomState, parts: usize) -> Self {
        Self {
            conversations: HashMap::new(),
            others: Vec::new(),
            hasher,
            most: MOST_CONVERSATIONS / parts.max(1),
            last: None,
            let_go: Filter::default(),
            torn: Filter::default(),
            is_unknown: !source.tells_who_asks(),
            unsettled: Vec::new(),
            is_near: false,
        }
    }

    /// Takes in a row, and answers for what an answer in it is to be looked at.
    pub(super) fn see(&mut self, row: &SeenRow<'_>, knowledge: &Knowledge) -> Asked {
        if self.is_unknown {
            return Asked::ANYTHING;
        }
        let Some(key) = row.conversation else { return Asked::default() };
        if self.last.as_ref().is_none_or(|(last, ..)| last != key) {
            self.put_last_away();
            let known = self.conversations.remove(&self.hasher.hash_one(key));
            self.last = known.map(|known| (key.clone(), known, None));
        }
        let seen = Conversation {
            rows: Stretch { first: row.number, last: row.number },
            asked: row.said.map(|said| knowledge.asked_in(said)).unwrap_or_default(),
            looked_for: Asked::ANYTHING,
            times: row.at.and_then(Times::at),
        };
        match &mut self.last {
            Some((_, known, at)) => {
                let is_later = at.zip(row.at).is_some_and(|(before, at)| before < at);
                known.take(seen, is_later);
                *at = row.at;
            }
            none => *none = Some((key.clone(), seen, row.at)),
        }
        let Some((_, conversation, _)) = &mut self.last else { return Asked::ANYTHING };
        if row.answer.is_some() {
            conversation.looked_for = conversation.looked_for.common(conversation.asked);
        }
        conversation.asked
    }

    /// Adds what another part of the database tells.
    pub(super) fn merge(&mut self, mut other: Self) {
        other.put_last_away();
        self.is_unknown |= other.is_unknown;
        self.torn.add_all(&other.torn);
        self.torn.add_all(&self.let_go.common(&other.let_go));
        self.let_go.add_all(&other.let_go);
        self.others.push(other.conversations);
        self.others.extend(other.others);
    }

    /// Puts the conversation that was seen last among the others, where it is one of them or there is room.
    fn put_last_away(&mut self) {
        let Some((key, last, _)) = self.last.take() else { return };
        let hash = self.hasher.hash_one(&key);
        if self.conversations.len() < self.most {
            self.conversations.insert(hash, last);
            return;
        }
        if self.let_go.may_hold(hash) || !last.is_settled() {
            self.torn.add(hash);
        }
        self.let_go.add(hash);
    }

    /// To be called when all is added; `all` are the rows of the database.
    pub(super) fn finish(&mut self, all: Stretch) {
        self.put_last_away();
        let width = |rows: Stretch| i128::from(rows.last) - i128::from(rows.first) + 1;
        let reads: i128 = self.all().map(|known| width(known.rows)).sum();
        self.is_near = reads <= width(all).saturating_mul(MOST_READS);
        self.unsettled = if self.let_go.is_empty() {
            apart(self.all().filter(|known| !known.is_settled()).map(|known| known.rows).collect())
        } else {
            vec![all]
        };
    }

    /// All conversations that are kept, each as all parts tell of it.
    fn all(&self) -> impl Iterator<Item = Conversation> {
        self.parts().enumerate().flat_map(move |(number, part)| {
            let is_first = move |key: &&u64| !self.parts().take(number).any(|earlier| earlier.contains_key(*key));
            part.keys().filter(is_first).filter_map(|key| self.told(*key))
        })
    }

    fn parts(&self) -> impl Iterator<Item = &HashMap<u64, Conversation>> {
        std::iter::once(&self.conversations).chain(&self.others)
    }

    /// What all parts tell of a conversation.
    fn told(&self, key: u64) -> Option<Conversation> {
        let told = self.parts().filter_map(|part| part.get(&key).copied());
        told.reduce(|mut all, other| {
            all.take(other, false);
            all
        })
    }

    /// What people may have asked for in a conversation.
    pub(super) fn asked(&self, conversation: Option<&Key>) -> Asked {
        if self.is_unknown {
            return Asked::ANYTHING;
        }
        let Some(hash) = conversation.map(|key| self.hasher.hash_one(key)) else { return Asked::default() };
        if self.let_go.may_hold(hash) {
            return Asked::ANYTHING;
        }
        self.told(hash).map(|known| known.asked).unwrap_or_default()
    }

    /// For what the answers of a conversation have to be looked at again; `None` where that was done at first.
    pub(super) fn overlooked(&self, conversation: Option<&Key>) -> Option<Asked> {
        let hash = self.hasher.hash_one(conversation?);
        match self.told(hash) {
            Some(known) if !self.let_go.may_hold(hash) => (!known.is_settled()).then_some(known.asked),
            None if !self.torn.may_hold(hash) => None,
            _ => Some(Asked::ANYTHING),
        }
    }

    /// Whether some answer in a stretch has to be looked at again, since more was asked for than was known then.
    pub(super) fn is_unsettled(&self, stretch: Stretch) -> bool {
        let next = self.unsettled.partition_point(|other| other.last < stretch.first);
        self.unsettled.get(next).is_some_and(|other| other.first <= stretch.last)
    }

    /// The rows outside which no message of a conversation stands, where reading them is cheap.
    pub(super) fn rows(&self, conversation: &Key) -> Option<Stretch> {
        self.known(conversation).filter(|_| self.is_near).map(|known| known.rows)
    }

    /// The same, where all its messages have times and stand in their order.
    pub(super) fn rows_in_order(&self, conversation: &Key) -> Option<Stretch> {
        let is_in_order = self.known(conversation).is_some_and(|known| known.times.is_some());
        self.rows(conversation).filter(|_| is_in_order)
    }

    fn known(&self, conversation: &Key) -> Option<Conversation> {
        let hash = self.hasher.hash_one(conversation);
        self.told(hash).filter(|_| !self.let_go.may_hold(hash))
    }
}

impl Conversation {
    /// Takes in what else is known; `is_later` where that is known to be of later messages than all that is here.
    fn take(&mut self, other: Self, is_later: bool) {
        self.times = self.times_with(&other, is_later);
        self.rows.first = self.rows.first.min(other.rows.first);
        self.rows.last = self.rows.last.max(other.rows.last);
        self.asked = self.asked.and(other.asked);
        self.looked_for = self.looked_for.common(other.looked_for);
    }

    /// The times of these and other rows together, where they are in order.
    fn times_with(&self, other: &Self, is_later: bool) -> Option<Times> {
        let (before, after) = if self.rows.first < other.rows.first { (self, other) } else { (other, self) };
        let (earlier, later) = before.times.zip(after.times)?;
        let is_in_order = before.rows.last < after.rows.first && (is_later || earlier.last < later.first);
        is_in_order.then_some(Times { first: earlier.first, last: later.last })
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
    use std::collections::HashSet;
    use std::sync::LazyLock;

    use proptest::prelude::*;

    use super::*;
    use crate::audit::Options;
    use crate::registry::Registry;
    use crate::source::Glance;

    static KNOWLEDGE: LazyLock<Knowledge> = LazyLock::new(|| {
        let registry = Registry::builtin().unwrap();
        let tools = registry.tools().clone();
        Knowledge::new(registry, tools, Options::at(Timestamp::UNIX_EPOCH))
    });

    fn at(number: i64) -> Stretch {
        Stretch { first: number, last: number }
    }

    /// What is known of the rows of one conversation with these times.
    fn told(rows: &[(i64, Option<i64>)]) -> Option<Conversation> {
        let row = |(number, time): &(i64, Option<i64>)| Conversation {
            rows: Stretch { first: *number, last: *number },
            asked: Asked::default(),
            looked_for: Asked::ANYTHING,
            times: time.and_then(|time| Times::at(Timestamp::from_second(time).unwrap())),
        };
        rows.iter().map(row).reduce(|mut all, other| {
            all.take(other, false);
            all
        })
    }

    proptest! {
        #[test]
        fn rows_are_in_order_where_each_time_is_later_than_the_one_before(
            times in prop::collection::vec(prop::option::weighted(0.95, 1_i64..40), 1..12),
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
                    all.take(other, false);
                    prop_assert_eq!(all.times, told(&rows).unwrap().times);
                }
            }
            // Several workers see every so-manieth stretch of them: then nobody knows of an order that is there.
            let (odd, even): (Vec<_>, Vec<_>) = rows.iter().partition(|(number, _)| number % 2 == 1);
            let [mut odd, even] = [odd, even].map(|rows| told(&rows));
            if let (Some(odd), Some(even)) = (&mut odd, even) {
                odd.take(even, false);
                prop_assert!(odd.times.is_none() || is_in_order);
            }
        }
    }

    /// An outline whose parts saw these rows: each has the number of its part and of its conversation.
    fn in_parts(rows: &[(usize, u64)], parts: usize) -> Outline {
        let mut told = vec![HashMap::<u64, Conversation>::new(); parts];
        for ((part, key), number) in rows.iter().zip(1..) {
            let rows = Stretch { first: number, last: number };
            let seen = Conversation { rows, asked: Asked::default(), looked_for: Asked::ANYTHING, times: None };
            told[part % parts].entry(*key).and_modify(|known| known.take(seen, false)).or_insert(seen);
        }
        Outline {
            conversations: told.remove(0),
            others: told,
            hasher: RandomState::new(),
            most: MOST_CONVERSATIONS,
            last: None,
            let_go: Filter::default(),
            torn: Filter::default(),
            is_unknown: false,
            unsettled: Vec::new(),
            is_near: false,
        }
    }

    proptest! {
        #[test]
        fn parts_tell_of_each_conversation_once_what_one_would_tell(
            rows in prop::collection::vec((0_usize..4, 0_u64..8), 0..40),
        ) {
            let all = |parts: usize| {
                let mut all: Vec<_> = in_parts(&rows, parts).all().collect();
                all.sort_unstable_by_key(|known| known.rows.first);
                all
            };
            let whole = all(1);
            let keys: HashSet<u64> = rows.iter().map(|(_, key)| *key).collect();
            prop_assert_eq!(whole.len(), keys.len());
            for parts in 2..5 {
                prop_assert_eq!(&all(parts), &whole);
            }
        }
    }

    /// Who speaks in a row: a person who asks for something, one who does not, or the assistant.
    const SAID: [Option<&str>; 3] = [Some("Please remember that I drink tea."), Some("Good morning."), None];

    proptest! {
        #[test]
        fn no_answer_is_looked_at_for_less_than_was_asked_however_few_conversations_are_kept(
            rows in prop::collection::vec((0_usize..3, 0_i64..6, 0_usize..3), 0..60),
            most in 0_usize..8,
        ) {
            let knowledge = &*KNOWLEDGE;
            prop_assert_ne!(knowledge.asked_in(SAID[0].unwrap_or_default()), Asked::default());
            let mut parts = [(); 3].map(|()| Outline { most, ..in_parts(&[], 1) });
            let hasher = parts[0].hasher.clone();
            parts.iter_mut().for_each(|part| part.hasher = hasher.clone());
            let mut looked_for = Vec::new();
            for ((part, conversation, said), number) in rows.iter().zip(1..) {
                let (key, said) = (Key::Integer(*conversation), SAID[*said]);
                let answer = said.is_none().then_some(Glance { journal: None, text: "", has_plan: false });
                let row = SeenRow { number, conversation: Some(&key), said, at: None, answer };
                looked_for.push(parts[*part].see(&row, knowledge));
            }
            let [mut outline, second, third] = parts;
            outline.merge(second);
            outline.merge(third);
            outline.finish(Stretch { first: 1, last: 60 });
            for (((_, conversation, said), looked_for), number) in rows.iter().zip(looked_for).zip(1..) {
                let key = Key::Integer(*conversation);
                let own = rows.iter().filter(|(_, other, said)| other == conversation && SAID[*said].is_some());
                let asked = own.map(|(.., said)| knowledge.asked_in(SAID[*said].unwrap_or_default()));
                let asked = asked.fold(Asked::default(), Asked::and);
                prop_assert!(asked.is_within(outline.asked(Some(&key))));
                let again = outline.overlooked(Some(&key)).filter(|_| outline.is_unsettled(at(number)));
                let looked_for = again.into_iter().fold(looked_for, Asked::and);
                prop_assert!(SAID[*said].is_some() || asked.is_within(looked_for));
                let known = outline.rows(&key);
                prop_assert!(known.is_none_or(|known| known.first <= number && number <= known.last));
                prop_assert!(most < 6 || known.is_some());
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
