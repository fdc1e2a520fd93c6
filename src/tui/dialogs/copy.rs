//! Copying parts of a finding.

use ratatui::text::{Line, Span};
use serde_json::Value;

use crate::proposal::Finding;
use crate::source::profile::EditStyle;
use crate::tui::input::action::Action;
use crate::tui::input::bindings::{ESC, char, help, show};
use crate::tui::input::clipboard_part::ClipboardPart;
use crate::tui::input::context::KeyContext;
use crate::tui::input::copied::Copied;
use crate::tui::input::effect::Effect;
use crate::tui::panes::written::written_now;
use crate::tui::review::dialog::{Dialog, DialogContext, DialogOutcome};
use crate::tui::review::model::Model;
use crate::tui::review::notice::Notice;
use crate::tui::review::registration::Registration;
use crate::tui::text;
use crate::tui::theme::Theme;
use crate::tui::widgets::sheet::Sheet;

pub(crate) const CONTEXT: KeyContext = KeyContext::new("copy", "Copy");

pub(crate) static REGISTRATION: Registration = Registration {
    context: CONTEXT,
    open: None,
    bindings: &[
        show(
            CONTEXT,
            &[char('y')],
            Action::Copy(ClipboardPart::Finding),
            "finding",
            "the finding, as `ghostcall show` gives it in JSON",
        ),
        show(CONTEXT, &[char('p')], Action::Copy(ClipboardPart::Payload), "payload", "the payload, as JSON"),
        show(CONTEXT, &[char('r')], Action::Copy(ClipboardPart::Record), "record", "the text of the record"),
        show(CONTEXT, &[char('k')], Action::Copy(ClipboardPart::Key), "key", "the key of the message"),
        show(CONTEXT, &[char('c')], Action::Copy(ClipboardPart::Cleaned), "cleaned", "the cleaned text"),
        show(CONTEXT, &[char('t')], Action::Copy(ClipboardPart::Raw), "raw text", "the raw text"),
        show(CONTEXT, &[ESC, char('q')], Action::Leave, "cancel", "copy nothing"),
        help(CONTEXT),
    ],
};

/// The choice of what to copy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CopyDialog;

impl Dialog<Model> for CopyDialog {
    fn context(&self) -> KeyContext {
        CONTEXT
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        match action {
            Action::Copy(part) => DialogOutcome::closes(copy(model, part)),
            _ => DialogOutcome::stays(),
        }
    }

    fn sheet<'a>(&'a self, context: DialogContext<'a, Model>) -> Option<Sheet<'a>> {
        Some(Sheet::new("Copy", lines(context.model, context.theme, context.width()), context.theme))
    }

    fn choice_in(&self, _model: &Model, line: usize) -> Option<usize> {
        (line < parts().count()).then_some(line)
    }

    fn point_at(&mut self, model: &mut Model, choice: usize) -> DialogOutcome {
        let part = parts().nth(choice).map(|(_, part)| part);
        part.map_or_else(DialogOutcome::stays, |part| self.act(model, Action::Copy(part)))
    }
}

/// The text of a part; `None` if only the host can produce it, or the reason why there is none.
fn text_of(part: ClipboardPart, model: &Model) -> Result<Option<String>, &'static str> {
    let (Some(item), Some(finding)) = (model.selected(), model.current()) else {
        return Err("there is no finding to copy from");
    };
    Ok(Some(match part {
        ClipboardPart::Finding => return Ok(None),
        ClipboardPart::Payload => payload(finding, model.claim)?,
        ClipboardPart::Record => record(finding, model)?,
        ClipboardPart::Key => item.key.to_string(),
        ClipboardPart::Cleaned => {
            finding.new_text().ok_or("there is no cleaned text: the text stays unchanged")?.to_owned()
        }
        ClipboardPart::Raw if model.shows_written() => match written_now(model) {
            Some(Ok(now)) => now.present.text.clone().ok_or("the message no longer exists")?,
            _ => return Err("the current text could not be read"),
        },
        ClipboardPart::Raw => finding.message.text.clone(),
    }))
}

fn payload(finding: &Finding, claim: usize) -> Result<String, &'static str> {
    let value = finding.claims.get(claim).and_then(|judged| judged.claim.value.as_ref());
    let pretty = value.and_then(|value| serde_json::to_string_pretty(value).ok());
    pretty.ok_or("there is no readable payload")
}

/// The long texts of the record of the selected claim, else of the first record.
fn record(finding: &Finding, model: &Model) -> Result<String, &'static str> {
    let current = finding.records.iter().find(|record| record.claim == model.claim);
    let record = current.or(finding.records.first()).ok_or("there is no record to write")?;
    let mapping = model.settings.profile.records.get(&record.kind).ok_or("the profile has no such record")?;
    let long = mapping.fields.values().filter(|field| field.edit == EditStyle::Multiline);
    let texts: Vec<_> =
        long.filter_map(|field| record.values.get(&field.column.column).and_then(Value::as_str)).collect();
    if texts.is_empty() { Err("the record has no text") } else { Ok(texts.join("\n\n")) }
}

/// Asks what to copy.
pub(crate) fn open(model: &mut Model) {
    if model.selected().is_some() {
        model.open(CopyDialog);
    } else {
        model.refuse("there is no finding to copy from");
    }
}

/// Copies a part of the selected finding.
fn copy(model: &mut Model, part: ClipboardPart) -> Vec<Effect> {
    let Some((key, finding)) = model.selected().and_then(|item| Some((item.key.clone(), item.finding()?))) else {
        return Vec::new();
    };
    match text_of(part, model) {
        Ok(Some(text)) => vec![Effect::Copy { what: format!("{} of {key}", part.name()), text }],
        Ok(None) => vec![Effect::CopyFinding(finding)],
        Err(reason) => {
            model.refuse(format!("nothing copied: {reason}"));
            Vec::new()
        }
    }
}

/// Reports where a copy went. A copy outside the clipboard gets a notice that stays.
pub(crate) fn copied(model: &mut Model, what: &str, copied: &Copied) {
    let Copied::File { path, reason } = copied else {
        model.notify(format!("{what} {copied}"));
        return;
    };
    let lines = vec![
        format!("{reason}."),
        String::new(),
        format!("Instead, {what} was saved to a file that only you can read:"),
        path.display().to_string(),
    ];
    model.open_notice(Notice { title: "Not in the clipboard".to_owned(), lines, failed: false });
}

/// The width of the name column.
const NAMES: usize = 18;

/// The parts in their order, with the keys that copy them.
fn parts() -> impl Iterator<Item = (String, ClipboardPart)> {
    REGISTRATION.bindings.iter().filter_map(|binding| match binding.action {
        Action::Copy(part) => Some((binding.keys.first()?.to_string(), part)),
        _ => None,
    })
}

fn lines(model: &Model, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let line = |(key, part): (String, ClipboardPart)| {
        let name = format!(" {}", text::fit(part.name(), NAMES));
        let left = width.saturating_sub(text::width(&key) + text::width(&name));
        let (shown, style) = match text_of(part, model) {
            Ok(Some(text)) => (text::shorten(&theme.data(&text), left), theme.dim),
            Ok(None) => (text::shorten("as `ghostcall show --format json` prints it", left), theme.dim),
            Err(reason) => (text::shorten(reason, left), theme.warning),
        };
        Line::from(vec![Span::styled(key, theme.key), Span::styled(name, theme.text), Span::styled(shown, style)])
    };
    parts().map(line).collect()
}
