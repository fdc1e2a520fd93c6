//! Approving what another reviewer accepted.

use std::sync::Arc;

use crate::source::Key;
use crate::tui::findings::left_out::LeftOutCounts;
use crate::tui::findings::words;
use crate::tui::input::action::Action;
use crate::tui::input::effect::Effect;
use crate::tui::review::approval::why_not;
use crate::tui::review::bulk_decision::BulkDecision;
use crate::tui::review::model::Model;

use super::mark;

/// Approves the selected finding, or all marked and shown ones. Asks first if they are many.
pub(crate) fn approve(model: &mut Model) -> Vec<Effect> {
    let mut left_out = LeftOutCounts::default();
    let marked = mark::chosen_and_shown(model, &mut left_out);
    let mut dialog = BulkDecision { approves: true, marked: marked.is_some(), left_out, ..BulkDecision::default() };
    for place in marked.unwrap_or_else(|| model.list.selected().into_iter().collect()) {
        let Some(item) = model.findings.get(place) else { continue };
        match why_not(model, item) {
            Some(reason) => dialog.left_out.add(reason, (place, &item.key)),
            None => dialog.take(place, &[]),
        }
    }
    if dialog.places.is_empty() {
        let left = dialog.left_out.describe();
        model.refuse(format!("none of the marked findings can be approved{left}"));
        return Vec::new();
    }
    if dialog.wants_word() {
        model.open(dialog);
        return Vec::new();
    }
    carry_out(model, &dialog)
}

/// Approves the findings of a dialog as one gesture, and goes to the next one that needs approval.
pub(crate) fn carry_out(model: &mut Model, dialog: &BulkDecision) -> Vec<Effect> {
    let reviewer = Arc::clone(&model.settings.reviewer);
    model.begin_gesture(&dialog.places);
    let mut messages: Vec<Key> = Vec::new();
    let mut by = None;
    for place in &dialog.places {
        let Some(item) = model.findings.get(*place) else { continue };
        messages.push(item.key.clone());
        by.clone_from(&item.reviewer);
        let approved_by = Some(reviewer.as_ref().clone());
        model.change(*place, |item| item.touch(|edits| edits.approved_by = approved_by));
    }
    let next = next_to_approve(model);
    if dialog.marked {
        model.marks.clear();
    }
    model.refilter(&dialog.places);
    let which = match (messages.as_slice(), by) {
        ([one], Some(by)) => format!("{one}, which {by} accepted, is approved"),
        (several, _) => format!("{} approved", words::count(several.len(), "finding")),
    };
    let wait = model.findings.items().iter().filter(|item| why_not(model, item).is_none()).count();
    let wait = if wait == 0 { "no more to approve".to_owned() } else { format!("{wait} more to approve") };
    let (undo, left) = (model.settings.key(&Action::Undo), dialog.left_out.describe());
    if let Some(next) = next {
        model.select(Some(next));
    }
    model.notify(format!("{which} · {undo} undo · {wait}{left}"));
    vec![Effect::Approve(messages)]
}

/// The next finding below that needs approval, else the first one above.
fn next_to_approve(model: &Model) -> Option<usize> {
    let (before, after) = model.list.shown().split_at(model.position()?);
    let waits = |place: &&usize| model.findings.get(**place).is_some_and(|item| why_not(model, item).is_none());
    after.iter().chain(before).find(waits).copied()
}
