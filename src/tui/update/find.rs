//! Search and filter.

use crate::tui::action::Step;
use crate::tui::filter::Search;
use crate::tui::model::Model;
use crate::tui::order::Order;
use crate::tui::overlay::{FilterDialog, Overlay, QueryPrompt};
use crate::tui::query::Query;
use crate::tui::view;

pub(super) fn open_filter(model: &mut Model) {
    let text = match model.filter.to_string() {
        text if text.is_empty() => text,
        // Room for the next condition.
        text => format!("{text} "),
    };
    model.overlays.push(Overlay::Query(QueryPrompt { input: text.into(), refused: false }));
}

pub(super) fn open_choices(model: &mut Model) {
    model.overlays.push(Overlay::Filter(FilterDialog { draft: model.filter.clone(), cursor: 0 }));
}

/// Goes from the prompt to the choices, with what is written there, if it is a query.
pub(super) fn choices_of(model: &mut Model, mut prompt: QueryPrompt) {
    if let Ok(draft) = Query::parse(prompt.input.value()) {
        model.overlays.push(Overlay::Filter(FilterDialog { draft, cursor: 0 }));
    } else {
        prompt.refused = true;
        model.overlays.push(Overlay::Query(prompt));
    }
}

/// Completes what stands before the cursor of the prompt, as far as it is certain.
pub(super) fn complete(model: &mut Model) {
    let Some(Overlay::Query(prompt)) = model.overlays.last() else {
        return;
    };
    let (before, after) = prompt.around_cursor();
    let completed = view::completion(model, before).complete(before);
    let cursor = completed.chars().count();
    let text = format!("{completed}{after}");
    if let Some(Overlay::Query(prompt)) = model.overlays.last_mut() {
        *prompt = QueryPrompt { input: tui_input::Input::new(text).with_cursor(cursor), refused: false };
    }
}

/// Shows what the prompt asks for; a mistake keeps it open.
pub(super) fn ask(model: &mut Model, mut prompt: QueryPrompt) {
    if let Ok(query) = Query::parse(prompt.input.value()) {
        show_only(model, query);
    } else {
        prompt.refused = true;
        model.overlays.push(Overlay::Query(prompt));
    }
}

/// Shows only what fits, and says how much that is.
pub(super) fn show_only(model: &mut Model, query: Query) {
    model.filter = query;
    model.apply_filter();
    let (shown, total) = (model.shown.len(), model.items.len());
    model.tell(if model.filter.is_empty() {
        format!("all {total} are shown")
    } else {
        format!("{}: {shown} of {total} shown", model.filter)
    });
}

/// Sorts in the next way; the selected finding stays selected.
pub(super) fn sort(model: &mut Model) {
    sort_by(model, model.order.next());
}

pub(super) fn sort_by(model: &mut Model, order: Order) {
    model.order = order;
    model.apply_filter();
    model.tell(format!("sorted {}", model.order.name()));
}

/// Searches, and goes to the first hit from here on.
pub(super) fn search(model: &mut Model, query: &str) {
    if query.trim().is_empty() {
        model.search = None;
        return;
    }
    let hits = model.hits(query);
    if hits.is_empty() {
        model.search = None;
        model.refuse(format!("`{query}` is found nowhere in what is shown"));
        return;
    }
    let here = hits.get(model.hits_before(&hits)).copied();
    let target = here.or(hits.first().copied());
    model.search = Some(Search { query: query.to_owned(), hits });
    model.select(target);
    if here.is_none() {
        model.tell("the search went on from the top");
    }
}

pub(super) fn hit(model: &mut Model, step: Step) {
    let Some(search) = &model.search else {
        return;
    };
    let hits = &search.hits;
    let before = model.hits_before(hits);
    let after = before + usize::from(hits.get(before).copied() == model.selected);
    let (near, far) = match step {
        Step::Next => (hits.get(after), hits.first()),
        Step::Previous => (before.checked_sub(1).and_then(|place| hits.get(place)), hits.last()),
    };
    let (Some(target), wrapped) = (near.or(far).copied(), near.is_none()) else {
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
