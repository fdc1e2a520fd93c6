//! The statistics: the outcomes of claims by dimension, and the decisions by reviewer and pattern.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::explore::spark;
use crate::proposal::Status;
use crate::statistics::{ClaimOutcome, Dimension, Judgements, OutcomeCounts, Precision, Reviewer, Row, bar, shrink};
use crate::tui::findings::words;
use crate::tui::review::model::Model;
use crate::tui::text;
use crate::tui::theme::Theme;

use super::{Section, StatisticsDialog};

/// The columns of a number, including the blank before it.
const NUMBER: usize = 6;
/// The same below unabbreviated headings.
const WIDE_NUMBER: usize = 10;
/// The width from which headings are not abbreviated.
const WIDE: usize = 110;
/// The width of a copied table.
const COPIED: usize = 120;
/// The columns of a precision with its interval and a warning.
const REMARK: usize = 33;
/// A bar or sparkline narrower than this is omitted.
const NARROWEST: usize = 4;

pub(super) fn heading(model: &Model) -> String {
    let statistics = model.findings.statistics();
    let written = match model.findings.written().count() {
        0 => String::new(),
        written => format!(", {written} of them written before"),
    };
    let findings = words::count(statistics.findings(), "finding");
    format!("Statistics · {findings}{written} · {}", words::count(statistics.outcomes().claims(), "claim"))
}

/// The glyph of an outcome, distinct without colours and in ASCII.
fn glyph(outcome: ClaimOutcome) -> &'static str {
    match outcome {
        ClaimOutcome::Executed => "▄",
        ClaimOutcome::Lost => "█",
        ClaimOutcome::False => "▒",
        ClaimOutcome::Unclear => "░",
    }
}

fn style(outcome: ClaimOutcome, theme: &Theme) -> Style {
    match outcome {
        ClaimOutcome::Executed => theme.good,
        ClaimOutcome::Lost => theme.bad,
        ClaimOutcome::False => theme.warning,
        ClaimOutcome::Unclear => theme.dim,
    }
}

/// The widths of the columns.
#[derive(Clone, Copy)]
struct StatisticsColumns {
    name: usize,
    /// The width of a number column.
    number: usize,
    numbers: usize,
    bar: usize,
    weeks: usize,
}

impl StatisticsColumns {
    fn of(section: Section, width: usize) -> Self {
        let all = match section {
            Section::Reviewers => Reviewer::STATUSES.len(),
            Section::Precision => 4,
            Section::Claims(_) => ClaimOutcome::ALL.len() + 1,
        };
        let number = if width >= WIDE { WIDE_NUMBER } else { NUMBER };
        // If not all numbers fit, as many as leave room for the name.
        let numbers = all.min(width.saturating_sub(10) / number);
        let left = width.saturating_sub(number * numbers + 1);
        let wanted = if section == Section::Precision { left.saturating_sub(REMARK) } else { left / 2 };
        let name = wanted.max(left.min(14)).min(40);
        let left = left.saturating_sub(name + 2);
        let has_weeks = matches!(section, Section::Claims(dimension) if dimension != Dimension::Week);
        let (bar, weeks) = if has_weeks { (left.div_ceil(2), left / 2) } else { (left, 0) };
        let worth = |columns: usize| if columns < NARROWEST { 0 } else { columns };
        Self { name, number, numbers, bar: worth(bar), weeks: worth(weeks.saturating_sub(1)) }
    }

    fn numbers(self, values: impl Iterator<Item = usize>) -> String {
        let cells = values.take(self.numbers).map(|value| format!("{value:>width$}", width = self.number));
        cells.collect::<Vec<_>>().concat()
    }

    fn words(self, words: &[(&str, &str)]) -> String {
        let word = |(long, short): &(&str, &str)| {
            let word = if self.number == WIDE_NUMBER { *long } else { *short };
            format!("{word:>width$}", width = self.number)
        };
        words.iter().take(self.numbers).map(word).collect::<Vec<_>>().concat()
    }
}

/// The head above the rows, with fewer lines on a low screen.
pub(super) fn head(
    model: &Model,
    dialog: &StatisticsDialog,
    (width, rows): (usize, usize),
    theme: &Theme,
) -> Vec<Line<'static>> {
    let mut head =
        vec![sections(dialog, width, theme), words(dialog.section, width, theme), legend(model, dialog, width, theme)];
    head.truncate(rows.saturating_sub(2));
    head
}

/// The names of the sections, the current one in brackets.
fn sections(dialog: &StatisticsDialog, width: usize, theme: &Theme) -> Line<'static> {
    let is_shown = |section: &Section| *section == dialog.section;
    let name = |section: &Section| {
        if is_shown(section) { format!("[{}]", section.name()) } else { format!(" {} ", section.name()) }
    };
    let all: usize = Section::ALL.iter().map(|section| text::width(&name(section))).sum();
    if all > width {
        return Line::styled(text::shorten(&name(&dialog.section), width), theme.selected);
    }
    let style = |section: &Section| if is_shown(section) { theme.selected } else { theme.dim };
    Line::from(Section::ALL.iter().map(|section| Span::styled(name(section), style(section))).collect::<Vec<_>>())
}

/// The headings of the columns of a section.
fn words(section: Section, width: usize, theme: &Theme) -> Line<'static> {
    let columns = StatisticsColumns::of(section, width);
    let words = match section {
        Section::Claims(_) => columns.words(&[
            ("claims", "all"),
            ("executed", "exec."),
            ("lost", "lost"),
            ("false", "false"),
            ("unclear", "uncl."),
        ]),
        Section::Reviewers => columns.words(&[
            ("accepted", "acc."),
            ("edited", "edit."),
            ("rejected", "rej."),
            ("skipped", "skip."),
            ("written", "writ."),
            ("stale", "stale"),
        ]),
        Section::Precision => {
            let words = [("accepted", "acc."), ("edited", "edit."), ("rejected", "rej."), ("in bulk", "bulk")];
            columns.words(&words) + "  precision (95%)"
        }
    };
    let line = format!(" {}{words}", text::fit(section.name(), columns.name));
    Line::styled(text::shorten(&line, width), theme.key)
}

/// The legend: the glyphs of a bar and the weeks of a sparkline.
fn legend(model: &Model, dialog: &StatisticsDialog, width: usize, theme: &Theme) -> Line<'static> {
    let caption = match dialog.section {
        Section::Claims(_) => None,
        Section::Reviewers => Some("findings by the reviewer who decided them last"),
        Section::Precision => Some(" how often a pattern is right, by what was decided one by one"),
    };
    if let Some(caption) = caption {
        return Line::styled(text::shorten(caption, width), theme.dim);
    }
    let mut spans: Vec<Span<'static>> = Vec::new();
    for outcome in ClaimOutcome::ALL {
        spans.push(Span::styled(format!(" {}", glyph(outcome)), style(outcome, theme)));
        spans.push(Span::styled(format!(" {} ", outcome.name()), theme.dim));
    }
    let taken: usize = spans.iter().map(Span::width).sum();
    let weeks = model.findings.statistics().rows(Dimension::Week);
    let names: Vec<&str> = weeks.iter().filter_map(|row| row.name.as_deref()).collect();
    if let (Some(first), Some(last)) = (names.first(), names.last()) {
        let over = if first == last { format!("  {first}") } else { format!("  {first} – {last}") };
        spans.push(Span::styled(text::shorten(&over, width.saturating_sub(taken)), theme.dim));
    }
    if taken > width { Line::default() } else { Line::from(spans) }
}

/// The rows of the current section.
pub(super) fn lines(model: &Model, dialog: &StatisticsDialog, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let selected = dialog.selected(model.findings.statistics()).map(|(place, _)| place);
    let columns = StatisticsColumns::of(dialog.section, width);
    let lines = match dialog.section {
        Section::Claims(dimension) => claims(model, dimension, columns, selected, theme),
        Section::Reviewers => reviewers(model, columns, selected, theme),
        Section::Precision => judged(model, columns, (selected, width), theme),
    };
    if lines.is_empty() {
        let reason = match dialog.section {
            Section::Claims(_) => "nothing is found yet",
            Section::Reviewers | Section::Precision => "no decisions yet",
        };
        return vec![Line::styled(text::shorten(reason, width), theme.dim)];
    }
    lines
}

/// The beginning of a row: selection mark, name and numbers.
fn start(name: &str, numbers: &str, columns: StatisticsColumns, is_selected: bool, theme: &Theme) -> Span<'static> {
    let (mark, style) = if is_selected { ("▸", theme.selected) } else { (" ", theme.text) };
    Span::styled(format!("{mark}{}{numbers}", text::fit(name, columns.name)), style)
}

fn claims(
    model: &Model,
    dimension: Dimension,
    columns: StatisticsColumns,
    selected: Option<usize>,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let rows = model.findings.statistics().rows(dimension);
    let mondays = model.findings.statistics().mondays();
    let most = rows.iter().map(|row| row.outcomes.claims()).max().unwrap_or_default();
    let line = |(place, row): (usize, &Row)| {
        let values =
            std::iter::once(row.outcomes.claims()).chain(ClaimOutcome::ALL.map(|outcome| row.outcomes.of(outcome)));
        let numbers = columns.numbers(values);
        let mut spans = vec![start(&label(row, theme), &numbers, columns, selected == Some(place), theme)];
        spans.push(Span::raw(" "));
        spans.extend(parts(row.outcomes, most, columns.bar, theme));
        if columns.weeks > 0 {
            let line = spark(&shrink(&row.over(&mondays), columns.weeks));
            spans.push(Span::styled(format!(" {line}"), theme.dim));
        }
        Line::from(spans)
    };
    rows.iter().enumerate().map(line).collect()
}

/// The label of a row.
fn label(row: &Row, theme: &Theme) -> String {
    let name = row.name.as_deref().map_or_else(|| "–".to_owned(), |name| theme.data(name).into_owned());
    match row.monday {
        Some(monday) => format!("{name}  {}", monday.strftime("%-d %b")),
        None if row.is_invented => format!("⚠ {name}"),
        None => name,
    }
}

/// A bar of all outcomes, scaled to the row with the most claims.
fn parts(outcomes: OutcomeCounts, most: usize, width: usize, theme: &Theme) -> Vec<Span<'static>> {
    let columns = bar(&ClaimOutcome::ALL.map(|outcome| outcomes.of(outcome)), most, width);
    let rest = width.saturating_sub(columns.iter().sum());
    let part =
        |(outcome, columns): (ClaimOutcome, usize)| Span::styled(glyph(outcome).repeat(columns), style(outcome, theme));
    ClaimOutcome::ALL.into_iter().zip(columns).map(part).chain([Span::raw(" ".repeat(rest))]).collect()
}

fn reviewers(model: &Model, columns: StatisticsColumns, selected: Option<usize>, theme: &Theme) -> Vec<Line<'static>> {
    let reviewers = model.findings.statistics().reviewers();
    let total = |reviewer: &Reviewer<'_>| reviewer.decisions.total();
    let most = reviewers.iter().map(total).max().unwrap_or_default();
    let line = |(place, reviewer): (usize, &Reviewer<'_>)| {
        let of = |status: &Status| reviewer.decisions.of(*status);
        let numbers = columns.numbers(Reviewer::STATUSES.iter().map(of));
        let name = theme.data(reviewer.name);
        let length = bar(&[total(reviewer)], most, columns.bar).iter().sum();
        let bar = Span::styled(format!(" {}", "█".repeat(length)), theme.dim);
        Line::from(vec![start(&name, &numbers, columns, selected == Some(place), theme), bar])
    };
    reviewers.iter().enumerate().map(line).collect()
}

/// The decisions about each pattern's findings, and its precision.
fn judged(
    model: &Model,
    columns: StatisticsColumns,
    (selected, width): (Option<usize>, usize),
    theme: &Theme,
) -> Vec<Line<'static>> {
    let line = |(place, row): (usize, &Row)| {
        let Judgements { accepted, edited, rejected, in_bulk } = row.judgements;
        let name = theme.data(row.name.as_deref().unwrap_or_default());
        let numbers = columns.numbers([accepted, edited, rejected, in_bulk].into_iter());
        let start = start(&name, &numbers, columns, selected == Some(place), theme);
        let precision = row.judgements.precision().map_or_else(|| "–".to_owned(), Precision::describe);
        let (doubt, style) = if row.judgements.is_mostly_rejected() {
            (" ⚠ mostly rejected", theme.warning)
        } else {
            ("", theme.text)
        };
        let remark = text::shorten(&format!("  {precision}{doubt}"), width.saturating_sub(start.width()));
        Line::from(vec![start, Span::styled(remark, style)])
    };
    model.findings.statistics().judged().iter().enumerate().map(line).collect()
}

/// The current section as text.
pub(super) fn as_text(model: &Model, dialog: &StatisticsDialog) -> String {
    let theme = Theme::plain();
    let head = head(model, dialog, (COPIED, usize::MAX), &theme);
    let lines = head.into_iter().skip(1).chain(lines(model, dialog, COPIED, &theme));
    let texts = lines.map(|line| line.to_string().trim_end().replacen('▸', " ", 1));
    std::iter::once(heading(model)).chain(texts).collect::<Vec<_>>().join("\n")
}
