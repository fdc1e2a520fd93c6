//! Search and filter.

use crate::tui::action::Step;
use crate::tui::filter::{Search, holds};
use crate::tui::model::Model;
use crate::tui::overlay::{FilterDialog, Overlay};

pub(super) fn open_filter(model: &mut Model) {
    model.overlays.push(Overlay::Filter(FilterDialog { draft: model.filter.clone(), cursor: 0 }));
}

/// Searches, and goes to the first hit from here on.
pub(super) fn search(model: &mut Model, query: &str) {
    if query.trim().is_empty() {
        model.search = None;
        return;
    }
    let held = |place: &&usize| model.items.get(**place).is_some_and(|item| holds(item, query));
    let hits: Vec<_> = model.shown.iter().filter(held).copied().collect();
    let Some(last) = hits.last().copied() else {
        model.search = None;
        model.refuse(format!("`{query}` is found nowhere in what is shown"));
        return;
    };
    let here = model.selected.unwrap_or(0);
    let target = hits.iter().find(|place| **place >= here);
    let wrapped = here > last;
    let target = target.or(hits.first()).copied();
    model.search = Some(Search { query: query.to_owned(), hits });
    model.select(target);
    if wrapped {
        model.tell("the search went on from the top");
    }
}

pub(super) fn hit(model: &mut Model, step: Step) {
    let Some(search) = &model.search else {
        model.refuse("there is no search: / begins one");
        return;
    };
    let here = model.selected.unwrap_or(0);
    let hits = &search.hits;
    let (near, far) = match step {
        Step::Next => (hits.iter().find(|place| **place > here), hits.first()),
        Step::Previous => (hits.iter().rev().find(|place| **place < here), hits.last()),
    };
    let (Some(target), wrapped) = (near.or(far).copied(), near.is_none()) else {
        model.refuse("nothing that is shown holds it any more");
        return;
    };
    model.select(Some(target));
    if wrapped {
        model.tell(match step {
            Step::Next => "the search went on from the top",
            Step::Previous => "the search went on from the bottom",
        });
    }
}
