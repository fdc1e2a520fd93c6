//! The document for `$EDITOR`: written, and read back.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::support::*;
use crate::proposal::{Choice, ClaimEdit, Edit};
use crate::tui::Item;
use crate::tui::review::document::{DocumentMistake, ParsedDocument, read, render};

fn item(key: i64) -> Item {
    items().into_iter().find(|item| item.key == crate::source::Key::Integer(key)).unwrap()
}

fn document(item: &Item) -> String {
    render(item, item.changes(), &settings().rules()).unwrap()
}

fn reading(text: &str, item: &Item) -> ParsedDocument {
    read(text, item, &settings().rules()).unwrap()
}

/// Returns the first mistake of a document as `line:column reason`.
fn mistake(text: &str, item: &Item) -> String {
    let describe = |mistake: &DocumentMistake| format!("{}:{} {}", mistake.line, mistake.column, mistake.reason);
    match read(text, item, &settings().rules()) {
        Ok(reading) => reading.mistakes.first().map(describe).unwrap_or_default(),
        Err(mistake) => describe(&mistake),
    }
}

#[test]
fn a_document_of_two_claims() {
    insta::assert_snapshot!(document(&item(1066)));
}

#[test]
fn nothing_of_a_message_commands_a_terminal_or_ends_a_comment() {
    let mut strange = item(1080);
    strange.touch(|edits| edits.note = Some("*/ }\r\n\u{2028}{ \u{1b}[31m".to_owned()));
    insta::assert_snapshot!(document(&strange));
}

#[test]
fn a_payload_that_no_pattern_knows_has_no_record() {
    insta::assert_snapshot!(document(&item(1051)));
}

#[test]
fn what_is_not_touched_is_no_change() {
    for item in items() {
        let reading = reading(&document(&item), &item);
        assert_eq!((reading.edit, reading.note.as_str(), reading.mistakes), (Edit::default(), "", Vec::new()));
    }
}

#[test]
fn what_is_left_out_stays_and_null_is_what_was_proposed() {
    let mut item = item(1066);
    let changed = ClaimEdit { choice: Some(Choice::Strip), ..ClaimEdit::default() };
    let fields = BTreeMap::from([("content".to_owned(), "Mine.".to_owned())]);
    let edited = ClaimEdit { fields, ..ClaimEdit::default() };
    let edit = Edit { claims: BTreeMap::from([(0, changed), (1, edited)]), cleaned: Some("So.".to_owned()) };
    item.touch(|edits| (edits.edit, edits.note) = (edit, Some("ask Ana".to_owned())));
    for text in ["{}", "{claim_1: {}, claim_2: {record: {}}}"] {
        let reading = reading(text, &item);
        assert_eq!((reading.edit, reading.note.as_str()), (item.edit().clone(), "ask Ana"), "{text}");
    }
    for text in [
        "{claim_1: null, claim_2: null, cleaned: null, note: null}",
        "{claim_1: {remedy: null}, claim_2: {record: null}, cleaned: null, note: ''}",
        "{claim_1: {remedy: 'recover'}, claim_2: {record: {content: null}}, cleaned: null, note: []}",
    ] {
        let reading = reading(text, &item);
        assert_eq!((reading.edit, reading.note.as_str()), (Edit::default(), ""), "{text}");
    }
}

#[test]
fn a_text_is_a_string_or_a_list_of_its_lines() {
    let item = item(1042);
    for (typed, expected) in [
        ("'one\\ntwo'", "one\ntwo"),
        ("['one', 'two']", "one\ntwo"),
        ("['one', '', 'two', ]", "one\n\ntwo"),
        ("['one\\ntwo']", "one\ntwo"),
        ("[]", ""),
        ("['']", ""),
        ("['one', '']", "one\n"),
    ] {
        assert_eq!(reading(&format!("{{cleaned: {typed}}}"), &item).edit.cleaned.as_deref(), Some(expected), "{typed}");
    }
}

#[test]
fn the_text_follows_the_remedies_unless_somebody_wrote_it() {
    let item = item(1066);
    let left = document(&item).replacen("\"recover\"", "\"leave\"", 1);
    let reading = reading(&left, &item);
    assert_eq!(reading.edit.claims[&0].choice, Some(Choice::Leave));
    assert_eq!(reading.edit.cleaned, None);
}

#[test]
fn who_corrects_a_doubtful_record_wants_it_written() {
    let item = item(1060);
    let corrected = document(&item).replace("\"diary\"", "\"core\"");
    let edit = reading(&corrected, &item).edit;
    assert_eq!(edit.claims[&0].choice, Some(Choice::Recover));
    // A note alone does not require a correction.
    let noted = reading("{note: 'look later'}", &item);
    assert_eq!((noted.note.as_str(), noted.mistakes), ("look later", Vec::new()));
}

#[test]
fn each_mistake_is_reported_with_its_place() {
    let (core, diary, unknown) = (item(1042), item(1060), item(1051));
    for (item, text, expected) in [
        (&core, "{\n  note: 'x\n}", "2:11 a string must end on its line"),
        (&core, "{\n  note: 'x' cleaned: 'y'\n}", "2:13 expected comma"),
        (&core, "{\n  note: 'x',\n", "3:1 the text ends within its object"),
        (&core, "{} x", "1:4 trailing characters"),
        (&core, "['x']", "1:1 this must be an object: { … }"),
        (&core, "{\n  memory: 'x'\n}", "2:3 `memory` is unknown here; there is claim_1, cleaned, note"),
        (&core, "{claim_2: {}}", "1:2 there is no `claim_2`: the finding has one claim"),
        (&core, "{claim_01: {}}", "1:2 there is no `claim_01`: the finding has one claim"),
        (&core, "{claim_1: 'x'}", "1:11 this must be an object: { … }"),
        (&core, "{claim_1: {content: 'x'}}", "1:12 `content` is unknown here; there is remedy, record"),
        (
            &core,
            "{claim_1: {record: {contents: 'x'}}}",
            "1:21 `contents` is unknown here; there is content, memory_type",
        ),
        (&core, "{claim_1: {remedy: 'keep'}}", "1:20 `keep` is not one of recover, strip, leave"),
        (&core, "{claim_1: {remedy: 1}}", "1:20 a remedy must be a string: \"…\""),
        (&core, "{note: 7}", "1:8 a text must be a string, \"…\", or a list of its lines, [\"…\", \"…\"]"),
        (&core, "{cleaned: ['x',\n  7]}", "2:3 a line of a text must be a string: \"…\""),
        (&core, "{note: 'a', note: 'b'}", "1:13 `note` appears here twice"),
        (&core, "{claim_1: {record: {\n content: ' '}}}", "2:11 content: is empty"),
        (&core, "{claim_1: {record: {memory_type: 'x'}}}", "1:34 memory_type: `x` is not one of core, journal"),
        (&diary, "{claim_1: {remedy: 'recover'}}", "1:2 memory_type: `diary` is not one of core, journal"),
        (&diary, "{claim_1: {record: {content: 'x'}}}", "1:2 memory_type: `diary` is not one of core, journal"),
        (&diary, "{claim_1: {remedy: 'strip', record: {content: ''}}}", ""),
        (&unknown, "{claim_1: {remedy: 'recover'}}", "1:20 `recover` is not one of strip, leave"),
        (&unknown, "{claim_1: {record: {}}}", "1:12 this claim has no record that could be written"),
    ] {
        assert_eq!(mistake(text, item), expected, "{text}");
    }
    let long = format!("{{claim_1: {{record: {{memory_type: '{}'}}}}}}", "x".repeat(9_000));
    assert!(mistake(&long, &core).chars().count() < 220);
}

#[test]
fn everything_else_of_a_mistaken_document_can_be_taken() {
    let item = item(1042);
    let text =
        "{claim_1: {remedy: 'keep', record: {content: ['Ana', 7], memory_type: 'journal'}}, notes: 'x', note: 'y'}";
    let ParsedDocument { edit, note, mistakes } = reading(text, &item);
    assert_eq!(edit.claims[&0].fields, BTreeMap::from([("memory_type".to_owned(), "journal".to_owned())]));
    assert_eq!((note.as_str(), mistakes.len()), ("y", 3));
    assert!(mistakes.iter().all(|mistake| !mistake.is_kept));
    let refused = reading_of_refused(&item);
    assert!(refused.mistakes.iter().all(|mistake| mistake.is_kept));
    assert_eq!(refused.edit.claims[&0].fields["content"], "");
}

fn reading_of_refused(item: &Item) -> ParsedDocument {
    reading("{claim_1: {record: {content: ''}}}", item)
}

/// Texts that break carelessly written JSON5.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "(?s).{0,60}",
        "[a\"'\\\\/*\n\r\t,{}\\[\\]\u{0}\u{85}\u{2028}\u{2029}\u{200d}\u{feff}\u{1f469}\u{e0041}0u]{0,40}",
    ]
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(
        contents in prop::collection::vec(any_text(), 2),
        cleaned in any_text(),
        note in any_text(),
        choice in prop::sample::select(vec![None, Some(Choice::Strip), Some(Choice::Leave)]),
    ) {
        let mut edited = item(1066);
        edited.touch(|edits| {
            for (claim, content) in contents.iter().enumerate() {
                edits.edit.claim(claim).fields.insert("content".to_owned(), content.clone());
            }
            edits.edit.claim(1).choice = choice;
            edits.edit.cleaned = Some(cleaned);
            edits.note = Some(note.clone());
        });
        let text = document(&edited);
        let again = reading(&text, &edited);
        prop_assert_eq!(&again.edit, edited.edit());
        prop_assert_eq!(again.note, note);
        // For an unchanged finding the document alone holds the whole edit.
        let fresh = item(1066);
        prop_assert_eq!(&reading(&text, &fresh).edit, edited.edit());
        prop_assert!(!text.chars().any(|c| c.is_control() && c != '\n'));
    }

    #[test]
    fn no_document_panics(text in any_text(), whole in any::<bool>()) {
        let item = item(1042);
        let text = if whole { format!("{{note: {text}") } else { text };
        if let Err(mistake) = read(&text, &item, &settings().rules()) {
            prop_assert!(mistake.line >= 1 && mistake.column >= 1);
        }
    }
}
