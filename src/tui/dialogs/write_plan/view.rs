//! The question before a write-back: the totals, the findings by group, and the difference of the selected one.

use ratatui::style::Style;
use ratatui::text::Line;

use crate::tui::findings::words;
use crate::tui::input::action::{Action, Scroll};
use crate::tui::review::dialog::DialogContext;
use crate::tui::review::model::Model;
use crate::tui::screen;
use crate::tui::text;
use crate::tui::theme::Theme;
use crate::tui::widgets::sheet::{ScrollExtent, Sheet, SheetLines, wrapped};

use super::groups::{self, WriteGroup, WritePlanRow};
use super::{CONTEXT, WriteDialog, WritePlan, difference};

/// With fewer rows than this the list is not shown.
const LEAST_ROWS: usize = 4;

pub(super) fn sheet<'a>(dialog: &'a WriteDialog, context: DialogContext<'a, Model>) -> Sheet<'a> {
    let summary = |width| wrapped(summary(dialog, context), width, context.theme);
    let head = summary(context.whole_width());
    if dialog.groups.is_empty() || context.rows() < head.len() + LEAST_ROWS {
        return Sheet { scroll: dialog.scroll, ..Sheet::new("Write back", summary(context.width()), context.theme) };
    }
    let title = format!("Write back {}", words::count(dialog.what.messages.len(), "finding"));
    let rows = context.rows() - head.len();
    let lines = window(dialog, context.model, context.whole_width(), rows, context.theme);
    Sheet { head, ..Sheet::full(title, SheetLines::All(lines), 0, context.theme) }
}

/// What is written, what is left out, what the filter hides, and the question.
fn summary(dialog: &WriteDialog, context: DialogContext<'_, Model>) -> Vec<(String, Style)> {
    let (model, theme, what) = (context.model, context.theme, &dialog.what);
    let mut texts = counts(what, theme);
    let hidden = hidden(model, &dialog.groups);
    if hidden > 0 {
        let line = format!("{hidden:>6} hidden by the filter ({}), but written too", model.filter());
        texts.push((line, theme.warning));
    }
    if what.is_empty() {
        texts.push(("Nothing to write: no accepted finding.".to_owned(), theme.strong));
    } else if dialog.groups.is_empty() {
        texts.push((String::new(), theme.text));
    }
    if !what.is_empty() {
        texts.push(match &what.backup {
            Some(backup) => (format!("backup first: {backup}"), theme.text),
            None => ("no backup is made".to_owned(), theme.warning),
        });
    }
    texts.extend(what.notes.iter().map(|note| (note.clone(), theme.text)));
    if !what.is_empty() {
        if dialog.groups.is_empty() {
            texts.push((String::new(), theme.text));
        }
        let [yes, no] = [Action::Confirm, Action::Leave].map(|action| model.settings.keys.key(CONTEXT, &action));
        texts.push((format!("{yes} write · {no} cancel"), theme.strong));
    }
    texts
}

fn counts(what: &WritePlan, theme: &Theme) -> Vec<(String, Style)> {
    let mut texts = Vec::new();
    for (kind, count) in what.records.iter().filter(|(_, count)| *count > 0) {
        texts.push((format!("{count:>6} × {kind} written"), theme.text));
    }
    if what.texts > 0 {
        texts.push((format!("{:>6} × text cleaned", what.texts), theme.text));
    }
    if what.plans > 0 {
        texts.push((format!("{:>6} × recorded plan changed", what.plans), theme.text));
    }
    for (reason, count) in &what.left_out {
        texts.push((format!("{count:>6} × left out: {reason}"), theme.warning));
    }
    texts
}

/// The number of these findings that the filter hides.
fn hidden(model: &Model, groups: &[WriteGroup]) -> usize {
    if model.filter().is_empty() {
        return 0;
    }
    let places = groups.iter().flat_map(|group| &group.members).filter_map(|(_, place)| *place);
    places.filter(|place| !model.is_shown(*place)).count()
}

/// The visible part of the list: its first row, and the lines of the difference below the selected row.
struct VisibleRows {
    first: usize,
    details: Vec<Line<'static>>,
}

/// What is written for the selected finding.
fn details(dialog: &WriteDialog, model: &Model, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let selected = dialog.part(dialog.cursor).and_then(|part| groups::member(&dialog.groups, part));
    selected.map(|place| difference::rows(model, place, width, theme)).unwrap_or_default()
}

/// The maximum number of rows of a difference, so that some of the list stays visible.
fn most_details(rows: usize) -> usize {
    rows.saturating_sub(LEAST_ROWS - 1).max(1)
}

/// The columns inside the frame.
fn width_of(model: &Model) -> usize {
    usize::from(model.size.0.saturating_sub(4))
}

/// The largest scroll position of the selected difference.
pub(super) fn longest_scroll(dialog: &WriteDialog, model: &Model) -> usize {
    let ScrollExtent { rows, .. } = screen::dialog_extent(model, dialog);
    details(dialog, model, width_of(model), &model.plain_theme()).len().saturating_sub(most_details(rows))
}

/// Arranges the list and the difference so that the selected row is visible.
fn arranged(dialog: &WriteDialog, model: &Model, width: usize, rows: usize, theme: &Theme) -> VisibleRows {
    let details = details(dialog, model, width, theme);
    // A long difference is shown from its scroll position on.
    let most = most_details(rows);
    let top = dialog.scroll.min(details.len().saturating_sub(most));
    let more = details.len().saturating_sub(top + most);
    let mut shown: Vec<_> = details.into_iter().skip(top).take(most).collect();
    if more > 0
        && let Some(last) = shown.last_mut()
    {
        let key = model.settings.keys.key(CONTEXT, &Action::Scroll(Scroll::Down));
        *last = Line::styled(format!("      … {} more ({key})", words::count(more + 1, "row")), theme.dim);
    }
    let around = rows.saturating_sub(shown.len() + 1);
    let last_first = dialog.count().saturating_sub(rows.saturating_sub(shown.len()));
    let first = dialog.cursor.saturating_sub(around / 2).min(last_first).min(dialog.cursor);
    VisibleRows { first, details: shown }
}

fn window(dialog: &WriteDialog, model: &Model, width: usize, rows: usize, theme: &Theme) -> Vec<Line<'static>> {
    let VisibleRows { first, mut details } = arranged(dialog, model, width, rows, theme);
    let mut lines = Vec::with_capacity(rows);
    let mut at = first;
    while lines.len() < rows
        && let Some(part) = dialog.part(at)
    {
        lines.push(line(dialog, model, (part, at == dialog.cursor), width, theme));
        if at == dialog.cursor {
            lines.append(&mut details);
        }
        at += 1;
    }
    lines.truncate(rows);
    lines
}

/// The row in a line below the head.
pub(super) fn choice_in(dialog: &WriteDialog, model: &Model, line: usize) -> Option<usize> {
    let ScrollExtent { rows, .. } = screen::dialog_extent(model, dialog);
    if dialog.groups.is_empty() || rows == 0 {
        return None;
    }
    let VisibleRows { first, details } = arranged(dialog, model, width_of(model), rows, &model.plain_theme());
    let at = first + line;
    let choice = match at.checked_sub(dialog.cursor + 1) {
        None => at,
        Some(after) => dialog.cursor + 1 + after.checked_sub(details.len())?,
    };
    dialog.part(choice).map(|_| choice)
}

fn line(
    dialog: &WriteDialog,
    model: &Model,
    (part, is_selected): (WritePlanRow, bool),
    width: usize,
    theme: &Theme,
) -> Line<'static> {
    let mark = if is_selected { "▸" } else { " " };
    let (line, style) = match part {
        WritePlanRow::Group(number) => {
            let Some(group) = dialog.groups.get(number) else { return Line::default() };
            let sign = if dialog.folded.contains(&number) { "+" } else { "-" };
            (format!("{mark}{sign}{:>4} × {}", group.members.len(), group.title), theme.strong)
        }
        WritePlanRow::Finding(number, member) => {
            let of_group = dialog.groups.get(number).and_then(|group| group.members.get(member));
            let Some((key, place)) = of_group else { return Line::default() };
            (format!("{mark}    {key}  {}", about(model, *place, theme)), theme.text)
        }
    };
    Line::styled(text::fit(&line, width), if is_selected { theme.selected } else { style })
}

/// Describes a finding in one line.
fn about(model: &Model, place: Option<usize>, theme: &Theme) -> String {
    let Some((place, item)) = place.and_then(|place| Some((place, model.findings.get(place)?))) else {
        return "is not read here: see `ghostcall show`".to_owned();
    };
    let (facets, gist) = (item.facets(), item.gist(&model.settings.rules()));
    let by = item.reviewer.as_ref().map(|by| format!(" · by {}", theme.data(by))).unwrap_or_default();
    let hidden = if model.filter().is_empty() || model.is_shown(place) { "" } else { "hidden · " };
    format!("{hidden}{gist} · {} · {}{by}", theme.data(&facets.speaker), words::time(item.at()))
}
