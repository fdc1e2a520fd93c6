//! The state of the review. Everything on the screen follows from it.

use std::collections::{BTreeMap, HashMap};

use fixedbitset::FixedBitSet;

use crate::source::Key;
use crate::statistics::Statistics;
use crate::tui::dialogs::Overlay;
use crate::tui::dialogs::conversation::Awaited;
use crate::tui::dialogs::notice::Notice;
use crate::tui::dialogs::reading::Reading;
use crate::tui::findings::alike::Groups;
use crate::tui::findings::changed::ChangedMessages;
use crate::tui::findings::counts::Counts;
use crate::tui::findings::filter::Search;
pub use crate::tui::findings::item::Item;
use crate::tui::findings::looked_at::LookedAt;
use crate::tui::findings::lookup::{Lookup, Searching};
use crate::tui::findings::order::Order;
use crate::tui::findings::places::Places;
use crate::tui::findings::query::{Field, Query};
use crate::tui::findings::written::WrittenBefore;
use crate::tui::input::action::Undoable;
use crate::tui::input::context::Context;
use crate::tui::input::mouse::Mouse;
pub(crate) use crate::tui::panes::LookFor;
pub use crate::tui::panes::Pane;
use crate::tui::panes::text_form::TextForm;
use crate::tui::screen;
use crate::tui::text::long_texts::LongTexts;
use crate::tui::theme::Theme;
use crate::tui::theme::symbols::Symbols;
use crate::writeback::Writing;

use super::before::Before;
use super::bulk_work::BulkWork;
use super::sampling::Sampling;
pub use super::setting::Setting;
use super::start::Beginning;
pub use super::status_line::{Running, Scan, Toast, Tone};

/// The values of a field, and how many findings each fits, as they were counted.
#[derive(Clone, Debug)]
pub(crate) struct KnownValues {
    pub(crate) field: Field,
    pub(crate) version: u64,
    pub(crate) values: Vec<(String, usize)>,
}

/// The state of the review.
#[derive(Clone, Debug)]
pub struct Model {
    pub(crate) setting: Setting,
    pub(crate) items: Vec<Item>,
    places: Places,
    pub(crate) groups: Groups,
    pub(crate) counts: Counts,
    /// The findings that wait for a decision.
    pub(crate) undecided: FixedBitSet,
    /// Counts the changes to findings.
    pub(crate) version: u64,
    /// All of them, counted, and what was written before.
    pub(crate) statistics: Statistics,
    /// What was written before the findings were looked for.
    pub(crate) written: WrittenBefore,
    /// Messages that changed since their findings were found: these are not decided as they show.
    pub(crate) changed: ChangedMessages,
    /// The findings that the filter shows, in the order of the list.
    pub(crate) shown: Vec<usize>,
    pub(crate) selected: Option<usize>,
    /// Whether no key was pressed yet: then the first undecided finding is looked at, as the scan comes to it.
    pub(crate) untouched: bool,
    pub(crate) beginning: Beginning,
    pub(crate) looked_at: Option<LookedAt>,
    /// The values of the field that is written in the prompt of the filter.
    pub(crate) known_values: Option<KnownValues>,
    /// Long texts on the screen, laid out.
    pub(crate) long_texts: LongTexts,
    /// What the screen is drawn with.
    pub(crate) symbols: Symbols,
    /// How many findings one gesture would take with the selected one.
    pub(crate) alike_count: usize,
    /// How many findings are marked or in the range, and how many of them are shown.
    pub(crate) chosen_counts: (usize, usize),
    /// The claim that is looked at.
    pub(crate) claim: usize,
    pub(crate) filter: Query,
    pub(crate) order: Order,
    /// The findings that are marked.
    pub(crate) marks: FixedBitSet,
    /// Where a range begins that ends at the selected finding.
    pub(crate) range_start: Option<usize>,
    pub(crate) search: Option<Search>,
    /// The filter, as long as its words are looked for.
    pub(crate) filtering: Option<Lookup>,
    /// The search, as long as it is not through.
    pub(crate) searching: Option<Searching>,
    /// The sample that is looked at.
    pub(crate) sampling: Option<Sampling>,
    /// How many samples were drawn: each by another seed.
    pub(crate) samples_drawn: u64,
    /// What the last action on many left out, to be decided one by one.
    pub(crate) set_aside: Vec<usize>,
    /// A decision about many findings, as long as it is stored piece by piece.
    pub(crate) bulk: Option<BulkWork>,
    /// Whether the reviewer went on while it is worked out what would be written; `None` while it is not.
    pub(crate) awaited_plan: Option<bool>,
    /// The conversation that is read.
    pub(crate) awaited_conversation: Option<Awaited>,
    /// How far the write-back has come that is under way.
    pub(crate) writing: Option<Writing>,
    pub(crate) focus: Pane,
    /// The pane of details that has, or last had, the keys.
    pub(crate) detail: Pane,
    pub(crate) zoomed: bool,
    pub(crate) text_form: TextForm,
    pub(crate) list_top: usize,
    /// How far panes were scrolled; the others show what is looked for.
    pub(crate) scroll: HashMap<Pane, usize>,
    pub(crate) look_for: LookFor,
    pub(crate) overlays: Vec<Overlay>,
    pub(crate) toast: Option<Toast>,
    pub(crate) scan: Scan,
    pub(crate) size: (u16, u16),
    pub(crate) mouse: Mouse,
    /// What the host has told that can be taken back.
    pub(crate) undoable: Undoable,
    /// How to go back, should the host fail to store the last gesture.
    pub(crate) last_gesture: Vec<Before>,
    /// Whether the last decision left nothing undecided, and that was not summed up yet.
    pub(crate) summary_is_due: bool,
    /// Drafts of patterns that were left, by the names of the shapes that they are for.
    pub(crate) pattern_drafts: BTreeMap<Vec<String>, String>,
}

impl Model {
    /// A review to which nothing was found yet.
    #[must_use]
    pub fn new(setting: Setting) -> Self {
        let mistakes = Notice::of_mistakes(&setting.mistakes);
        Self {
            setting,
            items: Vec::new(),
            places: Places::default(),
            groups: Groups::default(),
            counts: Counts::default(),
            undecided: FixedBitSet::new(),
            version: 0,
            statistics: Statistics::default(),
            written: WrittenBefore::default(),
            changed: ChangedMessages::default(),
            shown: Vec::new(),
            selected: None,
            untouched: true,
            beginning: Beginning::default(),
            looked_at: None,
            known_values: None,
            long_texts: LongTexts::default(),
            symbols: Symbols::default(),
            alike_count: 0,
            chosen_counts: (0, 0),
            claim: 0,
            filter: Query::default(),
            order: Order::default(),
            marks: FixedBitSet::new(),
            range_start: None,
            search: None,
            filtering: None,
            searching: None,
            sampling: None,
            samples_drawn: 0,
            set_aside: Vec::new(),
            bulk: None,
            awaited_plan: None,
            awaited_conversation: None,
            writing: None,
            focus: Pane::Proposal,
            detail: Pane::Proposal,
            zoomed: false,
            text_form: TextForm::default(),
            list_top: 0,
            scroll: HashMap::new(),
            look_for: LookFor::default(),
            overlays: mistakes.map(|notice| Reading::new(notice).into()).into_iter().collect(),
            toast: None,
            scan: Scan::Running(Running::default()),
            size: (80, 24),
            mouse: Mouse::default(),
            undoable: Undoable::default(),
            last_gesture: Vec::new(),
            summary_is_due: false,
            pattern_drafts: BTreeMap::new(),
        }
    }

    /// Shows something to read over all else.
    pub fn open_notice(&mut self, notice: Notice) {
        self.open(Reading::new(notice));
    }

    /// All findings, in the order in which they were found.
    #[must_use]
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The finding that is looked at.
    #[must_use]
    pub fn selected(&self) -> Option<&Item> {
        self.items.get(self.selected?)
    }

    /// What is shown.
    #[must_use]
    pub fn filter(&self) -> &Query {
        &self.filter
    }

    /// How many findings the filter shows.
    #[must_use]
    pub fn shown(&self) -> usize {
        self.shown.len()
    }

    /// How many findings there are.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The line that tells what the last key did.
    #[must_use]
    pub fn toast(&self) -> Option<&Toast> {
        self.toast.as_ref()
    }

    /// The overlay on top.
    #[must_use]
    pub fn overlay(&self) -> Option<&Overlay> {
        self.overlays.last()
    }

    /// Where keys go.
    #[must_use]
    pub fn context(&self) -> Context {
        self.overlays.last().map_or(Context::Review, Overlay::context)
    }

    /// Where the finding of a message stands.
    pub(crate) fn place(&self, key: &Key) -> Option<usize> {
        self.places.of(&self.items, key)
    }

    /// Takes in findings; one that is known keeps its decision.
    pub(crate) fn take_in(&mut self, items: Vec<Item>) {
        let first = self.items.len();
        let mut is_renewed = false;
        for item in items {
            match self.place(&item.key) {
                Some(place) => {
                    self.renew(place, item);
                    is_renewed = true;
                }
                None => self.add(item),
            }
        }
        self.version += 1;
        if is_renewed {
            self.apply_filter();
        } else {
            self.show(first..self.items.len());
        }
    }

    fn add(&mut self, item: Item) {
        let place = self.items.len();
        self.statistics.add_makeup(&item.facets().makeup, item.week(), item.standing());
        self.counts.add(&item);
        self.undecided.grow(place + 1);
        self.undecided.set(place, item.is_undecided());
        self.items.push(item);
        self.places.add_last(&self.items);
        self.groups.add(&mut self.items, place);
    }

    fn renew(&mut self, place: usize, item: Item) {
        self.groups.remove(&mut self.items, place);
        if let Some(known) = self.items.get_mut(place) {
            self.statistics.remove_makeup(&known.facets().makeup, known.week(), known.standing());
            self.counts.remove(known);
            known.renew(item);
            self.counts.add(known);
            self.undecided.set(place, known.is_undecided());
            self.statistics.add_makeup(&known.facets().makeup, known.week(), known.standing());
        }
        self.groups.add(&mut self.items, place);
        self.looked_at = None;
    }

    /// Forgets what was found, since all is found anew; what is looked at is looked at again as soon as it is.
    pub(crate) fn start_over(&mut self) {
        self.find_again(self.selected().map(|item| item.key.clone()));
        self.items.clear();
        self.places = Places::default();
        (self.groups, self.statistics) = (Groups::default(), Statistics::default());
        self.counts = Counts::default();
        self.undecided.clear();
        self.version += 1;
        self.written = WrittenBefore::default();
        self.changed.forget();
        self.shown.clear();
        self.marks.clear();
        self.last_gesture.clear();
        self.set_aside.clear();
        self.sampling = None;
        (self.range_start, self.search) = (None, None);
        (self.filtering, self.searching, self.looked_at) = (None, None, None);
        self.scan = Scan::Running(Running::default());
        self.select(None);
    }

    /// Looks at another finding, from its start.
    pub(crate) fn select(&mut self, place: Option<usize>) {
        if self.selected == place {
            return;
        }
        self.selected = place;
        self.mouse.freed_list = false;
        self.look_from_the_start(LookFor::Claim);
        self.claim = self.selected().map_or(0, |item| item.facets().main_claim);
    }

    /// What the screen is laid out with: its colours take no room.
    pub(crate) fn plain_theme(&self) -> Theme {
        Theme::plain().with_symbols(self.symbols)
    }

    /// Whether the time that passes changes anything: the scan shows that it goes on, what was typed is stored.
    pub(crate) fn needs_ticks(&self) -> bool {
        let is_unstored = |overlay: &Overlay| matches!(overlay, Overlay::Editor(editor) if editor.unstored > 0);
        matches!(self.scan, Scan::Running(_)) || self.overlays.iter().any(is_unstored)
    }

    /// Shows in every pane what is looked for, however it was scrolled.
    pub(crate) fn look_from_the_start(&mut self, look_for: LookFor) {
        self.scroll.clear();
        self.look_for = look_for;
    }

    /// Brings what follows from the state up to date: all that the next picture shows.
    pub(crate) fn settle(&mut self) {
        self.settle_list();
        self.lay_out();
    }

    /// The finding with its changes, and what the list shows.
    fn settle_list(&mut self) {
        if self.position().is_none() {
            let first = self.shown.first().copied();
            self.select(first);
        }
        if !screen::shows(self, self.detail) && screen::shows(self, Pane::Message) {
            // All parts of the proposal are on the screen: the message is where it begins.
            self.detail = Pane::Message;
            if self.focus != Pane::List {
                self.focus = Pane::Message;
            }
        }
        self.look_at_selected();
        self.alike_count = self.count_alike();
        self.chosen_counts = self.count_chosen();
        let rows = screen::list_rows(self).max(1);
        if self.mouse.freed_list {
            self.list_top = self.list_top.min(self.shown.len().saturating_sub(rows));
            return;
        }
        let position = self.position().unwrap_or(0);
        // What comes next shows, and what was before it, as long as there is room for that.
        let beside = usize::from(rows >= 4);
        let last_top = self.shown.len().saturating_sub(rows);
        let lowest_top = (position + 1 + beside).saturating_sub(rows).min(last_top);
        let highest_top = position.saturating_sub(beside).min(last_top).max(lowest_top);
        self.list_top = self.list_top.clamp(lowest_top, highest_top);
    }

    /// How many findings are marked or in the range, and how many of them are shown.
    fn count_chosen(&self) -> (usize, usize) {
        if !self.has_chosen() {
            return (0, 0);
        }
        let chosen = self.chosen();
        let all = chosen.count_ones(..);
        if self.shown.len() == self.items.len() {
            return (all, all);
        }
        (all, self.shown.iter().filter(|place| chosen.contains(**place)).count())
    }

    pub(crate) fn tell(&mut self, text: impl Into<String>) {
        self.toast = Some(Toast { text: text.into(), tone: Tone::Told });
    }

    pub(crate) fn refuse(&mut self, text: impl Into<String>) {
        self.toast = Some(Toast { text: text.into(), tone: Tone::Refused });
    }
}
