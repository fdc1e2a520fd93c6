//! The dialog on top: it handles what happens while it is open.

use crate::tui::dialogs::help::HelpSheet;
use crate::tui::input::action::{Action, Scroll};
use crate::tui::input::effect::Effect;
use crate::tui::review::actions::navigation;
use crate::tui::review::dialog::{Dialog, DialogOutcome};
use crate::tui::review::model::Model;
use crate::tui::screen;
use crate::tui::widgets::sheet::ScrollExtent;

/// Applies an action to the dialog on top.
pub(crate) fn apply(model: &mut Model, action: Action) -> Vec<Effect> {
    if action == Action::Help && model.dialogs.top_as::<HelpSheet>().is_none() {
        model.open(HelpSheet::default());
        return Vec::new();
    }
    on_top(model, |dialog, model| match action {
        Action::Leave => dialog.leave(model),
        Action::Scroll(scroll) => {
            if !dialog.scroll_inside(model, scroll) {
                scroll_by(dialog, model, scroll);
            }
            DialogOutcome::stays()
        }
        action => dialog.act(model, action),
    })
}

/// Moves to a clicked choice of the dialog on top.
pub(crate) fn point_at(model: &mut Model, choice: usize) -> Vec<Effect> {
    on_top(model, |dialog, model| dialog.point_at(model, choice))
}

/// Closes every dialog, and keeps what was typed.
pub(crate) fn close_all(model: &mut Model) -> Vec<Effect> {
    let mut effects = Vec::new();
    while let Some(mut dialog) = model.dialogs.pop() {
        effects.extend(dialog.close(model));
    }
    effects
}

/// Runs `act` on the dialog on top, which is taken off the stack meanwhile.
fn on_top(model: &mut Model, act: impl FnOnce(&mut dyn Dialog<Model>, &mut Model) -> DialogOutcome) -> Vec<Effect> {
    let Some(mut dialog) = model.dialogs.pop() else {
        return Vec::new();
    };
    let place = model.dialogs.len();
    let DialogOutcome { stays, mut effects, then } = act(&mut *dialog, model);
    if stays {
        model.dialogs.put_back(place, dialog);
    }
    if let Some(action) = then {
        effects.extend(super::apply(model, action));
    }
    effects
}

fn scroll_by(dialog: &mut dyn Dialog<Model>, model: &Model, scroll: Scroll) {
    let ScrollExtent { limit, rows, top } = screen::dialog_extent(model, dialog);
    dialog.scroll_to(navigation::scrolled(top, scroll, rows.max(1)).min(limit));
}
