//! Search and filter.

use crate::tui::dialogs::{FilterDialog, Overlay, QueryPrompt, SearchPrompt};
use crate::tui::findings::completion::Cycle;
use crate::tui::findings::order::Order;
use crate::tui::findings::query::Query;
use crate::tui::input::action::{Action, Step};
use crate::tui::review::model::{KnownValues, LookFor, Model};
use crate::tui::screen;

pub(crate) fn open_filter(model: &mut Model) {
    let text = match model.filter.to_string() {
        text if text.is_empty() => text,
        // Room for the next condition.
        text => format!("{text} "),
    };
    model.overlays.push(Overlay::Query(QueryPrompt { input: text.into(), ..QueryPrompt::default() }));
}

pub(crate) fn open_choices(model: &mut Model) {
    model.overlays.push(Overlay::Filter(FilterDialog { draft: model.filter.clone(), cursor: 0 }));
}

/// Goes from the prompt to the choices, with what is written there, if it is a query.
pub(crate) fn choices_of(model: &mut Model, mut prompt: QueryPrompt) {
    if let Ok(draft) = Query::parse(prompt.input.value()) {
        model.overlays.push(Overlay::Filter(FilterDialog { draft, cursor: 0 }));
    } else {
        prompt.refused = true;
        model.overlays.push(Overlay::Query(prompt));
    }
}

/// Completes what stands before the cursor of the prompt, as far as it is certain; then goes through the ways in
/// which it could go on.
pub(crate) fn complete(model: &mut Model, step: Step) {
    let Some(Overlay::Query(prompt)) = model.overlays.last() else {
        return;
    };
    let (before, _) = prompt.around_cursor();
    let cycle = prompt.cycle.clone().unwrap_or_else(|| Cycle::of(before, screen::completion(model, before)));
    let certain = cycle.completion.complete(before);
    let goes_on = prompt.cycle.is_some() || (certain == before && cycle.completion.candidates.len() > 1);
    let Some(Overlay::Query(prompt)) = model.overlays.last_mut() else {
        return;
    };
    if goes_on {
        let cycle = cycle.step(step);
        prompt.replace_before_cursor(&cycle.text());
        prompt.cycle = Some(cycle);
    } else {
        prompt.replace_before_cursor(&certain);
    }
}

/// Shows what the prompt asks for; a mistake keeps it open.
pub(crate) fn ask(model: &mut Model, mut prompt: QueryPrompt) {
    if let Ok(query) = Query::parse(prompt.input.value()) {
        show_only(model, query);
    } else {
        prompt.refused = true;
        model.overlays.push(Overlay::Query(prompt));
    }
}

/// Shows only what fits, and says how much that is.
pub(crate) fn show_only(model: &mut Model, query: Query) {
    model.filter = query;
    model.apply_filter();
    let (shown, total) = (model.shown.len(), model.items.len());
    if model.filtering.is_some() {
        let leave = model.key(&Action::Leave);
        model.tell(format!("{}: looking through the texts · {leave} gives the filter up", model.filter));
        return;
    }
    model.tell(if model.filter.is_empty() {
        format!("all {total} are shown")
    } else {
        format!("{}: {shown} of {total} shown", model.filter)
    });
}

/// Sorts in the next way; the selected finding stays selected.
pub(crate) fn sort(model: &mut Model) {
    sort_by(model, model.order.next());
}

pub(crate) fn sort_by(model: &mut Model, order: Order) {
    model.order = order;
    model.apply_filter();
    let (now, next, key) = (model.order.name(), model.order.next().name(), model.key(&Action::Sort));
    model.tell(format!("sorted {now} · {key}: {next}"));
}

/// Searches, and goes to the first hit from here on.
pub(crate) fn search(model: &mut Model, query: &str) {
    if query.trim().is_empty() {
        (model.search, model.searching) = (None, None);
        return;
    }
    model.search_for(query, None);
}

/// Does what the prompt of the search asks for; what it has counted is not counted again.
pub(crate) fn search_as_counted(model: &mut Model, prompt: SearchPrompt) {
    let query = prompt.input.value();
    let is_counted = query == prompt.counted && model.searching.is_none();
    if is_counted && !query.trim().is_empty() {
        model.search_for(query, Some(prompt.hits));
    } else {
        search(model, query);
    }
}

/// Counts the values of the field that is written in the prompt of the filter, once.
pub(crate) fn count_values(model: &mut Model) {
    let Some(Overlay::Query(prompt)) = model.overlays.last() else {
        model.known_values = None;
        return;
    };
    let Some(field) = screen::field_of(prompt.around_cursor().0) else { return };
    let version = model.version;
    if model.known_values.as_ref().is_none_or(|known| (known.field, known.version) != (field, version)) {
        let values = screen::count_values(model, field);
        model.known_values = Some(KnownValues { field, version, values });
    }
}

/// Counts what the prompt of the search would find, once for each text that is written there.
pub(crate) fn count_hits(model: &mut Model) {
    let Some(Overlay::Search(prompt)) = model.overlays.last_mut() else {
        return;
    };
    let query = prompt.input.value().to_owned();
    if query == prompt.counted {
        return;
    }
    // Who writes on looks among what was found so far.
    let counted = std::mem::replace(&mut prompt.counted, query.clone());
    let hits = std::mem::take(&mut prompt.hits);
    let goes_on = !counted.trim().is_empty() && query.to_lowercase().starts_with(&counted.to_lowercase());
    let goes_on = goes_on && model.searching.is_none();
    if query.trim().is_empty() {
        model.searching = None;
    } else {
        model.begin_search(&query, goes_on.then_some(hits));
    }
}

pub(crate) fn hit(model: &mut Model, step: Step) {
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
    model.look_from_the_start(LookFor::Hit);
    if wrapped {
        model.tell(match step {
            Step::Next => "the search went on from the top",
            Step::Previous => "the search went on from the bottom",
        });
    }
}
