//! A decision about many findings, before it is confirmed.

use tui_input::Input;

use crate::proposal::Choice;
use crate::review::DecisionKind;
use crate::sampling::SampleOutcome;
use crate::tui::findings::left_out::LeftOutCounts;
use crate::verdict::Warning;

/// A bulk action on more findings than this needs a typed confirmation.
pub(crate) const TYPED_ABOVE: usize = 50;

/// The result of a sample that was reviewed before the bulk action.
#[derive(Clone, Debug)]
pub(crate) struct SampleResult {
    pub(crate) outcome: SampleOutcome,
    /// How the sampled findings were selected, in words.
    pub(crate) filter: String,
}

/// A decision about many findings that the reviewer still has to confirm.
#[derive(Clone, Debug)]
pub(crate) struct BulkDecision {
    /// The decision that is applied to each finding.
    pub(crate) kind: DecisionKind,
    /// Whether it only approves what others accepted.
    pub(crate) approves: bool,
    /// Whether it applies to the marked findings instead of all shown ones.
    pub(crate) marked: bool,
    /// The title of the group that it applies to.
    pub(crate) group: Option<String>,
    /// The remedy chosen for all findings.
    pub(crate) choice: Option<Choice>,
    /// The note that is added to each finding.
    pub(crate) why: Option<String>,
    pub(crate) places: Vec<usize>,
    /// Warnings, each with the number of findings it applies to.
    pub(crate) warnings: Vec<(Warning, usize)>,
    /// Shown or marked findings that the action leaves out.
    pub(crate) left_out: LeftOutCounts,
    /// The result of a sample of these findings.
    pub(crate) sample: Option<SampleResult>,
    pub(crate) typed: Input,
}

impl Default for BulkDecision {
    /// An acceptance of no findings.
    fn default() -> Self {
        Self {
            kind: DecisionKind::Accept,
            approves: false,
            marked: false,
            group: None,
            choice: None,
            why: None,
            places: Vec::new(),
            warnings: Vec::new(),
            left_out: LeftOutCounts::default(),
            sample: None,
            typed: Input::default(),
        }
    }
}

impl BulkDecision {
    /// Adds a finding and its warnings.
    pub(crate) fn take(&mut self, place: usize, warnings: &[Warning]) {
        self.places.push(place);
        for warning in warnings {
            match self.warnings.iter_mut().find(|(known, _)| known == warning) {
                Some((_, count)) => *count += 1,
                None => self.warnings.push((*warning, 1)),
            }
        }
    }

    pub(crate) fn wants_word(&self) -> bool {
        self.places.len() > TYPED_ABOVE
    }

    /// The verb that names the action.
    pub(crate) fn word(&self) -> &'static str {
        if self.approves { "approve" } else { self.kind.name() }
    }

    pub(crate) fn is_confirmed(&self) -> bool {
        !self.places.is_empty() && (!self.wants_word() || self.typed.value() == self.word())
    }

    /// Whether a sample can be looked at first.
    pub(crate) fn can_be_sampled(&self) -> bool {
        self.wants_word() && self.kind == DecisionKind::Accept && !self.approves && self.sample.is_none()
    }

    /// The sample size that was typed, if any.
    pub(crate) fn sample_size(&self) -> Option<usize> {
        self.typed.value().trim().parse().ok().filter(|size| *size > 0)
    }
}
