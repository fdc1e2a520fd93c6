//! The record that would be written.

use serde_json::Value;

use crate::proposal::{Finding, ProposedRecord, RecordTime};
use crate::source::profile::{EditStyle, Records};
use crate::tui::findings::words;
use crate::tui::input::action::Action;
use crate::tui::review::model::Model;
use crate::tui::text::{self, Piece};

use super::page::Page;
use super::written;

pub(crate) fn title(model: &Model) -> String {
    let records = model.current().map_or(&[][..], |finding| &finding.records);
    let what = if model.shows_written() { "Written" } else { "Proposed" };
    match records {
        [] => "Record".to_owned(),
        [one] => format!("{what} {}", one.kind),
        several => format!("{what} records: {}", several.len()),
    }
}

pub(crate) fn write(page: &mut Page<'_>) {
    let Some(finding) = page.model.current() else {
        return;
    };
    if finding.records.is_empty() {
        page.add(&[Piece::new(none(page.model, finding), page.theme.dim)], 0);
    }
    written::write_record_changed(page);
    for (place, record) in in_order(finding, page.model).into_iter().enumerate() {
        if place > 0 {
            page.blank();
        }
        write_record(page, finding, record);
    }
    // For a written finding, the evidence shows the current tools.
    if let Some(tools) = tools(finding).filter(|_| !page.model.shows_written()) {
        page.blank();
        entry(page, "tools_used", &tools, "");
    }
}

/// The records of a finding, that of the current claim first.
fn in_order<'a>(finding: &'a Finding, model: &Model) -> Vec<&'a ProposedRecord> {
    let (current, others): (Vec<_>, Vec<_>) = finding.records.iter().partition(|record| record.claim == model.claim);
    current.into_iter().chain(others).collect()
}

/// The tools of the message before and after; `None` if they do not change.
pub(crate) fn tools(finding: &Finding) -> Option<String> {
    if finding.tools_used_after == finding.tools_used {
        return None;
    }
    let tools = |tools: &Option<Vec<String>>| tools.as_ref().map_or_else(String::new, |tools| tools.join(", "));
    Some(format!("[{}] → [{}]", tools(&finding.tools_used), tools(&finding.tools_used_after)))
}

/// Why there is no record.
pub(crate) fn none(model: &Model, finding: &Finding) -> String {
    use crate::claim::ClaimKind;
    use crate::verdict::Remedy;
    let reason = match finding.remedy {
        None => "No change: all claims excluded.",
        Some(Remedy::Strip) if !finding.claims_on().any(|(_, judged)| judged.claim.is_in_text()) => {
            "No record is written: the recorded plan is removed from its column."
        }
        Some(Remedy::Strip) => "No record is written: only the text is cleaned.",
        Some(Remedy::Correct) if finding.claims_on().any(|(_, judged)| judged.claim.kind == ClaimKind::Plan) => {
            "No record is written: the plan is corrected."
        }
        Some(Remedy::Correct) => "No record is written: the sentence is corrected.",
        Some(Remedy::Recover) => "There is no record to write.",
        Some(Remedy::Review) => {
            return format!(
                "Nothing is written until you choose a remedy ({}).",
                model.settings.key(&Action::ChooseRemedy)
            );
        }
    };
    reason.to_owned()
}

/// The width of the name column.
const NAMES: usize = 11;

fn entry(page: &mut Page<'_>, name: &str, value: &str, mark: &str) {
    let theme = page.theme;
    let pieces = [
        Piece::new(format!("{} ", text::fit(name, NAMES)), theme.key),
        Piece::new(value, theme.text),
        Piece::new(mark, theme.repair),
    ];
    page.add(&pieces, NAMES + 1);
}

fn write_record(page: &mut Page<'_>, finding: &Finding, record: &ProposedRecord) {
    let Some(mapping) = page.model.settings.profile.records.get(&record.kind) else {
        return;
    };
    if finding.records.len() > 1 {
        page.add_text(format!("{} of claim {}", record.kind, record.claim + 1), page.theme.strong);
    }
    entry(page, "agent", &page.theme.data(&owner(finding)), "");
    for (name, value, mark) in fields(page.model, record, mapping, EditStyle::Line) {
        entry(page, name, &page.theme.data(&value), mark);
    }
    if let Some(at) = time(page.model, record, mapping) {
        entry(page, "at", &at, "");
    }
    write_texts(page, record, mapping, true);
}

/// The records in few rows: the short fields in one row, then the texts.
pub(crate) fn write_briefly(page: &mut Page<'_>) {
    let Some(finding) = page.model.current() else {
        return;
    };
    for record in in_order(finding, page.model) {
        let Some(mapping) = page.model.settings.profile.records.get(&record.kind) else {
            continue;
        };
        let theme = page.theme;
        let claim = if finding.claims.len() > 1 { format!(" of claim {}", record.claim + 1) } else { String::new() };
        let mut pieces = vec![Piece::new(format!("+ {}{claim}", record.kind), theme.strong)];
        for (_, value, mark) in fields(page.model, record, mapping, EditStyle::Line) {
            pieces.push(Piece::new(format!(" · {}", theme.data(&value)), theme.key));
            pieces.push(Piece::new(mark, theme.repair));
        }
        let at = time(page.model, record, mapping).map_or_else(String::new, |at| format!(" · {at}"));
        pieces.push(Piece::new(format!(" · {}{at}", theme.data(&owner(finding))), theme.text));
        page.add(&pieces, 2);
        write_texts(page, record, mapping, false);
    }
}

/// A record as its kind and its field values.
pub(crate) fn in_one_line(model: &Model, record: &ProposedRecord) -> String {
    let mapping = model.settings.profile.records.get(&record.kind);
    let values = |style| {
        let fields =
            mapping.into_iter().flat_map(|mapping| &mapping.fields).filter(move |(_, field)| field.edit == style);
        let values = fields.filter_map(|(_, field)| record.values.get(&field.column.column)?.as_str());
        values.collect::<Vec<_>>().join(", ")
    };
    format!("{} {}: {}", values(EditStyle::Line), record.kind, values(EditStyle::Multiline)).trim_start().to_owned()
}

/// The tools before and after a write-back, if they change.
pub(crate) fn write_tools(page: &mut Page<'_>) {
    if let Some(tools) = page.model.current().and_then(tools) {
        page.add_text(format!("tools_used {tools}"), page.theme.dim);
    }
}

/// The owner of a record.
fn owner(finding: &Finding) -> String {
    let owner = finding.agent_id.as_ref().map_or_else(String::new, |key| format!(" ({key})"));
    format!("{}{owner}", words::agent(finding))
}

/// The time of a record.
fn time(model: &Model, record: &ProposedRecord, mapping: &Records) -> Option<String> {
    let created = mapping.created.as_ref().and_then(|column| record.values.get(&column.column))?;
    let at = created.as_str().and_then(|at| at.parse().ok());
    let whose = match model.current().and_then(|finding| finding.record_time).unwrap_or_default() {
        RecordTime::Message => "",
        RecordTime::Now => " (now)",
    };
    Some(format!("{}{whose}", words::time(at)))
}

/// The fields of one style: name, value, and a mark for changes by the reviewer.
fn fields<'a>(
    model: &Model,
    record: &ProposedRecord,
    mapping: &'a Records,
    style: EditStyle,
) -> Vec<(&'a str, String, &'static str)> {
    let edits = model.selected().and_then(|item| item.edit().claims.get(&record.claim));
    let fields = mapping.fields.iter().filter(|(_, field)| field.edit == style);
    let shown = fields.map(|(name, field)| {
        let value = match record.values.get(&field.column.column) {
            Some(Value::String(text)) => text.clone(),
            Some(other) => other.to_string(),
            None => String::new(),
        };
        let mark = if edits.is_some_and(|edit| edit.fields.contains_key(name)) { " ✎" } else { "" };
        (name.as_str(), value, mark)
    });
    shown.collect()
}

/// Writes the long fields as separate texts.
fn write_texts(page: &mut Page<'_>, record: &ProposedRecord, mapping: &Records, apart: bool) {
    let theme = page.theme;
    for (_, value, mark) in fields(page.model, record, mapping, EditStyle::Multiline) {
        if apart {
            page.blank();
        }
        page.add(&[Piece::new(theme.data(&value), theme.text), Piece::new(mark, theme.repair)], 0);
    }
}
