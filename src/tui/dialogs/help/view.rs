//! All keys, by where they hold, and the language of the filter.

use ratatui::style::Style;
use ratatui::text::Line;

use crate::tui::dialogs::Overlay;
use crate::tui::findings::query::GRAMMAR;
use crate::tui::input::context::Context;
use crate::tui::input::keymap::Row;
use crate::tui::input::mouse;
use crate::tui::review::available;
use crate::tui::review::model::Model;
use crate::tui::text::{self, Piece};
use crate::tui::theme::{SIGNS, Theme};

use super::{HelpSheet, contexts, opened_from};

/// From so many columns on the names of the configuration have room.
const WITH_NAMES: usize = 100;

/// The heading, with what is searched for.
pub(super) fn heading(sheet: &HelpSheet) -> String {
    if sheet.shows_all() { "Keys".to_owned() } else { format!("Keys with `{}`", sheet.filter.value().trim()) }
}

/// The sheet; what cannot be done just now, where the help was asked for, is dim.
pub(super) fn lines(model: &Model, sheet: &HelpSheet, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let columns = Columns::of(model, width);
    let mut lines = Vec::new();
    for context in contexts(model) {
        let mut part = Vec::new();
        for row in model.setting.keys.rows_of(context).filter(|row| sheet.fits(row)) {
            part.extend(columns.row(&row, style(model, &row, theme), theme));
        }
        if context == Context::Query {
            let examples = GRAMMAR.iter().filter(|(example, told)| sheet.fits_text(&format!("{example} {told}")));
            part.extend(examples.flat_map(|(example, told)| columns.example(example, told, theme)));
        }
        if part.is_empty() {
            continue;
        }
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.push(Line::styled(context.title(), theme.strong));
        lines.extend(part);
    }
    lines.extend(section("Signs of the list", &SIGNS, sheet, &columns, theme, lines.is_empty()));
    lines.extend(section("Mouse", &mouse::HELP, sheet, &columns, theme, lines.is_empty()));
    if lines.is_empty() {
        lines.push(Line::styled(text::shorten("No key fits.", width), theme.warning));
    }
    lines
}

/// What is told besides the keys, as far as it fits what is searched for.
fn section(
    title: &'static str,
    entries: &[(&str, &'static str)],
    sheet: &HelpSheet,
    columns: &Columns,
    theme: &Theme,
    is_first: bool,
) -> Vec<Line<'static>> {
    let fitting = entries.iter().filter(|(what, told)| sheet.fits_text(&format!("{what} {told}")));
    let rows: Vec<_> = fitting.flat_map(|(what, told)| columns.example(what, told, theme)).collect();
    if rows.is_empty() {
        return rows;
    }
    let gap = (!is_first).then(Line::default);
    gap.into_iter().chain([Line::styled(title, theme.strong)]).chain(rows).collect()
}

/// What cannot be done now is dim, in the context in which the help was asked for.
fn style(model: &Model, row: &Row<'_>, theme: &Theme) -> Style {
    let from = opened_from(model);
    let is_here = from.map_or(Context::Review, Overlay::context) == row.binding.context;
    let is_idle = is_here && available::obstacle(model, from, &row.binding.action).is_some();
    if is_idle { theme.dim } else { theme.text }
}

/// How wide the parts of a row are.
struct Columns {
    keys: usize,
    /// No name shows where there is no room.
    names: Option<usize>,
    examples: usize,
    width: usize,
}

impl Columns {
    fn of(model: &Model, width: usize) -> Self {
        let rows = || model.setting.keys.rows();
        let names = rows().map(|row| text::width(row.binding.name())).max();
        Self {
            keys: rows().map(|row| text::width(&row.keys_text())).max().unwrap_or(0).min(width / 3),
            names: names.filter(|_| width >= WITH_NAMES),
            examples: GRAMMAR.iter().map(|(example, _)| text::width(example)).max().unwrap_or(0),
            width,
        }
    }

    fn row(&self, row: &Row<'_>, style: Style, theme: &Theme) -> Vec<Line<'static>> {
        let keys = if row.keys.is_empty() { "no key".to_owned() } else { row.keys_text() };
        let keys = format!(" {}  ", text::fit(&text::shorten(&keys, self.keys), self.keys));
        let name = self.names.map_or_else(String::new, |width| format!("{}  ", text::fit(row.binding.name(), width)));
        let hanging = text::width(&keys) + text::width(&name);
        let key_style = if row.keys.is_empty() { theme.dim } else { theme.key };
        let pieces = [Piece::new(keys, key_style), Piece::new(name, theme.dim), Piece::new(row.binding.help, style)];
        text::wrap(&pieces, self.width, hanging, theme.strange)
    }

    fn example(&self, example: &str, told: &'static str, theme: &Theme) -> Vec<Line<'static>> {
        let example = format!(" {}  ", text::fit(example, self.examples));
        let hanging = text::width(&example);
        let pieces = [Piece::new(example, theme.key), Piece::new(told, theme.text)];
        text::wrap(&pieces, self.width, hanging, theme.strange)
    }
}
