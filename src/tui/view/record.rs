//! The record that would be written.

use ratatui::text::Line;
use serde_json::Value;

use crate::proposal::{Finding, ProposedRecord, RecordTime};
use crate::source::profile::{EditStyle, Records};
use crate::tui::action::Action;
use crate::tui::model::Model;
use crate::tui::text::{self, Piece};
use crate::tui::theme::Theme;

use super::words;

pub(super) fn title(model: &Model) -> String {
    let records = model.current().map_or(&[][..], |finding| &finding.records);
    match records {
        [] => "Record".to_owned(),
        [one] => format!("Proposed {}", one.kind),
        several => format!("Proposed records: {}", several.len()),
    }
}

pub(super) fn lines(model: &Model, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let Some(finding) = model.current() else {
        return Vec::new();
    };
    let mut sheet = Sheet { model, width, theme, lines: Vec::new() };
    if finding.records.is_empty() {
        sheet.add(&[Piece::new(none(model, finding), theme.dim)], 0);
    }
    // The record of the claim that is looked at comes first.
    let (looked_at, others): (Vec<_>, Vec<_>) = finding.records.iter().partition(|record| record.claim == model.claim);
    for (place, record) in looked_at.into_iter().chain(others).enumerate() {
        if place > 0 {
            sheet.lines.push(Line::default());
        }
        sheet.record(finding, record);
    }
    if finding.tools_used_after != finding.tools_used {
        let tools = |tools: &Option<Vec<String>>| tools.as_ref().map_or_else(String::new, |tools| tools.join(", "));
        let (before, after) = (tools(&finding.tools_used), tools(&finding.tools_used_after));
        sheet.lines.push(Line::default());
        sheet.entry("tools_used", &format!("[{before}] → [{after}]"), "");
    }
    sheet.lines
}

/// Why there is no record.
fn none(model: &Model, finding: &Finding) -> String {
    use crate::verdict::Remedy;
    let told = match finding.remedy {
        None => "Nothing is done: every claim is switched off.",
        Some(Remedy::Strip) => "No record is written: the text is cleaned only.",
        Some(Remedy::Recover) => "There is no record that could be written.",
        Some(Remedy::Review) => {
            return format!("Nothing is written until you say what this is ({}).", model.key(&Action::ChooseRemedy));
        }
    };
    told.to_owned()
}

struct Sheet<'a> {
    model: &'a Model,
    width: usize,
    theme: &'a Theme,
    lines: Vec<Line<'static>>,
}

/// The width of the names.
const NAMES: usize = 11;

impl Sheet<'_> {
    fn add(&mut self, pieces: &[Piece<'_>], hanging: usize) {
        self.lines.extend(text::wrap(pieces, self.width, hanging, self.theme.strange));
    }

    fn entry(&mut self, name: &str, value: &str, mark: &str) {
        let theme = self.theme;
        let pieces = [
            Piece::new(format!("{} ", text::fit(name, NAMES)), theme.key),
            Piece::new(value, theme.text),
            Piece::new(mark, theme.repair),
        ];
        self.add(&pieces, NAMES + 1);
    }

    fn record(&mut self, finding: &Finding, record: &ProposedRecord) {
        let Some(mapping) = self.model.setting.profile.records.get(&record.kind) else {
            return;
        };
        if finding.records.len() > 1 {
            let theme = self.theme;
            self.add(&[Piece::new(format!("{} of claim {}", record.kind, record.claim + 1), theme.strong)], 0);
        }
        let owner = finding.agent_id.as_ref().map_or_else(String::new, |key| format!(" ({key})"));
        let agent = format!("{}{owner}", words::agent(finding));
        self.entry("agent", &self.theme.data(&agent), "");
        self.fields(record, mapping, EditStyle::Line);
        if let Some(created) = mapping.created.as_ref().and_then(|column| record.values.get(&column.column)) {
            let at = created.as_str().and_then(|at| at.parse().ok());
            let whose = match self.model.setting.record_time.unwrap_or_default() {
                RecordTime::Message => "",
                RecordTime::Now => " (now)",
            };
            self.entry("at", &format!("{}{whose}", words::time(at)), "");
        }
        self.fields(record, mapping, EditStyle::Multiline);
    }

    /// The fields of one style: short ones beside their names, long ones as a text of their own.
    fn fields(&mut self, record: &ProposedRecord, mapping: &Records, style: EditStyle) {
        let edits = self.model.selected().and_then(|item| item.edit.claims.get(&record.claim));
        for (name, field) in mapping.fields.iter().filter(|(_, field)| field.edit == style) {
            let value = match record.values.get(&field.column.column) {
                Some(Value::String(text)) => text.clone(),
                Some(other) => other.to_string(),
                None => String::new(),
            };
            let mark = if edits.is_some_and(|edit| edit.fields.contains_key(name)) { " ✎" } else { "" };
            if style == EditStyle::Line {
                self.entry(name, &self.theme.data(&value), mark);
            } else {
                let theme = self.theme;
                self.lines.push(Line::default());
                self.add(&[Piece::new(theme.data(&value), theme.text), Piece::new(mark, theme.repair)], 0);
            }
        }
    }
}
