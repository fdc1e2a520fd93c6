//! The text that a write-back would leave, alone or beside what stands there.

use ratatui::text::Line;

use crate::tui::action::Action;
use crate::tui::model::Model;
use crate::tui::text::{self, Piece};
use crate::tui::text_form::TextForm;
use crate::tui::theme::Theme;

use super::{difference, message};

pub(super) fn title(model: &Model) -> String {
    let edited = model.selected().is_some_and(|item| item.edit.cleaned.is_some());
    let edited = if edited { " ✎" } else { "" };
    match model.text_form {
        TextForm::Cleaned => format!("Cleaned text{edited}"),
        TextForm::Diff => format!("Diff by words{edited}"),
        TextForm::Raw => "Raw text".to_owned(),
    }
}

pub(super) fn lines(model: &Model, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let Some(finding) = model.current() else {
        return Vec::new();
    };
    let told = |text: &str| text::wrap(&[Piece::new(text, theme.warning)], width, 0, theme.strange);
    match (model.text_form, finding.new_text()) {
        (TextForm::Raw, _) => message::lines(model, width, theme),
        (_, None) => {
            let edit = model.key(&Action::Edit);
            told(&format!(
                "Nothing but the payload stands here: the text stays as it is, unless you give it a new one ({edit})."
            ))
        }
        (TextForm::Diff, Some(text)) if text == finding.message.text => told("The text stays as it is."),
        (TextForm::Diff, Some(text)) => {
            text::wrap(&difference::pieces(&finding.message.text, text, theme), width, 0, theme.strange)
        }
        (TextForm::Cleaned, Some("")) => told("The text will be empty."),
        (TextForm::Cleaned, Some(text)) => {
            text::wrap(&[Piece::new(theme.data(text), theme.text)], width, 0, theme.strange)
        }
    }
}
