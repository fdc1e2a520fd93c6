//! Exploring: the shapes of all payloads, known and unknown, and the messages of one of them.

pub(crate) mod update;
pub(crate) mod view;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::explore::{Seen, Shape, Survey};
use crate::tui::input::action::Motion;

/// The shapes of the database as they are looked at.
#[derive(Clone, Debug, Default)]
pub struct ShapesDialog {
    /// What was met; `None` while the database is still read.
    pub(crate) survey: Option<Arc<Survey>>,
    pub(crate) cursor: usize,
    /// The shapes that are marked, to be described together.
    pub(crate) marks: BTreeSet<usize>,
}

impl ShapesDialog {
    pub(crate) fn selected(&self) -> Option<&Shape> {
        self.survey.as_ref()?.shapes.get(self.cursor)
    }

    /// The shapes that a draft is made of: those that are marked, else the one that is looked at.
    pub(crate) fn chosen(&self) -> Vec<usize> {
        let chosen: Vec<usize> = self.marks.iter().copied().collect();
        if chosen.is_empty() { self.selected().map(|_| self.cursor).into_iter().collect() } else { chosen }
    }

    pub(crate) fn toggle(&mut self) {
        if self.selected().is_some() && !self.marks.remove(&self.cursor) {
            self.marks.insert(self.cursor);
        }
    }

    pub(crate) fn go(&mut self, motion: Motion, page: usize) {
        let count = self.survey.as_ref().map_or(0, |survey| survey.shapes.len());
        self.cursor = motion.from(self.cursor, page, count);
    }
}

/// The messages of a shape as they are looked at.
#[derive(Clone, Debug)]
pub struct MembersDialog {
    pub(crate) survey: Arc<Survey>,
    /// The shape's place.
    pub(crate) shape: usize,
    pub(crate) cursor: usize,
}

impl MembersDialog {
    pub(crate) fn shape(&self) -> Option<&Shape> {
        self.survey.shapes.get(self.shape)
    }

    pub(crate) fn members(&self) -> impl Iterator<Item = &Seen> {
        self.shape().into_iter().flat_map(|shape| self.survey.members(shape))
    }

    pub(crate) fn selected(&self) -> Option<&Seen> {
        self.members().nth(self.cursor)
    }

    pub(crate) fn go(&mut self, motion: Motion, page: usize) {
        let count = self.shape().map_or(0, |shape| shape.seen.len());
        self.cursor = motion.from(self.cursor, page, count);
    }
}
