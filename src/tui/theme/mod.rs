//! Styles by meaning. Whatever a colour says, a glyph or a word says too.

pub(crate) mod built_in;
pub(crate) mod choice;

use std::borrow::Cow;

use ratatui::style::Style;

use crate::proposal::Status;
use crate::tui::text::HiddenCharStyle;
use crate::tui::text::symbols::Symbols;
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
    /// Less important text: labels, times, switched-off claims.
    pub dim: Style,
    /// Headings and important text.
    pub strong: Style,
    /// The frames of panes without the focus.
    pub border: Style,
    /// The frame of the focused pane.
    pub border_focused: Style,
    /// The selected row or choice.
    pub selected: Style,
    /// A claim, which a removal would delete.
    pub claim: Style,
    /// The current claim, in the text of its message.
    pub claim_current: Style,
    /// An excluded claim, which stays in the text.
    pub claim_off: Style,
    /// Text that a change deletes.
    pub deleted: Style,
    /// Text that a change inserts.
    pub inserted: Style,
    /// Characters that would otherwise be invisible.
    pub hidden_char: HiddenCharStyle,
    /// Field names and keys.
    pub key: Style,
    /// Marks of the fields that the reviewer changed.
    pub repair: Style,
    /// What succeeded or is proven.
    pub good: Style,
    /// What needs attention, without blocking.
    pub warning: Style,
    /// Errors and failed actions.
    pub bad: Style,
    /// Skipped and stale findings.
    pub later: Style,
    /// Search hits, patched onto any other style.
    pub hit: Style,
}

impl Theme {
    /// The same theme with another character set.
    #[must_use]
    pub fn with_symbols(mut self, symbols: Symbols) -> Self {
        self.hidden_char.symbols = symbols;
        self
    }

    /// The character set of the theme.
    #[must_use]
    pub fn symbols(&self) -> Symbols {
        self.hidden_char.symbols
    }

    /// Marks a text of the data, so that it is drawn unchanged.
    pub(crate) fn data<'a>(&self, text: &'a str) -> Cow<'a, str> {
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
            Some(Verdict::NotExecuted | Verdict::NoSuchTool | Verdict::NotEnabled) => self.bad,
            Some(Verdict::Executed) => self.good,
            Some(Verdict::Unclear) => self.warning,
            None => self.dim,
        }
    }
}

/// The glyph and the letter of a status. A pending finding has no letter, but its own glyph if it needs a person's
/// decision.
#[must_use]
pub fn sign(status: Status, remedy: Option<Remedy>) -> &'static str {
    match status {
        Status::Pending if remedy == Some(Remedy::Review) => "? ",
        Status::Pending => "· ",
        Status::Accepted => "✓a",
        Status::Edited => "✎e",
        Status::Rejected => "✗r",
        Status::Skipped => "↷s",
        Status::Written => "⤓w",
        Status::Stale => "!c",
    }
}

/// The meaning of the signs in the list.
pub(crate) const SIGNS: [(&str, &str); 15] = [
    ("·", "pending"),
    ("?", "pending, choose a remedy"),
    ("✓a", "accepted as proposed"),
    ("✎e", "accepted with changes"),
    ("✗r", "rejected"),
    ("↷s", "skipped"),
    ("⤓w", "written back"),
    ("!c", "changed since decided; decide again"),
    ("~", "after the pattern: changes not yet accepted"),
    ("¶", "after the key: has a note"),
    ("⚑", "after the key: flagged for a later look"),
    ("≡", "with the evidence: number of findings with the same proposal"),
    ("+1", "after the pattern: one more claim in the same message"),
    ("▸ ◆ ◈", "selected, marked, both"),
    ("⚒", "repaired to read the payload"),
];
