//! How a review starts: as its reviewer left it, or at a requested finding; and how it is saved for that.

use std::collections::BTreeMap;

use crate::tui::findings::list_view::ListView;
use crate::tui::findings::order::Order;
use crate::tui::findings::query::Query;
use crate::tui::input::saved_view::{SavedView, VERSION};

use super::actions::sampling;
use super::dialog::Dialog;
use super::model::{Item, Model, ScanState};
use super::notice::Notice;
use super::start_position::{StartPosition, StartTarget};

impl StartPosition {
    /// Sets how the review starts, before anything is found.
    pub(crate) fn apply(self, model: &mut Model) {
        let (mut filter, mut order) = (Query::default(), Order::default());
        if let Some(kept) = self.kept {
            let restored = Query::parse(&kept.filter);
            if let Err(mistake) = &restored {
                model.refuse(format!("the saved filter `{}` is not applied: {}", kept.filter, mistake.text));
            }
            (filter, order) = (restored.unwrap_or_default(), kept.order);
            model.panes.text_form = kept.text;
            (model.panes.focus, model.panes.detail, model.panes.zoomed) = (kept.focus, kept.detail, kept.zoomed);
            model.pattern_drafts = kept.drafts.into_iter().collect();
            model.start.goal = kept.message.map(|key| StartTarget { key, asked: false });
            model.start.as_left = !filter.is_empty() || order != Order::Found || model.panes.zoomed;
        }
        if let Some(asked) = self.filter {
            (filter, model.start.as_left) = (asked, false);
        }
        model.list = ListView::of(filter, order);
        if let Some(key) = self.item {
            model.start.goal = Some(StartTarget { key, asked: true });
        }
    }
}

impl Model {
    /// Sets how the review starts, before anything is found, and reports mistakes in its settings.
    #[must_use]
    pub fn starting(mut self, start: StartPosition) -> Self {
        start.apply(&mut self);
        if !self.settings.mistakes.is_empty() {
            let lines = self.settings.mistakes.clone();
            self.open_notice(Notice { title: "Configuration error".to_owned(), lines, failed: true });
        }
        self
    }

    /// Whether ticks have an effect: a running scan is animated, and typed text and the view are stored.
    pub(crate) fn needs_ticks(&self) -> bool {
        self.is_scanning() || self.dialogs.iter().any(Dialog::has_unstored) || unstored_view(self).is_some()
    }
}

impl SavedView {
    /// The view as it is now, to be stored for the next start.
    pub(crate) fn of(model: &Model) -> Self {
        // Quitting before the scan reached the saved position keeps that position.
        let on_the_way = matches!(model.scan, ScanState::Running(_)) && model.last_gesture.is_empty();
        let goal = model.start.goal.as_ref().filter(|goal| on_the_way && !goal.asked);
        let unreached = goal.map(|goal| &goal.key).filter(|key| model.findings.place(key).is_none());
        let message = unreached.or(model.selected().map(|item| &item.key));
        Self {
            version: VERSION,
            message: message.cloned(),
            filter: sampling::lasting_filter(model).to_string(),
            order: model.list.order(),
            text: model.panes.text_form,
            focus: model.panes.focus,
            detail: model.panes.detail,
            zoomed: model.panes.zoomed,
            drafts: pattern_drafts(model).into_iter().collect(),
        }
    }
}

/// The kept drafts of patterns, with the one that is being typed: the program may be killed.
fn pattern_drafts(model: &Model) -> BTreeMap<Vec<String>, String> {
    let open = model.dialogs.iter().find_map(Dialog::pattern_draft);
    let all = model.pattern_drafts.clone().into_iter().chain(open).collect::<BTreeMap<_, _>>();
    all.into_iter().filter(|(_, text)| !text.trim().is_empty()).collect()
}

/// The view, if the reviewer changed it since it was stored.
pub(crate) fn unstored_view(model: &Model) -> Option<SavedView> {
    if model.settings.read_only || !model.start.is_over {
        return None;
    }
    Some(SavedView::of(model)).filter(|view| model.stored_view.as_ref() != Some(view))
}

/// Goes to the start position, as far as the scan came, unless a key was pressed.
pub(crate) fn begin(model: &mut Model) {
    if model.start.is_over {
        return;
    }
    let goal = model.start.goal.clone().and_then(|goal| Some((model.findings.place(&goal.key)?, goal.asked)));
    match goal {
        Some((place, true)) => begin_at(model, place),
        Some((place, false)) => begin_after(model, place),
        None if model.selected().is_some_and(Item::is_undecided) => {}
        None => {
            let first = model.list.first_undecided(&model.findings, 0).or(model.list.shown().first().copied());
            model.select(first);
        }
    }
    greet(model);
}

/// Starts at the requested finding and clears a filter that hides it.
fn begin_at(model: &mut Model, place: usize) {
    if !model.is_shown(place) {
        model.filter_by(Query::default());
        (model.start.as_left, model.start.gave_way) = (false, true);
    }
    model.select(Some(place));
}

/// Starts where the work was left, or at the next undecided finding after it.
fn begin_after(model: &mut Model, place: usize) {
    let row = model.list.row(&model.findings, place);
    let wrapped =
        || matches!(model.scan, ScanState::Done(_)).then(|| model.list.first_undecided(&model.findings, 0)).flatten();
    let next = model.list.first_undecided(&model.findings, row).or_else(wrapped);
    let target = next.or(model.list.shown().get(row).copied()).or(model.list.shown().last().copied());
    model.select(target);
}

/// Reports how the review starts, if not in the default view.
fn greet(model: &mut Model) {
    let is_through = matches!(model.scan, ScanState::Done(_));
    let asked = model.start.goal.as_ref().filter(|goal| goal.asked).map(|goal| goal.key.clone());
    match asked {
        Some(key) if is_through && model.findings.place(&key).is_none() => {
            return model.refuse(format!("message {key} has no finding"));
        }
        Some(key) if model.start.gave_way => {
            return model.notify(format!("filter cleared to show {key}"));
        }
        _ => {}
    }
    if !model.start.as_left {
        return;
    }
    let (mut parts, mut keys) = (Vec::new(), Vec::new());
    if !model.list.filter().is_empty() {
        parts.push(format!("{}, {} of {}", model.list.filter(), model.list.shown().len(), model.findings.len()));
        keys.push("f");
    }
    if model.list.order() != Order::Found {
        parts.push(model.list.order().name().to_owned());
        keys.push("O");
    }
    if model.panes.zoomed {
        parts.push(format!("{} alone", model.panes.focus.name()));
        keys.push("z");
    }
    let change = if keys.len() == 1 { "changes" } else { "change" };
    model.notify(format!("shown as you left it: {} · {} {change} it", parts.join(", "), keys.join(" ")));
}
