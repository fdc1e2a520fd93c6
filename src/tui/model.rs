//! The state of the review. Everything on the screen follows from it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use jiff::Timestamp;

use crate::catalog::KnownTools;
use crate::proposal::{self, Finding, RecordTime, Rules};
use crate::source::Key;
use crate::source::profile::{Profile, RecordTool};
use crate::statistics::Statistics;

use super::action::Undoable;
use super::alike::Groups;
use super::before::Before;
use super::context::Context;
use super::counts::Counts;
use super::filter::Search;
pub use super::item::Item;
use super::keymap::KeyMap;
use super::mouse::Mouse;
use super::order::Order;
use super::overlay::{Notice, Overlay, Reading};
pub(super) use super::pane::LookFor;
pub use super::pane::Pane;
use super::query::Query;
use super::start::Beginning;
use super::text_form::TextForm;
use super::view;

/// What stands at the top of the screen, and what proposals follow.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The database's name, as people know it.
    pub file: String,
    /// Who decides.
    pub reviewer: String,
    /// Where the application keeps things.
    pub profile: Arc<Profile>,
    /// The tools that are known.
    pub tools: Arc<KnownTools>,
    /// Which time a recovered record gets; `None` as it was decided, else the message's.
    pub record_time: Option<RecordTime>,
    /// Where a recovered tool is recorded; `None` as the profile says.
    pub record_tool: Option<RecordTool>,
    /// One instant for the whole run.
    pub now: Timestamp,
    /// What is wrong with the configuration of the screen, which is passed over.
    pub mistakes: Vec<String>,
    /// Whether nothing is decided or written, only looked at.
    pub read_only: bool,
    /// The keys in force.
    pub keys: KeyMap,
}

impl Setting {
    /// The rules that proposals follow.
    #[must_use]
    pub fn rules(&self) -> Rules<'_> {
        Rules {
            profile: &self.profile,
            tools: &self.tools,
            record_time: self.record_time,
            record_tool: self.record_tool,
            now: self.now,
        }
    }
}

/// How urgent a toast is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something was done.
    Told,
    /// Something was not done, and why.
    Refused,
}

/// A line that tells what a key did, until the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toast {
    /// The line.
    pub text: String,
    /// How urgent it is.
    pub tone: Tone,
}

/// Whether findings still come in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scan {
    /// They do; the number counts the time.
    Running(usize),
    /// The scan is through, and this is what it met.
    Done(String),
}

/// The state of the review.
#[derive(Clone, Debug)]
pub struct Model {
    pub(super) setting: Setting,
    pub(super) items: Vec<Item>,
    places: HashMap<Key, usize>,
    pub(super) groups: Groups,
    /// All of them, counted, and what was written before.
    pub(super) statistics: Statistics,
    /// Who wrote what was written before the findings were looked for, by its message.
    pub(super) written: HashMap<Key, String>,
    /// The findings that the filter shows, in the order of the list.
    pub(super) shown: Vec<usize>,
    pub(super) selected: Option<usize>,
    /// Whether no key was pressed yet: then the first undecided finding is looked at, as the scan comes to it.
    pub(super) untouched: bool,
    pub(super) beginning: Beginning,
    /// The selected finding with the reviewer's changes.
    pub(super) current: Option<Finding>,
    /// The claim that is looked at.
    pub(super) claim: usize,
    pub(super) filter: Query,
    pub(super) order: Order,
    /// The findings that are marked.
    pub(super) marks: BTreeSet<usize>,
    /// Where a range begins that ends at the selected finding.
    pub(super) range_start: Option<usize>,
    pub(super) search: Option<Search>,
    pub(super) focus: Pane,
    /// The pane of details that has, or last had, the keys.
    pub(super) detail: Pane,
    pub(super) zoomed: bool,
    pub(super) text_form: TextForm,
    pub(super) list_top: usize,
    /// How far panes were scrolled; the others show what is looked for.
    pub(super) scroll: HashMap<Pane, usize>,
    pub(super) look_for: LookFor,
    pub(super) overlays: Vec<Overlay>,
    pub(super) toast: Option<Toast>,
    pub(super) scan: Scan,
    pub(super) size: (u16, u16),
    pub(super) mouse: Mouse,
    /// What the host has told that can be taken back.
    pub(super) undoable: Undoable,
    /// How to go back, should the host fail to store the last gesture.
    pub(super) last_gesture: Vec<Before>,
    /// Whether the last decision left nothing undecided, and that was not summed up yet.
    pub(super) summary_is_due: bool,
    /// Drafts of patterns that were left, by the names of the shapes that they are for.
    pub(super) pattern_drafts: BTreeMap<Vec<String>, String>,
}

impl Model {
    /// A review to which nothing was found yet.
    #[must_use]
    pub fn new(setting: Setting) -> Self {
        let mistakes = Notice::of_mistakes(&setting.mistakes);
        Self {
            setting,
            items: Vec::new(),
            places: HashMap::new(),
            groups: Groups::default(),
            statistics: Statistics::default(),
            written: HashMap::new(),
            shown: Vec::new(),
            selected: None,
            untouched: true,
            beginning: Beginning::default(),
            current: None,
            claim: 0,
            filter: Query::default(),
            order: Order::default(),
            marks: BTreeSet::new(),
            range_start: None,
            search: None,
            focus: Pane::Proposal,
            detail: Pane::Proposal,
            zoomed: false,
            text_form: TextForm::default(),
            list_top: 0,
            scroll: HashMap::new(),
            look_for: LookFor::default(),
            overlays: mistakes.map(|notice| Overlay::Notice(Reading::new(notice))).into_iter().collect(),
            toast: None,
            scan: Scan::Running(0),
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
        self.overlays.push(Overlay::Notice(Reading::new(notice)));
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

    /// The finding that is looked at, with the reviewer's changes.
    #[must_use]
    pub fn current(&self) -> Option<&Finding> {
        self.current.as_ref()
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
        Counts::of(&self.items)
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
    pub(super) fn place(&self, key: &Key) -> Option<usize> {
        self.places.get(key).copied()
    }

    /// Takes in a finding; one that is known keeps its decision.
    pub(super) fn add(&mut self, item: Item) {
        if let Some((place, known)) = self.place(&item.key).and_then(|place| Some((place, self.items.get_mut(place)?)))
        {
            self.groups.remove(known.likeness, place);
            self.groups.add(item.likeness, place);
            self.statistics.remove(&known.finding, known.standing());
            self.statistics.add(&item.finding, known.standing());
            (known.finding, known.likeness) = (item.finding, item.likeness);
            return;
        }
        let place = self.items.len();
        self.places.insert(item.key.clone(), place);
        self.groups.add(item.likeness, place);
        self.statistics.add(&item.finding, item.standing());
        self.items.push(item);
        self.show(place);
    }

    /// Forgets what was found, since all is found anew; what is looked at is looked at again as soon as it is.
    pub(super) fn start_over(&mut self) {
        self.find_again(self.selected().map(|item| item.key.clone()));
        self.items.clear();
        self.places.clear();
        (self.groups, self.statistics) = (Groups::default(), Statistics::default());
        self.written.clear();
        self.shown.clear();
        self.marks.clear();
        self.last_gesture.clear();
        (self.range_start, self.search) = (None, None);
        self.scan = Scan::Running(0);
        self.select(None);
    }

    /// Looks at another finding, from its start.
    pub(super) fn select(&mut self, place: Option<usize>) {
        if self.selected == place {
            return;
        }
        self.selected = place;
        self.mouse.freed_list = false;
        self.look_from_the_start(LookFor::Claim);
        let finding = self.selected().map(|item| &item.finding);
        let main = finding.and_then(|finding| {
            let main = finding.main_claim()?;
            finding.claims.iter().position(|judged| std::ptr::eq(judged, main))
        });
        self.claim = main.unwrap_or(0);
    }

    /// Whether the time that passes changes anything: the scan shows that it goes on, what was typed is stored.
    pub(super) fn needs_ticks(&self) -> bool {
        let is_unstored = |overlay: &Overlay| matches!(overlay, Overlay::Editor(editor) if editor.unstored > 0);
        matches!(self.scan, Scan::Running(_)) || self.overlays.iter().any(is_unstored)
    }

    /// Shows in every pane what is looked for, however it was scrolled.
    pub(super) fn look_from_the_start(&mut self, look_for: LookFor) {
        self.scroll.clear();
        self.look_for = look_for;
    }

    /// Brings what follows from the state up to date: the finding with its changes, and what the list shows.
    pub(super) fn settle(&mut self) {
        if self.position().is_none() {
            let first = self.shown.first().copied();
            self.select(first);
        }
        if !view::shows(self, self.detail) && view::shows(self, Pane::Message) {
            // All parts of the proposal are on the screen: the message is where it begins.
            self.detail = Pane::Message;
            if self.focus != Pane::List {
                self.focus = Pane::Message;
            }
        }
        let rules = self.setting.rules();
        self.current = self.selected().map(|item| proposal::revise(&item.finding, &item.edit, &rules));
        let rows = view::list_rows(self).max(1);
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

    pub(super) fn tell(&mut self, text: impl Into<String>) {
        self.toast = Some(Toast { text: text.into(), tone: Tone::Told });
    }

    pub(super) fn refuse(&mut self, text: impl Into<String>) {
        self.toast = Some(Toast { text: text.into(), tone: Tone::Refused });
    }
}
