//! The table of keys.

use std::collections::HashSet;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::support::model;
use crate::tui::{Action, BINDINGS, Binding, KeyContext, KeyMap, KeyPress, update};

const ESC: KeyPress = KeyPress::code(KeyCode::Esc);
const ENTER: KeyPress = KeyPress::code(KeyCode::Enter);

fn char(c: char) -> KeyPress {
    KeyPress::char(c)
}

fn ctrl(c: char) -> KeyPress {
    KeyPress::ctrl(c)
}

#[test]
fn no_key_is_bound_twice_in_a_context() {
    let mut seen = HashSet::new();
    for binding in BINDINGS.iter() {
        for key in binding.keys {
            assert!(seen.insert((binding.context, *key)), "{key} in {:?}", binding.context);
        }
    }
}

fn resolve(context: KeyContext, key: KeyPress) -> Option<Action> {
    KeyMap::default().resolve(context, key)
}

#[test]
fn every_binding_has_a_name_of_its_own_in_its_context() {
    let mut seen = HashSet::new();
    for binding in BINDINGS.iter() {
        let name = binding.action.name().unwrap_or_else(|| panic!("{:?} has no name", binding.action));
        assert!(seen.insert((binding.context, name)), "{name} in {:?}", binding.context);
    }
}

#[test]
fn what_opens_a_dialog_by_its_name_opens_it() {
    let mut count = 0;
    for binding in BINDINGS.iter() {
        if let Action::Open(name) = binding.action {
            let mut model = model();
            update(&mut model, binding.action.clone());
            assert_eq!(model.context().name, name);
            count += 1;
        }
    }
    assert_eq!(count, 3);
}

#[test]
fn every_context_can_be_left_and_no_escape_decides() {
    for context in KeyMap::default().contexts() {
        assert_eq!(resolve(context, ESC), Some(Action::Leave), "{context:?}");
        assert_eq!(resolve(context, ctrl('c')), Some(Action::Quit), "{context:?}");
    }
}

#[test]
fn enter_never_rejects_or_writes() {
    for context in KeyMap::default().contexts() {
        let action = resolve(context, ENTER);
        assert!(!matches!(action, Some(Action::Decide(_))));
        assert!(context.name == "bulk_typed" || action != Some(Action::Confirm), "{context:?}");
    }
}

#[test]
fn where_text_is_typed_no_letter_is_bound() {
    let letters = |binding: &&&Binding| {
        binding.keys.iter().any(|key| matches!(key.code, KeyCode::Char(_)) && key.modifiers.is_empty())
    };
    let wrong: Vec<_> = BINDINGS.iter().filter(|binding| binding.context.takes_text()).filter(letters).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn keys_are_the_same_on_every_terminal() {
    let press = |code, modifiers| KeyPress::from_event(KeyEvent::new(code, modifiers));
    for event in [press(KeyCode::Char('a'), KeyModifiers::SHIFT), press(KeyCode::Char('A'), KeyModifiers::SHIFT)] {
        assert_eq!(event, Some(char('A')));
    }
    assert_eq!(press(KeyCode::Tab, KeyModifiers::SHIFT), Some(KeyPress::code(KeyCode::BackTab)));
    assert_eq!(press(KeyCode::BackTab, KeyModifiers::SHIFT), Some(KeyPress::code(KeyCode::BackTab)));
    assert_eq!(press(KeyCode::Char('R'), KeyModifiers::CONTROL), Some(ctrl('r')));
    let release = KeyEvent { kind: KeyEventKind::Release, ..KeyEvent::from(KeyCode::Char('a')) };
    assert_eq!(KeyPress::from_event(release), None);
}

#[test]
fn keys_read_well() {
    let shown: Vec<_> = [
        ctrl('r'),
        char('A'),
        char(' '),
        KeyPress::code(KeyCode::PageDown),
        KeyPress::code(KeyCode::BackTab),
        ESC,
        KeyPress::code(KeyCode::Down),
    ]
    .iter()
    .map(ToString::to_string)
    .collect();
    assert_eq!(shown, ["Ctrl-R", "A", "Space", "PgDn", "Shift-Tab", "Esc", "Down"]);
}
