//! What lies over the review.

use ratatui::Frame;
use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};

use crate::review::Act;
use crate::tui::action::WritePlan;
use crate::tui::conversation::ConversationDialog;
use crate::tui::filter::Facet;
use crate::tui::keys::{BINDINGS, Context};
use crate::tui::model::Model;
use crate::tui::overlay::{BulkDialog, FilterDialog, Notice, Overlay, RemedyDialog};
use crate::tui::query::GRAMMAR;
use crate::tui::text::{self, Piece};
use crate::tui::theme::{SIGNS, Theme};

use super::layout::Screen;
use super::{conversation, editor, journal, prompt, recent, summary, words};

/// The widest dialog, in columns.
const WIDEST: u16 = 84;

/// What a dialog shows.
struct Sheet {
    title: &'static str,
    heading: Option<String>,
    lines: Vec<Line<'static>>,
    scroll: usize,
    style: Style,
    /// Whether it takes the whole body.
    full: bool,
}

impl Sheet {
    fn new(title: &'static str, lines: Vec<Line<'static>>, theme: &Theme) -> Self {
        Self { title, heading: None, lines, scroll: 0, style: theme.border_focused, full: false }
    }

    /// Where it stands: in the middle of the body, as high as its lines need, or all over it.
    fn place(&self, body: Rect) -> Rect {
        if self.full {
            return body;
        }
        let width = body.width.min(WIDEST);
        let height = u16::try_from(self.lines.len().saturating_add(2)).unwrap_or(u16::MAX).min(body.height);
        Rect { x: body.x + (body.width - width) / 2, y: body.y + (body.height - height) / 2, width, height }
    }

    fn extent(&self, body: Rect) -> Extent {
        let rows = usize::from(self.place(body).inner(Margin::new(2, 1)).height);
        let limit = self.lines.len().saturating_sub(rows);
        Extent { limit, rows, top: self.scroll.min(limit) }
    }
}

/// How far a dialog reaches.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::tui) struct Extent {
    /// How far it can be scrolled.
    pub(in crate::tui) limit: usize,
    /// How many rows it shows.
    pub(in crate::tui) rows: usize,
    /// The first row that shows.
    pub(in crate::tui) top: usize,
}

pub(super) fn draw(model: &Model, overlay: &Overlay, theme: &Theme, frame: &mut Frame, screen: &Screen) {
    let body = body(screen, frame.area());
    if let Overlay::Editor(open) = overlay {
        editor::draw(model, open, theme, frame, body);
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
        block = block.title_bottom(Line::styled(format!(" {} more (j) ", limit - top), theme.dim).right_aligned());
    }
    frame.render_widget(block, area);
    let shown: Vec<_> = sheet.lines.into_iter().skip(top).take(rows).collect();
    frame.render_widget(Paragraph::new(shown), inner);
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
pub(super) fn area(model: &Model, overlay: &Overlay, screen: &Screen) -> Option<Rect> {
    let body = body(screen, Rect::new(0, 0, model.size.0, model.size.1));
    match overlay {
        Overlay::Editor(_) => Some(body),
        _ => Some(sheet(model, overlay, &Theme::plain(), body)?.place(body)),
    }
}

/// How far a dialog reaches.
pub(super) fn extent(model: &Model, overlay: &Overlay, screen: &Screen) -> Extent {
    let body = body(screen, Rect::new(0, 0, model.size.0, model.size.1));
    sheet(model, overlay, &Theme::plain(), body).map_or_else(Extent::default, |sheet| sheet.extent(body))
}

/// Where each message of a conversation begins, in rows.
pub(super) fn conversation_starts(model: &Model, dialog: &ConversationDialog, screen: &Screen) -> Vec<usize> {
    let width = body(screen, Rect::new(0, 0, model.size.0, model.size.1)).width.saturating_sub(4);
    conversation::rows(model, dialog, usize::from(width), &Theme::plain()).starts
}

/// What lies between the top line and the footer.
fn body(screen: &Screen, area: Rect) -> Rect {
    let bottom = screen.status.unwrap_or(screen.footer).y;
    Rect { y: area.y + 1, height: bottom.saturating_sub(area.y + 1), ..area }
}

fn sheet(model: &Model, overlay: &Overlay, theme: &Theme, body: Rect) -> Option<Sheet> {
    let whole_width = usize::from(body.width.saturating_sub(4));
    let width = whole_width.min(usize::from(WIDEST - 4));
    Some(match overlay {
        Overlay::Search(_) | Overlay::Note(_) | Overlay::Editor(_) => return None,
        Overlay::Query(open) => Sheet::new("Show only what fits", prompt::query(model, open, theme, width), theme),
        Overlay::Filter(dialog) => Sheet::new("Show only", filter(model, dialog, theme, width), theme),
        Overlay::Bulk(dialog) => Sheet::new("Decide together", bulk(model, dialog, theme, width), theme),
        Overlay::Recent(dialog) => Sheet::new("Last decisions", recent::lines(model, dialog, theme, width), theme),
        Overlay::Remedy(dialog) => Sheet::new("What to do with this claim", remedy(dialog, theme, width), theme),
        Overlay::Plan(reading) => {
            let sheet = Sheet::new("Write back", plan(&reading.what, theme, width), theme);
            Sheet { scroll: reading.scroll, ..sheet }
        }
        Overlay::Notice(reading) => {
            let sheet = Sheet::new("", notice(&reading.what, theme, width), theme);
            let style = if reading.what.failed { theme.bad } else { sheet.style };
            Sheet { heading: Some(reading.what.title.clone()), scroll: reading.scroll, style, ..sheet }
        }
        Overlay::Conversation(dialog) => {
            let rows = conversation::rows(model, dialog, whole_width, theme);
            let (heading, scroll) = (Some(conversation::heading(dialog)), dialog.scroll.unwrap_or(rows.start));
            Sheet { heading, scroll, full: true, ..Sheet::new("", rows.lines, theme) }
        }
        Overlay::Journal(dialog) => {
            let lines = journal::lines(dialog, whole_width, theme);
            let scroll = journal::top(dialog, usize::from(body.height.saturating_sub(2)));
            Sheet { scroll, full: true, ..Sheet::new("Journal, the latest first", lines, theme) }
        }
        Overlay::TakeBack(open) => Sheet::new("Take back", journal::question(open, width, theme), theme),
        Overlay::Summary(what) => Sheet::new("All is decided", summary::lines(model, what, width, theme), theme),
        Overlay::Help(reading) => Sheet { scroll: reading.scroll, ..Sheet::new("Keys", help(theme, width), theme) },
    })
}

/// Texts as rows, each in its style.
fn wrapped(texts: Vec<(String, Style)>, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let rows = |(text, style): (String, Style)| text::wrap(&[Piece::new(text, style)], width, 2, theme.strange);
    texts.into_iter().flat_map(rows).collect()
}

fn filter(model: &Model, dialog: &FilterDialog, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for (place, facet) in Facet::all().into_iter().enumerate() {
        if place == 0 || matches!(facet, Facet::Status(crate::proposal::Status::Pending)) {
            let heading = if place == 0 { "Remedy" } else { "Status" };
            lines.push(Line::styled(heading, theme.strong));
        }
        let mark = if dialog.draft.contains(facet) { "[x]" } else { "[ ]" };
        let count = model.items.iter().filter(|item| facet.fits(item)).count();
        let row = text::fit(&format!(" {mark} {} {count:>6}", text::fit(facet.name(), 10)), width.min(30));
        lines.push(Line::styled(row, if place == dialog.cursor { theme.selected } else { theme.text }));
    }
    lines
}

fn bulk(model: &Model, dialog: &BulkDialog, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let filter = match model.filter.to_string() {
        text if text.is_empty() => "no filter: all findings".to_owned(),
        text => text,
    };
    let count = dialog.places.len();
    let marked = if dialog.marked { "marked " } else { "" };
    let question = match dialog.act {
        Act::Accept => format!("Accept {count} {marked}findings as proposed?"),
        Act::Reject => format!("Reject {count} {marked}findings? Their messages stay as they are."),
        Act::Skip | Act::Reset => format!("Skip {count} {marked}findings for now?"),
    };
    let mut texts =
        vec![(question, theme.strong), (format!("shown: {filter}"), theme.text), (String::new(), theme.text)];
    for place in dialog.places.iter().take(3) {
        if let Some(item) = model.items.get(*place) {
            let subject = item.finding.main_claim().map_or_else(String::new, words::subject);
            let gist = words::gist(item, &model.setting.rules());
            let line = format!("  {} {subject} {gist} · {}", item.key, words::agent(&item.finding));
            texts.push((text::shorten(&line, width), theme.dim));
        }
    }
    if let Some(more) = dialog.places.len().checked_sub(3).filter(|more| *more > 0) {
        texts.push((format!("  and {more} more"), theme.dim));
    }
    texts.push((String::new(), theme.text));
    if dialog.refused > 0 {
        let reason = dialog.reason.as_deref().unwrap_or("a person must look at them");
        texts.push((format!("{} left out: {reason}", dialog.refused), theme.warning));
    }
    if dialog.hidden > 0 {
        texts.push((format!("{} left out: the filter hides them", dialog.hidden), theme.warning));
    }
    if dialog.decided > 0 {
        texts.push((format!("{} left out: decided already", dialog.decided), theme.text));
    }
    let mut lines = wrapped(texts, width, theme);
    lines.push(if dialog.wants_word() {
        Line::from(vec![
            Span::styled(format!("Type {} and press Enter: ", dialog.act.name()), theme.strong),
            Span::raw(text::shorten(dialog.typed.value(), 20)),
            Span::styled(" ", theme.selected),
        ])
    } else {
        Line::styled("y accepts them, Esc leaves", theme.strong)
    });
    lines
}

fn remedy(dialog: &RemedyDialog, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let choices = RemedyDialog::CHOICES.into_iter().enumerate();
    let row = |(place, choice): (usize, crate::proposal::Choice)| {
        let text = text::fit(&format!(" {} {}", text::fit(choice.name(), 8), RemedyDialog::meaning(choice)), width);
        Line::styled(text, if place == dialog.cursor { theme.selected } else { theme.text })
    };
    choices.map(row).collect()
}

fn plan(plan: &WritePlan, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let mut texts = Vec::new();
    for (kind, count) in plan.records.iter().filter(|(_, count)| *count > 0) {
        texts.push((format!("{count:>6} × {kind} written"), theme.text));
    }
    if plan.texts > 0 {
        texts.push((format!("{:>6} × text cleaned", plan.texts), theme.text));
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
        texts.push(("y writes it, in one transaction; Esc leaves".to_owned(), theme.strong));
    }
    wrapped(texts, width, theme)
}

fn notice(notice: &Notice, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    wrapped(notice.lines.iter().map(|line| (line.clone(), theme.text)).collect(), width, theme)
}

/// All keys, by where they hold, and the language of the filter.
fn help(theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let keys_width = BINDINGS.iter().map(|binding| text::width(&binding.keys_text())).max().unwrap_or(0);
    let examples_width = GRAMMAR.iter().map(|(example, _)| text::width(example)).max().unwrap_or(0);
    let entry = |key: &str, key_width: usize, told: &'static str| {
        let key = text::fit(key, key_width);
        let pieces = [Piece::new(format!(" {key}  "), theme.key), Piece::new(told, theme.text)];
        text::wrap(&pieces, width, key_width + 3, theme.strange)
    };
    let mut lines = Vec::new();
    for context in Context::ALL {
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.push(Line::styled(context.title(), theme.strong));
        for binding in BINDINGS.iter().filter(|binding| binding.context == context) {
            lines.extend(entry(&binding.keys_text(), keys_width, binding.help));
        }
        if context == Context::Review {
            lines.push(Line::default());
            lines.push(Line::styled("Signs of the list", theme.strong));
            let signs_width = SIGNS.iter().map(|(sign, _)| text::width(sign)).max().unwrap_or(0);
            lines.extend(SIGNS.iter().flat_map(|(sign, told)| entry(sign, signs_width, told)));
        }
        if context == Context::Query {
            lines.extend(GRAMMAR.iter().flat_map(|(example, told)| entry(example, examples_width, told)));
        }
    }
    lines
}
