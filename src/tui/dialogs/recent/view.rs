//! The last decisions.

use ratatui::text::Line;

use crate::tui::review::model::Model;
use crate::tui::text;
use crate::tui::theme::Theme;

use super::RecentDialog;

/// One line per decision: time, reviewer, message and decision.
pub(super) fn lines(model: &Model, dialog: &RecentDialog, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let key_width = dialog.decisions.iter().map(|decision| text::width(&decision.message.to_string())).max();
    let rows = dialog.decisions.iter().enumerate().map(|(place, decision)| {
        let key = text::fit(&decision.message.to_string(), key_width.unwrap_or(0).min(12));
        let item = model.place(&decision.message).and_then(|place| model.items.get(place));
        let about = item.map_or_else(String::new, |item| {
            let facets = item.facets();
            format!("  {}  {}", theme.data(&facets.subject), theme.data(&facets.speaker))
        });
        let at = decision.at.strftime("%Y-%m-%d %H:%M");
        let row = format!(" {at}  {}  {key} {}{about}", text::fit(&decision.reviewer, 8), text::fit(decision.what, 21));
        let style = if place == dialog.cursor { theme.selected } else { theme.text };
        Line::styled(text::fit(&text::shorten(&row, width), width), style)
    });
    rows.collect()
}
