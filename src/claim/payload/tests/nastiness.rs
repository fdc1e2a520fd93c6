//! What goes wrong in real payloads: one test for each kind of trouble, with a similar trap.

use serde_json::{Value, json};

use super::super::{Grammar, Payload, RepairKind, read_all, read_body};
use super::kinds;

/// Asserts that the payloads of the text are these parts, with these values.
#[track_caller]
fn finds(text: &str, wanted: &[(&str, Value)]) -> Vec<Payload> {
    let payloads = read_all(text);
    let found: Vec<_> = payloads.iter().map(|payload| payload.span.of(text)).collect();
    let parts: Vec<_> = wanted.iter().map(|(part, _)| *part).collect();
    assert_eq!(found, parts, "{text}");
    for (payload, (_, value)) in payloads.iter().zip(wanted) {
        assert_eq!(payload.value.as_ref(), Some(value), "{text}");
    }
    payloads
}

/// Asserts that the only payload of the text is `part`, certain or `uncertain`.
#[track_caller]
fn finds_one(text: &str, part: &str, value: Value, uncertain: bool) -> Payload {
    let payload = finds(text, &[(part, value)]).remove(0);
    assert_eq!(payload.uncertain, uncertain, "{text}");
    payload
}

#[track_caller]
fn finds_none(text: &str) {
    finds(text, &[]);
}

#[track_caller]
fn body(grammar: Grammar, text: &str, value: &Value) -> Payload {
    let payload = read_body(grammar, text, 0, &[]).unwrap_or_else(|| panic!("no body: {text}"));
    assert_eq!(payload.value.as_ref(), Some(value), "{text}");
    payload
}

#[test]
fn n01_unquoted_keys() {
    let part = r#"{tool:"X",arguments:{guild_id:"Y"}}"#;
    let payload =
        finds_one(&format!("Sure.\n{part}"), part, json!({"tool": "X", "arguments": {"guild_id": "Y"}}), false);
    assert_eq!(kinds(&payload), [RepairKind::UnquotedKey; 3]);
    finds_none("Sure. {Note: I am not sure, friend: at all}");
}

#[test]
fn n02_unquoted_string_values() {
    let part = r#"{"content": Movement complete, at last: D:\a b.txt, "n": 1}"#;
    finds_one(
        &format!("{part}Moved."),
        part,
        json!({"content": r"Movement complete, at last: D:\a b.txt", "n": 1}),
        true,
    );
    finds_none("She said {content: Movement complete, at last} and left.");
}

#[test]
fn n03_raw_line_breaks_and_tabs() {
    let part = "{\"a\": \"one\n\ttwo\r\nthree\"}";
    let payload = finds_one(&format!("{part} Yes."), part, json!({"a": "one\n\ttwo\r\nthree"}), false);
    assert_eq!(kinds(&payload), [RepairKind::RawNewline]);
    finds_none("{\"a\n\": she wrote}");
}

#[test]
fn n04_inner_quotes() {
    finds_one(
        r#"{"content": "env.get("KEY", "default")"}Done."#,
        r#"{"content": "env.get("KEY", "default")"}"#,
        json!({"content": r#"env.get("KEY", "default")"#}),
        true,
    );
    let part = r#"{"content": "He said "hello" to me"}"#;
    finds_one(&format!("{part}Hi."), part, json!({"content": "He said \"hello\" to me"}), false);
    finds_none(r#"{"Hello," he said, "to: you"}"#);
}

#[test]
fn n05_half_escaped_quotes() {
    let part = r#"{"a": "two \"strings" here", "b": 1}"#;
    finds_one(&format!("{part}Ok."), part, json!({"a": "two \"strings\" here", "b": 1}), true);
}

#[test]
fn n06_invalid_escapes() {
    let part = r#"{"a": "\d+ \users \u12 it\'s", "b": "\$"}"#;
    let payload = finds_one(&format!("{part}Ok."), part, json!({"a": r"\d+ \users \u12 it's", "b": r"\$"}), true);
    assert!(kinds(&payload).contains(&RepairKind::InvalidEscape));
    let part = r#"{"a": "C:\\path \\d"}"#;
    assert_eq!(kinds(&finds_one(&format!("{part}Ok."), part, json!({"a": r"C:\path \d"}), false)), []);
}

#[test]
fn n07_apostrophes() {
    let part = "{'a': 'what's it, d'Artagnan', 'b': \"it's\"}";
    finds_one(&format!("It's {part} isn't it?"), part, json!({"a": "what's it, d'Artagnan", "b": "it's"}), false);
}

#[test]
fn n08_python_with_json_literals() {
    let part = "{'ok': True, 'none': null, 'no': false, 'x': None}";
    finds_one(&format!("Done. {part}"), part, json!({"ok": true, "none": null, "no": false, "x": null}), false);
    finds_none("{True story, I swear: None of it} is a lie.");
}

#[test]
fn n09_trailing_commas_and_no_phantom_within() {
    let part = r#"{"tool":"set_timer","arguments":{"seconds":300},}"#;
    finds_one(&format!("Ok. {part}"), part, json!({"tool": "set_timer", "arguments": {"seconds": 300}}), false);
    // What cannot be read is skipped as a whole.
    finds_none(r#"Ok (a {"tool": set timer; "arguments": {"seconds": 300}} b)."#);
    finds_none(r#"const x = {"tool": f, "arguments": {"seconds": 300}};"#);
}

#[test]
fn n10_arithmetic() {
    let part = r#"{"seconds":60*60*12,"n":(24 + 1) * 60}"#;
    let payload = finds_one(&format!("{part}Set."), part, json!({"seconds": "60*60*12", "n": "(24 + 1) * 60"}), true);
    assert_eq!(kinds(&payload), [RepairKind::Expression; 2]);
    let part = r#"{"a": 2026-01-27, "b": 17:00}"#;
    assert_eq!(
        kinds(&finds_one(&format!("{part}Set."), part, json!({"a": "2026-01-27", "b": "17:00"}), false)),
        [RepairKind::BareValue; 2]
    );
}

#[test]
fn n11_braces_too_many() {
    let part = r#"{{tool: "x"}}"#;
    finds_one(&format!("{part}Ok."), part, json!({"tool": "x"}), false);
    let payload = finds_one("{\"a\": {\"b\": true}}}You.", "{\"a\": {\"b\": true}}}", json!({"a": {"b": true}}), false);
    assert_eq!(kinds(&payload), [RepairKind::ExtraClose]);
    // The brace that closes what prose opened is kept.
    finds_one("{see above: {\"a\": true}} You.\n\n{\"b\": \"c\"}", "{\"b\": \"c\"}", json!({"b": "c"}), false);
    finds_none("{{user_name}}, hello {{{x}}}");
}

#[test]
fn n12_missing_outer_brace() {
    let part = r#"{"name": "terminal", "arguments": {"command": "ls -la"}"#;
    let value = json!({"name": "terminal", "arguments": {"command": "ls -la"}});
    let payload = finds_one(&format!("<tool_call>{part}</tool_call>"), part, value.clone(), false);
    assert!(!payload.truncated);
    assert_eq!(kinds(&payload), [RepairKind::MissingClose]);
    assert!(finds_one(&format!("Ok. {part}"), part, value, false).truncated);
}

#[test]
fn n13_loose_quotes() {
    let payload = finds_one("Sure. {\"a\": 1}\"\" And so on.", "{\"a\": 1}\"\"", json!({"a": 1}), false);
    assert_eq!(kinds(&payload), [RepairKind::ExtraClose]);
    finds_one("Sure. {\"a\": 1}\"Hm\" she said.", "{\"a\": 1}", json!({"a": 1}), false);
}

#[test]
fn n14_json_in_a_string() {
    let part = r#"{"name": "x", "arguments": "{\"a\": \"{\\\"b\\\": 1}\"}"}"#;
    let payload =
        finds_one(&format!("{part}Ok."), part, json!({"name": "x", "arguments": r#"{"a": "{\"b\": 1}"}"#}), false);
    let inner = payload.value.as_ref().and_then(|value| value["arguments"].as_str()).unwrap();
    body(Grammar::Object, inner, &json!({"a": "{\"b\": 1}"}));
    // Not escaped at all.
    let part = r#"{"name": "x", "arguments": "{"a": "b", "c": "d"}"}"#;
    finds_one(&format!("{part}Ok."), part, json!({"name": "x", "arguments": r#"{"a": "b", "c": "d"}"#}), true);
}

#[test]
fn n15_brackets_and_tags_in_strings() {
    let part = r#"{"a": "}] </parameter> </function> <html>{", "b": ["]"]}"#;
    finds_one(&format!("{part}Ok."), part, json!({"a": "}] </parameter> </function> <html>{", "b": ["]"]}), false);
}

#[test]
fn n16_words_with_colons_in_strings_and_bare_values() {
    let part = r#"{content: "Maria said, note: call", n: 1}"#;
    finds_one(&format!("{part}Ok, note: done."), part, json!({"content": "Maria said, note: call", "n": 1}), false);
    body(Grammar::Bare, "{content:Maria said, note: call,n:1}", &json!({"content": "Maria said, note: call", "n": 1}));
}

#[test]
fn n17_openers_left_open_in_a_value() {
    for text in
        ["{side:turn （靠左} And the reply (goes) on {here}.", "{side:turn (left} And the reply (goes) on {here}."]
    {
        let payload = read_body(Grammar::Bare, text, 0, &[]).unwrap();
        assert!(payload.span.of(text).ends_with('}') && payload.span.end < 30, "{text}");
        assert!(!payload.truncated);
    }
    let text = "{side:turn {left} And the reply goes on.";
    let payload = read_body(Grammar::Bare, text, 0, &[]).unwrap();
    assert_eq!(payload.span.of(text), "{side:turn {left}");
    assert!(payload.uncertain);
}

#[test]
fn n18_duplicate_keys_surrogates_and_numbers_too_large() {
    let part = r#"{"a": "\ud800", "a": 1e9999}"#;
    let payload = finds_one(&format!("{part}Ok."), part, json!({"a": "1e9999"}), true);
    assert_eq!(kinds(&payload), [RepairKind::LoneSurrogate, RepairKind::DuplicateKey, RepairKind::OddNumber]);
}

#[test]
fn n19_fullwidth_bars() {
    let text = "<｜DSML｜parameter name=\"a\" string=\"true\">x｜y</｜DSML｜parameter>";
    body(Grammar::XmlParameters, text, &json!({"a": "x｜y"}));
    let text = "<｜tool▁sep｜>{\"a\": \"b\"<｜tool▁call▁end｜>";
    assert!(!finds_one(text, "{\"a\": \"b\"", json!({"a": "b"}), false).truncated);
}

#[test]
fn n20_quote_tokens() {
    for token in ["<|\"|>", "<|\\\"|>", "<|\\\">"] {
        let part = format!("{{path:{token}/srv/a.py{token},content:{token}print('hi', \"x\"){token}}}");
        let value = json!({"path": "/srv/a.py", "content": "print('hi', \"x\")"});
        let payload = finds_one(&format!("{part}Ok."), &part, value.clone(), false);
        assert!(kinds(&payload).contains(&RepairKind::QuoteToken));
        body(Grammar::Bare, &part, &value);
    }
}

#[test]
fn n21_escaped_as_json_or_html() {
    let part = "{&quot;a&quot;: &quot;x &amp; &#x27;y&#x27; &lt;b&gt;&quot;, &quot;n&quot;: 1}";
    let payload = finds_one(&format!("{part}Ok."), part, json!({"a": "x & 'y' <b>", "n": 1}), false);
    assert!(kinds(&payload).contains(&RepairKind::HtmlEscaped));
    let part = r#"{\"a\": \"\\u003cb\\u003e\"}"#;
    finds_one(&format!("{part}Ok."), part, json!({"a": "<b>"}), false);
    let part = r#"{"a": "\u003cinvoke", "b": "&quot;"}"#;
    assert_eq!(kinds(&finds_one(&format!("{part}Ok."), part, json!({"a": "<invoke", "b": "&quot;"}), false)), []);
}

#[test]
fn n22_junk_before_the_object() {
    let text = "analysis to=functions.exec_command code  全民彩票{\"cmd\":\"echo\",\"workdir\":\"/\"}";
    finds_one(text, "{\"cmd\":\"echo\",\"workdir\":\"/\"}", json!({"cmd": "echo", "workdir": "/"}), false);
}

#[test]
fn n23_glued_to_its_neighbours() {
    let part = r#"{success: true, content: "x"}"#;
    let value = json!({"success": true, "content": "x"});
    for text in
        [format!("{part}You"), format!("Ok.{part}You"), format!("I saved {part} it."), format!("</think>{part}")]
    {
        finds_one(&text, part, value.clone(), false);
    }
    for text in [format!("Point{part}"), format!("let x = {part};"), format!("f({part})"), format!("${part}")] {
        finds_none(&text);
    }
}

#[test]
fn n24_half_streamed() {
    for (text, part, value) in [
        (
            "Sure. {success: true, content: \"tail cut",
            "{success: true, content: \"tail cut",
            json!({"success": true, "content": "tail cut"}),
        ),
        ("Ok.\n{\"a\": {\"b\": [1,", "{\"a\": {\"b\": [1,", json!({"a": {"b": [1]}})),
        (
            "[{\"name\": \"x\", \"arguments\": {\"y\": \"z",
            "[{\"name\": \"x\", \"arguments\": {\"y\": \"z",
            json!([{"name": "x", "arguments": {"y": "z"}}]),
        ),
    ] {
        assert!(finds(text, &[(part, value)]).iter().all(|payload| payload.truncated), "{text}");
    }
    finds_none("A lone { in prose");
    finds_none("Only its end: \"x\"}]");
    finds_none("He began {and never ended: so it goes");
}

#[test]
fn n25_the_same_twice() {
    let one = r#"{"a": "x"}"#;
    finds(
        &format!("{one}{one} and {one}"),
        &[(one, json!({"a": "x"})), (one, json!({"a": "x"})), (one, json!({"a": "x"}))],
    );
}

#[test]
fn n26_nested_fences() {
    let part = "{\"code\": \"```json\\n{}\\n```\", \"n\": 1}";
    finds_one(&format!("```\n{part}\n```\nOk."), part, json!({"code": "```json\n{}\n```", "n": 1}), false);
    let part = "[{'id': 'call_5', 'type': 'function'}]";
    finds_one(&format!("```py\nx = 1\n```{part}"), part, json!([{"id": "call_5", "type": "function"}]), false);
}

#[test]
fn n28_arguments_named_as_the_call_is() {
    let part = r#"{"name": "HassTurnOn", "parameters": {"name": "lamp", "action": "on", "type": "x", "content": "y"}}"#;
    let value =
        json!({"name": "HassTurnOn", "parameters": {"name": "lamp", "action": "on", "type": "x", "content": "y"}});
    finds_one(part, part, value, false);
}

#[test]
fn n29_placeholders() {
    let part = r#"{"<escaped_json_string>": "$TOOL_NAME", "id": <UUID>}"#;
    finds_one(&format!("{part}Ok."), part, json!({"<escaped_json_string>": "$TOOL_NAME", "id": "<UUID>"}), true);
    finds_none("Use {id: <UUID>} here.");
}

#[test]
fn n30_malformed_times() {
    let part = r#"{"at": 9:0000, "or": 4:000 pm}"#;
    finds_one(&format!("{part}Set."), part, json!({"at": "9:0000", "or": "4:000 pm"}), true);
}

#[test]
fn n31_what_javascript_knows() {
    let part = "{“a”: NaN, // not\n b: Infinity, c: undefined}";
    let payload = finds_one(&format!("{part}Ok."), part, json!({"a": null, "b": null, "c": null}), false);
    assert!(kinds(&payload).contains(&RepairKind::Comment));
}

#[test]
fn n32_hundreds_of_openers() {
    for piece in [
        "{",
        "[{",
        "{a:",
        "{\"a\":{",
        "\"",
        "<tool_call>{",
        "{\"a\": \"b} ",
        "</x><tool_call>y>\n<r id=\"1\">\n{\"a\" ",
    ] {
        let text = piece.repeat(100_000 / piece.len());
        let payloads = read_all(&text);
        assert!(payloads.is_sorted_by_key(|payload| payload.span), "{piece}");
    }
}
