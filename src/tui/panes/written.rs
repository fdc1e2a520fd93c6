//! A finding that was written: what stands in the database now, and how it came there.

use crate::proposal::Status;
use crate::tui::dialogs::journal::JournalRow;
use crate::tui::findings::words;
use crate::tui::findings::written::WrittenNow;
use crate::tui::input::action::Action;
use crate::tui::input::context::Context;
use crate::tui::review::model::Model;
use crate::tui::text::Piece;
use crate::tui::theme::{Theme, sign};

use super::page::Page;

/// Who wrote it, when, and in which row of the journal.
fn by_whom(row: &JournalRow, theme: &Theme) -> String {
    let reviewer = theme.data(&row.reviewer);
    format!("{} by {reviewer} · row {} of the journal", words::time(row.at.parse().ok()), row.id)
}

/// The same on one line.
pub(crate) fn summary(model: &Model, theme: &Theme) -> String {
    match model.written_now() {
        Some(Ok(now)) => by_whom(&now.row, theme),
        _ => String::new(),
    }
}

/// What was written, whether it still stands, and how it is taken back.
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
        page.tell(format!("⚠ changed since it was written: {}", theme.data(changed)), theme.warning);
    }
    let text = if row.texts.is_some() { "the text was changed" } else { "the text was left as it is" };
    let plan = if row.plan_changed { ", so was the recorded plan" } else { "" };
    page.tell(format!("· {text}{plan}"), theme.text);
    for record in &row.records {
        page.tell(format!("· + {}", theme.data(record)), theme.text);
    }
    if let Some(tools) = &present.tools {
        page.tell(format!("· tools_used [{}]", theme.data(&tools.join(", "))), theme.text);
    }
    let (journal, back) = (model.key(&Action::ShowJournal), model.key_in(Context::Journal, &Action::TakeBack));
    page.tell(format!("· {journal} shows the journal, {back} there takes it back"), theme.dim);
}

/// That a record is not as it was written, where that is so: its values are shown as they were approved.
pub(crate) fn write_record_changed(page: &mut Page<'_>) {
    if let Some(Ok(WrittenNow { present, .. })) = page.model.written_now()
        && let Some(changed) = &present.record_changed
    {
        let told = format!("⚠ changed since it was written: {}; it was", page.theme.data(changed));
        page.tell(told, page.theme.warning);
    }
}

/// The text as it stands.
pub(crate) fn write_text(page: &mut Page<'_>) {
    let theme = page.theme;
    let Some(WrittenNow { present, .. }) = known(page) else { return };
    match present.text.as_deref() {
        None => page.tell("The message is not there any more.", theme.warning),
        Some("") => page.tell("(no text)", theme.dim),
        Some(text) => page.add(&[Piece::new(theme.data(text), theme.text)], 0),
    }
}

/// What stands there; where that is not known, the page tells so.
fn known<'a>(page: &mut Page<'a>) -> Option<&'a WrittenNow> {
    match page.model.written_now() {
        Some(Ok(now)) => return Some(now),
        Some(Err(reason)) => {
            let told = format!("⚠ what stands there cannot be shown: {}", page.theme.data(reason));
            page.tell(told, page.theme.warning);
        }
        None => page.tell("reading what stands there…", page.theme.dim),
    }
    None
}
