//! What stands around a decision: the text in its forms, the conversation, the journal, the summary.

use super::support::*;

#[test]
fn the_form_of_the_text_goes_round_and_stays_from_finding_to_finding() {
    let (mut model, mut host) = (model(), FakeHost::default());
    for (keys, title, told) in [
        ("", "Cleaned text", ""),
        ("d", "Diff by words", "what goes and what comes: [-gone-] {+new+} · d: the raw text"),
        ("j", "Diff by words", ""),
        ("d", "Raw text", "the text as it is, what is claimed marked · d: the cleaned text"),
        ("a", "Raw text", "1042 accepted · u undoes it"),
        ("d", "Cleaned text", "the text as it will be · d: its diff"),
    ] {
        press(&mut model, &mut host, keys);
        assert_eq!(toast(&model), told, "{keys}");
        let shown = screen(&mut model, 120, 40);
        assert!(shown.contains(&format!(" {title} ")), "{keys}\n{shown}");
    }
}

#[test]
fn where_the_text_is_not_on_the_screen_it_comes_there() {
    for (width, height) in [(80, 24), (60, 20), (90, 12)] {
        let (mut model, mut host) = (model(), FakeHost::default());
        screen(&mut model, width, height);
        press(&mut model, &mut host, "d");
        let shown = screen(&mut model, width, height);
        assert!(shown.contains("[-{success"), "{width}×{height}\n{shown}");
    }
}

#[test]
fn a_text_that_stays_is_told_in_the_diff() {
    let (mut model, mut host) = (model(), FakeHost::default());
    for (keys, told) in [("jjjjxd", "The text stays as it is."), ("jj", "Nothing but the payload")] {
        press(&mut model, &mut host, keys);
        let shown = screen(&mut model, 120, 40);
        assert!(shown.contains("Diff by words"), "{shown}");
        assert!(shown.contains(told), "{keys}\n{shown}");
    }
}

#[test]
fn the_diff_by_words_at_80_by_24() {
    let mut model = model();
    screen(&mut model, 80, 24);
    press(&mut model, &mut FakeHost::default(), "d");
    insta::assert_snapshot!(screen(&mut model, 80, 24));
}

#[test]
fn the_diff_by_words_at_120_by_40() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "d");
    insta::assert_snapshot!(screen(&mut model, 120, 40));
}

#[test]
fn the_raw_text_at_120_by_40() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "jjjjjdd");
    insta::assert_snapshot!(screen(&mut model, 120, 40));
}
