//! The draft of a pattern: its text, and next to or below it what it matches.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Margin, Position, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};

use crate::tui::findings::words;
use crate::tui::input::hit_target::HitTarget;
use crate::tui::text::{self, Piece};
use crate::tui::theme::Theme;
use crate::tui::widgets::excerpt;

use super::DraftDialog;

/// How many lines a match takes.
const MATCH_ROWS: usize = 2;

/// The width from which the matches are next to the text instead of below it.
const ROOM_BESIDE: u16 = 120;

/// The areas of the text, the status lines and the matches.
fn parts(draft: &DraftDialog, body: Rect) -> [Rect; 3] {
    let inner = body.inner(Margin::new(1, 1));
    if draft.is_of_syntaxes {
        let [text, status] = Layout::vertical([Constraint::Fill(1), Constraint::Length(2)]).areas(inner);
        return [text, status, Rect::default()];
    }
    if body.width >= ROOM_BESIDE {
        let [top, status] = Layout::vertical([Constraint::Fill(1), Constraint::Length(2)]).areas(inner);
        let [text, _, matches] =
            Layout::horizontal([Constraint::Fill(3), Constraint::Length(2), Constraint::Fill(2)]).areas(top);
        return [text, status, matches];
    }
    Layout::vertical([Constraint::Fill(3), Constraint::Length(2), Constraint::Fill(2)]).areas(inner)
}

pub(super) fn draw(draft: &DraftDialog, theme: &Theme, frame: &mut Frame, body: Rect) {
    frame.render_widget(Clear, body);
    let title = if draft.is_of_syntaxes { " Draft of a syntax " } else { " Draft of a pattern " };
    let title = Line::styled(title, theme.strong);
    frame.render_widget(Block::bordered().border_style(theme.border_focused).title(title), body);
    let [area, status, matches] = parts(draft, body);
    frame.render_widget(draft.area.as_ref(), area);
    theme.symbols().keep(frame.buffer_mut(), area);
    frame.render_widget(Paragraph::new(status_lines(draft, usize::from(status.width), theme)), status);
    frame.render_widget(Paragraph::new(match_lines(draft, matches, theme)), matches);
}

/// How many messages it matches and which of them others take, or why it cannot be read.
fn status_lines(draft: &DraftDialog, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let trial = match &draft.trial {
        Err(mistake) => {
            let not_saved = if draft.refused.is_some() { "not saved: " } else { "" };
            let line = format!("⚠ {not_saved}line {}, column {}: {}", mistake.line, mistake.column, mistake.reason);
            return vec![Line::default(), Line::styled(text::shorten(&line, width), theme.bad)];
        }
        Ok(trial) => trial,
    };
    let refused = draft.refused.as_ref().map(|reason| Piece::new(format!("⚠ not saved: {reason}"), theme.bad));
    let mut refused = text::wrap(&Vec::from_iter(refused), width, 0, theme.hidden_char);
    // A reason takes both lines if it needs them: it ends with what is wrong.
    if refused.len() > 1 {
        return refused;
    }
    let refused = refused.pop().unwrap_or_default();
    if trial.is_of_syntaxes() {
        let line = format!("{}: what it reads shows once it is saved", trial.syntaxes.join(", "));
        return vec![refused, Line::styled(text::shorten(&line, width), theme.good)];
    }
    let messages = words::count(trial.matches.len(), "payload");
    let taken: Vec<_> = trial.taken.iter().map(|(name, count)| format!("{name} takes {count}")).collect();
    let line = if taken.is_empty() {
        format!("matches {messages}, none of which another pattern takes")
    } else {
        format!("matches {messages}, {} new: {}", trial.new_matches(), taken.join(", "))
    };
    let replaced: Vec<_> = trial.replaced.keys().cloned().collect();
    let line = if replaced.is_empty() { line } else { format!("{line} · replaces {}", replaced.join(", ")) };
    let style = if trial.new_matches() == 0 || !replaced.is_empty() { theme.warning } else { theme.good };
    vec![refused, Line::styled(text::shorten(&line, width), style)]
}

/// The matches around the selected one.
fn match_lines(draft: &DraftDialog, area: Rect, theme: &Theme) -> Vec<Line<'static>> {
    let (width, rows) = (usize::from(area.width), usize::from(area.height));
    let shown = (rows / MATCH_ROWS).max(1);
    let first = draft.cursor.saturating_sub(shown / 2).min(draft.matches().len().saturating_sub(shown));
    let matches = draft.matches().iter().enumerate().skip(first).take(shown);
    let seen = matches.filter_map(|(place, seen)| Some((place, draft.survey.seen.get(*seen)?)));
    seen.flat_map(|(place, seen)| {
        let (mark, style) = if place == draft.cursor { ("▸", theme.selected) } else { (" ", theme.text) };
        let taken = match &seen.call_mention.pattern {
            Some(name) if !draft.names().contains(name) => format!("{name} takes it"),
            _ => "new".to_owned(),
        };
        let agent = theme.data(seen.agent.as_deref().unwrap_or_default()).into_owned();
        let head = format!("{mark}{}  {}  {agent} · {taken}", seen.message, words::time(seen.at));
        [Line::styled(text::fit(&head, width), style), excerpt::line(&seen.text, "   ", width, theme)]
    })
    .collect()
}

/// What a click in a cell hits.
pub(super) fn hit(draft: &DraftDialog, body: Rect, at: Position) -> Option<HitTarget> {
    let [area, ..] = parts(draft, body);
    if area.contains(at) {
        return Some(HitTarget::Field { place: 0, at: Some((at.y - area.y, at.x - area.x)) });
    }
    body.contains(at).then_some(HitTarget::Sheet)
}
