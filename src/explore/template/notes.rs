//! Notes for the reader of a draft, and texts that it must not claim.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::call_parts::ArgumentForm;
use super::entry::DraftedSyntax;
use super::proof;
use super::reply::ProbeReply;
use super::search::SearchResult;
use crate::registry::Registry;
use crate::visible;

/// The maximum number of characters of a reply to show.
const SHOWN: usize = 160;
/// The maximum number of unread replies to show.
const MOST_SHOWN: usize = 4;

/// The comments at the beginning of a draft.
pub(super) fn of(found: &SearchResult, replies: &[ProbeReply], registry: &Registry) -> Vec<String> {
    let count = found.proof.count();
    let mut notes = vec![
        "A draft from a chat template. Remove what is accidental, and try it:".to_owned(),
        "  ghostcall patterns check FILE, then ghostcall scan DB --patterns FILE".to_owned(),
        format!("The template wrote {} replies with calls for it; alone it reads {count} of them.", replies.len()),
    ];
    if found.proof.read_unknown < count {
        notes.push(format!("Without a catalog of the tools it reads {}.", found.proof.read_unknown));
    }
    if found.body == Some(ArgumentForm::Expression { is_valid: false }) {
        notes.push(
            "The template writes no valid calls: quotes around texts, or commas between them, are missing.".to_owned(),
        );
    }
    notes.extend(already_read(replies, registry));
    let missed: Vec<&ProbeReply> =
        replies.iter().zip(&found.proof.read).filter(|(_, read)| !**read).map(|(reply, _)| reply).collect();
    if !missed.is_empty() {
        notes.push(format!("Not read: {}.", missed.iter().map(|reply| reply.about).collect::<Vec<_>>().join(", ")));
        notes.extend(missed.iter().take(MOST_SHOWN).map(|reply| format!("  {}: {}", reply.about, shown(&reply.text))));
    }
    notes
}

/// Describes the entry already in force that reads the replies and takes precedence.
pub(super) fn already_read(replies: &[ProbeReply], registry: &Registry) -> Option<String> {
    let mut readers: BTreeMap<String, usize> = BTreeMap::new();
    for reply in replies {
        if let Some(reader) = proof::reader_of(reply, registry) {
            *readers.entry(reader).or_default() += 1;
        }
    }
    let read: usize = readers.values().sum();
    let names: Vec<String> = readers.keys().map(|name| format!("`{name}`")).collect();
    match read {
        0 => None,
        read if read == replies.len() => {
            Some(format!("All are read already by {}: nothing is missing without it.", names.join(", ")))
        }
        read => Some(format!("{read} of them are read already by {}.", names.join(", "))),
    }
}

/// Describes what no registry syntax can express about the calls.
pub(super) fn reason(body: Option<&ArgumentForm>) -> String {
    match body {
        None => "the name or the values of a call cannot be separated from what is around them".to_owned(),
        Some(ArgumentForm::NameIsKey) => "the tool's name is the key of its arguments".to_owned(),
        Some(ArgumentForm::Object { .. } | ArgumentForm::Arguments) => {
            "nothing before the object could be searched for".to_owned()
        }
        Some(ArgumentForm::Expression { .. }) => "expressions have a form that none of them has".to_owned(),
        Some(ArgumentForm::Pairs(pair)) => {
            format!(
                "arguments are written as {}",
                shown(&format!("{}KEY{}VALUE{}", pair.open, pair.key_end, pair.close))
            )
        }
    }
}

/// A reply on one line, between marks that show where it begins and ends.
pub(super) fn shown(text: &str) -> String {
    format!("`{}`", visible::excerpt(text, SHOWN))
}

/// Texts that resemble an entry's calls. With an opener: the opener alone, mentioned in prose. With a bare shape: an
/// object without arguments, and a declaration of arguments.
pub(super) fn traps(entry: &DraftedSyntax) -> Vec<String> {
    let Some(opener) = entry.open.first() else {
        let named = |mut value: Value| {
            put(&mut value, &entry.tool, json!("fetch_tides"));
            value
        };
        let mut declared = named(json!({}));
        put(&mut declared, &entry.arguments, json!({"type": "object", "properties": {}}));
        return [named(json!({"description": "Tells the tides."})), declared].map(|value| value.to_string()).to_vec();
    };
    let opener = opener.replace("{tool}", "name").replace("{id}", "1").replace("{any}", " ");
    vec![format!("A call begins with {opener}"), format!("{opener} is how a call begins, and then come its arguments.")]
}

/// Sets the value at a pointer, creating objects as needed.
fn put(value: &mut Value, pointer: &str, given: Value) {
    let mut keys = pointer.split('/').skip(1).peekable();
    let mut place = value;
    while let Some(key) = keys.next() {
        let Some(members) = place.as_object_mut() else { return };
        if keys.peek().is_none() {
            members.insert(key.to_owned(), given);
            return;
        }
        place = members.entry(key.to_owned()).or_insert_with(|| json!({}));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traps_are_next_to_what_an_entry_claims() {
        let opened = DraftedSyntax::opened("<call {id} to={tool}>", "object").unwrap();
        assert_eq!(traps(&opened)[0], "A call begins with <call 1 to=name>");
        let bare =
            DraftedSyntax::bare("/function/name", "/function/given", &json!({"function": {"name": "a", "given": {}}}));
        let traps: Vec<Value> = traps(&bare).iter().map(|trap| serde_json::from_str(trap).unwrap()).collect();
        assert_eq!(traps[0], json!({"description": "Tells the tides.", "function": {"name": "fetch_tides"}}));
        assert_eq!(traps[1]["function"]["given"]["type"], "object");
    }

    #[test]
    fn what_cannot_be_said_has_a_reason() {
        let pair = super::super::call_parts::Pair { open: "<~".into(), key_end: "~".into(), close: "~>".into() };
        assert!(reason(Some(&ArgumentForm::Pairs(pair))).contains("`<~KEY~VALUE~>`"));
        for body in [
            None,
            Some(ArgumentForm::NameIsKey),
            Some(ArgumentForm::Arguments),
            Some(ArgumentForm::Expression { is_valid: true }),
        ] {
            assert!(!reason(body.as_ref()).is_empty());
        }
    }
}
