//! What can happen, and what must be done about it: both as values.

use std::sync::Arc;

use jiff::Timestamp;

use crate::explore::Survey;
use crate::proposal::{Edit, Status};
use crate::review::Act;
use crate::source::Key;
use crate::tui::app::clipboard::Copied;
use crate::tui::dialogs::conversation::Conversation;
use crate::tui::dialogs::copy::Part;
use crate::tui::dialogs::journal::{Journal, Restored};
pub use crate::tui::dialogs::write_plan::WritePlan;
pub use crate::tui::findings::restored::{RecentDecision, Standing, Undoable};
use crate::tui::findings::written::WrittenNow;
use crate::tui::review::document::{Ended, ExternalEdit};
use crate::tui::review::model::{Item, Pane};
use crate::writeback::Writing;

use super::key_press::KeyPress;

/// The next or the previous of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The next.
    Next,
    /// The previous.
    Previous,
}

/// Where to go in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// One down.
    Down,
    /// One up.
    Up,
    /// A page down.
    PageDown,
    /// A page up.
    PageUp,
    /// To the first.
    First,
    /// To the last.
    Last,
}

impl Motion {
    /// The place among `count` to which it leads from another one, pages being `page` long.
    pub(crate) fn from(self, place: usize, page: usize, count: usize) -> usize {
        let last = count.saturating_sub(1);
        match self {
            Self::Down => place.saturating_add(1),
            Self::Up => place.saturating_sub(1),
            Self::PageDown => place.saturating_add(page),
            Self::PageUp => place.saturating_sub(page),
            Self::First => 0,
            Self::Last => last,
        }
        .min(last)
    }

    /// The same where all choices are on one page.
    pub(crate) fn among(self, place: usize, count: usize) -> usize {
        self.from(place, count, count)
    }
}

/// How far to scroll a pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scroll {
    /// One row down.
    Down,
    /// One row up.
    Up,
    /// Half a pane down.
    HalfDown,
    /// Half a pane up.
    HalfUp,
}

/// What happened: a key, a step of the reviewer, or news from the host or the scan.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A key was pressed; the table of bindings says what it does here.
    Key(KeyPress),
    /// A text was pasted.
    Paste(String),
    /// The screen has another size.
    Resize(u16, u16),
    /// Some time passed.
    Tick,
    /// Nobody waits for anything: the next piece of longer work can be done.
    Work,
    /// The mouse was pressed on a cell of the screen.
    Click {
        /// Its column.
        column: u16,
        /// Its row.
        row: u16,
    },
    /// The wheel was turned over a cell of the screen.
    Wheel {
        /// Down is the next.
        step: Step,
        /// Its column.
        column: u16,
        /// Its row.
        row: u16,
    },

    /// Goes to another finding, or choice of a dialog.
    Move(Motion),
    /// Goes to the next or previous undecided finding.
    Undecided(Step),
    /// Goes to the next or previous hit of the search.
    Hit(Step),
    /// Gives the keys to the next or previous pane.
    Focus(Step),
    /// Shows the focused pane alone, or all again.
    Zoom,
    /// Gives the keys to this pane, and brings it on the screen.
    Show(Pane),
    /// Scrolls the focused pane.
    Scroll(Scroll),
    /// Looks at the next or previous claim of the finding.
    Claim(Step),
    /// Leaves an overlay, or what is shown specially.
    Leave,
    /// Shows the findings in groups of those that are the same decision.
    ShowClusters,
    /// Shows the cleaned text in another form.
    CycleText,
    /// Asks the host for the conversation around the message.
    ShowConversation,
    /// Asks the host for the journal.
    ShowJournal,
    /// Asks whether to take the write-back back that is looked at.
    TakeBack,
    /// Asks the host for the shapes of all payloads.
    ShowShapes,
    /// Shows the statistics.
    ShowStatistics,
    /// Goes to the next or previous section of the statistics.
    Section(Step),
    /// Drafts a pattern for a shape, or goes on with its draft.
    DraftPattern,
    /// Asks for a chat template, to draft a syntax for the calls that it writes.
    AskTemplate,

    /// Decides the finding.
    Decide(Act),
    /// Takes the last gesture back.
    Undo,
    /// Does again what was taken back.
    Redo,
    /// Switches the claim on or off.
    ToggleClaim,
    /// Asks what to do with the claim.
    ChooseRemedy,
    /// Asks whether to accept all that is shown.
    AcceptAll,
    /// Looks at a random sample of what is asked about first.
    DrawSample,
    /// Shows what the last action on many left out.
    ShowLeftOut,
    /// Approves what another reviewer accepted.
    Approve,
    /// Opens the editor.
    Edit,
    /// Forget changes that are not accepted.
    DiscardDraft,
    /// Opens the prompt of the filter.
    Filter,
    /// Opens the choices of the filter.
    FilterChoices,
    /// Sorts the findings in another way.
    Sort,
    /// Asks for a note.
    Note,
    /// Marks the finding, or the range.
    Mark,
    /// Begins a range, or ends it.
    Range,
    /// Asks the host for the last decisions.
    Recent,
    /// Completes what is written, then goes through the ways in which it could go on.
    Complete(Step),
    /// Opens the search.
    Search,
    /// Asks the host what a write-back would do.
    PlanWriteBack,
    /// Shows all keys.
    Help,
    /// Asks for an action by its name.
    Palette,
    /// Ends the review.
    Quit,
    /// Opens all that can be changed about the finding in `$EDITOR`.
    EditExternally,
    /// Goes back to the shell until that continues the review.
    Suspend,

    /// Asks what to copy.
    ChooseCopy,
    /// Copies a part of the finding.
    Copy(Part),
    /// Flags the finding for another look, or takes the flag away.
    Flag,
    /// Asks why, and skips.
    SkipWithReason,
    /// Marks all that propose the same, or takes these marks away.
    MarkAlike,

    /// Says yes in a dialog.
    Confirm,
    /// Takes the choice of a dialog.
    Choose,
    /// Switches the choice of a dialog.
    Toggle,
    /// Empties the choices of a dialog.
    Clear,
    /// Goes to the next or previous field of the editor.
    Field(Step),
    /// Saves what the editor holds, and accepts.
    Save,

    /// The scan found these.
    Found(Vec<Item>),
    /// The scan has come so far, in percent.
    Scanned(u64),
    /// These were written before the scan began: they are counted, and nothing else is done about them.
    WrittenBefore {
        /// The findings.
        items: Vec<Item>,
        /// When the last of them was written.
        last: Option<Timestamp>,
    },
    /// What stands in the database of a finding that was written, or why that cannot be shown.
    WrittenNow {
        /// The message.
        message: Key,
        /// What stands.
        now: Box<Result<WrittenNow, String>>,
    },
    /// What the user had said before a message; `None` where nothing is known of it.
    Request {
        /// The message.
        message: Key,
        /// What was said.
        said: Option<String>,
    },
    /// The messages of this search were looked for anew.
    FoundAgain {
        /// The number of the search.
        search: u64,
        /// What was found in them.
        items: Vec<Item>,
    },
    /// The messages of this search could not be looked for.
    NotFoundAgain {
        /// The number of the search.
        search: u64,
        /// Why.
        reason: String,
    },
    /// Nothing was taken back: the last gesture decided these, and they are written by now.
    NotUndone(Vec<Key>),
    /// The scan is through; the text says what it met.
    ScanDone(String),
    /// The host took a gesture back, or did it again; nothing changed where there was none.
    Restored {
        /// What was done, such as `taken back` or `nothing to undo`; the findings are added here.
        description: String,
        /// The findings as they are now.
        changes: Vec<Standing>,
    },
    /// Whether there is a gesture to take back, and one to do again.
    Undoable(Undoable),
    /// Findings have another status, such as `written`.
    Statuses(Vec<(Key, Status)>),
    /// The last decisions that count, the latest first.
    Decided(Vec<RecentDecision>),
    /// What a write-back would do.
    Planned(WritePlan),
    /// It is worked out, or cannot be.
    PlanEnded,
    /// A write-back is taken back beside the review from now on.
    WritingBegan(Writing),
    /// How far a write-back, or its undo, has come that is under way.
    Writing(Writing),
    /// It is done, or was given up.
    WritingEnded,
    /// Nothing was written, and why.
    NotWritten(String),
    /// What a write-back did, line by line.
    Wrote(Vec<String>),
    /// The conversation around a message.
    Conversation(Conversation),
    /// The journal, at its opening or as it is now.
    Journal(Journal),
    /// A write-back was taken back.
    TakenBack {
        /// Its row in the journal.
        write: i64,
        /// The message.
        message: Key,
        /// Where its finding stands now.
        status: Status,
        /// What was decided about it, kept as a draft.
        edit: Edit,
    },
    /// What stood of a batch was taken back.
    BatchTakenBack {
        /// Its number.
        batch: i64,
        /// The findings.
        changes: Vec<Restored>,
        /// What could not be taken back, or is not as it was, and why.
        problems: Vec<String>,
    },
    /// A write-back was not taken back.
    NotTakenBack {
        /// Its row in the journal.
        write: i64,
        /// Why.
        reason: String,
    },
    /// The shapes of all payloads.
    Surveyed(Arc<Survey>),
    /// A draft of a pattern.
    PatternDrafted {
        /// The payloads that it was made of.
        survey: Arc<Survey>,
        /// The names of their shapes.
        shapes: Vec<String>,
        /// The text of a registry file.
        text: String,
    },
    /// No syntax could be drafted from a chat template.
    TemplateRefused(String),
    /// A draft is part of the user's file and in force: everything is found anew.
    PatternSaved {
        /// The names of its patterns.
        names: Vec<String>,
        /// The file.
        path: String,
    },
    /// A draft was not saved.
    PatternRefused {
        /// Why.
        reason: String,
        /// The line and the column of the mistake, where it has a place in the draft.
        place: Option<(usize, usize)>,
    },
    /// Something was copied.
    Copied {
        /// What, such as `the payload of 1042`.
        what: String,
        /// Where it is.
        copied: Copied,
    },
    /// The last decisions, note or flags could not be stored: they are taken back here.
    NotDecided(String),
    /// The database is not the one that was reviewed, or not as it was left.
    NotAsLeft(String),
    /// Some evidence cannot be read: which, and why.
    NotReadable(Vec<String>),
    /// Something else failed.
    Failed(String),
    /// The editor ended.
    EditedExternally(ExternalEdit, Ended),
    /// A text that could not be taken is kept in a file.
    TextKept {
        /// The file.
        path: String,
        /// Why it was not taken.
        reason: String,
    },
    /// Another program had the terminal; everything is drawn anew.
    Resumed,
}

impl Action {
    /// Whether it decides, changes or writes something, or asks for it.
    #[must_use]
    pub fn decides(&self) -> bool {
        matches!(
            self,
            Self::Decide(_)
                | Self::Undo
                | Self::Redo
                | Self::ToggleClaim
                | Self::ChooseRemedy
                | Self::AcceptAll
                | Self::DrawSample
                | Self::Approve
                | Self::Edit
                | Self::DiscardDraft
                | Self::EditExternally
                | Self::Note
                | Self::Flag
                | Self::SkipWithReason
                | Self::PlanWriteBack
                | Self::TakeBack
                | Self::Save
                | Self::Confirm
        )
    }
}
