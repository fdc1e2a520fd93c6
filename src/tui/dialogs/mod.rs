//! The stack of dialogs over the review. The top one receives the keys.
//!
//! Each dialog is a file or folder here, implements [`Dialog`], and has a line in `with_dialogs`.

pub(crate) mod bulk;
pub(crate) mod clusters;
pub(crate) mod conversation;
pub(crate) mod copy;
pub(crate) mod dialog;
pub(crate) mod draft;
pub(crate) mod editor;
pub(crate) mod filter;
pub(crate) mod help;
pub(crate) mod journal;
pub(crate) mod note;
pub(crate) mod notice;
pub(crate) mod palette;
pub(crate) mod prompt;
pub(crate) mod query;
pub(crate) mod reading;
pub(crate) mod recent;
pub(crate) mod remedy;
pub(crate) mod search;
pub(crate) mod shapes;
pub(crate) mod sheet;
pub(crate) mod statistics;
pub(crate) mod summary;
pub(crate) mod write_plan;

use crate::tui::input::action::{Action, Scroll};
use crate::tui::input::context::KeyContext;
use crate::tui::input::effect::Effect;
use crate::tui::review::model::Model;
use crate::tui::review::update::navigation;
use crate::tui::screen;

use dialog::{Dialog, DialogOutcome};
use help::HelpSheet;

/// All dialogs, in the order of the help: each with its variant of [`Overlay`], and with the key contexts that it adds to
/// [`KeyContext`]. The name of a context is stable: users write it in their configuration.
macro_rules! with_dialogs {
    ($declare:ident) => {
        $declare! {
            /// The prompt of the search.
            Search(search::SearchPrompt): [Search { name: "search", title: "Search", takes_text: true }],
            /// The prompt of the filter.
            Query(query::QueryPrompt): [Query { name: "filter", title: "Filter", takes_text: true }],
            /// The choices of the filter.
            Filter(filter::FilterDialog): [
                Filter { name: "filter_choices", title: "Choices of the filter", takes_text: false }
            ],
            /// The prompt of a note.
            Note(note::NotePrompt): [
                Note { name: "note", title: "Note", takes_text: true },
                Reason { name: "skip_with_reason", title: "Skip, and say why", takes_text: true }
            ],
            /// The last decisions.
            Recent(recent::RecentDialog): [
                Recent { name: "last_decisions", title: "Last decisions", takes_text: false }
            ],
            /// The question before a bulk action.
            Bulk(bulk::BulkDialog): [
                Bulk { name: "bulk", title: "Accept all", takes_text: false },
                BulkTyped { name: "bulk_typed", title: "Deciding more than 50", takes_text: true }
            ],
            /// The choice of a remedy.
            Remedy(remedy::RemedyDialog): [Remedy { name: "remedy", title: "Remedy", takes_text: false }],
            /// The choice of one remedy for many findings.
            RemedyForAll(remedy::RemedyForAll): [],
            /// Edits the fields of a finding.
            Editor(editor::Editor): [Editor { name: "editor", title: "Editor", takes_text: true }],
            /// The plan of a write-back.
            Plan(write_plan::WriteDialog): [
                Plan { name: "write_back", title: "Write back", takes_text: false },
                PlanSearch { name: "write_back_search", title: "Search in what would be written", takes_text: true }
            ],
            /// Something to read.
            Notice(reading::Scrollable<notice::Notice>): [
                Notice { name: "notice", title: "Notice", takes_text: false }
            ],
            /// Lists all keys.
            Help(help::HelpSheet): [
                Help { name: "help", title: "Help", takes_text: false },
                HelpSearch { name: "help_search", title: "Search in the help", takes_text: true }
            ],
            /// The conversation around a message.
            Conversation(conversation::ConversationDialog): [
                Conversation { name: "conversation", title: "Conversation", takes_text: false }
            ],
            /// Lists what was written back, and undoes it.
            Journal(journal::JournalDialog): [Journal { name: "journal", title: "Journal", takes_text: false }],
            /// The question before a write-back is undone.
            TakeBack(journal::UndoQuestion): [
                TakeBack { name: "take_back", title: "Undo a write-back", takes_text: false }
            ],
            /// The summary of the review.
            Summary(summary::Summary): [Summary { name: "summary", title: "All is decided", takes_text: false }],
            /// The choice of what to copy.
            Copy(copy::CopyDialog): [Copy { name: "copy", title: "Copy", takes_text: false }],
            /// The prompt for actions by their names.
            Palette(palette::Palette): [Palette { name: "commands", title: "Commands", takes_text: true }],
            /// The shapes of all payloads.
            Shapes(shapes::ShapesDialog): [Shapes { name: "shapes", title: "Shapes", takes_text: false }],
            /// The messages of a shape.
            Members(shapes::MembersDialog): [
                Members { name: "shape_messages", title: "Messages of a shape", takes_text: false }
            ],
            /// The prompt for a chat template.
            Template(shapes::TemplatePrompt): [Template { name: "template", title: "Chat template", takes_text: true }],
            /// The draft of a pattern.
            Draft(draft::DraftDialog): [Draft { name: "pattern_draft", title: "Draft of a pattern", takes_text: true }],
            /// Shows findings and decisions counted.
            Statistics(statistics::StatisticsDialog): [
                Statistics { name: "statistics", title: "Statistics", takes_text: false }
            ],
            /// The groups of what is shown.
            Clusters(clusters::ClustersDialog): [Clusters { name: "groups", title: "Groups", takes_text: false }],
        }
    };
}
pub(crate) use with_dialogs;

/// Declares the overlays: a variant for each dialog, and access to its [`Dialog`] implementation.
macro_rules! declare_overlays {
    ($($(#[$doc:meta])* $name:ident($dialog:ty): [$($contexts:tt)*],)*) => {
        /// A dialog over the review.
        #[derive(Clone, Debug)]
        pub enum Overlay {
            $($(#[$doc])* $name(Box<$dialog>),)*
        }

        impl Overlay {
            pub(crate) fn dialog(&self) -> &dyn Dialog {
                match self {
                    $(Self::$name(dialog) => &**dialog,)*
                }
            }

            pub(crate) fn dialog_mut(&mut self) -> &mut dyn Dialog {
                match self {
                    $(Self::$name(dialog) => &mut **dialog,)*
                }
            }
        }

        $(impl From<$dialog> for Overlay {
            fn from(dialog: $dialog) -> Self {
                Self::$name(Box::new(dialog))
            }
        })*
    };
}

with_dialogs!(declare_overlays);

impl Overlay {
    /// The key context while it is on top.
    #[must_use]
    pub fn context(&self) -> KeyContext {
        self.dialog().context()
    }
}

impl Model {
    /// Opens a dialog on top of the stack.
    pub(crate) fn open(&mut self, dialog: impl Into<Overlay>) {
        self.overlays.push(dialog.into());
    }
}

/// Applies an action to the dialog on top.
pub(crate) fn apply(model: &mut Model, action: Action) -> Vec<Effect> {
    if action == Action::Help && !matches!(model.overlays.last(), Some(Overlay::Help(_))) {
        model.open(HelpSheet::default());
        return Vec::new();
    }
    on_top(model, |dialog, model| match action {
        Action::Leave => dialog.leave(model),
        Action::Scroll(scroll) => {
            if !dialog.scroll_inside(model, scroll) {
                scroll_by(dialog, model, scroll);
            }
            DialogOutcome::stays()
        }
        action => dialog.act(model, action),
    })
}

/// Moves to a clicked choice of the dialog on top.
pub(crate) fn point_at(model: &mut Model, choice: usize) -> Vec<Effect> {
    on_top(model, |dialog, model| dialog.point_at(model, choice))
}

/// Closes every dialog, and keeps what was typed.
pub(crate) fn close_all(model: &mut Model) -> Vec<Effect> {
    let mut effects = Vec::new();
    while let Some(mut overlay) = model.overlays.pop() {
        effects.extend(overlay.dialog_mut().close(model));
    }
    effects
}

/// Runs `act` on the dialog on top, which is taken off the stack meanwhile.
fn on_top(model: &mut Model, act: impl FnOnce(&mut dyn Dialog, &mut Model) -> DialogOutcome) -> Vec<Effect> {
    let Some(mut overlay) = model.overlays.pop() else {
        return Vec::new();
    };
    let place = model.overlays.len();
    let DialogOutcome { stays, effects } = act(overlay.dialog_mut(), model);
    if stays {
        model.overlays.insert(place.min(model.overlays.len()), overlay);
    }
    effects
}

fn scroll_by(dialog: &mut dyn Dialog, model: &Model, scroll: Scroll) {
    let sheet::ScrollExtent { limit, rows, top } = screen::dialog_extent(model, dialog);
    dialog.scroll_to(navigation::scrolled(top, scroll, rows.max(1)).min(limit));
}
