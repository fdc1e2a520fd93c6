//! The names of the panes, where one of them stands for several.

use ratatui::text::{Line, Span};

use crate::tui::action::Action;
use crate::tui::model::{Model, Pane};
use crate::tui::text;
use crate::tui::theme::Theme;

/// The panes and their keys, the one that shows marked; of the others only the keys, where there is no room.
///
/// Of a pane that is shown alone the way back stands at the right; `between` fills what is left.
pub(super) fn line(model: &Model, theme: &Theme, panes: &[Pane], width: usize, between: &str) -> Line<'static> {
    let shown = if panes.contains(&Pane::List) { model.focus } else { model.detail };
    let named = |pane: &Pane| format!(" {} {} ", model.key(&Action::Show(*pane)), pane.name());
    let brief =
        |pane: &Pane| if *pane == shown { named(pane) } else { format!(" {} ", model.key(&Action::Show(*pane))) };
    let all: Vec<String> = panes.iter().map(named).collect();
    let keys: Vec<String> = panes.iter().map(brief).collect();
    let columns = |told: &[String]| told.iter().map(|name| text::width(name)).sum::<usize>();
    let way_back = if model.zoomed { format!(" {} all panes ", model.key(&Action::Zoom)) } else { String::new() };
    let room = width.saturating_sub(text::width(&way_back));
    let told = match room {
        room if columns(&all) <= room => all,
        room if columns(&keys) <= room => keys,
        _ => return Line::styled(text::shorten(&named(&shown), width), theme.selected),
    };
    let left = room - columns(&told);
    let style = |pane: &Pane| if *pane == shown { theme.selected } else { theme.dim };
    let mut spans: Vec<_> = panes.iter().zip(told).map(|(pane, name)| Span::styled(name, style(pane))).collect();
    if model.zoomed {
        spans.push(Span::styled(between.repeat(left), theme.border));
        spans.push(Span::styled(way_back, theme.key));
    }
    Line::from(spans)
}
