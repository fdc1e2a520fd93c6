//! The list of findings: one row each, only those on the screen are looked at.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::tui::action::Action;
use crate::tui::filter::remedy_now;
use crate::tui::model::{Item, Model, Scan};
use crate::tui::text;
use crate::tui::theme::{Theme, glyph};

use super::words;

/// From so many columns on a note has its place beside a flag; below, the flag goes first.
const ROOM_FOR_TWO_SIGNS: u16 = 40;

pub(super) fn title(model: &Model) -> String {
    let place = model.position().map_or(0, |position| position + 1);
    let of = if model.filter.is_empty() { String::new() } else { format!(" of {}", model.items.len()) };
    let alike = match model.alike().len() {
        0 | 1 => String::new(),
        count => format!(" · {count} alike"),
    };
    format!("Findings {place}/{}{of}{alike}", model.shown.len())
}

pub(super) fn draw(model: &Model, theme: &Theme, frame: &mut Frame, area: Rect) {
    if model.shown.is_empty() {
        let told = match (&model.scan, model.items.len()) {
            (Scan::Running(_), 0) => "looking for findings…",
            (Scan::Done(_), 0) => "nothing was found",
            _ => &format!("the filter hides all findings ({})", model.key(&Action::Filter)),
        };
        let line = text::shorten(told, usize::from(area.width));
        frame.render_widget(Paragraph::new(Line::styled(line, theme.dim)), area);
        return;
    }
    let rows = usize::from(area.height);
    let shown: Vec<usize> = model.shown.iter().skip(model.list_top).take(rows).copied().collect();
    let items = || shown.iter().filter_map(|place| Some((*place, model.items.get(*place)?)));
    let key_width = items().map(|(_, item)| text::width(&item.key.to_string())).max().unwrap_or(0).min(12);
    let chosen = model.chosen();
    let drawn = |(place, item)| row(model, theme, (place, item), (key_width, chosen.contains(&place)), area.width);
    let lines: Vec<_> = items().map(drawn).collect();
    frame.render_widget(Paragraph::new(lines), area);
}

fn row(
    model: &Model,
    theme: &Theme,
    (place, item): (usize, &Item),
    (key_width, chosen): (usize, bool),
    width: u16,
) -> Line<'static> {
    let selected = model.selected == Some(place);
    let remedy = remedy_now(&item.finding, &item.edit);
    let gist = words::gist(item, &model.setting.rules());
    let subject = item.finding.main_claim().map_or_else(String::new, words::subject);
    let claims = match item.finding.claims_on().count() {
        0 | 1 => String::new(),
        count => format!(" +{}", count - 1),
    };
    let mark = match (selected, chosen) {
        (true, true) => "◈",
        (false, true) => "◆",
        (true, false) => "▸",
        (false, false) => " ",
    };
    let glyph = glyph(item.status, remedy);
    let draft = if item.draft.is_some() || (item.is_undecided() && !item.edit.is_empty()) { "~" } else { " " };
    let key = text::fit(&item.key.to_string(), key_width);
    let mut row = Row { left: usize::from(width), spans: Vec::new() };
    row.put(mark, Style::new());
    row.put(glyph, theme.status(item.status));
    let sign = match (item.flagged, item.note.is_some()) {
        (true, _) => "⚑",
        (false, true) => "¶",
        (false, false) => " ",
    };
    let noted_too = if item.flagged && item.note.is_some() && width >= ROOM_FOR_TWO_SIGNS { " ¶" } else { "" };
    row.put(&format!("{draft}{}{sign}", theme.data(&key)), Style::new());
    let subject_width = row.left.saturating_sub(9).clamp(1, 18);
    let subject = format!("{}{claims}{noted_too}", theme.data(&subject));
    row.put(&format!("{} ", text::fit(&subject, subject_width)), Style::new());
    row.put(&text::fit(&gist, 8), theme.dim);
    if row.left > 12 {
        row.put(&format!(" {} ", text::fit(&theme.data(&words::agent(&item.finding)), 10)), Style::new());
    }
    if row.left > 12 {
        row.put(&theme.data(&item.finding.cleaned), theme.dim);
    }
    row.put(&" ".repeat(row.left), Style::new());
    let line = Line::from(row.spans);
    if selected { line.patch_style(theme.selected) } else { line }
}

/// A row, filled from the left as far as there is room.
struct Row {
    left: usize,
    spans: Vec<Span<'static>>,
}

impl Row {
    fn put(&mut self, text: &str, style: Style) {
        let text = text::shorten(text, self.left);
        self.left -= text::width(&text);
        self.spans.push(Span::styled(text, style));
    }
}
