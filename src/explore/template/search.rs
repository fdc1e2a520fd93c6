//! Searches for the entries that read the replies of a template: likely ones are built, and those that read the most
//! win.

use serde_json::Value;

use super::call_parts::{ArgumentForm, CallParts};
use super::edges::{self, Edges};
use super::entry::DraftedSyntax;
use super::proof::Proof;
use super::reply::ProbeReply;
use super::tokens;

/// The maximum number of entries in a draft: a template may write one call differently from several.
const MOST_ENTRIES: usize = 3;

/// The result of the search.
#[derive(Clone, Debug, Default)]
pub(super) struct SearchResult {
    /// The entries of the draft; empty if no entry reads a call.
    pub(super) entries: Vec<DraftedSyntax>,
    /// What the entries read.
    pub(super) proof: Proof,
    /// The notation of the arguments; `None` if it was not found.
    pub(super) body: Option<ArgumentForm>,
}

/// Returns the fewest entries that read the most replies.
pub(super) fn entries(replies: &[ProbeReply]) -> SearchResult {
    let (candidates, body) = candidates(replies);
    let mut found = SearchResult { body, ..SearchResult::default() };
    while found.entries.len() < MOST_ENTRIES {
        let with = |candidate: &DraftedSyntax| {
            let entries: Vec<DraftedSyntax> = found.entries.iter().chain([candidate]).cloned().collect();
            let proof = Proof::of(&entries, replies);
            (entries, proof)
        };
        let mut best: Option<(Vec<DraftedSyntax>, Proof)> = None;
        for tried in candidates.iter().map(with) {
            // In a tie, the first one wins.
            if best.as_ref().is_none_or(|(_, best)| tried.1.score() > best.score()) {
                best = Some(tried);
            }
        }
        let Some((entries, proof)) = best.filter(|(_, best)| best.count() > found.proof.count()) else { break };
        (found.entries, found.proof) = (entries, proof);
    }
    let has_arguments =
        |(reply, read): (&ProbeReply, &bool)| *read && !reply.calls.iter().all(|call| call.arguments.is_empty());
    if !replies.iter().zip(&found.proof.read).any(has_arguments) {
        // An entry that reads only names proves nothing: any entry would.
        found.entries.clear();
    }
    found
}

/// The entries that may describe the template.
fn candidates(replies: &[ProbeReply]) -> (Vec<DraftedSyntax>, Option<ArgumentForm>) {
    let two =
        replies.iter().find(|reply| reply.calls.len() == 2).and_then(|reply| Some((reply, Edges::of_two(reply)?)));
    let one = replies.first().and_then(|reply| Some((reply, Edges::of_one(reply)?)));
    let body = one.as_ref().or(two.as_ref()).map(|(_, (call_parts, _))| call_parts.body.clone());
    let mut all: Vec<DraftedSyntax> = Vec::new();
    for (reply, (call_parts, edges)) in two.into_iter().chain(one) {
        for entry in of_call(reply, &call_parts, &edges) {
            if !all.contains(&entry) {
                all.push(entry);
            }
        }
    }
    (all, body)
}

fn of_call(reply: &ProbeReply, call_parts: &CallParts, edges: &Edges) -> Vec<DraftedSyntax> {
    let nearest = tokens::last_of(&edges.head);
    let each = edges.opener.as_str();
    let whole = edges.head.trim_start();
    let opened =
        |body| [each, whole, nearest].into_iter().filter_map(move |opener| DraftedSyntax::opened(opener, body));
    let entries: Vec<DraftedSyntax> = match &call_parts.body {
        ArgumentForm::Object { calls, tool, arguments } => {
            let pointers = |entry: DraftedSyntax| DraftedSyntax {
                calls: calls.clone(),
                tool: tool.clone(),
                arguments: arguments.clone(),
                ..entry
            };
            // Any object may come after a word, so the nearest mark alone counts only if nothing else reads as much.
            let bare = element(reply, call_parts).map(|element| DraftedSyntax::bare(tool, arguments, &element));
            opened("object").chain(bare).map(pointers).collect()
        }
        ArgumentForm::NameIsKey => opened("object").map(|entry| DraftedSyntax { tool_is_key: true, ..entry }).collect(),
        ArgumentForm::Arguments => named([nearest, each, whole], edges, &["object"]),
        ArgumentForm::Pairs(_) => {
            named([nearest, each, whole], edges, &["xml_parameters", "bare", "keywords", "react"])
        }
        ArgumentForm::Expression { .. } => {
            let list = DraftedSyntax::opened("[{tool}(", "call_list");
            let list = list.map(|entry| DraftedSyntax { needs: Some("tool_or_start"), ..entry });
            let alone = [each, whole, nearest, ""].into_iter().filter_map(|opener| {
                let entry = DraftedSyntax::opened(&format!("{opener}{{tool}}("), "keywords")?;
                Some(DraftedSyntax { close: vec![")".to_owned()], close_optional: false, ..entry })
            });
            opened("keywords").chain(list).chain(alone).collect()
        }
    };
    entries.into_iter().map(|entry| closed(entry, edges)).collect()
}

/// Entries whose opener contains the tool's name.
fn named(openers: [&str; 3], edges: &Edges, bodies: &[&'static str]) -> Vec<DraftedSyntax> {
    // A parenthesis before members belongs to the body.
    let joint = edges.joint.trim_end().trim_end_matches('(');
    // The tag of the name may be followed by a mark that every tag has, including that of the first argument.
    let tag = joint.find('>').and_then(|end| joint.get(..=end)).filter(|tag| tag.len() < joint.len());
    let each = openers.into_iter().flat_map(|opener| {
        let joints = [Some(joint), tag].into_iter().flatten();
        joints.flat_map(move |joint| {
            bodies.iter().filter_map(move |body| DraftedSyntax::opened(&format!("{opener}{{tool}}{joint}"), body))
        })
    });
    // A name alone on a line is more specific than one in a sentence.
    let is_line = edges.joint.starts_with('\n');
    let placed = each.map(|entry| DraftedSyntax { at_line: is_line && entry.needs.is_some(), ..entry });
    // Without any other sign, an unknown name is accepted.
    let loose =
        |entry: &DraftedSyntax| entry.needs.map(|_| DraftedSyntax { needs: Some("tool_or_start"), ..entry.clone() });
    placed.flat_map(|entry| [loose(&entry), Some(entry)]).flatten().collect()
}

/// Adds to an entry what comes after a call, and around all of them.
fn closed(entry: DraftedSyntax, edges: &Edges) -> DraftedSyntax {
    let mut closers = edges::named_words(&edges.closer).into_iter().map(|token| token.replace("{word}", "{tool}"));
    let close = if entry.close.is_empty() { closers.next().into_iter().collect() } else { entry.close.clone() };
    let opener = entry.open.first().map(String::as_str).unwrap_or_default();
    let before = edges.before.iter().cloned().chain(edges::named_words(&edges.head));
    let before = distinct(before.filter(|token| !opener.contains(token.as_str())).collect());
    let mut after: Vec<String> = closers.collect();
    after.extend(edges.after.iter().cloned());
    let mut after = distinct(after);
    after.retain(|token| !close.contains(token));
    DraftedSyntax { before, close, after, ..entry }
}

/// Removes duplicates and keeps the order.
fn distinct(items: Vec<String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::with_capacity(items.len());
    for item in items {
        if !kept.contains(&item) {
            kept.push(item);
        }
    }
    kept
}

/// Returns the object of a call in a reply.
fn element(reply: &ProbeReply, call_parts: &CallParts) -> Option<Value> {
    let text = reply.text.get(call_parts.whole.clone())?;
    let value: Value = serde_json::from_str(text).ok()?;
    match value {
        Value::Array(elements) => elements.into_iter().next(),
        other => Some(other),
    }
}
