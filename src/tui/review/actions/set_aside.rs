//! The findings that a bulk action left out, to be decided one by one.

use crate::tui::findings::filter::{Facet, FindingProperty};
use crate::tui::findings::left_out::LeftOutCounts;
use crate::tui::findings::query::Query;
use crate::tui::input::action::Action;
use crate::tui::review::model::Model;

/// Remembers what was left out and can be decided individually, in place of the previous ones.
pub(crate) fn remember(model: &mut Model, left_out: &LeftOutCounts) {
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

/// Describes what is left out in one line, with the key that shows it.
pub(crate) fn describe(model: &Model, left_out: &LeftOutCounts) -> String {
    let sentence = left_out.describe();
    if left_out.to_look_at.is_empty() {
        return sentence;
    }
    format!("{sentence} ({}: one by one)", model.key(&Action::ShowLeftOut))
}

/// Shows what the last bulk action left out.
pub(crate) fn show(model: &mut Model) {
    let waits = |place: &&usize| model.undecided.contains(**place);
    let first = model.set_aside.iter().find(waits).or(model.set_aside.first()).copied();
    let count = model.set_aside.len();
    model.filter = Query::only(Facet::Quality(FindingProperty::SetAside));
    model.apply_filter();
    model.select(first);
    let filter = model.key(&Action::Filter);
    model.notify(format!("{count} left out: decide each one · {filter} filter"));
}
