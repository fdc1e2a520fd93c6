//! The tabs of an area that serves several panes.

use ratatui::text::{Line, Span};

use crate::tui::input::action::Action;
use crate::tui::review::model::{Model, Pane};
use crate::tui::text;
use crate::tui::theme::Theme;

/// The tab labels. If space is short, hidden panes show only their keys; `None` if even these do not fit.
fn names(model: &Model, panes: &[Pane], width: usize) -> Option<Vec<String>> {
    let shown = shown(model, panes);
    let named = |pane: &Pane| format!(" {} {} ", model.settings.key(&Action::Show(*pane)), pane.name());
    let brief = |pane: &Pane| {
        if *pane == shown { named(pane) } else { format!(" {} ", model.settings.key(&Action::Show(*pane))) }
    };
    let room = width.saturating_sub(text::width(&way_back(model)));
    let fits = |names: &Vec<String>| names.iter().map(|name| text::width(name)).sum::<usize>() <= room;
    let all: Vec<String> = panes.iter().map(named).collect();
    Some(all).filter(fits).or_else(|| Some(panes.iter().map(brief).collect()).filter(fits))
}

fn shown(model: &Model, panes: &[Pane]) -> Pane {
    if panes.contains(&Pane::List) { model.panes.focus } else { model.panes.detail }
}

/// The hint for leaving a zoomed pane.
fn way_back(model: &Model) -> String {
    if model.panes.zoomed { format!(" {} all panes ", model.settings.key(&Action::Zoom)) } else { String::new() }
}

/// The pane whose tab is in a column; the next pane if only one tab fits.
pub(crate) fn pane_at(model: &Model, panes: &[Pane], width: usize, column: u16) -> Option<Pane> {
    let Some(names) = names(model, panes, width) else {
        let place = panes.iter().position(|pane| *pane == shown(model, panes)).map_or(0, |place| place + 1);
        return panes.get(place.checked_rem(panes.len())?).copied();
    };
    let mut end = 0;
    let hit = panes.iter().zip(names).find(|(_, name)| {
        end += text::width(name);
        usize::from(column) < end
    });
    hit.map(|(pane, _)| *pane)
}

/// The tabs with their keys, the visible one marked; if space is short, the others show only their keys.
///
/// For a zoomed pane the way back is at the right; `between` fills the gap.
pub(crate) fn line(model: &Model, theme: &Theme, panes: &[Pane], width: usize, between: &str) -> Line<'static> {
    let (shown, way_back) = (shown(model, panes), way_back(model));
    let Some(names) = names(model, panes, width) else {
        let only = format!(" {} {} ", model.settings.key(&Action::Show(shown)), shown.name());
        return Line::styled(text::shorten(&only, width), theme.selected);
    };
    let columns: usize = names.iter().map(|name| text::width(name)).sum();
    let left = width.saturating_sub(columns + text::width(&way_back));
    let style = |pane: &Pane| if *pane == shown { theme.selected } else { theme.dim };
    let mut spans: Vec<_> = panes.iter().zip(names).map(|(pane, name)| Span::styled(name, style(pane))).collect();
    if model.panes.zoomed {
        spans.push(Span::styled(between.repeat(left), theme.border));
        spans.push(Span::styled(way_back, theme.key));
    }
    Line::from(spans)
}
