//! Styles by meaning. What a colour says, a glyph or a word says too.

pub(crate) mod built_in;
pub(crate) mod choice;
pub(crate) mod symbols;

use std::borrow::Cow;

use ratatui::style::Style;

use crate::proposal::Status;
use crate::tui::text::Strange;
use crate::verdict::{Remedy, Verdict};

pub use choice::{Colours, StyleChange, ThemeChoice, ThemeName};
use symbols::Symbols;

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
    /// What a search found, over any other style.
    pub hit: Style,
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

/// The glyph and the letter of a status. One who waits for a decision has no letter, but a glyph of its own where it
/// needs a person's word.
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

/// What the signs of the list mean.
pub(crate) const SIGNS: [(&str, &str); 15] = [
    ("·", "waits for a decision"),
    ("?", "waits, and wants a person to say what it is"),
    ("✓a", "accepted as proposed"),
    ("✎e", "accepted with changes"),
    ("✗r", "rejected"),
    ("↷s", "skipped"),
    ("⤓w", "written back"),
    ("!c", "the message changed since it was decided: decide it anew"),
    ("~", "behind the pattern: changes that are not accepted"),
    ("¶", "behind the key: there is a note"),
    ("⚑", "behind the key: flagged for another look"),
    ("≡", "with the evidence: how many propose the same"),
    ("+1", "behind the pattern: one more claim in the same message"),
    ("▸ ◆ ◈", "looked at, marked, both"),
    ("⚒", "something that had to be repaired to read the payload"),
];
