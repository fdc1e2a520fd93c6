//! What the host must do.

use std::sync::Arc;

use crate::explore::Survey;
use crate::proposal::{Edit, Finding};
use crate::review::NewDecision;
use crate::source::{Key, Selection};

#[cfg(doc)]
use super::action::Action;
use crate::tui::review::document::{ExternalEdit, Subject};
use crate::tui::review::start::KeptView;

/// What the host must do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Store these decisions as one gesture. Fails as [`Action::NotDecided`].
    Decide(Vec<NewDecision>),
    /// Begin a gesture whose decisions come in parts. Fails as [`Action::NotDecided`], as these parts do.
    BeginGesture,
    /// Store these decisions as a part of it.
    DecideMore(Vec<NewDecision>),
    /// End it: from now on its decisions count.
    EndGesture,
    /// Give it up: nothing of it is stored.
    GiveUpGesture,
    /// Keep how the findings of the last gesture were selected.
    Select(Selection),
    /// Store a note as a gesture of its own; an empty one takes it away. Fails as [`Action::NotDecided`].
    Note {
        /// The message.
        message: Key,
        /// What is noted.
        note: String,
    },
    /// Store, as a gesture of its own, that these are flagged or not. Fails as [`Action::NotDecided`].
    Flag {
        /// The messages.
        messages: Vec<Key>,
        /// Whether they are flagged.
        flagged: bool,
    },
    /// Store, as a gesture of its own, that these decisions of others are approved. Fails as [`Action::NotDecided`].
    Approve(Vec<Key>),
    /// Take the last gesture back, and answer [`Action::Restored`].
    Undo,
    /// Do the gesture again that was taken back last, and answer [`Action::Restored`].
    Redo,
    /// Keep how the findings are looked at, for the next start.
    KeepView(KeptView),
    /// Keep what was changed and is not decided yet.
    SaveDraft {
        /// The message.
        message: Key,
        /// The changes.
        edit: Edit,
    },
    /// Answer [`Action::Decided`] with so many decisions.
    Recent(usize),
    /// Answer [`Action::Planned`]. Where that may take long, answer as soon as it is worked out with [`Action::PlanEnded`].
    PlanWriteBack,
    /// Answer what was worked out beside the review.
    TakeUpPlan,
    /// Write, and answer [`Action::Statuses`] and [`Action::Wrote`], or [`Action::NotWritten`]. Where that may take long,
    /// answer as soon as it is done with [`Action::WritingEnded`].
    WriteBack,
    /// Give up the write-back, or the undo, that is under way, as long as it is not done.
    GiveUpWriteBack,
    /// Answer what came of the write-back, or the undo, that was under way.
    TakeUpWriteBack,
    /// Answer [`Action::Conversation`] for this message; where that may take long, as soon as it is read.
    OpenConversation(Key),
    /// Answer [`Action::Journal`].
    OpenJournal,
    /// Answer [`Action::WrittenNow`] for this message.
    ReadWritten(Key),
    /// Answer [`Action::Request`] for this message; where that may take long, as soon as it is read.
    ReadRequest(Key),
    /// Find the findings of these messages anew, and answer [`Action::FoundAgain`] or [`Action::NotFoundAgain`] as soon as that
    /// is done.
    FindAgain {
        /// The number of the search.
        search: u64,
        /// The messages.
        messages: Vec<Key>,
    },
    /// Answer [`Action::Surveyed`], as soon as the database is read.
    Survey,
    /// Answer [`Action::PatternDrafted`] for these shapes, by their places.
    DraftPattern {
        /// The payloads.
        survey: Arc<Survey>,
        /// The shapes.
        shapes: Vec<usize>,
    },
    /// Answer [`Action::PatternDrafted`] with a syntax for the calls of the chat template in this file, or
    /// [`Action::TemplateRefused`].
    DraftTemplate {
        /// The payloads.
        survey: Arc<Survey>,
        /// The file.
        path: String,
    },
    /// Append the text of a draft to the user's file, scan again, and answer [`Action::PatternSaved`] or
    /// [`Action::PatternRefused`].
    SavePattern(String),
    /// Take this write-back back, and answer [`Action::Journal`] with [`Action::TakenBack`] or
    /// [`Action::NotTakenBack`]. Where that may take long, answer [`Action::WritingBegan`], and [`Action::WritingEnded`] as
    /// soon as it is done.
    UndoWrite(i64),
    /// Take back all that stands of this batch, and answer [`Action::Journal`] with [`Action::BatchTakenBack`]. Where that may
    /// take long, answer as [`Self::UndoWrite`] does.
    UndoBatch(i64),
    /// Copy a text, and answer [`Action::Copied`].
    Copy {
        /// What it is, such as `the payload of 1042`.
        what: String,
        /// The text.
        text: String,
    },
    /// Copy all that is known of the message of a finding, and answer [`Action::Copied`].
    CopyFinding(Arc<Finding>),
    /// The review ends.
    Quit,
    /// Lend the terminal to an editor, and answer [`Action::EditedExternally`] and [`Action::Resumed`].
    EditExternally(ExternalEdit),
    /// Keep a text in a file of its own, and answer [`Action::TextKept`].
    KeepText {
        /// What it is about.
        subject: Subject,
        /// The text.
        text: String,
        /// Why it was not taken.
        reason: String,
    },
    /// Give the terminal back and stop; when the shell continues the program, answer [`Action::Resumed`].
    Suspend,
}

impl Effect {
    /// Whether something of the review is stored by it.
    #[must_use]
    pub fn stores(&self) -> bool {
        matches!(self, Self::Decide(_) | Self::EndGesture | Self::Note { .. } | Self::Flag { .. } | Self::Approve(_))
    }

    /// Whether its failure is that of a write-back.
    #[must_use]
    pub fn writes(&self) -> bool {
        matches!(self, Self::WriteBack | Self::TakeUpWriteBack)
    }

    /// Whether its failure is that of a decision.
    #[must_use]
    pub fn is_of_decision(&self) -> bool {
        self.stores() || matches!(self, Self::BeginGesture | Self::DecideMore(_))
    }
}
