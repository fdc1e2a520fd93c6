//! Assigns results to calls by their id. Providers reuse ids, even within a turn.

use std::collections::HashMap;

use super::call_entry::CallEntry;
use crate::source::Answered;

/// An entry, and where it was found.
#[derive(Clone, Debug)]
pub(super) struct FoundEntry {
    /// The index of the source in the profile.
    pub(super) source: usize,
    /// The index of its row in the turn.
    pub(super) place: usize,
    /// Whether it is from a tool message.
    pub(super) is_message: bool,
    /// Whether it may belong to another agent.
    pub(super) is_doubtful: bool,
    pub(super) entry: CallEntry,
}

/// All entries of one call.
struct PairedCall<'a> {
    name: Option<&'a str>,
    entries: Vec<(usize, &'a FoundEntry)>,
    /// Results that belong to this call or to another call of the same row.
    shared: Vec<&'a FoundEntry>,
    /// The number of calls that share them.
    sharing: usize,
}

impl<'a> PairedCall<'a> {
    fn of(place: usize, found: &'a FoundEntry) -> Self {
        Self { name: found.entry.name.as_deref(), entries: vec![(place, found)], shared: Vec::new(), sharing: 0 }
    }

    fn place(&self) -> usize {
        self.entries.first().map_or(0, |(_, found)| found.place)
    }

    /// Whether an entry may belong to this call: its source has no entry of it yet, or has the call and this is the
    /// result.
    fn may_include(&self, other: &FoundEntry) -> bool {
        let is_named_alike = other.entry.name.is_none() || self.name == other.entry.name.as_deref();
        let mut same_source = self.entries.iter().filter(|(_, found)| found.source == other.source);
        let waits = |entry: &CallEntry| entry.result.is_none() && !entry.failed && other.entry.result.is_some();
        is_named_alike && same_source.all(|(_, found)| waits(&found.entry))
    }

    fn failed(&self) -> bool {
        // If a source has as many failures as there are calls, all of them failed, because a source records each result
        // once.
        let of_source = |source: usize| self.shared.iter().filter(move |found| found.source == source);
        let all_failed = self
            .shared
            .iter()
            .any(|answer| of_source(answer.source).filter(|found| found.entry.failed).count() >= self.sharing);
        all_failed || self.entries.iter().any(|(_, found)| found.entry.failed)
    }

    fn answered(&self) -> Answered {
        let is_answer =
            |found: &FoundEntry| found.is_message || found.entry.name.is_none() || found.entry.result.is_some();
        if self.shared.iter().any(|found| found.entry.failed) {
            Answered::Disputed
        } else if !self.shared.is_empty() || self.entries.iter().any(|(_, found)| is_answer(found)) {
            Answered::WithoutError
        } else {
            Answered::Unknown
        }
    }

    /// Whether the call itself is recorded, not just its result.
    fn is_recorded(&self) -> bool {
        self.entries.iter().any(|(_, found)| !found.is_message && found.entry.name.is_some())
    }
}

/// What the entries of one call have in common.
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a call, independent of the others")]
struct CallEntries {
    name: Option<String>,
    failed: bool,
    answered: Answered,
    of_known_call: bool,
    unclear: bool,
    is_doubtful: bool,
}

/// Completes each entry by the other entries of the same call: tool name, failure and owner. An entry belongs to the
/// latest call before it of which its source has no entry yet.
pub(super) fn pair(entries: &mut [FoundEntry]) {
    let mut by_entry: HashMap<usize, CallEntries> = HashMap::new();
    for calls in calls_by_id(entries).into_values() {
        for call in calls {
            let (failed, answered) = (call.failed(), call.answered());
            let unclear = !failed && call.entries.iter().any(|(_, found)| found.entry.unclear);
            let of_known_call = call.is_recorded() || call.sharing > 0;
            let is_doubtful = call.entries.iter().all(|(_, found)| found.is_doubtful);
            let name = call.name.map(str::to_owned);
            let of_call = |at: usize| {
                (at, CallEntries { name: name.clone(), failed, unclear, answered, of_known_call, is_doubtful })
            };
            by_entry.extend(call.entries.iter().map(|(at, _)| of_call(*at)));
        }
    }
    for (at, found) in entries.iter_mut().enumerate() {
        let Some(CallEntries { name, failed, unclear, answered, of_known_call, is_doubtful }) = by_entry.remove(&at)
        else {
            continue;
        };
        (found.entry.answered, found.entry.of_known_call) = (answered, of_known_call);
        found.entry.failed = failed;
        found.entry.unclear = unclear;
        found.is_doubtful = is_doubtful;
        found.entry.name = found.entry.name.take().or(name);
    }
}

/// The calls that have an id, in order.
fn calls_by_id(entries: &[FoundEntry]) -> HashMap<&str, Vec<PairedCall<'_>>> {
    let mut in_order: Vec<(usize, &FoundEntry)> = entries.iter().enumerate().collect();
    in_order.sort_by_key(|(_, found)| found.place);
    let mut asked: HashMap<&str, Vec<PairedCall<'_>>> = HashMap::new();
    let mut unasked: Vec<(&str, PairedCall<'_>)> = Vec::new();
    for (at, found) in in_order {
        let Some(id) = found.entry.call.as_deref() else { continue };
        let calls = asked.entry(id).or_default();
        let latest = calls.iter().rposition(|call| call.may_include(found));
        match latest {
            None if found.entry.name.is_some() => calls.push(PairedCall::of(at, found)),
            None => unasked.push((id, PairedCall::of(at, found))),
            Some(latest) => {
                let alike = ambiguous_calls(calls, latest, found);
                match (alike.as_slice(), calls.get_mut(latest)) {
                    ([], Some(call)) => call.entries.push((at, found)),
                    // If a row has two such calls, it is unknown which one the result belongs to.
                    _ => unasked.push((id, shared(calls, &alike, (at, found)))),
                }
            }
        }
    }
    for (id, call) in unasked {
        let calls = asked.entry(id).or_default();
        let may_include_all = |of: &PairedCall<'_>| call.entries.iter().all(|(_, found)| of.may_include(found));
        match calls.as_mut_slice() {
            // Some sources store the result before the call.
            [only] if call.name.is_none() && may_include_all(only) => only.entries.extend(call.entries),
            _ => calls.push(call),
        }
    }
    asked
}

/// The indexes of the calls of one row that an entry may belong to; empty if it can only belong to the latest.
fn ambiguous_calls(calls: &[PairedCall<'_>], latest: usize, found: &FoundEntry) -> Vec<usize> {
    let Some(last) = calls.get(latest) else { return Vec::new() };
    let row = calls.iter().enumerate().take(latest + 1).rev().take_while(|(_, call)| call.place() == last.place());
    let alike: Vec<_> = row.filter(|(_, call)| call.may_include(found)).map(|(number, _)| number).collect();
    if alike.len() > 1 { alike } else { Vec::new() }
}

/// Adds a result to each of the calls that it may belong to; returns it as a call of its own, with their common name.
fn shared<'a>(calls: &mut [PairedCall<'a>], alike: &[usize], (at, found): (usize, &'a FoundEntry)) -> PairedCall<'a> {
    let mut names = Vec::new();
    for number in alike {
        if let Some(call) = calls.get_mut(*number) {
            names.push(call.name);
            call.shared.push(found);
            call.sharing = alike.len();
        }
    }
    let common = names.first().copied().flatten().filter(|first| names.iter().all(|name| *name == Some(*first)));
    PairedCall { name: common, sharing: alike.len(), ..PairedCall::of(at, found) }
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

    /// The name of each entry, followed by `!` if it failed.
    fn paired(mut entries: Vec<FoundEntry>) -> Vec<String> {
        pair(&mut entries);
        let shown = |entry: &CallEntry| {
            format!("{}{}", entry.name.as_deref().unwrap_or("?"), if entry.failed { "!" } else { "" })
        };
        entries.iter().map(|found| shown(&found.entry)).collect()
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
            // One source records each call once, so these are two calls.
            (vec![found(0, 0, "look", true), found(0, 0, "book", false)], vec!["look!", "book"]),
            (vec![found(0, 0, "look", true), found(0, 1, "look", false)], vec!["look!", "look"]),
            // Entries of two sources with different tools are not the same call.
            (vec![found(0, 0, "look", false), found(1, 1, "book", true)], vec!["look", "book!"]),
            (vec![found(0, 0, "look", false), found(1, 1, "look", true)], vec!["look!", "look!"]),
            // Of two calls in one row, it is unknown which one failed.
            (
                vec![found(0, 0, "look", false), found(0, 0, "look", false), found(1, 1, "", true)],
                vec!["look", "look", "look!"],
            ),
            (
                vec![found(0, 0, "look", false), found(0, 0, "book", false), found(1, 1, "", true)],
                vec!["look", "book", "?!"],
            ),
            // The error may be in a source of its own, and before the call.
            (
                vec![found(0, 1, "look", false), found(1, 2, "", false), found(2, 2, "", true)],
                vec!["look!", "look!", "look!"],
            ),
            (vec![found(0, 0, "", true), found(1, 0, "look", false)], vec!["look!", "look!"]),
            (vec![found(1, 0, "", true)], vec!["?!"]),
        ];
        for (entries, expected) in cases {
            let shown = format!("{entries:?}");
            assert_eq!(paired(entries), expected, "{shown}");
        }
    }

    #[test]
    fn of_calls_with_one_id_in_one_row_all_failed_where_all_answers_are_errors() {
        let ended = |answers: &[bool]| -> Vec<(bool, Answered)> {
            let mut entries = vec![found(0, 0, "look", false), found(0, 0, "look", false)];
            entries.extend(answers.iter().map(|failed| found(1, 1, "", *failed)));
            pair(&mut entries);
            assert!(entries[2..].iter().all(|found| found.entry.of_known_call));
            entries[..2].iter().map(|found| (found.entry.failed, found.entry.answered)).collect()
        };
        assert_eq!(ended(&[true, true]), [(true, Answered::Disputed); 2]);
        assert_eq!(ended(&[true]), [(false, Answered::Disputed); 2]);
        assert_eq!(ended(&[true, false]), [(false, Answered::Disputed); 2]);
        assert_eq!(ended(&[false, false]), [(false, Answered::WithoutError); 2]);
    }

    #[test]
    fn an_answer_that_names_no_recorded_call_belongs_to_none() {
        let mut entries = vec![found(0, 0, "look", false), found(1, 1, "", true)];
        entries[1].entry.call = Some("call_9".to_owned());
        pair(&mut entries);
        let states: Vec<_> = entries.iter().map(|found| (found.entry.of_known_call, found.entry.answered)).collect();
        assert_eq!(states[0].1, Answered::Unknown);
        assert!(!states[1].0);
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
