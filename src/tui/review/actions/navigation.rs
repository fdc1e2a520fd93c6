//! Going from finding to finding and from pane to pane.

use crate::tui::findings::query::Query;
use crate::tui::input::action::{Action, Motion, Scroll, Step};
use crate::tui::input::text_form::TextForm;
use crate::tui::review::model::{DefaultScroll, Model, Pane};
use crate::tui::review::undecided;
use crate::tui::screen;
use crate::tui::widgets::sheet::ScrollExtent;

use super::find;

pub(crate) fn go(model: &mut Model, motion: Motion) {
    let Some(position) = model.position() else {
        return;
    };
    let page = screen::list_rows(model).max(1);
    let last = model.shown().saturating_sub(1);
    let target = match motion {
        Motion::Down => position + 1,
        Motion::Up => position.saturating_sub(1),
        Motion::PageDown => position + page,
        Motion::PageUp => position.saturating_sub(page),
        Motion::First => 0,
        Motion::Last => last,
    };
    let place = model.list.shown().get(target.min(last)).copied();
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

/// Applies a new screen size. If the parts of the proposal no longer fit side by side, they become one pane.
pub(crate) fn resize(model: &mut Model, size: (u16, u16)) {
    let was_wide = !screen::panes(model).contains(&Pane::Proposal);
    model.size = size;
    let is_wide = !screen::panes(model).contains(&Pane::Proposal);
    if was_wide && !is_wide && model.panes.detail == Pane::Message {
        model.panes.detail = Pane::Proposal;
        if model.panes.focus != Pane::List {
            model.panes.focus = Pane::Proposal;
        }
    }
}

pub(crate) fn focus_next(model: &mut Model, step: Step) {
    let panes = screen::panes(model);
    let count = panes.len();
    let place = panes.iter().position(|pane| *pane == model.panes.focus).unwrap_or(0);
    let next = match step {
        Step::Next => (place + 1) % count,
        Step::Previous => (place + count - 1) % count,
    };
    focus(model, panes.get(next).copied().unwrap_or(Pane::List));
}

/// Focuses a pane, and remembers it as the pane for details unless it is the list.
pub(crate) fn focus(model: &mut Model, pane: Pane) {
    model.panes.focus = pane;
    if pane != Pane::List {
        model.panes.detail = pane;
    }
}

/// Focuses a pane. If it has no area of its own, all panes that it consists of are shown.
pub(crate) fn show(model: &mut Model, pane: Pane) {
    if screen::panes(model).contains(&pane) {
        focus(model, pane);
        return;
    }
    model.panes.zoomed = false;
    focus(model, Pane::Message);
    model.notify("all parts of the proposal are on the screen");
}

pub(crate) fn zoom(model: &mut Model) {
    if screen::has_one_pane(model) {
        model.refuse("only one pane fits; Tab shows the next");
        return;
    }
    model.panes.zoomed = !model.panes.zoomed;
    if model.panes.zoomed {
        let (pane, key) = (model.panes.focus.name(), model.settings.key(&Action::Zoom));
        model.notify(format!("{pane} alone · {key} or Esc all panes"));
    }
}

pub(crate) fn scroll(model: &mut Model, scroll: Scroll) {
    let pane = model.panes.detail;
    let ScrollExtent { limit, rows, top } = screen::pane_extent(model, pane);
    model.panes.scroll.insert(pane, scrolled(top, scroll, (rows / 2).max(1)).min(limit));
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
    model.panes.look_from_the_start(DefaultScroll::Claim);
    let (switch, choose) = (model.settings.key(&Action::ToggleClaim), model.settings.key(&Action::ChooseRemedy));
    let place = model.claim + 1;
    model.notify(format!("claim {place} of {count} · {switch} include/exclude · {choose} remedy"));
}

/// Switches the cleaned text to its next form, and brings it on the screen.
pub(crate) fn cycle_text(model: &mut Model) {
    model.panes.text_form = model.panes.text_form.next();
    if screen::shows(model, Pane::Proposal) {
        model.panes.scroll.remove(&Pane::Proposal);
        model.panes.look_for = DefaultScroll::Text;
    } else if !screen::shows(model, Pane::Cleaned) {
        focus(model, Pane::Cleaned);
    }
    model.panes.scroll.remove(&Pane::Cleaned);
    let (now, next) = match model.panes.text_form {
        TextForm::Cleaned => ("the text as it will be", "its diff"),
        TextForm::Diff => ("changes: [-removed-] {+added+}", "the raw text"),
        TextForm::Raw => ("the stored text, claims marked", "the cleaned text"),
    };
    let key = model.settings.key(&Action::CycleText);
    model.notify(format!("{now} · {key}: {next}"));
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
