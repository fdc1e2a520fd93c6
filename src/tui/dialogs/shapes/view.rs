//! The shapes of all payloads, and the messages of one of them.

use std::ops::Range;

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::explore::{SeenPayload, Shape, Survey, shares, spark};
use crate::proposal::Status;
use crate::tui::findings::words;
use crate::tui::review::model::Model;
use crate::tui::text;
use crate::tui::theme::{Theme, sign};
use crate::tui::widgets::{excerpt, sheet};

use super::{MembersDialog, ShapesDialog};

/// How many lines a shape takes.
pub(crate) const SHAPE_ROWS: usize = 3;
/// How many lines a message takes.
pub(crate) const MEMBER_ROWS: usize = 2;
/// The indent of continuation lines.
const INDENT: &str = "       ";
/// The number of bars in a sparkline.
const PARTS: usize = 12;
/// The width of a date range.
const DAYS: usize = 23;
/// The maximum number of models and agents named.
const NAMED: usize = 2;

pub(crate) fn heading(dialog: &ShapesDialog) -> String {
    let Some(survey) = &dialog.survey else { return "Shapes".to_owned() };
    let unknown = survey.shapes.iter().filter(|shape| shape.unknown() > 0).count();
    let marked = if dialog.marks.is_empty() { String::new() } else { format!(" · {} marked", dialog.marks.len()) };
    format!(
        "Shapes {}, {unknown} unknown · {}{marked}",
        survey.shapes.len(),
        words::count(survey.seen.len(), "payload")
    )
}

/// All shapes, three lines each. Shapes outside the visible rows are left blank.
pub(crate) fn lines(dialog: &ShapesDialog, (width, rows): (usize, usize), theme: &Theme) -> Vec<Line<'static>> {
    let Some(survey) = &dialog.survey else {
        return vec![Line::styled(text::shorten("reading every message…", width), theme.dim)];
    };
    if survey.shapes.is_empty() {
        let line = format!("Nothing in {} looks like a call or a result.", words::count(survey.messages, "message"));
        return vec![Line::styled(text::shorten(&line, width), theme.text)];
    }
    let shapes = survey.shapes.iter().enumerate();
    let showing = showing(dialog.cursor, (survey.shapes.len(), SHAPE_ROWS), rows);
    shapes
        .flat_map(|(place, shape)| {
            let is_shown = showing.contains(&place);
            if is_shown { shape_lines(dialog, survey, (place, shape), width, theme) } else { Default::default() }
        })
        .collect()
}

/// The range of entries, of `each` lines, visible in the given rows.
fn showing(cursor: usize, (count, each): (usize, usize), rows: usize) -> Range<usize> {
    let first = sheet::centred(cursor, each, rows).min((count * each).saturating_sub(rows));
    first / each..(first + rows).div_ceil(each)
}

fn shape_lines(
    dialog: &ShapesDialog,
    survey: &Survey,
    (place, shape): (usize, &Shape),
    width: usize,
    theme: &Theme,
) -> [Line<'static>; SHAPE_ROWS] {
    let mark = match (place == dialog.cursor, dialog.marks.contains(&place)) {
        (true, true) => "◈",
        (true, false) => "▸",
        (false, true) => "◆",
        (false, false) => " ",
    };
    let style = if place == dialog.cursor { theme.selected } else { theme.text };
    let known = if shape.unknown() > 0 { theme.warning } else { theme.dim };
    let head = format!("{mark}{:>5}  ", format!("{}×", shape.seen.len()));
    let label = format!("{}  ", pattern(shape));
    let room = width.saturating_sub(text::width(&head) + text::width(&label));
    let keys = text::shorten(&theme.data(&shape.value.to_string()), room);
    let known = if place == dialog.cursor { theme.selected } else { known };
    let pad = " ".repeat(room.saturating_sub(text::width(&keys)));
    let first = vec![Span::styled(head, style), Span::styled(label, known), Span::styled(keys + &pad, style)];
    let example = survey.example(shape).map_or("", |seen| &seen.text.written);
    let below = |text: &str, style: Style| Line::styled(text::shorten(&format!("{INDENT}{text}"), width), style);
    let when = format!("{}{}", days(survey, shape), theme.data(example));
    [Line::from(first), below(&origin(shape, theme), theme.dim), below(&when, theme.dim)]
}

/// The patterns that match a shape, or a remark that none does.
fn pattern(shape: &Shape) -> String {
    let names: Vec<&str> = shape.patterns.keys().map(String::as_str).collect();
    match shape.unknown() {
        0 => names.join(", "),
        _ if names.is_empty() => "no pattern".to_owned(),
        unknown => format!("{unknown} no pattern, else {}", names.join(", ")),
    }
}

/// The syntax of a shape, the number of its findings, and who wrote its payloads.
fn origin(shape: &Shape, theme: &Theme) -> String {
    let mut parts = vec![format!("{} {}", shape.id, shape.syntax)];
    parts.push(match shape.claims {
        0 => "no finding".to_owned(),
        claims => words::count(claims, "finding"),
    });
    for named in [&shape.models, &shape.agents] {
        let named = shares(named, shape.seen.len(), NAMED);
        if !named.is_empty() {
            parts.push(theme.data(&named).into_owned());
        }
    }
    parts.join(" · ")
}

/// The date range of a shape, with a sparkline.
fn days(survey: &Survey, shape: &Shape) -> String {
    let Some((first, last)) = shape.times else { return String::new() };
    let [first, last] = [first, last].map(|time| time.strftime("%Y-%m-%d").to_string());
    let days = if first == last { first } else { format!("{first} – {last}") };
    format!("{} ▕{}▏ ", text::fit(&days, DAYS), spark(&survey.over_time(shape, PARTS)))
}

pub(crate) fn members_heading(dialog: &MembersDialog) -> String {
    let Some(shape) = dialog.shape() else { return "Messages".to_owned() };
    format!("{} of {} · {}", dialog.cursor + 1, shape.seen.len(), shape.value)
}

/// The messages of a shape, two lines each.
pub(crate) fn member_lines(
    model: &Model,
    dialog: &MembersDialog,
    (width, rows): (usize, usize),
    theme: &Theme,
) -> Vec<Line<'static>> {
    let members = dialog.members().enumerate();
    let showing = showing(dialog.cursor, (dialog.members().count(), MEMBER_ROWS), rows);
    members
        .flat_map(|(place, seen)| {
            if !showing.contains(&place) {
                return Default::default();
            }
            let is_selected = place == dialog.cursor;
            let (mark, style) = if is_selected { ("▸", theme.selected) } else { (" ", theme.text) };
            let head = text::fit(&format!("{mark}{}", member(model, seen, theme)), width);
            [Line::styled(head, style), excerpt::line(&seen.text, INDENT, width, theme)]
        })
        .collect()
}

/// The message, its author and the status of its finding.
fn member(model: &Model, seen: &SeenPayload, theme: &Theme) -> String {
    let item = model.findings.of(&seen.message);
    let status = match item {
        Some(item) if item.status == Status::Pending => "a finding".to_owned(),
        Some(item) => format!("{} {}", sign(item.status, None), item.status.name()),
        None => "no finding".to_owned(),
    };
    let names = [&seen.call_mention.called, &seen.agent, &seen.model].into_iter().flatten();
    let names: Vec<_> = names.map(|name| theme.data(name).into_owned()).collect();
    let pattern = seen.call_mention.pattern.as_deref().unwrap_or("no pattern");
    format!("{}  {}  {} · {status} · {pattern}", seen.message, words::time(seen.at), names.join(" · "))
}
