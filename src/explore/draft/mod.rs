//! Drafts a pattern for payloads that no pattern matches: what all members of a shape have in common, as a registry
//! file.
//!
//! A draft is narrow rather than wide, proposes only `review`, and passes `patterns check` unchanged. Its meaning is
//! for the
//! user to define.

mod example;
mod name;
mod schema;
#[cfg(test)]
mod tests;
mod tool;
mod write;

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use crate::catalog::Catalog;
use crate::catalog::names::fold;
use crate::claim::CallMention;
use crate::claim::examples::{self, ALREADY_READ, try_examples};
use crate::explore::passing::keep_passing;
use crate::registry::{PatternKind, Registry};
use schema::Inferred;
use tool::ChosenTool;

/// The maximum number of patterns in a draft.
const MOST_PATTERNS: usize = 8;
/// The maximum number of members to try as examples.
const MOST_TRIED: usize = 8;
/// The maximum number of examples of each kind to keep.
const MOST_EXAMPLES: usize = 2;

/// A payload of the shape to draft a pattern for.
#[derive(Clone, Copy, Debug)]
pub struct DraftedMember<'a> {
    /// The value of the payload; for a call, its arguments.
    pub value: &'a Value,
    /// Whether it is a result or a call.
    pub kind: PatternKind,
    /// The tool's name as written, if the payload has one.
    pub called: Option<&'a str>,
}

impl<'a> DraftedMember<'a> {
    /// Creates the member for a payload of a message.
    #[must_use]
    pub fn of(call_mention: &'a CallMention) -> Self {
        Self { value: &call_mention.value, kind: call_mention.kind, called: call_mention.called.as_deref() }
    }
}

/// Returns an unused name for an entry, based on `hint` or else on `otherwise`.
pub(super) fn name_of(hint: &str, otherwise: &str, taken: &BTreeSet<String>) -> String {
    name::of_words(&[hint, otherwise], taken)
}

/// A pattern of a draft.
struct DraftedPattern {
    name: String,
    tool: Option<String>,
    kind: PatternKind,
    /// Whether the messages name the tool: then the shape alone is not a claim.
    is_named: bool,
    inferred: Inferred,
    /// Notes for the reader of the draft.
    notes: Vec<String>,
    matching: Vec<String>,
    not: Vec<String>,
}

/// The members that one pattern covers.
struct ToolGroup<'a> {
    kind: PatternKind,
    named: Option<ChosenTool>,
    members: Vec<DraftedMember<'a>>,
}

/// Drafts a registry file with patterns for these members, one for each tool that they name.
///
/// `hint` is the desired name of the pattern, `catalog` the list of existing tools, `registry` the entries already in
/// force.
#[must_use]
pub fn draft(
    hint: Option<&str>,
    members: &[DraftedMember<'_>],
    catalog: Option<&Catalog>,
    registry: &Registry,
) -> String {
    let mut groups = groups(members, catalog, registry);
    let mut notes = vec![
        "A draft. Describe it, remove what is accidental, and try it:".to_owned(),
        "  ghostcall patterns check FILE, then ghostcall scan DB --patterns FILE".to_owned(),
    ];
    if groups.len() > MOST_PATTERNS {
        let more = groups.len() - MOST_PATTERNS;
        notes.push(format!("{more} more tools, named by fewer messages, are left out."));
        groups.sort_by_key(|group| std::cmp::Reverse(group.members.len()));
        groups.truncate(MOST_PATTERNS);
    }
    let mut taken: BTreeSet<String> = registry.patterns().iter().map(|pattern| pattern.name.clone()).collect();
    let mut entries = Vec::new();
    for group in &groups {
        let entry = entry(hint, group, catalog, registry, &taken);
        taken.insert(entry.name.clone());
        entries.push(entry);
    }
    keep_what_holds(&mut entries, registry);
    write::file(&entries, &notes)
}

/// Groups the members by kind and tool, in order of first occurrence.
fn groups<'a>(members: &[DraftedMember<'a>], catalog: Option<&Catalog>, registry: &Registry) -> Vec<ToolGroup<'a>> {
    let mut groups: Vec<ToolGroup<'a>> = Vec::new();
    let mut tools: HashMap<&str, Option<ChosenTool>> = HashMap::new();
    let mut places: HashMap<(&str, Option<String>), usize> = HashMap::new();
    for member in members {
        let named = member
            .called
            .and_then(|called| tools.entry(called).or_insert_with(|| tool::named(called, catalog, registry)).clone());
        // Another spelling means the same tool.
        let tool = named.as_ref().map(|named| fold(&named.tool));
        let place = *places.entry((member.kind.name(), tool)).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.members.push(*member),
            None => groups.push(ToolGroup { kind: member.kind, named, members: vec![*member] }),
        }
    }
    groups
}

fn entry(
    hint: Option<&str>,
    group: &ToolGroup<'_>,
    catalog: Option<&Catalog>,
    registry: &Registry,
    taken: &BTreeSet<String>,
) -> DraftedPattern {
    let values: Vec<&Value> = group.members.iter().map(|member| member.value).collect();
    let inferred = schema::infer(&values);
    let properties = inferred.schema.get("properties").and_then(Value::as_object);
    let keys: Vec<&str> = properties.into_iter().flatten().map(|(key, _)| key.as_str()).collect();
    let chosen = group.named.clone().or_else(|| tool::by_overlap(&keys, catalog, registry));
    let name =
        name::name(hint, chosen.as_ref().map(|chosen| chosen.tool.as_str()), group.kind, &inferred.schema, taken);
    let mut entry = DraftedPattern {
        name,
        tool: chosen.as_ref().map(|chosen| chosen.tool.clone()),
        kind: group.kind,
        // A tool's result is recognised by its shape, wherever its name is.
        is_named: group.named.is_some() && group.kind == PatternKind::Call,
        inferred,
        notes: Vec::new(),
        matching: Vec::new(),
        not: Vec::new(),
    };
    let known = known_by(&entry, group, registry);
    entry.notes = notes(group, chosen.as_ref(), &known);
    add_examples(&mut entry, group, &known);
    entry
}

/// Returns, for each member, the pattern in force that matches it.
fn known_by<'r>(entry: &DraftedPattern, group: &ToolGroup<'_>, registry: &'r Registry) -> Vec<Option<&'r str>> {
    let pattern = |member: &DraftedMember<'_>| match &entry.tool {
        Some(tool) if entry.is_named => registry.recognise_call(tool, member.value),
        _ => registry.recognise(member.value),
    };
    group.members.iter().map(|member| pattern(member).map(|pattern| pattern.name.as_str())).collect()
}

fn notes(group: &ToolGroup<'_>, chosen: Option<&ChosenTool>, known: &[Option<&str>]) -> Vec<String> {
    let made = match group.members.len() {
        1 => "Made from one payload; constants and enumerations need at least two.".to_owned(),
        number => format!("Made from {number} payloads."),
    };
    let tool = match chosen {
        Some(chosen) => format!("tool: {}.", chosen.reason),
        None => "tool: none is named, and none takes such arguments. Add `tool: \"?\"` if you know it.".to_owned(),
    };
    let class = [
        "class: `effect` is for a person to decide, each time. If nothing in it can be lost make it `echo`: the text is".to_owned(),
        "cleaned. If it carries what should be written, `record`, with `record: { type: \"memory\", fields: { content: \"/content\" } }`.".to_owned(),
    ];
    let takers: BTreeSet<&str> = known.iter().flatten().copied().collect();
    let takers: Vec<String> = takers.iter().map(|name| format!("`{name}`")).collect();
    let count = known.iter().flatten().count();
    let all = known.len();
    let earlier = match takers.as_slice() {
        [] => None,
        [taker] => Some(format!(
            "{count} of {all} already match {taker}, which is tried first. If that is built in, an entry with its name replaces it, in every database."
        )),
        takers => Some(format!("{count} of {all} already match {}, which are tried first.", takers.join(", "))),
    };
    [made, tool].into_iter().chain(class).chain(earlier).collect()
}

/// Adds candidate examples: messages of members that no other pattern matches, and traps derived from them.
fn add_examples(entry: &mut DraftedPattern, group: &ToolGroup<'_>, known: &[Option<&str>]) {
    let schema = &entry.inferred.schema;
    let Ok(validator) = crate::document::schema(schema) else { return };
    let called = entry.tool.as_deref().filter(|_| entry.is_named);
    let unknown = group.members.iter().zip(known).filter(|(_, known)| known.is_none()).map(|(member, _)| member.value);
    for value in unknown.take(MOST_TRIED) {
        let value = example::shortened(value, &validator);
        let Some(message) = example::message(&value, called).filter(|message| !entry.matching.contains(message)) else {
            continue;
        };
        entry.matching.push(message);
        if entry.not.is_empty() {
            let traps = example::traps(&value, schema, &validator);
            entry.not.extend(traps.iter().filter_map(|trap| example::message(trap, called)).take(MOST_TRIED));
        }
    }
}

/// Tries the examples as `patterns check` does, and keeps a few that pass.
fn keep_what_holds(entries: &mut [DraftedPattern], registry: &Registry) {
    let mut with_draft = registry.clone();
    let reads = with_draft.add("the draft", &write::file(entries, &[])).is_ok();
    for entry in entries {
        let failures = try_examples(&with_draft, examples::RegistryEntry::Pattern(&entry.name));
        let readers: BTreeSet<&str> =
            failures.iter().filter_map(|failure| failure.reason.strip_prefix(ALREADY_READ)).collect();
        entry.notes.extend(
            readers.iter().map(|reader| format!("examples: left out some {ALREADY_READ}{reader}, which comes first.")),
        );
        let most = if reads { MOST_EXAMPLES } else { 0 };
        keep_passing([("match", &mut entry.matching), ("not", &mut entry.not)], &failures, most);
    }
}
