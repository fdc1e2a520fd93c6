//! Copying parts of a finding.

pub(crate) mod update;
mod view;

use serde_json::Value;

use crate::proposal::Finding;
use crate::source::profile::EditStyle;
use crate::tui::input::action::Action;
use crate::tui::input::context::KeyContext;
use crate::tui::review::model::Model;

use super::dialog::{Dialog, DialogOutcome};
use super::sheet::{Sheet, SheetContext};

/// A part of a finding that can be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClipboardPart {
    /// Everything known about it, as `ghostcall show --format json` prints it.
    Finding,
    /// The value of the selected claim, as JSON.
    Payload,
    /// The text of the record that would be written.
    Record,
    /// The message's key.
    Key,
    /// The text that a write-back would leave.
    Cleaned,
    /// The text stored in the database.
    Raw,
}

impl ClipboardPart {
    /// Its name with an article, as in "the payload".
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Finding => "the finding",
            Self::Payload => "the payload",
            Self::Record => "the record's text",
            Self::Key => "the key",
            Self::Cleaned => "the cleaned text",
            Self::Raw => "the raw text",
        }
    }

    /// The name of the action that copies it.
    pub(crate) fn action(self) -> &'static str {
        match self {
            Self::Finding => "copy_finding",
            Self::Payload => "copy_payload",
            Self::Record => "copy_record",
            Self::Key => "copy_key",
            Self::Cleaned => "copy_cleaned",
            Self::Raw => "copy_raw",
        }
    }

    /// Its text; `None` if only the host can produce it, or the reason why there is none.
    pub(crate) fn text(self, model: &Model) -> Result<Option<String>, &'static str> {
        let (Some(item), Some(finding)) = (model.selected(), model.current()) else {
            return Err("there is no finding to copy from");
        };
        Ok(Some(match self {
            Self::Finding => return Ok(None),
            Self::Payload => payload(finding, model.claim)?,
            Self::Record => record(finding, model)?,
            Self::Key => item.key.to_string(),
            Self::Cleaned => finding.new_text().ok_or("there is no cleaned text: the text stays as it is")?.to_owned(),
            Self::Raw if model.looks_at_written() => match model.written_now() {
                Some(Ok(now)) => now.present.text.clone().ok_or("the message is not there any more")?,
                _ => return Err("the current text could not be read"),
            },
            Self::Raw => finding.message.text.clone(),
        }))
    }
}

/// The choice of what to copy.
#[derive(Clone, Copy, Debug)]
pub struct CopyDialog;

impl Dialog for CopyDialog {
    fn context(&self) -> KeyContext {
        KeyContext::Copy
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        match action {
            Action::Copy(part) => DialogOutcome::closes(update::copy(model, part)),
            _ => DialogOutcome::stays(),
        }
    }

    fn sheet<'a>(&'a self, room: SheetContext<'a>) -> Option<Sheet<'a>> {
        Some(Sheet::new("Copy", view::lines(room.model, room.theme, room.width()), room.theme))
    }

    fn choice_in(&self, _model: &Model, line: usize) -> Option<usize> {
        (line < view::parts().count()).then_some(line)
    }

    fn point_at(&mut self, model: &mut Model, choice: usize) -> DialogOutcome {
        let part = view::parts().nth(choice).map(|(_, part)| part);
        part.map_or_else(DialogOutcome::stays, |part| self.act(model, Action::Copy(part)))
    }
}

fn payload(finding: &Finding, claim: usize) -> Result<String, &'static str> {
    let value = finding.claims.get(claim).and_then(|judged| judged.claim.value.as_ref());
    let pretty = value.and_then(|value| serde_json::to_string_pretty(value).ok());
    pretty.ok_or("there is no payload that could be read")
}

/// The long texts of the record of the selected claim, else of the first record.
fn record(finding: &Finding, model: &Model) -> Result<String, &'static str> {
    let looked_at = finding.records.iter().find(|record| record.claim == model.claim);
    let record = looked_at.or(finding.records.first()).ok_or("there is no record that would be written")?;
    let mapping = model.settings.profile.records.get(&record.kind).ok_or("the profile has no such record")?;
    let long = mapping.fields.values().filter(|field| field.edit == EditStyle::Multiline);
    let texts: Vec<_> =
        long.filter_map(|field| record.values.get(&field.column.column).and_then(Value::as_str)).collect();
    if texts.is_empty() { Err("the record has no text") } else { Ok(texts.join("\n\n")) }
}
