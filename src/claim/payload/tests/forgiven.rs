//! Each repair, with a similar text that must not be repaired.

use serde_json::json;

use super::{
    super::RepairKind::{
        BareValue, Comment, DuplicateKey, Ellipsis, EscapedQuotes, Expression, ExtraBrace, ExtraClose, ForeignEscape,
        InnerQuote, InvalidEscape, LoneSurrogate, MissingClose, MissingComma, MissingValue, OddNumber, OddSpace,
        PythonLiteral, RawNewline, RubyHash, SingleQuotes, SmartQuotes, TrailingComma, UnquotedKey,
    },
    certain, guessed, payload, refused,
};

#[test]
fn strict_json_needs_no_repair() {
    certain("{}", &json!({}), &[]);
    certain(
        r#"{"a": [1, -2.5e3, true, null, "x, \"y\": z"], "b": {"c": "}"}}"#,
        &json!({"a": [1, -2.5e3, true, null, "x, \"y\": z"], "b": {"c": "}"}}),
        &[],
    );
}

#[test]
fn what_was_repaired_or_guessed_is_known_by_its_member() {
    let text = r#"{a: 1, "b": {"c": 'x'}, d: [1, ...]}"#;
    let payload = payload(text);
    let members: Vec<_> = payload.members.iter().map(|member| (member.name.as_str(), member.at)).collect();
    assert_eq!(members, [("a", 1), ("b", 7), ("d", 24)]);
    let of = |at| payload.member_at(at).map(|member| member.name.as_str());
    let repaired: Vec<_> = payload.repairs.iter().map(|repair| (repair.kind, of(repair.at))).collect();
    let expected =
        [(UnquotedKey, Some("a")), (SingleQuotes, Some("b")), (UnquotedKey, Some("d")), (Ellipsis, Some("d"))];
    assert_eq!(repaired, expected);
    let guessed: Vec<_> = payload.guesses.iter().map(|at| of(*at)).collect();
    assert_eq!(guessed, [Some("d")]);
    assert_eq!(of(0), None);
    assert_eq!(payload.doubtful_members(|name| name != "a").collect::<Vec<_>>(), ["b", "d"]);
}

#[test]
fn keys_without_quotes() {
    certain("{a: 1}", &json!({"a": 1}), &[UnquotedKey]);
    certain(r#"{$ref: "x"}"#, &json!({"$ref": "x"}), &[UnquotedKey]);
    certain(r#"{user-id.größe: "x"}"#, &json!({"user-id.größe": "x"}), &[UnquotedKey]);
    certain(r#"{"a": "x, b: y"}"#, &json!({"a": "x, b: y"}), &[]);
    refused("{a key: 1}");
}

#[test]
fn single_quotes() {
    certain("{'a': 'x'}", &json!({"a": "x"}), &[SingleQuotes, SingleQuotes]);
    certain(r#"{"a": "'x'"}"#, &json!({"a": "'x'"}), &[]);
}

#[test]
fn typographic_quotes_and_backticks() {
    certain("{“a”: ‘it’s’}", &json!({"a": "it’s"}), &[SmartQuotes, SmartQuotes, InnerQuote]);
    certain(r#"{"a": `b "c"`}"#, &json!({"a": "b \"c\""}), &[SmartQuotes]);
    certain("{`a´: `x´, `b´: 1}", &json!({"a": "x", "b": 1}), &[SmartQuotes; 3]);
    certain(r#"{"a": "l´x´"}"#, &json!({"a": "l´x´"}), &[]);
    certain(r#"{"a": "“x”, “b”: “y”"}"#, &json!({"a": "“x”, “b”: “y”"}), &[]);
}

#[test]
fn a_payload_that_was_escaped_as_a_whole() {
    certain(r#"{\"a\": \"say \\\"hi\\\"\\n\"}"#, &json!({"a": "say \"hi\"\n"}), &[EscapedQuotes; 2]);
    certain(r#"{\n  \"a\": 1,\n  \"b\": 2\n}"#, &json!({"a": 1, "b": 2}), &[EscapedQuotes; 3]);
    certain(r#"{"a": "\"b\": \"c\""}"#, &json!({"a": "\"b\": \"c\""}), &[]);
}

#[test]
fn raw_line_breaks() {
    certain("{\"a\": \"x\r\n\n\ty\"}", &json!({"a": "x\r\n\n\ty"}), &[RawNewline]);
    certain("{\"a\":\n\"x\"\n}", &json!({"a": "x"}), &[]);
}

#[test]
fn inner_quotes_that_can_only_be_inner_ones() {
    certain(r#"{"a": "She said "no" to me"}"#, &json!({"a": "She said \"no\" to me"}), &[InnerQuote; 2]);
    certain("{\"a\": 'it's a trap'}", &json!({"a": "it's a trap"}), &[SingleQuotes, InnerQuote]);
    certain(
        "{\"a\": 'the dogs' bowl', \"n\": 1}",
        &json!({"a": "the dogs' bowl", "n": 1}),
        &[SingleQuotes, InnerQuote],
    );
    certain(r#"{"a": "x", "b": "y"}"#, &json!({"a": "x", "b": "y"}), &[]);
}

#[test]
fn inner_quotes_that_are_guessed() {
    guessed(
        r#"{"a": "do you know "Mike", the painter"}"#,
        &json!({"a": "do you know \"Mike\", the painter"}),
        &[InnerQuote; 2],
    );
    guessed(r#"{"a": "He called it "art"", "n": 1}"#, &json!({"a": "He called it \"art\"", "n": 1}), &[InnerQuote; 2]);
    guessed(r#"{"a": "5" tall", "n": 1}"#, &json!({"a": "5\" tall", "n": 1}), &[InnerQuote]);
    guessed(r#"{"a": "x", note: the painter"}"#, &json!({"a": "x\", note: the painter"}), &[InnerQuote]);
    certain(r#"{a: "x", note: "y"}"#, &json!({"a": "x", "note": "y"}), &[UnquotedKey, UnquotedKey]);
}

#[test]
fn an_object_in_a_string_whose_quotes_were_not_escaped() {
    guessed(
        r#"{"a": "{"b": "c", "d": "e"}", "f": 1}"#,
        &json!({"a": "{\"b\": \"c\", \"d\": \"e\"}", "f": 1}),
        &[InnerQuote; 8],
    );
    certain(r#"{"a": "an open { brace", "b": "x"}"#, &json!({"a": "an open { brace", "b": "x"}), &[]);
    // The brace within the string stays open, so the first mark that fits closes the string.
    let text = r#"{"a": "he said "use {" here"} and {"b": "c"}"#;
    assert_eq!(payload(text).span.of(text), r#"{"a": "he said "use {" here"}"#);
}

#[test]
fn commas_too_many() {
    certain(r#"{"a": [1, 2,], "b": {"c": 1,},}"#, &json!({"a": [1, 2], "b": {"c": 1}}), &[TrailingComma; 3]);
    certain(r#"{"a": 1,, "b": 2}"#, &json!({"a": 1, "b": 2}), &[TrailingComma]);
    certain(r#"{"a": "x,"}"#, &json!({"a": "x,"}), &[]);
    refused("{, a: 1}");
}

#[test]
fn commas_too_few() {
    certain(r#"{"a": "x" "b": [1 2]}"#, &json!({"a": "x", "b": [1, 2]}), &[MissingComma; 2]);
    certain("{\"a\": 1 // one\n b: 2}", &json!({"a": 1, "b": 2}), &[Comment, MissingComma, UnquotedKey]);
    certain(r#"{"a": "she "never" to: me"}"#, &json!({"a": "she \"never\" to: me"}), &[InnerQuote; 2]);
}

#[test]
fn literals_of_other_languages() {
    certain(
        r#"{"a": None, "b": True, "c": undefined, "d": [NaN, nil]}"#,
        &json!({"a": null, "b": true, "c": null, "d": [null, null]}),
        &[PythonLiteral; 5],
    );
    certain(r#"{"a": "None"}"#, &json!({"a": "None"}), &[]);
}

#[test]
fn ruby_hashes() {
    certain(r#"{"a"=>1, :b=>:c}"#, &json!({"a": 1, "b": "c"}), &[RubyHash; 3]);
    certain(r#"{"a": ":b => 1"}"#, &json!({"a": ":b => 1"}), &[]);
    refused("{:a, :b}");
}

#[test]
fn comments() {
    certain("{/* x */ \"a\": 1, // it's \"y\" }\n\"b\": 2 # z\n}", &json!({"a": 1, "b": 2}), &[Comment; 3]);
    certain(r#"{"a": "http://b.c/* # d"}"#, &json!({"a": "http://b.c/* # d"}), &[]);
    guessed(r#"{"a": #5, "b": https://c.d}"#, &json!({"a": "#5", "b": "https://c.d"}), &[BareValue; 2]);
    // A carriage return ends a line too.
    certain("{\"a\": 1, // it's\r\"b\": 2}", &json!({"a": 1, "b": 2}), &[Comment]);
    // Slashes within a word are a path; after a number they begin a comment.
    certain("{\"a\": b//c, \"d\": 1//e\n}", &json!({"a": "b//c", "d": 1}), &[BareValue, Comment]);
}

#[test]
fn odd_white_space() {
    certain("{\u{a0}\"a\": 1}", &json!({"a": 1}), &[OddSpace]);
    certain("{\"a\": \"\u{a0}\"}", &json!({"a": "\u{a0}"}), &[]);
}

#[test]
fn words_without_quotes() {
    certain("{\"a\": saved, \"d\": 2026-01-27}", &json!({"a": "saved", "d": "2026-01-27"}), &[BareValue; 2]);
    certain(
        "{\"a\": 2026-01-20 17:03, \"t\": 17:03}",
        &json!({"a": "2026-01-20 17:03", "t": "17:03"}),
        &[BareValue; 2],
    );
    guessed(
        "{\"a\": I lost track, again, \"b\": 60*60}",
        &json!({"a": "I lost track, again", "b": "60*60"}),
        &[BareValue, Expression],
    );
    guessed("{\"a\": [3 apples, 2 pears]}", &json!({"a": ["3 apples", "2 pears"]}), &[BareValue; 2]);
}

#[test]
fn values_that_are_not_there() {
    guessed(r#"{"a": , "b": 1}"#, &json!({"a": null, "b": 1}), &[MissingValue]);
    refused(r#"{"a": }"#);
}

#[test]
fn containers_that_an_outer_bracket_closes() {
    certain(r#"{"a": [1, {"b": 2], "c": 3}"#, &json!({"a": [1, {"b": 2}], "c": 3}), &[MissingClose]);
    certain(r#"{"a": [1, 2}"#, &json!({"a": [1, 2]}), &[MissingClose]);
}

#[test]
fn braces_too_many() {
    certain(r#"{{"a": 1}}"#, &json!({"a": 1}), &[ExtraBrace]);
    certain(r#"{{{"a": {"b": 1}} }}"#, &json!({"a": {"b": 1}}), &[ExtraBrace]);
    refused("{{a: b}}");
    refused(r#"{{"a": 1} and so on"#);
}

#[test]
fn dots_for_what_was_left_out() {
    guessed("{\"a\": [1, 2, ...], …}", &json!({"a": [1, 2]}), &[Ellipsis; 2]);
    certain(r#"{"a": "..."}"#, &json!({"a": "..."}), &[]);
    refused("{...}");
    refused("{...props, a: 1}");
}

#[test]
fn odd_numbers() {
    certain(r#"{"a": 0x1F, "b": 1e9999, "c": 007}"#, &json!({"a": 31, "b": "1e9999", "c": "007"}), &[OddNumber; 3]);
    certain(r#"{"a": 18446744073709551615}"#, &json!({"a": u64::MAX}), &[]);
}

#[test]
fn halves_of_surrogate_pairs() {
    certain(r#"{"a": "x\ud800y"}"#, &json!({"a": "x\u{fffd}y"}), &[LoneSurrogate]);
    certain(r#"{"a": "\ud83c\udf89"}"#, &json!({"a": "🎉"}), &[]);
}

#[test]
fn duplicate_keys() {
    guessed(r#"{"a": 1, "a": 2}"#, &json!({"a": 2}), &[DuplicateKey]);
    certain(r#"{"a": 1, "a": 1}"#, &json!({"a": 1}), &[DuplicateKey]);
    certain(r#"{"a": 1, "b": {"a": 2}}"#, &json!({"a": 1, "b": {"a": 2}}), &[]);
}

#[test]
fn escapes() {
    certain(r#"{"a": "it\'s \xe9"}"#, &json!({"a": "it's é"}), &[ForeignEscape; 2]);
    guessed(r#"{"a": "\d and \users"}"#, &json!({"a": "\\d and \\users"}), &[InvalidEscape; 2]);
    // In a path that is not escaped, nothing is.
    guessed(r#"{"a": "C:\dir\new", "b": "x"}"#, &json!({"a": r"C:\dir\new", "b": "x"}), &[InvalidEscape]);
    guessed(r#"{"a": "Q:\nA \d"}"#, &json!({"a": "Q:\nA \\d"}), &[InvalidEscape]);
    // Except a backslash, and a letter by its number.
    for (written, path) in [
        (r"C:\Users\\", "C:\\Users\\"),
        (r"C:\work\\a.txt", r"C:\work\a.txt"),
        (r"C:\Users\M\u00fcller\new", r"C:\Users\Müller\new"),
        (r"C:\Users\users\u12", r"C:\Users\users\u12"),
        // The path ends before what it cannot contain.
        (r"C:\Py\py.exe a.py\nD:\\x.exe", "C:\\Py\\py.exe a.py\nD:\\x.exe"),
        (r"Q:\What is 1+1?\nA: 2", "Q:\\What is 1+1?\nA: 2"),
        (r"Q:\Why?\nA: 2", "Q:\\Why?\nA: 2"),
        // It begins with a letter.
        (r"x:\$\n", "x:\\$\n"),
    ] {
        let text = format!(r#"{{"a": "{written}", "b": "x"}}"#);
        guessed(&text, &json!({"a": path, "b": "x"}), &[InvalidEscape]);
    }
    certain(r#"{"a": "\\d \n\/\u0041"}"#, &json!({"a": "\\d \n/A"}), &[]);
}

#[test]
fn repairs_are_in_the_order_of_their_places() {
    let payload = payload("{a: {b: 'x', b: 'y',}, c: None,}");
    assert!(payload.repairs.is_sorted_by_key(|repair| repair.at));
    let first = payload.repairs.first().unwrap();
    assert_eq!((first.kind, first.at), (UnquotedKey, 1));
}

#[test]
fn members_after_an_object_that_was_closed_too_early_belong_to_it() {
    guessed(r#"{"a": 1, "b": "x"}, "mood": "calm"}"#, &json!({"a": 1, "b": "x", "mood": "calm"}), &[ExtraClose]);
    guessed(
        "{a: 'x'}\n, b: [1, 2], c: {d: 1}}",
        &json!({"a": "x", "b": [1, 2], "c": {"d": 1}}),
        &[UnquotedKey, SingleQuotes, ExtraClose, UnquotedKey, UnquotedKey, UnquotedKey],
    );
    guessed(r#"{"a": 1}, "b": 2}, "a": 3}"#, &json!({"a": 1, "b": 2}), &[ExtraClose, ExtraClose]);
    for rest in [
        r#", "mood": "calm" it was."#,
        r#", "mood": "calm""#,
        r#", and "mood": "calm"}"#,
        " mood: calm}",
        r#" "b": 2}"#,
        r#""":A}"#,
        ", b: c}",
        r#", "she said" was it}"#,
        r#","she""}"#,
        r#","she"""}"#,
    ] {
        let text = format!(r#"{{"a": 1}}{rest}"#);
        let payload = payload(&text);
        assert_eq!((payload.span.end, payload.uncertain), (8, false), "{text}");
    }
    assert_eq!(payload(r#"{}, "mood": "calm"}"#).span.end, 2, "nothing says that this was the object");
}
