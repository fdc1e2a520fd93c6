//! Scrollable content of a dialog.

/// Content with its scroll position.
#[derive(Clone, Debug, Default)]
pub struct Scrollable<T> {
    /// What is shown.
    pub what: T,
    /// The index of the first row shown.
    pub scroll: usize,
}

impl<T> Scrollable<T> {
    /// Content scrolled to its start.
    pub(crate) fn new(what: T) -> Self {
        Self { what, scroll: 0 }
    }
}
