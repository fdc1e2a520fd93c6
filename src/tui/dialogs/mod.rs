//! The dialogs over the review: a file or folder each, which implements [`Dialog`](super::review::dialog::Dialog).

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

use super::input::context::KeyContext;
use super::input::effect::Effect;
use super::review::model::Model;

/// Opens a dialog that needs nothing but the review.
pub(crate) fn open(model: &mut Model, context: KeyContext) -> Vec<Effect> {
    match context {
        KeyContext::Statistics => model.open(statistics::StatisticsDialog::default()),
        KeyContext::Clusters => model.open(clusters::ClustersDialog::of(model)),
        KeyContext::Shapes => return shapes::update::open(model),
        _ => {}
    }
    Vec::new()
}
