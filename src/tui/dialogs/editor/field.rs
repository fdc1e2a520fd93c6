//! A field of the editor: what it changes, its input, and why the application would refuse it.

use std::sync::Arc;

use ratatui_textarea::TextArea;

use crate::catalog::KnownTools;
use crate::plan::{self, PlanError};
use crate::proposal::record;
use crate::source::profile::{EditStyle, RecordField};
use crate::tui::widgets::text_field::{number_lines, show_cursor, text_area};

/// What a field changes.
#[derive(Clone, Debug)]
pub(crate) enum FieldTarget {
    /// A field of the record, with its rules.
    Record(String, Box<RecordField>),
    /// The plan, validated against the known tools.
    Plan(Arc<KnownTools>),
    /// The cleaned text of the message.
    Cleaned,
}

/// The input of a field.
#[derive(Clone, Debug)]
pub(crate) enum FieldInput {
    /// Free text, of one line or several.
    Text(Box<TextArea<'static>>),
    /// One of several labels; `None` if the proposed value is not among them.
    Choice { labels: Vec<String>, chosen: Option<usize> },
}

/// A field of the editor.
#[derive(Clone, Debug)]
pub(crate) struct FieldEditor {
    pub(crate) target: FieldTarget,
    pub(crate) entry: FieldInput,
    /// The proposed value. Only a different value is an edit.
    pub(super) proposed: String,
}

impl FieldEditor {
    pub(super) fn new(target: FieldTarget, proposed: &str, now: &str) -> Self {
        let entry = match &target {
            FieldTarget::Record(_, field) if field.values.is_some() => {
                let labels: Vec<_> = field.values.iter().flat_map(|values| values.keys().cloned()).collect();
                let chosen = labels.iter().position(|label| label == now);
                FieldInput::Choice { labels, chosen }
            }
            FieldTarget::Plan(_) => {
                let mut area = text_area(now);
                number_lines(&mut area);
                FieldInput::Text(Box::new(area))
            }
            _ => FieldInput::Text(Box::new(text_area(now))),
        };
        Self { target, entry, proposed: proposed.to_owned() }
    }
    pub(crate) fn label(&self) -> &str {
        match &self.target {
            FieldTarget::Record(name, _) => name,
            FieldTarget::Plan(_) => "plan",
            FieldTarget::Cleaned => "cleaned text",
        }
    }

    /// The text as typed, or the chosen label.
    pub(crate) fn text(&self) -> String {
        match &self.entry {
            FieldInput::Text(area) => area.lines().join("\n"),
            FieldInput::Choice { labels, chosen } => {
                chosen.and_then(|place| labels.get(place)).unwrap_or(&self.proposed).clone()
            }
        }
    }

    /// Why the application would refuse it.
    pub(crate) fn fault(&self) -> Option<String> {
        match &self.target {
            FieldTarget::Record(_, field) => record::fault(&self.text(), field),
            FieldTarget::Plan(_) => self.mistakes().into_iter().next(),
            FieldTarget::Cleaned => None,
        }
    }

    /// The fatal errors of the typed plan, in the order of its steps.
    pub(crate) fn mistakes(&self) -> Vec<String> {
        let FieldTarget::Plan(tools) = &self.target else { return Vec::new() };
        let errors = match plan::read(&self.text()) {
            Ok(plan) => plan::validate_known(&plan, tools).errors,
            Err(error) => vec![*error],
        };
        errors.iter().filter(|error| error.is_fatal()).map(PlanError::describe).collect()
    }

    /// Its length and the longest allowed length.
    pub(crate) fn count(&self) -> Option<String> {
        let FieldInput::Text(_) = &self.entry else {
            return None;
        };
        let text = self.text();
        Some(match &self.target {
            FieldTarget::Record(_, field) => {
                let length = field.trim.apply(&text).chars().count();
                field.max_chars.map_or_else(|| length.to_string(), |most| format!("{length}/{most}"))
            }
            FieldTarget::Plan(_) | FieldTarget::Cleaned => text.chars().count().to_string(),
        })
    }

    pub(super) fn is_one_line(&self) -> bool {
        matches!(&self.target, FieldTarget::Record(_, field) if field.edit == EditStyle::Line)
    }

    pub(super) fn show_cursor(&mut self, focused: bool) {
        if let FieldInput::Text(area) = &mut self.entry {
            show_cursor(area, focused);
        }
    }
}
