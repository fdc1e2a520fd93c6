//! The conversation index of a database: for each conversation, where its messages are, what users ask for in it, and
//! which requests its answers were checked for. It makes looking a conversation up cheap without a database index, and
//! lets most messages be skipped without reading their sentences.

mod order;

use std::hash::{BuildHasher as _, RandomState};

use hashbrown::HashMap;
use jiff::Timestamp;

use super::context::AuditContext;
use super::hash_filter::HashFilter;
use super::pending_requests::PendingRequests;
use super::recent_windows::RecentWindows;
use crate::claim::{Asked, TextPreview, UserMessage, WantedFormat, Window};
use crate::source::{Key, RowRange, SeenRow, SqliteSource};
use order::{RowOrder, TimeRange};

/// The maximum number of conversations that are indexed. Of further ones only a hash is kept, so that memory does not
/// grow with the database.
const MOST_CONVERSATIONS: usize = 200_000;
/// The maximum number of times that all rows may be read to look up each conversation once; beyond that, a database
/// index is made.
const MOST_READS: i128 = 16;

/// What is known of one conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct IndexedConversation {
    rows: RowRange,
    asked: Asked,
    /// Whether a user asks for data, which may hold for the rest of the conversation.
    wants_data: bool,
    /// What the user may still want after the last row that was seen.
    talk: PendingRequests,
    /// Whether an answer was checked for these requests alone.
    is_judged: bool,
    /// How its rows are known to be in the order of its messages; `None` if they may not be.
    order: Option<RowOrder>,
}

/// The requests that an answer is checked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnswerCheck {
    /// No more than these requests.
    Known(Asked),
    /// No more than these requests, if its conversation began in the rows that were seen. The number is the hash of its
    /// key.
    IfBegun(Asked, u64),
    /// All requests of its conversation, once all of it was seen.
    All,
}

/// What is known of all conversations.
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a database, independent of the others")]
#[derive(Debug)]
pub(super) struct ConversationIndex {
    /// By the hash of the key, to keep it small. If two conversations share a hash, more rows are read and nothing is
    /// overlooked.
    conversations: HashMap<u64, IndexedConversation>,
    /// The entries from other parts of the database. Merging them would briefly take twice the memory.
    others: Vec<HashMap<u64, IndexedConversation>>,
    hasher: RandomState,
    /// The maximum number of conversations that are kept.
    most: usize,
    /// The conversation of the last row, which is not among the others, and the time of that row.
    last: Option<(Key, IndexedConversation, Option<Timestamp>)>,
    /// The conversations beyond the limit. Each of their answers is checked for the requests of the nearby rows.
    evicted: HashFilter,
    /// Evicted conversations that were seen in several places, or that have requests after an answer.
    scattered: HashFilter,
    /// Evicted conversations in which a user asks for something.
    asking: HashFilter,
    /// Whether the rows do not show what users say: then nothing is known.
    is_unknown: bool,
    /// Whether rows of users may contain something else, such as results of tools.
    is_mixed: bool,
    /// Whether the messages of a conversation are ordered by the numbers of their rows.
    is_ordered_by_row: bool,
    /// The rows whose answers may have been checked for too little: disjoint ranges in order.
    unsettled: Vec<RowRange>,
    /// Whether the messages of a conversation are so close together that they are found by reading the rows between
    /// them.
    is_near: bool,
    /// The last messages of the conversations that are followed.
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
            evicted: HashFilter::default(),
            scattered: HashFilter::default(),
            asking: HashFilter::default(),
            is_unknown: !source.knows_who_asks(),
            is_mixed: source.hands_results_over(),
            is_ordered_by_row: source.is_ordered_by_row(),
            unsettled: Vec::new(),
            is_near: false,
            windows: RecentWindows::default(),
        }
    }

    /// Adds a row, with the preview of its answer, and returns the requests to check that answer for.
    pub(super) fn see(&mut self, row: &SeenRow<'_>, seen: Option<TextPreview>, context: &AuditContext) -> AnswerCheck {
        if self.is_unknown {
            return AnswerCheck::Known(Asked::ANYTHING);
        }
        let words = row.said.filter(|said| !said.trim().is_empty());
        let mut message = words.map(UserMessage::new);
        let said = words.zip(message.as_mut()).map(|(said, message)| context.asked_in(said, message));
        let own = if row.uses_tools { Asked::OF_APPLICATION } else { Asked::default() };
        let asked = own.and(said.map(|(asked, _)| asked).unwrap_or_default());
        let Some(key) = row.conversation else { return AnswerCheck::Known(asked) };
        let hash = self.hasher.hash_one(key);
        if self.last.as_ref().is_none_or(|(last, ..)| last != key) {
            self.store_last();
            let known = self.conversations.remove(&hash);
            self.last = known.map(|known| (key.clone(), known, None));
        }
        let conversation = IndexedConversation {
            rows: RowRange { first: row.number, last: row.number },
            asked,
            wants_data: row.said.is_some_and(WantedFormat::is_wanted_from_now_on),
            talk: PendingRequests::default(),
            is_judged: false,
            order: self.order_of(row),
        };
        match &mut self.last {
            Some((_, known, at)) => {
                let is_later = at.zip(row.at).is_some_and(|(before, at)| before < at);
                known.take(conversation, is_later);
                *at = row.at;
            }
            none => *none = Some((key.clone(), conversation, row.at)),
        }
        let Some((_, conversation, _)) = &mut self.last else { return AnswerCheck::All };
        if let Some((message, (_, may_answer))) = message.zip(said) {
            let talk = conversation.talk;
            self.windows.asked(hash, message, talk.continues(may_answer), !talk.has_begun());
        }
        match &row.answer {
            Some(answer) => {
                self.windows.answered(hash, answer.text, seen.is_none_or(|seen| seen.may_ask_back));
            }
            None if said.is_none() => self.windows.went_on(hash),
            None => {}
        }
        conversation.look_for(row, said, seen, self.is_mixed, hash)
    }

    fn order_of(&self, row: &SeenRow<'_>) -> Option<RowOrder> {
        if self.is_ordered_by_row {
            Some(RowOrder::ByNumber)
        } else {
            row.at.and_then(TimeRange::at).map(RowOrder::ByTime)
        }
    }

    /// The last messages of a conversation that is followed; `None` if some of them are unknown.
    pub(super) fn window(&self, conversation: Option<&Key>) -> Option<&Window> {
        self.windows.get(self.hash_of(conversation)?)
    }

    /// The hash of the key of a conversation; `None` outside of conversations.
    pub(super) fn hash_of(&self, conversation: Option<&Key>) -> Option<u64> {
        conversation.map(|key| self.hasher.hash_one(key))
    }

    /// Adds the index of another part of the database.
    pub(super) fn merge(&mut self, mut other: Self) {
        other.store_last();
        self.is_unknown |= other.is_unknown;
        self.asking.add_all(&other.asking);
        self.scattered.add_all(&other.scattered);
        self.scattered.add_all(&self.evicted.common(&other.evicted));
        self.evicted.add_all(&other.evicted);
        self.others.push(other.conversations);
        self.others.extend(other.others);
    }

    /// Moves the conversation of the last row to the others, if it is one of them or there is room.
    fn store_last(&mut self) {
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

    /// To be called when everything is added; `all` are the rows of the database, if they have numbers.
    pub(super) fn finish(&mut self, all: Option<RowRange>) {
        self.store_last();
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
    fn all(&self) -> impl Iterator<Item = IndexedConversation> {
        self.parts().enumerate().flat_map(move |(number, part)| {
            let is_first = move |key: &&u64| !self.parts().take(number).any(|earlier| earlier.contains_key(*key));
            part.keys().filter(is_first).filter_map(|key| self.merged(*key))
        })
    }

    fn parts(&self) -> impl Iterator<Item = &HashMap<u64, IndexedConversation>> {
        std::iter::once(&self.conversations).chain(&self.others)
    }

    /// A conversation, merged over all parts; `None` if no part knows it.
    fn merged(&self, key: u64) -> Option<IndexedConversation> {
        let known = self.parts().filter_map(|part| part.get(&key).copied());
        known.reduce(|mut all, other| {
            all.take(other, false);
            all
        })
    }

    /// What users may have asked for in a conversation; anything for messages outside of conversations.
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
        // In which order things were said is not known here: the user may have answered a question.
        self.merged(hash).map(|known| known.asked.as_known().and(Asked::ANSWERING)).unwrap_or_default()
    }

    /// Whether a user may have asked for data in a conversation.
    pub(super) fn may_want_data(&self, conversation: Option<&Key>) -> bool {
        let Some(hash) = self.hash_of(conversation) else { return false };
        self.is_unknown || self.evicted.may_hold(hash) || self.merged(hash).is_some_and(|known| known.wants_data)
    }

    /// The requests that the answers of a conversation must be checked for again; `None` if the first check was
    /// complete.
    pub(super) fn overlooked(&self, conversation: Option<&Key>) -> Option<Asked> {
        let hash = self.hash_of(conversation)?;
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

    /// Whether a conversation, by the hash of its key, may use tools; anything may outside of conversations.
    pub(super) fn is_of_application(&self, hash: Option<u64>) -> bool {
        hash.is_none_or(|hash| self.is_unknown || self.asked_in(hash).has_application())
    }

    /// Whether some answer in a range must be checked again, because there are more requests than were known.
    pub(super) fn is_unsettled(&self, range: RowRange) -> bool {
        let next = self.unsettled.partition_point(|other| other.last < range.first);
        self.unsettled.get(next).is_some_and(|other| other.first <= range.last)
    }

    /// The range of rows with all messages of a conversation, if reading that is cheap.
    pub(super) fn rows(&self, conversation: &Key) -> Option<RowRange> {
        self.known(conversation).filter(|_| self.is_near).map(|known| known.rows)
    }

    /// The same, if the times of all its messages are known to ascend.
    pub(super) fn rows_by_time(&self, conversation: &Key) -> Option<RowRange> {
        let is_by_time = |known: IndexedConversation| matches!(known.order, Some(RowOrder::ByTime(_)));
        self.rows(conversation).filter(|_| self.known(conversation).is_some_and(is_by_time))
    }

    fn known(&self, conversation: &Key) -> Option<IndexedConversation> {
        let hash = self.hasher.hash_one(conversation);
        self.merged(hash).filter(|_| !self.evicted.may_hold(hash))
    }
}

impl IndexedConversation {
    /// Adds other information; `is_later` says that it is about messages after all those here.
    fn take(&mut self, other: Self, is_later: bool) {
        self.order = self.order_with(&other, is_later);
        self.rows.first = self.rows.first.min(other.rows.first);
        self.rows.last = self.rows.last.max(other.rows.last);
        self.asked = self.asked.and(other.asked);
        self.wants_data |= other.wants_data;
        self.is_judged |= other.is_judged;
    }

    /// Follows the conversation with a row that was added, and returns the requests to check its answer for. If the
    /// rows are in no order, or in several parts, these are known only at the end.
    fn look_for(
        &mut self,
        row: &SeenRow<'_>,
        said: Option<(Asked, bool)>,
        seen: Option<TextPreview>,
        is_mixed: bool,
        hash: u64,
    ) -> AnswerCheck {
        if let Some((asked, may_answer)) = said {
            self.talk.asked(asked, may_answer);
        }
        let wanted = self.talk.wanted();
        match (row.answer.as_ref(), seen) {
            (Some(answer), Some(seen)) => self.talk.answered(answer.text, seen),
            _ if said.is_none() => self.talk.went_on(),
            _ => {}
        }
        if is_mixed || self.order.is_none() {
            return AnswerCheck::All;
        }
        self.is_judged |= row.answer.is_some();
        let application = if self.asked.has_application() { Asked::OF_APPLICATION } else { Asked::default() };
        let wanted = wanted.and(application);
        if self.talk.is_whole() { AnswerCheck::Known(wanted) } else { AnswerCheck::IfBegun(wanted, hash) }
    }

    /// The order of these and other rows together, if it is known.
    fn order_with(&self, other: &Self, is_later: bool) -> Option<RowOrder> {
        let (before, after) = if self.rows.first < other.rows.first { (self, other) } else { (other, self) };
        let are_apart = before.rows.last < after.rows.first;
        before.order?.followed_by(after.order?, is_later).filter(|_| are_apart)
    }

    fn is_settled(&self) -> bool {
        !self.is_judged || self.order.is_some()
    }
}

/// The same rows as disjoint ranges.
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
