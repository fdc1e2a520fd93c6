//! All keys by context, and the language of the filter.

use ratatui::style::Style;
use ratatui::text::Line;

use crate::tui::dialogs::query;
use crate::tui::findings::query::GRAMMAR;
use crate::tui::input::context::KeyContext;
use crate::tui::input::keymap::KeyMapRow;
use crate::tui::input::mouse;
use crate::tui::review::available;
use crate::tui::review::dialog::Dialog;
use crate::tui::review::model::Model;
use crate::tui::text::{self, Piece};
use crate::tui::theme::{SIGNS, Theme};

use super::{HelpSheet, contexts, opened_from};

/// The width from which configuration names are shown.
const WITH_NAMES: usize = 100;

/// The title, with the search text.
pub(super) fn heading(sheet: &HelpSheet) -> String {
    if sheet.shows_all() { "Keys".to_owned() } else { format!("Keys with `{}`", sheet.filter.value().trim()) }
}

/// The lines of the sheet. Actions that cannot be done now are dim.
pub(super) fn lines(model: &Model, sheet: &HelpSheet, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let columns = HelpColumns::of(model, width);
    let mut lines = Vec::new();
    for context in contexts(model) {
        let mut part = Vec::new();
        for row in model.settings.keys.rows_of(context).filter(|row| sheet.fits(row)) {
            part.extend(columns.row(&row, style(model, &row, theme), theme));
        }
        if context == query::CONTEXT {
            let examples = GRAMMAR.iter().filter(|(example, meaning)| sheet.fits_text(&format!("{example} {meaning}")));
            part.extend(examples.flat_map(|(example, meaning)| columns.example(example, meaning, theme)));
        }
        if part.is_empty() {
            continue;
        }
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.push(Line::styled(context.title, theme.strong));
        lines.extend(part);
    }
    lines.extend(section("Signs of the list", &SIGNS, sheet, &columns, theme, lines.is_empty()));
    lines.extend(section("Mouse", &mouse::HELP, sheet, &columns, theme, lines.is_empty()));
    if lines.is_empty() {
        lines.push(Line::styled(text::shorten("No key fits.", width), theme.warning));
    }
    lines
}

/// A section besides the keys, reduced to what matches the search.
fn section(
    title: &'static str,
    entries: &[(&str, &'static str)],
    sheet: &HelpSheet,
    columns: &HelpColumns,
    theme: &Theme,
    is_first: bool,
) -> Vec<Line<'static>> {
    let fitting = entries.iter().filter(|(what, meaning)| sheet.fits_text(&format!("{what} {meaning}")));
    let rows: Vec<_> = fitting.flat_map(|(what, meaning)| columns.example(what, meaning, theme)).collect();
    if rows.is_empty() {
        return rows;
    }
    let gap = (!is_first).then(Line::default);
    gap.into_iter().chain([Line::styled(title, theme.strong)]).chain(rows).collect()
}

/// The style of a row: dim if its action cannot be done in the context from which the help was opened.
fn style(model: &Model, row: &KeyMapRow<'_>, theme: &Theme) -> Style {
    let from = opened_from(model);
    let is_here = from.map_or(KeyContext::REVIEW, Dialog::context) == row.binding.context;
    let is_idle = is_here && available::obstacle(model, from, &row.binding.action).is_some();
    if is_idle { theme.dim } else { theme.text }
}

/// The widths of the columns.
struct HelpColumns {
    keys: usize,
    /// `None` if names do not fit.
    names: Option<usize>,
    examples: usize,
    width: usize,
}

impl HelpColumns {
    fn of(model: &Model, width: usize) -> Self {
        let rows = || model.settings.keys.rows();
        let names = rows().map(|row| text::width(row.binding.name())).max();
        Self {
            keys: rows().map(|row| text::width(&row.keys_text())).max().unwrap_or(0).min(width / 3),
            names: names.filter(|_| width >= WITH_NAMES),
            examples: GRAMMAR.iter().map(|(example, _)| text::width(example)).max().unwrap_or(0),
            width,
        }
    }

    fn row(&self, row: &KeyMapRow<'_>, style: Style, theme: &Theme) -> Vec<Line<'static>> {
        let keys = if row.keys.is_empty() { "no key".to_owned() } else { row.keys_text() };
        let keys = format!(" {}  ", text::fit(&text::shorten(&keys, self.keys), self.keys));
        let name = self.names.map_or_else(String::new, |width| format!("{}  ", text::fit(row.binding.name(), width)));
        let hanging = text::width(&keys) + text::width(&name);
        let key_style = if row.keys.is_empty() { theme.dim } else { theme.key };
        let pieces = [Piece::new(keys, key_style), Piece::new(name, theme.dim), Piece::new(row.binding.help, style)];
        text::wrap(&pieces, self.width, hanging, theme.hidden_char)
    }

    fn example(&self, example: &str, meaning: &'static str, theme: &Theme) -> Vec<Line<'static>> {
        let example = format!(" {}  ", text::fit(example, self.examples));
        let hanging = text::width(&example);
        let pieces = [Piece::new(example, theme.key), Piece::new(meaning, theme.text)];
        text::wrap(&pieces, self.width, hanging, theme.hidden_char)
    }
}
