//! The terminal UI of the review.
//!
//! A key press becomes a stored decision like this:
//!
//! 1. [`terminal`] reads it, and [`run`], the loop in `app`, hands it on as [`Action::Key`].
//! 2. `input` holds the [`BINDINGS`] and the [`KeyMap`]. They name the action of the key in the [`KeyContext`] that has the keys:
//!    the review itself, or the dialog on top of it.
//! 3. [`update`], in `review`, changes the [`Model`] by the action and answers with [`Effect`]s. It does nothing else: no
//!    file, no clock, no screen. What a dialog does with an action is part of the dialog, in `dialogs`.
//! 4. The loop gives the effects to its [`Host`]. [`SessionHost`] stores the decision in the review file before it
//!    answers, and reports what came of longer work on other threads as further actions.
//! 5. [`view`], in `screen`, draws the model: header, `panes`, footer, and the dialogs over them. Drawing changes nothing.
//!
//! `findings` is the list that all of this is about: what is kept of a finding, which findings a query shows, in which order,
//! and which of them are alike. `text` and `theme` know how text is laid out and coloured, and nothing of findings.
//!
//! Since what happens and what must be done are both values, a test drives the true loop with a script and a host of its own.

mod app;
mod dialogs;
mod findings;
mod input;
mod panes;
mod review;
mod screen;
mod text;
mod theme;

#[cfg(test)]
mod tests;

pub use app::clipboard::{Clipboard, ClipboardMode, Copied};
pub use app::host::SessionHost;
pub use app::run::{Event, Host, Input, run};
pub use app::terminal;
pub use dialogs::Overlay;
pub use dialogs::bulk::BulkDialog;
pub use dialogs::clusters::ClustersDialog;
pub use dialogs::conversation::{ConversationDialog, ConversationMessage, LoadedConversation, Speaker};
pub use dialogs::copy::{ClipboardPart, CopyDialog};
pub use dialogs::draft::DraftDialog;
pub use dialogs::editor::Editor;
pub use dialogs::filter::FilterDialog;
pub use dialogs::help::HelpSheet;
pub use dialogs::journal::{JournalDialog, JournalRow, JournalRowKind, LoadedJournal, Restored, UndoQuestion};
pub use dialogs::note::NotePrompt;
pub use dialogs::notice::Notice;
pub use dialogs::palette::Palette;
pub use dialogs::query::QueryPrompt;
pub use dialogs::reading::Scrollable;
pub use dialogs::recent::RecentDialog;
pub use dialogs::remedy::{RemedyDialog, RemedyForAll};
pub use dialogs::search::SearchPrompt;
pub use dialogs::shapes::{MembersDialog, ShapesDialog, TemplatePrompt};
pub use dialogs::statistics::{Section, StatisticsDialog};
pub use dialogs::summary::Summary;
pub use dialogs::write_plan::WriteDialog;
pub use findings::counts::Counts;
pub use findings::filter::Search;
pub use findings::item::ReviewerEdits;
pub use findings::item_maker::ItemMaker;
pub use findings::order::Order;
pub use findings::query::{Query, QueryField, QueryMistake};
pub use findings::written::WrittenNow;
pub use input::action::{Action, DecisionState, Motion, RecentDecision, Scroll, Step, Undoable, WritePlan};
pub use input::bindings::{BINDINGS, Binding};
pub use input::context::KeyContext;
pub use input::effect::Effect;
pub use input::key_press::KeyPress;
pub use input::keymap::{KeyMap, KeyMapRow, KeyMistake, Preset};
pub use panes::text_form::TextForm;
pub use review::document::{EditorOutcome, ExternalEdit, Subject};
pub use review::model::{Item, Model, Pane, ReviewSettings, ScanProgress, ScanState, Toast, ToastLevel};
pub use review::start::{SavedView, StartPosition};
pub use review::update::update;
pub use screen::view;
pub use text::HiddenCharStyle;
pub use theme::symbols::Symbols;
pub use theme::{Colours, StyleChange, Theme, ThemeChoice, ThemeName, sign};
