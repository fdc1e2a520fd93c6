//! The stack of dialogs over the review. The top one receives the keys.
//!
//! Each dialog is a file or folder here, implements [`Dialog`], and has a line in [`Overlay`].

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
use crate::tui::input::context::Context;
use crate::tui::input::effect::Effect;
use crate::tui::review::model::Model;
use crate::tui::review::update::look;
use crate::tui::screen;

use bulk::BulkDialog;
use clusters::ClustersDialog;
use conversation::ConversationDialog;
use copy::CopyDialog;
use dialog::{Dialog, DialogOutcome};
use draft::DraftDialog;
use editor::Editor;
use filter::FilterDialog;
use help::HelpSheet;
use journal::{JournalDialog, UndoQuestion};
use note::NotePrompt;
use notice::Notice;
use palette::Palette;
use query::QueryPrompt;
use reading::Scrollable;
use recent::RecentDialog;
use remedy::{RemedyDialog, RemedyForAll};
use search::SearchPrompt;
use shapes::{MembersDialog, ShapesDialog, TemplatePrompt};
use statistics::StatisticsDialog;
use summary::Summary;
use write_plan::WriteDialog;

/// Declares the overlays: a variant for each dialog, and access to its [`Dialog`] implementation.
macro_rules! overlays {
    ($($(#[$doc:meta])* $name:ident($dialog:ty),)*) => {
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

overlays! {
    /// The prompt of the search.
    Search(SearchPrompt),
    /// The prompt of the filter.
    Query(QueryPrompt),
    /// The choices of the filter.
    Filter(FilterDialog),
    /// The prompt of a note.
    Note(NotePrompt),
    /// The last decisions.
    Recent(RecentDialog),
    /// The question before a bulk action.
    Bulk(BulkDialog),
    /// The choice of a remedy.
    Remedy(RemedyDialog),
    /// The choice of one remedy for many findings.
    RemedyForAll(RemedyForAll),
    /// The editor.
    Editor(Editor),
    /// The plan of a write-back.
    Plan(WriteDialog),
    /// Something to read.
    Notice(Scrollable<Notice>),
    /// All keys.
    Help(HelpSheet),
    /// The prompt for actions by their names.
    Palette(Palette),
    /// The conversation around a message.
    Conversation(ConversationDialog),
    /// The journal.
    Journal(JournalDialog),
    /// The question before a write-back is undone.
    TakeBack(UndoQuestion),
    /// The summary of the review.
    Summary(Summary),
    /// The choice of what to copy.
    Copy(CopyDialog),
    /// The shapes of all payloads.
    Shapes(ShapesDialog),
    /// The prompt for a chat template.
    Template(TemplatePrompt),
    /// The messages of a shape.
    Members(MembersDialog),
    /// The draft of a pattern.
    Draft(DraftDialog),
    /// The statistics.
    Statistics(StatisticsDialog),
    /// The groups of what is shown.
    Clusters(ClustersDialog),
}

impl Overlay {
    /// The key context while it is on top.
    #[must_use]
    pub fn context(&self) -> Context {
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
    dialog.scroll_to(look::scrolled(top, scroll, rows.max(1)).min(limit));
}
