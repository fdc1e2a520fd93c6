//! The conversation index of a database: of each conversation where its messages stand, what people ask for in it, and with what in mind
//! its answers were looked at. It makes looking a conversation up cheap without a database index, and most messages need no look at
//! their sentences.

use std::hash::{BuildHasher as _, RandomState};
use std::num::NonZero;

use hashbrown::HashMap;
use jiff::Timestamp;

use super::context::AuditContext;
use super::filter::Filter;
use super::recent_windows::RecentWindows;
use super::talk::Talk;
use crate::claim::{Asked, TextPreview, WantedFormat, Window};
use crate::source::{Key, RowRange, SeenRow, SqliteSource};

/// Of more conversations nothing is kept but that they were seen: memory shall not grow with the database.
const MOST_CONVERSATIONS: usize = 200_000;
/// The most times that all rows may be read to look up each conversation once; beyond that, an index is made.
const MOST_READS: i128 = 16;

/// What is known of one conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Conversation {
    rows: RowRange,
    asked: Asked,
    /// Whether somebody asks for data, which may hold for all that follows.
    wants_data: bool,
    /// What may still be wanted where it was seen last.
    talk: Talk,
    /// Whether an answer was looked at for no more than that.
    is_judged: bool,
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

/// For what an answer is to be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LookFor {
    /// For no more than this.
    Known(Asked),
    /// The same, if its conversation began in the rows that were seen; this is the hash of its key.
    IfBegun(Asked, u64),
    /// For what was asked for in the whole conversation, once all of it was seen.
    All,
}

/// What is known of all conversations.
#[derive(Debug)]
pub(super) struct ConversationIndex {
    /// By the hash of its key: it is small, and where two conversations are taken for one, more rows are read and nothing is
    /// overlooked.
    conversations: HashMap<u64, Conversation>,
    /// What is known from other parts of the database. Merging them would briefly take twice the memory.
    others: Vec<HashMap<u64, Conversation>>,
    hasher: RandomState,
    /// How many conversations are kept.
    most: usize,
    /// The conversation that was seen last, which is not among the others, and when its last message was written.
    last: Option<(Key, Conversation, Option<Timestamp>)>,
    /// Those that were too many. Their answers are looked at for what was asked before, where they were seen last.
    evicted: Filter,
    /// Of these the ones that were seen in several places, or in which more was asked after an answer.
    scattered: Filter,
    /// Of these the ones in which somebody asks for something.
    asking: Filter,
    /// Whether rows do not tell what people say: then nothing is known.
    is_unknown: bool,
    /// Whether they may tell as said what is no word of a person.
    is_mixed: bool,
    /// The rows in which answers may have been looked at for less than what was asked for: ranges in order, apart from one
    /// another.
    unsettled: Vec<RowRange>,
    /// Whether messages of a conversation stand so near to one another that they are found by reading what is between.
    is_near: bool,
    /// What was said last in the conversations that are followed.
    windows: RecentWindows,
}

impl ConversationIndex {
    /// The empty index of one of `parts` parts of a database. Indexes that are merged share a hasher.
    pub(super) fn new(source: &SqliteSource, hasher: RandomState, parts: usize) -> Self {
        Self {
            conversations: HashMap::new(),
            others: Vec::new(),
            hasher,
            most: MOST_CONVERSATIONS / parts.max(1),
            last: None,
            evicted: Filter::default(),
            scattered: Filter::default(),
            asking: Filter::default(),
            is_unknown: !source.knows_who_asks(),
            is_mixed: source.hands_results_over(),
            unsettled: Vec::new(),
            is_near: false,
            windows: RecentWindows::default(),
        }
    }

    /// Takes in a row, of whose answer this was seen, and answers for what that is to be looked at.
    pub(super) fn see(&mut self, row: &SeenRow<'_>, seen: Option<TextPreview>, knowledge: &AuditContext) -> LookFor {
        if self.is_unknown {
            return LookFor::Known(Asked::ANYTHING);
        }
        let words = row.said.filter(|said| !said.trim().is_empty());
        let said = words.map(|said| knowledge.asked_in(said));
        let own = if row.uses_tools { Asked::OF_APPLICATION } else { Asked::default() };
        let asked = own.and(said.map(|(asked, _)| asked).unwrap_or_default());
        let Some(key) = row.conversation else { return LookFor::Known(asked) };
        let hash = self.hasher.hash_one(key);
        if self.last.as_ref().is_none_or(|(last, ..)| last != key) {
            self.put_last_away();
            let known = self.conversations.remove(&hash);
            self.last = known.map(|known| (key.clone(), known, None));
        }
        let conversation = Conversation {
            rows: RowRange { first: row.number, last: row.number },
            asked,
            wants_data: row.said.is_some_and(|said| WantedFormat::default().after(said).lasts()),
            talk: Talk::default(),
            is_judged: false,
            times: row.at.and_then(Times::at),
        };
        match &mut self.last {
            Some((_, known, at)) => {
                let is_later = at.zip(row.at).is_some_and(|(before, at)| before < at);
                known.take(conversation, is_later);
                *at = row.at;
            }
            none => *none = Some((key.clone(), conversation, row.at)),
        }
        let Some((_, conversation, _)) = &mut self.last else { return LookFor::All };
        if let Some((said, (_, may_answer))) = words.zip(said) {
            self.windows.asked(hash, said, conversation.talk.continues(may_answer));
        }
        match &row.answer {
            Some(answer) => {
                self.windows.answered(hash, answer.text, seen.is_none_or(|seen| seen.may_ask_back));
            }
            None if said.is_none() => self.windows.went_on(hash),
            None => {}
        }
        conversation.look_for(row, said, seen, !self.is_mixed, hash)
    }

    /// What was said last in a conversation that is followed; `None` where not all of it is known.
    pub(super) fn window(&self, conversation: Option<&Key>) -> Option<&Window> {
        self.windows.get(self.hasher.hash_one(conversation?))
    }

    /// Adds the index of another part of the database.
    pub(super) fn merge(&mut self, mut other: Self) {
        other.put_last_away();
        self.is_unknown |= other.is_unknown;
        self.asking.add_all(&other.asking);
        self.scattered.add_all(&other.scattered);
        self.scattered.add_all(&self.evicted.common(&other.evicted));
        self.evicted.add_all(&other.evicted);
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
        if self.evicted.may_hold(hash) || !last.is_settled() {
            self.scattered.add(hash);
        }
        if last.asked != Asked::default() {
            self.asking.add(hash);
        }
        self.evicted.add(hash);
    }

    /// To be called when all is added; `all` are the rows of the database, where they have numbers.
    pub(super) fn finish(&mut self, all: Option<RowRange>) {
        self.put_last_away();
        self.windows = RecentWindows::default();
        let width = |rows: RowRange| i128::from(rows.last) - i128::from(rows.first) + 1;
        let reads: i128 = self.all().map(|known| width(known.rows)).sum();
        self.is_near = all.is_some_and(|all| reads <= width(all).saturating_mul(MOST_READS));
        self.unsettled = if self.evicted.is_empty() {
            apart(self.all().filter(|known| !known.is_settled()).map(|known| known.rows).collect())
        } else {
            all.into_iter().collect()
        };
    }

    /// All conversations that are kept, each merged over all parts.
    fn all(&self) -> impl Iterator<Item = Conversation> {
        self.parts().enumerate().flat_map(move |(number, part)| {
            let is_first = move |key: &&u64| !self.parts().take(number).any(|earlier| earlier.contains_key(*key));
            part.keys().filter(is_first).filter_map(|key| self.merged(*key))
        })
    }

    fn parts(&self) -> impl Iterator<Item = &HashMap<u64, Conversation>> {
        std::iter::once(&self.conversations).chain(&self.others)
    }

    /// A conversation, merged over all parts; `None` if no part knows it.
    fn merged(&self, key: u64) -> Option<Conversation> {
        let known = self.parts().filter_map(|part| part.get(&key).copied());
        known.reduce(|mut all, other| {
            all.take(other, false);
            all
        })
    }

    /// What people may have asked for in a conversation; anything, in none.
    pub(super) fn asked(&self, conversation: Option<&Key>) -> Asked {
        match conversation {
            Some(key) if !self.is_unknown => self.asked_in(self.hasher.hash_one(key)),
            _ => Asked::ANYTHING,
        }
    }

    fn asked_in(&self, hash: u64) -> Asked {
        if self.asking.may_hold(hash) {
            return Asked::ANYTHING;
        }
        self.merged(hash).map(|known| known.asked.as_known()).unwrap_or_default()
    }

    /// Whether somebody may have asked for data in a conversation.
    pub(super) fn may_want_data(&self, conversation: Option<&Key>) -> bool {
        let Some(hash) = conversation.map(|key| self.hasher.hash_one(key)) else { return false };
        self.is_unknown || self.evicted.may_hold(hash) || self.merged(hash).is_some_and(|known| known.wants_data)
    }

    /// For what the answers of a conversation have to be looked at again; `None` where that was done at first.
    pub(super) fn overlooked(&self, conversation: Option<&Key>) -> Option<Asked> {
        let hash = self.hasher.hash_one(conversation?);
        let is_settled = match self.merged(hash) {
            Some(known) if !self.evicted.may_hold(hash) => known.is_settled(),
            None => !self.scattered.may_hold(hash),
            Some(_) => false,
        };
        (!is_settled).then(|| self.asked_in(hash))
    }

    /// Whether a conversation, by the hash of its key, may have begun before a row.
    pub(super) fn began_before(&self, hash: u64, row: i64) -> bool {
        self.evicted.may_hold(hash) || self.merged(hash).is_none_or(|known| known.rows.first < row)
    }

    /// Whether some conversation uses tools.
    pub(super) fn has_applications(&self) -> bool {
        self.is_unknown || !self.evicted.is_empty() || self.all().any(|known| known.asked.has_application())
    }

    /// Whether some answer in a range has to be looked at again, since more was asked for than was known then.
    pub(super) fn is_unsettled(&self, range: RowRange) -> bool {
        let next = self.unsettled.partition_point(|other| other.last < range.first);
        self.unsettled.get(next).is_some_and(|other| other.first <= range.last)
    }

    /// The rows outside which no message of a conversation stands, where reading them is cheap.
    pub(super) fn rows(&self, conversation: &Key) -> Option<RowRange> {
        self.known(conversation).filter(|_| self.is_near).map(|known| known.rows)
    }

    /// The same, where all its messages have times and stand in their order.
    pub(super) fn rows_in_order(&self, conversation: &Key) -> Option<RowRange> {
        let is_in_order = self.known(conversation).is_some_and(|known| known.times.is_some());
        self.rows(conversation).filter(|_| is_in_order)
    }

    fn known(&self, conversation: &Key) -> Option<Conversation> {
        let hash = self.hasher.hash_one(conversation);
        self.merged(hash).filter(|_| !self.evicted.may_hold(hash))
    }
}

impl Conversation {
    /// Takes in what else is known; `is_later` where that is known to be of later messages than all that is here.
    fn take(&mut self, other: Self, is_later: bool) {
        self.times = self.times_with(&other, is_later);
        self.rows.first = self.rows.first.min(other.rows.first);
        self.rows.last = self.rows.last.max(other.rows.last);
        self.asked = self.asked.and(other.asked);
        self.wants_data |= other.wants_data;
        self.is_judged |= other.is_judged;
    }

    /// Follows the talk by a row that was taken in, and answers for what its answer is to be looked at. Where rows stand in no
    /// order, or in several parts, that is known when all are seen.
    fn look_for(
        &mut self,
        row: &SeenRow<'_>,
        said: Option<(Asked, bool)>,
        seen: Option<TextPreview>,
        tells: bool,
        hash: u64,
    ) -> LookFor {
        if let Some((asked, may_answer)) = said {
            self.talk.asked(asked, may_answer);
        }
        let wanted = self.talk.wanted();
        match (row.answer.as_ref(), seen) {
            (Some(answer), Some(seen)) => self.talk.answered(answer.text, seen),
            _ if said.is_none() => self.talk.went_on(),
            _ => {}
        }
        if !tells || self.times.is_none() {
            return LookFor::All;
        }
        self.is_judged |= row.answer.is_some();
        let application = if self.asked.has_application() { Asked::OF_APPLICATION } else { Asked::default() };
        let wanted = wanted.and(application);
        if self.talk.is_whole() { LookFor::Known(wanted) } else { LookFor::IfBegun(wanted, hash) }
    }

    /// The times of these and other rows together, where they are in order.
    fn times_with(&self, other: &Self, is_later: bool) -> Option<Times> {
        let (before, after) = if self.rows.first < other.rows.first { (self, other) } else { (other, self) };
        let (earlier, later) = before.times.zip(after.times)?;
        let is_in_order = before.rows.last < after.rows.first && (is_later || earlier.last < later.first);
        is_in_order.then_some(Times { first: earlier.first, last: later.last })
    }

    fn is_settled(&self) -> bool {
        !self.is_judged || self.times.is_some()
    }
}

/// The same rows, as disjoint ranges.
fn apart(mut ranges: Vec<RowRange>) -> Vec<RowRange> {
    ranges.sort_unstable_by_key(|range| range.first);
    let mut all: Vec<RowRange> = Vec::new();
    for range in ranges {
        match all.last_mut().filter(|last| range.first <= last.last) {
            Some(last) => last.last = last.last.max(range.last),
            None => all.push(range),
        }
    }
    all
}

#[cfg(test)]
mod tests;
