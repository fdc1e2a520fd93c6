//! Starting a review, and saving its view for the next start.

use crate::source::Key;
use crate::tui::findings::list_view::ListView;
use crate::tui::findings::order::Order;
use crate::tui::findings::query::Query;
use crate::tui::input::saved_view::{SavedView, VERSION};

use super::actions::sampling;
use super::model::{Item, Model, ScanState};
use super::start::{StartPosition, StartProgress, StartTarget};

impl SavedView {
    /// The current view.
    pub(crate) fn of(model: &Model) -> Self {
        // Quitting before the scan reached the saved position keeps that position.
        let on_the_way = matches!(model.scan, ScanState::Running(_)) && model.last_gesture.is_empty();
        let goal = model.beginning.goal.as_ref().filter(|goal| on_the_way && !goal.asked);
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
            drafts: model.pattern_drafts.clone().into_iter().collect(),
        }
    }
}

impl Model {
    /// The view, if the reviewer changed it since it was stored.
    pub(crate) fn unstored_view(&self) -> Option<SavedView> {
        if self.settings.read_only || self.untouched {
            return None;
        }
        Some(SavedView::of(self)).filter(|view| self.stored_view.as_ref() != Some(view))
    }

    /// Sets how the review starts, before anything is found.
    #[must_use]
    pub fn starting(mut self, start: StartPosition) -> Self {
        let (mut filter, mut order) = (Query::default(), Order::default());
        if let Some(kept) = start.kept {
            (filter, order) = (Query::parse(&kept.filter).unwrap_or_default(), kept.order);
            self.panes.text_form = kept.text;
            (self.panes.focus, self.panes.detail, self.panes.zoomed) = (kept.focus, kept.detail, kept.zoomed);
            self.pattern_drafts = kept.drafts.into_iter().collect();
            self.beginning.goal = kept.message.map(|key| StartTarget { key, asked: false });
            self.beginning.as_left = !filter.is_empty() || order != Order::Found || self.panes.zoomed;
        }
        if let Some(asked) = start.filter {
            (filter, self.beginning.as_left) = (asked, false);
        }
        self.list = ListView::of(filter, order);
        if let Some(key) = start.item {
            self.beginning.goal = Some(StartTarget { key, asked: true });
        }
        self
    }

    /// Selects a message again as soon as its finding is found.
    pub(crate) fn find_again(&mut self, message: Option<Key>) {
        self.beginning =
            StartProgress { goal: message.map(|key| StartTarget { key, asked: false }), ..StartProgress::default() };
        self.untouched = true;
    }

    /// Goes to the start position, as far as the scan came, unless a key was pressed.
    pub(crate) fn begin(&mut self) {
        if !self.untouched {
            return;
        }
        let goal = self.beginning.goal.clone().and_then(|goal| Some((self.findings.place(&goal.key)?, goal.asked)));
        match goal {
            Some((place, true)) => self.begin_at(place),
            Some((place, false)) => self.begin_after(place),
            None if self.selected().is_some_and(Item::is_undecided) => {}
            None => {
                let first = self.list.first_undecided(&self.findings, 0).or(self.list.shown().first().copied());
                self.select(first);
            }
        }
        self.greet();
    }

    /// Starts at the requested finding and clears a filter that hides it.
    fn begin_at(&mut self, place: usize) {
        if !self.is_shown(place) {
            self.filter_by(Query::default());
            (self.beginning.as_left, self.beginning.gave_way) = (false, true);
        }
        self.select(Some(place));
    }

    /// Starts where the work was left, or at the next undecided finding after it.
    fn begin_after(&mut self, place: usize) {
        let row = self.list.row(&self.findings, place);
        let wrapped =
            || matches!(self.scan, ScanState::Done(_)).then(|| self.list.first_undecided(&self.findings, 0)).flatten();
        let next = self.list.first_undecided(&self.findings, row).or_else(wrapped);
        let target = next.or(self.list.shown().get(row).copied()).or(self.list.shown().last().copied());
        self.select(target);
    }

    /// Reports how the review starts, if not in the default view.
    fn greet(&mut self) {
        let is_through = matches!(self.scan, ScanState::Done(_));
        let asked = self.beginning.goal.as_ref().filter(|goal| goal.asked).map(|goal| goal.key.clone());
        match asked {
            Some(key) if is_through && self.findings.place(&key).is_none() => {
                return self.refuse(format!("message {key} has no finding"));
            }
            Some(key) if self.beginning.gave_way => {
                return self.notify(format!("filter cleared to show {key}"));
            }
            _ => {}
        }
        if !self.beginning.as_left {
            return;
        }
        let (mut parts, mut keys) = (Vec::new(), Vec::new());
        if !self.list.filter().is_empty() {
            parts.push(format!("{}, {} of {}", self.list.filter(), self.list.shown().len(), self.findings.len()));
            keys.push("f");
        }
        if self.list.order() != Order::Found {
            parts.push(self.list.order().name().to_owned());
            keys.push("O");
        }
        if self.panes.zoomed {
            parts.push(format!("{} alone", self.panes.focus.name()));
            keys.push("z");
        }
        let change = if keys.len() == 1 { "changes" } else { "change" };
        self.notify(format!("shown as you left it: {} · {} {change} it", parts.join(", "), keys.join(" ")));
    }
}
