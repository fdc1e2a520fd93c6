//! The mouse: enabling it in the terminal, and its state.

use std::fmt;

use crossterm::Command;

/// The functions of the mouse, for the help.
pub(crate) const HELP: [(&str, &str); 4] = [
    ("click", "select a finding, choose a pane, a tab or a choice, press a key of the last row"),
    ("click again", "in the last decisions: go to the selected one"),
    ("wheel", "scroll what is under the pointer; the selection stays"),
    ("Shift-drag", "select text in most terminals; --no-mouse leaves the mouse to the terminal"),
];

/// The hint at the first click of a run, for users who want to select text by dragging.
pub(crate) const HINT: &str = "Shift-drag selects text in most terminals; --no-mouse gives the mouse back";

/// The state of the mouse.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mouse {
    /// The last clicked cell, if no key was pressed since.
    pub(crate) clicked: Option<(u16, u16)>,
    /// Whether the wheel scrolled the list, so that the selected finding may be off the screen.
    pub(crate) freed_list: bool,
    /// Whether the hint was shown.
    pub(crate) is_explained: bool,
}

impl Mouse {
    /// Resets the state after a key press.
    pub(crate) fn forget(&mut self) {
        *self = Self { is_explained: self.is_explained, ..Self::default() };
    }
}

/// Asks the terminal to report presses and the wheel. crossterm's own command also requests every move, which floods
/// the program with events.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WatchMouse;

impl Command for WatchMouse {
    fn write_ansi(&self, out: &mut impl fmt::Write) -> fmt::Result {
        // 1000: presses and the wheel; 1006: columns above 223, too.
        out.write_str("\x1b[?1000h\x1b[?1006h")
    }

    #[cfg(windows)]
    fn execute_winapi(&self) -> std::io::Result<()> {
        crossterm::event::EnableMouseCapture.execute_winapi()
    }

    #[cfg(windows)]
    fn is_ansi_code_supported(&self) -> bool {
        crossterm::event::EnableMouseCapture.is_ansi_code_supported()
    }
}

/// Tells the terminal to stop reporting the mouse.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IgnoreMouse;

impl Command for IgnoreMouse {
    fn write_ansi(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str("\x1b[?1006l\x1b[?1000l")
    }

    #[cfg(windows)]
    fn execute_winapi(&self) -> std::io::Result<()> {
        crossterm::event::DisableMouseCapture.execute_winapi()
    }

    #[cfg(windows)]
    fn is_ansi_code_supported(&self) -> bool {
        crossterm::event::DisableMouseCapture.is_ansi_code_supported()
    }
}
