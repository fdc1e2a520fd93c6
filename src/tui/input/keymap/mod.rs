//! The key map: the keys in force.

pub(crate) mod names;
pub(crate) mod overrides;
pub(crate) mod preset;
pub(crate) mod rules;

use super::action::Action;
use super::bindings::Binding;
use super::context::KeyContext;
use super::key_press::KeyPress;
pub use overrides::KeyMistake;
pub use preset::Preset;

/// The keys in force for each row of a table of bindings.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyMap {
    table: &'static [&'static Binding],
    /// The keys of each row, in the order of the table.
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

impl KeyMap {
    /// The default keys of a table.
    pub(crate) fn of(table: &'static [&'static Binding]) -> Self {
        Self { table, keys: table.iter().map(|binding| binding.keys.to_vec()).collect() }
    }

    /// Sets the keys of a row; Escape stays where it is a way out.
    fn set_row(&mut self, row: usize, keys: &[KeyPress]) {
        let leaves = self.table.get(row).is_some_and(|binding| binding.action == Action::Leave);
        let escape = (leaves && !keys.contains(&rules::ESC)).then_some(rules::ESC);
        if let Some(known) = self.keys.get_mut(row) {
            *known = keys.iter().copied().chain(escape).collect();
        }
    }

    /// All rows, in the order of the table.
    pub fn rows(&self) -> impl Iterator<Item = KeyMapRow<'_>> {
        self.table.iter().zip(&self.keys).map(|(binding, keys)| KeyMapRow { binding, keys })
    }

    /// All contexts, in the order of the table.
    #[must_use]
    pub fn contexts(&self) -> Vec<KeyContext> {
        let mut contexts = Vec::new();
        for binding in self.table {
            if !contexts.contains(&binding.context) {
                contexts.push(binding.context);
            }
        }
        contexts
    }

    /// The context whose rows hold an action, the first one if there are several.
    #[must_use]
    pub fn context_of(&self, action: &Action) -> Option<KeyContext> {
        self.table.iter().find(|binding| binding.action == *action).map(|binding| binding.context)
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
        // What every context has.
        let everywhere = [
            (KeyPress::CTRL_C, Action::Quit),
            (KeyPress::ctrl('z'), Action::Suspend),
            (KeyPress::ctrl('l'), Action::Repaint),
        ];
        everywhere.into_iter().find_map(|(known, action)| (known == key).then_some(action))
    }

    /// The main key of an action, for a hint. An action without a key is run by its name.
    #[must_use]
    pub fn key(&self, context: KeyContext, action: &Action) -> String {
        self.way_to(context, action).unwrap_or_else(|| "no key".to_owned())
    }

    /// The main key of an action, or how it is run by its name; `None` if neither is possible in the context.
    pub(crate) fn way_to(&self, context: KeyContext, action: &Action) -> Option<String> {
        let first = |action: &Action| {
            let row = self.rows_of(context).find(|row| row.binding.action == *action);
            row.and_then(|row| row.keys.first())
        };
        match (first(action), first(&Action::Palette)) {
            (Some(key), _) => Some(key.to_string()),
            (None, Some(palette)) => Some(format!("{palette}{}", action.name().unwrap_or_default())),
            (None, None) => None,
        }
    }
}
