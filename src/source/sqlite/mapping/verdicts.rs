//! Which verdicts and remedies are possible with a mapping, and why.

use super::super::SqliteSource;
use super::evidence::InspectedSource;
use super::{MappingPart, PossibleOutcome, counted};
use crate::source::Message;
use crate::source::profile::{EvidenceSource, WriteMode};

/// All verdicts and remedies.
pub(super) fn outcomes(
    source: &SqliteSource,
    read: &[Message],
    sources: &[InspectedSource],
    (messages, records): (&[MappingPart], &[MappingPart]),
) -> Vec<PossibleOutcome> {
    let filled: Vec<String> = sources
        .iter()
        .filter(|source| source.is_filled)
        .map(|source| format!("{} ({})", source.label, counted(source.rows, "row")))
        .collect();
    let can_deny = !filled.is_empty();
    let of = filled.join(", ");
    let why_not = || match sources {
        [] => "the profile has no `evidence`, so every claim is `unclear`".to_owned(),
        _ if sources.iter().all(|source| !source.is_readable) => {
            "no source is readable, so every claim is `unclear`".to_owned()
        }
        _ => "every source is empty, so every claim is `unclear`".to_owned(),
    };
    let possible_outcome =
        |outcome: &str, possible: bool, why: String| PossibleOutcome { outcome: outcome.to_owned(), possible, why };
    // What the others lack may be in a source that cannot be read.
    let missed = sources.iter().find(|source| source.is_missed);
    let by_calls = if can_deny { format!("from {of}") } else { why_not() };
    let lists_tools = read.iter().any(|message| message.owner.enabled.is_some());
    let no_such_tool = if lists_tools {
        "from the tools that `owners.enabled` lists, or with --catalog"
    } else {
        "only with --catalog, since the database lists no tools"
    };
    let (denies, by_silence) = match missed {
        Some(missed) if can_deny => {
            (false, format!("{} cannot be read, so what others lack is `unclear`", missed.label))
        }
        _ => (can_deny, by_calls.clone()),
    };
    let (recovers, recover) = recover(source, read, (messages, records), denies);
    vec![
        possible_outcome("executed", can_deny, by_calls),
        possible_outcome("not_executed", denies, by_silence),
        possible_outcome("no_such_tool", lists_tools, no_such_tool.to_owned()),
        possible_outcome("recover", recovers, recover),
        written(source, messages),
    ]
}

/// Whether a lost record can be written.
fn recover(
    source: &SqliteSource,
    read: &[Message],
    (messages, records): (&[MappingPart], &[MappingPart]),
    can_deny: bool,
) -> (bool, String) {
    let profile = &source.profile;
    let asks_records = profile.evidence.iter().any(|source| matches!(source, EvidenceSource::Records { .. }));
    // An existing value without a label does not matter, because only labelled values are written.
    let is_wrong = |part: &&MappingPart| {
        let of = part.part.splitn(3, '.').nth(2);
        matches!(of, None | Some("owner")) && !part.problems.is_empty()
    };
    let why_not = if profile.write != WriteMode::Full {
        "`write` is not 'full'".to_owned()
    } else if profile.records.is_empty() {
        "the profile has no `records`".to_owned()
    } else if let Some(part) = records.iter().find(is_wrong) {
        format!("{} has problems", part.part)
    } else if let Some(why) = unread_copies(messages) {
        why
    } else if !can_deny {
        "nothing can be `not_executed`".to_owned()
    } else if !read.iter().any(|message| message.owner.is_known()) {
        "no message has an owner".to_owned()
    } else {
        let places: Vec<String> =
            profile.records.iter().map(|(kind, records)| format!("{kind} into {}", records.table)).collect();
        let unseen =
            if asks_records { "" } else { "; without {from: 'records'} in `evidence`, existing records are ignored" };
        return (true, format!("{}{unseen}", places.join(", ")));
    };
    (false, why_not)
}

/// Whether texts can be cleaned.
fn written(source: &SqliteSource, messages: &[MappingPart]) -> PossibleOutcome {
    let why_not = source.is_writable().err().map(|error| error.to_string()).or_else(|| unread_copies(messages));
    let possible = why_not.is_none();
    PossibleOutcome {
        outcome: "strip".to_owned(),
        possible,
        why: why_not.unwrap_or_else(|| "texts can be changed".to_owned()),
    }
}

/// Why no text can be changed: a copy of it is unreadable.
fn unread_copies(messages: &[MappingPart]) -> Option<String> {
    let is_copy = |part: &&MappingPart| part.part.contains("copies[");
    let unread = messages.iter().filter(is_copy).find(|part| part.rows == Some(0) && !part.problems.is_empty());
    unread.map(|part| format!("{} is unreadable", part.part))
}
