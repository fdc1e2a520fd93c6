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
    /// Whether the focused pane takes the whole screen.
    pub(crate) zoomed: bool,
    pub(crate) text_form: TextForm,
    /// The first row that the list shows.
    pub(crate) list_top: usize,
    /// The scroll positions of the panes that the reviewer scrolled; the others scroll to `look_for`.
    pub(crate) scroll: HashMap<Pane, usize>,
    /// Where the other panes scroll to.
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
    /// Forgets all scroll positions; from now on the panes scroll to `look_for`.
    pub(crate) fn reset_scroll(&mut self, look_for: DefaultScroll) {
        self.scroll.clear();
        self.look_for = look_for;
    }

    /// Scrolls the list of `count` rows, of which `rows` fit on the screen, so that the selected row shows.
    pub(crate) fn show_row(&mut self, selected: usize, count: usize, rows: usize) {
        // The neighbours of the selected row are kept visible if there is room.
        let neighbours = usize::from(rows >= 4);
        let last_top = count.saturating_sub(rows);
        let lowest_top = (selected + 1 + neighbours).saturating_sub(rows).min(last_top);
        let highest_top = selected.saturating_sub(neighbours).min(last_top).max(lowest_top);
        self.list_top = self.list_top.clamp(lowest_top, highest_top);
    }
}
