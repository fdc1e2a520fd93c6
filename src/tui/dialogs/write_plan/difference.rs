//! What is written for one finding: the records, the difference of the text, and the tools.

use ratatui::style::Style;
use ratatui::text::Line;

use crate::proposal::Finding;
use crate::tui::panes::difference;
use crate::tui::panes::record;
use crate::tui::review::model::Model;
use crate::tui::text::{self, Piece};
use crate::tui::theme::Theme;

/// Of longer texts, before and after together, only the lengths are shown.
const LONGEST: usize = 20_000;
/// The indent in columns.
const INDENT: usize = 6;

/// The lines that describe what is written for a finding.
pub(super) fn rows(model: &Model, place: usize, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let Some(item) = model.findings.get(place) else { return Vec::new() };
    let Some(finding) = item.current(&model.settings.rules()) else {
        return vec![Line::styled(format!("{}{}", " ".repeat(INDENT), item.unreadable()), theme.bad)];
    };
    let mut rows = DifferenceLines { lines: Vec::new(), width: width.saturating_sub(INDENT), theme };
    for written in &finding.records {
        rows.add_text(format!("+ {}", theme.data(&record::in_one_line(model, written))), theme.inserted);
    }
    if finding.records.is_empty() {
        rows.add_text(record::none(model, &finding), theme.dim);
    }
    write_text(&mut rows, &finding);
    if let Some(tools) = record::tools(&finding) {
        rows.add_text(format!("tools_used {}", theme.data(&tools)), theme.dim);
    }
    if let Some(note) = item.note() {
        rows.add_text(format!("¶ note: {}", theme.data(note)), theme.dim);
    }
    rows.lines
}

struct DifferenceLines<'a> {
    lines: Vec<Line<'static>>,
    width: usize,
    theme: &'a Theme,
}

impl DifferenceLines<'_> {
    fn add_text(&mut self, text: String, style: Style) {
        self.add(&[Piece::new(text, style)]);
    }

    fn add(&mut self, pieces: &[Piece<'_>]) {
        for mut row in text::wrap(pieces, self.width, 2, self.theme.hidden_char) {
            row.spans.insert(0, " ".repeat(INDENT).into());
            self.lines.push(row);
        }
    }
}

/// Adds the inline difference of the text.
fn write_text(rows: &mut DifferenceLines<'_>, finding: &Finding) {
    let (before, after, theme) = (finding.message.text.as_str(), finding.text_left(), rows.theme);
    if before == after {
        rows.add_text("the text stays unchanged".to_owned(), theme.dim);
    } else if before.len() + after.len() > LONGEST {
        let (gone, left) = (before.len(), after.len());
        rows.add_text(format!("a long text, {gone} bytes before and {left} after: see it in the review"), theme.dim);
    } else {
        rows.add(&difference::pieces(finding, after, theme));
        if after.trim().is_empty() {
            rows.add_text("nothing is left of the text".to_owned(), theme.warning);
        }
    }
}
