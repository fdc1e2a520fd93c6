//! The review driven by keys, by scripts through the true loop, and by chance.

mod context;
mod deciding;
mod dialogs;
mod editing;
mod fake_host;
mod finding;
mod keys;
mod looking;
mod marking;
mod noting;
mod panes;
mod properties;
mod recent;
mod screens;
mod script;
mod speech;
mod support;

pub(super) use support::{items, model, setting};
