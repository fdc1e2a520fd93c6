//! What lies over the review.

use ratatui::Frame;
use ratatui::layout::{Margin, Position, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};

use crate::tui::findings::filter::Facet;
use crate::tui::input::action::{Action, Motion, Scroll, WritePlan};
use crate::tui::input::context::Context;
use crate::tui::panes::page::Page;
use crate::tui::review::model::Model;
use crate::tui::screen::hit::{Hit, choice};
use crate::tui::screen::layout::Screen;
use crate::tui::text::long_texts::LongTexts;
use crate::tui::text::{self, Piece};
use crate::tui::theme::Theme;

use super::conversation::{self, ConversationDialog};
use super::{
    FilterDialog, Notice, Overlay, RemedyDialog, bulk, copy, draft, editor, help, journal, palette, prompt, recent,
    shapes, statistics, summary,
};

/// The widest dialog, in columns.
const WIDEST: u16 = 84;
/// The same of the help, which has room for names then.
const WIDEST_HELP: u16 = 120;

/// How many rows the palette takes at most.
const PALETTE_ROWS: usize = 18;

/// The rows of a dialog.
enum Rows<'a> {
    All(Vec<Line<'static>>),
    /// Of which only those are laid out that show.
    Page(Page<'a>),
}

impl Rows<'_> {
    fn count(&self) -> usize {
        match self {
            Self::All(lines) => lines.len(),
            Self::Page(page) => page.rows(),
        }
    }

    fn some(self, first: usize, count: usize) -> Vec<Line<'static>> {
        match self {
            Self::All(lines) => lines.into_iter().skip(first).take(count).collect(),
            Self::Page(page) => page.lines(first, count),
        }
    }
}

/// What a dialog shows.
struct Sheet<'a> {
    title: &'static str,
    heading: Option<String>,
    /// What stands above the lines, however they are scrolled.
    head: Vec<Line<'static>>,
    lines: Rows<'a>,
    scroll: usize,
    style: Style,
    /// How wide it may be.
    widest: u16,
    /// Whether it takes the whole body.
    full: bool,
}

impl Sheet<'_> {
    fn new(title: &'static str, lines: Vec<Line<'static>>, theme: &Theme) -> Self {
        let (head, lines) = (Vec::new(), Rows::All(lines));
        Self { title, heading: None, head, lines, scroll: 0, style: theme.border_focused, widest: WIDEST, full: false }
    }

    /// Where it stands: in the middle of the body, as high as its lines need, or all over it.
    fn place(&self, body: Rect) -> Rect {
        if self.full {
            return body;
        }
        let width = body.width.min(self.widest);
        let height = u16::try_from(self.head.len().saturating_add(self.lines.count()).saturating_add(2))
            .unwrap_or(u16::MAX)
            .min(body.height);
        Rect { x: body.x + (body.width - width) / 2, y: body.y + (body.height - height) / 2, width, height }
    }

    fn extent(&self, body: Rect) -> Extent {
        let rows = usize::from(self.place(body).inner(Margin::new(2, 1)).height).saturating_sub(self.head.len());
        let limit = self.lines.count().saturating_sub(rows);
        Extent { limit, rows, top: self.scroll.min(limit) }
    }
}

/// How far a dialog reaches.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Extent {
    /// How far it can be scrolled.
    pub(crate) limit: usize,
    /// How many rows it shows.
    pub(crate) rows: usize,
    /// The first row that shows.
    pub(crate) top: usize,
}

pub(crate) fn draw(model: &Model, overlay: &Overlay, theme: &Theme, frame: &mut Frame, screen: &Screen) {
    let body = body(screen, frame.area());
    if let Overlay::Editor(open) = overlay {
        editor::view::draw(model, open, theme, frame, body);
        return;
    }
    if let Overlay::Draft(open) = overlay {
        draft::view::draw(open, theme, frame, body);
        return;
    }
    let Some(sheet) = sheet(model, overlay, theme, body) else {
        return;
    };
    let area = sheet.place(body);
    let Extent { limit, rows, top } = sheet.extent(body);
    let inner = area.inner(Margin::new(2, 1));
    let heading = sheet.heading.as_deref().unwrap_or(sheet.title);
    let heading = text::shorten(heading, usize::from(area.width.saturating_sub(4)));
    cover(frame, area);
    let mut block =
        Block::bordered().border_style(sheet.style).title(Line::styled(format!(" {heading} "), theme.strong));
    if top < limit {
        let key = scroll_key(model, overlay);
        block = block.title_bottom(Line::styled(format!(" {} more{key} ", limit - top), theme.dim).right_aligned());
    }
    frame.render_widget(block, area);
    let shown: Vec<_> = sheet.head.into_iter().chain(sheet.lines.some(top, rows)).collect();
    frame.render_widget(Paragraph::new(shown), inner);
}

/// The key that shows more, if one does.
fn scroll_key(model: &Model, overlay: &Overlay) -> String {
    let moves = [Action::Scroll(Scroll::Down), Action::Move(Motion::Down)];
    let mut rows = model.setting.keys.rows_of(overlay.context());
    let key = rows.find(|row| moves.contains(&row.binding.action)).and_then(|row| row.keys.first());
    key.map_or_else(String::new, |key| format!(" ({key})"))
}

/// Empties an area, and takes away what would reach into it: half of a wide character can be on no screen.
fn cover(frame: &mut Frame, area: Rect) {
    frame.render_widget(Clear, area);
    let Some(left) = area.x.checked_sub(1) else {
        return;
    };
    for y in area.top()..area.bottom() {
        if let Some(cell) = frame.buffer_mut().cell_mut((left, y)).filter(|cell| text::width(cell.symbol()) > 1) {
            cell.set_symbol(" ");
        }
    }
}

/// Where an overlay lies; `None` where it has no frame.
#[cfg(test)]
pub(crate) fn area(model: &Model, overlay: &Overlay, screen: &Screen) -> Option<Rect> {
    let body = body(screen, Rect::new(0, 0, model.size.0, model.size.1));
    match overlay {
        Overlay::Editor(_) | Overlay::Draft(_) => Some(body),
        _ => Some(sheet(model, overlay, &model.plain_theme(), body)?.place(body)),
    }
}

/// How far a dialog reaches.
pub(crate) fn extent(model: &Model, overlay: &Overlay, screen: &Screen) -> Extent {
    let body = body(screen, Rect::new(0, 0, model.size.0, model.size.1));
    sheet(model, overlay, &model.plain_theme(), body).map_or_else(Extent::default, |sheet| sheet.extent(body))
}

/// What stands in a cell of the overlay on top.
pub(crate) fn hit(model: &Model, overlay: &Overlay, screen: &Screen, at: Position) -> Option<Hit> {
    let body = body(screen, Rect::new(0, 0, model.size.0, model.size.1));
    if let Overlay::Editor(open) = overlay {
        return editor::view::hit(open, body, at);
    }
    if let Overlay::Draft(_) = overlay {
        return draft::view::hit(body, at);
    }
    let theme = model.plain_theme();
    let sheet = sheet(model, overlay, &theme, body)?;
    let area = sheet.place(body);
    let inner = area.inner(Margin::new(2, 1));
    let line = (inner.top()..inner.bottom()).contains(&at.y).then(|| usize::from(at.y - inner.top()));
    let line = line.and_then(|line| line.checked_sub(sheet.head.len()));
    let chosen = line.and_then(|line| choice(model, overlay, sheet.extent(body).top + line));
    area.contains(at).then(|| chosen.map_or(Hit::Sheet, Hit::Choice))
}

/// Where each message of a conversation begins, in rows.
pub(crate) fn conversation_starts(model: &Model, dialog: &ConversationDialog, screen: &Screen) -> Vec<usize> {
    let theme = model.plain_theme();
    conversation::view::rows(dialog, conversation_page(model, screen, &theme)).starts
}

/// Lays out a piece of the long texts of a conversation.
pub(crate) fn lay_out_conversation(
    model: &Model,
    dialog: &ConversationDialog,
    screen: &Screen,
    theme: &Theme,
    texts: &mut LongTexts,
) {
    conversation::view::rows(dialog, conversation_page(model, screen, theme).laying_out(texts));
}

fn conversation_page<'a>(model: &'a Model, screen: &Screen, theme: &'a Theme) -> Page<'a> {
    let body = body(screen, Rect::new(0, 0, model.size.0, model.size.1));
    Page::new(model, None, usize::from(body.width.saturating_sub(4)), theme)
}

/// What lies between the top line and the footer.
fn body(screen: &Screen, area: Rect) -> Rect {
    let bottom = screen.status.unwrap_or(screen.footer).y;
    Rect { y: area.y + 1, height: bottom.saturating_sub(area.y + 1), ..area }
}

fn sheet<'a>(model: &'a Model, overlay: &'a Overlay, theme: &'a Theme, body: Rect) -> Option<Sheet<'a>> {
    let whole_width = usize::from(body.width.saturating_sub(4));
    let width = whole_width.min(usize::from(WIDEST - 4));
    Some(match overlay {
        Overlay::Search(_) | Overlay::Note(_) | Overlay::Template(_) | Overlay::Editor(_) | Overlay::Draft(_) => {
            return None;
        }
        Overlay::Query(open) => Sheet::new("Show only what fits", prompt::query(model, open, theme, width), theme),
        Overlay::Filter(dialog) => {
            let (lines, row) = filter(model, dialog, theme, width);
            let scroll = (row + 3).saturating_sub(usize::from(body.height));
            Sheet { scroll, ..Sheet::new("Show only", lines, theme) }
        }
        Overlay::Bulk(dialog) => {
            let rows = usize::from(body.height.saturating_sub(2));
            Sheet::new("Decide together", bulk::lines(model, dialog, theme, (width, rows)), theme)
        }
        Overlay::Recent(dialog) => {
            Sheet::new("Last decisions", recent::view::lines(model, dialog, theme, width), theme)
        }
        Overlay::Remedy(dialog) => Sheet::new("What to do with this claim", remedy(model, dialog, theme, width), theme),
        Overlay::Plan(reading) => {
            let sheet = Sheet::new("Write back", plan(model, &reading.what, theme, width), theme);
            Sheet { scroll: reading.scroll, ..sheet }
        }
        Overlay::Notice(reading) => {
            let sheet = Sheet::new("", notice(&reading.what, theme, width), theme);
            let style = if reading.what.failed { theme.bad } else { sheet.style };
            Sheet { heading: Some(reading.what.title.clone()), scroll: reading.scroll, style, ..sheet }
        }
        Overlay::Conversation(dialog) => {
            let rows = conversation::view::rows(dialog, Page::new(model, None, whole_width, theme));
            let (heading, scroll) = (Some(conversation::view::heading(dialog)), rows.top);
            Sheet { heading, lines: Rows::Page(rows.page), scroll, full: true, ..Sheet::new("", Vec::new(), theme) }
        }
        Overlay::Journal(dialog) => {
            let lines = journal::view::lines(dialog, whole_width, theme);
            let scroll = journal::view::top(dialog, usize::from(body.height.saturating_sub(2)));
            Sheet { scroll, full: true, ..Sheet::new("Journal, the latest first", lines, theme) }
        }
        Overlay::Shapes(open) => {
            let rows = usize::from(body.height.saturating_sub(2));
            let (heading, lines) =
                (Some(shapes::view::heading(open)), shapes::view::lines(open, (whole_width, rows), theme));
            let scroll = shapes::view::top(open.cursor, shapes::view::SHAPE_ROWS, rows);
            Sheet { heading, scroll, full: true, ..Sheet::new("", lines, theme) }
        }
        Overlay::Members(open) => {
            let heading = Some(shapes::view::members_heading(open));
            let rows = usize::from(body.height.saturating_sub(2));
            let lines = shapes::view::member_lines(model, open, (whole_width, rows), theme);
            let scroll = shapes::view::top(open.cursor, shapes::view::MEMBER_ROWS, rows);
            Sheet { heading, scroll, full: true, ..Sheet::new("", lines, theme) }
        }
        Overlay::Statistics(open) => {
            let rows = usize::from(body.height.saturating_sub(2));
            let head = statistics::view::head(model, open, (whole_width, rows), theme);
            let lines = statistics::view::lines(model, open, whole_width, theme);
            let place = open.selected(&model.statistics).map_or(0, |(place, _)| place);
            let scroll = shapes::view::top(place, 1, rows.saturating_sub(head.len()));
            let heading = Some(statistics::view::heading(model));
            Sheet { heading, head, scroll, full: true, ..Sheet::new("", lines, theme) }
        }
        Overlay::TakeBack(open) => Sheet::new("Take back", journal::view::question(model, open, width, theme), theme),
        Overlay::Copy => Sheet::new("Copy", copy::view::lines(model, theme, width), theme),
        Overlay::Summary(what) => Sheet::new("All is decided", summary::view::lines(model, what, width, theme), theme),
        Overlay::Palette(open) => {
            let rows = usize::from(body.height.saturating_sub(2)).min(PALETTE_ROWS);
            Sheet::new("Commands", palette::view::lines(model, open, theme, width, rows), theme)
        }
        Overlay::Help(open) => {
            let width = whole_width.min(usize::from(WIDEST_HELP - 4));
            let mut lines = help::view::lines(model, open, theme, width);
            // What is found less and less must not make the sheet jump.
            lines.resize(lines.len().max(usize::from(body.height.saturating_sub(2))), Line::default());
            let heading = Some(help::view::heading(open));
            Sheet { heading, scroll: open.scroll, widest: WIDEST_HELP, ..Sheet::new("Keys", lines, theme) }
        }
    })
}

/// Texts as rows, each in its style.
pub(crate) fn wrapped(texts: Vec<(String, Style)>, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let rows = |(text, style): (String, Style)| text::wrap(&[Piece::new(text, style)], width, 2, theme.strange);
    texts.into_iter().flat_map(rows).collect()
}

/// The choices of the filter row by row; `None` for a heading.
pub(crate) fn facet_rows() -> Vec<Option<usize>> {
    let (mut rows, mut last_heading) = (Vec::new(), None);
    for (place, facet) in Facet::all().into_iter().enumerate() {
        if last_heading.replace(facet.heading()) != Some(facet.heading()) {
            rows.push(None);
        }
        rows.push(Some(place));
    }
    rows
}

/// The choices under their headings, and in which row the chosen one stands.
fn filter(model: &Model, dialog: &FilterDialog, theme: &Theme, width: usize) -> (Vec<Line<'static>>, usize) {
    let (mut lines, mut chosen) = (Vec::new(), 0);
    let facets = Facet::all();
    let rows = facet_rows();
    for (at, row) in rows.iter().enumerate() {
        let Some((place, facet)) = row.and_then(|place| Some((place, *facets.get(place)?))) else {
            let first = rows.get(at + 1).copied().flatten().and_then(|place| facets.get(place));
            lines.push(Line::styled(first.map_or("", |facet| facet.heading()), theme.strong));
            continue;
        };
        if place == dialog.cursor {
            chosen = lines.len();
        }
        let mark = if dialog.draft.contains(facet) { "[x]" } else { "[ ]" };
        let count = model.count_facet(facet);
        let row = text::fit(&format!(" {mark} {} {count:>6}", text::fit(facet.name(), 10)), width.min(30));
        lines.push(Line::styled(row, if place == dialog.cursor { theme.selected } else { theme.text }));
    }
    (lines, chosen)
}

fn remedy(model: &Model, dialog: &RemedyDialog, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let Some(judged) = model.current().and_then(|finding| finding.claims.get(dialog.claim)) else { return Vec::new() };
    let choices = dialog.choices.iter().copied().enumerate();
    let row = |(place, choice): (usize, crate::proposal::Choice)| {
        let text = text::fit(
            &format!(" {} {}", text::fit(choice.name(), 8), RemedyDialog::meaning(choice, &judged.claim)),
            width,
        );
        Line::styled(text, if place == dialog.cursor { theme.selected } else { theme.text })
    };
    choices.map(row).collect()
}

fn plan(model: &Model, plan: &WritePlan, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let mut texts = Vec::new();
    for (kind, count) in plan.records.iter().filter(|(_, count)| *count > 0) {
        texts.push((format!("{count:>6} × {kind} written"), theme.text));
    }
    if plan.texts > 0 {
        texts.push((format!("{:>6} × text cleaned", plan.texts), theme.text));
    }
    if plan.plans > 0 {
        texts.push((format!("{:>6} × recorded plan changed", plan.plans), theme.text));
    }
    for (reason, count) in &plan.left_out {
        texts.push((format!("{count:>6} × left out: {reason}"), theme.warning));
    }
    if plan.is_empty() {
        texts.push(("Nothing is accepted that could be written.".to_owned(), theme.strong));
    } else {
        texts.push((String::new(), theme.text));
        texts.push(match &plan.backup {
            Some(backup) => (format!("backup first: {backup}"), theme.text),
            None => ("no backup is made".to_owned(), theme.warning),
        });
    }
    texts.extend(plan.notes.iter().map(|note| (note.clone(), theme.text)));
    if !plan.is_empty() {
        texts.push((String::new(), theme.text));
        let [yes, no] = [Action::Confirm, Action::Leave].map(|action| model.key_in(Context::Plan, &action));
        texts.push((format!("{yes} writes it, in one transaction; {no} leaves"), theme.strong));
    }
    wrapped(texts, width, theme)
}

fn notice(notice: &Notice, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    wrapped(notice.lines.iter().map(|line| (line.clone(), theme.text)).collect(), width, theme)
}
