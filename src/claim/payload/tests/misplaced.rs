//! Marks that are lost, doubled or misplaced, so that members would be lost with them.

use serde_json::json;

use super::{
    super::RepairKind::{
        BareValue, Comment, Constructor, DoubledQuotes, Ellipsis, ExtraClose, ForeignEscape, FullWidth, HalfQuotedKey,
        InnerQuote, InvalidEscape, JoinedStrings, LeadingComma, MembersInBrackets, MissingClose, MissingColon,
        MissingComma, MissingKey, MissingValue, OddSpace, PythonLiteral, RawNewline, SingleQuotes, SmartQuotes,
        StrayWord, UnquotedKey, WrongClose,
    },
    super::{Grammar, read_all, read_body},
    certain, guessed, kinds, payload, refused,
};

/// Asserts that this is read as a value within a wrapper, and refused as prose or code without one.
#[track_caller]
fn only_in_a_wrapper(text: &str, value: &serde_json::Value) {
    refused(text);
    let body = read_body(Grammar::Object, text, 0, &[]).unwrap();
    assert_eq!(body.value.as_ref(), Some(value), "{text}");
    assert_eq!(body.span.of(text), text);
}

#[test]
fn colons() {
    guessed(r#"{"a": 1, "b" "x"}"#, &json!({"a": 1, "b": "x"}), &[MissingColon]);
    guessed(r#"{"a" "x", "b": "y"}"#, &json!({"a": "x", "b": "y"}), &[MissingColon]);
    guessed(r#"{"a": "x", "b" {"c" [1]}}"#, &json!({"a": "x", "b": {"c": [1]}}), &[MissingColon; 2]);
    guessed(r#"{"a": "x", "b" true}"#, &json!({"a": "x", "b": true}), &[MissingColon]);
    certain(r#"{"a": ["x", "b" "y"]}"#, &json!({"a": ["x", "b", "y"]}), &[MissingComma]);
    guessed(
        r#"{"a": "she "said", "b" "c" to me", "n": 1}"#,
        &json!({"a": "she \"said\", \"b\" \"c\" to me", "n": 1}),
        &[InnerQuote; 6],
    );
    only_in_a_wrapper(r#"{"a" "x"}"#, &json!({"a": "x"}));
    only_in_a_wrapper("{a 'x'}", &json!({"a": "x"}));
    only_in_a_wrapper(r#"{"Hello," "she said"}"#, &json!({"Hello,": "she said"}));
    refused(r#"{"" "x"}"#);
}

#[test]
fn strings_that_are_joined() {
    guessed(r#"{"a": "x" + 'y', "b": 1}"#, &json!({"a": "xy", "b": 1}), &[JoinedStrings, SingleQuotes]);
    guessed("{\"a\": \"x\" +\n \"y\"+\"z\"}", &json!({"a": "xyz"}), &[JoinedStrings; 2]);
    // A text that quotes others.
    let quoting = payload(r#"{"a": "say "x" + "y" now", "b": 1}"#).value;
    assert_eq!(quoting, Some(json!({"a": "say \"x\" + \"y\" now", "b": 1})));
    certain(r#"{"a": "x + y", "b": "+"}"#, &json!({"a": "x + y", "b": "+"}), &[]);
}

#[test]
fn calls_around_a_value() {
    let read = json!({"a": "5f", "b": 2, "c": "2026-01-25"});
    guessed(r#"{"a": ObjectId("5f"), "b": NumberLong(2), "c": new Date('2026-01-25')}"#, &read, &[Constructor; 3]);
    for kept in ["f(x)", "f()", "f(1)(2)", "5(6)"] {
        guessed(&format!("{{\"a\": {kept}, \"b\": 1}}"), &json!({"a": kept, "b": 1}), &[BareValue]);
    }
    refused(r#"{a: encode("x")}"#);
}

/// Asserts that this is read as a value within a wrapper, with these repairs, and reported as a guess.
#[track_caller]
fn guessed_in_a_wrapper(text: &str, value: &serde_json::Value, repairs: &[super::super::RepairKind]) {
    let body = read_body(Grammar::Object, text, 0, &[]).unwrap_or_else(|| panic!("no body: {text}"));
    assert_eq!(body.value.as_ref(), Some(value), "{text}");
    assert_eq!((body.span.of(text), kinds(&body).as_slice(), body.uncertain), (text, repairs, true), "{text}");
}

#[test]
fn members_after_the_end_of_their_object() {
    for (after, value, repairs) in [
        (r#", "b": "x"}"#, json!({"a": 1, "b": "x"}), &[ExtraClose][..]),
        (r#", "": "x"}"#, json!({"a": 1, "": "x"}), &[ExtraClose]),
        (r#", "b": }"#, json!({"a": 1, "b": null}), &[ExtraClose, MissingValue]),
        (r#", "b" "x"}"#, json!({"a": 1, "b": "x"}), &[ExtraClose, MissingColon]),
    ] {
        guessed(&format!("{{\"a\": 1}}{after}"), &value, repairs);
        guessed(&format!("{{\"a\": 1}}}}}}{after}"), &value, repairs);
    }
    // Prose with marks and colons is not a member.
    for after in [", \"so\" she said", ", b: so it is}", ", \"b\" is new}", ", {\"b\": 1}"] {
        let text = format!("{{\"a\": 1}}{after}");
        assert_eq!(payload(&text).value, Some(json!({"a": 1})), "{text}");
    }
    assert_eq!(payload("{\"a\": 1}}, b: 2}").value, Some(json!({"a": 1})), "only quotes make that a key");
}

#[test]
fn what_has_no_key() {
    guessed(
        r#"{"a": ["x"], "b": "y", ["z"], "c": 1}"#,
        &json!({"a": ["x"], "b": "y", "": ["z"], "c": 1}),
        &[MissingKey],
    );
    guessed(r#"{"a": 1, ["z"]}"#, &json!({"a": 1, "": ["z"]}), &[MissingKey]);
    guessed(r#"{"a": "x", NOTE "b": "y"}"#, &json!({"a": "x", "b": "y"}), &[StrayWord]);
    // A text may continue like this.
    guessed(r#"{"a": "see "x", [1] and "y""}"#, &json!({"a": "see \"x\", [1] and \"y\""}), &[InnerQuote; 4]);
}

#[test]
fn words_after_an_element() {
    guessed(
        r#"{"a": ["x", "y" and more], "b": ["z"]}"#,
        &json!({"a": ["x", "y", "and more"], "b": ["z"]}),
        &[MissingComma, BareValue],
    );
    certain(r#"{"a": ["she "said" so"], "b": 1}"#, &json!({"a": ["she \"said\" so"], "b": 1}), &[InnerQuote; 2]);
}

#[test]
fn objects_in_a_list_that_are_closed_too_often_or_not_at_all() {
    guessed_in_a_wrapper(r#"[{"a": 1}}, {"a": 2}]"#, &json!([{"a": 1}, {"a": 2}]), &[ExtraClose]);
    guessed_in_a_wrapper(r#"[{"a": 1, {"a": 2}]"#, &json!([{"a": 1}, {"a": 2}]), &[MissingClose]);
    guessed_in_a_wrapper(r#"[{"a": "x" {"a": 2}]"#, &json!([{"a": "x"}, {"a": 2}]), &[MissingClose, MissingComma]);
    guessed_in_a_wrapper(r#"[{"a": "x", {"a": 2}]"#, &json!([{"a": "x"}, {"a": 2}]), &[MissingClose]);
    let quoting = r#"[{"a": "see "x", {"a": 2} and more"}]"#;
    guessed_in_a_wrapper(quoting, &json!([{"a": "see \"x\", {\"a\": 2} and more"}]), &[InnerQuote; 4]);
}

#[test]
fn members_in_brackets() {
    // Within braces it may also be a list whose object lost its own brace.
    guessed(r#"{"a": ["b": 1, "c": "x"], "d": 2}"#, &json!({"a": {"b": 1, "c": "x"}, "d": 2}), &[MembersInBrackets]);
    only_in_a_wrapper_from(r#"["a": "x"]"#, &json!({"a": "x"}));
    certain(r#"{"a": ["b", "c"]}"#, &json!({"a": ["b", "c"]}), &[]);
}

#[test]
fn an_object_in_a_list_without_its_opening_brace() {
    guessed(r#"{"a": ["b": 1}], "c": 2}"#, &json!({"a": [{"b": 1}], "c": 2}), &[MembersInBrackets]);
    guessed(
        r#"{"a": ["b": {"c": 1}}, {"d": 2}], "e": 3}"#,
        &json!({"a": [{"b": {"c": 1}}, {"d": 2}], "e": 3}),
        &[MembersInBrackets],
    );
    guessed_in_a_wrapper(r#"["a": "x"}]"#, &json!([{"a": "x"}]), &[MembersInBrackets]);
    let deep = format!("{}[\"a\": 1}}]{}", r#"{"k": "#.repeat(511), "}".repeat(511));
    assert_eq!(read_body(Grammar::Object, &deep, 0, &[]).unwrap().value, None, "one level deeper than a value may be");
}

#[test]
fn a_code_block_in_braces() {
    let text = "{```json\n{\"a\": 1}\n```}";
    assert_eq!(read_all(text).iter().map(|found| found.span.of(text)).collect::<Vec<_>>(), [r#"{"a": 1}"#]);
}

/// Asserts that this is read as a value within a wrapper, and not found without one.
#[track_caller]
fn only_in_a_wrapper_from(text: &str, value: &serde_json::Value) {
    assert_eq!(read_all(text), [], "{text}");
    assert_eq!(read_body(Grammar::Object, text, 0, &[]).unwrap().value.as_ref(), Some(value), "{text}");
}

#[test]
fn a_comment_takes_no_bracket_that_the_object_needs() {
    guessed(r#"{"a": {"b": "x" # note }, "c": "y"}"#, &json!({"a": {"b": "x"}, "c": "y"}), &[Comment]);
    let alone = r#"{"a": "x" # (see {this}) }"#;
    assert_eq!(payload(alone).value, Some(json!({"a": "x"})));
    assert!(!payload(alone).truncated);
    certain("{\"a\": 1, // of } these\n\"b\": 2}", &json!({"a": 1, "b": 2}), &[Comment]);
}

#[test]
fn braces_in_a_value_without_quotes_are_its_own() {
    let body = read_body(Grammar::Object, "{text: use {name} here, n: 1}", 0, &[]).unwrap();
    assert_eq!(body.value, Some(json!({"text": "use {name} here", "n": 1})));
}

#[test]
fn commas_in_front() {
    certain(r#"{, "a": 1}"#, &json!({"a": 1}), &[LeadingComma]);
    certain(r#"{/* x */,/* y */ "a": [,1]}"#, &json!({"a": [1]}), &[Comment, LeadingComma, Comment, LeadingComma]);
    only_in_a_wrapper("{, a: 1}", &json!({"a": 1}));
    refused(r#"{, "she said"}"#);
}

#[test]
fn dots_alone() {
    only_in_a_wrapper("{...}", &json!({}));
    let body = read_body(Grammar::Object, "{ ... }", 0, &[]).unwrap();
    assert_eq!((kinds(&body), body.uncertain), (vec![Ellipsis], true));
}

#[test]
fn marks_that_end_a_string() {
    guessed(r#"{"a": "x, "b": "y"}"#, &json!({"a": "x", "b": "y"}), &[MissingClose]);
    guessed(r#"{"a": "x, y, "b": 1}"#, &json!({"a": "x, y", "b": 1}), &[MissingClose]);
    guessed(
        r#"{"a": "x {"k": 1}, "b": 2}"#,
        &json!({"a": "x {\"k\": 1}", "b": 2}),
        &[InnerQuote, InnerQuote, MissingClose],
    );
    guessed(r#"{"a": "x, "b": is it"}"#, &json!({"a": "x, \"b\": is it"}), &[InnerQuote; 2]);
    guessed(
        r#"{"a": "{"k": "v", "l": "w"}", "b": 1}"#,
        &json!({"a": "{\"k\": \"v\", \"l\": \"w\"}", "b": 1}),
        &[InnerQuote; 8],
    );
    certain(r#"{"a": "x, \"b\": 1", "c": 2}"#, &json!({"a": "x, \"b\": 1", "c": 2}), &[]);
    guessed(r#"{"a": ["x", "y]}"#, &json!({"a": ["x", "y"]}), &[MissingClose]);
    guessed(r#"{"a": 1, "b": "y }"#, &json!({"a": 1, "b": "y"}), &[MissingClose]);
}

#[test]
fn marks_that_end_the_last_value_of_a_list_or_an_object() {
    guessed(r#"{"a": ["x", "y], "b": "z"}"#, &json!({"a": ["x", "y"], "b": "z"}), &[MissingClose]);
    guessed(r#"{"a": [["x ] ], "b": 1}"#, &json!({"a": [["x"]], "b": 1}), &[MissingClose]);
    guessed(r#"{"a": {"b": "x}, "c": 1}"#, &json!({"a": {"b": "x"}, "c": 1}), &[MissingClose]);
    guessed(r#"[{"a": "x}, {"a": "y"}]"#, &json!([{"a": "x"}, {"a": "y"}]), &[MissingClose]);
    // These brackets belong to the text.
    guessed(r#"{"a": "x}, "b": 1}"#, &json!({"a": "x}", "b": 1}), &[MissingClose]);
    guessed(r#"{"a": {"b": "f(){}, "c": 1}}"#, &json!({"a": {"b": "f(){}", "c": 1}}), &[MissingClose]);
    guessed(r#"{"a": ["see [1], "b": so it is"]}"#, &json!({"a": ["see [1], \"b\": so it is"]}), &[InnerQuote; 2]);
    certain(r#"{"a": ["x],", "y"], "b": 1}"#, &json!({"a": ["x],", "y"], "b": 1}), &[]);
}

#[test]
fn marks_that_end_an_element_before_the_next() {
    guessed(r#"{"a": ["x, "y"], "b": 1}"#, &json!({"a": ["x", "y"], "b": 1}), &[MissingClose]);
    guessed("{\"a\": [\n\"x,\n\"y\"\n]}", &json!({"a": ["x", "y"]}), &[MissingClose]);
    certain(r#"{"a": ["x,", ",", "]", "y"]}"#, &json!({"a": ["x,", ",", "]", "y"]}), &[]);
    for quoting in [r#"she said, "yes", and left"#, r#"she said, "yes""#] {
        let text = format!("{{\"a\": [\"{quoting}\"]}}");
        guessed(&text, &json!({"a": [quoting]}), &[InnerQuote; 2]);
    }
}

#[test]
fn marks_that_open() {
    guessed(r#"{"a": "x", b": "y"}"#, &json!({"a": "x", "b": "y"}), &[HalfQuotedKey]);
    guessed(r#"{"a": "x", b": y z"}"#, &json!({"a": "x\", b\": y z"}), &[InnerQuote; 2]);
    guessed(r#"{"a": x, y", "b": 1}"#, &json!({"a": "x, y", "b": 1}), &[BareValue]);
    guessed(r#"{"a": 6", "b": 1}"#, &json!({"a": "6\"", "b": 1}), &[BareValue]);
    guessed(r#"{"a": v6", "b": 1}"#, &json!({"a": "v6", "b": 1}), &[BareValue]);
    guessed(r#"{"a": ["x1" y2", "z"]}"#, &json!({"a": ["x1", "y2", "z"]}), &[MissingComma, BareValue]);
    guessed(r#"{"a": ["24" wide", "z"]}"#, &json!({"a": ["24\" wide", "z"]}), &[InnerQuote]);
}

#[test]
fn brackets_of_another_kind() {
    guessed(r#"{"a": {"b": 1], "c": 2}"#, &json!({"a": {"b": 1}, "c": 2}), &[WrongClose]);
    guessed(r#"{"a": {"b": "x"], "c": 2}"#, &json!({"a": {"b": "x"}, "c": 2}), &[WrongClose]);
    guessed(r#"{"a": [1}, "c": 2}"#, &json!({"a": [1], "c": 2}), &[WrongClose]);
    guessed(
        r#"{"a": ["x"}, "c": [{"d": [1}, "e": 2}]}"#,
        &json!({"a": ["x"], "c": [{"d": [1], "e": 2}]}),
        &[WrongClose; 2],
    );
    guessed(r#"{"a": [1, [2}], "b": 3}"#, &json!({"a": [1, [2]], "b": 3}), &[WrongClose]);
    guessed(r#"{"a": {], "b": 3}"#, &json!({"a": {}, "b": 3}), &[WrongClose]);
    certain(r#"{"a": [{], "b": 3}"#, &json!({"a": [{}], "b": 3}), &[MissingClose]);
    only_in_a_wrapper("{]", &json!({}));
    certain(r#"{"a": [1}"#, &json!({"a": [1]}), &[MissingClose]);
    certain(r#"{"a": "x], y"}"#, &json!({"a": "x], y"}), &[]);
    certain(r#"[{"a": "see [x", "b": 1}]"#, &json!([{"a": "see [x", "b": 1}]), &[]);
    assert_eq!(payload(r#"{"a": [1}, "b": she said}"#).span.end, 9);
}

#[test]
fn lists_that_were_closed_too_early() {
    guessed(r#"{"a": ["x"], ["y"], "b": 1}"#, &json!({"a": ["x", "y"], "b": 1}), &[ExtraClose]);
    guessed(r#"{"a": [[1], 2], [[3], {"c": 4}], [5]}"#, &json!({"a": [[1], 2, [3], {"c": 4}, 5]}), &[ExtraClose; 2]);
    assert!(payload(r#"{"a": "x", ["y"], "b": 1}"#).uncertain);
    assert_eq!(payload(r#"{"a": ["x"], [see there](y)}"#).span.end, 11);
}

#[test]
fn a_wrapper_s_object_that_was_closed_too_early() {
    let text = r#"{"a": 1}, "b": 2}"#;
    let body = read_body(Grammar::Object, text, 0, &[]).unwrap();
    assert_eq!(body.value, Some(json!({"a": 1, "b": 2})));
    assert_eq!((kinds(&body), body.span.of(text), body.uncertain), (vec![ExtraClose], text, true));
}

#[test]
fn words_between_members() {
    guessed(r#"{"a": true, NOTE "b": 2}"#, &json!({"a": true, "b": 2}), &[StrayWord]);
    guessed(r#"{"a": true, """" "b": 2}"#, &json!({"a": true, "b": 2}), &[StrayWord]);
    certain(r#"{"a": true, "": 2}"#, &json!({"a": true, "": 2}), &[]);
    guessed(r#"{"a": 1, and "b": 2}"#, &json!({"a": "1, and", "b": 2}), &[BareValue, MissingComma]);
    assert!(payload(r#"{"a": true, so "it" goes}"#).truncated);
    refused(r#"{sighs "a": 1}"#);
}

#[test]
fn keys_over_two_lines() {
    guessed("{\"a\nb\": \"x\"}", &json!({"a\nb": "x"}), &[RawNewline]);
    guessed("{\"a\tb\": 1, \"c\": true}", &json!({"a\tb": 1, "c": true}), &[RawNewline]);
    refused("{\"a\nb\": she wrote}");
    refused("{\"a\n\nb\": \"x\"}");
}

#[test]
fn comments_and_fences_right_after_a_string() {
    certain(r#"{"a": "x"/* y */, "b": 1}"#, &json!({"a": "x", "b": 1}), &[Comment]);
    certain("{\"a\": \"x\"// y\n}", &json!({"a": "x"}), &[Comment]);
    certain(r#"{"a": "see "x"//y"}"#, &json!({"a": "see \"x\"//y"}), &[InnerQuote; 2]);
    let left_open = payload("{\"a\": \"x\"```\nSo it goes.");
    assert_eq!(left_open.value, Some(json!({"a": "x"})));
    assert_eq!((left_open.span.end, kinds(&left_open)), (9, vec![MissingClose]));
}

#[test]
fn lines_instead_of_commas() {
    certain("{\"a\": [x\ny\n]}", &json!({"a": ["x", "y"]}), &[BareValue, MissingComma, BareValue]);
    assert!(payload("{\"a\": [true\nand so on, it went").truncated);
}

#[test]
fn quotes_that_were_doubled() {
    certain(r#"{""a"": ""x"", ""b"": """", ""c"": [1]}"#, &json!({"a": "x", "b": "", "c": [1]}), &[DoubledQuotes; 5]);
    certain(r#"{""a"": ""x \""y\"" z""}"#, &json!({"a": "x \"y\" z"}), &[DoubledQuotes; 2]);
    certain(r#"{"a": "", "b": ""}"#, &json!({"a": "", "b": ""}), &[]);
    let cell = r#"4,"{""a"": ""x""}",yes"#;
    let found = read_all(cell);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].span.of(cell), r#"{""a"": ""x""}"#);
    refused(r#"{""a"" it was}"#);
}

#[test]
fn punctuation_of_full_width() {
    certain(
        "｛\"a\"：true，\"b\"：［1，｛\"c\"：\"x，y\"｝］｝",
        &json!({"a": true, "b": [1, {"c": "x，y"}]}),
        &[FullWidth],
    );
    certain("{\"a\"：\"x\"，\"b\": 1}", &json!({"a": "x", "b": 1}), &[FullWidth]);
    certain("{“a”：“x”}", &json!({"a": "x"}), &[SmartQuotes, FullWidth, SmartQuotes]);
    certain("{\"a\": \"x：｛y｝，\", \"b\": z，w}", &json!({"a": "x：｛y｝，", "b": "z，w"}), &[BareValue]);
    for prose in ["{注：某某}", "｛某某｝", "｛“a”，“b”｝", "｛注：不要｝"] {
        assert_eq!(read_all(prose), [], "{prose}");
    }
    assert_eq!(read_all("他说｛注：不要｝吧"), []);
    let within = "好的。｛\"a\"：\"x\"｝ 好";
    assert_eq!(read_all(within)[0].span.of(within), "｛\"a\"：\"x\"｝");
}

#[test]
fn tuples() {
    certain(
        "{'a': (1, 'x'), 'b': (), 'c': (2, 3)}",
        &json!({"a": [1, "x"], "b": [], "c": [2, 3]}),
        &[SingleQuotes, PythonLiteral, SingleQuotes, SingleQuotes, PythonLiteral, SingleQuotes, PythonLiteral],
    );
    guessed(r#"{"a": (see x, y), "b": (1) it was}"#, &json!({"a": "(see x, y)", "b": "(1) it was"}), &[BareValue; 2]);
    refused("{x: (1, 2)}");
}

#[test]
fn a_value_alone_in_parentheses() {
    certain(
        r#"{"a": (1), "b": ( "x, y" ), "c": (true)}"#,
        &json!({"a": 1, "b": "x, y", "c": true}),
        &[PythonLiteral; 3],
    );
    guessed(r#"{"a": (see), "b": (1) more}"#, &json!({"a": "(see)", "b": "(1) more"}), &[BareValue; 2]);
    refused("{x: (1)}");
}

#[test]
fn backslashes_before_typographic_marks() {
    certain(r#"{"a": "\“x\”"}"#, &json!({"a": "“x”"}), &[ForeignEscape; 2]);
    guessed(r#"{"a": "\–x"}"#, &json!({"a": "\\–x"}), &[InvalidEscape]);
    certain("{a\u{180e}: 1}", &json!({"a": 1}), &[UnquotedKey, OddSpace]);
}
