//! What the last key did, and the keys that count now.

use ratatui::Frame;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::review::Act;
use crate::tui::action::Action;
use crate::tui::keys::{BINDINGS, Context};
use crate::tui::model::{Model, Scan, Tone};
use crate::tui::overlay::Overlay;
use crate::tui::text;
use crate::tui::theme::Theme;

use super::layout::Screen;
use super::prompt;

/// What turns while the scan runs.
const SPINNER: [&str; 4] = ["⠋", "⠙", "⠸", "⠴"];

pub(super) fn draw(model: &Model, theme: &Theme, frame: &mut Frame, screen: &Screen) {
    let width = usize::from(screen.footer.width);
    let keys = keys(model.context(), width, theme);
    match screen.status {
        Some(area) => {
            frame.render_widget(Paragraph::new(status(model, theme, width)), area);
            frame.render_widget(Paragraph::new(keys), screen.footer);
        }
        // Where there is one line only, what just happened is worth more than the keys.
        None if model.toast.is_some() || matches!(model.overlay(), Some(Overlay::Search(_) | Overlay::Note(_))) => {
            frame.render_widget(Paragraph::new(status(model, theme, width)), screen.footer);
        }
        None => frame.render_widget(Paragraph::new(keys), screen.footer),
    }
}

/// The line above the keys: the prompt of a search, a toast, or how scan and search stand.
fn status(model: &Model, theme: &Theme, width: usize) -> Line<'static> {
    if let Some(Overlay::Search(open)) = model.overlay() {
        return prompt::search(model, open, width, theme);
    }
    if let Some(Overlay::Note(open)) = model.overlay() {
        let key = model.items.get(open.place).map(|item| item.key.to_string()).unwrap_or_default();
        return prompt::line(&format!(" note {}: ", text::shorten(&key, 12)), &open.input, width, theme);
    }
    if let Some(toast) = &model.toast {
        let (mark, style) = match toast.tone {
            Tone::Told => ("•", theme.strong),
            Tone::Refused => ("⚠", theme.warning),
        };
        return Line::styled(text::shorten(&format!(" {mark} {}", toast.text), width), style);
    }
    let mut told = Vec::new();
    if model.counts().reviewed() == 0 && model.search.is_none() && !model.items.is_empty() {
        // Who begins is told how; the first decision shows that it is known.
        let key = |action| model.key(&action);
        let (accept, reject) = (key(Action::Decide(Act::Accept)), key(Action::Decide(Act::Reject)));
        let help = key(Action::Help);
        told.push(format!("{accept} accepts the proposal, {reject} rejects it · {help} shows all keys"));
    }
    if let Some(search) = &model.search {
        let place = model.selected.and_then(|place| search.hits.iter().position(|hit| *hit == place));
        let place = place.map_or_else(|| "–".to_owned(), |place| (place + 1).to_string());
        told.push(format!("/{} [{place}/{}]", search.query, search.hits.len()));
    }
    told.push(match &model.scan {
        Scan::Running(ticks) => {
            let turn = SPINNER.get(ticks % SPINNER.len()).copied().unwrap_or_default();
            format!("{turn} scanning, {} found", model.items.len())
        }
        Scan::Done(tally) => tally.clone(),
    });
    Line::styled(text::shorten(&format!(" {}", told.join(" · ")), width), theme.dim)
}

/// The keys of a context, as many as there is room for; the way to all others always stands at the right.
fn keys(context: Context, width: usize, theme: &Theme) -> Line<'static> {
    let mut spans = Vec::new();
    let shown = BINDINGS.iter().filter(|binding| binding.context == context);
    let mut entries: Vec<(String, &str)> =
        shown.filter_map(|binding| Some((binding.keys.first()?.to_string(), binding.footer?))).collect();
    let last = if context == Context::Review { entries.pop() } else { None };
    let columns = |(key, word): &(String, &str)| text::width(key) + text::width(word) + 3;
    let mut left = width.saturating_sub(last.as_ref().map_or(0, columns));
    for entry in entries {
        let Some(rest) = left.checked_sub(columns(&entry)) else {
            break;
        };
        left = rest;
        push(&mut spans, &entry, theme);
    }
    if let Some(entry) = last {
        spans.push(Span::raw(" ".repeat(left)));
        push(&mut spans, &entry, theme);
    }
    Line::from(spans)
}

fn push(spans: &mut Vec<Span<'static>>, (key, word): &(String, &str), theme: &Theme) {
    spans.push(Span::styled(format!(" {key}"), theme.key));
    spans.push(Span::styled(format!(" {word} "), theme.text));
}
