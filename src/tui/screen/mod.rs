//! Draws the model; changes nothing.

mod content;
pub(crate) mod footer;
pub(crate) mod header;
pub(crate) mod hit;
pub(crate) mod layout;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Paragraph};

use crate::tui::input::action::{Action, Scroll};
use crate::tui::input::text_form::TextForm;
use crate::tui::panes::page::Page;
use crate::tui::panes::{cleaned, evidence, list, message, payload, record, tabs};
use crate::tui::review::dialog::{Dialog, DialogContext};
use crate::tui::review::model::{DefaultScroll, Model, Pane};
use crate::tui::text;
use crate::tui::theme::Theme;
use crate::tui::widgets::long_texts::LongTexts;
pub(crate) use crate::tui::widgets::sheet::ScrollExtent;

use content::write;
pub(crate) use hit::hit;
use layout::Screen;
pub(crate) use layout::is_too_small;

/// Draws the panes of the review and the open dialogs over them.
pub fn view(model: &Model, theme: &Theme, frame: &mut Frame) {
    draw(model, theme, frame);
    theme.symbols().finish(frame.buffer_mut());
}

fn draw(model: &Model, theme: &Theme, frame: &mut Frame) {
    let area = frame.area();
    let Some(screen) = layout::arrange(area, model) else {
        let whole = "terminal too small (minimum 20×5) · q quit";
        let line = if text::width(whole) <= usize::from(area.width) { whole } else { "min. 20×5 · q quit" };
        frame.render_widget(Paragraph::new(line), area);
        return;
    };
    header::draw(model, theme, frame, screen.header);
    for (pane, area) in &screen.panes {
        draw_pane(model, theme, frame, (*pane, *area), &screen);
    }
    if let Some(area) = screen.tabs {
        let panes = tab_panes(model, &screen);
        let between = if screen.framed { "─" } else { " " };
        frame.render_widget(tabs::line(model, theme, &panes, usize::from(area.width), between), area);
    }
    if let Some(area) = screen.summary {
        frame.render_widget(evidence::summary(model, theme, area.width), area);
    }
    footer::draw(model, theme, frame, &screen);
    for dialog in model.dialogs.iter() {
        dialog.draw(DialogContext { model, theme, keys: &model.settings.keys, body: body(&screen, area) }, frame);
    }
}

/// The panes that have a tab; a list with its own area has none.
fn tab_panes(model: &Model, screen: &Screen) -> Vec<Pane> {
    let has_list = screen.panes.len() > 1;
    panes(model).into_iter().filter(|pane| !has_list || *pane != Pane::List).collect()
}

fn draw_pane(model: &Model, theme: &Theme, frame: &mut Frame, (pane, area): (Pane, Rect), screen: &Screen) {
    let inner = screen.content(pane).unwrap_or(area);
    let content = write(Page::new(model, Some(pane), usize::from(inner.width), theme));
    let ScrollExtent { limit, rows, top } = extent(model, pane, &content, inner);
    if screen.framed {
        frame.render_widget(frame_of(model, theme, (pane, area), screen, (top, limit)), area);
    }
    if pane == Pane::List {
        list::draw(model, theme, frame, inner);
    } else {
        let shown = content.written.lines(top, rows);
        frame.render_widget(Paragraph::new(shown), inner);
    }
}

/// The frame of a pane. Its title is at the bottom if the tabs are at the top.
fn frame_of(
    model: &Model,
    theme: &Theme,
    (pane, area): (Pane, Rect),
    screen: &Screen,
    (top, limit): (usize, usize),
) -> Block<'static> {
    // The keys scroll one pane; the others only indicate that there is more.
    let scrolls = pane == model.panes.detail;
    let key =
        |scroll| if scrolls { format!(" ({})", model.settings.key(&Action::Scroll(scroll))) } else { String::new() };
    let more = match limit {
        0 => String::new(),
        limit if top < limit => format!(" {} more{} ", limit - top, key(Scroll::Down)),
        _ => format!(" end{} ", key(Scroll::Up)),
    };
    let is_focused = pane == model.panes.focus;
    let border = if is_focused { theme.border_focused } else { theme.border };
    let heading = if is_focused { theme.border_focused } else { theme.text };
    let is_below = pane != Pane::List && screen.tabs.is_some();
    let taken = if is_below { text::width(&more) + 4 } else { 4 };
    let title = match (screen.compares, pane) {
        (true, Pane::Message) => format!("Before · {}", title(model, pane, theme)),
        (true, Pane::Cleaned) if model.panes.text_form == TextForm::Cleaned => {
            format!("After · {}", title(model, pane, theme))
        }
        // If one area serves several panes, each title names the message.
        (_, Pane::Payload | Pane::Cleaned | Pane::Record | Pane::Evidence) if is_below => {
            let key = model.selected().map_or_else(String::new, |item| item.key.to_string());
            format!("{} · {}", theme.data(&key), title(model, pane, theme))
        }
        _ => title(model, pane, theme),
    };
    let title = text::shorten(&title, usize::from(area.width).saturating_sub(taken));
    let title = Line::styled(format!(" {title} "), heading);
    let block = Block::bordered().border_style(border);
    let block = if is_below { block.title_bottom(title) } else { block.title(title) };
    if more.is_empty() { block } else { block.title_bottom(Line::styled(more, theme.dim).right_aligned()) }
}

fn title(model: &Model, pane: Pane, theme: &Theme) -> String {
    match pane {
        Pane::List => list::title(model),
        Pane::Proposal => message::heading(model, theme),
        Pane::Message => message::title(model, theme),
        Pane::Payload => payload::title(model),
        Pane::Cleaned => cleaned::title(model),
        Pane::Record => record::title(model),
        Pane::Evidence => "Evidence".to_owned(),
    }
}

/// Lays out a piece of the visible long texts.
pub(crate) fn lay_out(model: &Model, texts: &mut LongTexts) {
    let Some(screen) = screen(model) else { return };
    let theme = model.plain_theme();
    for (pane, area) in &screen.panes {
        let width = screen.content(*pane).unwrap_or(*area).width;
        write(Page::new(model, Some(*pane), usize::from(width), &theme).laying_out(texts));
    }
    for dialog in model.dialogs.iter() {
        dialog.lay_out(
            DialogContext { model, theme: &theme, keys: &model.settings.keys, body: body(&screen, area(model)) },
            texts,
        );
    }
}

/// The extent and scroll position of a pane: as scrolled, else so that the sought row is visible.
fn extent(model: &Model, pane: Pane, content: &Page<'_>, area: Rect) -> ScrollExtent {
    let rows = usize::from(area.height);
    let limit = content.rows().saturating_sub(rows);
    let top = model.panes.scroll.get(&pane).copied().unwrap_or_else(|| {
        let row = match model.panes.look_for {
            DefaultScroll::Claim => content.anchors.claim.filter(|_| pane == Pane::Message),
            DefaultScroll::Hit => content.anchors.hit,
            DefaultScroll::Text => content.anchors.text,
        };
        // A row at the very end would be cut off.
        row.filter(|row| row * 4 >= rows * 3).map_or(0, |row| row - rows / 4)
    });
    ScrollExtent { limit, rows, top: top.min(limit) }
}

fn area(model: &Model) -> Rect {
    Rect::new(0, 0, model.size.0, model.size.1)
}

fn screen(model: &Model) -> Option<Screen> {
    layout::arrange(area(model), model)
}

/// The number of findings that the list shows at once.
pub(crate) fn list_rows(model: &Model) -> usize {
    let content = screen(model).and_then(|screen| screen.content(Pane::List));
    content.map_or(0, |area| usize::from(area.height))
}

/// The reachable panes in Tab order.
pub(crate) fn panes(model: &Model) -> Vec<Pane> {
    layout::panes(area(model), model)
}

/// Whether there is room for one pane only.
pub(crate) fn has_one_pane(model: &Model) -> bool {
    !model.panes.zoomed && screen(model).is_none_or(|screen| screen.panes.len() < 2)
}

/// Whether a pane is on the screen.
pub(crate) fn shows(model: &Model, pane: Pane) -> bool {
    screen(model).is_some_and(|screen| screen.content(pane).is_some())
}

/// The extent of a pane.
pub(crate) fn pane_extent(model: &Model, pane: Pane) -> ScrollExtent {
    let Some(area) = screen(model).and_then(|screen| screen.content(pane)) else {
        return ScrollExtent::default();
    };
    let theme = model.plain_theme();
    extent(model, pane, &write(Page::new(model, Some(pane), usize::from(area.width), &theme)), area)
}

/// The area between the top line and the footer, for dialogs.
fn body(screen: &Screen, area: Rect) -> Rect {
    let bottom = screen.status.unwrap_or(screen.footer).y;
    Rect { y: area.y + 1, height: bottom.saturating_sub(area.y + 1), ..area }
}

/// What a dialog needs to show itself; `None` if the screen is too small for one.
pub(crate) fn dialog_context<'a>(model: &'a Model, theme: &'a Theme) -> Option<DialogContext<'a, Model>> {
    Some(DialogContext { model, theme, keys: &model.settings.keys, body: body(&screen(model)?, area(model)) })
}

/// The extent of a dialog over the review.
pub(crate) fn dialog_extent(model: &Model, dialog: &dyn Dialog<Model>) -> ScrollExtent {
    let theme = model.plain_theme();
    let extent = dialog_context(model, &theme).and_then(|context| Some(dialog.sheet(context)?.extent(context.body)));
    extent.unwrap_or_default()
}

/// The area of a pane including its frame.
#[cfg(test)]
pub(crate) fn pane_area(model: &Model, pane: Pane) -> Option<Rect> {
    screen(model)?.panes.into_iter().find(|(known, _)| *known == pane).map(|(_, area)| area)
}

/// The area of the topmost dialog.
#[cfg(test)]
pub(crate) fn overlay_area(model: &Model) -> Option<Rect> {
    let theme = model.plain_theme();
    let (dialog, context) = (model.dialogs.top()?, dialog_context(model, &theme)?);
    let is_prompt = || dialog.prompt_line(model, &theme, usize::from(context.body.width)).is_some();
    match dialog.sheet(context) {
        Some(sheet) => Some(sheet.place(context.body)),
        None => (!is_prompt()).then_some(context.body),
    }
}
