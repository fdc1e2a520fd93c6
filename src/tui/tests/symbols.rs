//! The characters that the screen is drawn with.

use proptest::prelude::*;

use super::support::*;
use crate::tui::{Action, BINDINGS, Symbols, Theme};

fn ascii() -> Theme {
    Theme::colour().with_symbols(Symbols::Ascii)
}

/// A key that is bound somewhere, or a character of ASCII.
fn any_key() -> impl Strategy<Value = Action> {
    let bound: Vec<_> = BINDINGS.iter().flat_map(|binding| binding.keys).copied().collect();
    prop_oneof![
        6 => prop::sample::select(bound).prop_map(Action::Key),
        1 => prop::char::range(' ', '~').prop_map(|c| Action::Key(crate::tui::KeyPress::char(c))),
        1 => Just(Action::Tick),
        1 => Just(Action::Failed("the disk\u{1b} is full".to_owned())),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn of_ascii_data_the_screen_shows_only_ascii(
        actions in prop::collection::vec(any_key(), 0..40),
        (width, height) in (1u16..=200, 1u16..=60),
        scanning in any::<bool>(),
    ) {
        let mut found = items();
        found.pop();
        let mut model = if scanning { crate::tui::Model::new(settings()) } else { model_of(found) };
        let mut host = FakeHost::default();
        for action in actions {
            act(&mut model, &mut host, action);
        }
        let shown = whole(&drawn(&mut model, &ascii(), width, height));
        // The invented conversation contains Japanese, too.
        let wrong: String = shown.chars().filter(|c| !c.is_ascii() && !"日本語".contains(*c)).collect();
        prop_assert!(wrong.is_empty(), "{wrong} in\n{shown}");
    }
}

/// Every character that the program draws with, as the data of a message.
const OURS: &str = "a → b · c… ✓ ✗ ⚠ “so” × 2 – ⏎";

#[test]
fn what_the_data_holds_stays_as_it_is() {
    let content = format!("{{\"success\": true, \"memory_type\": \"core\", \"content\": \"{OURS}\"}}{OURS}");
    let draft = Draft { agent: "A → B", evidence: &["so → it is"], ..Draft::new(1, &content) };
    let (mut model, mut host) = (model_of(vec![draft.item()]), FakeHost::default());
    for (keys, count) in [("", 4), ("e", 5), ("<esc>ddz", 2)] {
        press(&mut model, &mut host, keys);
        let shown = whole(&drawn(&mut model, &ascii(), 200, 50));
        assert_eq!(shown.matches(OURS).count(), count, "{keys}\n{shown}");
        assert!(!keys.is_empty() || shown.contains("so → it is") && shown.contains("A → B"), "{shown}");
    }
}

#[test]
fn a_missing_value_in_a_group_is_drawn_in_ascii() {
    let mut found = items();
    found.pop();
    let (mut model, mut host) = (model_of(found), FakeHost::default());
    press(&mut model, &mut host, "C ");
    let shown = whole(&drawn(&mut model, &ascii(), 120, 40));
    assert!(shown.contains("content: -") && shown.is_ascii(), "{shown}");
}

#[test]
fn the_review_in_ascii_at_80_by_24() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "jasr ;ask<enter>G");
    insta::assert_snapshot!(whole(&drawn(&mut model, &ascii(), 80, 24)));
}
