//! The key map: the keys in force.

pub(crate) mod names;
pub(crate) mod overrides;
pub(crate) mod preset;
pub(crate) mod rules;

use super::action::Action;
use super::bindings::{BINDINGS, Binding};
use super::context::KeyContext;
use super::key_press::KeyPress;
pub use overrides::KeyMistake;
pub use preset::Preset;

/// The keys in force for each row of [`BINDINGS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyMap {
    /// The keys of each row, in the order of [`BINDINGS`].
    keys: Vec<Vec<KeyPress>>,
}

/// A binding with the keys that are in force for it.
#[derive(Clone, Copy, Debug)]
pub struct KeyMapRow<'a> {
    /// The binding: action and context.
    pub binding: &'static Binding,
    /// The keys, the main one first; empty if unbound.
    pub keys: &'a [KeyPress],
}

impl KeyMapRow<'_> {
    /// The keys for display.
    #[must_use]
    pub fn keys_text(&self) -> String {
        let keys: Vec<_> = self.keys.iter().map(ToString::to_string).collect();
        keys.join(" ")
    }
}

impl Default for KeyMap {
    /// The default keys of the table.
    fn default() -> Self {
        Self { keys: BINDINGS.iter().map(|binding| binding.keys.to_vec()).collect() }
    }
}

impl KeyMap {
    /// Sets the keys of an action in a context.
    fn set(&mut self, context: KeyContext, action: &Action, keys: &[KeyPress]) {
        let is_meant = |binding: &Binding| binding.context == context && binding.action == *action;
        if let Some(row) = BINDINGS.iter().position(is_meant) {
            self.set_row(row, keys);
        }
    }

    /// Sets the keys of a row; Escape stays where it is a way out.
    fn set_row(&mut self, row: usize, keys: &[KeyPress]) {
        let leaves = BINDINGS.get(row).is_some_and(|binding| binding.action == Action::Leave);
        let escape = (leaves && !keys.contains(&rules::ESC)).then_some(rules::ESC);
        if let Some(known) = self.keys.get_mut(row) {
            *known = keys.iter().copied().chain(escape).collect();
        }
    }

    /// All rows, in the order of the table.
    pub fn rows(&self) -> impl Iterator<Item = KeyMapRow<'_>> {
        BINDINGS.iter().zip(&self.keys).map(|(binding, keys)| KeyMapRow { binding, keys })
    }

    /// The rows of a context.
    pub fn rows_of(&self, context: KeyContext) -> impl Iterator<Item = KeyMapRow<'_>> {
        self.rows().filter(move |row| row.binding.context == context)
    }

    /// The action of a key in a context; `None` if it is unbound.
    #[must_use]
    pub fn resolve(&self, context: KeyContext, key: KeyPress) -> Option<Action> {
        if let Some(row) = self.rows_of(context).find(|row| row.keys.contains(&key)) {
            return Some(row.binding.action.clone());
        }
        // Ways out that every context has.
        let ways_out = [(KeyPress::ctrl('c'), Action::Quit), (KeyPress::ctrl('z'), Action::Suspend)];
        ways_out.into_iter().find_map(|(way, action)| (way == key).then_some(action))
    }

    /// The main key of an action, for a hint. An action without a key is run by its name.
    #[must_use]
    pub fn key(&self, context: KeyContext, action: &Action) -> String {
        let first = |action: &Action| {
            let row = self.rows_of(context).find(|row| row.binding.action == *action);
            row.and_then(|row| row.keys.first())
        };
        match (first(action), first(&Action::Palette)) {
            (Some(key), _) => key.to_string(),
            (None, Some(palette)) => format!("{palette}{}", action.name().unwrap_or_default()),
            (None, None) => "no key".to_owned(),
        }
    }
}
