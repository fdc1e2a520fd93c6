//! Everything in a text that reads like a call or a result, whether or not it is a claim: the input of exploring.

use serde_json::Value;

use super::Span;
use super::candidate::{ClaimCandidate, could_hold, parts};
use super::escaped::Unescaped;
use super::item::LeakItem;
use super::leak::{self, Leak};
use super::payload::Payload;
use crate::catalog::KnownTools;
use crate::registry::{Pattern, PatternKind, Registry};

/// A call or a result that a text contains, whether or not it is a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct CallMention {
    /// Its bytes, wrapper included.
    pub span: Span,
    /// The name of the syntax around it.
    pub syntax: String,
    /// Whether it is a call or an answer.
    pub kind: PatternKind,
    /// The tool's name as written, if there is one.
    pub called: Option<String>,
    /// The known tool with this name.
    pub tool: Option<String>,
    /// The payload's value, the arguments of a call.
    pub value: Value,
    /// The name of the pattern that matches it.
    pub pattern: Option<String>,
}

/// The payloads of a text that could be read and are not empty, in order, without overlaps.
#[must_use]
pub fn call_mentions(text: &str, registry: &Registry, tools: &KnownTools) -> Vec<CallMention> {
    let Some(unescaped) = Unescaped::of(text) else { return of_plain(text, registry, tools) };
    let mut found = of_plain(&unescaped.text, registry, tools);
    for call_mention in &mut found {
        call_mention.span = unescaped.original(call_mention.span);
    }
    found
}

fn of_plain(text: &str, registry: &Registry, tools: &KnownTools) -> Vec<CallMention> {
    if !could_hold(text, registry, tools) {
        return Vec::new();
    }
    let of_part = |part: ClaimCandidate<'_>| match part {
        ClaimCandidate::Payload(payload) => bare(text, payload, registry).into_iter().collect::<Vec<_>>(),
        ClaimCandidate::Leak(leak) => wrapped(leak, registry, tools),
    };
    parts(text, registry, tools).into_iter().flat_map(of_part).collect()
}

/// The payloads within a syntax.
fn wrapped(leak: Leak<'_>, registry: &Registry, tools: &KnownTools) -> Vec<CallMention> {
    let Leak { syntax, items, .. } = leak;
    let call_mention = |item: LeakItem| {
        let tool = item.written.as_deref().and_then(|name| tools.resolve(name, &syntax.strip_names));
        let pattern = known(&item, tool, leak::is_result(syntax), registry);
        let of_pattern = pattern.filter(|_| item.written.is_none()).map(|pattern| pattern.kind);
        Some(CallMention {
            span: item.span,
            syntax: syntax.name.clone(),
            kind: of_pattern.unwrap_or(syntax.kind),
            tool: tool.map(str::to_owned),
            pattern: pattern.map(|pattern| pattern.name.clone()),
            value: item.value.filter(holds_members)?,
            called: item.written,
        })
    };
    items.into_iter().filter_map(call_mention).collect()
}

fn bare(text: &str, payload: Payload, registry: &Registry) -> Option<CallMention> {
    let value = payload.value.filter(holds_members)?;
    let is_whole = payload.span.of(text) == text.trim();
    let pattern = match &value {
        // A list is known if all its elements are, or as a whole.
        Value::Array(elements) => {
            let known: Option<Vec<_>> = elements.iter().map(|element| registry.recognise(element)).collect();
            known.and_then(|patterns| patterns.first().copied()).or_else(|| registry.recognise(&value))
        }
        value => registry.recognise(value).or_else(|| registry.recognise_whole(value).filter(|_| is_whole)),
    };
    let kind = pattern.map(|pattern| pattern.kind).unwrap_or_default();
    let pattern = pattern.map(|pattern| pattern.name.clone());
    Some(CallMention {
        span: payload.span,
        syntax: "object".to_owned(),
        kind,
        called: None,
        tool: None,
        value,
        pattern,
    })
}

/// The pattern that matches the content of a syntax.
fn known<'r>(item: &LeakItem, tool: Option<&str>, is_result: bool, registry: &'r Registry) -> Option<&'r Pattern> {
    let value = item.value.as_ref()?;
    match tool {
        Some(tool) if !is_result => registry.recognise_call(tool, value),
        None if item.written.is_some() && !is_result => None,
        _ => registry.recognise(value),
    }
}

/// Whether a value has members that a pattern could describe.
fn holds_members(value: &Value) -> bool {
    match value {
        Value::Object(members) => !members.is_empty(),
        Value::Array(elements) => elements.iter().any(Value::is_object),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(text: &str) -> Vec<(String, Option<String>, Option<String>)> {
        let registry = Registry::builtin().unwrap();
        let found = call_mentions(text, &registry, registry.tools());
        for call_mention in &found {
            assert!(text.get(call_mention.span.start..call_mention.span.end).is_some(), "{call_mention:?}");
        }
        found.into_iter().map(|call_mention| (call_mention.syntax, call_mention.called, call_mention.pattern)).collect()
    }

    #[test]
    fn what_is_no_claim_is_seen_too() {
        let fenced = "Here is the file that you wanted:\n```json\n{\"port\": 80, \"host\": \"x\"}\n```\nDone.";
        assert_eq!(seen(fenced), [("object".to_owned(), None, None)]);
        assert_eq!(seen("Call it with {} and [1, 2], or (a, b)."), []);
    }

    #[test]
    fn a_list_is_known_by_its_elements_or_as_a_whole() {
        let mut registry = Registry::builtin().unwrap();
        registry
            .add("mine", "{version: 1, patterns: [{name: 'beds', class: 'echo', match: {type: 'array', minItems: 2}}]}")
            .unwrap();
        let known = |text: &str| call_mentions(text, &registry, registry.tools()).remove(0).pattern;
        assert_eq!(known(r#"[{"error": "no board"}]"#).as_deref(), Some("error_echo"));
        assert_eq!(known(r#"[{"bed": 1}, {"bed": 2}]"#).as_deref(), Some("beds"));
        assert_eq!(known(r#"[{"bed": 1}]"#), None);
    }

    #[test]
    fn patterns_and_names_are_reported() {
        let found = seen(r#"{success: true, memory_type: "core", content: "x"}Hi."#);
        assert_eq!(found, [("object".to_owned(), None, Some("save_memory".to_owned()))]);
        let found = seen(r#"<tool_call>{"name": "remember_it", "arguments": {"what": "tea"}}</tool_call>"#);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].1.as_deref(), found[0].2.as_deref()), (Some("remember_it"), None));
    }
}
