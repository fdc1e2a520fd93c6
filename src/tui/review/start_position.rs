//! Where a review starts, and how far the start came.

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
    /// Where it starts, once the scan gets there.
    pub(super) goal: Option<StartTarget>,
    /// Whether the saved view differs from the default one.
    pub(super) as_left: bool,
    /// Whether a filter was cleared for the requested finding.
    pub(super) gave_way: bool,
    /// Whether a key was pressed. Until then the first undecided finding is selected as the scan reaches it.
    pub(super) is_over: bool,
}

/// The message a review starts at, as soon as the scan reaches it.
#[derive(Clone, Debug)]
pub(super) struct StartTarget {
    pub(super) key: Key,
    /// Whether the reviewer requested this message.
    pub(super) asked: bool,
}

impl StartProgress {
    /// Starts again with a new scan. A message is selected again as soon as its finding is found.
    pub(crate) fn again(message: Option<Key>) -> Self {
        Self { goal: message.map(|key| StartTarget { key, asked: false }), ..Self::default() }
    }

    /// Ends the start: the reviewer decides from now on what is selected.
    pub(crate) fn end(&mut self) {
        self.is_over = true;
    }
}
