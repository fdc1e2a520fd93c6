//! Hostile texts: steps stay linear, and spans fit.

use std::sync::LazyLock;

use proptest::{collection::vec, prelude::*, sample::select};

use super::{Context, find};
use crate::registry::Registry;
use crate::work;

static REGISTRY: LazyLock<Registry> = LazyLock::new(|| Registry::builtin().unwrap());

/// The bytes read for each byte of a text of about `size` bytes made of `piece`.
fn looks_per_byte(registry: &Registry, piece: &str, size: usize) -> usize {
    let text = piece.repeat(size / piece.len());
    work::during(|| drop(find(&text, registry, Context::default()))) / text.len()
}

#[test]
fn judging_is_linear_on_any_repeated_opener() {
    let registry = &*REGISTRY;
    let openers = registry.syntaxes().iter().filter_map(|syntax| syntax.open.first());
    let openers: Vec<String> = openers
        .map(|open| {
            open.replace("{tool words}", "save_memory")
                .replace("{tool}", "save_memory")
                .replace("{id}", "x")
                .replace("{any}", " ")
        })
        .collect();
    for opener in &openers {
        for tail in ["", "{\"a\":", "{a:", "a=\"", "<parameter=a>", "Tool: x, Input: {"] {
            let piece = format!("{opener}{tail} ");
            // In short texts, the budget for looking ahead is used up first.
            let growth = |size: usize| [1, 4].map(|times| looks_per_byte(registry, &piece, size * times));
            let is_linear = |[small, large]: [usize; 2]| large <= small * 2 + 16;
            assert!(
                [3_000, 24_000].into_iter().map(growth).any(is_linear),
                "{piece}: {:?} looks a byte",
                growth(24_000)
            );
        }
    }
}

#[test]
fn calls_in_a_row_are_all_found() {
    let registry = &*REGISTRY;
    for joint in [";", "; ", ", ", " ", "\n", ""] {
        let text = format!("save_memory(content=\"Tea\"){joint}save_memory(content=\"Rows\")");
        let claims = find(&text, registry, Context::default());
        let contents: Vec<_> =
            claims.iter().filter_map(|claim| claim.value.as_ref()?.get("content")?.as_str()).collect();
        assert_eq!(contents, ["Tea", "Rows"], "{text}");
    }
}

#[test]
fn a_payload_may_be_what_was_to_be_shown_where_the_user_mentioned_data() {
    let text = "{success: true, memory_type: \"journal\", content: \"Likes tea\"} Good night.";
    for (asked, may_be) in [
        ("I need a mock response for my unit test.", true),
        ("Gib mir ein Beispiel für die Antwort.", true),
        ("What would save_memory say?", true),
        ("I lost my keys at the harbour.", false),
        ("I had a rough day at the harbour.", false),
    ] {
        let claims = find(text, &REGISTRY, Context { asked: Some(asked), ..Context::default() });
        assert_eq!(claims.iter().map(|claim| claim.after_data).collect::<Vec<_>>(), [may_be], "{asked}");
    }
}

proptest! {
    #[test]
    fn claims_are_in_order_and_on_borders(parts in vec(select(pieces()), 0..24)) {
        let registry = &*REGISTRY;
        let text = parts.concat();
        let mut end = 0;
        for claim in find(&text, registry, Context { stamps: true, ..Context::default() }) {
            prop_assert!(claim.span.start >= end && claim.span.start < claim.span.end, "{text:?} {:?}", claim.span);
            prop_assert!(text.get(claim.span.start..claim.span.end).is_some());
            if let Some(payload) = claim.payload {
                prop_assert!(text.get(payload.start..payload.end).is_some());
            }
            end = claim.span.end;
        }
    }
}

fn pieces() -> Vec<&'static str> {
    vec![
        "{success: true, memory_type: \"core\", content: \"x\"}",
        "[2026-01-25 18:48] ",
        "```json\n",
        "\n```\n",
        "`",
        "Prose. ",
        "ü",
        "\n\n",
        "<tool_call>",
        "{\"name\": \"save_memory\", \"arguments\": {}}",
        "</tool_call>",
        "save_memory(",
        "content=\"x\"",
        ")",
        "save_memory",
        "{",
        "}",
        "[",
        "]",
        ",",
        "<function=save_memory>",
        "<parameter=content>",
        "x</parameter>",
        "</function>",
        "```tool_code\n",
        "print(",
        "[Used tools: ",
        "Tool: x, Input: {}, Result: ",
        "Thought: ",
        "Action: f\n",
        "Action Input: {}\n",
        "Observation: 1\n",
        "Answer: ",
        "<｜DSML｜invoke name=\"f\">",
        "</｜DSML｜invoke>",
        "functions.f:0<|tool_call_argument_begin|>",
        "to=functions.f json",
        "[TOOL_CALLS]",
        "f[ARGS]",
        "default_api:f{a:1,b:c d}",
        "call:f{",
        "<relevant-memories>",
        "</relevant-memories>",
        "None",
        "&lt;",
        "&quot;",
        "\u{200b}",
        "> ",
    ]
}
