//! Actions by their names.

use ratatui::text::Line;

use crate::tui::dialogs::prompt;
use crate::tui::input::action::Action;
use crate::tui::input::context::Context;
use crate::tui::review::model::Model;
use crate::tui::text::{self, Piece};
use crate::tui::theme::Theme;

use super::{Choice, Palette};

/// The widest column of keys.
const KEYS: usize = 12;

/// The prompt, what is wrong with it, and the choices around the chosen one, on so many rows.
pub(super) fn lines(model: &Model, open: &Palette, theme: &Theme, width: usize, rows: usize) -> Vec<Line<'static>> {
    let choices = open.choices(model);
    let told = told(model, open, choices.is_empty(), theme, width);
    let mut lines = vec![prompt::line(":", &open.input, width, theme), told];
    // What is written means its likeliest choice; nothing written means none.
    let chosen = open.cursor.or((!open.text().is_empty()).then_some(0));
    let room = rows.saturating_sub(lines.len()).max(1);
    let top = chosen.map_or(0, |chosen| (chosen + 1).saturating_sub(room));
    let names = choices.iter().map(|choice| text::width(&choice.name)).max().unwrap_or(0);
    for (place, choice) in choices.iter().enumerate().skip(top).take(room) {
        lines.push(row(choice, names, chosen == Some(place), theme, width));
    }
    // What fits less and less must not make the sheet jump.
    lines.resize(rows.max(lines.len()), Line::default());
    lines
}

/// Why it was not run, else how it goes on.
fn told(model: &Model, open: &Palette, is_empty: bool, theme: &Theme, width: usize) -> Line<'static> {
    let command = open.command(model);
    let (told, style) = match (&open.refused, command) {
        (Some(refused), _) => (format!("⚠ {refused}"), theme.warning),
        (None, Some(Err(mistake))) => (mistake, theme.dim),
        (None, None) if is_empty => ("nothing is called so".to_owned(), theme.dim),
        (None, _) => {
            let run = model.key_in(Context::Palette, &Action::Choose);
            (format!("a name, a word, or the key of a message · {run} runs it"), theme.dim)
        }
    };
    let piece = Piece::new(text::shorten(&told, width), style);
    text::wrap(&[piece], width, 2, theme.strange).into_iter().next().unwrap_or_default()
}

fn row(choice: &Choice, names: usize, is_chosen: bool, theme: &Theme, width: usize) -> Line<'static> {
    let told = choice.obstacle.as_deref().unwrap_or(choice.help);
    let keys = text::fit(&text::shorten(&choice.keys, KEYS), KEYS);
    let row = text::fit(&text::shorten(&format!(" {}  {keys}  {told}", text::fit(&choice.name, names)), width), width);
    let style = if choice.obstacle.is_some() { theme.dim } else { theme.text };
    Line::styled(row, if is_chosen { style.patch(theme.selected) } else { style })
}
