//! Search and filter.

use crate::tui::findings::order::Order;
use crate::tui::findings::query::Query;
use crate::tui::input::action::{Action, Step};
use crate::tui::review::model::{DefaultScroll, Model};

/// Sets the filter and reports the number of matches.
pub(crate) fn show_only(model: &mut Model, query: Query) {
    model.filter_by(query);
    let (shown, total) = (model.shown(), model.findings.len());
    if model.list.is_filtering() {
        let leave = model.key(&Action::Leave);
        model.notify(format!("{}: searching… · {leave} cancel", model.filter()));
        return;
    }
    model.notify(if model.filter().is_empty() {
        format!("all {total} shown")
    } else {
        format!("{}: {shown} of {total} shown", model.filter())
    });
}

/// Switches to the next order and keeps the selection.
pub(crate) fn sort(model: &mut Model) {
    sort_by(model, model.list.order().next());
}

pub(crate) fn sort_by(model: &mut Model, order: Order) {
    model.sort_by(order);
    let (now, next, key) = (order.name(), order.next().name(), model.key(&Action::Sort));
    model.notify(format!("sorted {now} · {key}: {next}"));
}

/// Searches, and goes to the first hit from here on.
pub(crate) fn search(model: &mut Model, query: &str) {
    if query.trim().is_empty() {
        (model.search, model.jobs.searching) = (None, None);
        return;
    }
    model.search_for(query, None);
}

pub(crate) fn hit(model: &mut Model, step: Step) {
    let Some(search) = &model.search else {
        return;
    };
    let hits = &search.hits;
    let before = model.hits_before(hits);
    let after = before + usize::from(hits.get(before).copied() == model.list.selected());
    let (near, far) = match step {
        Step::Next => (hits.get(after), hits.first()),
        Step::Previous => (before.checked_sub(1).and_then(|place| hits.get(place)), hits.last()),
    };
    let (Some(target), wrapped) = (near.or(far).copied(), near.is_none()) else {
        return;
    };
    model.select(Some(target));
    model.panes.look_from_the_start(DefaultScroll::Hit);
    if wrapped {
        model.notify(match step {
            Step::Next => "search wrapped to the top",
            Step::Previous => "search wrapped to the bottom",
        });
    }
}
