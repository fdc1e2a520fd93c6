//! The grammars of bodies, with similar texts that must stay text.

use serde_json::{Value, json};

use super::super::{Grammar, KnownArguments, Payload, RepairKind, marked_parameters, read_body};
use crate::registry::ParameterMarks;

/// Asserts that the body at the start of `text` is `part`, with this value.
#[track_caller]
fn body(grammar: Grammar, keys: &[&str], text: &str, part: &str, value: &Value) -> Payload {
    let payload = read_body(grammar, text, 0, keys).unwrap_or_else(|| panic!("no body: {text}"));
    assert_eq!(payload.span.of(text), part, "{text}");
    assert_eq!(payload.value.as_ref(), Some(value), "{text}");
    payload
}

#[track_caller]
fn certain(grammar: Grammar, text: &str, part: &str, value: &Value) {
    let payload = body(grammar, &[], text, part, value);
    assert!(!payload.uncertain && !payload.truncated, "{text}");
}

#[test]
fn arguments_of_a_call() {
    for (part, value) in [
        ("", json!({})),
        (r#"a = "x", b=[1, 2], 'positional'"#, json!({"a": "x", "b": [1, 2], "0": "positional"})),
        (
            r#"purpose = "some value", n = 10, ok=True, no=None,"#,
            json!({"purpose": "some value", "n": 10, "ok": true, "no": null}),
        ),
        (r#"{"reason": "done"}"#, json!({"0": {"reason": "done"}})),
        (r"a='it\'s', b={'k': (1, 2)}", json!({"a": "it's", "b": {"k": [1, 2]}})),
        ("text=\"\"\"two\n\"lines\" (of it)\"\"\", n=1", json!({"text": "two\n\"lines\" (of it)", "n": 1})),
        (r#"content="a) b, c=d (e)""#, json!({"content": "a) b, c=d (e)"})),
        (r#"path=r"C:\new", x=-1.5"#, json!({"path": "C:\new", "x": -1.5})),
        ("a: \"x\", b: 2", json!({"a": "x", "b": 2})),
        ("n=60\n,  # seconds\n b='y'", json!({"n": 60, "b": "y"})),
    ] {
        certain(Grammar::Keywords, &format!("{part})Noted."), part, &value);
    }
}

#[test]
fn arguments_that_must_be_guessed() {
    for (part, value) in [
        (r#"command='echo "$(f(x, 'a b'))"'"#, json!({"command": "echo \"$(f(x, 'a b'))\""})),
        (r#"content="He said "no" to me", n=1"#, json!({"content": "He said \"no\" to me", "n": 1})),
        ("at=Point(x=1, y=2), b=3", json!({"at": {"x": 1, "y": 2}, "b": 3})),
        ("seconds=60*60*12", json!({"seconds": "60*60*12"})),
    ] {
        body(Grammar::Keywords, &[], &format!("{part})\nNoted."), part, &value);
    }
}

#[test]
fn a_call_that_was_cut_off() {
    let payload = body(Grammar::Keywords, &[], "a=1, b=\"cut", "a=1, b=\"cut", &json!({"a": 1, "b": "cut"}));
    assert!(payload.truncated);
}

#[test]
fn parameters_as_elements() {
    for (part, value) in [
        ("<parameter=path>\na b.txt\n</parameter>\n<parameter=n>3</parameter>", json!({"path": "a b.txt", "n": 3})),
        ("<parameter name=\"command\">echo \"x\"</parameter>", json!({"command": "echo \"x\""})),
        ("<arg_key>url</arg_key><arg_value>https://a.b/?c=d&e</arg_value>", json!({"url": "https://a.b/?c=d&e"})),
        (
            "<arg_key>a</arg_key>\n<arg_value>1</arg_value>\n<arg_key>b</arg_key>\n<arg_value>x</arg_value>",
            json!({"a": 1, "b": "x"}),
        ),
        ("<path>ReadMe.md</path>\n<mode>all of it</mode>", json!({"path": "ReadMe.md", "mode": "all of it"})),
        (
            "<｜DSML｜parameter name=\"command\" string=\"true\">10</｜DSML｜parameter> <｜DSML｜parameter name=\"list\" string=\"false\">[1]</｜DSML｜parameter>",
            json!({"command": "10", "list": [1]}),
        ),
        ("<｜｜DSML｜｜parameter name=\"c\" string=\"true\">x</｜｜DSML｜｜parameter>", json!({"c": "x"})),
        (
            "<parameter=content>a </parameter> b <html>{x}</html></parameter>",
            json!({"content": "a </parameter> b <html>{x}</html>"}),
        ),
        (
            "<param name=\"log\"><![CDATA[one\n</param> <b>two</b>]]></param><param name=\"n\">3</param>",
            json!({"log": "one\n</param> <b>two</b>", "n": 3}),
        ),
        ("{\"a\": 1}", json!({"a": 1})),
    ] {
        let text = format!("{part}\n</function>Noted.");
        certain(Grammar::XmlParameters, &text, part, &value);
    }
    assert_eq!(read_body(Grammar::XmlParameters, "exec and more", 0, &[]), None);
    for (part, value) in [
        ("<arg_key>a</arg_key>\n</tool_call>", json!({})),
        ("<arg_key>a</arg_key><arg_key>b</arg_key><arg_value>1</arg_value></tool_call>", json!({"b": 1})),
        ("<arg_key>a\n<arg_value>1</arg_value>\n<arg_key>b</arg_key><arg_value>2</arg_value>", json!({"a": 1, "b": 2})),
        ("<arg_key>a</arg_key><arg_value>1<arg_key>b</arg_key><arg_value>2</arg_value>", json!({"a": 1, "b": 2})),
        ("<|open|>argument key=\"a\"<|sep|>x<|close|>tools<|sep|>", json!({"a": "x"})),
        ("<arg_key>a</arg_key>\nx y</arg_value>\n<arg_key>b</arg_key>2</arg_value>", json!({"a": "x y", "b": 2})),
    ] {
        let keyed = read_body(Grammar::XmlParameters, part, 0, &[]).unwrap();
        assert!(keyed.uncertain && keyed.value == Some(value), "{part}");
    }
    certain(Grammar::XmlParameters, "</function>", "", &json!({}));
}

#[test]
fn a_value_may_quote_the_tags_of_values() {
    const QUOTED: &str = "doc: <arg_key>k</arg_key><arg_value>v</arg_value> end";
    let text = format!("<arg_key>a</arg_key><arg_value>{QUOTED}</arg_value></tool_call>");
    let body = read_body(Grammar::XmlParameters, &text, 0, &[]).unwrap();
    assert_eq!(body.value, Some(json!({"a": QUOTED})));
}

#[test]
fn a_value_without_its_opening_tag_has_no_layout_around_it() {
    for written in ["\n  CET\n", " CET ", "\n\n  CET  \n\n"] {
        let text = format!("<arg_key>a</arg_key>{written}</arg_value></tool_call>");
        let body = read_body(Grammar::XmlParameters, &text, 0, &[]).unwrap();
        assert_eq!(body.value, Some(json!({"a": "CET"})), "{text:?}");
    }
}

#[test]
fn parameters_of_other_dialects() {
    for (part, value) in [
        ("<param name=\"a\">x</param><param name=\"b\">[1, 2]</param>", json!({"a": "x", "b": [1, 2]})),
        ("<my_arg_key>a</my_arg_key>\n<my_arg_value>x</my_arg_value>", json!({"a": "x"})),
        (
            "<my|arg_key>a</my|arg_key><my|arg_type>string</my|arg_type><my|arg_value>1</my|arg_value>",
            json!({"a": "1"}),
        ),
        ("<arg_key>a<b></arg_key><arg_value>see <arg_key>b</arg_value>", json!({"a<b>": "see <arg_key>b"})),
        ("<my|arg_key>a</my|arg_key><my|arg_type>integer</my|arg_type><my|arg_value>1</my|arg_value>", json!({"a": 1})),
        ("<|open|>argument key=\"a&amp;b\" type=\"string\"<|sep|>x<|close|>argument<|sep|>", json!({"a&b": "x"})),
        ("<|open|> argument key=\"a\" type=\"string\" <|sep|>x<|close|> argument <|sep|>", json!({"a": "x"})),
        ("<parameter name=\"arguments\">{\"a\": 1}</parameter>", json!({"a": 1})),
        ("]<]minimax[>[<a>x]<]minimax[>[</a>]<]minimax[>[<b>2]<]minimax[>[</b>", json!({"a": "x", "b": 2})),
        ("<parameter=arguments>x</parameter>", json!({"arguments": "x"})),
    ] {
        certain(Grammar::XmlParameters, &format!("{part}\n</function>"), part, &value);
    }
}

#[test]
fn parameters_between_marks() {
    let marks = ParameterMarks { open: "<|a|>".into(), key_end: "<|v|>".into(), close: "<|e|>".into() };
    let read = |text: &str| marked_parameters(text, 0, KnownArguments::default(), &marks, &["<|done|>".to_owned()]);
    let whole = read("\n<|a|>p<|v|>x<y>\n<|e|>\n<|a|>q<|v|>2<|e|>\n<|done|>").unwrap();
    assert_eq!((whole.value, whole.uncertain), (Some(json!({"p": "x<y>", "q": 2})), false));
    // A mark is missing: neither the next call nor the end of this one is part of the value.
    let text = "<|a|>p<|v|>x<|done|><|call|>f<|a|>q<|v|>2<|e|><|done|>";
    let open = read(text).unwrap();
    assert_eq!((open.value, open.uncertain), (Some(json!({"p": "x"})), true));
    assert_eq!(&text[open.span.end..open.span.end + 8], "<|done|>");
    for text in ["", "<|a|>p", "p<|v|>x<|e|>", "and more"] {
        assert!(read(text).is_none(), "{text}");
    }
}

#[test]
fn elements_with_a_mark_before_each_tag_are_nested() {
    const MARK: &str = "]<]minimax[>[";
    let element = |name: &str, inside: &str| format!("{MARK}<{name}>{inside}{MARK}</{name}>");
    let read = |inside: &str| read_body(Grammar::XmlParameters, &element("p", inside), 0, &[]).unwrap().value;
    let items = format!("{}{}", element("item", "1"), element("item", &element("item", "x")));
    let object = format!("{}\n{}", element("a", "x"), element("b", &items));
    assert_eq!(read(&object), Some(json!({"p": {"a": "x", "b": [1, ["x"]]}})));
    // What is not an element as a whole, or is nested too deeply, stays text.
    let mixed = format!("{} and more", element("a", "x"));
    let deep = (0..2_000).fold("x".to_owned(), |inside, _| element("a", &inside));
    for text in [mixed, deep] {
        assert_eq!(read(&text), Some(json!({"p": text})));
    }
}

#[test]
fn parameters_as_python_prints_them_and_as_markup_escapes_them() {
    for (written, value) in [
        ("True", json!(true)),
        ("None", json!(null)),
        ("{'a': True, 'b': [1]}", json!({"a": true, "b": [1]})),
        ("['a', 'b']", json!(["a", "b"])),
        ("[{\\\"a\\\": \\\"b\\\"}]", json!([{"a": "b"}])),
        ("echo &quot;a&quot; &amp;&amp; b", json!("echo \"a\" && b")),
        ("echo \"a\" &amp;&amp; b &gt; c", json!("echo \"a\" && b > c")),
        // Neither Python nor escaped markup: text.
        ("{a: 1}", json!("{a: 1}")),
        ("{'a': x}", json!("{'a': x}")),
        ("true story", json!("true story")),
        ("a &amp; <b>", json!("a &amp; <b>")),
        ("a &amp; b", json!("a &amp; b")),
    ] {
        let part = format!("<parameter=p>{written}</parameter>");
        let payload = read_body(Grammar::XmlParameters, &part, 0, &[]).unwrap();
        assert_eq!(payload.value, Some(json!({"p": value})), "{written}");
    }
    let typed = read_body(Grammar::XmlParameters, "<parameter name=\"p\" string=\"true\">True</parameter>", 0, &[]);
    assert_eq!(typed.unwrap().value, Some(json!({"p": "True"})));
}

#[test]
fn the_line_breaks_of_a_parameter_and_those_of_its_tags() {
    for (written, value) in [("\na\nb\n", "a\nb"), ("a\nb\n", "a\nb\n"), ("a\n", "a"), ("\na", "a"), ("a\n\n", "a\n\n")]
    {
        let part = format!("<parameter=p>{written}</parameter>");
        let payload = read_body(Grammar::XmlParameters, &part, 0, &[]).unwrap();
        assert_eq!(payload.value, Some(json!({"p": value})), "{written:?}");
    }
}

#[test]
fn between_tokens_nothing_is_escaped() {
    let text = r#"{path:<|"|>C:\new\<|"|>,n:1}"#;
    for grammar in [Grammar::Object, Grammar::Bare] {
        let payload = read_body(grammar, text, 0, &[]).unwrap();
        assert_eq!(payload.value, Some(json!({"path": "C:\\new\\", "n": 1})), "{grammar:?}");
    }
}

#[test]
fn a_parameter_ends_where_the_next_begins_its_line() {
    let text = "<parameter=a>\nx\n<parameter=b>\ny\n</parameter>";
    let payload = read_body(Grammar::XmlParameters, text, 0, &[]).unwrap();
    assert_eq!(payload.value, Some(json!({"a": "x", "b": "y"})));
    assert!(payload.uncertain);
    certain(
        Grammar::XmlParameters,
        "<parameter=a>see <parameter=b></parameter>",
        "<parameter=a>see <parameter=b></parameter>",
        &json!({"a": "see <parameter=b>"}),
    );
}

#[test]
fn a_parameter_that_was_never_closed() {
    let payload = body(Grammar::XmlParameters, &[], "<parameter=a>x y", "<parameter=a>x y", &json!({"a": "x y"}));
    assert!(payload.truncated && payload.uncertain);
    let payload =
        body(Grammar::XmlParameters, &[], "<parameter=a>x y</function>z", "<parameter=a>x y", &json!({"a": "x y"}));
    assert!(!payload.truncated && payload.uncertain);
}

#[test]
fn bare_values() {
    for (part, value) in [
        ("{}", json!({})),
        (
            "{categoryNames:[greetings,QA],suggestedTitle:null}",
            json!({"categoryNames": ["greetings", "QA"], "suggestedTitle": null}),
        ),
        ("{limit:100,offset:101}", json!({"limit": 100, "offset": 101})),
        (r#"{query:"hi, you: there",n:2}"#, json!({"query": "hi, you: there", "n": 2})),
        (
            "{path:<|\"|>/srv/a.py<|\"|>,content:<|\"|>print('hi, b: \"c\"')<|\"|>}",
            json!({"path": "/srv/a.py", "content": "print('hi, b: \"c\"')"}),
        ),
    ] {
        certain(Grammar::Bare, &format!("{part}Noted."), part, &value);
    }
}

#[test]
fn bare_values_that_must_be_guessed() {
    for (part, value) in [
        (
            "{k:free text, with, commas,k2:[a,b],k3:null}",
            json!({"k": "free text, with, commas", "k2": ["a", "b"], "k3": null}),
        ),
        (
            "{severity:high,summary:Escalation requested by the user.,reference:ABC-123}",
            json!({"severity": "high", "summary": "Escalation requested by the user.", "reference": "ABC-123"}),
        ),
        ("{k:<|\"|>Oslo, Bergen}", json!({"k": "Oslo, Bergen"})),
        ("{k:<|\"|>a<|\"|>,k2:<|\"|>b}", json!({"k": "a", "k2": "b"})),
        (r"{file_path:D:\a b\test.py,limit:100}", json!({"file_path": r"D:\a b\test.py", "limit": 100})),
        (
            "{updates:{pedido:1x Kit Reconstrutor FB Cosméticos,produto:Kit}}",
            json!({"updates": {"pedido": "1x Kit Reconstrutor FB Cosméticos", "produto": "Kit"}}),
        ),
        (
            "{suggestedTitle:Horaires d'ouverture le week-end}",
            json!({"suggestedTitle": "Horaires d'ouverture le week-end"}),
        ),
        ("{summary:Maria said, note: call back,ref:1}", json!({"summary": "Maria said, note: call back", "ref": 1})),
        ("{text:see (left,ref:1}", json!({"text": "see (left", "ref": 1})),
        ("{text:'tis the season,ref:1}", json!({"text": "'tis the season", "ref": 1})),
    ] {
        let payload = body(Grammar::Bare, &[], &format!("{part} You saw (it)."), part, &value);
        assert!(payload.uncertain && !payload.truncated, "{part}");
    }
    body(
        Grammar::Bare,
        &[],
        "(note:hello (you), k:v)Noted.",
        "(note:hello (you), k:v)",
        &json!({"note": "hello (you)", "k": "v"}),
    );
}

#[test]
fn bare_values_of_an_element() {
    let text = " xmlns:default_api=\"default_api\" categoryNames:[greetings,QA],suggestedTitle:Règles de Warmachine et pays/>Bon.";
    let payload = read_body(Grammar::Bare, text, 0, &[]).unwrap();
    assert_eq!(&text[payload.span.end..], "/>Bon.");
    assert_eq!(
        payload.value,
        Some(json!({"categoryNames": ["greetings", "QA"], "suggestedTitle": "Règles de Warmachine et pays"}))
    );
}

#[test]
fn keys_of_a_schema_are_anchors() {
    let keys = ["summary", "reference"];
    let part = "{summary:Le client, dit:rien, fâché.,reference:QX-77}";
    let value = json!({"summary": "Le client, dit:rien, fâché.", "reference": "QX-77"});
    for grammar in [Grammar::Bare, Grammar::Object] {
        let payload = body(grammar, &keys, &format!("{part}Merci."), part, &value);
        assert!(payload.repairs.iter().any(|repair| repair.kind == RepairKind::BareValue));
    }
    // Without known keys, the next name with a colon begins the next member.
    let guess = json!({"summary": "Le client", "dit": "rien, fâché.", "reference": "QX-77"});
    assert!(body(Grammar::Bare, &[], &format!("{part}Merci."), part, &guess).uncertain);
}

#[test]
fn a_bare_body_that_was_cut_off() {
    for (text, part) in [
        ("{updates:{pedido:1x Kit", "{updates:{pedido:1x Kit"),
        ("{a:b\n\nThe reply goes on, here: and there.", "{a:b"),
    ] {
        let payload = read_body(Grammar::Bare, text, 0, &[]).unwrap();
        assert_eq!(payload.span.of(text), part);
        assert!(payload.truncated);
    }
}

#[test]
fn inputs_of_actions() {
    for (text, part, value) in [
        ("Action Input: {\"a\": 2, \"b\": 3}\nObservation: 5", "{\"a\": 2, \"b\": 3}", json!({"a": 2, "b": 3})),
        (" weather in Oslo\nObservation: cold", "weather in Oslo", json!({"0": "weather in Oslo"})),
        ("Action Input: one\ntwo\nThought: hm", "one\ntwo", json!({"0": "one\ntwo"})),
    ] {
        body(Grammar::React, &[], text, part, &value);
    }
}

#[test]
fn objects_in_wrappers() {
    for (text, part, value) in [
        (
            "\n{\"name\": \"t\", \"arguments\": {\"command\": \"ls -la\"}</tool_call>",
            "{\"name\": \"t\", \"arguments\": {\"command\": \"ls -la\"}",
            json!({"name": "t", "arguments": {"command": "ls -la"}}),
        ),
        (
            "{\"content\": Movement complete}",
            "{\"content\": Movement complete}",
            json!({"content": "Movement complete"}),
        ),
        (
            "{tool => \"shell\", args => { --command \"ls\" }}",
            "{tool => \"shell\", args => { --command \"ls\" }}",
            json!({"tool": "shell", "args": {"command": "ls"}}),
        ),
        (
            "[{'name': 'w', 'arguments': {'city': 'Dallas', 'x': null}}]$$ In order",
            "[{'name': 'w', 'arguments': {'city': 'Dallas', 'x': null}}]",
            json!([{"name": "w", "arguments": {"city": "Dallas", "x": null}}]),
        ),
        ("{{\"a\": 1}} x", "{{\"a\": 1}}", json!({"a": 1})),
        ("{{\"a\": 1} x", "{{\"a\": 1}", json!({"a": 1})),
        ("{}\"\" x", "{}\"\"", json!({})),
    ] {
        let payload = body(Grammar::Object, &[], text, part, &value);
        assert!(!payload.truncated, "{text}");
    }
}

#[test]
fn what_only_calls_hold() {
    for (text, value, uncertain) in [
        (
            r#"tags={1, 2}, s={"a", 'b'}, d={"a": 1}, e={}, n={"a": {"b"}})"#,
            json!({"tags": [1, 2], "s": ["a", "b"], "d": {"a": 1}, "e": {}, "n": {"a": ["b"]}}),
            false,
        ),
        ("month=07, hour=00, code=007, day=7)", json!({"month": 7, "hour": 0, "code": "007", "day": 7}), true),
        // After a named argument all others have names: the second word belongs to the command.
        (r#"command="echo "a", "b"", timeout=5)"#, json!({"command": "echo \"a\", \"b\"", "timeout": 5}), true),
        (r#""echo", "a", n=5)"#, json!({"0": "echo", "1": "a", "n": 5}), false),
    ] {
        let payload = body(Grammar::Keywords, &[], text, &text[..text.len() - 1], &value);
        assert_eq!(payload.uncertain, uncertain, "{text}");
    }
    // A JSON object allows no leading zeros.
    let object = read_body(Grammar::Object, r#"{"month": 07}"#, 0, &[]).unwrap();
    assert_eq!(object.value, Some(json!({"month": "07"})));
}
