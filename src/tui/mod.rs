//! The terminal UI of the review.
//!
//! [`update`] changes the [`Model`] and answers with [`Effect`]s, and does nothing else; [`view`] draws it and
//! changes nothing; [`run`] takes events from an [`Input`] and lets a [`Host`] do what the effects say. So a
//! test can drive the true loop with a script. The keys stand in one table, [`BINDINGS`].

mod action;
mod alike;
mod available;
mod before;
mod bulk_work;
mod changed;
mod clipboard;
mod completion;
mod context;
mod conversation;
mod copy;
mod counts;
mod draft;
mod editor;
mod effect;
mod external;
mod facets;
mod field;
mod filter;
mod help;
mod highlight;
mod host;
mod item;
mod journal;
mod kept;
mod key_press;
mod keymap;
mod keys;
mod left_out;
mod long_text;
mod long_texts;
mod looked_at;
mod lookup;
mod maker;
mod model;
mod mouse;
mod near;
mod order;
mod overlay;
mod palette;
mod pane;
mod places;
mod query;
mod reading;
mod restored;
mod row_begins;
mod run;
mod setting;
mod shapes;
mod shown;
mod signals;
mod start;
mod statistics;
mod status_line;
mod summary;
mod symbols;
pub mod terminal;
mod text;
mod text_field;
mod text_form;
mod theme;
mod update;
mod view;
mod worker;
mod write_plan;
mod writing;
mod written;

#[cfg(test)]
mod tests;

pub use action::{Action, Motion, RecentDecision, Scroll, Standing, Step, Undoable, WritePlan};
pub use clipboard::{Clipboard, ClipboardMode, Copied};
pub use context::Context;
pub use conversation::{Conversation, ConversationDialog, Speaker, Spoken};
pub use copy::Part;
pub use counts::Counts;
pub use draft::DraftDialog;
pub use editor::Editor;
pub use effect::Effect;
pub use external::{Ended, ExternalEdit, Subject};
pub use filter::Search;
pub use help::HelpSheet;
pub use host::SessionHost;
pub use item::Touched;
pub use journal::{Did, Journal, JournalDialog, JournalRow, UndoQuestion};
pub use key_press::KeyPress;
pub use keymap::{KeyMap, KeyMistake, Preset, Row};
pub use keys::{BINDINGS, Binding};
pub use maker::ItemMaker;
pub use model::{Item, Model, Pane, Running, Scan, Setting, Toast, Tone};
pub use order::Order;
pub use overlay::{
    BulkDialog, FilterDialog, NotePrompt, Notice, Overlay, QueryPrompt, Reading, RecentDialog, RemedyDialog,
    SearchPrompt, TemplatePrompt,
};
pub use palette::Palette;
pub use query::{Field, Mistake, Query};
pub use run::{Event, Host, Input, run};
pub use shapes::{MembersDialog, ShapesDialog};
pub use start::{KeptView, Start};
pub use statistics::{Section, StatisticsDialog};
pub use summary::Summary;
pub use symbols::Symbols;
pub use text::Strange;
pub use text_form::TextForm;
pub use theme::{Colours, StyleChange, Theme, ThemeChoice, ThemeName, sign};
pub use update::update;
pub use view::view;
pub use written::WrittenNow;
