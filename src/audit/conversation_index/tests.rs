//! The index knows every conversation, however many there are and whichever part read them.

use std::collections::HashSet;
use std::sync::LazyLock;

use proptest::prelude::*;

use super::*;
use crate::audit::Options;
use crate::registry::Registry;
use crate::source::MessagePreview;

static CONTEXT: LazyLock<AuditContext> = LazyLock::new(|| {
    let registry = Registry::builtin().unwrap();
    let tools = registry.tools().clone();
    AuditContext::new(registry, tools, Options::at(Timestamp::UNIX_EPOCH))
});

fn at(number: i64) -> RowRange {
    RowRange { first: number, last: number }
}

/// The entry of a conversation whose rows have these times.
fn conversation_of(rows: &[(i64, Option<i64>)]) -> Option<IndexedConversation> {
    let row = |(number, time): &(i64, Option<i64>)| IndexedConversation {
        wants_data: false,
        rows: RowRange { first: *number, last: *number },
        asked: Asked::default(),
        talk: PendingRequests::default(),
        is_judged: false,
        order: time.and_then(|time| TimeRange::at(Timestamp::from_second(time).unwrap())).map(RowOrder::ByTime),
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
        prop_assert_eq!(conversation_of(&rows).unwrap().order.is_some(), is_in_order);
        let (before, after) = rows.split_at(split.min(rows.len()));
        for [one, other] in [[before, after], [after, before]] {
            if let (Some(mut all), Some(other)) = (conversation_of(one), conversation_of(other)) {
                all.take(other, false);
                prop_assert_eq!(all.order, conversation_of(&rows).unwrap().order);
            }
        }
        // Each worker sees every n-th range, so that an ascending order may remain unknown.
        let (odd, even): (Vec<_>, Vec<_>) = rows.iter().partition(|(number, _)| number % 2 == 1);
        let [mut odd, even] = [odd, even].map(|rows| conversation_of(&rows));
        if let (Some(odd), Some(even)) = (&mut odd, even) {
            odd.take(even, false);
            prop_assert!(odd.order.is_none() || is_in_order);
        }
    }
}

/// An index whose parts saw these rows, each given as the numbers of its part and of its conversation.
fn in_parts(rows: &[(usize, u64)], parts: usize) -> ConversationIndex {
    let mut known_by_part = vec![HashMap::<u64, IndexedConversation>::new(); parts];
    for ((part, key), number) in rows.iter().zip(1..) {
        let rows = RowRange { first: number, last: number };
        let (asked, talk) = (Asked::default(), PendingRequests::default());
        let seen = IndexedConversation { rows, asked, wants_data: false, talk, is_judged: false, order: None };
        known_by_part[part % parts].entry(*key).and_modify(|known| known.take(seen, false)).or_insert(seen);
    }
    ConversationIndex {
        conversations: known_by_part.remove(0),
        others: known_by_part,
        hasher: RandomState::new(),
        most: MOST_CONVERSATIONS,
        last: None,
        evicted: HashFilter::default(),
        scattered: HashFilter::default(),
        asking: HashFilter::default(),
        is_unknown: false,
        is_mixed: false,
        is_ordered_by_row: false,
        unsettled: Vec::new(),
        is_near: false,
        windows: RecentWindows::default(),
    }
}

proptest! {
    #[test]
    fn parts_show_of_each_conversation_once_what_one_would_show(
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

/// The rows of a test: a user with and without a request, and answers, one of which asks back.
const SAID: [(bool, &str); 4] = [
    (true, "Please remind me to drink tea."),
    (true, "Good morning to you and to all others who are there with you."),
    (false, "That is fine."),
    (false, "When shall that be?"),
];

/// The conversation in which tools are used.
const OF_APPLICATION: i64 = 0;

/// What the user may still want when the last of these rows answers.
fn wanted(said: &[usize]) -> Asked {
    let mut wanted = Asked::default();
    let mut is_last = true;
    let mut rest = said.get(..said.len().saturating_sub(1)).unwrap_or_default();
    while let Some(last) = rest.iter().rposition(|said| SAID[*said].0) {
        let asked = CONTEXT.asked_in(SAID[rest[last]].1, &mut UserMessage::new(SAID[rest[last]].1)).0;
        wanted = wanted.and(if std::mem::take(&mut is_last) { asked } else { asked.without_statements() });
        rest = &rest[..last];
        if rest.last() != Some(&3) {
            break;
        }
    }
    wanted
}

proptest! {
    #[test]
    fn no_answer_is_looked_at_for_less_than_may_be_wanted_however_few_conversations_are_kept(
        rows in prop::collection::vec((0_usize..3, 0_i64..6, 0_usize..4, 1_i64..40), 0..60),
        most in 0_usize..8,
        is_in_order in any::<bool>(),
        is_ordered_by_row in any::<bool>(),
    ) {
        let context = &*CONTEXT;
        prop_assert_ne!(context.asked_in(SAID[0].1, &mut UserMessage::new(SAID[0].1)).0, Asked::default());
        let mut parts = [(); 3].map(|()| ConversationIndex { most, ..in_parts(&[], 1) });
        let hasher = parts[0].hasher.clone();
        for part in &mut parts {
            part.hasher = hasher.clone();
            part.is_ordered_by_row = is_ordered_by_row;
        }
        let is_in_order = is_in_order || is_ordered_by_row;
        let times: Vec<i64> = (1..).zip(&rows).map(|(number, row)| if is_in_order { number } else { row.3 }).collect();
        let mut looked_for = Vec::new();
        for (((part, conversation, said, _), number), time) in rows.iter().zip(1..).zip(&times) {
            let (key, (by_person, text)) = (Key::Integer(*conversation), SAID[*said]);
            let answer = (!by_person).then_some(MessagePreview { journal: None, text, has_plan: false });
            let at = Timestamp::from_second(*time).ok().filter(|_| !is_ordered_by_row);
            let said = by_person.then_some(text);
            let uses_tools = *conversation == OF_APPLICATION;
            let row = SeenRow { number, conversation: Some(&key), said, at, uses_tools, answer };
            let seen = (!by_person).then(|| context.look(text));
            looked_for.push(parts[*part].see(&row, seen, context));
        }
        let [mut index, second, third] = parts;
        index.merge(second);
        index.merge(third);
        index.finish(Some(RowRange { first: 1, last: 60 }));
        for (place, (_, conversation, said, _)) in rows.iter().enumerate() {
            let (key, number) = (Key::Integer(*conversation), i64::try_from(place).unwrap() + 1);
            let mut own: Vec<_> = (0..rows.len()).filter(|other| rows[*other].1 == *conversation).collect();
            own.sort_by_key(|other| times[*other]);
            let end = own.iter().position(|other| *other == place).unwrap();
            let talk: Vec<_> = own[..=end].iter().map(|other| rows[*other].2).collect();
            let wanted = wanted(&talk).as_known();
            prop_assert!(wanted.is_within(index.asked(Some(&key))));
            prop_assert!(*conversation != OF_APPLICATION || index.is_of_application(index.hash_of(Some(&key))));
            let again = index.overlooked(Some(&key)).filter(|_| index.is_unsettled(at(number)));
            let own_part = |other: &usize| rows[*other].0 == rows[place].0 && rows[*other].1 == *conversation;
            let first_seen = i64::try_from((0..rows.len()).find(own_part).unwrap()).unwrap() + 1;
            let first = match looked_for[place] {
                AnswerCheck::Known(asked) => asked.as_known(),
                AnswerCheck::IfBegun(asked, hash) if !index.began_before(hash, first_seen) => asked.as_known(),
                AnswerCheck::IfBegun(..) | AnswerCheck::All => index.asked(Some(&key)),
            };
            let looked_for = again.into_iter().fold(first, Asked::and);
            prop_assert!(SAID[*said].0 || wanted.is_within(looked_for), "{:?} {}", talk, place);
            let known = index.rows(&key);
            prop_assert!(known.is_none_or(|known| known.first <= number && number <= known.last));
            prop_assert!(most < 6 || known.is_some());
        }
    }
}

#[test]
fn overlapping_rows_become_one_stretch() {
    let range = |(first, last)| RowRange { first, last };
    let all = [(7, 9), (1, 3), (2, 5), (20, 20), (5, 6)].map(range).to_vec();
    assert_eq!(apart(all), [(1, 6), (7, 9), (20, 20)].map(range));
}
