//! What an action on many left out: it can be gone through one by one.

use crate::tui::findings::filter::{Facet, Quality};
use crate::tui::findings::left_out::LeftOut;
use crate::tui::findings::query::Query;
use crate::tui::input::action::Action;
use crate::tui::review::model::Model;

/// Remembers what is left out and can be decided by itself, in the place of what was left out before.
pub(crate) fn remember(model: &mut Model, left_out: &LeftOut) {
    let now = left_out.to_look_at.clone();
    for place in std::mem::replace(&mut model.set_aside, now) {
        set(model, place, false);
    }
    for place in &left_out.to_look_at {
        set(model, *place, true);
    }
    model.version += 1;
}

fn set(model: &mut Model, place: usize, is_set_aside: bool) {
    if let Some(item) = model.items.get_mut(place) {
        item.touch(|touched| touched.set_aside = is_set_aside);
    }
}

/// What is left out in one line, with the key that goes through it.
pub(crate) fn told(model: &Model, left_out: &LeftOut) -> String {
    let told = left_out.told();
    if left_out.to_look_at.is_empty() {
        return told;
    }
    format!("{told} ({}: one by one)", model.key(&Action::ShowLeftOut))
}

/// Shows what the last action on many left out, to be decided one by one.
pub(crate) fn show(model: &mut Model) {
    let waits = |place: &&usize| model.undecided.contains(**place);
    let first = model.set_aside.iter().find(waits).or(model.set_aside.first()).copied();
    let count = model.set_aside.len();
    model.filter = Query::only(Facet::Quality(Quality::SetAside));
    model.apply_filter();
    model.select(first);
    let filter = model.key(&Action::Filter);
    model.tell(format!("{count} were left out: decide each by itself · {filter} shows others again"));
}
