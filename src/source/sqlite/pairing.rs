//! Which result belongs to which call, where both name the same id: providers use an id again, also within a turn.

use std::collections::HashMap;

use super::calls::CallEntry;

/// An entry, and where it was found.
#[derive(Clone, Debug)]
pub(super) struct FoundEntry {
    /// The source, by its place in the profile.
    pub(super) source: usize,
    /// The place of its row in the turn.
    pub(super) place: usize,
    /// Whether it stands in the message of a tool.
    pub(super) is_message: bool,
    /// Whether it may be another agent's.
    pub(super) is_doubtful: bool,
    /// What stands there.
    pub(super) entry: CallEntry,
}

/// All that tells of one call.
struct Call<'a> {
    name: Option<&'a str>,
    entries: Vec<(usize, &'a FoundEntry)>,
}

impl<'a> Call<'a> {
    fn of(place: usize, found: &'a FoundEntry) -> Self {
        Self { name: found.entry.name.as_deref(), entries: vec![(place, found)] }
    }

    fn place(&self) -> usize {
        self.entries.first().map_or(0, |(_, found)| found.place)
    }

    /// Whether an entry may tell of this call: another source does not yet, or the same one asked there and answers here.
    fn may_be_told_by(&self, other: &FoundEntry) -> bool {
        let is_named_alike = other.entry.name.is_none() || self.name == other.entry.name.as_deref();
        let mut same_source = self.entries.iter().filter(|(_, found)| found.source == other.source);
        let waits = |entry: &CallEntry| entry.result.is_none() && !entry.failed && other.entry.result.is_some();
        is_named_alike && same_source.all(|(_, found)| waits(&found.entry))
    }
}

/// What the entries of one call tell of each other.
struct Told {
    name: Option<String>,
    failed: bool,
    unclear: bool,
    is_doubtful: bool,
}

/// Tells each entry what others say of the same call: the tool, that it failed, and whose it is. An entry belongs to the latest
/// call before it of which its source does not tell yet.
pub(super) fn pair(entries: &mut [FoundEntry]) {
    let mut told: HashMap<usize, Told> = HashMap::new();
    for calls in calls_by_id(entries).into_values() {
        for call in calls {
            let failed = call.entries.iter().any(|(_, found)| found.entry.failed);
            let unclear = !failed && call.entries.iter().any(|(_, found)| found.entry.unclear);
            let is_doubtful = call.entries.iter().all(|(_, found)| found.is_doubtful);
            let name = call.name.map(str::to_owned);
            let entries = call.entries.iter();
            told.extend(entries.map(|(at, _)| (*at, Told { name: name.clone(), failed, unclear, is_doubtful })));
        }
    }
    for (at, found) in entries.iter_mut().enumerate() {
        let Some(Told { name, failed, unclear, is_doubtful }) = told.remove(&at) else { continue };
        found.entry.failed = failed;
        found.entry.unclear = unclear;
        found.is_doubtful = is_doubtful;
        found.entry.name = found.entry.name.take().or(name);
    }
}

/// The calls that have an id, in their order.
fn calls_by_id(entries: &[FoundEntry]) -> HashMap<&str, Vec<Call<'_>>> {
    let mut in_order: Vec<(usize, &FoundEntry)> = entries.iter().enumerate().collect();
    in_order.sort_by_key(|(_, found)| found.place);
    let mut asked: HashMap<&str, Vec<Call<'_>>> = HashMap::new();
    let mut unasked: Vec<(&str, Call<'_>)> = Vec::new();
    for (at, found) in in_order {
        let Some(id) = found.entry.call.as_deref() else { continue };
        let calls = asked.entry(id).or_default();
        let latest = calls.iter().rposition(|call| call.may_be_told_by(found));
        match latest {
            None if found.entry.name.is_some() => calls.push(Call::of(at, found)),
            None => unasked.push((id, Call::of(at, found))),
            Some(latest) => match told_alike(calls, latest, found) {
                // Of two calls in one row nobody knows which one this is of.
                Some(name) => unasked.push((id, Call { name, ..Call::of(at, found) })),
                None => {
                    if let Some(call) = calls.get_mut(latest) {
                        call.entries.push((at, found));
                    }
                }
            },
        }
    }
    for (id, call) in unasked {
        let calls = asked.entry(id).or_default();
        let may_tell = |of: &Call<'_>| call.entries.iter().all(|(_, found)| of.may_be_told_by(found));
        match calls.as_mut_slice() {
            // Some sources put the result before the call.
            [only] if call.name.is_none() && may_tell(only) => only.entries.extend(call.entries),
            _ => calls.push(call),
        }
    }
    asked
}

/// Where an entry may tell of several calls of the row of the latest: the name that they have in common.
#[allow(clippy::option_option, reason = "calls in one row may have no name in common")]
fn told_alike<'a>(calls: &[Call<'a>], latest: usize, found: &FoundEntry) -> Option<Option<&'a str>> {
    let last = calls.get(latest)?;
    let mut others = calls.iter().take(latest).rev().take_while(|call| call.place() == last.place());
    let is_alone = !others.clone().any(|call| call.may_be_told_by(found));
    if is_alone {
        return None;
    }
    Some(last.name.filter(|name| others.all(|call| call.name == Some(*name))))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn found(source: usize, place: usize, name: &str, failed: bool) -> FoundEntry {
        let entry = CallEntry {
            name: (!name.is_empty()).then(|| name.to_owned()),
            call: Some("call_0".to_owned()),
            failed,
            ..CallEntry::default()
        };
        FoundEntry { source, place, is_message: false, is_doubtful: false, entry }
    }

    /// The name of each entry, and `!` behind it where it failed.
    fn paired(mut entries: Vec<FoundEntry>) -> Vec<String> {
        pair(&mut entries);
        let told = |entry: &CallEntry| {
            format!("{}{}", entry.name.as_deref().unwrap_or("?"), if entry.failed { "!" } else { "" })
        };
        entries.iter().map(|found| told(&found.entry)).collect()
    }

    #[test]
    fn a_result_is_that_of_the_latest_call_with_its_id() {
        let cases = [
            (vec![found(0, 0, "look", false), found(1, 1, "", true)], vec!["look!", "look!"]),
            // The same id again: the second call succeeded.
            (
                vec![
                    found(0, 0, "look", false),
                    found(0, 2, "book", false),
                    found(1, 1, "", true),
                    found(1, 3, "", false),
                ],
                vec!["look!", "book", "look!", "book"],
            ),
            // One source tells of each call by itself.
            (vec![found(0, 0, "look", true), found(0, 0, "book", false)], vec!["look!", "book"]),
            (vec![found(0, 0, "look", true), found(0, 1, "look", false)], vec!["look!", "look"]),
            // Two sources that name different tools do not tell of one call.
            (vec![found(0, 0, "look", false), found(1, 1, "book", true)], vec!["look", "book!"]),
            (vec![found(0, 0, "look", false), found(1, 1, "look", true)], vec!["look!", "look!"]),
            // Of two in one row nobody knows which one failed.
            (
                vec![found(0, 0, "look", false), found(0, 0, "look", false), found(1, 1, "", true)],
                vec!["look", "look", "look!"],
            ),
            (
                vec![found(0, 0, "look", false), found(0, 0, "book", false), found(1, 1, "", true)],
                vec!["look", "book", "?!"],
            ),
            // What went wrong may stand in a place of its own, and before the call.
            (
                vec![found(0, 1, "look", false), found(1, 2, "", false), found(2, 2, "", true)],
                vec!["look!", "look!", "look!"],
            ),
            (vec![found(0, 0, "", true), found(1, 0, "look", false)], vec!["look!", "look!"]),
            (vec![found(1, 0, "", true)], vec!["?!"]),
        ];
        for (entries, expected) in cases {
            let told = format!("{entries:?}");
            assert_eq!(paired(entries), expected, "{told}");
        }
    }

    #[test]
    fn one_source_may_ask_and_answer_in_rows_of_their_own() {
        let mut answer = found(0, 1, "look", true);
        answer.entry.result = Some(json!("no such place"));
        assert_eq!(paired(vec![found(0, 0, "look", false), answer]), ["look!", "look!"]);
    }

    #[test]
    fn a_result_is_whose_the_call_is() {
        let doubtful = FoundEntry { is_doubtful: true, ..found(1, 1, "", false) };
        let mut entries = vec![found(0, 0, "look", false), doubtful.clone()];
        pair(&mut entries);
        assert!(entries.iter().all(|found| !found.is_doubtful));
        let mut alone = vec![doubtful];
        pair(&mut alone);
        assert!(alone.iter().all(|found| found.is_doubtful));
    }
}
