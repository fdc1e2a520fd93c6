//! Excerpts of messages.

use ratatui::text::{Line, Span};

use crate::explore::Excerpt;
use crate::tui::text;
use crate::tui::theme::Theme;

/// A payload with some of the surrounding text, on one line.
pub(crate) fn line(excerpt: &Excerpt, indent: &str, width: usize, theme: &Theme) -> Line<'static> {
    let room = width.saturating_sub(text::width(indent));
    let before = last_columns(&theme.data(&excerpt.before), room / 5);
    let after_room = (room / 4).min(text::width(&excerpt.after));
    let written = text::shorten(&theme.data(&excerpt.written), room.saturating_sub(text::width(&before) + after_room));
    let left = room.saturating_sub(text::width(&before) + text::width(&written));
    let after = text::shorten(&theme.data(&excerpt.after), left);
    Line::from(vec![
        Span::styled(format!("{indent}{before}"), theme.dim),
        Span::styled(written, theme.claim),
        Span::styled(after, theme.dim),
    ])
}

/// The end of a text, at most `most` columns.
fn last_columns(text: &str, most: usize) -> String {
    let text = text::shorten(text, usize::MAX);
    let fits = |at: &usize| text.get(*at..).is_some_and(|end| text::width(end) < most);
    let starts = text.char_indices().rev().map(|(at, _)| at).take_while(fits);
    match starts.last() {
        None => String::new(),
        Some(start) => {
            let end = text.get(start..).unwrap_or_default();
            if start == 0 { end.to_owned() } else { format!("…{end}") }
        }
    }
}
