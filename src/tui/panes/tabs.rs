//! The names of the panes, where one of them stands for several.

use ratatui::text::{Line, Span};

use crate::tui::input::action::Action;
use crate::tui::review::model::{Model, Pane};
use crate::tui::text;
use crate::tui::theme::Theme;

/// The names of the panes as they stand beside each other, of those that do not show only the keys where there is no
/// room; `None` where not even these have any.
fn names(model: &Model, panes: &[Pane], width: usize) -> Option<Vec<String>> {
    let shown = shown(model, panes);
    let named = |pane: &Pane| format!(" {} {} ", model.key(&Action::Show(*pane)), pane.name());
    let brief =
        |pane: &Pane| if *pane == shown { named(pane) } else { format!(" {} ", model.key(&Action::Show(*pane))) };
    let room = width.saturating_sub(text::width(&way_back(model)));
    let fits = |told: &Vec<String>| told.iter().map(|name| text::width(name)).sum::<usize>() <= room;
    let all: Vec<String> = panes.iter().map(named).collect();
    Some(all).filter(fits).or_else(|| Some(panes.iter().map(brief).collect()).filter(fits))
}

fn shown(model: &Model, panes: &[Pane]) -> Pane {
    if panes.contains(&Pane::List) { model.focus } else { model.detail }
}

/// Of a pane that is shown alone, how all are shown again.
fn way_back(model: &Model) -> String {
    if model.zoomed { format!(" {} all panes ", model.key(&Action::Zoom)) } else { String::new() }
}

/// The pane whose name stands in a column; where only one has room, the next one.
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

/// The panes and their keys, the one that shows marked; of the others only the keys, where there is no room.
///
/// Of a pane that is shown alone the way back stands at the right; `between` fills what is left.
pub(crate) fn line(model: &Model, theme: &Theme, panes: &[Pane], width: usize, between: &str) -> Line<'static> {
    let (shown, way_back) = (shown(model, panes), way_back(model));
    let Some(told) = names(model, panes, width) else {
        let only = format!(" {} {} ", model.key(&Action::Show(shown)), shown.name());
        return Line::styled(text::shorten(&only, width), theme.selected);
    };
    let columns: usize = told.iter().map(|name| text::width(name)).sum();
    let left = width.saturating_sub(columns + text::width(&way_back));
    let style = |pane: &Pane| if *pane == shown { theme.selected } else { theme.dim };
    let mut spans: Vec<_> = panes.iter().zip(told).map(|(pane, name)| Span::styled(name, style(pane))).collect();
    if model.zoomed {
        spans.push(Span::styled(between.repeat(left), theme.border));
        spans.push(Span::styled(way_back, theme.key));
    }
    Line::from(spans)
}
