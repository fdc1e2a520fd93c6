//! What makes a dialog known.

use crate::tui::input::bindings::Binding;
use crate::tui::input::context::KeyContext;
use crate::tui::input::effect::Effect;

use super::model::Model;

/// The keys of a dialog, and how it is opened.
pub(crate) struct Registration {
    /// Its main key context.
    pub(crate) context: KeyContext,
    /// Its bindings, and those of the review that open it, in the order of the help.
    pub(crate) bindings: &'static [Binding],
    /// Opens it on [`Action::Open`] with the name of its context; `None` if only other actions open it.
    pub(crate) open: Option<fn(&mut Model) -> Vec<Effect>>,
}
