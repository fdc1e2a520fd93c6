//! The review driven by keys, by scripts through the true loop, and by chance.

mod alike;
mod context;
mod copying;
mod deciding;
mod dialogs;
mod document;
mod drafts;
mod editing;
mod exploring;
mod external;
mod fake_host;
mod finding;
mod flagging;
mod footer;
mod help;
mod keymap;
mod keys;
mod looking;
mod marking;
mod mouse;
mod noting;
mod palette;
mod panes;
mod plans;
mod properties;
mod recent;
mod screens;
mod script;
mod speech;
mod starting;
mod statistics;
mod storing;
mod support;
mod symbols;
mod themes;

pub(super) use support::{items, model, setting};
