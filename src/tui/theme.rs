//! Styles by meaning. What a colour says, a glyph or a word says too.

mod built_in;
mod choice;

use std::borrow::Cow;

use ratatui::style::Style;

use super::symbols::Symbols;
use super::text::Strange;
use crate::proposal::Status;
use crate::verdict::{Remedy, Verdict};

pub use choice::{Colours, StyleChange, ThemeChoice, ThemeName};

/// The styles of the screen.
///
/// Without colours every colour is [`Color::Reset`](ratatui::style::Color::Reset): leaving `NO_COLOR` to crossterm makes it write an empty
/// attribute, which takes reverse and bold away with the colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Ordinary text.
    pub text: Style,
    /// What matters less: labels, times, what is switched off.
    pub dim: Style,
    /// Headings and what must be seen.
    pub strong: Style,
    /// Frames.
    pub border: Style,
    /// The frame of the pane that has the keys.
    pub border_focused: Style,
    /// The selected row or choice.
    pub selected: Style,
    /// What a removal would take away.
    pub claim: Style,
    /// The same, of the claim that is looked at.
    pub claim_current: Style,
    /// The same, of a claim that is switched off.
    pub claim_off: Style,
    /// What a change takes away.
    pub deleted: Style,
    /// What a change brings.
    pub inserted: Style,
    /// Characters that would be invisible.
    pub strange: Strange,
    /// Names of fields.
    pub key: Style,
    /// What was guessed or repaired.
    pub repair: Style,
    /// What went well.
    pub good: Style,
    /// What the reviewer should know.
    pub warning: Style,
    /// What went wrong.
    pub bad: Style,
    /// What was put off.
    pub later: Style,
}

impl Theme {
    /// The same, with other characters.
    #[must_use]
    pub fn with_symbols(mut self, symbols: Symbols) -> Self {
        self.strange.symbols = symbols;
        self
    }

    /// What the program draws with.
    #[must_use]
    pub fn symbols(&self) -> Symbols {
        self.strange.symbols
    }

    /// A text of the data, so that it is drawn as it is.
    pub(super) fn data<'a>(&self, text: &'a str) -> Cow<'a, str> {
        self.symbols().data(text)
    }

    /// The style of a status.
    #[must_use]
    pub fn status(&self, status: Status) -> Style {
        match status {
            Status::Pending => self.text,
            Status::Accepted | Status::Edited => self.good,
            Status::Rejected | Status::Stale => self.bad,
            Status::Skipped => self.later,
            Status::Written => self.dim,
        }
    }

    /// The style of a verdict.
    #[must_use]
    pub fn verdict(&self, verdict: Option<Verdict>) -> Style {
        match verdict {
            Some(Verdict::NotExecuted | Verdict::NotEnabled) => self.bad,
            Some(Verdict::Executed) => self.good,
            Some(Verdict::Unclear) => self.warning,
            None => self.dim,
        }
    }
}

/// The glyph of a status; an undecided finding that needs a person's word has its own.
#[must_use]
pub fn glyph(status: Status, remedy: Option<Remedy>) -> &'static str {
    match status {
        Status::Pending if remedy == Some(Remedy::Review) => "?",
        Status::Pending => "·",
        Status::Accepted => "✓",
        Status::Edited => "✎",
        Status::Rejected => "✗",
        Status::Skipped => "↷",
        Status::Written => "⤓",
        Status::Stale => "!",
    }
}
