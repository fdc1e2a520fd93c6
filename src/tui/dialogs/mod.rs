//! The dialogs over the review: a file or folder each, which implements [`Dialog`](super::review::dialog::Dialog), and
//! registers itself in the list below.

pub(crate) mod bulk;
pub(crate) mod clusters;
pub(crate) mod conversation;
pub(crate) mod copy;
pub(crate) mod draft;
pub(crate) mod editor;
pub(crate) mod filter;
pub(crate) mod help;
pub(crate) mod journal;
pub(crate) mod note;
pub(crate) mod palette;
pub(crate) mod query;
pub(crate) mod recent;
pub(crate) mod remedy;
pub(crate) mod search;
pub(crate) mod shapes;
pub(crate) mod statistics;
pub(crate) mod summary;
pub(crate) mod write_plan;

use std::sync::LazyLock;

use super::input::bindings::{Binding, REVIEW};
use super::input::effect::Effect;
use super::input::keymap::KeyMap;
use super::review::model::Model;
use super::review::notice;
use super::review::registration::Registration;

/// The dialogs, in the order of the help.
static DIALOGS: &[&Registration] = &[
    &search::REGISTRATION,
    &query::REGISTRATION,
    &filter::REGISTRATION,
    &note::REGISTRATION,
    &recent::REGISTRATION,
    &bulk::REGISTRATION,
    &remedy::REGISTRATION,
    &editor::REGISTRATION,
    &write_plan::REGISTRATION,
    &notice::REGISTRATION,
    &help::REGISTRATION,
    &conversation::REGISTRATION,
    &journal::REGISTRATION,
    &summary::REGISTRATION,
    &copy::REGISTRATION,
    &palette::REGISTRATION,
    &shapes::REGISTRATION,
    &draft::REGISTRATION,
    &statistics::REGISTRATION,
    &clusters::REGISTRATION,
];

/// All bindings: those of the review, then those of each dialog.
pub static BINDINGS: LazyLock<Vec<&'static Binding>> =
    LazyLock::new(|| REVIEW.iter().chain(DIALOGS.iter().flat_map(|dialog| dialog.bindings)).collect());

impl Default for KeyMap {
    /// The default keys of the review and of each dialog.
    fn default() -> Self {
        Self::of(&BINDINGS)
    }
}

/// Opens the dialog whose context has this name.
pub(crate) fn open(model: &mut Model, name: &str) -> Vec<Effect> {
    let dialog = DIALOGS.iter().find(|dialog| dialog.context.name == name);
    dialog.and_then(|dialog| dialog.open).map_or_else(Vec::new, |open| open(model))
}
