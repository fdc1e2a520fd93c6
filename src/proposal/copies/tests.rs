//! Copies in one piece, and in parts.

use proptest::prelude::*;

use super::*;
use crate::claim::Span;
use crate::proposal::{changes::changes, clean};

const BLOCK: &str = "<details>invented</details>";

fn removals<'a>(old: &str, removed: &[&str]) -> Vec<(Span, &'a str)> {
    let mut from = 0;
    let span = |piece: &&str| {
        let start = from + old[from..].find(piece).unwrap();
        from = start + piece.len();
        (Span { start, end: from }, "")
    };
    removed.iter().map(span).collect()
}

fn cleaned(parts: &[&str], old: &str, removed: &[&str], likeness: CopyLikeness) -> Option<Vec<String>> {
    let removals = removals(old, removed);
    let new = clean(old, &removals);
    changed_parts(parts, (old, &new), &changes(old, &new, &removals), likeness)
}

fn exactly(parts: &[&str], old: &str, removed: &[&str]) -> Option<Vec<String>> {
    cleaned(parts, old, removed, CopyLikeness::Exact)
}

fn typed(parts: &[&str], old: &str, new: &str) -> Option<Vec<String>> {
    changed_parts(parts, (old, new), &changes(old, new, &[]), CopyLikeness::Exact)
}

#[test]
fn a_copy_in_one_piece_is_the_new_text() {
    assert_eq!(exactly(&["{x} a"], "{x} a", &["{x}"]).unwrap(), ["a"]);
    assert_eq!(typed(&["a"], "a", "b").unwrap(), ["b"]);
}

#[test]
fn a_removal_goes_to_the_part_in_which_it_falls() {
    let old = "Let me save.\n{x}Saved!";
    assert_eq!(exactly(&["Let me save.", "{x}Saved!"], old, &["{x}"]).unwrap(), ["Let me save.", "Saved!"]);
    assert_eq!(exactly(&["Let me save.\n{x}", "Saved!"], old, &["{x}"]).unwrap(), ["Let me save.\n", "Saved!"]);
    assert_eq!(exactly(&["Let me save.", "{x}", "Saved!"], old, &["{x}"]).unwrap(), ["Let me save.", "", "Saved!"]);
    // Several parts can change at once, wherever the text is split.
    let old = "{x}One {y} two {x}three";
    let parts = ["{x}One {y", "} two ", "{x}three"];
    assert_eq!(exactly(&parts, old, &["{x}", "{y}", "{x}"]).unwrap(), ["One ", "two ", "three"]);
}

#[test]
fn of_equal_parts_the_removed_one_changes() {
    let old = "{x}\nand\n{x}";
    let removals = [(Span { start: 8, end: 11 }, "")];
    let new = clean(old, &removals);
    let parts = changed_parts(&["{x}", "and", "{x}"], (old, &new), &changes(old, &new, &removals), CopyLikeness::Exact);
    assert_eq!(parts.unwrap(), ["{x}", "and", ""]);
}

#[test]
fn what_the_text_shows_between_its_parts_may_be_anything() {
    let old = "<details>thought</details>\nLet me see.\n<details>call</details>\n{x}Done.";
    assert_eq!(exactly(&["Let me see.", "{x}Done."], old, &["{x}"]).unwrap(), ["Let me see.", "Done."]);
    // The parts may have other things between them than the text.
    assert_eq!(exactly(&["a thought", "Let me see.", "{x}Done."], old, &["{x}"]).unwrap()[2], "Done.");
    // A change of those other things belongs to no part.
    assert_eq!(exactly(&["Let me see.", "{x}Done."], old, &["<details>call</details>"]), None);
    assert_eq!(typed(&["Let me see.", "{x}Done."], old, "Done."), None);
}

#[test]
fn what_is_quoted_between_other_words_is_not_cut_out_of_them() {
    let old = format!("First.\n{BLOCK}\nDone.");
    for likeness in [CopyLikeness::Exact, CopyLikeness::Same] {
        for parts in [
            vec!["I was told to say:", BLOCK, "as an example"],
            vec!["I was told to say:", "", BLOCK],
            vec![BLOCK, " ", "as an example"],
            vec!["First.", "I was told to say:", BLOCK, "Done."],
        ] {
            assert_eq!(cleaned(&parts, &old, &[BLOCK], likeness), None, "{parts:?}");
        }
        // Words of the part that stay, or that are in the text on both sides, make it certain.
        let with_words = format!("{BLOCK}\nDone.");
        for parts in [
            vec!["a thought", "First.", BLOCK],
            vec!["a thought", with_words.as_str()],
            vec!["First.", BLOCK, "Done.", "an afterthought"],
            vec![BLOCK],
        ] {
            assert!(cleaned(&parts, &old, &[BLOCK], likeness).is_some(), "{parts:?}");
        }
    }
}

#[test]
fn it_is_not_guessed_which_part_is_meant() {
    // It is ambiguous which of the two passages is the part.
    assert_eq!(exactly(&["{x}"], "{x} and {x}", &["{x}"]), None);
    // An ambiguous part that does not change is harmless.
    assert_eq!(exactly(&["Yes.", "{x}Done."], "Yes. Yes.\n{x}Done.", &["{x}"]).unwrap(), ["Yes.", "Done."]);
    // In a different order, the parts are not a copy.
    assert_eq!(exactly(&["{x}Done.", "Yes."], "Yes.\n{x}Done.", &["{x}"]), None);
    assert_eq!(exactly(&["Other words."], "{x}Done.", &["{x}"]), None);
    assert_eq!(exactly(&["", " "], "{x}Done.", &["{x}"]), None);
    // The new text could belong to either part.
    assert_eq!(typed(&["One two", "three four"], "One two\nthree four", "One 2-3 four"), None);
}

#[test]
fn a_typed_text_goes_to_the_parts_that_it_changes() {
    let old = "One two.\nThree.";
    assert_eq!(typed(&["One two.", "Three."], old, "One 2.\nThree, four.").unwrap(), ["One 2.", "Three, four."]);
    assert_eq!(typed(&["One two.", "Three."], old, "One two.\nThree. Four.").unwrap(), ["One two.", "Three. Four."]);
}

#[test]
fn one_that_is_worded_otherwise_loses_what_the_text_loses() {
    let old = format!("First.\n{BLOCK}\nDone.");
    let same = |parts: &[&str]| cleaned(parts, &old, &[BLOCK], CopyLikeness::Same);
    // A part without what the application shows before it.
    let part = format!("{BLOCK}\nDone.");
    assert_eq!(exactly(&[&part], &old, &[BLOCK]).unwrap(), ["\nDone."]);
    let otherwise = format!("As I said: First.\n{BLOCK}\nDone.");
    assert_eq!(same(&[&otherwise]), None, "other words come before it");
    let old = format!("It is the first thing to do.\n{BLOCK}\nNow all of it is done.");
    let same = |parts: &[&str]| cleaned(parts, &old, &[BLOCK], CopyLikeness::Same);
    let otherwise = format!("This is the first thing to do.\n{BLOCK}\nNow all of it is finished.");
    assert_eq!(same(&[&otherwise]).unwrap(), ["This is the first thing to do.\n\nNow all of it is finished."]);
    assert_eq!(exactly(&[&otherwise], &old, &[BLOCK]), None, "no copy of this very text");
    for other in [
        format!("I was told to say: {BLOCK} as an example"),
        format!("It is the first thing to do.\n{BLOCK}\nas an example"),
        format!("I was told to say: {BLOCK}\nNow all of it is done."),
    ] {
        assert_eq!(same(&[&other]), None, "{other}");
    }
    assert_eq!(same(&[&otherwise, "as an example"]), None);
    assert_eq!(same(&["Other words."]), None);
    assert_eq!(same(&[&format!("{BLOCK} {BLOCK}")]), None, "twice");
    assert_eq!(same(&[&otherwise, &otherwise]), None, "twice");
    assert_eq!(cleaned(&["say it so"], "say it now", &["it"], CopyLikeness::Same), None, "too short to be looked for");
}

proptest! {
    /// However a text is split into parts, and whatever is removed: the parts have the words of the new text.
    #[test]
    fn the_parts_say_what_the_new_text_says(
        words in proptest::collection::vec("[ab]{1,2}|\\{x\\}|<d>", 1..12),
        separators in proptest::collection::vec(prop_oneof![Just(None), Just(Some("\n")), Just(Some("\n<call>\n"))], 12),
        removed in proptest::collection::vec(any::<bool>(), 12),
    ) {
        let (mut old, mut parts, mut spans) = (String::new(), vec![String::new()], Vec::new());
        for ((word, separator), removed) in words.iter().zip(&separators).zip(&removed) {
            let start = old.len();
            old.push_str(word);
            parts.last_mut().unwrap().push_str(word);
            if *removed {
                spans.push((Span { start, end: old.len() }, ""));
            }
            match separator {
                None => {
                    old.push(' ');
                    parts.last_mut().unwrap().push(' ');
                }
                Some(separator) => {
                    old.push_str(separator);
                    parts.push(String::new());
                }
            }
        }
        let new = clean(&old, &spans);
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        if let Some(changed) = changed_parts(&parts, (&old, &new), &changes(&old, &new, &spans), CopyLikeness::Exact) {
            let said = |parts: &[String]| parts.concat().chars().filter(|c| !c.is_whitespace()).collect::<String>();
            let shown: String = new.replace("<call>", "").chars().filter(|c| !c.is_whitespace()).collect();
            prop_assert_eq!(said(&changed), shown, "{:?} of {:?}", parts, old);
            prop_assert_eq!(changed.len(), parts.len());
        } else {
            // With nothing in between, every part is certain.
            prop_assert!(old.contains("<call>"), "{:?} of {:?}", parts, old);
        }
    }
}
