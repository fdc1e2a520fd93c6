//! Reads the edited document: everything valid in it, and each mistake with its position.

use std::sync::Arc;

use serde_json::Value;

use crate::document::{self, AnyValue, DocumentPart, Node};
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
    let whole: Node = document::parse("", text).map_err(|error| {
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
    fn mistake(&mut self, part: DocumentPart<'_>, is_kept: bool, reason: impl Into<String>) {
        let (line, column) = document::place(self.text, part).unwrap_or((1, 1));
        let reason = visible::excerpt(&reason.into(), LONGEST);
        self.mistakes.push(DocumentMistake { line, column, reason, is_kept });
    }

    /// The entries of an object with their paths. Duplicate keys and values other than objects are mistakes.
    fn entries<'n>(&mut self, node: &'n Node, path: &[usize]) -> Vec<(&'n str, &'n Node, Vec<usize>)> {
        let Node::Object(entries) = node else {
            if *node != Node::Null {
                self.mistake(DocumentPart::Value(path), false, "this must be an object: { … }");
            }
            return Vec::new();
        };
        let mut found: Vec<(&str, &Node, Vec<usize>)> = Vec::new();
        for (index, (key, value)) in entries.iter().enumerate() {
            let path = [path, &[index]].concat();
            if found.iter().any(|(known, ..)| known == key) {
                self.mistake(DocumentPart::Key(&path), false, format!("`{key}` appears here twice"));
            } else {
                found.push((key, value, path));
            }
        }
        found
    }

    fn whole(&mut self, node: &Node) {
        let count = self.now.claims.len();
        for (key, value, path) in self.entries(node, &[]) {
            let claim = (0..count).find(|claim| *key == claim_key(*claim));
            match (key, claim) {
                (CLEANED, _) => self.cleaned(value, &path),
                (NOTE, _) => self.note = self.text(value, &path).unwrap_or_else(|| self.note.clone()),
                (_, Some(claim)) => self.claim(claim, value, &path),
                (_, None) if key.starts_with(CLAIM) => {
                    let claims = if count == 1 { "one claim".to_owned() } else { format!("{count} claims") };
                    self.mistake(
                        DocumentPart::Key(&path),
                        false,
                        format!("there is no `{key}`: the finding has {claims}"),
                    );
                }
                _ => self.unknown(key, &path, &format!("{}, {CLEANED}, {NOTE}", claim_key(0))),
            }
        }
    }

    fn unknown(&mut self, key: &str, path: &[usize], known: &str) {
        self.mistake(DocumentPart::Key(path), false, format!("`{key}` is unknown here; there is {known}"));
    }

    fn cleaned(&mut self, value: &Node, path: &[usize]) {
        if *value == Node::Null {
            self.edit.cleaned = None;
        } else if let Some(text) = self.text(value, path)
            // An untouched text keeps following the remedies.
            && text != self.now.text_left()
        {
            self.edit.cleaned = Some(text);
        }
    }

    /// A text: a string or a list of lines. `null` is the empty text; `None` for anything else.
    fn text(&mut self, value: &Node, path: &[usize]) -> Option<String> {
        match value {
            Node::Null => Some(String::new()),
            Node::Text(text) => Some(text.clone()),
            Node::List(items) => {
                let mut lines = Vec::new();
                for (index, item) in items.iter().enumerate() {
                    let Node::Text(line) = item else {
                        let path = [path, &[index]].concat();
                        self.mistake(DocumentPart::Value(&path), false, "a line of a text must be a string: \"…\"");
                        return None;
                    };
                    lines.push(line.as_str());
                }
                Some(lines.join("\n"))
            }
            Node::Object(_) | Node::Other => {
                let reason = "a text must be a string, \"…\", or a list of its lines, [\"…\", \"…\"]";
                self.mistake(DocumentPart::Value(path), false, reason);
                None
            }
        }
    }

    fn claim(&mut self, claim: usize, value: &Node, path: &[usize]) {
        if *value == Node::Null {
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
        let mut places = Vec::new();
        for (key, value, path) in self.entries(value, path) {
            match key {
                REMEDY => self.remedy(claim, value, &path, mapping.is_some()),
                RECORD if mapping.is_some() => places = self.record(claim, value, &path),
                RECORD => {
                    self.mistake(DocumentPart::Key(&path), false, "this claim has no record that could be written");
                }
                PLAN if has_plan => self.plan(claim, value, &path),
                _ => self.unknown(key, &path, known),
            }
        }
        self.settle(claim);
        self.check(claim, path, &places);
    }

    fn remedy(&mut self, claim: usize, value: &Node, path: &[usize], has_record: bool) {
        let judged = self.now.claims.get(claim);
        let mut choices = judged.map_or_else(Vec::new, |judged| offered(&judged.claim, has_record));
        // A remedy chosen in the review stays allowed.
        let chosen = self.chosen(claim).filter(|chosen| !choices.contains(chosen));
        choices.extend(chosen);
        let choice = match value {
            Node::Null => None,
            Node::Text(name) => {
                let choice = choices.iter().copied().find(|choice| choice.name() == name);
                if choice.is_none() {
                    let known: Vec<_> = choices.into_iter().map(Choice::name).collect();
                    self.mistake(
                        DocumentPart::Value(path),
                        false,
                        format!("`{name}` is not one of {}", known.join(", ")),
                    );
                    return;
                }
                choice
            }
            _ => {
                self.mistake(DocumentPart::Value(path), false, "a remedy must be a string: \"…\"");
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

    /// Reads the fields of a record; returns the path of each.
    fn record(&mut self, claim: usize, value: &Node, path: &[usize]) -> Vec<(String, Vec<usize>)> {
        let Some(mapping) = editable_record(&self.now, claim, self.rules) else {
            return Vec::new();
        };
        if *value == Node::Null {
            self.edit.claim(claim).fields.clear();
        }
        let mut places = Vec::new();
        for (name, value, path) in self.entries(value, path) {
            if !mapping.fields.contains_key(name) {
                let known: Vec<_> = mapping.fields.keys().map(String::as_str).collect();
                self.unknown(name, &path, &known.join(", "));
                continue;
            }
            let proposed = field_text(&self.proposed, claim, name).to_owned();
            let typed = if *value == Node::Null { Some(proposed.clone()) } else { self.text(value, &path) };
            if let Some(text) = typed {
                let fields = &mut self.edit.claim(claim).fields;
                if text == proposed {
                    fields.remove(name);
                } else {
                    fields.insert(name.to_owned(), text);
                }
                places.push((name.to_owned(), path));
            }
        }
        places
    }

    /// Reads a plan: a value, or a text that could not be read as one.
    fn plan(&mut self, claim: usize, node: &Node, path: &[usize]) {
        let finding = Arc::clone(&self.proposed);
        let Some(proposed) = finding.claims.get(claim).and_then(|judged| judged.claim.plan()) else { return };
        let value = match &self.values {
            Ok(values) => values.get(claim_key(claim)).and_then(|values| values.get(PLAN)),
            Err(reason) => {
                let reason = reason.clone();
                return self.mistake(DocumentPart::Value(path), false, reason);
            }
        };
        let before = self.edit.claims.get(&claim).and_then(|change| change.plan.as_ref());
        let is_same = |value: &Value| before.is_some_and(|typed| plan::read(typed).is_ok_and(|plan| plan == *value));
        let typed = match (node, value) {
            (Node::Null, _) | (_, None) => None,
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
            self.mistake(DocumentPart::Value(path), true, reason);
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

    /// Reports what the application would refuse in a record.
    fn check(&mut self, claim: usize, path: &[usize], places: &[(String, Vec<usize>)]) {
        let choice = self.chosen(claim).or(self.proposed(claim));
        let Some(mapping) = editable_record(&self.now, claim, self.rules).filter(|_| choice == Some(Choice::Recover))
        else {
            return;
        };
        let revised = self.revised();
        for (name, field) in &mapping.fields {
            if let Some(fault) = record::fault(field_text(&revised, claim, name), field) {
                let place = places.iter().find(|(known, _)| known == name);
                let part = place.map_or(DocumentPart::Key(path), |(_, path)| DocumentPart::Value(path));
                self.mistake(part, true, format!("{name}: {fault}"));
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
