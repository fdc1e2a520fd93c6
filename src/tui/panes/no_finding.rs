//! The content of the panes if there is no finding to show: the reason, and what to do next.

use crate::tui::findings::words;
use crate::tui::input::action::Action;
use crate::tui::review::model::{Item, Model, ScanState};
use crate::tui::theme::Theme;

use super::page::Page;

/// The selected finding, if it cannot be read any more.
fn unreadable(model: &Model) -> Option<&Item> {
    model.selected().filter(|_| model.current().is_none())
}

/// The reason in a few words.
pub(crate) fn in_short(model: &Model) -> String {
    if let Some(item) = unreadable(model) {
        return item.unreadable();
    }
    match (&model.scan, model.findings.len()) {
        (ScanState::Running(_), 0) => "looking for findings…".to_owned(),
        (ScanState::Done(_), 0) if model.findings.written().count() > 0 => "nothing left to review".to_owned(),
        (ScanState::Done(_), 0) => "nothing found".to_owned(),
        _ => format!("the filter hides all findings ({})", model.settings.key(&Action::Filter)),
    }
}

pub(crate) fn write(page: &mut Page<'_>) {
    let (model, theme) = (page.model, page.theme);
    page.add_text(in_short(model), theme.strong);
    if unreadable(model).is_some() {
        return;
    }
    if model.findings.written().count() > 0 {
        write_written(page, model, theme);
    }
    if model.findings.is_empty() && matches!(model.scan, ScanState::Running(_)) {
        let reason = "· All conversations are read first: the messages before and after decide what is a finding.";
        page.add_text(reason, theme.text);
    }
    if model.findings.is_empty() && matches!(model.scan, ScanState::Done(_)) {
        let shapes = model.settings.key(&Action::Open("shapes"));
        page.add_text(format!("· {shapes} shows the shapes of all payloads, unknown ones first"), theme.text);
    }
}

/// What was written before, by whom, and where to see it.
fn write_written(page: &mut Page<'_>, model: &Model, theme: &Theme) {
    let count = model.findings.written().count();
    let by: Vec<_> = model.findings.written().by_reviewer();
    let by = match by.as_slice() {
        [(one, _)] => format!("by {}", theme.data(one)),
        several => {
            let each: Vec<_> = several.iter().map(|(name, count)| format!("{count} by {}", theme.data(name))).collect();
            each.join(", ")
        }
    };
    let last =
        model.findings.written().last.map_or_else(String::new, |at| format!(", the last on {}", words::time(Some(at))));
    let (subject, was) = (words::count(count, "finding"), if count == 1 { "was" } else { "were" });
    page.add_text(format!("{subject} {was} written back{last}, {by}."), theme.text);
    page.blank();
    let key = |action| model.settings.key(&action);
    let back = model.settings.key_of_dialog(&Action::UndoWrite);
    page.add_text(
        format!("· {} shows the journal, {back} there undoes a write-back", key(Action::ShowJournal)),
        theme.text,
    );
    page.add_text(
        format!("· {} shows the statistics: what was executed, lost, false", key(Action::Open("statistics"))),
        theme.text,
    );
}
