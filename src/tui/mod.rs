//! The terminal UI of the review.
//!
//! A key press becomes a stored decision like this:
//!
//! 1. [`terminal`] reads it, and [`run`], the loop in `app`, hands it on as [`Action::Key`].
//! 2. The [`KeyMap`] names the action of the key in the [`KeyContext`] that has the keys: the review itself, whose
//!    bindings are in `input`, or the dialog on top of it, which holds its own.
//! 3. [`update`] changes the [`Model`] by the action and answers with [`Effect`]s. It does nothing else: no file, no
//!    clock, no screen. What an action does is in `review`; what a dialog does with it is part of the dialog, in
//!    `dialogs`.
//! 4. The loop gives the effects to its [`Host`]. [`SessionHost`] stores the decision in the review file before it
//!    answers, and reports what came of longer work on other threads as further actions.
//! 5. [`view`], in `screen`, draws the model: header, `panes`, footer, and the dialogs over them. Drawing changes nothing.
//!
//! `findings` is the list that all of this is about: what is kept of a finding, which findings a query shows, in which order,
//! and which of them are alike. The [`Model`] ties its parts and those of `review` together. `text` lays
//! text out, `theme` colours it, and `widgets` frames it: none of them knows a finding.
//!
//! Since what happens and what must be done are both values, a test drives the true loop with a script and a host of its own.

mod app;
mod dialogs;
mod findings;
mod input;
mod loaded;
mod panes;
mod review;
mod screen;
mod text;
mod theme;
mod update;
mod widgets;

#[cfg(test)]
mod tests;

pub use app::clipboard::{Clipboard, ClipboardMode};
pub use app::host::SessionHost;
pub use app::run::{Event, Host, Input, run};
pub use app::terminal;
pub use dialogs::BINDINGS;
pub use findings::counts::Counts;
pub use findings::filter::Search;
pub use findings::item::ReviewerEdits;
pub use findings::item_maker::ItemMaker;
pub use findings::order::Order;
pub use findings::query::{Query, QueryField, QueryMistake};
pub use input::action::{Action, DecisionState, Motion, RecentDecision, Scroll, Step, Undoable};
pub use input::bindings::Binding;
pub use input::clipboard_part::ClipboardPart;
pub use input::context::{KeyContext, Typing};
pub use input::copied::Copied;
pub use input::effect::Effect;
pub use input::external_edit::{EditorOutcome, ExternalEdit, Subject};
pub use input::key_press::KeyPress;
pub use input::keymap::{KeyMap, KeyMapRow, KeyMistake, Preset};
pub use input::saved_view::SavedView;
pub use input::text_form::TextForm;
pub use loaded::conversation::{ConversationMessage, LoadedConversation, Speaker};
pub use loaded::journal::{JournalRow, JournalRowKind, LoadedJournal, Restored};
pub use loaded::write_plan::WritePlan;
pub use loaded::written::WrittenNow;
pub use review::model::{Item, Model, Pane, ReviewSettings, ScanProgress, ScanState, Toast, ToastLevel};
pub use review::notice::Notice;
pub use review::start_position::StartPosition;
pub use screen::view;
pub use text::HiddenCharStyle;
#[cfg(feature = "cli")]
pub(crate) use text::suggestions::nearest;
pub use text::symbols::Symbols;
pub use theme::{Colours, StyleChange, Theme, ThemeChoice, ThemeName, sign};
pub use update::update;
