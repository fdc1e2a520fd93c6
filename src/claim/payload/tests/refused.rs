//! Texts that look like payloads and are not.

use super::{super::read_all, payload, refused};

#[test]
fn prose() {
    for text in [
        "{sighs} I suppose you are right.",
        "{laughs, softly: then louder} You got me.",
        "{Note: I am not sure about this one.} Anyway.",
        "{Note: she said \"hello\" to me} Anyway.",
        "{Note: \"hello\" she said} Anyway.",
        "{Note: true story, I swear} Anyway.",
        "{\"Hello,\" she said, \"what: is it?\"}",
        "{a lone brace opens the message",
        "{Note: I am not sure about this",
        "{12:30} we met.",
    ] {
        refused(text);
    }
}

#[test]
fn templates() {
    for text in [
        "{{user_name}}, hello", "{{ name }}", "{% if user: 1 %}", "{# note #}\nHello", "{value:?}", "{:>8}", "{x:08b}",
        "{value:x}", "{price:F2}", "{0}", "{...rest}", "{user.name}", "{name!r:>10}", "{now:%H:%M}",
    ] {
        refused(text);
    }
}

#[test]
fn code_and_formulas() {
    for text in [
        "{x}^{2}",
        "{a, b, c}",
        "{1, 2}",
        "{\"a\", \"b\"}",
        "{x | x > 0}",
        "{x: x > 0}",
        "{ echo a; echo b; }",
        "{ color: red; margin: 0 }",
        "{ font-family: \"Arial\"; color: red }\nThen \"prose\".",
        "{ case 1: return 0; }",
        "{ user(id: 1) { name } }",
        "{ a: user { name } }",
        "{ run: function() { return 1; } }",
        "{std::cout}",
        "{https://example.org}",
        "{x := 5}",
        "{:ok, \"value\"}",
    ] {
        refused(text);
    }
}

#[test]
fn code_stays_code_however_many_blanks_are_before_the_brace() {
    for count in [1, 62, 63, 64, 65, 200] {
        let blanks = " ".repeat(count);
        for before in ["let x =", "call(a,", "a |", "x\\"] {
            let text = format!("Say {before}{blanks}{{\"a\": 1}}");
            assert_eq!(read_all(&text), [], "{before} {count}");
        }
        assert_eq!(read_all(&format!("Noted.{blanks}{{\"a\": 1}}")).len(), 1, "{count}");
    }
}

#[test]
fn what_is_no_brace() {
    refused("");
    refused("[1]");
    assert_eq!(super::read("{}", 1), None);
    assert_eq!(super::read("{}", usize::MAX), None);
    assert_eq!(super::read("é{}", 1), None);
}

#[test]
fn the_smallest_payloads() {
    for text in ["{}", "{status: saved}", "{x: 5}", "{ok:true}", "{'a': b}"] {
        assert_eq!(payload(text).span.of(text), text);
    }
}

#[test]
fn a_question_a_salutation_or_a_table_before_a_payload_is_text_and_not_code() {
    const LOST: &str = "{success: true, memory_type: \"journal\", content: \"Likes tea\"}";
    for before in
        ["How are you?\n\n", "How are you? ", "Dear Tom,\n\n", "Hello,\n", "| a |\n|---|\n| 1 |\n\n", "Is it cold?\n"]
    {
        let text = format!("{before}{LOST} Good night.");
        assert_eq!(read_all(&text).len(), 1, "{text}");
    }
    for text in
        [format!("let x = found ? {LOST} : {{b: 2}};"), format!("save(a,\n  {LOST})"), format!("type T =\n| {LOST}")]
    {
        assert!(read_all(&text).iter().all(|payload| payload.span.of(&text) != LOST), "{text}");
    }
}

#[test]
fn a_payload_right_after_words_an_aside_or_an_address_is_text_and_not_code() {
    const LOST: &str = "{success: true, memory_type: \"journal\", content: \"Likes tea\"}";
    for before in ["Good night", "Gute Nacht", "I keep that, Tom", "(aside) ", "(smiles) ", "Good night, "] {
        let text = format!("{before}{LOST}");
        assert_eq!(read_all(&text).len(), 1, "{text}");
    }
    for before in ["User", "var user = User", "new User", "return new user", "(a, b) => ", "f(x) ", "a.b", "x: int"] {
        let text = format!("{before}{LOST}");
        assert_eq!(read_all(&text), [], "{text}");
    }
}
