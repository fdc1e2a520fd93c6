//! The editor of a finding: the fields of a record as its profile describes them, and the cleaned text.

mod field;
mod plan;
pub(crate) mod update;
mod view;

use std::sync::Arc;

use crossterm::event::KeyCode;
use ratatui::Frame;
use ratatui::layout::Position;
use ratatui_textarea::TextArea;

use crate::proposal::{Choice, ClaimEdit, Edit, Finding, Rules};
use crate::source::profile::RecordField;
use crate::tui::findings::editable;
use crate::tui::input::action::{Action, Step};
use crate::tui::input::bindings::{BACK_TAB, ESC, TAB, bind, ctrl, help, show};
use crate::tui::input::context::{KeyContext, Typing};
use crate::tui::input::effect::Effect;
use crate::tui::input::hit_target::HitTarget;
use crate::tui::input::key_press::KeyPress;
use crate::tui::review::dialog::{Dialog, DialogContext, DialogOutcome};
use crate::tui::review::model::{Item, Model};
use crate::tui::review::registration::Registration;
use crate::tui::widgets::text_field::{jump, pasted, type_into};
use crate::verdict::Remedy;
use field::{FieldEditor, FieldInput, FieldTarget};

pub(crate) const CONTEXT: KeyContext = KeyContext::new("editor", "Editor").typing(Typing::Lines);

pub(crate) static REGISTRATION: Registration = Registration {
    context: CONTEXT,
    open: None,
    bindings: &[
        show(CONTEXT, &[ctrl('s')], Action::Save, "save and accept", "save the changes, and accept the finding"),
        show(CONTEXT, &[ESC], Action::Leave, "close, keep the draft", "close; your changes are kept as a draft"),
        show(CONTEXT, &[TAB], Action::Field(Step::Next), "next field", "next field"),
        show(CONTEXT, &[ctrl('e')], Action::EditExternally, "$EDITOR", "continue in $EDITOR with your changes"),
        show(CONTEXT, &[ctrl('u')], Action::Undo, "undo typing", "undo the last change in this field"),
        bind(CONTEXT, &[ctrl('r')], Action::Redo, "redo the last undone change in this field"),
        bind(CONTEXT, &[BACK_TAB], Action::Field(Step::Previous), "previous field"),
        help(CONTEXT),
    ],
};

/// The editor of a finding.
#[derive(Clone, Debug)]
pub(crate) struct Editor {
    /// The index of the finding.
    pub(crate) place: usize,
    /// The claim whose record is edited; `None` if only the text is.
    pub(crate) claim: Option<usize>,
    pub(crate) fields: Vec<FieldEditor>,
    pub(crate) focus: usize,
    /// Why it could not be saved the last time.
    pub(crate) refused: Option<String>,
    /// The number of keys typed since the last store.
    pub(crate) unstored: usize,
    /// The finding without the reviewer's changes.
    proposed: Arc<Finding>,
    /// The edit when the editor was opened.
    begun_with: Edit,
    /// The edit that is stored.
    stored: Edit,
}

/// The claim whose record or plan can be edited: the preferred one, else the first.
fn editable_claim(finding: &Finding, preferred: usize, rules: &Rules<'_>) -> Option<usize> {
    let owner_known = finding.message.owner.is_known();
    let editable = |index: &usize| {
        finding.claims.get(*index).is_some_and(|judged| {
            let is_recorded = matches!(judged.remedy, Remedy::Recover | Remedy::Review)
                && owner_known
                && rules.mapping(&judged.claim).is_some();
            !judged.off && (is_recorded || plan::is_editable(judged))
        })
    };
    Some(preferred).filter(editable).or_else(|| (0..finding.claims.len()).find(editable))
}

impl Editor {
    /// Opens the editor of a finding with its current edit; `preferred` is the selected claim. `None` if the finding
    /// cannot be read any more.
    pub(crate) fn open(place: usize, item: &Item, preferred: usize, rules: &Rules<'_>) -> Option<Self> {
        let edit = item.changes();
        let (proposed, now) = (item.finding()?, item.revised(edit, rules)?);
        let claim = editable_claim(&now, preferred, rules);
        let plan = claim.and_then(|index| plan::field(index, item, &proposed, rules));
        // The cleaned text follows from the plan.
        let is_plan = plan.is_some();
        let record = || claim.map_or_else(Vec::new, |index| record_fields(index, &proposed, &now, rules));
        let mut fields = plan.map_or_else(record, |field| vec![field]);
        let text = (!is_plan).then(|| editable::text_without_edit(&proposed, edit, rules));
        fields.extend(text.map(|text| FieldEditor::new(FieldTarget::Cleaned, &text, now.text_left())));
        let (begun_with, stored) = (edit.clone(), edit.clone());
        let mut editor =
            Self { place, claim, fields, focus: 0, refused: None, unstored: 0, proposed, begun_with, stored };
        editor.show_cursor();
        Some(editor)
    }

    /// Focuses a field, if it exists.
    pub(crate) fn focus_on(&mut self, field: usize) {
        self.focus = field.min(self.fields.len().saturating_sub(1));
        self.show_cursor();
    }

    /// Undoes or redoes typing in the focused field.
    fn change_typing(&mut self, change: impl FnOnce(&mut TextArea<'static>) -> bool) {
        if let Some(FieldEditor { entry: FieldInput::Text(area), .. }) = self.fields.get_mut(self.focus)
            && change(area)
        {
            self.refused = None;
            self.unstored += 1;
        }
    }

    /// Whether the edit differs from the one it was opened with.
    pub(crate) fn is_changed(&self, item: &Item, rules: &Rules<'_>) -> bool {
        self.edit(item, rules) != self.begun_with
    }

    /// Returns the edit if it is not stored yet, and counts it as stored from now on.
    pub(crate) fn take_unstored(&mut self, item: &Item, rules: &Rules<'_>) -> Option<Edit> {
        if std::mem::take(&mut self.unstored) == 0 {
            return None;
        }
        let edit = self.edit(item, rules);
        (edit != self.stored).then(|| {
            self.stored.clone_from(&edit);
            edit
        })
    }

    /// Focuses the next or previous field.
    fn move_focus(&mut self, step: Step) {
        let count = self.fields.len();
        self.focus = match step {
            Step::Next => (self.focus + 1) % count,
            Step::Previous => (self.focus + count - 1) % count,
        };
        self.show_cursor();
    }

    fn show_cursor(&mut self) {
        for (place, field) in self.fields.iter_mut().enumerate() {
            field.show_cursor(place == self.focus);
        }
    }

    /// The first field that the application would refuse, and why.
    pub(crate) fn fault(&self) -> Option<String> {
        self.fields.iter().find_map(|field| Some(format!("{}: {}", field.label(), field.fault()?)))
    }

    /// The edit in the editor, on top of the one it was opened with.
    pub(crate) fn edit(&self, item: &Item, rules: &Rules<'_>) -> Edit {
        let mut edit = item.changes().clone();
        for field in &self.fields {
            let text = field.text();
            match &field.target {
                FieldTarget::Record(name, _) => {
                    let Some(index) = self.claim else {
                        continue;
                    };
                    let change = edit.claim(index);
                    if text == field.proposed {
                        change.fields.remove(name);
                    } else {
                        change.fields.insert(name.clone(), text);
                    }
                }
                FieldTarget::Plan(_) => {
                    let Some(index) = self.claim else {
                        continue;
                    };
                    editable::correct_plan(edit.claim(index), (text != field.proposed).then_some(text));
                }
                FieldTarget::Cleaned => edit.cleaned = Some(text),
            }
        }
        if let Some(index) = self.claim {
            let change = edit.claim(index);
            let proposed = self.proposed.claims.get(index).map(|judged| judged.remedy);
            if !change.fields.is_empty() && proposed == Some(Remedy::Review) {
                // Correcting the record of a doubtful claim means it shall be written.
                change.choice = Some(Choice::Recover);
            }
        }
        let proposed = editable::text_without_edit(&self.proposed, &edit, rules);
        edit.cleaned = edit.cleaned.filter(|text| *text != proposed);
        edit.claims.retain(|_, change| *change != ClaimEdit::default());
        edit
    }
}

impl Dialog<Model> for Editor {
    fn context(&self) -> KeyContext {
        CONTEXT
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        match action {
            Action::Save => return update::save(model, self),
            Action::EditExternally => return DialogOutcome::stays_and(update::edit_externally(model, self)),
            Action::Field(step) => self.move_focus(step),
            Action::Undo => self.change_typing(TextArea::undo),
            Action::Redo => self.change_typing(TextArea::redo),
            _ => {}
        }
        DialogOutcome::stays()
    }

    /// Keeps what was typed.
    fn close(&mut self, model: &mut Model) -> Vec<Effect> {
        update::leave(model, self)
    }

    fn type_key(&mut self, key: KeyPress) {
        self.refused = None;
        self.unstored += 1;
        let Some(field) = self.fields.get_mut(self.focus) else {
            return;
        };
        // A terminal sends a line feed for a line break that is pasted as keys; the text field would delete the line.
        let key = if key == KeyPress::ctrl('j') { KeyPress::code(KeyCode::Enter) } else { key };
        let one_line = field.is_one_line();
        match &mut field.entry {
            FieldInput::Text(_) if one_line && key.code == KeyCode::Enter => self.move_focus(Step::Next),
            FieldInput::Text(area) => {
                type_into(area, key);
            }
            FieldInput::Choice { labels, chosen } => {
                let count = labels.len().max(1);
                match key.code {
                    KeyCode::Right | KeyCode::Down | KeyCode::Char(' ') => {
                        *chosen = Some(chosen.map_or(0, |place| (place + 1) % count));
                    }
                    KeyCode::Left | KeyCode::Up => {
                        *chosen = Some(chosen.map_or(0, |place| (place + count - 1) % count));
                    }
                    KeyCode::Enter => self.move_focus(Step::Next),
                    _ => {}
                }
            }
        }
    }

    fn paste(&mut self, text: &str) {
        self.refused = None;
        self.unstored += 1;
        let Some(field) = self.fields.get_mut(self.focus) else {
            return;
        };
        let mut text = pasted(text);
        if field.is_one_line() {
            text = text.replace('\n', " ");
        }
        if let FieldInput::Text(area) = &mut field.entry {
            area.insert_str(text);
        }
    }

    fn has_unstored(&self) -> bool {
        self.unstored > 0
    }

    fn draw(&self, context: DialogContext<'_, Model>, frame: &mut Frame) {
        view::draw(context.model, self, context.theme, frame, context.body);
    }

    fn hit(&self, context: DialogContext<'_, Model>, at: Position) -> Option<HitTarget> {
        view::hit(self, context.body, at)
    }

    fn click(&mut self, place: usize, at: Option<(u16, u16)>) {
        self.focus = place.min(self.fields.len().saturating_sub(1));
        self.show_cursor();
        let Some((FieldEditor { entry: FieldInput::Text(area), .. }, (row, column))) =
            self.fields.get_mut(self.focus).zip(at)
        else {
            return;
        };
        jump(area, (row, column));
    }

    /// Keeps the cursor visible.
    fn scroll_field(&mut self, place: usize, rows: i16) {
        if let Some(FieldEditor { entry: FieldInput::Text(area), .. }) = self.fields.get_mut(place) {
            area.scroll((rows, 0));
        }
    }
}

fn record_fields(index: usize, proposed: &Finding, now: &Finding, rules: &Rules<'_>) -> Vec<FieldEditor> {
    let Some(judged) = now.claims.get(index) else {
        return Vec::new();
    };
    let Some(mapping) = rules.mapping(&judged.claim) else {
        return Vec::new();
    };
    let text = |finding: &Finding, name: &str| {
        let claimed = finding.claims.get(index).and_then(|judged| judged.claim.record.as_ref());
        claimed.and_then(|claimed| claimed.fields.get(name).cloned()).unwrap_or_default()
    };
    let editor = |(name, field): (&String, &RecordField)| {
        let target = FieldTarget::Record(name.clone(), Box::new(field.clone()));
        FieldEditor::new(target, &text(proposed, name), &text(now, name))
    };
    let mut fields: Vec<_> = mapping.fields.iter().map(editor).collect();
    // Long texts come first; they are edited most.
    fields.sort_by_key(FieldEditor::is_one_line);
    fields
}
