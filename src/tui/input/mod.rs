//! What comes in and what goes out: keys and the mouse, the actions they mean in each context, and the effects that follow.

pub(crate) mod action;
pub(crate) mod bindings;
pub(crate) mod context;
pub(crate) mod effect;
pub(crate) mod key_press;
pub(crate) mod keymap;
pub(crate) mod mouse;
