//! Work for the host.

use std::sync::Arc;

use crate::explore::Survey;
use crate::proposal::{Edit, Finding};
use crate::review::NewDecision;
use crate::source::{Key, Selection};

#[cfg(doc)]
use super::action::Action;
use crate::tui::input::external_edit::{ExternalEdit, Subject};
use crate::tui::input::saved_view::SavedView;

/// Work for the host.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Store these decisions as one gesture. Fails as [`Action::NotDecided`].
    Decide(Vec<NewDecision>),
    /// Begin a gesture whose decisions come in parts. Fails as [`Action::NotDecided`], like the parts.
    BeginGesture,
    /// Store these decisions as a part of the open gesture.
    DecideMore(Vec<NewDecision>),
    /// End the open gesture: its decisions take effect.
    EndGesture,
    /// Abort the open gesture: nothing of it is stored.
    AbortGesture,
    /// Store how the findings of the last gesture were selected.
    Select(Selection),
    /// Store a note as its own gesture; an empty one removes it. Fails as [`Action::NotDecided`].
    Note {
        /// The key of the message.
        message: Key,
        /// The text of the note; an empty one removes it.
        note: String,
    },
    /// Store as its own gesture whether these messages are flagged. Fails as [`Action::NotDecided`].
    Flag {
        /// The keys of the messages.
        messages: Vec<Key>,
        /// Whether they are flagged.
        flagged: bool,
    },
    /// Store as its own gesture that these decisions of others are approved. Fails as [`Action::NotDecided`].
    Approve(Vec<Key>),
    /// Undo the last gesture, and answer [`Action::Restored`].
    Undo,
    /// Redo the last undone gesture, and answer [`Action::Restored`].
    Redo,
    /// Store the view for the next start, together with what is stored next.
    KeepView(SavedView),
    /// Store the view now.
    StoreView(SavedView),
    /// Store changes that are not decided yet.
    SaveDraft {
        /// The key of the message.
        message: Key,
        /// The reviewer's changes to the proposal, as they are now.
        edit: Edit,
    },
    /// Answer [`Action::Decided`] with this number of decisions.
    Recent(usize),
    /// Answer [`Action::Planned`]. If that may take long, answer [`Action::PlanEnded`] once the plan is ready.
    PlanWriteBack,
    /// Answer with the plan that was prepared in the background.
    TakeUpPlan,
    /// Write back, and answer [`Action::Statuses`] and [`Action::Wrote`], or [`Action::NotWritten`]. If that may take
    /// long, answer [`Action::WritingEnded`] once it is done.
    WriteBack,
    /// Abort the running write-back or undo, unless it is done.
    CancelWriteBack,
    /// Answer with the result of the write-back or undo that was running.
    TakeUpWriteBack,
    /// Answer [`Action::Conversation`] for this message, later if reading it may take long.
    OpenConversation(Key),
    /// Answer [`Action::Journal`].
    OpenJournal,
    /// Answer [`Action::WrittenNow`] for this message.
    ReadWritten(Key),
    /// Answer [`Action::Request`] for this message, later if reading it may take long.
    ReadRequest(Key),
    /// Scan these messages again; answer [`Action::FoundAgain`] or [`Action::NotFoundAgain`] once that is done.
    FindAgain {
        /// The number of the search.
        search: u64,
        /// The keys of the messages.
        messages: Vec<Key>,
    },
    /// Answer [`Action::Surveyed`] once the database is read.
    Survey,
    /// Answer [`Action::PatternDrafted`] for these shapes.
    DraftPattern {
        /// The payloads by shape.
        survey: Arc<Survey>,
        /// The indices of the shapes.
        shapes: Vec<usize>,
    },
    /// Answer [`Action::PatternDrafted`] with a syntax for the calls of this chat template, or
    /// [`Action::TemplateRefused`].
    DraftTemplate {
        /// The payloads by shape.
        survey: Arc<Survey>,
        /// The path of the template.
        path: String,
    },
    /// Store a draft in the user's folder of patterns, scan again, and answer [`Action::PatternSaved`] or
    /// [`Action::PatternRefused`].
    SavePattern(String),
    /// Undo this write-back, and answer [`Action::Journal`] with [`Action::WriteUndone`] or [`Action::WriteNotUndone`]. If
    /// that may take long, answer [`Action::WritingBegan`], and [`Action::WritingEnded`] once it is done.
    UndoWrite(i64),
    /// Undo the remaining writes of this batch, and answer [`Action::Journal`] with [`Action::BatchUndone`]. If that
    /// may take long, answer as [`Self::UndoWrite`] does.
    UndoBatch(i64),
    /// Copy a text, and answer [`Action::Copied`].
    Copy {
        /// What it is, such as `the payload of 1042`.
        what: String,
        /// The text to copy.
        text: String,
    },
    /// Copy everything known about a finding's message, and answer [`Action::Copied`].
    CopyFinding(Arc<Finding>),
    /// End the review; a running write-back is cancelled, and the view is stored.
    Quit,
    /// Lend the terminal to an editor, and answer [`Action::EditedExternally`] and [`Action::Resumed`].
    EditExternally(ExternalEdit),
    /// Save a text to a new file, and answer [`Action::TextKept`].
    KeepText {
        /// The subject of the text.
        subject: Subject,
        /// The text to store.
        text: String,
        /// Why it was not applied.
        reason: String,
    },
    /// Restore the terminal and stop; once the shell continues the program, answer [`Action::Resumed`].
    Suspend,
    /// Draw the whole screen again. The event loop does it; the host has nothing to do.
    Repaint,
}

impl Effect {
    /// Whether the effect stores something in the review.
    #[must_use]
    pub fn stores(&self) -> bool {
        matches!(self, Self::Decide(_) | Self::EndGesture | Self::Note { .. } | Self::Flag { .. } | Self::Approve(_))
    }

    /// Whether its failure is reported as [`Action::NotWritten`].
    #[must_use]
    pub fn writes(&self) -> bool {
        matches!(self, Self::WriteBack | Self::TakeUpWriteBack)
    }

    /// Whether its failure is reported as [`Action::NotDecided`].
    #[must_use]
    pub fn is_of_decision(&self) -> bool {
        self.stores() || matches!(self, Self::BeginGesture | Self::DecideMore(_))
    }
}
