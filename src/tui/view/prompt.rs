//! A line in which something is typed, and the prompt of the filter.

use ratatui::text::{Line, Span};
use tui_input::Input;

use crate::tui::action::Action;
use crate::tui::completion::Completion;
use crate::tui::keys::Context;
use crate::tui::model::Model;
use crate::tui::overlay::{NotePrompt, NotePurpose, QueryPrompt};
use crate::tui::query::{Field, Query};
use crate::tui::text::{self, Piece};
use crate::tui::theme::Theme;

/// What is typed, behind its sign, with the cursor.
pub(super) fn line(sign: &str, input: &Input, width: usize, theme: &Theme) -> Line<'static> {
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

/// What a note is about, and what it is for.
pub(super) fn note_sign(model: &Model, open: &NotePrompt) -> String {
    let key = model.items.get(open.place).map(|item| item.key.to_string()).unwrap_or_default();
    let key = text::shorten(&key, 12);
    match open.purpose {
        NotePurpose::Remember => format!(" note {key}: "),
        NotePurpose::Skip => format!(" skip {key}, because: "),
        NotePurpose::SkipMarked => format!(" skip {} marked, because: ", model.chosen().len()),
    }
}

fn byte_of(text: &str, chars: usize) -> usize {
    text.char_indices().nth(chars).map_or(text.len(), |(place, _)| place)
}

/// The text without its first columns, as a prompt shows it that is longer than its line.
fn skip_columns(text: &str, columns: usize) -> String {
    let mut skipped = 0;
    let rest = text.char_indices().find(|(_, c)| {
        let goes_on = skipped < columns;
        skipped += text::width(c.encode_utf8(&mut [0; 4]));
        !goes_on
    });
    rest.and_then(|(place, _)| text.get(place..)).unwrap_or_default().to_owned()
}

/// How a query could go on, with the names that stand in the findings.
pub(in crate::tui) fn completion(model: &Model, before: &str) -> Completion {
    Completion::of(before, |field| {
        if let Some(values) = field.values() {
            return values.into_iter().map(str::to_owned).collect();
        }
        let names = model.items.iter().flat_map(|item| {
            let finding = &item.finding;
            let patterns = finding.claims.iter().filter_map(|judged| judged.claim.pattern.as_deref());
            let (one, several) = match field {
                Field::Agent => (finding.agent.as_deref(), None),
                Field::Model => (finding.model.as_deref(), None),
                Field::Pattern => (None, Some(patterns)),
                _ => (None, None),
            };
            one.into_iter().chain(several.into_iter().flatten())
        });
        let names: std::collections::BTreeSet<_> = names.collect();
        names.into_iter().map(str::to_owned).collect()
    })
}

/// The prompt of the filter: what is typed, what is wrong with it, and how it could go on.
pub(super) fn query(model: &Model, prompt: &QueryPrompt, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let mut lines = vec![line("› ", &prompt.input, width, theme)];
    let mut add = |pieces: &[Piece<'_>]| lines.extend(text::wrap(pieces, width, 2, theme.strange));
    if let Err(mistake) = Query::parse(prompt.input.value()) {
        // The mark stands under the mistake, as far as the line is not scrolled.
        let column = text::width(prompt.input.value().get(..mistake.at).unwrap_or_default()) + 2;
        if column < width {
            add(&[Piece::new(format!("{}^", " ".repeat(column)), theme.warning)]);
        }
        let style = if prompt.refused { theme.bad } else { theme.dim };
        let sign = if prompt.refused { "⚠ " } else { "" };
        add(&[Piece::new(format!("{sign}{}", mistake.text), style)]);
    }
    let (before, _) = prompt.around_cursor();
    let candidates = completion(model, before).candidates;
    if !candidates.is_empty() {
        let shown: Vec<_> = candidates.iter().take(20).map(String::as_str).collect();
        let complete = model.key_in(Context::Query, &Action::Complete);
        let more = if candidates.len() > shown.len() { " …" } else { "" };
        add(&[
            Piece::new(format!("{complete}: "), theme.key),
            Piece::new(format!("{}{more}", shown.join("  ")), theme.text),
        ]);
    }
    lines.push(Line::default());
    let usual = "words are searched for · several conditions all hold · - in front negates · , means or · \
        \"quotes\" for blanks";
    lines.extend(text::wrap(&[Piece::new(usual, theme.dim)], width, 2, theme.strange));
    lines
}
