//! Styles by meaning. What a colour says, a glyph or a word says too.

use ratatui::style::{Color, Modifier, Style};

use crate::proposal::Status;
use crate::verdict::{Remedy, Verdict};

/// The styles of the screen.
///
/// Without colours every colour is [`Color::Reset`]: leaving `NO_COLOR` to crossterm makes it write an empty
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
    pub strange: Style,
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
    /// The theme for terminals with colours, dark or light: it uses no black, no white and no background.
    #[must_use]
    pub fn colour() -> Self {
        let of = |colour| Style::new().fg(colour);
        Self {
            key: of(Color::Cyan),
            border: Style::new().add_modifier(Modifier::DIM),
            border_focused: of(Color::Cyan),
            claim: of(Color::Yellow),
            claim_current: of(Color::Yellow).add_modifier(Modifier::UNDERLINED),
            claim_off: of(Color::Blue).add_modifier(Modifier::CROSSED_OUT),
            deleted: of(Color::Red).add_modifier(Modifier::CROSSED_OUT),
            inserted: of(Color::Green).add_modifier(Modifier::UNDERLINED),
            strange: of(Color::Magenta).add_modifier(Modifier::REVERSED),
            repair: of(Color::Magenta),
            good: of(Color::Green),
            warning: of(Color::Yellow),
            bad: of(Color::Red),
            later: of(Color::Blue),
            ..Self::plain()
        }
    }

    /// The theme without colours.
    #[must_use]
    pub fn plain() -> Self {
        let plain = Style::new();
        let bold = plain.add_modifier(Modifier::BOLD);
        let underlined = plain.add_modifier(Modifier::UNDERLINED);
        let reversed = plain.add_modifier(Modifier::REVERSED);
        Self {
            text: plain,
            dim: plain.add_modifier(Modifier::DIM),
            strong: bold,
            border: plain,
            border_focused: bold,
            selected: reversed,
            claim: underlined,
            claim_current: bold.add_modifier(Modifier::UNDERLINED),
            claim_off: plain.add_modifier(Modifier::CROSSED_OUT),
            deleted: plain.add_modifier(Modifier::CROSSED_OUT),
            inserted: underlined,
            strange: reversed,
            key: bold,
            repair: bold,
            good: bold,
            warning: bold,
            bad: bold,
            later: plain,
        }
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
