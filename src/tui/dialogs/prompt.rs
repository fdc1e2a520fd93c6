//! A line in which something is typed, and the prompt of the filter.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeSet;

use hashbrown::HashMap;
use ratatui::text::{Line, Span};
use tui_input::Input;

use crate::tui::findings::completion::{Completion, Cycle};
use crate::tui::findings::query::{Field, Query};
use crate::tui::review::model::{Item, Model};
use crate::tui::text::{self, Piece};
use crate::tui::theme::Theme;

use super::{NotePrompt, NotePurpose, QueryPrompt, SearchPrompt};

/// The sign in front of a query.
const SIGN: &str = "› ";

/// What is typed, behind its sign, with the cursor.
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

/// What a note is about, and what it is for.
pub(crate) fn note_sign(model: &Model, open: &NotePrompt) -> String {
    let key = model.items.get(open.place).map(|item| item.key.to_string()).unwrap_or_default();
    let key = text::shorten(&key, 12);
    match open.purpose {
        NotePurpose::Remember => format!(" note {key}: "),
        NotePurpose::Skip => format!(" skip {key}, because: "),
        NotePurpose::SkipMarked => format!(" skip {} marked, because: ", model.chosen_counts.0),
    }
}

/// The prompt of the search, and how many findings hold what is written there.
pub(crate) fn search(model: &Model, prompt: &SearchPrompt, width: usize, theme: &Theme) -> Line<'static> {
    let (told, style) = match prompt.hits.len() {
        _ if prompt.input.value().trim().is_empty() => (String::new(), theme.dim),
        0 if model.searching.is_some() => (" … ".to_owned(), theme.dim),
        0 => (" found nowhere ".to_owned(), theme.warning),
        count => {
            let more = if model.searching.is_some() { "…" } else { "" };
            let before = model.hits_before(&prompt.hits);
            let first = if before < count { before + 1 } else { 1 };
            (format!(" [{first}/{count}{more}] "), theme.strong)
        }
    };
    let mut line = line(" /", &prompt.input, width.saturating_sub(text::width(&told)), theme);
    line.push_span(Span::styled(text::shorten(&told, width), style));
    line
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

/// How a query could go on, with the values that the findings have.
pub(crate) fn completion(model: &Model, before: &str) -> Completion {
    Completion::of(before, |field| values(model, field))
}

/// The values of a field, and how many findings each fits.
fn values(model: &Model, field: Field) -> Vec<(String, usize)> {
    match &model.known_values {
        Some(known) if known.field == field && known.version == model.version => known.values.clone(),
        _ => count_values(model, field),
    }
}

/// The field of which a value is written before the cursor.
pub(crate) fn field_of(before: &str) -> Option<Field> {
    let asked = Cell::new(None);
    Completion::of(before, |field| {
        asked.set(Some(field));
        Vec::new()
    });
    asked.get()
}

/// The same, counted.
pub(crate) fn count_values(model: &Model, field: Field) -> Vec<(String, usize)> {
    // The findings by what they have there: there are few ways, and many findings.
    let rules = model.setting.rules();
    let mut same: HashMap<u64, (&Item, usize)> = HashMap::new();
    let mut groups: HashMap<Vec<Cow<'_, str>>, usize> = HashMap::new();
    for item in &model.items {
        match field.sameness(item) {
            Some(sameness) => same.entry(sameness).or_insert((item, 0)).1 += 1,
            None => *groups.entry(field.values_of(item, &rules)).or_default() += 1,
        }
    }
    for (item, count) in same.into_values() {
        *groups.entry(field.values_of(item, &rules)).or_default() += count;
    }
    let known = field.values();
    let found = groups.keys().flatten().map(|value| value.clone().into_owned());
    let names: BTreeSet<String> = found.filter(|value| !value.is_empty()).collect();
    let values: Vec<String> = match known {
        Some(known) => known.into_iter().map(str::to_owned).collect(),
        None => names.into_iter().collect(),
    };
    let count = |value: &String| {
        let fits = |(has, _): &(&Vec<Cow<'_, str>>, &usize)| has.iter().any(|has| field.means(has, value));
        groups.iter().filter(fits).map(|(_, count)| *count).sum()
    };
    values.into_iter().map(|value| (value.clone(), count(&value))).collect()
}

/// The prompt of the filter: what is typed, what is wrong with it, and how it could go on.
pub(crate) fn query(model: &Model, prompt: &QueryPrompt, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let mut lines = vec![line(SIGN, &prompt.input, width, theme)];
    let mut add = |pieces: &[Piece<'_>]| lines.extend(text::wrap(pieces, width, 2, theme.strange));
    if let Err(mistake) = Query::parse(prompt.input.value()) {
        // The mark stands under the mistake, as far as the line is not scrolled over it.
        let before = text::width(prompt.input.value().get(..mistake.at).unwrap_or_default());
        let scrolled = prompt.input.visual_scroll(width.saturating_sub(text::width(SIGN) + 1));
        let column = before.checked_sub(scrolled).map(|column| column + text::width(SIGN));
        if let Some(column) = column.filter(|column| *column < width) {
            add(&[Piece::new(format!("{}^", " ".repeat(column)), theme.warning)]);
        }
        let style = if prompt.refused { theme.bad } else { theme.dim };
        let sign = if prompt.refused { "⚠ " } else { "" };
        add(&[Piece::new(format!("{sign}{}", mistake.text), style)]);
    }
    let pieces = candidates(model, prompt, theme);
    if !pieces.is_empty() {
        add(&pieces);
    }
    lines.push(Line::default());
    let usual = "words are searched for · several conditions all hold · - in front negates · , means or · \
        \"quotes\" for blanks";
    lines.extend(text::wrap(&[Piece::new(usual, theme.dim)], width, 2, theme.strange));
    lines
}

/// More ways to go on than these are only told to be there.
const MOST_CANDIDATES: usize = 20;

/// The ways in which the query could go on, and how many findings each fits.
fn candidates(model: &Model, prompt: &QueryPrompt, theme: &Theme) -> Vec<Piece<'static>> {
    let (before, _) = prompt.around_cursor();
    let cycle = prompt.cycle.clone().unwrap_or_else(|| Cycle::of(before, completion(model, before)));
    let (completion, chosen) = (cycle.completion, cycle.place);
    if completion.candidates.is_empty() {
        return Vec::new();
    }
    // The chosen one is among those that show.
    let first = chosen.map_or(0, |place| place / MOST_CANDIDATES * MOST_CANDIDATES);
    let mut pieces = vec![Piece::new("Tab:", theme.key)];
    for (place, candidate) in completion.candidates.iter().enumerate().skip(first).take(MOST_CANDIDATES) {
        let style = if chosen == Some(place) { theme.selected } else { theme.text };
        pieces.push(Piece::new("  ", theme.text));
        pieces.push(Piece::new(candidate.text.clone(), style));
        if let Some(count) = candidate.count {
            pieces.push(Piece::new(format!(" {count}"), theme.dim));
        }
    }
    if completion.candidates.len() > first + MOST_CANDIDATES {
        pieces.push(Piece::new("  …", theme.dim));
    }
    pieces
}
