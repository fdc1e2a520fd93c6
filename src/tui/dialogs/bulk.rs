//! The question before many findings are decided at once.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::review::Act;
use crate::tui::review::model::Model;
use crate::tui::theme::Theme;
use crate::tui::{dialogs, text};

use super::BulkDialog;

/// How many of the findings are shown as samples.
const SAMPLES: usize = 3;

/// How many, which, with what warnings, and what is left out; where that has no room, not the question is cut.
pub(crate) fn lines(
    model: &Model,
    open: &BulkDialog,
    theme: &Theme,
    (width, rows): (usize, usize),
) -> Vec<Line<'static>> {
    let mut lines =
        dialogs::view::wrapped(vec![(question(open), theme.strong), (shown(model), theme.text)], width, theme);
    let mut details = dialogs::view::wrapped(details(model, open, theme, width), width, theme);
    let room = rows.saturating_sub(lines.len() + 1);
    if details.len() > room {
        details.truncate(room.saturating_sub(1));
        details.push(Line::styled("… and more than fits here", theme.warning));
    }
    lines.extend(details);
    lines.push(confirmation(open, theme));
    lines
}

fn details(model: &Model, open: &BulkDialog, theme: &Theme, width: usize) -> Vec<(String, Style)> {
    let blank = || (String::new(), theme.text);
    let mut texts: Vec<_> = open.why.iter().map(|why| (format!("because: {why}"), theme.text)).collect();
    texts.push(blank());
    texts.extend(samples(model, open, theme, width).into_iter().map(|sample| (sample, theme.dim)));
    texts.push(blank());
    let told = texts.len();
    // Who rejects or skips lets nothing happen of which these warn.
    for (warning, count) in open.warnings.iter().filter(|_| open.act == Act::Accept) {
        texts.push((format!("{count} × ⚠ {}", warning.sentence()), theme.warning));
    }
    texts.extend(left_out(open, theme));
    if texts.len() > told {
        texts.push(blank());
    }
    texts
}

fn question(open: &BulkDialog) -> String {
    let count = open.places.len();
    let marked = if open.marked { "marked " } else { "" };
    let findings = if count == 1 { "finding" } else { "findings" };
    match open.act {
        Act::Accept => format!("Accept {count} {marked}{findings} as proposed?"),
        Act::Reject => format!("Reject {count} {marked}{findings}? Their messages stay as they are."),
        Act::Skip | Act::Reset => format!("Skip {count} {marked}{findings} for now?"),
    }
}

/// What is shown, since nothing else is decided.
fn shown(model: &Model) -> String {
    let (shown, total) = (model.shown.len(), model.items.len());
    match model.filter.to_string() {
        filter if filter.is_empty() => format!("no filter: all {total} are shown"),
        filter => format!("filter: {filter} · {shown} of {total} shown"),
    }
}

fn samples(model: &Model, open: &BulkDialog, theme: &Theme, width: usize) -> Vec<String> {
    let items = open.places.iter().take(SAMPLES).filter_map(|place| model.items.get(*place));
    let sample = |item: &crate::tui::review::model::Item| {
        let (facets, gist) = (item.facets(), item.gist(&model.setting.rules()));
        let (subject, speaker) = (theme.data(&facets.subject), theme.data(&facets.speaker));
        text::shorten(&format!("  {} {subject} {gist} · {speaker}", item.key), width)
    };
    let mut samples: Vec<_> = items.map(sample).collect();
    if let Some(more) = open.places.len().checked_sub(SAMPLES).filter(|more| *more > 0) {
        samples.push(format!("  and {more} more"));
    }
    samples
}

fn left_out(open: &BulkDialog, theme: &Theme) -> Vec<(String, Style)> {
    match open.left_out.reasons() {
        [] => Vec::new(),
        [(reason, count)] => vec![(format!("{count} left out: {reason}"), theme.text)],
        reasons => {
            let each = reasons.iter().map(|(reason, count)| (format!("{count} × {reason}"), theme.text));
            let all = (format!("{} left out:", open.left_out.count()), theme.strong);
            std::iter::once(all).chain(each).collect()
        }
    }
}

fn confirmation(open: &BulkDialog, theme: &Theme) -> Line<'static> {
    let word = open.act.name();
    if open.wants_word() {
        return Line::from(vec![
            Span::styled(format!("Type {word} and press Enter: "), theme.strong),
            Span::raw(text::shorten(&theme.data(open.typed.value()), 20)),
            Span::styled(" ", theme.selected),
        ]);
    }
    Line::styled(format!("y {word}s them, as one gesture; Esc leaves"), theme.strong)
}
