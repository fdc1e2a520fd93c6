//! Tests entries: which replies of a template they read, and which other syntax would claim them.

use minijinja::value::Serde;
use serde_json::Value;

use super::entry::{self, DraftedSyntax};
use super::probe::{ProbeCall, TOOLS};
use super::reply::ProbeReply;
use crate::catalog::KnownTools;
use crate::claim::{Claim, ClaimKind, Context, find};
use crate::registry::{Registry, THOUGHTS};

/// What entries read of replies without any other syntax, which could hide what they miss.
#[derive(Clone, Debug, Default)]
pub(super) struct Proof {
    /// For each reply, whether its calls are read if the tools are known.
    pub(super) read: Vec<bool>,
    /// The number of replies read if no tool is known.
    pub(super) read_unknown: usize,
    /// The number of read replies that leave nothing over but the text next to the calls.
    clean: usize,
}

impl Proof {
    /// Tries entries on replies.
    pub(super) fn of(entries: &[DraftedSyntax], replies: &[ProbeReply]) -> Self {
        let named =
            |(index, entry): (usize, &DraftedSyntax)| DraftedSyntax { name: format!("entry_{index}"), ..entry.clone() };
        let named: Vec<DraftedSyntax> = entries.iter().enumerate().map(named).collect();
        let Ok(registry) = Registry::of("the draft", &entry::file(&named, &[])) else {
            return Self { read: vec![false; replies.len()], ..Self::default() };
        };
        let read: Vec<bool> = replies.iter().map(|reply| is_read(reply, &registry, true)).collect();
        let read_unknown = replies.iter().filter(|reply| is_read(reply, &registry, false)).count();
        let read_replies = replies.iter().zip(&read).filter(|(_, read)| **read);
        let clean = read_replies.filter(|(reply, _)| leaves_no_mark(reply, &claims(reply, &registry, true))).count();
        Self { read, read_unknown, clean }
    }

    /// The number of replies read; to break ties, the number read if no tool is known, and the number that leave
    /// nothing over.
    pub(super) fn score(&self) -> (usize, usize, usize) {
        (self.count(), self.read_unknown, self.clean)
    }

    /// The number of replies read.
    pub(super) fn count(&self) -> usize {
        self.read.iter().filter(|read| **read).count()
    }
}

/// Whether a reply has nothing like a mark next to its claims.
fn leaves_no_mark(reply: &ProbeReply, claims: &[Claim]) -> bool {
    let mut left = String::new();
    let mut end = 0;
    for claim in claims {
        left.push_str(reply.text.get(end..claim.span.start).unwrap_or_default());
        end = claim.span.end;
    }
    left.push_str(reply.text.get(end..).unwrap_or_default());
    // A thought is not part of a call.
    for thought in THOUGHTS {
        left = left.replace(&format!("<{thought}>"), "").replace(&format!("</{thought}>"), "");
    }
    !left.contains(['<', '[', '{', '`'])
}

/// Whether a registry reads every call of a reply with its arguments; `known` says whether the tools are known.
fn is_read(reply: &ProbeReply, registry: &Registry, known: bool) -> bool {
    let claims = claims(reply, registry, known);
    let calls: Vec<&Claim> = claims.iter().filter(|claim| claim.kind == ClaimKind::Call).collect();
    calls.len() == reply.calls.len()
        && claims.len() == calls.len()
        && calls.iter().zip(&reply.calls).all(|(claim, call)| is_call(claim, call))
}

/// Returns the syntax of a registry that reads a reply completely if no tool is known.
pub(super) fn reader_of(reply: &ProbeReply, registry: &Registry) -> Option<String> {
    let claims = claims(reply, registry, false);
    let is_whole = is_read(reply, registry, false) && leaves_no_mark(reply, &claims);
    claims.into_iter().find_map(|claim| claim.syntax).filter(|_| is_whole)
}

fn claims(reply: &ProbeReply, registry: &Registry, known: bool) -> Vec<Claim> {
    let tools = KnownTools::new(TOOLS.iter().map(|tool| (*tool, *tool)));
    find(&reply.text, registry, Context { tools: known.then_some(&tools), ..Context::default() })
}

fn is_call(claim: &Claim, call: &ProbeCall) -> bool {
    let written = claim.called_as.as_deref().or(claim.tool.as_deref());
    let is_named = written.is_some_and(|name| name == call.tool || claim.tool.as_deref() == Some(call.tool));
    let empty = Value::Object(serde_json::Map::new());
    let Value::Object(read) = claim.value.as_ref().unwrap_or(&empty) else { return false };
    let is_same = |(key, value): (&String, &Value)| read.get(key).is_some_and(|read| is_value(read, value));
    is_named && read.len() == call.arguments.len() && call.arguments.iter().all(is_same)
}

/// Whether a value was read as given. Where all values are text, only their text is compared.
fn is_value(read: &Value, given: &Value) -> bool {
    if read == given {
        return true;
    }
    let Value::String(text) = read else { return false };
    let text = text.trim();
    if let Value::String(given) = given {
        return given.trim() == text;
    }
    let said = super::python::text(&minijinja::Value::from(Serde(given))).unwrap_or_default();
    said == text || serde_json::from_str::<Value>(text).is_ok_and(|value| value == *given)
}
