//! How a review starts: as its reviewer left it, or at a requested finding.

use crate::source::Key;
use crate::tui::findings::query::Query;
use crate::tui::input::saved_view::SavedView;

/// How a review is to start.
#[derive(Clone, Debug, Default)]
pub struct StartPosition {
    /// The view the reviewer left.
    pub kept: Option<SavedView>,
    /// The requested filter, instead of the saved one.
    pub filter: Option<Query>,
    /// The key of the message to start at.
    pub item: Option<Key>,
}

/// The start of the review, until a key is pressed.
#[derive(Clone, Debug, Default)]
pub(crate) struct StartProgress {
    pub(crate) goal: Option<StartTarget>,
    /// Whether the saved view differs from the default one.
    pub(crate) as_left: bool,
    /// Whether a filter was cleared for the requested finding.
    pub(crate) gave_way: bool,
}

/// The message a review starts at, as soon as the scan reaches it.
#[derive(Clone, Debug)]
pub(crate) struct StartTarget {
    pub(crate) key: Key,
    /// Whether the reviewer requested this message.
    pub(crate) asked: bool,
}
