//! From a row of the statistics to its findings.

use crate::tui::dialogs::dialog::DialogOutcome;
use crate::tui::findings::query::{Query, exactly};
use crate::tui::review::model::Model;
use crate::tui::review::update::find;

use super::StatisticsDialog;

/// Filters by the selected row and closes all dialogs.
pub(super) fn show_only(model: &mut Model, dialog: &StatisticsDialog) -> DialogOutcome {
    let Some((_, name)) = dialog.selected(&model.statistics) else {
        model.refuse("there is nothing here to show");
        return DialogOutcome::stays();
    };
    let section = dialog.section;
    let query = name.and_then(|name| Query::parse(&exactly(section.field(), &name)).ok());
    let Some(query) = query else {
        model.refuse(format!("no filter asks for findings without a {}", section.name()));
        return DialogOutcome::stays();
    };
    model.overlays.clear();
    find::show_only(model, query);
    DialogOutcome::closes(Vec::new())
}
