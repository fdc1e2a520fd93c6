//! Movements: to a neighbour, in a list, and of what a pane shows.

/// A step to the next or previous item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the next item.
    Next,
    /// To the previous item.
    Previous,
}

/// A movement in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// To the next item.
    Down,
    /// To the previous item.
    Up,
    /// A page down, at most to the last item.
    PageDown,
    /// A page up, at most to the first item.
    PageUp,
    /// To the first item.
    First,
    /// To the last item.
    Last,
}

impl Motion {
    /// The target index among `count` items, starting from `place`, with pages of `page` items.
    pub(crate) fn from(self, place: usize, page: usize, count: usize) -> usize {
        let last = count.saturating_sub(1);
        match self {
            Self::Down => place.saturating_add(1),
            Self::Up => place.saturating_sub(1),
            Self::PageDown => place.saturating_add(page),
            Self::PageUp => place.saturating_sub(page),
            Self::First => 0,
            Self::Last => last,
        }
        .min(last)
    }

    /// The target index if all items are on one page.
    pub(crate) fn among(self, place: usize, count: usize) -> usize {
        self.from(place, count, count)
    }
}

/// How far to scroll a pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scroll {
    /// One row down.
    Down,
    /// One row up.
    Up,
    /// Half a pane down.
    HalfDown,
    /// Half a pane up.
    HalfUp,
}
