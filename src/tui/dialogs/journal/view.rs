//! The journal of what was written.

use ratatui::text::Line;

use crate::tui::findings::words;
use crate::tui::input::action::Action;
use crate::tui::input::context::Context;
use crate::tui::review::model::Model;
use crate::tui::text::{self, Piece};
use crate::tui::theme::Theme;

use super::{Did, JournalDialog, JournalRow, UndoQuestion};

/// How many lines a row takes.
pub(super) const ROWS: usize = 2;

/// All rows, two lines each.
pub(super) fn lines(dialog: &JournalDialog, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    if dialog.what.rows.is_empty() {
        return vec![Line::styled(text::shorten("Nothing was written to this database yet.", width), theme.text)];
    }
    let mut lines = Vec::new();
    for (place, row) in dialog.what.rows.iter().enumerate() {
        let (mark, style) = match row.did {
            _ if place == dialog.cursor => ("▸", theme.selected),
            Did::Write => (" ", theme.text),
            Did::Undone(_) | Did::Undo(_) => (" ", theme.dim),
        };
        lines.push(Line::styled(text::fit(&format!("{mark}{}", summary(row)), width), style));
        let change = text::shorten(&format!("      {}", change(row, width.saturating_sub(6), theme)), width);
        lines.push(Line::styled(change, theme.dim));
    }
    if dialog.what.earlier > 0 {
        let told = format!("{} earlier rows: `ghostcall log` lists them", dialog.what.earlier);
        lines.push(Line::styled(text::shorten(&told, width), theme.dim));
    }
    lines
}

fn summary(row: &JournalRow) -> String {
    let did = match row.did {
        Did::Write => "⤓ write".to_owned(),
        Did::Undone(undo) => format!("⤓ write, undone by {undo}"),
        Did::Undo(write) => format!("↶ undo of {write}"),
    };
    let time = words::time(row.at.parse().ok());
    format!("{:>4}  {time}  {}  {did}  message {}", row.id, row.reviewer, row.message)
}

/// What changed: the text before and after, each with half of the room, and the records.
fn change(row: &JournalRow, width: usize, theme: &Theme) -> String {
    let removed = matches!(row.did, Did::Undo(_));
    let records = match row.records.as_slice() {
        [] => String::new(),
        records if removed => format!("− {} · ", records.join(", ")),
        records => format!("+ {} · ", records.join(", ")),
    };
    let records = if row.plan_changed { format!("{records}recorded plan changed · ") } else { records };
    let half = width.saturating_sub(text::width(&records) + 3) / 2;
    match &row.texts {
        None => format!("{records}text unchanged"),
        Some((before, after)) => {
            let before = text::shorten(&theme.data(before), half);
            format!("{records}{before} → {}", shown(&theme.data(after), half))
        }
    }
}

fn shown(text: &str, width: usize) -> String {
    if text.is_empty() { "(empty)".to_owned() } else { text::shorten(text, width) }
}

/// The question before a write-back is taken back.
pub(super) fn question(model: &Model, question: &UndoQuestion, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let [yes, no] = [Action::Confirm, Action::Leave].map(|action| model.key_in(Context::TakeBack, &action));
    let row = &question.row;
    let removed = match row.records.as_slice() {
        [] => "No record is removed.".to_owned(),
        records => format!("Removed: {}.", records.join(", ")),
    };
    let texts = match &row.texts {
        None => "The text was left alone, and stays so.".to_owned(),
        Some((before, _)) => format!("The text reads again: {}", text::shorten(&theme.data(before), width.max(40))),
    };
    let plan = if row.plan_changed { " The recorded plan is put back." } else { "" };
    let texts = texts + plan;
    let texts = [
        (format!("Take back what was written for message {}?", row.message), theme.strong),
        (removed, theme.text),
        (texts, theme.text),
        ("What somebody changed since is left alone, and told.".to_owned(), theme.dim),
        (String::new(), theme.text),
        (format!("{yes} takes it back, {no} leaves"), theme.strong),
    ];
    let rows = |(text, style)| text::wrap(&[Piece::new(text, style)], width, 2, theme.strange);
    texts.into_iter().flat_map(rows).collect()
}
