//! Counts the decisions of reviewers about a pattern's claims, to estimate its precision.

use serde::Serialize;

use crate::proposal::{Choice, Edit, Status};

/// The 97.5 % quantile of the standard normal distribution, for an interval with 95 % confidence.
const QUANTILE: f64 = 1.959_964;

/// A decision about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimDecision {
    /// The claim was accepted as proposed, and so was the text.
    Accepted,
    /// The reviewer changed the claim, or the text of its message, and accepted it.
    Edited,
    /// The finding was rejected, or the claim was excluded.
    Rejected,
    /// Decided in bulk, so that possibly no reviewer has seen it.
    InBulk,
}

impl ClaimDecision {
    /// The decision about one claim of a finding; `None` if it is undecided.
    #[must_use]
    pub fn of((status, in_bulk): (Status, bool), edit: Option<&Edit>, claim: usize) -> Option<Self> {
        let change = edit.and_then(|edit| edit.claims.get(&claim));
        match status {
            Status::Pending | Status::Skipped | Status::Stale => None,
            _ if in_bulk => Some(Self::InBulk),
            Status::Rejected => Some(Self::Rejected),
            Status::Accepted | Status::Edited | Status::Written => Some(match change {
                Some(change) if change.choice == Some(Choice::Leave) => Self::Rejected,
                Some(_) => Self::Edited,
                None if edit.is_some_and(|edit| edit.cleaned.is_some()) => Self::Edited,
                None => Self::Accepted,
            }),
        }
    }
}

/// The number of claims decided in each way individually, and of those decided in bulk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Judgements {
    /// Claims accepted as proposed.
    pub accepted: usize,
    /// Claims accepted with changes.
    pub edited: usize,
    /// Claims rejected or excluded.
    pub rejected: usize,
    /// Claims decided in bulk, however. They do not show how good a proposal was.
    pub in_bulk: usize,
}

/// The precision of a pattern, with the 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Precision {
    /// The share of decided claims that were accepted, 0 to 1.
    pub precision: f64,
    /// The lower end of the interval, 0 to 1.
    pub low: f64,
    /// The upper end of the interval, 0 to 1.
    pub high: f64,
}

impl Judgements {
    /// The number of claims decided individually.
    #[must_use]
    pub fn decided(self) -> usize {
        self.accepted + self.edited + self.rejected
    }

    /// The share of accepted claims, with or without changes, among those decided individually, and its Wilson score
    /// interval. `None` if there are none.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "no review has 2^52 findings")]
    pub fn precision(self) -> Option<Precision> {
        if self.decided() == 0 {
            return None;
        }
        let all = self.decided() as f64;
        let share = (self.accepted + self.edited) as f64 / all;
        let square = QUANTILE * QUANTILE;
        let middle = share + square / (2.0 * all);
        let width = QUANTILE * (share * (1.0 - share) / all + square / (4.0 * all * all)).sqrt();
        let scale = 1.0 + square / all;
        let end = |value: f64| (value / scale).clamp(0.0, 1.0);
        Some(Precision { precision: share, low: end(middle - width), high: end(middle + width) })
    }

    /// Whether most of the individually decided claims were rejected.
    #[must_use]
    pub fn is_mostly_rejected(self) -> bool {
        self.rejected * 2 > self.decided()
    }

    pub(super) fn change(&mut self, judgement: ClaimDecision, by: isize) {
        let count = match judgement {
            ClaimDecision::Accepted => &mut self.accepted,
            ClaimDecision::Edited => &mut self.edited,
            ClaimDecision::Rejected => &mut self.rejected,
            ClaimDecision::InBulk => &mut self.in_bulk,
        };
        *count = count.saturating_add_signed(by);
    }
}

impl Precision {
    /// The precision in words, such as `91% (73–98%)`. The interval is rounded outwards.
    #[must_use]
    pub fn describe(self) -> String {
        let Self { precision, low, high } = self;
        format!("{:.0}% ({:.0}–{:.0}%)", precision * 100.0, (low * 100.0).floor(), (high * 100.0).ceil())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_the_one_of_wilson() {
        // Calculated independently, to four places.
        for (right, wrong, low, high) in
            [(10, 0, 0.7225, 1.0), (9, 1, 0.5958, 0.9821), (1, 1, 0.0945, 0.9055), (0, 3, 0.0, 0.5615)]
        {
            let Precision { low: is_low, high: is_high, .. } =
                Judgements { accepted: right, rejected: wrong, ..Judgements::default() }.precision().unwrap();
            assert!(
                (is_low - low).abs() < 1e-4 && (is_high - high).abs() < 1e-4,
                "{right} {wrong}: {is_low} {is_high}"
            );
        }
        assert_eq!(Judgements::default().precision(), None);
        let text = Judgements { accepted: 8, edited: 1, rejected: 1, in_bulk: 400 }.precision().unwrap().describe();
        assert_eq!(text, "90% (59–99%)");
    }

    #[test]
    fn what_is_left_in_place_is_rejected_and_what_is_not_decided_says_nothing() {
        let mut edit = Edit::default();
        edit.claim(1).choice = Some(Choice::Leave);
        edit.claim(2).choice = Some(Choice::Strip);
        let of = |claim| ClaimDecision::of((Status::Edited, false), Some(&edit), claim);
        assert_eq!(
            [of(0), of(1), of(2)],
            [ClaimDecision::Accepted, ClaimDecision::Rejected, ClaimDecision::Edited].map(Some)
        );
        let cleaned = Edit { cleaned: Some(String::new()), ..Edit::default() };
        assert_eq!(ClaimDecision::of((Status::Written, false), Some(&cleaned), 0), Some(ClaimDecision::Edited));
        for status in [Status::Pending, Status::Skipped, Status::Stale] {
            assert_eq!([false, true].map(|in_bulk| ClaimDecision::of((status, in_bulk), None, 0)), [None; 2]);
        }
        assert_eq!(ClaimDecision::of((Status::Rejected, false), Some(&edit), 2), Some(ClaimDecision::Rejected));
    }

    #[test]
    fn what_is_decided_in_bulk_is_no_judgement() {
        let mut judgements = Judgements::default();
        for status in [Status::Accepted, Status::Edited, Status::Rejected, Status::Written] {
            judgements.change(ClaimDecision::of((status, true), None, 0).unwrap(), 1);
        }
        assert_eq!(judgements, Judgements { in_bulk: 4, ..Judgements::default() });
        assert_eq!((judgements.decided(), judgements.precision()), (0, None));
    }

    #[test]
    fn rejected_more_often_than_not_is_more_than_half() {
        let judged =
            |accepted, rejected| Judgements { accepted, rejected, ..Judgements::default() }.is_mostly_rejected();
        assert_eq!([judged(1, 1), judged(1, 2), judged(0, 0)], [false, true, false]);
    }
}
