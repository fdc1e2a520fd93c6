//! The editor: every editable field, and what the application would refuse.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Margin, Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};

use crate::tui::input::hit_target::HitTarget;
use crate::tui::panes::difference;
use crate::tui::panes::page::Page;
use crate::tui::panes::{message, payload};
use crate::tui::review::model::Model;
use crate::tui::screen::layout::shared_out;
use crate::tui::text;
use crate::tui::theme::Theme;

use super::{Editor, FieldEditor, FieldInput};

/// With fewer rows per text field than this, only the focused field is shown.
const FEWEST_ROWS: u16 = 5;

pub(super) fn draw(model: &Model, editor: &Editor, theme: &Theme, frame: &mut Frame, body: Rect) {
    frame.render_widget(Clear, body);
    let key = model.findings.get(editor.place).map_or_else(String::new, |item| item.key.to_string());
    let title = text::shorten(&format!("Edit {key}"), usize::from(body.width.saturating_sub(4)));
    frame.render_widget(
        Block::bordered().border_style(theme.border_focused).title(Line::styled(format!(" {title} "), theme.strong)),
        body,
    );
    let [fields, message] = parts(editor, body);
    if let Some(area) = preview_area(body) {
        draw_reference(model, editor, theme, frame, area);
    }
    let rows: Vec<_> = messages(editor).iter().map(|text| row(text, theme, message.width)).collect();
    frame.render_widget(Paragraph::new(rows), message);
    draw_fields(editor, theme, frame, fields);
}

/// The maximum number of mistakes of a plan shown below it.
const MAX_MESSAGES: usize = 5;

/// The messages: why it was not saved, or what would be refused. Of a plan the first few mistakes.
fn messages(editor: &Editor) -> Vec<String> {
    let mistakes: Vec<_> = editor.fields.iter().flat_map(FieldEditor::mistakes).collect();
    if mistakes.is_empty() {
        let refused = editor.refused.as_ref().map(|reason| format!("not saved: {reason}"));
        return refused.or_else(|| editor.fault()).into_iter().collect();
    }
    let refused = editor.refused.is_some().then(|| "not saved:".to_owned());
    let more = mistakes.len().saturating_sub(MAX_MESSAGES);
    let more = (more > 0).then(|| format!("and {more} more"));
    refused.into_iter().chain(mistakes.into_iter().take(MAX_MESSAGES)).chain(more).collect()
}

fn row(message: &str, theme: &Theme, width: u16) -> Line<'static> {
    Line::styled(text::shorten(&format!("⚠ {}", theme.data(message)), usize::from(width)), theme.bad)
}

/// The areas of the fields and of the messages.
fn parts(editor: &Editor, body: Rect) -> [Rect; 2] {
    let mut inner = body.inner(Margin::new(1, 1));
    if let Some(preview) = preview_area(body) {
        inner.width = preview.x - inner.x - 1;
    }
    let rows = u16::try_from(messages(editor).len().max(1)).unwrap_or(u16::MAX).min((inner.height / 2).max(1));
    Layout::vertical([Constraint::Fill(1), Constraint::Length(rows)]).areas(inner)
}

/// The width from which the reference is shown next to the fields.
const MIN_WIDTH_WITH_PREVIEW: u16 = 110;

/// The area of the reference, if it fits.
fn preview_area(body: Rect) -> Option<Rect> {
    let inner = body.inner(Margin::new(1, 1));
    let [_, preview] = Layout::horizontal([Constraint::Fill(3), Constraint::Fill(2)]).areas(inner);
    (body.width >= MIN_WIDTH_WITH_PREVIEW).then_some(preview)
}

/// Draws the message, its payload and the difference of its text.
fn draw_reference(model: &Model, editor: &Editor, theme: &Theme, frame: &mut Frame, area: Rect) {
    let rules = model.settings.rules();
    let Some(item) = model.findings.get(editor.place) else { return };
    let Some(revised) = item.revised(&editor.edit(item, &rules), &rules) else { return };
    let new = || Page::new(model, None, usize::from(area.width), theme);
    let (mut original, mut payload, mut difference) = (new(), new(), new());
    if let Some(finding) = model.current() {
        original.add(&message::pieces(finding, model.claim, theme), 0);
    }
    payload::write(&mut payload);
    match revised.new_text() {
        Some(text) if text != revised.message.text => difference.add(&difference::pieces(&revised, text, theme), 0),
        _ => difference.add_text("The text stays unchanged.", theme.dim),
    }
    let needed = [&original, &payload, &difference].map(|page| u16::try_from(page.rows() + 1).unwrap_or(u16::MAX));
    let third = area.height / 3;
    let rows = shared_out([third, third, area.height - 2 * third], needed);
    let places = Layout::vertical(rows.map(Constraint::Length)).split(area);
    for ((heading, page), place) in
        [("Before", original), (payload::title(model).as_str(), payload), ("Difference", difference)]
            .into_iter()
            .zip(places.iter())
    {
        let [head, content] = field_parts(*place);
        let more = page.rows().saturating_sub(usize::from(content.height));
        let more = if more == 0 { String::new() } else { format!("  {more} more rows") };
        let head_line = Line::from(vec![Span::styled(heading.to_owned(), theme.key), Span::styled(more, theme.dim)]);
        frame.render_widget(Paragraph::new(head_line), head);
        frame.render_widget(Paragraph::new(page.written.lines(0, usize::from(content.height))), content);
    }
}

/// The areas of a field's heading and of its input.
fn field_parts(area: Rect) -> [Rect; 2] {
    Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(area)
}

/// What a click in a cell hits: a field and the position in its text.
pub(super) fn hit(editor: &Editor, body: Rect, at: Position) -> Option<HitTarget> {
    let [fields, _] = parts(editor, body);
    let (place, area) = places(editor, fields).into_iter().find(|(_, area)| area.contains(at))?;
    let [_, content] = field_parts(area);
    Some(HitTarget::Field { place, at: content.contains(at).then(|| (at.y - content.y, at.x - content.x)) })
}

/// The area of each field. If they do not fit, only the focused field has one.
fn places(editor: &Editor, area: Rect) -> Vec<(usize, Rect)> {
    let texts = editor.fields.iter().filter(|field| matches!(field.entry, FieldInput::Text(_))).count();
    let texts = u16::try_from(texts).unwrap_or(u16::MAX);
    let choices = u16::try_from(editor.fields.len()).unwrap_or(u16::MAX).saturating_sub(texts);
    let room = choices.saturating_mul(2).saturating_add(texts.saturating_mul(FEWEST_ROWS));
    if area.height < room {
        return vec![(editor.focus, area)];
    }
    let rows = editor.fields.iter().map(|field| match field.entry {
        FieldInput::Text(_) => Constraint::Fill(1),
        FieldInput::Choice { .. } => Constraint::Length(2),
    });
    Layout::vertical(rows).split(area).iter().copied().enumerate().collect()
}

fn draw_fields(editor: &Editor, theme: &Theme, frame: &mut Frame, area: Rect) {
    let places = places(editor, area);
    let some_are_hidden = places.len() < editor.fields.len();
    for (place, area) in places {
        let number = if some_are_hidden { format!("{}/{} ", place + 1, editor.fields.len()) } else { String::new() };
        if let Some(field) = editor.fields.get(place) {
            draw_field(field, &number, place == editor.focus, theme, frame, area);
        }
    }
}

fn draw_field(field: &FieldEditor, place: &str, focused: bool, theme: &Theme, frame: &mut Frame, area: Rect) {
    let [heading, content] = field_parts(area);
    let style = if focused { theme.selected } else { theme.key };
    let fault = field.fault();
    let mut spans = vec![Span::styled(format!(" {place}{} ", field.label()), style)];
    if let Some(count) = field.count() {
        spans.push(Span::styled(format!("  {count}"), if fault.is_some() { theme.bad } else { theme.dim }));
    }
    let hidden = text::hidden_characters(&field.text(), theme.hidden_char);
    if !hidden.is_empty() {
        spans.push(Span::styled(format!("  unseen here: {hidden}"), theme.warning));
    }
    frame.render_widget(Paragraph::new(Line::from(spans)), heading);
    match &field.entry {
        FieldInput::Text(area) => {
            frame.render_widget(area.as_ref(), content);
            theme.symbols().keep(frame.buffer_mut(), content);
        }
        FieldInput::Choice { labels, chosen } => {
            let mut spans = Vec::new();
            for (place, label) in labels.iter().enumerate() {
                let mark = if *chosen == Some(place) { "(•)" } else { "( )" };
                let style = if *chosen == Some(place) { theme.strong } else { theme.dim };
                spans.push(Span::styled(format!(" {mark} {} ", text::shorten(label, 30)), style));
            }
            if chosen.is_none() {
                spans.push(Span::styled(format!(" now: {}", text::shorten(&field.text(), 30)), theme.bad));
            }
            if focused {
                spans.push(Span::styled("  Left and Right choose", theme.dim));
            }
            frame.render_widget(Paragraph::new(Line::from(spans)), content);
        }
    }
}
