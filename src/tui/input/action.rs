//! Actions: everything that can happen in the review, as values.

use std::sync::Arc;

use jiff::Timestamp;

use super::copied::Copied;
use super::pane::Pane;
use crate::explore::Survey;
use crate::proposal::{Edit, Status};
use crate::review::DecisionKind;
use crate::source::Key;
use crate::tui::findings::item::Item;
pub use crate::tui::findings::past_decisions::{DecisionState, RecentDecision, Undoable};
use crate::tui::input::clipboard_part::ClipboardPart;
use crate::tui::input::external_edit::{EditorOutcome, ExternalEdit};
use crate::tui::loaded::conversation::LoadedConversation;
use crate::tui::loaded::journal::{LoadedJournal, Restored};
use crate::tui::loaded::write_plan::WritePlan;
use crate::tui::loaded::written::WrittenNow;
use crate::writeback::Writing;

use super::key_press::KeyPress;
pub use super::motion::{Motion, Scroll, Step};

/// Something that happened: a key, a step of the reviewer, or news from the host or the scan.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A key was pressed; the key map says what it does here.
    Key(KeyPress),
    /// A text was pasted.
    Paste(String),
    /// The screen was resized to this many columns and rows.
    Resize(u16, u16),
    /// Some time passed, so that something may be animated or stored.
    Tick,
    /// The program is idle: the next piece of longer work can run.
    Idle,
    /// The mouse was pressed on a cell of the screen.
    Click {
        /// The column of the cell, from 0.
        column: u16,
        /// The row of the cell, from 0.
        row: u16,
    },
    /// The wheel was turned over a cell of the screen.
    Wheel {
        /// Down is [`Step::Next`].
        step: Step,
        /// The column of the cell, from 0.
        column: u16,
        /// The row of the cell, from 0.
        row: u16,
    },

    /// Moves to another finding, or to another choice of a dialog.
    Move(Motion),
    /// Goes to the next or previous undecided finding.
    Undecided(Step),
    /// Goes to the next or previous hit of the search.
    Hit(Step),
    /// Focuses the next or previous pane.
    Focus(Step),
    /// Shows the focused pane alone, or all panes again.
    Zoom,
    /// Focuses this pane and makes it visible.
    Show(Pane),
    /// Scrolls the focused pane.
    Scroll(Scroll),
    /// Selects the next or previous claim of the finding.
    Claim(Step),
    /// Leaves an overlay or a special view.
    Leave,
    /// Opens the dialog whose key context has this name, which is the name of the action as well.
    Open(&'static str),
    /// Shows the cleaned text in another form.
    CycleText,
    /// Asks the host for the conversation around the message.
    ShowConversation,
    /// Asks the host for the journal.
    ShowJournal,
    /// Asks whether to undo the selected write-back.
    UndoWrite,
    /// Goes to the next or previous section of the statistics.
    Section(Step),
    /// Drafts a pattern for a shape, or continues its draft.
    DraftPattern,
    /// Asks for a chat template, to draft a syntax for the calls that it produces.
    AskTemplate,

    /// Decides the chosen findings; without any, the selected one.
    Decide(DecisionKind),
    /// Undoes the last gesture.
    Undo,
    /// Redoes what was undone.
    Redo,
    /// Switches the claim on or off.
    ToggleClaim,
    /// Asks what to do with the claim.
    ChooseRemedy,
    /// Asks whether to accept all shown findings.
    AcceptAll,
    /// Draws a random sample of the findings in question.
    DrawSample,
    /// Shows what the last bulk action left out.
    ShowLeftOut,
    /// Approves a decision of another reviewer.
    Approve,
    /// Opens the editor of the record and the cleaned text.
    Edit,
    /// Discards changes that are not accepted.
    DiscardDraft,
    /// Opens the prompt of the filter.
    Filter,
    /// Opens the filter dialog.
    FilterChoices,
    /// Switches to the next sort order.
    Sort,
    /// Asks for a note.
    Note,
    /// Marks the finding, or the range.
    Mark,
    /// Starts or ends a range.
    Range,
    /// Asks the host for the last decisions.
    Recent,
    /// Completes the input, then cycles through the completions.
    Complete(Step),
    /// Opens the prompt of the search.
    Search,
    /// Asks the host what a write-back would do.
    PlanWriteBack,
    /// Shows all keys, those of the current screen first.
    Help,
    /// Opens the palette, which runs actions by name.
    Palette,
    /// Closes all dialogs and ends the review.
    Quit,
    /// Opens everything editable about the finding in `$EDITOR`.
    EditExternally,
    /// Suspends to the shell.
    Suspend,
    /// Draws the whole screen again, over what another program wrote on it.
    Repaint,

    /// Asks what to copy.
    ChooseCopy,
    /// Copies a part of the finding.
    Copy(ClipboardPart),
    /// Flags the finding for another look, or takes the flag away.
    Flag,
    /// Asks for a reason and skips.
    SkipWithReason,
    /// Marks all equal proposals, or removes these marks.
    MarkAlike,

    /// Answers the question of a dialog with yes.
    Confirm,
    /// Chooses the selected item of a dialog.
    Choose,
    /// Toggles the selected item of a dialog.
    Toggle,
    /// Clears all choices of a dialog.
    Clear,
    /// Goes to the next or previous field of the editor.
    Field(Step),
    /// Saves the editor's content and accepts.
    Save,

    /// The scan found these findings.
    Found(Vec<Item>),
    /// The progress of the scan in percent.
    Scanned(u64),
    /// These were written before the scan began: they are only counted.
    WrittenBefore {
        /// The findings as rows of the list.
        items: Vec<Item>,
        /// When the last of them was written.
        last: Option<Timestamp>,
    },
    /// The database state of a written finding, or why it cannot be shown.
    WrittenNow {
        /// The key of the message.
        message: Key,
        /// What the database holds now.
        now: Box<Result<WrittenNow, String>>,
    },
    /// The user's text before a message.
    Request {
        /// The key of the message.
        message: Key,
        /// What the user wrote, `None` if nothing; or why it cannot be read.
        said: Result<Option<String>, String>,
    },
    /// The messages of this search were scanned again.
    FoundAgain {
        /// The number of the search.
        search: u64,
        /// What was found in them.
        items: Vec<Item>,
    },
    /// The messages of this search could not be scanned.
    NotFoundAgain {
        /// The number of the search.
        search: u64,
        /// Why, as it is shown.
        reason: String,
    },
    /// Nothing was undone: the last gesture decided these messages, and they have been written back since.
    NotUndone(Vec<Key>),
    /// The scan is finished; the text summarizes it.
    ScanDone(String),
    /// The host undid or redid a gesture; nothing changed if there was none.
    Restored {
        /// What was done, such as `undone` or `nothing to undo`; the findings are added here.
        description: String,
        /// The findings as they are now.
        changes: Vec<DecisionState>,
    },
    /// Whether there are gestures to undo and redo.
    Undoable(Undoable),
    /// Findings got another status, such as `written`.
    Statuses(Vec<(Key, Status)>),
    /// The last effective decisions, the latest first.
    Decided(Vec<RecentDecision>),
    /// What a write-back would do, as the host planned it.
    Planned(Box<WritePlan>),
    /// The preparation of the write plan ended, with or without a plan.
    PlanEnded,
    /// The undo of a write-back started in the background.
    WritingBegan(Writing),
    /// The progress of a running write-back or undo.
    Writing(Writing),
    /// The running write-back or undo ended, finished or aborted.
    WritingEnded,
    /// Nothing was written, and why.
    NotWritten(String),
    /// What a write-back did, line by line.
    Wrote(Vec<String>),
    /// The conversation around a message.
    Conversation(LoadedConversation),
    /// The journal, newly opened or updated.
    Journal(LoadedJournal),
    /// A write-back was undone.
    WriteUndone {
        /// The journal row of the write-back.
        write: i64,
        /// The key of the message.
        message: Key,
        /// The current status of its finding.
        status: Status,
        /// The changes that were decided, kept as a draft.
        edit: Edit,
    },
    /// The remaining writes of a batch were undone.
    BatchUndone {
        /// The number of the batch.
        batch: i64,
        /// The findings with their statuses after the undo.
        changes: Vec<Restored>,
        /// What could not be undone or restored exactly, and why.
        problems: Vec<String>,
    },
    /// A write-back was not undone.
    WriteNotUndone {
        /// The journal row of the write-back.
        write: i64,
        /// Why, as it is shown.
        reason: String,
    },
    /// The shapes of all payloads.
    Surveyed(Arc<Survey>),
    /// A pattern was drafted.
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
    /// A draft was stored in the user's folder of patterns and is in force: everything is scanned again.
    PatternSaved {
        /// The names of its patterns.
        names: Vec<String>,
        /// The path of the file.
        path: String,
    },
    /// A draft was not saved.
    PatternRefused {
        /// Why, as it is shown.
        reason: String,
        /// The line and column of the mistake in the draft, if it has a position.
        place: Option<(usize, usize)>,
    },
    /// A text was copied, or saved in a file if it could not be.
    Copied {
        /// What was copied, such as `the payload of 1042`.
        what: String,
        /// Where the text went.
        copied: Copied,
    },
    /// The last decisions, note or flags could not be stored and are reverted here.
    NotDecided(String),
    /// The database is not the one that was reviewed, or has changed.
    NotAsLeft(String),
    /// Some evidence cannot be read: which, and why.
    NotReadable(Vec<String>),
    /// Something else failed, and why.
    Failed(String),
    /// `$EDITOR` ended: what it was given, and what came of it.
    EditedExternally(ExternalEdit, EditorOutcome),
    /// A text that could not be applied was saved to a file.
    TextKept {
        /// The path of the file.
        path: String,
        /// Why it was not applied.
        reason: String,
    },
    /// Another program had the terminal; everything must be redrawn.
    Resumed,
}

impl Action {
    /// Whether the action decides, changes or writes something, or asks for it.
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
                | Self::UndoWrite
                | Self::Save
                | Self::Confirm
        )
    }
}
