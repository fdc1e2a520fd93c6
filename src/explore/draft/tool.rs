//! Chooses the tool of a drafted pattern: the one that the calls name, or else the one whose parameters match the keys.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalog::names::{fold, forms};
use crate::catalog::{Catalog, KnownTools};
use crate::registry::Registry;

/// The maximum number of characters of a tool name.
const LONGEST_NAME: usize = 80;
/// The minimum number of keys that must be parameters of a tool to guess it.
const FEWEST_SHARED: usize = 2;
/// The least similarity of keys and parameters, in percent: twice the number in common, divided by the number of both.
const LEAST_LIKENESS: usize = 60;

/// Keys that results of any tool may have, which do not identify it.
const OF_ANY_ANSWER: [&str; 16] = [
    "code", "created_at", "data", "error", "errors", "id", "message", "ok", "reason", "result", "state", "status",
    "success", "timestamp", "type", "updated_at",
];

/// A tool, and the reason for its choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ChosenTool {
    pub(super) tool: String,
    /// The reason, for the reader of the draft.
    pub(super) reason: String,
}

/// Returns the tool that a written name means; `None` if the text is not a name.
pub(super) fn named(written: &str, catalog: Option<&Catalog>, registry: &Registry) -> Option<ChosenTool> {
    let chosen = |tool: &str, reason: String| ChosenTool { tool: tool.to_owned(), reason };
    let Some(catalog) = catalog else {
        let known = registry.tools().resolve(written, &[]);
        let known = known.map(|tool| chosen(tool, "the messages name this tool, and a pattern knows it".to_owned()));
        return known.or_else(|| {
            Some(chosen(
                bare_name(written)?,
                "the messages name this tool; without a catalog, it may not exist".to_owned(),
            ))
        });
    };
    if let Some(tool) = catalog.resolve(written) {
        let harm = if tool.is_dangerous { ": it can do harm" } else { "" };
        return Some(chosen(&tool.name, format!("the messages name this tool, and the catalog has it{harm}")));
    }
    let near = catalog.suggest(written, None);
    let near: Vec<String> = near.iter().map(|found| format!("`{}` ({})", found.tool.name, found.reason)).collect();
    let near = if near.is_empty() { String::new() } else { format!("; near is {}", near.join(", ")) };
    let reason = format!(
        "the messages name this tool, but the catalog does not have it{near}. With this entry it counts as a tool"
    );
    Some(chosen(bare_name(written)?, reason))
}

/// Returns the name without namespaces and index, if the registry resolves the written name to it.
fn bare_name(written: &str) -> Option<&str> {
    let resolves = |name: &str| KnownTools::new([(name, name)]).resolve(written, &[]) == Some(name);
    let bare = forms(written).pop().filter(|name| resolves(name)).unwrap_or(written);
    let is_name = !bare.trim().is_empty() && bare.chars().count() <= LONGEST_NAME && resolves(bare);
    is_name.then_some(bare)
}

/// A tool with its parameters.
struct ToolCandidate<'a> {
    tool: &'a str,
    parameters: BTreeSet<String>,
    required: BTreeSet<String>,
}

/// Returns the tool whose parameters these keys are; `None` if the choice is ambiguous.
pub(super) fn by_overlap(keys: &[&str], catalog: Option<&Catalog>, registry: &Registry) -> Option<ChosenTool> {
    let folded: BTreeMap<String, &str> = keys.iter().map(|key| (fold(key), *key)).collect();
    let mut likely: Vec<_> = candidates(catalog, registry)
        .iter()
        .filter_map(|candidate| {
            Some((likeness(&folded, candidate)?, candidate.tool.to_owned(), shared(&folded, candidate)))
        })
        .collect();
    likely.sort_by(|(one, ..), (other, ..)| other.cmp(one));
    let (best, tool, shared) = likely.first()?.clone();
    // If two tools are equally likely, neither is chosen.
    if likely.get(1).is_some_and(|(next, ..)| *next == best) {
        return None;
    }
    let names: Vec<String> = shared.iter().map(|key| format!("`{key}`")).collect();
    let reason = format!("a guess: it takes {} ({best}% alike)", names.join(", "));
    Some(ChosenTool { tool, reason })
}

/// The tools that may be guessed: never one that can do harm.
fn candidates<'a>(catalog: Option<&'a Catalog>, registry: &'a Registry) -> Vec<ToolCandidate<'a>> {
    let of_patterns = |tool: &str| registry.argument_names(tool).into_iter().map(fold).collect::<BTreeSet<_>>();
    let Some(catalog) = catalog else {
        let tools = registry.tools().tools();
        return tools
            .map(|tool| ToolCandidate { tool, parameters: of_patterns(tool), required: BTreeSet::new() })
            .collect();
    };
    let harmless = catalog.tools().iter().filter(|tool| !tool.is_dangerous);
    let of_catalog = harmless.map(|tool| {
        let mut candidate =
            ToolCandidate { tool: &tool.name, parameters: of_patterns(&tool.name), required: BTreeSet::new() };
        if let Some(parameters) = &tool.parameters {
            candidate.parameters.extend(parameters.listed().map(|(name, _)| fold(name)));
            candidate.required.extend(parameters.required().map(fold));
        }
        candidate
    });
    of_catalog.collect()
}

/// The keys that are parameters of a tool, as written.
fn shared(keys: &BTreeMap<String, &str>, candidate: &ToolCandidate<'_>) -> Vec<String> {
    let shared = keys.iter().filter(|(folded, _)| candidate.parameters.contains(*folded));
    shared.map(|(_, key)| (*key).to_owned()).collect()
}

/// The similarity of keys and parameters in percent; `None` below the threshold.
fn likeness(keys: &BTreeMap<String, &str>, candidate: &ToolCandidate<'_>) -> Option<usize> {
    let ToolCandidate { parameters, required, .. } = candidate;
    let is_shared = |key: &&String| parameters.contains(*key);
    let shared = keys.keys().filter(is_shared).count();
    let is_of_any = |key: &String| OF_ANY_ANSWER.iter().any(|name| fold(name) == *key);
    let telling = keys.keys().filter(|key| is_shared(key) || !is_of_any(key)).count();
    // Optional parameters may be missing if all required ones are present.
    let is_whole = !required.is_empty() && required.iter().all(|name| keys.contains_key(name));
    let expected = if is_whole { shared } else { parameters.len() };
    let likeness = (200 * shared).checked_div(telling + expected)?;
    (shared >= FEWEST_SHARED && likeness >= LEAST_LIKENESS).then_some(likeness)
}
