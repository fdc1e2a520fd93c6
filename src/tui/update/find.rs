//! Search and filter.

use crate::tui::action::Step;
use crate::tui::filter::{Search, holds};
use crate::tui::model::Model;
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
