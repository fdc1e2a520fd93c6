//! The text that a write-back would leave.

use ratatui::text::Line;

use crate::tui::model::Model;
use crate::tui::text::{self, Piece};
use crate::tui::theme::Theme;

pub(super) fn title(model: &Model) -> String {
    let edited = model.selected().is_some_and(|item| item.edit.cleaned.is_some());
    format!("Cleaned text{}", if edited { " ✎" } else { "" })
}

pub(super) fn lines(model: &Model, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let Some(finding) = model.current() else {
        return Vec::new();
    };
    let told = |text: &'static str| text::wrap(&[Piece::new(text, theme.warning)], width, 0, theme.strange);
    match finding.new_text() {
        None => told("Nothing but the payload stands here: the text stays as it is, unless you give it a new one (e)."),
        Some("") => told("The text will be empty."),
        Some(text) => text::wrap(&[Piece::new(text, theme.text)], width, 0, theme.strange),
    }
}
