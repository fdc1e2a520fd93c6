//! The picture of a model. It reads, and changes nothing.

mod bulk;
mod cleaned;
mod conversation;
mod copy;
mod dialog;
mod difference;
mod editor;
mod evidence;
mod footer;
mod header;
mod help;
mod hit;
mod journal;
mod layout;
mod list;
mod message;
mod palette;
mod payload;
mod prompt;
mod recent;
mod record;
mod summary;
pub(super) mod words;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Paragraph};

use super::action::{Action, Scroll};
use super::copy::Part;
use super::model::{Model, Pane};
use super::text;
use super::theme::Theme;
pub(super) use dialog::Extent;
pub(super) use hit::{FooterKey, Hit, hit};
use layout::Screen;
pub(super) use prompt::completion;

/// Draws the review.
pub fn view(model: &Model, theme: &Theme, frame: &mut Frame) {
    draw(model, theme, frame);
    theme.symbols().finish(frame.buffer_mut());
}

fn draw(model: &Model, theme: &Theme, frame: &mut Frame) {
    let area = frame.area();
    let Some(screen) = layout::arrange(area, model) else {
        let line = text::shorten("too small: 20×5 at least, q quits", usize::from(area.width));
        frame.render_widget(Paragraph::new(line), area);
        return;
    };
    header::draw(model, theme, frame, screen.header);
    for (pane, area) in &screen.panes {
        draw_pane(model, theme, frame, (*pane, *area), &screen);
    }
    if let Some(area) = screen.tabs {
        frame.render_widget(header::tabs(model, theme, area, screen.panes.len() == 1), area);
    }
    if let Some(area) = screen.summary {
        frame.render_widget(evidence::summary(model, theme, area.width), area);
    }
    footer::draw(model, theme, frame, &screen);
    for overlay in &model.overlays {
        dialog::draw(model, overlay, theme, frame, &screen);
    }
}

fn draw_pane(model: &Model, theme: &Theme, frame: &mut Frame, (pane, area): (Pane, Rect), screen: &Screen) {
    let inner = screen.content(pane).unwrap_or(area);
    let rows = usize::from(inner.height);
    let lines = pane_lines(model, pane, inner.width, theme);
    let limit = lines.len().saturating_sub(rows);
    let top = model.scroll.get(&pane).copied().unwrap_or(0).min(limit);
    if screen.framed {
        let style = if pane == model.focus { theme.border_focused } else { theme.border };
        let title = text::shorten(&title(model, pane, theme), usize::from(area.width.saturating_sub(4)));
        let heading = if pane == model.focus { theme.border_focused } else { theme.text };
        let mut block = Block::bordered().border_style(style).title(Line::styled(format!(" {title} "), heading));
        if limit > 0 {
            let told = if top < limit {
                format!(" {} more ({}) ", limit - top, model.key(&Action::Scroll(Scroll::Down)))
            } else {
                " end ".to_owned()
            };
            block = block.title_bottom(Line::styled(told, theme.dim).right_aligned());
        }
        frame.render_widget(block, area);
    }
    if pane == Pane::List {
        list::draw(model, theme, frame, inner);
    } else {
        let shown: Vec<_> = lines.into_iter().skip(top).take(rows).collect();
        frame.render_widget(Paragraph::new(shown), inner);
    }
}

fn title(model: &Model, pane: Pane, theme: &Theme) -> String {
    match pane {
        Pane::List => list::title(model),
        Pane::Message => message::title(model, theme),
        Pane::Payload => payload::title(model),
        Pane::Cleaned => cleaned::title(model),
        Pane::Record => record::title(model),
        Pane::Evidence => "Evidence".to_owned(),
    }
}

/// All rows of a pane of details.
fn pane_lines(model: &Model, pane: Pane, width: u16, theme: &Theme) -> Vec<Line<'static>> {
    let width = usize::from(width);
    match pane {
        Pane::List => Vec::new(),
        Pane::Message => message::lines(model, width, theme),
        Pane::Payload => payload::lines(model, width, theme),
        Pane::Cleaned => cleaned::lines(model, width, theme),
        Pane::Record => record::lines(model, width, theme),
        Pane::Evidence => evidence::lines(model, width, theme),
    }
}

fn screen(model: &Model) -> Option<Screen> {
    layout::arrange(Rect::new(0, 0, model.size.0, model.size.1), model)
}

/// How many findings the list shows at once.
pub(super) fn list_rows(model: &Model) -> usize {
    pane_rows(model, Pane::List)
}

/// How many rows of a pane are on the screen.
pub(super) fn pane_rows(model: &Model, pane: Pane) -> usize {
    screen(model).and_then(|screen| screen.content(pane)).map_or(0, |area| usize::from(area.height))
}

/// How far a pane can be scrolled.
pub(super) fn scroll_limit(model: &Model, pane: Pane) -> usize {
    let Some(area) = screen(model).and_then(|screen| screen.content(pane)) else {
        return 0;
    };
    pane_lines(model, pane, area.width, &Theme::plain()).len().saturating_sub(usize::from(area.height))
}

/// What a line of the choice of what to copy copies.
pub(super) fn copied_part(line: usize) -> Option<Part> {
    copy::parts().nth(line).map(|(_, part)| part)
}

/// How far the overlay on top reaches.
pub(super) fn overlay_extent(model: &Model) -> Extent {
    let (Some(screen), Some(overlay)) = (screen(model), model.overlay()) else {
        return Extent::default();
    };
    dialog::extent(model, overlay, &screen)
}
