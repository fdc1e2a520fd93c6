//! A written finding: the current state in the database and how it came about.

use crate::proposal::Status;
use crate::tui::findings::words;
use crate::tui::input::action::Action;
use crate::tui::loaded::journal::JournalRow;
use crate::tui::loaded::written::WrittenNow;
use crate::tui::review::model::Model;
use crate::tui::text::Piece;
use crate::tui::theme::{Theme, sign};

use super::page::Page;

/// The writer, the time, and the journal row.
fn by_whom(row: &JournalRow, theme: &Theme) -> String {
    let reviewer = theme.data(&row.reviewer);
    format!("{} by {reviewer} · row {} of the journal", words::time(row.at.parse().ok()), row.id)
}

/// The state of the selected finding in the database; `None` while it is read, or if it is not written.
pub(crate) fn written_now(model: &Model) -> Option<&Result<WrittenNow, String>> {
    model.current.as_ref()?.written_now()
}

/// The write-back on one line.
pub(crate) fn summary(model: &Model, theme: &Theme) -> String {
    match written_now(model) {
        Some(Ok(now)) => by_whom(&now.row, theme),
        _ => String::new(),
    }
}

/// What was written, whether it still holds, and how to undo it.
pub(crate) fn write(page: &mut Page<'_>) {
    let (model, theme) = (page.model, page.theme);
    let Some(WrittenNow { row, present }) = known(page) else { return };
    page.add(
        &[
            Piece::new(format!("{} written", sign(Status::Written, None)), theme.good),
            Piece::new(format!(" {}", by_whom(row, theme)), theme.strong),
        ],
        2,
    );
    for changed in present.changed.iter().chain(&present.record_changed) {
        page.add_text(format!("⚠ changed since written: {}", theme.data(changed)), theme.warning);
    }
    let text = if row.texts.is_some() { "the text was changed" } else { "the text was not changed" };
    let plan = if row.plan_changed { ", so was the recorded plan" } else { "" };
    page.add_text(format!("· {text}{plan}"), theme.text);
    for record in &row.records {
        page.add_text(format!("· + {}", theme.data(record)), theme.text);
    }
    if let Some(tools) = &present.tools {
        page.add_text(format!("· tools_used [{}]", theme.data(&tools.join(", "))), theme.text);
    }
    let (journal, back) = (model.settings.key(&Action::ShowJournal), model.settings.key_of_dialog(&Action::UndoWrite));
    page.add_text(format!("· {journal} journal, {back} there to undo"), theme.dim);
}

/// Warns if a record changed since it was written; its values are shown as approved.
pub(crate) fn write_record_changed(page: &mut Page<'_>) {
    if let Some(Ok(WrittenNow { present, .. })) = written_now(page.model)
        && let Some(changed) = &present.record_changed
    {
        let line = format!("⚠ changed since written: {}; it was", page.theme.data(changed));
        page.add_text(line, page.theme.warning);
    }
}

/// Writes the text that the message has now, or that it no longer exists.
pub(crate) fn write_text(page: &mut Page<'_>) {
    let theme = page.theme;
    let Some(WrittenNow { present, .. }) = known(page) else { return };
    match present.text.as_deref() {
        None => page.add_text("The message no longer exists.", theme.warning),
        Some("") => page.add_text("(no text)", theme.dim),
        Some(text) => page.add(&[Piece::new(theme.data(text), theme.text)], 0),
    }
}

/// The current state; if it is unknown, the page says so.
fn known<'a>(page: &mut Page<'a>) -> Option<&'a WrittenNow> {
    match written_now(page.model) {
        Some(Ok(now)) => return Some(now),
        Some(Err(reason)) => {
            let line = format!("⚠ the current text cannot be shown: {}", page.theme.data(reason));
            page.add_text(line, page.theme.warning);
        }
        None => page.add_text("reading the current text…", page.theme.dim),
    }
    None
}
