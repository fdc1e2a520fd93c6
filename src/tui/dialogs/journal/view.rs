//! The journal of what was written.

use ratatui::text::Line;

use crate::source::{EntryKind, JournalBatch, Selection};
use crate::tui::findings::words;
use crate::tui::input::action::Action;
use crate::tui::loaded::journal::{JournalRow, JournalRowKind};
use crate::tui::review::model::Model;
use crate::tui::text::{self, Piece};
use crate::tui::theme::Theme;

use super::{JournalDialog, JournalItem, QUESTION, UndoQuestion};

/// How many lines a row takes.
pub(super) const ROWS: usize = 2;
/// The blank columns before the details of an item.
const INDENT: usize = 6;

/// The lines of each item: two of a row, and of a batch as many as its details need.
pub(super) fn items(dialog: &JournalDialog, width: usize, theme: &Theme) -> Vec<Vec<Line<'static>>> {
    let item = |(place, part): (usize, JournalItem<'_>)| {
        let (mark, style) = match part {
            _ if place == dialog.cursor => ("▸", theme.selected),
            JournalItem::Row(JournalRow { did: JournalRowKind::Write, .. }) => (" ", theme.text),
            JournalItem::Batch(batch) if batch.in_effect > 0 => (" ", theme.text),
            JournalItem::Row(_) | JournalItem::Batch(_) => (" ", theme.dim),
        };
        let indented = |text: &str| format!("{}{text}", " ".repeat(INDENT));
        let (first, details) = match part {
            JournalItem::Row(row) => {
                let change = indented(&change(row, width.saturating_sub(INDENT), theme));
                (summary(row), vec![Line::styled(text::shorten(&change, width), theme.dim)])
            }
            JournalItem::Batch(batch) => {
                let piece = Piece::new(indented(&provenance(batch, theme)), theme.dim);
                (batch_summary(batch), text::wrap(&[piece], width, INDENT, theme.hidden_char))
            }
        };
        let heading = Line::styled(text::fit(&format!("{mark}{first}"), width), style);
        std::iter::once(heading).chain(details).collect()
    };
    dialog.parts().enumerate().map(item).collect()
}

/// What is below the items, or in their place where there are none.
pub(super) fn remark(dialog: &JournalDialog, width: usize, theme: &Theme) -> Option<Line<'static>> {
    let (remark, style) = match (dialog.what.rows.is_empty(), dialog.what.earlier) {
        (true, _) => ("Nothing was written to this database yet.".to_owned(), theme.text),
        (false, 0) => return None,
        (false, earlier) => (format!("{earlier} earlier rows: `ghostcall log` lists them"), theme.dim),
    };
    Some(Line::styled(text::shorten(&remark, width), style))
}

fn batch_summary(batch: &JournalBatch) -> String {
    let JournalBatch { batch: number, kind, in_effect, findings, reviewer, .. } = batch;
    let time = words::time(batch.written_at.parse().ok());
    let count = words::count(*findings, "finding");
    let did = match kind {
        EntryKind::Undo => format!("↶ undo of {count}"),
        EntryKind::Write if in_effect == findings => format!("⤓ {count}"),
        EntryKind::Write if *in_effect == 0 => format!("⤓ {count}, undone"),
        EntryKind::Write => format!("⤓ {count}, {} undone", findings - in_effect),
    };
    format!("batch {number}  {time}  {reviewer}  {did}")
}

/// What a batch changed, who decided it and how it was selected.
fn provenance(batch: &JournalBatch, theme: &Theme) -> String {
    let decided = match batch.decided_by.as_slice() {
        [] => None,
        names => Some(format!("decided by {}", theme.data(&names.join(", ")))),
    };
    let approved = match batch.approved_by.as_slice() {
        [] => None,
        names => Some(format!("approved by {}", theme.data(&names.join(", ")))),
    };
    let name = batch.name.as_ref().map(|name| theme.data(name).into_owned());
    let selections = batch.selections.iter().map(|selection| selected_by(selection, theme));
    let summary = Some(batch.summary()).filter(|summary| !summary.is_empty());
    name.into_iter().chain(summary).chain(decided).chain(approved).chain(selections).collect::<Vec<_>>().join(" · ")
}

/// How findings were selected, and the result of a sample of them.
fn selected_by(selection: &Selection, theme: &Theme) -> String {
    let filter = theme.data(&selection.filter);
    match &selection.sample {
        Some(sample) => format!("{filter} ({})", sample.sentence()),
        None => filter.into_owned(),
    }
}

fn summary(row: &JournalRow) -> String {
    let did = match row.did {
        JournalRowKind::Write => "⤓ write".to_owned(),
        JournalRowKind::Undone(undo) => format!("⤓ write, undone by {undo}"),
        JournalRowKind::Undo(write) => format!("↶ undo of {write}"),
    };
    let time = words::time(row.at.parse().ok());
    format!("{:>4}  {time}  {}  {did}  message {}", row.id, row.reviewer, row.message)
}

/// What changed: the text before and after, each in half of the width, and the records.
fn change(row: &JournalRow, width: usize, theme: &Theme) -> String {
    let removed = matches!(row.did, JournalRowKind::Undo(_));
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

/// The question before a write-back or a batch is undone.
pub(super) fn question(model: &Model, question: &UndoQuestion, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let [yes, no] = [Action::Confirm, Action::Leave].map(|action| model.settings.keys.key(QUESTION, &action));
    let (asked, [first, second]) = match question {
        UndoQuestion::Write(row) => about_write(row, width, theme),
        UndoQuestion::Batch(batch) => about_batch(batch, theme),
    };
    let texts = [
        (asked, theme.strong),
        (first, theme.text),
        (second, theme.text),
        ("Anything changed since is kept and reported.".to_owned(), theme.dim),
        (String::new(), theme.text),
        (format!("{yes} undo · {no} cancel"), theme.strong),
    ];
    let rows = |(text, style)| text::wrap(&[Piece::new(text, style)], width, 2, theme.hidden_char);
    texts.into_iter().flat_map(rows).collect()
}

/// Whether to undo a write-back, and what that does.
fn about_write(row: &JournalRow, width: usize, theme: &Theme) -> (String, [String; 2]) {
    let removed = match row.records.as_slice() {
        [] => "No records to remove.".to_owned(),
        records => format!("Will remove {}.", records.join(", ")),
    };
    let restored = match &row.texts {
        None => "The text was not changed.".to_owned(),
        Some((before, _)) => format!("Restores the text: {}", text::shorten(&theme.data(before), width.max(40))),
    };
    let plan = if row.plan_changed { " Restores the recorded plan." } else { "" };
    (format!("Undo the write-back of message {}?", row.message), [removed, restored + plan])
}

/// Whether to undo a batch, and what that does.
fn about_batch(batch: &JournalBatch, theme: &Theme) -> (String, [String; 2]) {
    let in_effect = words::count(batch.in_effect, "finding");
    let were = if batch.in_effect == 1 { "was" } else { "were" };
    let undone = match batch.findings - batch.in_effect {
        0 => String::new(),
        undone => format!(" {undone} of its {} are already undone.", batch.findings),
    };
    let restored = format!("Restores their texts and removes their records.{undone}");
    let asked = format!("Undo batch {}: {in_effect} that {were} written together?", batch.batch);
    (asked, [provenance(batch, theme), restored])
}
