//! What the reviewer looks at: which pane, in which form, and how far each is scrolled.

use std::collections::HashMap;

use crate::tui::input::pane::{DefaultScroll, Pane};
use crate::tui::input::text_form::TextForm;

/// The state of the panes.
#[derive(Clone, Debug)]
pub(crate) struct PaneState {
    pub(crate) focus: Pane,
    /// The detail pane that has, or last had, the focus.
    pub(crate) detail: Pane,
    pub(crate) zoomed: bool,
    pub(crate) text_form: TextForm,
    /// The first row that the list shows.
    pub(crate) list_top: usize,
    /// The scroll positions of panes. Other panes scroll to what is looked for.
    pub(crate) scroll: HashMap<Pane, usize>,
    pub(crate) look_for: DefaultScroll,
}

impl Default for PaneState {
    fn default() -> Self {
        Self {
            focus: Pane::Proposal,
            detail: Pane::Proposal,
            zoomed: false,
            text_form: TextForm::default(),
            list_top: 0,
            scroll: HashMap::new(),
            look_for: DefaultScroll::default(),
        }
    }
}

impl PaneState {
    /// Resets all scroll positions to what is looked for.
    pub(crate) fn reset_scroll(&mut self, look_for: DefaultScroll) {
        self.scroll.clear();
        self.look_for = look_for;
    }
    /// Scrolls the list so that its selected row shows, among so many.
    pub(crate) fn show_row(&mut self, selected: usize, count: usize, rows: usize) {
        // The neighbours of the selected row are kept visible if there is room.
        let neighbours = usize::from(rows >= 4);
        let last_top = count.saturating_sub(rows);
        let lowest_top = (selected + 1 + neighbours).saturating_sub(rows).min(last_top);
        let highest_top = selected.saturating_sub(neighbours).min(last_top).max(lowest_top);
        self.list_top = self.list_top.clamp(lowest_top, highest_top);
    }
}
