//! The review driven by keys, by scripts through the true loop, and by chance.

mod context;
mod deciding;
mod dialogs;
mod editing;
mod looking;
mod properties;
mod screens;
mod script;
mod speech;
mod support;

pub(super) use support::items;
