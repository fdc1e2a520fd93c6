//! Something to read in a dialog.

/// Something to read, as far as it is scrolled.
#[derive(Clone, Debug, Default)]
pub struct Reading<T> {
    /// What is read.
    pub what: T,
    /// The first row that shows.
    pub scroll: usize,
}

impl<T> Reading<T> {
    /// From its start.
    pub(crate) fn new(what: T) -> Self {
        Self { what, scroll: 0 }
    }
}
