//! Parameters as elements, as models damage them.

use serde_json::json;

use super::super::{Grammar, KnownArguments, Payload, RepairKind, parameters, read_body};

fn read(text: &str) -> Payload {
    read_body(Grammar::XmlParameters, text, 0, &[]).unwrap()
}

/// Reads arguments of a tool that takes these.
fn read_known(text: &str, names: &[&str]) -> Payload {
    parameters(text, 0, KnownArguments { names, ..KnownArguments::default() }).unwrap()
}

#[test]
fn a_value_without_its_closing_tag_may_quote_another_one() {
    let payload = read("<parameter=a>close it with </b> here</function></tool_call>");
    assert_eq!((payload.value, payload.uncertain), (Some(json!({"a": "close it with </b> here"})), true));
    assert_eq!(read("<parameter=a>x</function> and </b>").value, Some(json!({"a": "x"})));
}

#[test]
fn an_element_of_an_argument_needs_no_closing_tag() {
    let text = "<zone>CET\n</find>";
    assert!(read_body(Grammar::XmlParameters, text, 0, &[]).is_none());
    let payload = read_known(text, &["zone"]);
    assert_eq!((payload.value, payload.uncertain), (Some(json!({"zone": "CET"})), true));
}

#[test]
fn elements_of_the_same_name_are_a_list() {
    let payload = read("<file>a</file><file>b</file><file>b</file><mode>r</mode><mode>r</mode>");
    assert_eq!(payload.value, Some(json!({"file": ["a", "b", "b"], "mode": "r"})));
    assert!(payload.uncertain && payload.repair_kinds() == [RepairKind::DuplicateKey]);
    let payload = read("<parameter=a>x</parameter><parameter=a>y</parameter>");
    assert_eq!((payload.value, payload.uncertain), (Some(json!({"a": "y"})), true));
}

#[test]
fn an_empty_element_is_no_parameter() {
    let known = KnownArguments { names: &["query"], ..KnownArguments::default() };
    assert!(parameters("<query/>tea</search>", 0, known).is_none());
}
