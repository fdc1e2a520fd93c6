//! Limits of nesting and of time.

use std::collections::BTreeSet;

use proptest::{collection::vec, prelude::*, sample::select};
use serde_json::Value;

use crate::work;

use super::{
    super::{Grammar, read, read_all, read_body, read_leading},
    payload,
};

/// Beginnings of hostile texts.
const STARTS: &[&str] = &[
    "", "{", "{a:", "{\"a\":\"", "{\"a\":\"{\" ", "{a:'", "{\"a\":[", "{\"b\":1,a:", "{\"a\":1 ", "{\"a\":{\"b\":'",
    "Prose. ", "[{", "[{\"a\":1},", "(a:", "<parameter=a>", "a=", "{a:<|\"|>",
];

/// Repeated parts of hostile texts.
const PIECES: &[&str] = &[
    "{",
    "{\"a\":",
    "\"",
    "'",
    "{a:'",
    "{a:'} ",
    "{\"a\":\"x} ",
    "\",",
    "\",\"",
    "\",a:",
    "\" a:",
    "\" a:1 ",
    "\"{\",a:1 ",
    "\\",
    "\\\"",
    "\"//",
    "\"/*",
    " /*",
    "//\n",
    "/**/",
    "[{/*/*",
    "# \n",
    "\"\n\n",
    "{\"a\":\n\n",
    "{\"a\":[\n\n{b:1}",
    "{a:{b:\n\n",
    "a ",
    "a, ",
    "a: ",
    "a b, ",
    ",",
    "[",
    "]",
    "}",
    "[}",
    "{]",
    "1 ",
    "“",
    "’ ",
    "\u{a0}",
    "\" \u{a0}",
    "`,'",
    "\",'\",`",
    "...",
    "…,",
    "\\n",
    "\"}",
    "\"} ",
    "{\" \",b:",
    "x}\" ",
    "'y},b:\"",
    "\"}\" {",
    "{\"a\":1}",
    "{\"a\":1},",
    "[2026-01-25 18:48] ",
    "{\"a\":\"b\n\n",
    "{\"a\":1,b:\"x} ",
    ":",
    "=>",
    "[{",
    "[{\"a\":1},",
    "\"\"\"",
    "a=\"\"\" ",
    "a=f(",
    "f(a=1,",
    "(",
    "(1,",
    ")",
    "a=",
    "a='x) ",
    "&quot;",
    "&quot;a&quot;:",
    "{&quot;",
    "<|\"|>",
    "a:<|\"|>,",
    "<parameter=a>",
    "<parameter=a></b>",
    "<parameter=a>x</parameter> y ",
    "<arg_key>a</arg_key><arg_value>",
    "{\"a\": 1 //}",
    "{\"b\": 1, true\"}]{'",
    "1 \"a\": ",
    "<a></a>",
    "<a>",
    "<",
    "<tool_call>{",
    "k:v,",
    "k:v, w ",
    "k:(v,",
    "k:{v,",
    "k:[",
    "/>",
    "x\n",
    "x\n\n",
    "{x} ",
    "{x: ",
    "{x\n\n",
    "x {\"a\": \"b\"}",
    "{a: \"b} ",
    "{{",
    "{{{\"a\":1",
    "--a \"b\" ",
    "```\n{",
    "{\"a\" \"b\", ",
    "{, ",
    "x, \"a\": ",
    "\"x, \"a\": ",
    "a \"b\": ",
    "[1}, \"a\": ",
    "{\"a\": {\"b\": 1], ",
    "\"\"a\"\":\"\"b",
    "｛\"a\"：\"b\"，",
    "｛",
    "(1, ",
    "{1, ",
    "{\"a\": [1], [2], ",
    "[1], ",
    "\"a\nb",
    "1]",
];

#[test]
fn five_hundred_and_twelve_levels_are_read() {
    let text = format!("{}1{}prose", "{\"a\":".repeat(512), "}".repeat(512));
    let payload = payload(&text);
    assert_eq!(payload.span.end, text.len() - 5);
    let mut value = payload.value.as_ref().unwrap();
    let mut depth = 0;
    while let Some(inner) = value.get("a") {
        value = inner;
        depth += 1;
    }
    assert_eq!((depth, value), (512, &Value::from(1)));
}

#[test]
fn deeper_ones_have_a_span_and_no_value() {
    for depth in [513, 100_000] {
        let open = depth - 1;
        let text = format!("{{\"a\":{}\"}}]\"{}, b: 'x'}}prose", "[".repeat(open), "]".repeat(open));
        let payload = payload(&text);
        assert_eq!(payload.span.end, text.len() - 5);
        assert_eq!(payload.value, None);
        assert!(!payload.truncated);
    }
}

/// The bytes read for each byte of a text of about `size` bytes made of `piece`.
fn looks_per_byte(start: &str, piece: &str, size: usize) -> usize {
    let text = format!("{start}{}", piece.repeat(size / piece.len()));
    let readers: [&dyn Fn(); 8] = [
        &|| drop(read(&text, 0)),
        &|| drop(read_leading(&text)),
        &|| drop(read_all(&text)),
        &|| drop(read_body(Grammar::Object, &text, 0, &["a"])),
        &|| drop(read_body(Grammar::Keywords, &text, 0, &[])),
        &|| drop(read_body(Grammar::XmlParameters, &text, 0, &[])),
        &|| drop(read_body(Grammar::Bare, &text, 0, &["a"])),
        &|| drop(read_body(Grammar::React, &text, 0, &[])),
    ];
    let looks = readers.map(|read| work::during(read) / text.len());
    looks.into_iter().max().unwrap_or_default()
}

#[test]
fn reading_is_linear_on_any_repeated_text() {
    for start in STARTS {
        for piece in PIECES {
            let small = looks_per_byte(start, piece, 500);
            let large = looks_per_byte(start, piece, 3_000);
            assert!(large <= small + 4, "{start} {piece}: {small} looks a byte, then {large}");
            assert!(large < 150, "{start} {piece}: {large} looks a byte");
        }
    }
}

fn fragments(count: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    let fragment = select(vec![
        "{", "}", "[", "]", ":", ",", "\"", "'", "`", "“", "\\", "\\\"", "\n", "\n\n", " ", "\u{a0}", "a", "b:", "1",
        "...", "true", "=>", ":a", "//", "/*", "*/", "# ", "\"a\": ", "a: ", "{\"a\": \"", "\"}", "\\n", "},", "\",",
    ]);
    vec(fragment, count).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reading_is_linear_on_repeated_fragments(start in fragments(0..5), piece in fragments(1..8)) {
        let start = format!("{{\"a\":true,{start}");
        let small = looks_per_byte(&start, &piece, 2_000);
        let large = looks_per_byte(&start, &piece, 16_000);
        prop_assert!(large <= 2 * small + 4, "{}: {} looks a byte, then {}", piece, small, large);
    }

    #[test]
    fn what_is_doubtful_is_reported_in_the_order_of_the_text(inside in fragments(0..20)) {
        let text = format!("{{\"a\":true,{inside}");
        if let Some(payload) = read(&text, 0) {
            prop_assert!(payload.repairs.is_sorted_by_key(|repair| repair.at), "{:?}", payload.repairs);
            prop_assert!(payload.guesses.is_sorted(), "{:?}", payload.guesses);
            prop_assert!(payload.members.is_sorted_by_key(|member| member.at), "{:?}", payload.members);
            let places = payload.repairs.iter().map(|repair| repair.at).chain(payload.guesses.iter().copied());
            let expected: BTreeSet<_> = places.filter_map(|at| payload.member_at(at)).map(|member| &*member.name).collect();
            prop_assert_eq!(payload.doubtful_members(|_| true).collect::<BTreeSet<_>>(), expected, "{}", text);
        }
    }
}

/// A regression: each word of a list's element looked at all words before it.
#[test]
fn a_long_element_without_quotes_is_read_once() {
    for piece in ["1 ", "... ", "1{", "1: "] {
        let start = "{\"a\":[";
        let (small, large) = (looks_per_byte(start, piece, 2_000), looks_per_byte(start, piece, 16_000));
        assert!(large <= 2 * small + 4, "{piece}: {small} looks a byte, then {large}");
    }
}

#[test]
fn a_megabyte_is_read() {
    for piece in ["{", "{\"a\":", "\"", "{a:'", "[", "{\"a\":[", "\\", "{\"a\":\"b\",\"c\":{"] {
        let text = piece.repeat(1_000_000 / piece.len());
        drop(read(&text, 0));
        drop(read(&format!("{{\"a\":{text}"), 0));
        drop(read(&format!("{{\"a\":\"{text}"), 0));
    }
}

/// A regression: three marks, the first of which belongs to an escape, at the end of the text.
#[test]
fn marks_that_an_escape_reaches_over_do_not_end_a_payload_within_a_character() {
    for text in ["'''\\'''é", "a='''\\'''é", "{a: '''\\'''é}", "a: \"\"\"\\\"\"\"é"] {
        for grammar in [Grammar::Object, Grammar::Keywords, Grammar::XmlParameters, Grammar::Bare, Grammar::React] {
            for keys in [&[][..], &["a"]] {
                let span = read_body(grammar, text, 0, keys).map(|payload| payload.span);
                assert!(
                    span.is_none_or(|span| text.get(span.start..span.end).is_some()),
                    "{grammar:?} {text} {span:?}"
                );
            }
        }
    }
}
