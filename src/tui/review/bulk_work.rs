//! A decision about many findings, stored piece by piece as one gesture that takes effect as a whole or not at all.

use std::collections::HashSet;

use crate::proposal::Choice;
use crate::review::DecisionKind;
use crate::source::Selection;
use crate::tui::findings::left_out::LeftOutCounts;

use super::bulk_decision::BulkDecision;

/// A decision about at most this many findings is stored at once.
pub(crate) const AT_ONCE: usize = 1_000;
/// The number of findings stored per piece.
const STORED: usize = 64;
/// The number of findings updated on the screen per piece.
const SHOWN: usize = 2_048;

/// The stage of a bulk decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BulkStage {
    /// Findings are being stored; nothing takes effect yet.
    Storing,
    /// Everything is stored; the screen is updated piece by piece.
    Showing,
}

/// A bulk decision in progress.
#[derive(Clone, Debug)]
pub(crate) struct BulkWork {
    pub(crate) kind: DecisionKind,
    /// The remedy chosen for all findings.
    pub(crate) choice: Option<Choice>,
    /// How the findings were selected, and the result of a sample of them.
    pub(crate) selection: Selection,
    /// The note that is added to each finding.
    pub(crate) why: Option<String>,
    /// Whether it applies to the marked findings.
    pub(crate) marked: bool,
    pub(crate) left_out: LeftOutCounts,
    pub(crate) places: Vec<usize>,
    /// Those of the findings that can no longer be read: they are not decided.
    pub(crate) lost: HashSet<usize>,
    pub(crate) stage: BulkStage,
    next: usize,
}

impl BulkWork {
    pub(crate) fn of(decision: &BulkDecision, selection: Selection) -> Self {
        let BulkDecision { kind, marked, choice, why, places, left_out, .. } = decision.clone();
        let (lost, stage) = (HashSet::new(), BulkStage::Storing);
        Self { kind, choice, selection, why, marked, left_out, places, lost, stage, next: 0 }
    }

    /// Returns the findings of the next piece; empty at the end.
    pub(crate) fn piece(&mut self) -> Vec<usize> {
        let count = if self.stage == BulkStage::Storing { STORED } else { SHOWN };
        let piece: Vec<usize> = self.places.iter().skip(self.next).take(count).copied().collect();
        self.next += piece.len();
        piece
    }

    /// Switches to the showing stage, which is about what is stored.
    pub(crate) fn show(&mut self) {
        self.places.retain(|place| !self.lost.contains(place));
        (self.stage, self.next) = (BulkStage::Showing, 0);
    }

    /// Its progress, in words.
    pub(crate) fn progress(&self) -> String {
        let (done, all) = (self.next, self.places.len());
        match self.stage {
            BulkStage::Storing => format!("{} {done} of {all}; nothing takes effect before the last", self.kind.name()),
            BulkStage::Showing => format!("all {all} are stored"),
        }
    }
}
