//! A key press and its textual form.

use std::fmt;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// A key press, normalized across terminals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeyPress {
    /// The key; the case of a letter says whether Shift was held.
    pub code: KeyCode,
    /// Control and Alt; Shift only for keys that are not characters.
    pub modifiers: KeyModifiers,
}

impl KeyPress {
    /// The key that quits everywhere.
    pub const CTRL_C: Self = Self::ctrl('c');

    /// The key of a character, without modifiers.
    #[must_use]
    pub const fn char(c: char) -> Self {
        Self { code: KeyCode::Char(c), modifiers: KeyModifiers::NONE }
    }

    /// A character with Control.
    #[must_use]
    pub const fn ctrl(c: char) -> Self {
        Self { code: KeyCode::Char(c), modifiers: KeyModifiers::CONTROL }
    }

    /// A key without modifiers that is no character.
    #[must_use]
    pub const fn code(code: KeyCode) -> Self {
        Self { code, modifiers: KeyModifiers::NONE }
    }

    /// The press in a terminal event, if it is one: some terminals also report releases, and they differ in how they
    /// report Shift.
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

/// The names of keys; the first of several is displayed.
const NAMES: [(&str, KeyCode); 30] = [
    ("Space", KeyCode::Char(' ')),
    ("Enter", KeyCode::Enter),
    ("Return", KeyCode::Enter),
    ("Esc", KeyCode::Esc),
    ("Escape", KeyCode::Esc),
    ("Tab", KeyCode::Tab),
    ("Shift-Tab", KeyCode::BackTab),
    ("BackTab", KeyCode::BackTab),
    ("Backspace", KeyCode::Backspace),
    ("Del", KeyCode::Delete),
    ("Delete", KeyCode::Delete),
    ("Ins", KeyCode::Insert),
    ("Insert", KeyCode::Insert),
    ("Home", KeyCode::Home),
    ("End", KeyCode::End),
    ("PgUp", KeyCode::PageUp),
    ("PageUp", KeyCode::PageUp),
    ("Page-Up", KeyCode::PageUp),
    ("PgDn", KeyCode::PageDown),
    ("PgDown", KeyCode::PageDown),
    ("PageDown", KeyCode::PageDown),
    ("Page-Down", KeyCode::PageDown),
    ("Up", KeyCode::Up),
    ("↑", KeyCode::Up),
    ("Down", KeyCode::Down),
    ("↓", KeyCode::Down),
    ("Left", KeyCode::Left),
    ("←", KeyCode::Left),
    ("Right", KeyCode::Right),
    ("→", KeyCode::Right),
];

/// The prefixes of modifiers; the first of several is displayed.
const MODIFIERS: [(&str, KeyModifiers); 4] = [
    ("Ctrl-", KeyModifiers::CONTROL),
    ("Alt-", KeyModifiers::ALT),
    ("Meta-", KeyModifiers::ALT),
    ("Shift-", KeyModifiers::SHIFT),
];

impl KeyPress {
    /// Parses a key in its display form: `a`, `A`, `Ctrl-S`, `Alt-x`, `Space`, `PgDn`, `F5`, `Shift-Tab`.
    ///
    /// # Errors
    /// The text is not a key, or not one that a terminal can distinguish.
    pub fn parse(written: &str) -> Result<Self, String> {
        if let Some(code) = named(written) {
            return Ok(Self::code(code));
        }
        let mut modifiers = KeyModifiers::NONE;
        let mut rest = written;
        while let Some((modifier, after)) = MODIFIERS.iter().find_map(|(name, modifier)| {
            let (head, after) = rest.split_at_checked(name.len())?;
            (head.eq_ignore_ascii_case(name) && !after.is_empty()).then_some((*modifier, after))
        }) {
            modifiers |= modifier;
            rest = after;
        }
        let mut chars = rest.chars();
        let code = match (chars.next(), chars.next()) {
            (Some(c), None) if !c.is_control() => Some(KeyCode::Char(c)),
            _ => named(rest),
        };
        let code = code.ok_or_else(|| unknown(written))?;
        Self::normal(code, modifiers).map_err(|reason| format!("`{written}`: {reason}"))
    }

    /// The press as a terminal reports it; some combinations do not exist there.
    fn normal(code: KeyCode, modifiers: KeyModifiers) -> Result<Self, String> {
        let shift = modifiers.contains(KeyModifiers::SHIFT);
        let others = modifiers - KeyModifiers::SHIFT;
        Ok(match code {
            KeyCode::Char(c) if modifiers.contains(KeyModifiers::CONTROL) => {
                let c = c.to_ascii_lowercase();
                match c {
                    'i' => return Err("a terminal sends the same as for Tab".to_owned()),
                    'm' => return Err("a terminal sends the same as for Enter".to_owned()),
                    '[' => return Err("a terminal sends the same as for Esc".to_owned()),
                    _ if shift => return Err("a terminal does not report Shift with Ctrl".to_owned()),
                    'a'..='z' | ' ' => Self { code: KeyCode::Char(c), modifiers },
                    _ => return Err("a terminal reports Ctrl only with letters and Space".to_owned()),
                }
            }
            KeyCode::Char(c) if shift && c.is_ascii_alphabetic() => {
                Self { code: KeyCode::Char(c.to_ascii_uppercase()), modifiers: others }
            }
            KeyCode::Char(_) if shift => {
                return Err("write the character that Shift makes, such as ? or G".to_owned());
            }
            KeyCode::Tab if shift => Self { code: KeyCode::BackTab, modifiers: others },
            code => Self { code, modifiers },
        })
    }

    /// Whether it is a printable character.
    #[must_use]
    pub fn is_plain_char(self) -> bool {
        matches!(self.code, KeyCode::Char(_)) && self.modifiers.is_empty()
    }
}

fn named(written: &str) -> Option<KeyCode> {
    let known = NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(written));
    known.map(|(_, code)| *code).or_else(|| {
        let number = written.strip_prefix(['F', 'f'])?.parse().ok()?;
        (1..=12).contains(&number).then_some(KeyCode::F(number))
    })
}

fn unknown(written: &str) -> String {
    let near = crate::tui::text::suggestions::nearest(written, NAMES.iter().map(|(name, _)| *name));
    let meant = near.map_or_else(
        || "write keys like a, G, Ctrl-S, Alt-x, Space, PgDn, F5".to_owned(),
        |near| format!("did you mean {near}?"),
    );
    format!("`{written}` is not a key; {meant}")
}

impl fmt::Display for KeyPress {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let control = self.modifiers.contains(KeyModifiers::CONTROL);
        for (name, modifier) in MODIFIERS.iter().filter(|(name, _)| *name != "Meta-") {
            if self.modifiers.contains(*modifier) {
                out.write_str(name)?;
            }
        }
        match (NAMES.iter().find(|(_, code)| *code == self.code), self.code) {
            (Some((name, _)), _) => out.write_str(name),
            (None, KeyCode::Char(c)) if control => write!(out, "{}", c.to_ascii_uppercase()),
            (None, KeyCode::Char(c)) => write!(out, "{c}"),
            (None, code) => write!(out, "{code}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn keys_are_read_as_people_write_them() {
        let code = |code, modifiers| KeyPress { code, modifiers };
        for (written, key) in [
            ("a", KeyPress::char('a')),
            ("G", KeyPress::char('G')),
            ("Shift-g", KeyPress::char('G')),
            ("-", KeyPress::char('-')),
            ("é", KeyPress::char('é')),
            ("ctrl-s", KeyPress::ctrl('s')),
            ("Ctrl-S", KeyPress::ctrl('s')),
            ("Ctrl-Space", KeyPress::ctrl(' ')),
            ("space", KeyPress::char(' ')),
            ("Alt-x", code(KeyCode::Char('x'), KeyModifiers::ALT)),
            ("meta-X", code(KeyCode::Char('X'), KeyModifiers::ALT)),
            ("Alt--", code(KeyCode::Char('-'), KeyModifiers::ALT)),
            ("pgdn", KeyPress::code(KeyCode::PageDown)),
            ("Down", KeyPress::code(KeyCode::Down)),
            ("F5", KeyPress::code(KeyCode::F(5))),
            ("Shift-Tab", KeyPress::code(KeyCode::BackTab)),
            ("Ctrl-Alt-Left", code(KeyCode::Left, KeyModifiers::CONTROL | KeyModifiers::ALT)),
        ] {
            assert_eq!(KeyPress::parse(written), Ok(key), "{written}");
        }
    }

    #[test]
    fn what_is_no_key_is_reported_with_what_may_be_meant() {
        for (written, hint) in [
            ("", "not a key"),
            ("Ctrl-", "not a key"),
            ("gg", "not a key"),
            ("F13", "not a key"),
            ("Entr", "did you mean Enter?"),
            ("Ctrl-I", "same as for Tab"),
            ("Ctrl-M", "same as for Enter"),
            ("Ctrl-[", "same as for Esc"),
            ("Ctrl-;", "letters and Space"),
            ("Ctrl-Shift-S", "Shift with Ctrl"),
            ("Shift-1", "that Shift makes"),
            ("\u{1b}", "not a key"),
        ] {
            let mistake = KeyPress::parse(written).unwrap_err();
            assert!(mistake.contains(hint), "{written}: {mistake}");
        }
    }

    proptest! {
        #[test]
        fn a_key_that_can_be_written_is_shown_so_that_it_is_read_again(
            written in prop_oneof!["(Ctrl-|Alt-|Shift-){0,3}(.|[A-Za-z]{2,9}|F[0-9]{1,2})", ".{0,12}"],
        ) {
            if let Ok(key) = KeyPress::parse(&written) {
                prop_assert_eq!(KeyPress::parse(&key.to_string()), Ok(key));
            }
        }
    }
}
