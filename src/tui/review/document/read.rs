//! Reads the edited document: everything valid in it, and each mistake with its position.

use std::sync::Arc;

use serde_json::Value;

use crate::document::{self, AnyValue, Content, Entry, Node};
use crate::plan::{self, PlanError};
use crate::proposal::{self, Choice, ClaimEdit, Edit, Finding, Rules, record};
use crate::tui::findings::editable;
use crate::tui::findings::item::Item;
use crate::verdict::Remedy;
use crate::visible;

use super::{
    CLAIM, CLEANED, NOTE, PLAN, RECORD, REMEDY, claim_key, editable_record, field_text, is_editable_plan, note, offered,
};

/// The longest reason, in characters. A reason may quote the typed text.
const LONGEST: usize = 200;

/// A mistake in a document, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DocumentMistake {
    /// The line, counted from 1.
    pub(crate) line: usize,
    /// The column, counted from 1.
    pub(crate) column: usize,
    /// Why the document cannot be applied.
    pub(crate) reason: String,
    /// Whether the value can be kept despite the mistake.
    pub(crate) is_kept: bool,
}

/// The content of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ParsedDocument {
    /// The edit of the finding.
    pub(crate) edit: Edit,
    /// The reviewer's note, as the document has it; as before if the document has none.
    pub(crate) note: String,
    /// The mistakes in the document, in the order of its lines.
    pub(crate) mistakes: Vec<DocumentMistake>,
}

/// Reads a document on top of the current edit. Fails if it is not JSON5.
pub(crate) fn read(text: &str, item: &Item, rules: &Rules<'_>) -> Result<ParsedDocument, DocumentMistake> {
    let whole = Node::read("", text).map_err(|error| {
        let reason = match error.reason.as_str() {
            "line terminator in string" => "a string must end on its line".to_owned(),
            _ => error.reason,
        };
        DocumentMistake { line: error.line, column: error.column, reason, is_kept: false }
    })?;
    let edit = item.changes().clone();
    let unreadable = || DocumentMistake { line: 1, column: 1, reason: item.unreadable(), is_kept: false };
    let proposed = item.finding().ok_or_else(unreadable)?;
    let now = proposal::revise((*proposed).clone(), &edit, rules);
    // Plans are arbitrary values, so the document is parsed as JSON values too; other mistakes come from its tree.
    let values = document::parse("", text).map(|AnyValue(values)| values).map_err(|error| error.reason);
    let mut reader =
        DocumentReader { values, text, rules, proposed, now, edit, note: note(item).to_owned(), mistakes: Vec::new() };
    reader.whole(&whole);
    Ok(reader.finish())
}

struct DocumentReader<'a> {
    /// The document as a value, or why it has none.
    values: Result<Value, String>,
    text: &'a str,
    rules: &'a Rules<'a>,
    /// The finding without the reviewer's changes.
    proposed: Arc<Finding>,
    /// The finding when its document was written.
    now: Finding,
    edit: Edit,
    note: String,
    mistakes: Vec<DocumentMistake>,
}

impl DocumentReader<'_> {
    /// Adds a mistake at an offset of the text.
    fn mistake(&mut self, start: usize, is_kept: bool, reason: impl Into<String>) {
        let (line, column) = document::line_and_column(self.text, start);
        let reason = visible::excerpt(&reason.into(), LONGEST);
        self.mistakes.push(DocumentMistake { line, column, reason, is_kept });
    }

    /// The entries of an object. Duplicate keys and values other than objects are mistakes.
    fn entries<'n>(&mut self, node: &'n Node) -> Vec<&'n Entry> {
        let Content::Object(entries) = &node.content else {
            if !node.is_null() {
                self.mistake(node.start, false, "this must be an object: { … }");
            }
            return Vec::new();
        };
        let mut found: Vec<&Entry> = Vec::new();
        for entry in entries {
            if found.iter().any(|known| known.key == entry.key) {
                self.mistake(entry.start, false, format!("`{}` appears here twice", entry.key));
            } else {
                found.push(entry);
            }
        }
        found
    }

    fn whole(&mut self, node: &Node) {
        let count = self.now.claims.len();
        for entry in self.entries(node) {
            let Entry { key, value, .. } = entry;
            let claim = (0..count).find(|claim| *key == claim_key(*claim));
            match (key.as_str(), claim) {
                (CLEANED, _) => self.cleaned(value),
                (NOTE, _) => self.note = self.text(value).unwrap_or_else(|| self.note.clone()),
                (_, Some(claim)) => self.claim(claim, entry),
                (_, None) if key.starts_with(CLAIM) => {
                    let claims = if count == 1 { "one claim".to_owned() } else { format!("{count} claims") };
                    self.mistake(entry.start, false, format!("there is no `{key}`: the finding has {claims}"));
                }
                _ => self.unknown(entry, &format!("{}, {CLEANED}, {NOTE}", claim_key(0))),
            }
        }
    }

    fn unknown(&mut self, entry: &Entry, known: &str) {
        self.mistake(entry.start, false, format!("`{}` is unknown here; there is {known}", entry.key));
    }

    fn cleaned(&mut self, value: &Node) {
        if value.is_null() {
            self.edit.cleaned = None;
        } else if let Some(text) = self.text(value)
            // An untouched text keeps following the remedies.
            && text != self.now.text_left()
        {
            self.edit.cleaned = Some(text);
        }
    }

    /// A text: a string or a list of lines. `null` is the empty text; `None` for anything else.
    fn text(&mut self, value: &Node) -> Option<String> {
        match &value.content {
            Content::Null => Some(String::new()),
            Content::Text(text) => Some(text.clone()),
            Content::List(items) => {
                let mut lines = Vec::new();
                for item in items {
                    let Content::Text(line) = &item.content else {
                        self.mistake(item.start, false, "a line of a text must be a string: \"…\"");
                        return None;
                    };
                    lines.push(line.as_str());
                }
                Some(lines.join("\n"))
            }
            Content::Object(_) | Content::Other => {
                let reason = "a text must be a string, \"…\", or a list of its lines, [\"…\", \"…\"]";
                self.mistake(value.start, false, reason);
                None
            }
        }
    }

    fn claim(&mut self, claim: usize, entry: &Entry) {
        if entry.value.is_null() {
            self.edit.claims.remove(&claim);
            return;
        }
        let mapping = editable_record(&self.now, claim, self.rules);
        let has_plan = self.now.claims.get(claim).is_some_and(|judged| is_editable_plan(&judged.claim));
        let known = match (mapping.is_some(), has_plan) {
            (true, _) => "remedy, record",
            (_, true) => "remedy, plan",
            _ => REMEDY,
        };
        let mut fields = Vec::new();
        for part in self.entries(&entry.value) {
            match part.key.as_str() {
                REMEDY => self.remedy(claim, &part.value, mapping.is_some()),
                RECORD if mapping.is_some() => fields = self.record(claim, &part.value),
                RECORD => self.mistake(part.start, false, "this claim has no record that could be written"),
                PLAN if has_plan => self.plan(claim, &part.value),
                _ => self.unknown(part, known),
            }
        }
        self.settle(claim);
        self.check(claim, entry, &fields);
    }

    fn remedy(&mut self, claim: usize, value: &Node, has_record: bool) {
        let judged = self.now.claims.get(claim);
        let mut choices = judged.map_or_else(Vec::new, |judged| offered(&judged.claim, has_record));
        // A remedy chosen in the review stays allowed.
        let chosen = self.chosen(claim).filter(|chosen| !choices.contains(chosen));
        choices.extend(chosen);
        let choice = match &value.content {
            Content::Null => None,
            Content::Text(name) => {
                let choice = choices.iter().copied().find(|choice| choice.name() == name);
                if choice.is_none() {
                    let known: Vec<_> = choices.into_iter().map(Choice::name).collect();
                    self.mistake(value.start, false, format!("`{name}` is not one of {}", known.join(", ")));
                    return;
                }
                choice
            }
            _ => {
                self.mistake(value.start, false, "a remedy must be a string: \"…\"");
                return;
            }
        };
        // The proposed remedy is no choice unless it was chosen before.
        let is_choice = choice != self.proposed(claim) || choice == self.chosen(claim);
        self.edit.claim(claim).choice = choice.filter(|_| is_choice);
    }

    /// The finding with what was read so far.
    fn revised(&self) -> Finding {
        proposal::revise((*self.proposed).clone(), &self.edit, self.rules)
    }

    fn chosen(&self, claim: usize) -> Option<Choice> {
        self.edit.claims.get(&claim).and_then(|change| change.choice)
    }

    fn proposed(&self, claim: usize) -> Option<Choice> {
        self.proposed.claims.get(claim).and_then(|judged| Choice::proposed(judged.remedy))
    }

    /// Reads the fields of a record; returns those that could be read.
    fn record<'n>(&mut self, claim: usize, record: &'n Node) -> Vec<&'n Entry> {
        let Some(mapping) = editable_record(&self.now, claim, self.rules) else {
            return Vec::new();
        };
        if record.is_null() {
            self.edit.claim(claim).fields.clear();
        }
        let mut read = Vec::new();
        for entry in self.entries(record) {
            let Entry { key: name, value, .. } = entry;
            if !mapping.fields.contains_key(name) {
                let known: Vec<_> = mapping.fields.keys().map(String::as_str).collect();
                self.unknown(entry, &known.join(", "));
                continue;
            }
            let proposed = field_text(&self.proposed, claim, name).to_owned();
            let typed = if value.is_null() { Some(proposed.clone()) } else { self.text(value) };
            if let Some(text) = typed {
                let fields = &mut self.edit.claim(claim).fields;
                if text == proposed {
                    fields.remove(name);
                } else {
                    fields.insert(name.clone(), text);
                }
                read.push(entry);
            }
        }
        read
    }

    /// Reads a plan: a value, or a text that could not be read as one.
    fn plan(&mut self, claim: usize, node: &Node) {
        let finding = Arc::clone(&self.proposed);
        let Some(proposed) = finding.claims.get(claim).and_then(|judged| judged.claim.plan()) else { return };
        let value = match &self.values {
            Ok(values) => values.get(claim_key(claim)).and_then(|values| values.get(PLAN)),
            Err(reason) => {
                let reason = reason.clone();
                return self.mistake(node.start, false, reason);
            }
        };
        let before = self.edit.claims.get(&claim).and_then(|change| change.plan.as_ref());
        let is_same = |value: &Value| before.is_some_and(|typed| plan::read(typed).is_ok_and(|plan| plan == *value));
        let typed = match (&node.content, value) {
            (Content::Null, _) | (_, None) => None,
            (_, Some(value)) if value == proposed => None,
            // An equal plan keeps its spelling.
            (_, Some(value)) if is_same(value) => before.cloned(),
            (_, Some(Value::String(text))) => Some(text.clone()),
            (_, Some(Value::Array(lines))) if !lines.is_empty() && lines.iter().all(Value::is_string) => {
                let lines: Vec<_> = lines.iter().filter_map(Value::as_str).collect();
                Some(lines.join("\n"))
            }
            (_, Some(value)) => Some(editable::plan_text(value)),
        };
        let is_new = typed.is_some();
        let chosen = self.chosen(claim);
        let change = self.edit.claim(claim);
        editable::correct_plan(change, typed);
        // The remedy comes before the plan in the document: an explicit strip or leave wins.
        if is_new && matches!(chosen, Some(Choice::Strip | Choice::Leave)) {
            change.choice = chosen;
        }
        let revised = self.revised();
        let errors = revised.claims.get(claim).into_iter().flat_map(|judged| &judged.claim.errors);
        let refused: Vec<_> = errors.filter(|error| is_new && error.is_fatal()).map(PlanError::describe).collect();
        for reason in refused {
            self.mistake(node.start, true, reason);
        }
    }

    /// Correcting the record of a doubtful claim means it shall be written.
    fn settle(&mut self, claim: usize) {
        let is_doubtful = self.proposed.claims.get(claim).is_some_and(|judged| judged.remedy == Remedy::Review);
        let change = self.edit.claim(claim);
        if is_doubtful && change.choice.is_none() && !change.fields.is_empty() {
            change.choice = Some(Choice::Recover);
        }
    }

    /// Reports what the application would refuse in a record whose fields were read.
    fn check(&mut self, claim: usize, entry: &Entry, fields: &[&Entry]) {
        let choice = self.chosen(claim).or(self.proposed(claim));
        let Some(mapping) = editable_record(&self.now, claim, self.rules).filter(|_| choice == Some(Choice::Recover))
        else {
            return;
        };
        let revised = self.revised();
        for (name, field) in &mapping.fields {
            if let Some(fault) = record::fault(field_text(&revised, claim, name), field) {
                let typed = fields.iter().find(|field| field.key == *name);
                let start = typed.map_or(entry.start, |field| field.value.start);
                self.mistake(start, true, format!("{name}: {fault}"));
            }
        }
    }

    fn finish(mut self) -> ParsedDocument {
        let proposed = editable::text_without_edit(&self.proposed, &self.edit, self.rules);
        self.edit.cleaned = self.edit.cleaned.filter(|text| *text != proposed);
        self.edit.claims.retain(|_, change| *change != ClaimEdit::default());
        self.mistakes.sort_by_key(|mistake| (mistake.line, mistake.column));
        ParsedDocument { edit: self.edit, note: self.note, mistakes: self.mistakes }
    }
}
