//! Running actions by their names.

use crate::tui::dialogs::dialog::DialogOutcome;
use crate::tui::dialogs::recent;
use crate::tui::input::action::{Action, Motion};
use crate::tui::review::available;
use crate::tui::review::model::Model;
use crate::tui::review::update::find;

use super::{ChoiceAction, Palette, PaletteCommand};

pub(crate) fn open(model: &mut Model) {
    model.open(Palette::default());
}

pub(super) fn go(model: &Model, palette: &mut Palette, motion: Motion) {
    let count = palette.choices(model).len();
    let cursor = match (palette.cursor, palette.text().is_empty()) {
        // With a text the first entry is implied; without one none is.
        (None, true) if motion == Motion::Down => 0,
        (cursor, _) => motion.among(cursor.unwrap_or(0), count),
    };
    (palette.cursor, palette.refused) = (Some(cursor), None);
}

/// Runs the chosen entry. A decision needs its full name, so that Enter alone never rejects a finding.
pub(super) fn run(model: &mut Model, palette: &mut Palette) -> DialogOutcome {
    match enter_action(model, palette) {
        EnterAction::Leave => DialogOutcome::closes(Vec::new()),
        EnterAction::DecisionKind(action) => DialogOutcome::closes(crate::tui::review::update::apply(model, action)),
        EnterAction::Command(command) => {
            carry_out(model, command);
            DialogOutcome::closes(Vec::new())
        }
        EnterAction::GoOn(name) => {
            *palette = Palette { input: format!("{name} ").into(), ..Palette::default() };
            DialogOutcome::stays()
        }
        EnterAction::Refuse(why) => {
            palette.refused = Some(why);
            DialogOutcome::stays()
        }
    }
}

/// What Enter does.
enum EnterAction {
    Leave,
    DecisionKind(Action),
    Command(PaletteCommand),
    GoOn(&'static str),
    Refuse(String),
}

fn enter_action(model: &Model, palette: &Palette) -> EnterAction {
    if palette.cursor.is_none() {
        match palette.command(model) {
            Some(Ok(command)) => {
                return refused(model, &command).map_or(EnterAction::Command(command), EnterAction::Refuse);
            }
            Some(Err(mistake)) => return EnterAction::Refuse(mistake),
            None if palette.text().is_empty() => return EnterAction::Leave,
            None => {}
        }
    }
    let named = palette.named(model);
    let mut choices = palette.choices(model);
    let place = palette.cursor.unwrap_or(0);
    if place >= choices.len() {
        return EnterAction::Refuse(format!("nothing is called `{}`", palette.text()));
    }
    let choice = choices.swap_remove(place);
    match choice.what {
        _ if choice.obstacle.is_some() => EnterAction::Refuse(choice.obstacle.unwrap_or_default()),
        ChoiceAction::DecisionKind(action)
            if matches!(action, Action::Decide(_)) && named.as_ref() != Some(&action) =>
        {
            let key = model.key(&action);
            EnterAction::Refuse(format!("{0} decides: write {0} in full, or leave and press {key}", choice.name))
        }
        ChoiceAction::DecisionKind(action) => EnterAction::DecisionKind(action),
        ChoiceAction::GoOn(name) => EnterAction::GoOn(name),
    }
}

/// Why a command can do nothing.
fn refused(model: &Model, command: &PaletteCommand) -> Option<String> {
    match command {
        PaletteCommand::GoTo(key) if key.is_empty() => Some("goto wants the key of a message".to_owned()),
        PaletteCommand::GoTo(key) if recent::update::place_of(model, key).is_none() => {
            Some(recent::update::unknown(key))
        }
        PaletteCommand::Search(_) => available::in_review(model, &Action::Search),
        _ => None,
    }
}

fn carry_out(model: &mut Model, command: PaletteCommand) {
    match command {
        PaletteCommand::GoTo(key) => {
            if let Some(place) = recent::update::place_of(model, &key) {
                recent::update::go_to(model, place);
            }
        }
        PaletteCommand::Filter(query) => find::show_only(model, query),
        PaletteCommand::Search(text) => find::search(model, &text),
        PaletteCommand::Sort(order) => find::sort_by(model, order),
    }
}
