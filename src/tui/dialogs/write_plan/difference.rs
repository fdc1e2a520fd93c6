//! What is written for one finding: the record, the text before and after, the tools.

use ratatui::style::Style;
use ratatui::text::Line;

use crate::proposal::Finding;
use crate::tui::panes::record;
use crate::tui::review::model::Model;
use crate::tui::text::{self, Piece, difference};
use crate::tui::theme::Theme;

/// Longer texts, before and after together, are told by their lengths only.
const LONGEST: usize = 20_000;
/// How far it is indented.
const INDENT: usize = 6;

/// The rows that tell what is written for a finding.
pub(super) fn rows(model: &Model, place: usize, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let Some(item) = model.items.get(place) else { return Vec::new() };
    let finding = item.current(&model.setting.rules());
    let mut rows = Rows { lines: Vec::new(), width: width.saturating_sub(INDENT), theme };
    for written in &finding.records {
        rows.tell(format!("+ {}", theme.data(&record::in_one_line(model, written))), theme.inserted);
    }
    if finding.records.is_empty() {
        rows.tell(record::none(model, &finding), theme.dim);
    }
    write_text(&mut rows, &finding);
    if let Some(tools) = record::tools(&finding) {
        rows.tell(format!("tools_used {}", theme.data(&tools)), theme.dim);
    }
    if let Some(note) = item.note() {
        rows.tell(format!("¶ note: {}", theme.data(note)), theme.dim);
    }
    rows.lines
}

struct Rows<'a> {
    lines: Vec<Line<'static>>,
    width: usize,
    theme: &'a Theme,
}

impl Rows<'_> {
    fn tell(&mut self, told: String, style: Style) {
        self.add(&[Piece::new(told, style)]);
    }

    fn add(&mut self, pieces: &[Piece<'_>]) {
        for mut row in text::wrap(pieces, self.width, 2, self.theme.strange) {
            row.spans.insert(0, " ".repeat(INDENT).into());
            self.lines.push(row);
        }
    }
}

/// The text before and after, in one: what goes, and what comes.
fn write_text(rows: &mut Rows<'_>, finding: &Finding) {
    let (before, after, theme) = (finding.message.text.as_str(), finding.text_left(), rows.theme);
    if before == after {
        rows.tell("the text stays as it is".to_owned(), theme.dim);
    } else if before.len() + after.len() > LONGEST {
        let (gone, left) = (before.len(), after.len());
        rows.tell(format!("a long text, {gone} bytes before and {left} after: see it in the review"), theme.dim);
    } else {
        rows.add(&difference::pieces(finding, after, theme));
        if after.trim().is_empty() {
            rows.tell("nothing of the text is left".to_owned(), theme.warning);
        }
    }
}
