//! The statistics: looking at them, and from a row to its findings.

use crate::tui::dialogs::Overlay;
use crate::tui::findings::query::{Query, exactly};
use crate::tui::input::action::{Motion, Step};
use crate::tui::input::effect::Effect;
use crate::tui::review::model::Model;
use crate::tui::review::update::find;
use crate::tui::screen;

use super::StatisticsDialog;

pub(crate) fn open(model: &mut Model) {
    model.overlays.push(Overlay::Statistics(StatisticsDialog::default()));
}

pub(crate) fn go(model: &mut Model, motion: Motion) {
    let page = screen::overlay_extent(model).rows.max(1);
    if let Some(Overlay::Statistics(dialog)) = model.overlays.last_mut() {
        dialog.go(&model.statistics, motion, page);
    }
}

/// Counts by something else.
pub(crate) fn turn(model: &mut Model, step: Step) {
    if let Some(Overlay::Statistics(dialog)) = model.overlays.last_mut() {
        dialog.turn(step);
    }
}

/// Shows the findings of the row that is looked at only, and nothing over them.
pub(crate) fn show_only(model: &mut Model) {
    let Some(Overlay::Statistics(dialog)) = model.overlays.last() else { return };
    let Some((_, name)) = dialog.selected(&model.statistics) else {
        model.refuse("there is nothing here to show");
        return;
    };
    let section = dialog.section;
    let query = name.and_then(|name| Query::parse(&exactly(section.field(), &name)).ok());
    let Some(query) = query else {
        model.refuse(format!("no filter asks for findings without a {}", section.name()));
        return;
    };
    model.overlays.clear();
    find::show_only(model, query);
}

/// Copies the numbers that are looked at.
pub(crate) fn copy(model: &Model) -> Vec<Effect> {
    let Some(Overlay::Statistics(dialog)) = model.overlays.last() else { return Vec::new() };
    let what = format!("the statistics by {}", dialog.section.name());
    vec![Effect::Copy { what, text: screen::statistics_text(model, dialog) }]
}
