//! The terminal UI of the review.
//!
//! [`update`] changes the [`Model`] and answers with [`Effect`]s, and does nothing else; [`view`] draws it and
//! changes nothing; [`run`] takes events from an [`Input`] and lets a [`Host`] do what the effects say. So a
//! test can drive the true loop with a script. The keys stand in one table, [`BINDINGS`].

mod action;
mod completion;
mod conversation;
mod counts;
mod editor;
mod filter;
mod highlight;
mod host;
mod journal;
mod keys;
mod model;
mod order;
mod overlay;
mod query;
mod run;
mod summary;
pub mod terminal;
mod text;
mod text_form;
mod theme;
mod update;
mod view;

#[cfg(test)]
mod tests;

pub use action::{Action, Effect, Motion, RecentDecision, Scroll, Standing, Step, WritePlan};
pub use conversation::{Conversation, ConversationDialog, Speaker, Spoken};
pub use counts::Counts;
pub use editor::Editor;
pub use filter::Search;
pub use host::SessionHost;
pub use journal::{Did, Journal, JournalDialog, JournalRow, UndoQuestion};
pub use keys::{BINDINGS, Binding, Context, KeyPress, resolve};
pub use model::{Item, Model, Pane, Scan, Setting, Toast, Tone};
pub use order::Order;
pub use overlay::{
    BulkDialog, FilterDialog, NotePrompt, Notice, Overlay, QueryPrompt, Reading, RecentDialog, RemedyDialog,
    SearchPrompt,
};
pub use query::{Field, Mistake, Query};
pub use run::{Event, Host, Input, run};
pub use summary::Summary;
pub use text_form::TextForm;
pub use theme::{Theme, sign};
pub use update::update;
pub use view::view;
