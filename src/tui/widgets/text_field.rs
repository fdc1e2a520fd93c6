//! A text field for several lines.

use crossterm::event::{KeyCode, KeyModifiers};
use ratatui::style::{Modifier, Style};
use ratatui_textarea::{CursorMove, DataCursor, Input, Key, TextArea, WrapMode};

use crate::tui::input::key_press::KeyPress;

/// A text field with a text in it.
pub(crate) fn text_area(text: &str) -> TextArea<'static> {
    let mut area = TextArea::new(text.split('\n').map(str::to_owned).collect());
    area.set_wrap_mode(WrapMode::WordOrGlyph);
    area.set_cursor_line_style(Style::new());
    area
}

/// Shows line numbers, which the messages about mistakes refer to.
pub(crate) fn number_lines(area: &mut TextArea<'_>) {
    area.set_line_number_style(Style::new().add_modifier(Modifier::DIM));
}

/// Types a key into a text field; returns whether the text changed.
pub(crate) fn type_into(area: &mut TextArea<'_>, key: KeyPress) -> bool {
    area.input(typed(key))
}

/// Shows or hides the cursor of a text field.
pub(crate) fn show_cursor(area: &mut TextArea<'_>, focused: bool) {
    let style = Style::new();
    area.set_cursor_style(if focused { style.add_modifier(Modifier::REVERSED) } else { style });
}

/// Moves the cursor to the text position in a cell.
pub(crate) fn jump(area: &mut TextArea<'_>, (row, column): (u16, u16)) {
    let (top, left) = area.scroll_offset();
    let column = column.saturating_sub(area.line_number_width());
    let DataCursor(row, column) = area.screen_to_data((top + row).into(), (left + column).into());
    let number = |place: usize| u16::try_from(place).unwrap_or(u16::MAX);
    area.move_cursor(CursorMove::Jump(number(row), number(column)));
}

/// A pasted text with normalized line breaks: terminals send them as carriage returns.
pub(crate) fn pasted(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

fn typed(key: KeyPress) -> Input {
    let code = match key.code {
        KeyCode::Char(c) => Key::Char(c),
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Enter => Key::Enter,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Delete => Key::Delete,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        _ => Key::Null,
    };
    Input {
        key: code,
        ctrl: key.modifiers.contains(KeyModifiers::CONTROL),
        alt: key.modifiers.contains(KeyModifiers::ALT),
        shift: key.modifiers.contains(KeyModifiers::SHIFT),
    }
}
