//! Built-in key maps.

use crossterm::event::KeyCode;

use crate::tui::input::action::{Action, Motion, Scroll, Step};
use crate::tui::input::context::KeyContext;
use crate::tui::input::key_press::KeyPress;

use super::KeyMap;

/// A built-in key map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preset {
    /// The keys of the table of bindings.
    #[default]
    Default,
    /// Keys that vim users expect, as far as single keys go.
    Vim,
}

impl Preset {
    /// All presets, in the order of the help.
    pub const ALL: [Self; 2] = [Self::Default, Self::Vim];

    /// The name of the preset in the configuration.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Vim => "vim",
        }
    }

    /// The key map of the preset.
    #[must_use]
    pub fn keys(self) -> KeyMap {
        let mut map = KeyMap::default();
        let changes = match self {
            Self::Default => &[],
            Self::Vim => VIM,
        };
        for (context, action, keys) in changes {
            map.set(*context, action, keys);
        }
        map
    }
}

const fn char(c: char) -> KeyPress {
    KeyPress::char(c)
}

const fn ctrl(c: char) -> KeyPress {
    KeyPress::ctrl(c)
}

const fn code(code: KeyCode) -> KeyPress {
    KeyPress::code(code)
}

const PAGE_DOWN: KeyPress = code(KeyCode::PageDown);
const PAGE_UP: KeyPress = code(KeyCode::PageUp);

/// Where vim has other keys than the table. `h` and `l` switch panes, so the journal moves to `L`, and what is left out
/// to Ctrl-L; `V` starts a range.
const VIM: &[(KeyContext, Action, &[KeyPress])] = {
    use KeyContext::{Conversation, Help, Journal, Review};
    &[
        (Review, Action::Edit, &[char('e'), char('i')]),
        (Review, Action::Move(Motion::PageDown), &[PAGE_DOWN, ctrl('f')]),
        (Review, Action::Move(Motion::PageUp), &[PAGE_UP, ctrl('b')]),
        (Review, Action::Scroll(Scroll::Down), &[char('J'), ctrl('e')]),
        (Review, Action::Scroll(Scroll::Up), &[char('K'), ctrl('y')]),
        (Review, Action::Focus(Step::Next), &[code(KeyCode::Tab), char('l')]),
        (Review, Action::Focus(Step::Previous), &[code(KeyCode::BackTab), char('h')]),
        (Review, Action::Range, &[char('v'), char('V')]),
        (Review, Action::ShowJournal, &[char('L')]),
        (Review, Action::Approve, &[ctrl('a')]),
        (Review, Action::ShowLeftOut, &[ctrl('l')]),
        (Help, Action::Scroll(Scroll::HalfDown), &[PAGE_DOWN, ctrl('d'), ctrl('f'), char(' ')]),
        (Help, Action::Scroll(Scroll::HalfUp), &[PAGE_UP, ctrl('u'), ctrl('b')]),
        (Conversation, Action::Scroll(Scroll::HalfDown), &[PAGE_DOWN, ctrl('d'), ctrl('f')]),
        (Conversation, Action::Scroll(Scroll::HalfUp), &[PAGE_UP, ctrl('u'), ctrl('b')]),
        (Journal, Action::Move(Motion::PageDown), &[PAGE_DOWN, ctrl('d'), ctrl('f')]),
        (Journal, Action::Move(Motion::PageUp), &[PAGE_UP, ctrl('u'), ctrl('b')]),
        (Journal, Action::Leave, &[code(KeyCode::Esc), char('q'), char('L')]),
    ]
};
