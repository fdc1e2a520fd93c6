//! Going from finding to finding and from pane to pane.

use crate::tui::findings::query::Query;
use crate::tui::input::action::{Action, Motion, Scroll, Step};
use crate::tui::review::model::{DefaultScroll, Model, Pane};
use crate::tui::review::undecided;

use super::find;

/// Selects another finding; `page` is the number of findings that the list shows at once.
pub(crate) fn go(model: &mut Model, motion: Motion, page: usize) {
    let Some(position) = model.position() else {
        return;
    };
    let place = model.list.shown().get(motion.from(position, page, model.shown())).copied();
    model.select(place);
}

/// Selects a finding. Clears a filter that hides it, and returns whether it did.
pub(crate) fn show_finding(model: &mut Model, place: usize) -> bool {
    let hidden = !model.is_shown(place);
    if hidden {
        model.filter_by(Query::default());
    }
    model.select(Some(place));
    hidden
}

/// Goes to the next or previous undecided finding; returns whether there is one.
pub(crate) fn undecided(model: &mut Model, step: Step) -> bool {
    if let Some((place, wrapped)) = undecided::find_undecided(model, step) {
        model.select(Some(place));
        if wrapped {
            model.notify(match step {
                Step::Next => "continued from the top",
                Step::Previous => "continued from the bottom",
            });
        }
        return true;
    }
    false
}

/// Focuses a pane, and remembers it as the pane for details unless it is the list.
pub(crate) fn focus(model: &mut Model, pane: Pane) {
    model.panes.focus = pane;
    if pane != Pane::List {
        model.panes.detail = pane;
    }
}

/// The scroll position after a scroll, without a limit.
pub(crate) fn scrolled(now: usize, scroll: Scroll, half: usize) -> usize {
    match scroll {
        Scroll::Down => now + 1,
        Scroll::Up => now.saturating_sub(1),
        Scroll::HalfDown => now + half,
        Scroll::HalfUp => now.saturating_sub(half),
    }
}

pub(crate) fn claim(model: &mut Model, step: Step) {
    let count = model.current().map_or(0, |finding| finding.claims.len());
    model.claim = match step {
        Step::Next => (model.claim + 1) % count.max(1),
        Step::Previous => (model.claim + count.saturating_sub(1)) % count.max(1),
    };
    model.panes.reset_scroll(DefaultScroll::Claim);
    let (switch, choose) = (model.settings.key(&Action::ToggleClaim), model.settings.key(&Action::ChooseRemedy));
    let place = model.claim + 1;
    model.notify(format!("claim {place} of {count} · {switch} include/exclude · {choose} remedy"));
}

/// Whether something other than the sample is left first.
pub(crate) fn leaves_more(model: &Model) -> bool {
    model.sampling.is_none()
        || model.panes.zoomed
        || model.has_chosen()
        || model.search.current().is_some()
        || model.list.is_filtering()
}

pub(crate) fn leave(model: &mut Model) {
    if model.panes.zoomed {
        model.panes.zoomed = false;
    } else if model.list.is_filtering() {
        // A partial result must not look complete.
        model.filter_by(Query::default());
        model.notify(format!("filter cancelled: all {} shown", model.shown()));
    } else if model.marks.clear() {
        model.notify("marks cleared");
    } else if model.search.end() {
        model.notify("search ended");
    } else if !model.filter().is_empty() {
        find::show_only(model, Query::default());
    }
}
