//! Running actions by their names.

use crate::tui::dialogs::dialog::Outcome;
use crate::tui::dialogs::recent;
use crate::tui::input::action::{Action, Motion};
use crate::tui::review::available;
use crate::tui::review::model::Model;
use crate::tui::review::update::find;

use super::{Command, Does, Palette};

pub(crate) fn open(model: &mut Model) {
    model.open(Palette::default());
}

pub(super) fn go(model: &Model, palette: &mut Palette, motion: Motion) {
    let count = palette.choices(model).len();
    let cursor = match (palette.cursor, palette.text().is_empty()) {
        // Of what is written the likeliest is meant already; of all there is nothing is.
        (None, true) if motion == Motion::Down => 0,
        (cursor, _) => motion.among(cursor.unwrap_or(0), count),
    };
    (palette.cursor, palette.refused) = (Some(cursor), None);
}

/// Runs what is asked for. What decides wants its whole name: Enter alone must not reject what was only looked for.
pub(super) fn run(model: &mut Model, palette: &mut Palette) -> Outcome {
    match step(model, palette) {
        Step::Leave => Outcome::closes(Vec::new()),
        Step::Act(action) => Outcome::closes(crate::tui::review::update::apply(model, action)),
        Step::Command(command) => {
            carry_out(model, command);
            Outcome::closes(Vec::new())
        }
        Step::GoOn(name) => {
            *palette = Palette { input: format!("{name} ").into(), ..Palette::default() };
            Outcome::stays()
        }
        Step::Refuse(why) => {
            palette.refused = Some(why);
            Outcome::stays()
        }
    }
}

/// What Enter does.
enum Step {
    Leave,
    Act(Action),
    Command(Command),
    GoOn(&'static str),
    Refuse(String),
}

fn step(model: &Model, palette: &Palette) -> Step {
    if palette.cursor.is_none() {
        match palette.command(model) {
            Some(Ok(command)) => return refused(model, &command).map_or(Step::Command(command), Step::Refuse),
            Some(Err(mistake)) => return Step::Refuse(mistake),
            None if palette.text().is_empty() => return Step::Leave,
            None => {}
        }
    }
    let named = palette.named(model);
    let mut choices = palette.choices(model);
    let place = palette.cursor.unwrap_or(0);
    if place >= choices.len() {
        return Step::Refuse(format!("nothing is called `{}`", palette.text()));
    }
    let choice = choices.swap_remove(place);
    match choice.what {
        _ if choice.obstacle.is_some() => Step::Refuse(choice.obstacle.unwrap_or_default()),
        Does::Act(action) if matches!(action, Action::Decide(_)) && named.as_ref() != Some(&action) => {
            let key = model.key(&action);
            Step::Refuse(format!("{0} decides: write {0} in full, or leave and press {key}", choice.name))
        }
        Does::Act(action) => Step::Act(action),
        Does::GoOn(name) => Step::GoOn(name),
    }
}

/// Why a command can do nothing.
fn refused(model: &Model, command: &Command) -> Option<String> {
    match command {
        Command::GoTo(key) if key.is_empty() => Some("goto wants the key of a message".to_owned()),
        Command::GoTo(key) if recent::update::place_of(model, key).is_none() => Some(recent::update::unknown(key)),
        Command::Search(_) => available::in_review(model, &Action::Search),
        _ => None,
    }
}

fn carry_out(model: &mut Model, command: Command) {
    match command {
        Command::GoTo(key) => {
            if let Some(place) = recent::update::place_of(model, &key) {
                recent::update::go_to(model, place);
            }
        }
        Command::Filter(query) => find::show_only(model, query),
        Command::Search(text) => find::search(model, &text),
        Command::Sort(order) => find::sort_by(model, order),
    }
}
