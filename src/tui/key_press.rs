//! A key press.

use std::fmt;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// A key press, the same on every terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeyPress {
    /// The key; of a letter its case says whether Shift was held.
    pub code: KeyCode,
    /// Control and Alt; Shift only where the key is no character.
    pub modifiers: KeyModifiers,
}

impl KeyPress {
    /// A character.
    #[must_use]
    pub const fn char(c: char) -> Self {
        Self { code: KeyCode::Char(c), modifiers: KeyModifiers::NONE }
    }

    /// A character with Control.
    #[must_use]
    pub const fn ctrl(c: char) -> Self {
        Self { code: KeyCode::Char(c), modifiers: KeyModifiers::CONTROL }
    }

    /// Another key.
    #[must_use]
    pub const fn code(code: KeyCode) -> Self {
        Self { code, modifiers: KeyModifiers::NONE }
    }

    /// What a terminal tells, if it tells a press: some tell releases too, and each says Shift its own way.
    #[must_use]
    pub fn from_event(event: KeyEvent) -> Option<Self> {
        if event.kind != KeyEventKind::Press {
            return None;
        }
        let shift = event.modifiers.contains(KeyModifiers::SHIFT);
        let modifiers = event.modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT);
        Some(match event.code {
            KeyCode::Char(c) if modifiers.contains(KeyModifiers::CONTROL) => {
                Self { code: KeyCode::Char(c.to_ascii_lowercase()), modifiers }
            }
            KeyCode::Char(c) if shift => Self { code: KeyCode::Char(c.to_ascii_uppercase()), modifiers },
            KeyCode::Char(c) => Self { code: KeyCode::Char(c), modifiers },
            KeyCode::Tab if shift => Self { code: KeyCode::BackTab, modifiers },
            KeyCode::BackTab => Self { code: KeyCode::BackTab, modifiers },
            code => Self { code, modifiers: modifiers | (event.modifiers & KeyModifiers::SHIFT) },
        })
    }
}

impl fmt::Display for KeyPress {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.modifiers.contains(KeyModifiers::CONTROL) {
            out.write_str("Ctrl-")?;
        }
        if self.modifiers.contains(KeyModifiers::ALT) {
            out.write_str("Alt-")?;
        }
        match self.code {
            KeyCode::Char(' ') => out.write_str("Space"),
            KeyCode::Char(c) if self.modifiers.is_empty() => write!(out, "{c}"),
            KeyCode::Char(c) => write!(out, "{}", c.to_ascii_uppercase()),
            KeyCode::Up => out.write_str("↑"),
            KeyCode::Down => out.write_str("↓"),
            KeyCode::Left => out.write_str("←"),
            KeyCode::Right => out.write_str("→"),
            KeyCode::PageUp => out.write_str("PgUp"),
            KeyCode::PageDown => out.write_str("PgDn"),
            KeyCode::BackTab => out.write_str("Shift-Tab"),
            code => write!(out, "{code}"),
        }
    }
}
