//! Values of parameters, by what a catalog says about their types.

use serde_json::json;

use super::super::{KnownArguments, Untyped, parameters};

#[test]
fn what_a_tool_takes_as_text_is_text_whatever_it_looks_like() {
    let read = |written: &str| {
        let part = format!("<parameter=p>{written}</parameter><parameter=q>{written}</parameter>");
        parameters(&part, 0, KnownArguments { names: &["p", "q"], texts: &["p"], ..KnownArguments::default() })
            .unwrap()
            .value
    };
    for (written, other) in
        [("12", json!(12)), ("1.50", json!(1.5)), ("true", json!(true)), ("True", json!(true)), ("[1]", json!([1]))]
    {
        assert_eq!(read(written), Some(json!({"p": written, "q": other})), "{written}");
    }
    assert_eq!(read("null"), Some(json!({"p": null, "q": null})));
    assert_eq!(read("\n007\n"), Some(json!({"p": "007", "q": "007"})));
}

#[test]
fn a_single_value_is_text_where_a_schema_declares_no_type() {
    let read_with = |written: &str, untyped: Untyped<'_>| {
        let part = format!("<parameter=p>{written}</parameter><parameter=q>{written}</parameter>");
        parameters(&part, 0, KnownArguments { names: &["p", "q"], texts: &[], untyped }).unwrap().value
    };
    let read = |written: &str| {
        let value = read_with(written, Untyped::AllBut(&["p"]));
        assert_eq!(value, read_with(written, Untyped::Only(&["q"])), "{written}");
        value
    };
    for (written, typed) in [("12", json!(12)), ("1.10", json!(1.1)), ("true", json!(true)), ("True", json!(true))] {
        assert_eq!(read(written), Some(json!({"p": typed, "q": written})), "{written}");
    }
    for (written, value) in [("null", json!(null)), ("[1]", json!([1])), ("{\"a\": 1}", json!({"a": 1}))] {
        assert_eq!(read(written), Some(json!({"p": value, "q": value})), "{written}");
    }
}
