//! The list of findings, one row each. Only visible rows are built.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::tui::findings::filter::Search;
use crate::tui::findings::words;
use crate::tui::review::model::{Item, Model};
use crate::tui::text::{self, Piece, highlight};
use crate::tui::theme::{Theme, sign};

use super::no_finding;

/// From this width a note is shown next to a flag; below, the flag takes precedence.
const ROOM_FOR_TWO_SIGNS: u16 = 40;

pub(crate) fn title(model: &Model) -> String {
    let place = model.position().map_or(0, |position| position + 1);
    let of = if model.filter().is_empty() { String::new() } else { format!(" of {}", model.findings.len()) };
    let alike = match model.list.alike_count() {
        0 | 1 => String::new(),
        count => format!(" · {count} alike"),
    };
    format!("Findings {place}/{}{of}{alike}", model.shown())
}

pub(crate) fn draw(model: &Model, theme: &Theme, frame: &mut Frame, area: Rect) {
    if model.list.shown().is_empty() {
        let line = text::shorten(&no_finding::in_short(model), usize::from(area.width));
        frame.render_widget(Paragraph::new(Line::styled(line, theme.dim)), area);
        return;
    }
    let rows = usize::from(area.height);
    let (shown, range) = (model.list.shown(), model.marks.rows(&model.findings, &model.list));
    let on_screen = || shown.iter().copied().enumerate().skip(model.panes.list_top).take(rows);
    let items = || on_screen().filter_map(|(at, place)| Some((at, place, model.findings.get(place)?)));
    let key_width = items().map(|(.., item)| text::width(&item.key.to_string())).max().unwrap_or(0).min(12);
    let drawn = |(at, place, item)| {
        let is_chosen = model.marks.contains(place) || range.contains(&at);
        row(model, theme, (place, item), (key_width, is_chosen), area.width)
    };
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
    let selected = model.list.selected() == Some(place);
    let facets = item.facets();
    let rules = model.settings.rules();
    let (remedy, gist) = (item.remedy(&rules), item.gist(&rules));
    let mark = mark(selected, chosen);
    let said = match (item.is_flagged(), item.note().is_some()) {
        (true, _) => "⚑",
        (false, true) => "¶",
        (false, false) => " ",
    };
    let mut row =
        ListRow { left: usize::from(width), spans: Vec::new(), search: model.search.current(), hit: theme.hit };
    row.put(mark, Style::new());
    row.put(sign(item.status, remedy), theme.status(item.status));
    row.put(" ", Style::new());
    row.put_found(&text::fit(&theme.data(&item.key.to_string()), key_width), Style::new());
    row.put(said, Style::new());
    let subject_width = row.left.saturating_sub(8).clamp(1, 18);
    // The end of the row must survive a long name.
    let after = after_subject(item, width);
    let name = text::shorten(&theme.data(&facets.subject), subject_width.saturating_sub(text::width(&after)));
    row.put_found(&text::fit(&format!("{name}{after}"), subject_width), Style::new());
    let gist_width = row.left.saturating_sub(1).min(8);
    row.put(&format!(" {}", text::fit(&gist, gist_width)), theme.dim);
    if row.left > 12 {
        row.put_found(&format!(" {} ", text::fit(&theme.data(&facets.speaker), 10)), Style::new());
    }
    let hit = model.search.current().and_then(|search| around_hit(item, &search.query, theme));
    // The text comes first; time and model only if there is room for all.
    if hit.is_none() && row.left >= SNIPPET + TIME {
        row.put(&text::fit(&time(item), TIME), theme.dim);
    }
    if hit.is_none() && row.left >= SNIPPET + MODEL {
        let model = facets.breakdown.model.as_deref().unwrap_or_default();
        row.put_found(&format!("{} ", text::fit(&theme.data(words::without_provider(model)), MODEL - 1)), theme.dim);
    }
    if row.left > 12 {
        // The context of the first search hit, else the beginning of the new text.
        row.put_found(&hit.unwrap_or_else(|| beginning(item, theme)), theme.dim);
    }
    row.put(&" ".repeat(row.left), Style::new());
    if selected {
        // In one style: the colours of its parts would look like a patchwork.
        for span in &mut row.spans {
            span.style = theme.selected;
        }
    }
    Line::from(row.spans)
}

/// The beginning of the new text.
fn beginning(item: &Item, theme: &Theme) -> String {
    item.kept().cleaned().map_or_else(|| "no longer readable".to_owned(), |text| theme.data(&text).into_owned())
}

/// The sign of a finding that is selected, or marked, or in the range.
fn mark(selected: bool, chosen: bool) -> &'static str {
    match (selected, chosen) {
        (true, true) => "◈",
        (false, true) => "◆",
        (true, false) => "▸",
        (false, false) => " ",
    }
}

/// What follows the subject: whether there is a draft, the number of further claims, and the note of a flag.
fn after_subject(item: &Item, width: u16) -> String {
    let draft = if item.has_draft() { "~" } else { "" };
    let claims = match item.facets().claims_on {
        0 | 1 => String::new(),
        count => format!(" +{}", count - 1),
    };
    let noted_too = if item.is_flagged() && item.note().is_some() && width >= ROOM_FOR_TWO_SIGNS { " ¶" } else { "" };
    format!("{draft}{claims}{noted_too}")
}

/// The columns reserved for a snippet of the text, before anything else.
const SNIPPET: usize = 19;
/// The columns of a time or a model.
const TIME: usize = 12;
const MODEL: usize = 15;

/// When the message was written, without the year.
fn time(item: &Item) -> String {
    item.at().map_or_else(String::new, |at| at.strftime("%m-%d %H:%M").to_string())
}

/// The number of characters shown before a hit.
const BEFORE_HIT: usize = 16;

/// The context of the first search hit; `None` if it is not near the beginning.
fn around_hit(item: &Item, query: &str, theme: &Theme) -> Option<String> {
    let text = item.kept().text_beginning()?;
    let hit = highlight::ranges(&text, query).into_iter().next()?;
    let before = text.get(..hit.start).unwrap_or_default();
    let start = before.char_indices().rev().nth(BEFORE_HIT).map_or(0, |(place, _)| place);
    let shown = theme.data(text.get(start..).unwrap_or_default()).into_owned();
    Some(if start == 0 { shown } else { format!("…{shown}") })
}

/// A row, filled from the left as far as there is room.
struct ListRow<'a> {
    left: usize,
    spans: Vec<Span<'static>>,
    search: Option<&'a Search>,
    hit: Style,
}

impl ListRow<'_> {
    fn put(&mut self, text: &str, style: Style) {
        let text = text::shorten(text, self.left);
        self.left -= text::width(&text);
        self.spans.push(Span::styled(text, style));
    }

    /// Adds a searchable text and marks the hits in it.
    fn put_found(&mut self, text: &str, style: Style) {
        let Some(search) = self.search else {
            self.put(text, style);
            return;
        };
        let text = text::shorten(text, self.left);
        self.left -= text::width(&text);
        let ranges = highlight::ranges(&text, &search.query);
        for piece in highlight::mark(&[Piece::new(text.as_str(), style)], &ranges, self.hit) {
            self.spans.push(Span::styled(piece.text.into_owned(), piece.style));
        }
    }
}
