//! Actions by their names.

use ratatui::text::Line;

use crate::tui::dialogs::prompt;
use crate::tui::input::action::Action;
use crate::tui::input::context::KeyContext;
use crate::tui::review::model::Model;
use crate::tui::text::{self, Piece};
use crate::tui::theme::Theme;

use super::{Palette, PaletteChoice};

/// The width of the key column.
const KEYS: usize = 12;

/// The prompt, a hint, and the entries around the chosen one, in the given number of rows.
pub(super) fn lines(model: &Model, open: &Palette, theme: &Theme, width: usize, rows: usize) -> Vec<Line<'static>> {
    let choices = open.choices(model);
    let hint = hint(model, open, choices.is_empty(), theme, width);
    let mut lines = vec![prompt::line(":", &open.input, width, theme), hint];
    // A text implies its best entry; an empty text implies none.
    let chosen = open.cursor.or((!open.text().is_empty()).then_some(0));
    let room = rows.saturating_sub(lines.len()).max(1);
    let top = chosen.map_or(0, |chosen| (chosen + 1).saturating_sub(room));
    let names = choices.iter().map(|choice| text::width(&choice.name)).max().unwrap_or(0);
    for (place, choice) in choices.iter().enumerate().skip(top).take(room) {
        lines.push(row(choice, names, chosen == Some(place), theme, width));
    }
    // The sheet keeps its height while fewer entries match.
    lines.resize(rows.max(lines.len()), Line::default());
    lines
}

/// Why the command was not run, else what can be typed.
fn hint(model: &Model, open: &Palette, is_empty: bool, theme: &Theme, width: usize) -> Line<'static> {
    let command = open.command(model);
    let (text, style) = match (&open.refused, command) {
        (Some(refused), _) => (format!("⚠ {refused}"), theme.warning),
        (None, Some(Err(mistake))) => (mistake, theme.dim),
        (None, None) if is_empty => ("no such command".to_owned(), theme.dim),
        (None, _) => {
            let run = model.key_in(KeyContext::Palette, &Action::Choose);
            (format!("a name, a word, or the key of a message · {run} runs it"), theme.dim)
        }
    };
    let piece = Piece::new(text::shorten(&text, width), style);
    text::wrap(&[piece], width, 2, theme.strange).into_iter().next().unwrap_or_default()
}

fn row(choice: &PaletteChoice, names: usize, is_chosen: bool, theme: &Theme, width: usize) -> Line<'static> {
    let description = choice.obstacle.as_deref().unwrap_or(choice.help);
    let keys = text::fit(&text::shorten(&choice.keys, KEYS), KEYS);
    let row =
        text::fit(&text::shorten(&format!(" {}  {keys}  {description}", text::fit(&choice.name, names)), width), width);
    let style = if choice.obstacle.is_some() { theme.dim } else { theme.text };
    Line::styled(row, if is_chosen { style.patch(theme.selected) } else { style })
}
