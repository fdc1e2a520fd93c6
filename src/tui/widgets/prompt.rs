//! An input line: how it is drawn, and what keys and pasted text do in it.

use crossterm::event::{KeyCode, KeyModifiers};
use ratatui::text::{Line, Span};
use tui_input::{Input, InputRequest};

use crate::tui::input::key_press::KeyPress;
use crate::tui::text;
use crate::tui::theme::Theme;

/// The typed text after its sign, with the cursor.
pub(crate) fn line(sign: &str, input: &Input, width: usize, theme: &Theme) -> Line<'static> {
    let room = width.saturating_sub(text::width(sign) + 1);
    let scroll = input.visual_scroll(room);
    let (before, after) = input.value().split_at(byte_of(input.value(), input.cursor()));
    let cursor = after.chars().next().unwrap_or(' ');
    let rest: String = after.chars().skip(1).collect();
    let typed: String = skip_columns(before, scroll);
    Line::from(vec![
        Span::styled(text::shorten(sign, width), theme.strong),
        Span::raw(text::shorten(&theme.data(&typed), room)),
        Span::styled(text::shorten(&theme.data(&cursor.to_string()), 2), theme.selected),
        Span::raw(text::shorten(&theme.data(&rest), room.saturating_sub(text::width(&typed) + 1))),
    ])
}

fn byte_of(text: &str, chars: usize) -> usize {
    text.char_indices().nth(chars).map_or(text.len(), |(place, _)| place)
}

/// The text without its first columns, for a prompt longer than its line.
fn skip_columns(text: &str, columns: usize) -> String {
    let mut skipped = 0;
    let rest = text.char_indices().find(|(_, c)| {
        let goes_on = skipped < columns;
        skipped += text::width(c.encode_utf8(&mut [0; 4]));
        !goes_on
    });
    rest.and_then(|(place, _)| text.get(place..)).unwrap_or_default().to_owned()
}

/// Inserts a pasted text.
pub(crate) fn paste_into(input: &mut Input, text: &str) {
    // A line break separates words.
    for c in text.chars().map(|c| if c == '\n' { ' ' } else { c }).filter(|c| !c.is_control()) {
        input.handle(InputRequest::InsertChar(c));
    }
}

/// Applies a key to an input line: a character, a deletion or a movement of the cursor.
pub(crate) fn type_into(input: &mut Input, key: KeyPress) {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let request = match key.code {
        KeyCode::Char('u') if control => InputRequest::DeleteFromStart,
        KeyCode::Char('w') if control => InputRequest::DeletePrevWord,
        KeyCode::Char('a') if control => InputRequest::GoToStart,
        KeyCode::Char('e') if control => InputRequest::GoToEnd,
        KeyCode::Char(c) if key.modifiers.is_empty() => InputRequest::InsertChar(c),
        KeyCode::Backspace => InputRequest::DeletePrevChar,
        KeyCode::Delete => InputRequest::DeleteNextChar,
        KeyCode::Left => InputRequest::GoToPrevChar,
        KeyCode::Right => InputRequest::GoToNextChar,
        KeyCode::Home => InputRequest::GoToStart,
        KeyCode::End => InputRequest::GoToEnd,
        _ => return,
    };
    input.handle(request);
}
