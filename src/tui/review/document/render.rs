//! Writes the document: what can be changed as values, what is known as comments.

use ratatui::style::Style;

use crate::document::{IndentedText, quote};
use crate::proposal::{Choice, Edit, Finding, JudgedClaim, Rules};
use crate::source::Key;
use crate::source::profile::{EditStyle, RecordField, Records};
use crate::tui::findings::editable;
use crate::tui::findings::item::Item;
use crate::tui::findings::words;
use crate::tui::text::{self, HiddenCharStyle, Piece};
use crate::verdict::{Remedy, Warning};
use crate::visible;

use super::{
    CLEANED, NOTE, PLAN, RECORD, REMEDY, claim_key, editable_record, field_text, is_editable_plan, note, offered,
};

/// The widest comment, in columns, to fit on an 80-column terminal.
const WIDTH: usize = 79;
/// The prefix of a comment.
const SLASHES: &str = "// ";

/// The document of a finding with its current edit; `None` if the finding cannot be read any more.
pub(crate) fn render(item: &Item, edit: &Edit, rules: &Rules<'_>) -> Option<String> {
    let (proposed, now) = (item.finding()?, item.revised(edit, rules)?);
    let mut page = DocumentWriter::default();
    page.comment(&heading(&item.key, &proposed));
    page.comment("");
    page.comment("Change what you like, save, and quit the editor. That accepts nothing: your changes become a draft.");
    page.comment("Whatever you remove from this file stays unchanged; null restores the proposal.");
    page.lines.open("{");
    for claim in 0..now.claims.len() {
        page.claim((&proposed, &now), edit, claim, rules);
        page.lines.line("");
    }
    page.comment("The new text of the message: one string for each line of it.");
    if now.warnings.contains(&Warning::PayloadOnly) {
        page.comment("The message is only a payload: its text stays unchanged unless you write a new one.");
    }
    page.text(CLEANED, now.text_left());
    page.lines.line("");
    page.comment("Your note about this finding. It is saved at once, and never written to the database.");
    page.entry(NOTE, &quote::string(note(item)));
    page.lines.close("}");
    page.lines.line("");
    page.comment("The message as it is:");
    page.comment("");
    page.comment(&now.message.text);
    Some(page.lines.into_text())
}

/// A line with the key of the message, its agent, its model and its time.
fn heading(key: &Key, finding: &Finding) -> String {
    let (agent, at) = (words::agent(finding), words::time(finding.created_at));
    format!("Message {key} · {agent} · {} · {at}", finding.model.as_deref().unwrap_or("no model"))
}

/// Describes a claim in one line.
fn known(judged: &JudgedClaim) -> String {
    let (subject, verdict) = (words::subject(judged), words::verdict(judged.verdict));
    format!("{subject}: {verdict} · confidence {:.2}", judged.claim.confidence)
}

/// The rules the application has for a field.
fn rules_of(field: &RecordField) -> String {
    let values = field.values.iter().map(|values| {
        let labels: Vec<_> = values.keys().map(String::as_str).collect();
        format!("one of {}", labels.join(", "))
    });
    let required = field.required.then(|| "not empty".to_owned());
    let most = field.max_chars.map(|most| format!("at most {most} characters"));
    let lines = (field.edit == EditStyle::Multiline).then(|| "one string for each line".to_owned());
    values.chain(required).chain(most).chain(lines).collect::<Vec<_>>().join("; ")
}

/// Writes the document that the reviewer edits in `$EDITOR`.
#[derive(Default)]
struct DocumentWriter {
    lines: IndentedText,
}

impl DocumentWriter {
    /// Adds a wrapped comment. Line ends and control characters in it are made visible.
    fn comment(&mut self, text: &str) {
        let width = WIDTH - SLASHES.len() - self.lines.indentation();
        for row in text::wrap(&[Piece::new(text, Style::new())], width, 0, HiddenCharStyle::default()) {
            self.lines.line(&format!("{SLASHES}{row}"));
        }
    }

    fn entry(&mut self, name: &str, value: &str) {
        self.lines.line(&format!("{}: {value},", quote::key(name)));
    }

    /// Adds a text of several lines as a list with one string per line.
    fn text(&mut self, name: &str, text: &str) {
        self.lines.open(&format!("{}: [", quote::key(name)));
        for line in text.split('\n') {
            self.lines.line(&format!("{},", quote::string(line)));
        }
        self.lines.close("],");
    }

    fn claim(&mut self, (finding, now): (&Finding, &Finding), edit: &Edit, claim: usize, rules: &Rules<'_>) {
        let (Some(judged), Some(proposed)) = (now.claims.get(claim), finding.claims.get(claim)) else {
            return;
        };
        self.comment(&known(judged));
        for warning in &judged.warnings {
            self.comment(&format!("⚠ {}", warning.sentence()));
        }
        for line in &judged.evidence {
            self.comment(&format!("· {line}"));
        }
        self.lines.open(&format!("{}: {{", claim_key(claim)));
        let record = editable_record(now, claim, rules);
        for choice in offered(&judged.claim, record.is_some()) {
            self.comment(&format!("{}: {}", choice.name(), editable::meaning(choice, &judged.claim)));
        }
        let chosen = edit.claims.get(&claim).and_then(|change| change.choice);
        let choice = chosen.or(Choice::proposed(proposed.remedy));
        if choice.is_none() {
            self.comment("null: not decided yet");
        }
        self.entry(REMEDY, &choice.map_or_else(|| "null".to_owned(), |choice| quote::string(choice.name())));
        if let Some(mapping) = record {
            self.record(now, claim, judged, mapping);
        }
        if is_editable_plan(&judged.claim) {
            self.plan(judged);
        }
        self.lines.close("},");
    }

    /// Adds the plan as a value, or as a text if it cannot be read.
    fn plan(&mut self, judged: &JudgedClaim) {
        let Some(plan) = judged.claim.plan() else { return };
        if let Some(typed) = plan.as_str() {
            self.text(PLAN, typed);
            return;
        }
        self.comment("Change it here: it is validated again and replaces the old one.");
        let pretty = editable::plan_text(plan);
        let pretty = visible::json(&pretty);
        for (at, line) in format!("{PLAN}: {pretty},").lines().enumerate() {
            self.lines.line(if at == 0 { line } else { line.trim_end() });
        }
    }

    fn record(&mut self, now: &Finding, claim: usize, judged: &JudgedClaim, mapping: &Records) {
        if judged.off || judged.remedy == Remedy::Strip {
            self.comment("It is only written where the remedy is recover.");
        }
        self.lines.open(&format!("{RECORD}: {{"));
        let mut fields: Vec<_> = mapping.fields.iter().collect();
        // Short fields come first; below a long text they would not be seen.
        fields.sort_by_key(|(_, field)| field.edit == EditStyle::Multiline);
        for (name, field) in fields {
            let rules = rules_of(field);
            if !rules.is_empty() {
                self.comment(&rules);
            }
            let text = field_text(now, claim, name);
            if field.edit == EditStyle::Multiline {
                self.text(name, text);
            } else {
                self.entry(name, &quote::string(text));
            }
        }
        self.lines.close("},");
    }
}
