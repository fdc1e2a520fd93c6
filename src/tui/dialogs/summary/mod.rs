//! The summary of a review, shown once everything is decided.

mod view;

use std::collections::BTreeMap;

use crate::proposal::Status;
use crate::tui::findings::counts::Counts;
use crate::tui::input::action::Action;
use crate::tui::input::context::KeyContext;
use crate::tui::input::effect::Effect;
use crate::tui::review::available;
use crate::tui::review::model::Model;
use crate::tui::review::update::plan_write_back;

use super::dialog::{Dialog, DialogOutcome};
use super::sheet::{Sheet, SheetContext};

/// The summary of a review.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub(crate) counts: Counts,
    /// The number of records a write-back would write, by type.
    pub(crate) records: BTreeMap<String, usize>,
    /// The number of texts a write-back would change.
    pub(crate) texts: usize,
    /// The number of findings with a note.
    pub(crate) noted: usize,
    /// The number of findings with unaccepted changes.
    pub(crate) drafts: usize,
}

impl Summary {
    pub(crate) fn of(model: &Model) -> Self {
        let mut summary = Self { counts: model.counts(), ..Self::default() };
        let rules = model.settings.rules();
        for item in &model.items {
            summary.noted += usize::from(item.note().is_some());
            summary.drafts += usize::from(item.has_draft());
            if !matches!(item.status, Status::Accepted | Status::Edited) {
                continue;
            }
            if item.edit().is_empty() {
                summary.texts += usize::from(item.facets().changes_text);
                for kind in &item.facets().records {
                    *summary.records.entry(kind.clone()).or_default() += 1;
                }
                continue;
            }
            let finding = item.current(&rules);
            summary.texts += usize::from(finding.text_left() != finding.message.text);
            for record in &finding.records {
                *summary.records.entry(record.kind.clone()).or_default() += 1;
            }
        }
        summary
    }

    /// What a write-back would do, in one line.
    pub(crate) fn writing(&self) -> String {
        let mut parts: Vec<_> = self.records.iter().map(|(kind, count)| format!("{count} × {kind} written")).collect();
        if self.texts > 0 {
            parts.push(format!("{} × text cleaned", self.texts));
        }
        if parts.is_empty() { "no accepted finding waits for it".to_owned() } else { parts.join(", ") }
    }
}

impl Dialog for Summary {
    fn context(&self) -> KeyContext {
        KeyContext::Summary
    }

    /// The actions that it suggests work from here.
    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        match action {
            Action::PlanWriteBack => DialogOutcome::closes(plan_write_back(model)),
            Action::Undo => DialogOutcome::closes(vec![Effect::Undo]),
            _ => DialogOutcome::stays(),
        }
    }

    fn obstacle(&self, model: &Model, action: &Action) -> Option<String> {
        match action {
            // Undo means the last decision here, whatever is selected.
            Action::Undo if model.undoable.undo => available::busy(model),
            action => available::in_review(model, action),
        }
    }

    fn sheet<'a>(&'a self, room: SheetContext<'a>) -> Option<Sheet<'a>> {
        let lines = view::lines(room.model, self, room.width(), room.theme);
        let skipped = self.counts.of_status(Status::Skipped);
        let title =
            if skipped == 0 { "All is decided".to_owned() } else { format!("All but {skipped} skipped are decided") };
        Some(Sheet::new(title, lines, room.theme))
    }
}
