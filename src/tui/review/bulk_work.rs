//! A decision about very many findings: stored piece by piece, as one gesture that counts at its end or not at all.

use crate::proposal::Choice;
use crate::review::Act;
use crate::source::Selection;
use crate::tui::dialogs::bulk::BulkDialog;
use crate::tui::findings::left_out::LeftOut;

/// A decision about no more findings is stored at once.
pub(crate) const AT_ONCE: usize = 1_000;
/// So many findings are read and stored in a piece.
const STORED: usize = 64;
/// So many are shown as they stand now.
const SHOWN: usize = 2_048;

/// How far such a decision has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Nothing counts yet.
    Storing,
    /// All is stored, and shown piece by piece.
    Showing,
}

/// A decision about many findings.
#[derive(Clone, Debug)]
pub(crate) struct BulkWork {
    pub(crate) act: Act,
    /// The remedy that was chosen for all of them.
    pub(crate) choice: Option<Choice>,
    /// By what they were selected, and what a sample of them came to.
    pub(crate) selection: Selection,
    /// What is noted about each.
    pub(crate) why: Option<String>,
    /// Whether it takes what is marked.
    pub(crate) marked: bool,
    pub(crate) left_out: LeftOut,
    pub(crate) places: Vec<usize>,
    pub(crate) stage: Stage,
    next: usize,
}

impl BulkWork {
    pub(crate) fn of(dialog: &BulkDialog, selection: Selection) -> Self {
        let BulkDialog { act, marked, choice, why, places, left_out, .. } = dialog.clone();
        Self { act, choice, selection, why, marked, left_out, places, stage: Stage::Storing, next: 0 }
    }

    /// The findings of the next piece; none where all are through.
    pub(crate) fn piece(&mut self) -> Vec<usize> {
        let count = if self.stage == Stage::Storing { STORED } else { SHOWN };
        let piece: Vec<usize> = self.places.iter().skip(self.next).take(count).copied().collect();
        self.next += piece.len();
        piece
    }

    /// Goes on to show what is stored.
    pub(crate) fn show(&mut self) {
        (self.stage, self.next) = (Stage::Showing, 0);
    }

    /// How far it has come, in words.
    pub(crate) fn told(&self) -> String {
        let (done, all) = (self.next, self.places.len());
        match self.stage {
            Stage::Storing => format!("{} {done} of {all}: nothing counts before the last", self.act.name()),
            Stage::Showing => format!("all {all} are stored"),
        }
    }
}
