//! What a click hits.

use std::ops::Range;

use crate::tui::input::pane::Pane;
use crate::tui::text;

use super::action::Action;
use super::key_press::KeyPress;

/// What a cell of the screen contains.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum HitTarget {
    /// A key of the last row.
    Key(FooterKey),
    /// A finding of the list.
    Finding(usize),
    /// A pane, or its tab.
    Pane(Pane),
    /// A choice of the dialog on top.
    Choice(usize),
    /// A field of the editor, and the row and column of its text.
    Field { place: usize, at: Option<(u16, u16)> },
    /// Something else of the dialog on top.
    Sheet,
}

/// A key of the footer and its position. A click there acts like the key.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FooterKey {
    /// The columns that it occupies.
    pub(crate) columns: Range<u16>,
    /// The key for display.
    pub(crate) key: String,
    /// What it does, in a word or two.
    pub(crate) label: String,
    /// The action of the key, and of a click on it.
    pub(crate) action: Action,
}

impl FooterKey {
    pub(crate) fn new(key: KeyPress, label: &str, action: &Action) -> Self {
        Self { columns: 0..0, key: key.to_string(), label: label.to_owned(), action: action.clone() }
    }

    pub(crate) fn width(&self) -> u16 {
        u16::try_from(text::width(&self.key) + text::width(&self.label) + 3).unwrap_or(u16::MAX)
    }

    /// Moves the key to a start column.
    pub(crate) fn at(self, start: u16) -> Self {
        Self { columns: start..start.saturating_add(self.width()), ..self }
    }
}
