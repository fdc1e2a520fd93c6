//! A decision about very many findings: stored piece by piece, as one gesture that counts at its end or not at all.

use crate::review::Act;

use super::left_out::LeftOut;
use super::overlay::BulkDialog;

/// A decision about no more findings is stored at once.
pub(super) const AT_ONCE: usize = 1_000;
/// So many findings are read and stored in a piece.
const STORED: usize = 64;
/// So many are shown as they stand now.
const SHOWN: usize = 2_048;

/// How far such a decision has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Nothing counts yet.
    Storing,
    /// All is stored, and shown piece by piece.
    Showing,
}

/// A decision about many findings.
#[derive(Clone, Debug)]
pub(super) struct BulkWork {
    pub(super) act: Act,
    /// What is noted about each.
    pub(super) why: Option<String>,
    /// Whether it takes what is marked.
    pub(super) marked: bool,
    pub(super) left_out: LeftOut,
    pub(super) places: Vec<usize>,
    pub(super) stage: Stage,
    next: usize,
}

impl BulkWork {
    pub(super) fn of(dialog: &BulkDialog) -> Self {
        let BulkDialog { act, marked, why, places, left_out, .. } = dialog.clone();
        Self { act, why, marked, left_out, places, stage: Stage::Storing, next: 0 }
    }

    /// The findings of the next piece; none where all are through.
    pub(super) fn piece(&mut self) -> Vec<usize> {
        let count = if self.stage == Stage::Storing { STORED } else { SHOWN };
        let piece: Vec<usize> = self.places.iter().skip(self.next).take(count).copied().collect();
        self.next += piece.len();
        piece
    }

    /// Goes on to show what is stored.
    pub(super) fn show(&mut self) {
        (self.stage, self.next) = (Stage::Showing, 0);
    }

    /// How far it has come, in words.
    pub(super) fn told(&self) -> String {
        let (done, all) = (self.next, self.places.len());
        match self.stage {
            Stage::Storing => format!("{} {done} of {all}: nothing counts before the last", self.act.name()),
            Stage::Showing => format!("all {all} are stored"),
        }
    }
}
