//! The language of the filter.

use proptest::prelude::*;

use super::*;
use crate::proposal::Status;
use crate::tui::tests::{items, settings};

/// The keys of the matching findings.
fn fitting(text: &str) -> Vec<String> {
    let query = Query::parse(text).unwrap_or_else(|mistake| panic!("{text}: {mistake:?}"));
    let mut found = items();
    if let Some(item) = found.first_mut() {
        item.status = Status::Skipped;
        item.touch(|edits| edits.note = Some("ask Ana about tides".to_owned()));
    }
    found.iter().filter(|item| query.fits(item, &settings().rules())).map(|item| item.key.to_string()).collect()
}

#[test]
fn conditions_fit() {
    for (text, keys) in [
        ("", "1038 1042 1047 1051 1060 1066 1071 1080"),
        ("BEES", "1060"),
        ("short answers", "1042"),
        ("\"short answers\"", "1042"),
        ("\"answers short\"", ""),
        ("juno", "1042 1047"),
        ("agent:JUNO", "1042 1047"),
        ("agent:juno,水无", "1042 1047 1080"),
        ("-agent:paulina", "1042 1047 1080"),
        ("remedy:strip", "1047"),
        ("remedy:strip,review", "1047 1051 1060"),
        ("Remedy:Review -bees", "1051"),
        ("pattern:board", "1047"),
        ("-pattern:save_memory", "1047 1051"),
        ("warning:payload", "1071"),
        ("status:skipped", "1038"),
        ("note:tides", "1038"),
        ("-note:tides remedy:recover agent:paulina", "1066 1071"),
        ("model:gemini-2.5 confidence<0.1", ""),
        ("confidence>=0", "1038 1042 1047 1051 1060 1066 1071 1080"),
        ("-confidence>=0", ""),
        ("1071", "1071"),
        ("verdict:not_executed", "1038 1042 1060 1066 1071 1080"),
        ("verdict:lost verdict:\"Not Executed\" bees", "1060"),
        ("verdict:unclear,executed -verdict:not-executed", "1047 1051"),
    ] {
        assert_eq!(fitting(text).join(" "), keys, "{text}");
    }
}

#[test]
fn a_mistake_is_explained_in_its_place() {
    for (text, at, expected) in [
        ("bees lost:x", 5, "unknown field `lost:`; use remedy, status"),
        ("remedy:", 7, "remedy: needs a value, such as remedy:recover"),
        ("remedy:recovr", 7, "`recovr` is not a remedy: recover, strip, correct, review"),
        ("status:pending,done", 15, "`done` is not a status: pending"),
        ("agent:", 6, "such as agent:word"),
        ("agent:juno,", 11, "agent: needs a value"),
        ("warning:old", 8, "`old` is not a warning"),
        ("confidence<much", 11, "a number from 0 to 1"),
        ("confidence>=2", 12, "a number from 0 to 1"),
        ("confidence<nan", 11, "a number from 0 to 1"),
        ("confidence:high", 10, "confidence<0.8"),
        ("a -", 2, "- needs a condition right after it"),
        ("a \"b c", 2, "this quote is never closed"),
        ("\"\"", 0, "nothing between the quotes"),
    ] {
        let mistake = Query::parse(text).unwrap_err();
        assert_eq!(mistake.at, at, "{text}: {}", mistake.text);
        assert!(mistake.text.contains(expected), "{text}: {}", mistake.text);
    }
}

#[test]
fn a_query_is_printed_as_it_is_written() {
    for (text, printed) in [
        ("  remedy:recover   bees ", "remedy:recover bees"),
        ("agent:\"Anna Lee\" \"plain\"", "agent:\"Anna Lee\" plain"),
        ("-warning:expired confidence<=0.80", "-warning:expired confidence<=0.8"),
        ("<tool_call> --x 12:30", "\"<tool_call>\" -\"-x\" \"12:30\""),
        ("\"say \\\"hi\\\" \\\\\"", "\"say \\\"hi\\\" \\\\\""),
    ] {
        assert_eq!(Query::parse(text).unwrap().to_string(), printed, "{text}");
    }
}

#[test]
fn choices_are_switched_in_a_query() {
    let mut query = Query::parse("bees -status:skipped").unwrap();
    let facet = |field: QueryField, name: &str| {
        *FilterChoice::all().iter().find(|choice| choice.asked() == (field, name)).unwrap()
    };
    let (strip, skipped) = (facet(QueryField::Remedy, "strip"), facet(QueryField::Status, "skipped"));
    query.toggle(strip);
    assert!(query.contains(strip) && !query.contains(skipped));
    query.toggle(skipped);
    assert_eq!(query.to_string(), "bees -status:skipped remedy:strip status:skipped");
    query.toggle(strip);
    query.toggle(skipped);
    assert_eq!(query.to_string(), "bees -status:skipped");
}

#[test]
fn every_example_of_the_help_can_be_asked() {
    for (example, _) in GRAMMAR {
        assert!(Query::parse(example).is_ok(), "{example}");
    }
}

proptest! {
    #[test]
    fn any_text_is_a_query_or_a_mistake_within_it(
        text in "(?s)([ \"\\\\:,<>=-]|agent:|status:pending|confidence|0\\.5|.){0,24}"
    ) {
        match Query::parse(&text) {
            Ok(query) => {
                let _ = items().iter().filter(|item| query.fits(item, &settings().rules())).count();
                prop_assert_eq!(Query::parse(&query.to_string()), Ok(query));
            }
            Err(mistake) => prop_assert!(text.is_char_boundary(mistake.at) && !mistake.text.is_empty()),
        }
    }
}
