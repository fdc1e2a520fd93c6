//! The text that a write-back would leave, alone or compared with the current one.

use crate::proposal::Finding;
use crate::tui::input::action::Action;
use crate::tui::panes::difference;
use crate::tui::review::model::Model;

use super::message;
use super::page::Page;
use crate::tui::input::text_form::TextForm;

pub(crate) fn title(model: &Model) -> String {
    let edited = model.selected().is_some_and(|item| item.edit().cleaned.is_some());
    let edited = if edited { " ✎" } else { "" };
    match model.panes.text_form {
        TextForm::Cleaned if model.shows_written() => format!("Text as written{edited}"),
        TextForm::Diff if model.shows_written() => format!("Diff by words, as written{edited}"),
        TextForm::Raw if model.shows_written() => "Current text".to_owned(),
        TextForm::Cleaned => format!("Cleaned text{edited}"),
        TextForm::Diff => format!("Diff by words{edited}"),
        TextForm::Raw => "Raw text".to_owned(),
    }
}

pub(crate) fn write(page: &mut Page<'_>) {
    write_with(page, |page, finding, text| page.add(&difference::after(finding, text, page.theme), 0));
}

/// The text within the proposal, with both ends of each removed part.
pub(crate) fn write_with_cuts(page: &mut Page<'_>) {
    write_with(page, |page, finding, text| page.add(&difference::cuts(finding, text, page.theme), 0));
}

/// Writes the text in the chosen form; `cleaned` writes the default form.
fn write_with(page: &mut Page<'_>, cleaned: impl Fn(&mut Page<'_>, &Finding, &str)) {
    let Some(finding) = page.model.current() else {
        return;
    };
    let theme = page.theme;
    match (page.model.panes.text_form, finding.new_text()) {
        (TextForm::Raw, _) => message::write(page),
        (_, None) => {
            let edit = page.model.settings.key(&Action::Edit);
            let message = "The message is only a payload: its text stays unchanged unless you write a new one";
            page.add_text(format!("{message} ({edit})."), theme.warning);
        }
        (TextForm::Diff, Some(text)) if text == finding.message.text => {
            page.add_text("The text stays unchanged.", theme.warning);
        }
        (TextForm::Diff, Some(text)) => page.add(&difference::pieces(finding, text, theme), 0),
        (TextForm::Cleaned, Some("")) => page.add_text("The text will be empty.", theme.warning),
        (TextForm::Cleaned, Some(text)) => cleaned(page, finding, text),
    }
}
