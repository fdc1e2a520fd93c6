//! Filters, sorts and searches the findings, and goes to the hits.

use crate::tui::findings::order::Order;
use crate::tui::findings::query::Query;
use crate::tui::findings::text_search::FirstHit;
use crate::tui::input::action::{Action, Step};
use crate::tui::review::model::{DefaultScroll, Model};

/// Sets the filter and reports the number of matches.
pub(crate) fn show_only(model: &mut Model, query: Query) {
    model.filter_by(query);
    let (shown, total) = (model.shown(), model.findings.len());
    if model.list.is_filtering() {
        let leave = model.settings.key(&Action::Leave);
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
    let (now, next, key) = (order.name(), order.next().name(), model.settings.key(&Action::Sort));
    model.notify(format!("sorted {now} · {key}: {next}"));
}

/// Searches, and goes to the first hit from here on.
pub(crate) fn search(model: &mut Model, text: &str) {
    let first = model.search.choose(&model.findings, &model.list, text);
    go_to_first(model, first);
}

/// Searches the next piece of the texts, for the filter or for a search.
pub(crate) fn work_on(model: &mut Model) {
    if model.list.is_filtering() {
        model.continue_filter();
        return;
    }
    let first = model.search.step(&model.findings);
    go_to_first(model, first);
}

fn go_to_first(model: &mut Model, first: Option<FirstHit>) {
    match first {
        Some(FirstHit::At { place, wrapped }) => go_to_hit(model, place, wrapped.then_some(Step::Next)),
        Some(FirstHit::Nowhere(text)) if model.is_scanning() => {
            model.refuse(format!("`{text}` not found so far; search again when the scan is done"));
        }
        Some(FirstHit::Nowhere(text)) => model.refuse(format!("`{text}` not found in the findings shown")),
        None => {}
    }
}

/// Goes to the next or previous hit.
pub(crate) fn hit(model: &mut Model, step: Step) {
    let Some([next, previous]) = model.search.around(&model.findings, &model.list) else { return };
    let (place, wrapped) = if step == Step::Next { next } else { previous };
    go_to_hit(model, place, wrapped.then_some(step));
}

/// Selects a hit. Reports if the search wrapped around on its way.
fn go_to_hit(model: &mut Model, place: usize, wrapped: Option<Step>) {
    model.select(Some(place));
    model.panes.reset_scroll(DefaultScroll::Hit);
    if let Some(step) = wrapped {
        model.notify(match step {
            Step::Next => "search wrapped to the top",
            Step::Previous => "search wrapped to the bottom",
        });
    }
}
