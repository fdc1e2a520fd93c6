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
fn a_parameter_ends_where_the_next_begins() {
    let glued = "<parameter=a>x<parameter=b>2</parameter></function>";
    let payload = read(glued);
    assert_eq!((payload.value, payload.uncertain), (Some(json!({"a": "x", "b": 2})), true));
    // After white space it may be quoted, unless the tool takes it.
    let apart = "<parameter=a>x <parameter=b>2</parameter></function>";
    assert_eq!(read(apart).value, Some(json!({"a": "x <parameter=b>2"})));
    let payload = read_known(apart, &["a", "b"]);
    assert_eq!((payload.value, payload.uncertain), (Some(json!({"a": "x ", "b": 2})), true));
}

#[test]
fn a_value_without_its_closing_tag_may_quote_another_one() {
    let payload = read("<parameter=a>close it with </b> here</function></tool_call>");
    assert_eq!((payload.value, payload.uncertain), (Some(json!({"a": "close it with </b> here"})), true));
    assert_eq!(read("<parameter=a>x</function> and </b>").value, Some(json!({"a": "x"})));
}

#[test]
fn elements_may_have_attributes_or_no_content() {
    let payload = read("<path kind=\"file\">a.txt</path><note/><mode />");
    assert_eq!((payload.value, payload.uncertain), (Some(json!({"path": "a.txt", "note": "", "mode": ""})), false));
    assert!(read_body(Grammar::XmlParameters, "<path in prose>x</path>", 0, &[]).is_none());
}

#[test]
fn an_element_of_an_argument_needs_no_closing_tag() {
    let text = "<zone>CET\n</find>";
    assert!(read_body(Grammar::XmlParameters, text, 0, &[]).is_none());
    let payload = read_known(text, &["zone"]);
    assert_eq!((payload.value, payload.uncertain), (Some(json!({"zone": "CET"})), true));
}

#[test]
fn a_name_may_be_in_the_element_and_its_value_after_it() {
    let payload = read("<parameter>zone</parameter>\nCET\n<parameter>hours</parameter>\n2\n</parameter>\n</function>");
    assert_eq!((payload.value, payload.uncertain), (Some(json!({"zone": "CET", "hours": 2})), true));
    assert!(read_body(Grammar::XmlParameters, "<parameter>two words</parameter> x", 0, &[]).is_none());
}

#[test]
fn what_stands_between_the_objects_of_a_list_in_a_wrapper_hides_none_of_them() {
    let list = "[{\"a\": 1}, \"x\", {\"a\": 2}]";
    let payload = read_body(Grammar::Object, list, 0, &[]).unwrap();
    assert_eq!((payload.value, payload.truncated), (Some(json!([{"a": 1}, "x", {"a": 2}])), false));
    // Without a wrapper, only a list of objects is a payload.
    assert!(super::read(list, 0).is_none_or(|payload| payload.truncated));
    assert!(read_body(Grammar::Object, "[\"x\", {\"a\": 2}]", 0, &[]).is_none());
}

#[test]
fn elements_of_the_same_name_are_a_list() {
    let payload = read("<file>a</file><file>b</file><file>b</file><mode>r</mode><mode>r</mode>");
    assert_eq!(payload.value, Some(json!({"file": ["a", "b", "b"], "mode": "r"})));
    assert!(payload.uncertain && payload.repair_kinds() == [RepairKind::DuplicateKey]);
    let payload = read("<parameter=a>x</parameter><parameter=a>y</parameter>");
    assert_eq!((payload.value, payload.uncertain), (Some(json!({"a": "y"})), true));
}
