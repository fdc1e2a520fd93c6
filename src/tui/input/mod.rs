//! Input and output of the review: keys and the mouse, the actions that they trigger, and the effects that follow.

pub(crate) mod action;
pub(crate) mod bindings;
pub(crate) mod clipboard_part;
pub(crate) mod context;
pub(crate) mod copied;
pub(crate) mod effect;
pub(crate) mod external_edit;
pub(crate) mod hit_target;
pub(crate) mod key_press;
pub(crate) mod keymap;
pub(crate) mod motion;
pub(crate) mod mouse;
pub(crate) mod pane;
pub(crate) mod saved_view;
pub(crate) mod text_form;
