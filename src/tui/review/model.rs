//! The state of the review. The screen is a function of it.

use std::collections::BTreeMap;

use crate::proposal::{Finding, Status};
use crate::tui::findings::counts::Counts;
use crate::tui::findings::current::CurrentFinding;
pub use crate::tui::findings::item::Item;
use crate::tui::findings::list::FindingList;
use crate::tui::findings::list_view::ListView;
use crate::tui::findings::marks::Marks;
use crate::tui::findings::order::Order;
use crate::tui::findings::query::Query;
use crate::tui::findings::text_search::TextSearch;
use crate::tui::input::action::Undoable;
use crate::tui::input::context::KeyContext;
use crate::tui::input::mouse::Mouse;
pub(crate) use crate::tui::input::pane::DefaultScroll;
pub use crate::tui::input::pane::Pane;
use crate::tui::input::saved_view::SavedView;
use crate::tui::text::symbols::Symbols;
use crate::tui::theme::Theme;
use crate::tui::widgets::long_texts::LongTexts;

use super::changed_messages::ChangedMessages;
use super::dialog::{Dialog, DialogStack};
use super::jobs::Jobs;
use super::panes::PaneState;
use super::sample::Sampling;
pub use super::settings::ReviewSettings;
use super::snapshot::ItemSnapshot;
use super::start_position::StartProgress;
pub use super::status_line::{ScanProgress, ScanState, Toast, ToastLevel};

/// The state of the review: its parts, each of which keeps itself in order. What is done here concerns several of them.
#[derive(Clone, Debug)]
pub struct Model {
    /// What the review was opened with.
    pub(crate) settings: ReviewSettings,
    /// All findings, shown or not.
    pub(crate) findings: FindingList,
    /// The messages that changed since they were scanned. Their findings cannot be decided.
    pub(crate) changed: ChangedMessages,
    /// The list as it is shown: filter, order and selection.
    pub(crate) list: ListView,
    /// The findings that are chosen for a joint decision.
    pub(crate) marks: Marks,
    /// The search through the texts of the shown findings.
    pub(crate) search: TextSearch,
    /// The selected finding, as it was read.
    pub(crate) current: Option<CurrentFinding>,
    /// The index of the selected claim.
    pub(crate) claim: usize,
    /// Where the review starts, until a key is pressed.
    pub(crate) start: StartProgress,
    /// The view that was stored last.
    pub(crate) stored_view: Option<SavedView>,
    /// The layout of long texts on the screen.
    pub(crate) long_texts: LongTexts,
    /// The characters the screen is drawn with.
    pub(crate) symbols: Symbols,
    /// The sample under review.
    pub(crate) sampling: Option<Sampling>,
    /// The number of samples drawn so far; each has its own seed.
    pub(crate) samples_drawn: u64,
    /// What the reviewer looks at.
    pub(crate) panes: PaneState,
    /// The longer work under way.
    pub(crate) jobs: Jobs,
    /// The open dialogs; the topmost receives the keys.
    pub(crate) dialogs: DialogStack<Model>,
    /// What the last key did.
    pub(crate) toast: Option<Toast>,
    /// The state of the scan, which adds findings.
    pub(crate) scan: ScanState,
    /// The columns and rows of the screen.
    pub(crate) size: (u16, u16),
    /// What the mouse did since the last key.
    pub(crate) mouse: Mouse,
    /// What the host can undo and redo.
    pub(crate) undoable: Undoable,
    /// The findings before the last gesture, in case the host fails to store it.
    pub(crate) last_gesture: Vec<ItemSnapshot>,
    /// Whether everything is decided and the summary was not shown yet.
    pub(crate) summary_is_due: bool,
    /// Kept drafts of patterns, by the names of their shapes.
    pub(crate) pattern_drafts: BTreeMap<Vec<String>, String>,
    /// The path of the chat template that was asked for last.
    pub(crate) template: String,
    /// Whether the reviewer quit with Ctrl-C.
    pub(crate) was_interrupted: bool,
}

impl Model {
    /// A review without findings.
    #[must_use]
    pub fn new(settings: ReviewSettings) -> Self {
        Self {
            settings,
            findings: FindingList::default(),
            changed: ChangedMessages::default(),
            list: ListView::default(),
            marks: Marks::default(),
            search: TextSearch::default(),
            current: None,
            claim: 0,
            start: StartProgress::default(),
            stored_view: None,
            long_texts: LongTexts::default(),
            symbols: Symbols::default(),
            sampling: None,
            samples_drawn: 0,
            jobs: Jobs::default(),
            panes: PaneState::default(),
            dialogs: DialogStack::default(),
            toast: None,
            scan: ScanState::Running(ScanProgress::default()),
            size: (80, 24),
            mouse: Mouse::default(),
            undoable: Undoable::default(),
            last_gesture: Vec::new(),
            summary_is_due: false,
            pattern_drafts: BTreeMap::new(),
            template: String::new(),
            was_interrupted: false,
        }
    }

    /// All findings, in the order they were found.
    #[must_use]
    pub fn items(&self) -> &[Item] {
        self.findings.items()
    }

    /// The selected finding; `None` if there is none.
    #[must_use]
    pub fn selected(&self) -> Option<&Item> {
        self.findings.get(self.list.selected()?)
    }

    /// The selected finding with the reviewer's changes.
    #[must_use]
    pub fn current(&self) -> Option<&Finding> {
        Some(&*self.current.as_ref()?.current)
    }

    /// The query that the shown findings match; without conditions, it matches all.
    #[must_use]
    pub fn filter(&self) -> &Query {
        self.list.filter()
    }

    /// The number of findings the filter shows.
    #[must_use]
    pub fn shown(&self) -> usize {
        self.list.shown().len()
    }

    /// Whether the scan is still running.
    #[must_use]
    pub fn is_scanning(&self) -> bool {
        matches!(self.scan, ScanState::Running(_))
    }

    /// Whether the reviewer quit with Ctrl-C, so that a script must not go on.
    #[must_use]
    pub fn was_interrupted(&self) -> bool {
        self.was_interrupted
    }

    /// The number of findings.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.findings.counts()
    }

    /// The toast of the last key.
    #[must_use]
    pub fn toast(&self) -> Option<&Toast> {
        self.toast.as_ref()
    }

    /// The current key context.
    #[must_use]
    pub fn context(&self) -> KeyContext {
        self.dialogs.top().map_or(KeyContext::REVIEW, Dialog::context)
    }

    /// Opens a dialog on top of the others.
    pub(crate) fn open(&mut self, dialog: impl Dialog<Model>) {
        self.dialogs.push(dialog);
    }

    /// Adds findings. A known finding keeps its decision.
    pub(crate) fn add_findings(&mut self, items: Vec<Item>) {
        if let Some(new) = self.findings.add_findings(items) {
            let shown = self.list.add(&self.findings, &self.settings.rules(), new);
            self.search.show(&self.findings, &self.list, &shown);
        } else {
            self.current = None;
            self.renew_list();
        }
    }

    /// Drops all findings before a new scan. The selected one is selected again as soon as it is found.
    pub(crate) fn start_over(&mut self) {
        self.start = StartProgress::again(self.selected().map(|item| item.key.clone()));
        self.findings.clear();
        self.list.clear();
        self.changed.forget();
        self.marks.clear();
        self.last_gesture.clear();
        self.sampling = None;
        self.search = TextSearch::default();
        self.current = None;
        self.scan = ScanState::Running(ScanProgress::default());
        self.select(None);
    }

    /// Whether a finding is shown.
    pub(crate) fn is_shown(&self, place: usize) -> bool {
        self.list.is_shown(&self.findings, place)
    }

    /// The row of the selected finding, if it is shown.
    pub(crate) fn position(&self) -> Option<usize> {
        self.list.selected_row(&self.findings)
    }

    /// Shows what matches a query.
    pub(crate) fn filter_by(&mut self, query: Query) {
        self.list.set_filter(query);
        self.renew_list();
    }

    /// Shows the findings in another order.
    pub(crate) fn sort_by(&mut self, order: Order) {
        self.list.set_order(order);
        self.renew_list();
    }

    /// Recomputes which findings are shown; a hidden selection moves to the nearest finding.
    pub(crate) fn renew_list(&mut self) {
        self.search.stop();
        self.list.renew(&mut self.findings, &self.settings.rules());
        self.list_renewed();
    }

    /// Searches the next piece of the texts for the words of the filter.
    pub(crate) fn continue_filter(&mut self) {
        self.list.search_texts(&self.findings);
        self.list_renewed();
    }

    /// Searches again in a list that is complete, and keeps a shown finding selected.
    fn list_renewed(&mut self) {
        if !self.list.is_filtering() {
            self.search.again(&self.findings, &self.list);
        }
        self.select_nearest();
    }

    /// If the selected finding is not shown, selects the nearest.
    fn select_nearest(&mut self) {
        let nearest = self.list.nearest(&self.findings);
        self.select(nearest);
    }

    /// Remembers findings as they are before a gesture, in case the host fails to store it.
    pub(crate) fn begin_gesture(&mut self, places: &[usize]) {
        let before = |place: &usize| Some(ItemSnapshot::of(*place, self.findings.get(*place)?));
        self.last_gesture = places.iter().filter_map(before).collect();
    }

    /// Changes a finding and updates all counts. Visibility may change too: see [`Self::refilter`].
    pub(crate) fn change(&mut self, place: usize, change: impl FnOnce(&mut Item)) {
        self.list.change(&mut self.findings, place, change);
    }

    /// Shows those changed findings that match the filter, and hides the others.
    pub(crate) fn refilter(&mut self, places: &[usize]) {
        /// Above this number the whole list is recomputed.
        const FEW: usize = 256;
        if places.len() > FEW {
            self.renew_list();
            return;
        }
        if self.list.filter().is_empty() {
            return;
        }
        for place in places {
            match self.list.refilter(&self.findings, &self.settings.rules(), *place) {
                Some(true) => self.search.show(&self.findings, &self.list, &[*place]),
                Some(false) => self.search.hide(&self.findings, &self.list, *place),
                None => {}
            }
        }
        self.select_nearest();
    }

    /// Whether anything is marked, or in the range.
    pub(crate) fn has_chosen(&self) -> bool {
        self.marks.are_any(&self.findings, &self.list)
    }

    /// Selects a finding and resets its panes.
    pub(crate) fn select(&mut self, place: Option<usize>) {
        if !self.list.select(place) {
            return;
        }
        self.mouse.freed_list = false;
        self.panes.reset_scroll(DefaultScroll::Claim);
        self.claim = self.selected().map_or(0, |item| item.facets().main_claim);
    }

    /// Whether the selected finding is written.
    pub(crate) fn shows_written(&self) -> bool {
        self.selected().is_some_and(|item| item.status == Status::Written)
    }

    /// A theme without colours, for layout.
    pub(crate) fn plain_theme(&self) -> Theme {
        Theme::plain().with_symbols(self.symbols)
    }

    /// Whether texts are still being searched or laid out, or findings decided.
    #[must_use]
    pub fn is_working(&self) -> bool {
        self.list.is_filtering()
            || self.search.is_running()
            || self.jobs.bulk.is_some()
            || self.dialogs.top().is_some_and(Dialog::is_working)
            || self.lacks_something()
    }

    /// Whether the next update adds something that the screen still lacks.
    pub(crate) fn lacks_something(&self) -> bool {
        self.long_texts.is_waiting() || self.current.as_ref().is_some_and(|finding| finding.is_reading(self.claim))
    }

    /// Reports what was done, until the next key.
    pub(crate) fn notify(&mut self, text: impl Into<String>) {
        self.toast = Some(Toast { text: text.into(), tone: ToastLevel::Info });
    }

    /// Reports why something was not done, until the next key.
    pub(crate) fn refuse(&mut self, text: impl Into<String>) {
        self.toast = Some(Toast { text: text.into(), tone: ToastLevel::Refused });
    }
}
