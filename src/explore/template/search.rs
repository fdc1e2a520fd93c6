//! Searching for the entries that read the replies of a template: the likely ones are made, and those win that read most.

use serde_json::Value;

use super::anatomy::{Anatomy, Body};
use super::edges::{self, Edges};
use super::entry::Entry;
use super::proof;
use super::reply::Reply;
use super::tokens;

/// So many entries a draft has at most: a template may write one call otherwise than several.
const MOST_ENTRIES: usize = 3;

/// What was found out about a template.
pub(super) struct Found {
    /// The entries of the draft; none where nothing reads a call.
    pub(super) entries: Vec<Entry>,
    /// Which of the replies they read.
    pub(super) read: Vec<bool>,
    /// How the calls stand.
    pub(super) body: Option<Body>,
}

/// The fewest entries that read the most replies.
pub(super) fn entries(replies: &[Reply]) -> Found {
    let (candidates, body) = candidates(replies);
    let mut found = Found { entries: Vec::new(), read: vec![false; replies.len()], body };
    while found.entries.len() < MOST_ENTRIES {
        let with = |candidate: &Entry| {
            let entries: Vec<Entry> = found.entries.iter().chain([candidate]).cloned().collect();
            let read = proof::read_alone(&entries, replies);
            (read.iter().filter(|read| **read).count(), entries, read)
        };
        let mut best: Option<(usize, Vec<Entry>, Vec<bool>)> = None;
        for tried in candidates.iter().map(with) {
            // Of equals the first counts.
            if best.as_ref().is_none_or(|best| tried.0 > best.0) {
                best = Some(tried);
            }
        }
        let before = found.read.iter().filter(|read| **read).count();
        let Some((_, entries, read)) = best.filter(|(count, ..)| *count > before) else { break };
        (found.entries, found.read) = (entries, read);
    }
    found
}

/// The entries that may be the template's.
fn candidates(replies: &[Reply]) -> (Vec<Entry>, Option<Body>) {
    let two = replies.iter().find(|reply| reply.calls.len() == 2).and_then(|reply| Some((reply, Edges::of_two(reply)?)));
    let one = replies.first().and_then(|reply| Some((reply, Edges::of_one(reply)?)));
    let body = one.as_ref().or(two.as_ref()).map(|(_, (anatomy, _))| anatomy.body.clone());
    let mut all: Vec<Entry> = Vec::new();
    for (reply, (anatomy, edges)) in two.into_iter().chain(one) {
        for entry in of_anatomy(reply, &anatomy, &edges) {
            if !all.contains(&entry) {
                all.push(entry);
            }
        }
    }
    (all, body)
}

fn of_anatomy(reply: &Reply, anatomy: &Anatomy, edges: &Edges) -> Vec<Entry> {
    let last = tokens::split(&edges.head).last().map(|token| (*token).to_owned()).unwrap_or_default();
    let openers = [edges.opener.clone(), edges.head.trim_start().to_owned(), last];
    let entries: Vec<Entry> = match &anatomy.body {
        Body::Object { calls, tool, arguments, .. } => {
            let pointers = |entry: Entry| Entry {
                calls: calls.clone(), tool: tool.clone(), arguments: arguments.clone(), ..entry
            };
            let opened = openers.iter().filter_map(|opener| Entry::opened(opener, "object")).map(pointers);
            let element = element(reply, anatomy);
            let bare = element.map(|element| Entry { calls: calls.clone(), ..Entry::bare(tool, arguments, &element) });
            opened.chain(bare).collect()
        }
        Body::NameIsKey { .. } => Vec::new(),
        Body::Arguments => named(&openers, edges, &["object"]),
        Body::Pairs(_) => named(&openers, edges, &["xml_parameters", "bare", "object", "keywords", "react"]),
        Body::Expression => {
            let listed = openers.iter().filter_map(|opener| Entry::opened(opener, "keywords"));
            let expression = openers.iter().map(String::as_str).chain([""]).filter_map(|opener| {
                let entry = Entry::opened(&format!("{opener}{{tool}}("), "keywords")?;
                Some(Entry { close: vec![")".to_owned()], close_optional: false, ..entry })
            });
            listed.chain(expression).collect()
        }
    };
    entries.into_iter().map(|entry| closed(entry, edges)).collect()
}

/// Entries whose opener names the tool.
fn named(openers: &[String], edges: &Edges, bodies: &[&'static str]) -> Vec<Entry> {
    // A parenthesis before members is the body's.
    let joint = edges.joint.trim_end().trim_end_matches('(');
    let each = openers.iter().flat_map(|opener| {
        bodies.iter().filter_map(move |body| Entry::opened(&format!("{opener}{{tool}}{joint}"), body))
    });
    each.collect()
}

/// The entry with what stands behind a call, and around all of them.
fn closed(entry: Entry, edges: &Edges) -> Entry {
    let mut closers = edges::named_words(&edges.closer).into_iter().map(|token| token.replace("{word}", "{tool}"));
    let close = if entry.close.is_empty() { closers.next().into_iter().collect() } else { entry.close.clone() };
    let mut before = edges.before.clone();
    let opener = entry.open.first().map(String::as_str).unwrap_or_default();
    before.extend(edges::named_words(&edges.head).into_iter().filter(|token| !opener.contains(token.as_str())));
    before.dedup();
    let mut after: Vec<String> = closers.collect();
    after.extend(edges.after.iter().cloned());
    after.dedup();
    after.retain(|token| !close.contains(token));
    Entry { before, close, after, ..entry }
}

/// The object of a call that a reply holds.
fn element(reply: &Reply, anatomy: &Anatomy) -> Option<Value> {
    let text = reply.text.get(anatomy.whole.clone())?;
    let value: Value = serde_json::from_str(text).ok()?;
    match value {
        Value::Array(elements) => elements.into_iter().next(),
        other => Some(other),
    }
}
