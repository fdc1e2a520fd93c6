//! The same pane in every theme.

use std::collections::HashSet;

use ratatui::buffer::Cell;
use ratatui::style::Style;

use super::support::*;
use crate::tui::{Theme, ThemeChoice, ThemeName};

/// A message pane with one claim selected, another excluded, and hidden characters; one line per style.
fn message_in(theme: &Theme) -> String {
    let text = format!("{TWO} a\tb");
    let (mut model, mut host) = (model_of(vec![Draft::new(1, &text).item()]), FakeHost::default());
    press(&mut model, &mut host, "jx.z");
    let backend = drawn(&mut model, theme, 60, 14);
    let mut runs: Vec<(Style, String)> = Vec::new();
    for cell in backend.content().iter().skip(120).take(600) {
        let style = cell.style();
        match runs.last_mut() {
            Some((last, text)) if *last == style => text.push_str(cell.symbol()),
            _ => runs.push((style, cell.symbol().to_owned())),
        }
    }
    let blank = |text: &str| text.chars().all(|c| " │─└┘┌┐".contains(c));
    let lines = runs.into_iter().filter(|(_, text)| !blank(text)).map(|(style, text)| {
        let fg = style.fg.map_or_else(String::new, |colour| colour.to_string());
        format!("{fg:<12} {:<24} {}\n", format!("{:?}", style.add_modifier), text.trim())
    });
    lines.collect()
}

#[test]
fn a_message_without_colours() {
    insta::assert_snapshot!(message_in(&Theme::plain()));
}

#[test]
fn a_message_on_dark() {
    insta::assert_snapshot!(message_in(&Theme::dark()));
}

#[test]
fn the_selected_row_is_of_one_tone() {
    let mut model = model();
    for theme in [Theme::plain(), Theme::colour(), Theme::dark(), Theme::light()] {
        let buffer = drawn(&mut model, &theme, 120, 40);
        let row = buffer.content().chunks(120).find(|row| row[1].symbol() == "▸").unwrap();
        let tones = row[1..].iter().take_while(|cell| cell.symbol() != "│").map(Cell::style);
        let tones: HashSet<Style> = tones.collect();
        assert_eq!(tones.len(), 1, "{tones:?}");
    }
}

#[test]
fn a_changed_style_is_seen() {
    let choice: ThemeChoice = json5::from_str("{claim_off: {fg: '#d08770', bold: true}}").unwrap();
    let usual = message_in(&ThemeChoice::from(ThemeName::Auto).theme(crate::tui::Colours::All));
    let changed = message_in(&choice.theme(crate::tui::Colours::All));
    assert!(changed.contains("#D08770") && !usual.contains("#D08770"), "{changed}");
}
