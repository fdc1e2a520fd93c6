//! What a review came to, once nothing waits for a decision any more.

mod view;

use std::collections::BTreeMap;

use crate::proposal::Status;
use crate::tui::findings::counts::Counts;
use crate::tui::input::action::Action;
use crate::tui::input::context::Context;
use crate::tui::input::effect::Effect;
use crate::tui::review::available;
use crate::tui::review::model::Model;
use crate::tui::review::update::plan_write_back;

use super::dialog::{Dialog, Outcome};
use super::sheet::{Room, Sheet};

/// What a review came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub(crate) counts: Counts,
    /// Type → how many records a write-back would write.
    pub(crate) records: BTreeMap<String, usize>,
    /// How many texts it would change.
    pub(crate) texts: usize,
    /// How many findings have a note.
    pub(crate) noted: usize,
    /// How many have changes that are not accepted.
    pub(crate) drafts: usize,
}

impl Summary {
    pub(crate) fn of(model: &Model) -> Self {
        let mut summary = Self { counts: model.counts(), ..Self::default() };
        let rules = model.setting.rules();
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

    /// What writing will do, in one line.
    pub(crate) fn writing(&self) -> String {
        let mut parts: Vec<_> = self.records.iter().map(|(kind, count)| format!("{count} × {kind} written")).collect();
        if self.texts > 0 {
            parts.push(format!("{} × text cleaned", self.texts));
        }
        if parts.is_empty() { "no accepted finding waits for it".to_owned() } else { parts.join(", ") }
    }
}

impl Dialog for Summary {
    fn context(&self) -> Context {
        Context::Summary
    }

    /// It says what to do next, so that can be done from there.
    fn act(&mut self, model: &mut Model, action: Action) -> Outcome {
        match action {
            Action::PlanWriteBack => Outcome::closes(plan_write_back(model)),
            Action::Undo => Outcome::closes(vec![Effect::Undo]),
            _ => Outcome::stays(),
        }
    }

    fn obstacle(&self, model: &Model, action: &Action) -> Option<String> {
        match action {
            // There it means the last decision, whatever is looked at.
            Action::Undo if model.undoable.undo => available::busy(model),
            action => available::in_review(model, action),
        }
    }

    fn sheet<'a>(&'a self, room: Room<'a>) -> Option<Sheet<'a>> {
        let lines = view::lines(room.model, self, room.width(), room.theme);
        let skipped = self.counts.of_status(Status::Skipped);
        let title =
            if skipped == 0 { "All is decided".to_owned() } else { format!("All but {skipped} skipped are decided") };
        Some(Sheet::new(title, lines, room.theme))
    }
}
