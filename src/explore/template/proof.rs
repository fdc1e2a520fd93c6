//! Proving entries: which replies of a template they read, and what else would claim them.

use minijinja::value::Serde;
use serde_json::Value;

use super::entry::{self, Entry};
use super::probe::{Call, TOOLS};
use super::reply::Reply;
use crate::catalog::KnownTools;
use crate::claim::{Claim, ClaimKind, Context, find};
use crate::registry::Registry;

/// The replies that entries alone read: no other syntax may hide what they miss.
pub(super) fn read_alone(entries: &[Entry], replies: &[Reply]) -> Vec<bool> {
    let named = |(index, entry): (usize, &Entry)| Entry { name: format!("entry_{index}"), ..entry.clone() };
    let entries: Vec<Entry> = entries.iter().enumerate().map(named).collect();
    match Registry::of("the draft", &entry::file(&entries, &[])) {
        Ok(registry) => replies.iter().map(|reply| is_read(reply, &registry, true)).collect(),
        Err(_) => vec![false; replies.len()],
    }
}

/// Whether a registry reads every call of a reply, with its arguments; `known`: where the tools are known.
pub(super) fn is_read(reply: &Reply, registry: &Registry, known: bool) -> bool {
    let claims = claims(reply, registry, known);
    let calls: Vec<&Claim> = claims.iter().filter(|claim| claim.kind == ClaimKind::Call).collect();
    calls.len() == reply.calls.len()
        && claims.len() == calls.len()
        && calls.iter().zip(&reply.calls).all(|(claim, call)| is_call(claim, call))
}

/// The syntax that reads the first call of a reply.
pub(super) fn reader_of(reply: &Reply, registry: &Registry, known: bool) -> Option<String> {
    claims(reply, registry, known).into_iter().find_map(|claim| claim.syntax)
}

fn claims(reply: &Reply, registry: &Registry, known: bool) -> Vec<Claim> {
    let tools = KnownTools::new(TOOLS.iter().map(|tool| (*tool, *tool)));
    find(&reply.text, registry, Context { tools: known.then_some(&tools), ..Context::default() })
}

fn is_call(claim: &Claim, call: &Call) -> bool {
    let written = claim.called_as.as_deref().or(claim.tool.as_deref());
    let is_named = written.is_some_and(|name| name == call.tool || claim.tool.as_deref() == Some(call.tool));
    let empty = Value::Object(serde_json::Map::new());
    let Value::Object(read) = claim.value.as_ref().unwrap_or(&empty) else { return false };
    let is_same = |(key, value): (&String, &Value)| read.get(key).is_some_and(|read| is_value(read, value));
    is_named && read.len() == call.arguments.len() && call.arguments.iter().all(is_same)
}

/// Whether a value was read as it was given: where all values are text, what it says counts.
fn is_value(read: &Value, given: &Value) -> bool {
    if read == given {
        return true;
    }
    let Value::String(text) = read else { return false };
    let text = text.trim();
    match given {
        Value::String(given) => given.trim() == text,
        _ => {
            let said = super::python::text(&minijinja::Value::from(Serde(given))).unwrap_or_default();
            said == text || serde_json::from_str::<Value>(text).is_ok_and(|value| value == *given)
        }
    }
}
